package playout

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// NumPatterns is the number of ways to cover a corner whose upper and left
// neighbours are not allowed.
const NumPatterns = 127

// Pattern is one of the NumPatterns ways, numbered in search order of the
// orientations, hence large tiles first.
type Pattern uint8

// Reach is the number of steps from a square to the farthest square that one
// placement can cover together with it.
const Reach = 4

// pattern is an orientation with one of its cells on the corner.
type pattern struct {
	orientation duo.Orientation
	cells       []duo.Cell // relative to the corner
}

var patterns = func() (out [NumPatterns]pattern) {
	n := 0
	for o := range duo.Orientation(duo.NumOrientations) {
		for _, anchor := range o.Cells() {
			p := pattern{orientation: o}
			fits := true
			for _, c := range o.Cells() {
				rel := duo.Cell{Row: c.Row - anchor.Row, Col: c.Col - anchor.Col}
				fits = fits && rel != duo.Cell{Row: -1} && rel != duo.Cell{Col: -1}
				p.cells = append(p.cells, rel)
			}
			if fits {
				out[n] = p
				n++
			}
		}
	}
	if n != NumPatterns {
		panic("playout: the number of patterns is not NumPatterns")
	}
	return out
}()

// WindowCells lists the cells around a corner that patterns cover, the corner
// itself left out, in reading order.
var WindowCells = func() (out []duo.Cell) {
	used := map[duo.Cell]bool{}
	for _, p := range patterns {
		for _, c := range p.cells {
			used[c] = true
		}
	}
	for row := int8(-Reach); row <= Reach; row++ {
		for col := int8(-Reach); col <= Reach; col++ {
			if c := (duo.Cell{Row: row, Col: col}); used[c] && c != (duo.Cell{}) {
				out = append(out, c)
			}
		}
	}
	return out
}()

// Cells returns the cells of the pattern relative to the corner, in reading
// order. The caller must not change them.
func (p Pattern) Cells() []duo.Cell { return patterns[p].cells }

// Orientation returns the orientation that the pattern places.
func (p Pattern) Orientation() duo.Orientation { return patterns[p].orientation }

// Tile returns the tile that the pattern places.
func (p Pattern) Tile() duo.Tile { return patterns[p].orientation.Tile() }

// Flip says how the window around a corner is mirrored.
type Flip uint8

// The two mirrors, which combine by '|'.
const (
	FlipRows Flip = 1 // upside down
	FlipCols Flip = 2 // left to right
)

// apply returns the cell mirrored.
func (f Flip) apply(c duo.Cell) duo.Cell {
	if f&FlipRows != 0 {
		c.Row = -c.Row
	}
	if f&FlipCols != 0 {
		c.Col = -c.Col
	}
	return c
}

// AnchorMove is a placement as the anchor method names it: the anchor, the
// mirrors of its window, and the pattern laid on it.
type AnchorMove struct {
	Anchor  duo.Square
	Flip    Flip
	Pattern Pattern
}

// flipped holds the placement of each pattern under each mirror: the
// orientation and the reference cell relative to the corner.
var flipped = func() (out [NumPatterns][4]struct {
	orientation duo.Orientation
	ref         duo.Cell
}) {
	for p := range patterns {
		for f := range Flip(4) {
			cells := make([]duo.Cell, 0, 5)
			for _, c := range patterns[p].cells {
				cells = append(cells, f.apply(c))
			}
			o, ref, ok := duo.FindOrientation(cells)
			if !ok {
				panic("playout: a mirrored pattern is no image of its tile")
			}
			out[p][f].orientation, out[p][f].ref = o, ref
		}
	}
	return out
}()

// Flipped returns the orientation that the pattern places in a mirrored window,
// and its reference cell relative to the corner.
func (p Pattern) Flipped(f Flip) (duo.Orientation, duo.Cell) {
	return flipped[p][f].orientation, flipped[p][f].ref
}

// Move returns the placement in the form of the rest of the package.
func (a AnchorMove) Move() duo.Move {
	o, ref := a.Pattern.Flipped(a.Flip)
	return duo.NewMove(o, duo.NewSquare(a.Anchor.Row()+int(ref.Row), a.Anchor.Col()+int(ref.Col)))
}

// Height returns the number of rows of the board that the placement covers.
func (a AnchorMove) Height() int { return footprints[a.Pattern][a.Flip].height }

// PatternSet is a set of patterns, bit p%64 of word p/64 for pattern p.
type PatternSet [2]uint64

// Has reports whether the set holds the pattern.
func (s PatternSet) Has(p Pattern) bool { return s[p/64]>>(p%64)&1 != 0 }

// Count returns the number of patterns in the set.
func (s PatternSet) Count() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

func (s PatternSet) and(t PatternSet) PatternSet { return PatternSet{s[0] & t[0], s[1] & t[1]} }

func (s *PatternSet) set(p Pattern) { s[p/64] |= 1 << (p % 64) }

// nth returns the k-th member, k counted from 0 and less than Count.
func (s PatternSet) nth(k int) Pattern {
	word, base := s[0], Pattern(0)
	if n := bits.OnesCount64(word); k >= n {
		word, base, k = s[1], 64, k-n
	}
	for ; k > 0; k-- {
		word &= word - 1
	}
	return base + Pattern(bits.TrailingZeros64(word))
}

// MaxTileSize is the number of squares of the largest tiles.
const MaxTileSize = 5

var (
	patternsOfTile [duo.NumTiles]PatternSet
	patternsOfSize [MaxTileSize + 1]PatternSet // of tiles of that many squares
	patternsUpFrom [MaxTileSize + 1]PatternSet // of tiles of at least that many
)

func init() {
	for p := range Pattern(NumPatterns) {
		patternsOfTile[p.Tile()].set(p)
		patternsOfSize[p.Tile().Size()].set(p)
		for size := range p.Tile().Size() + 1 {
			patternsUpFrom[size].set(p)
		}
	}
}

// ofTiles returns the patterns of the tiles in the set.
func ofTiles(tiles duo.TileSet) (s PatternSet) {
	for t := range duo.Tile(duo.NumTiles) {
		if tiles.Has(t) {
			s[0] |= patternsOfTile[t][0]
			s[1] |= patternsOfTile[t][1]
		}
	}
	return s
}

// fitTables gives the patterns that fit a window. Each table knows the cells of
// fitCells; bit i of its index reports whether the i-th may be covered, and the
// entry holds the patterns that need none of the others. A pattern fits if it
// is in the entries of all tables.
var (
	fitTables [4][1 << 9]PatternSet
	fitCells  = [4][][2]int8{ // row and column
		{{1, -3}, {1, -2}, {1, -1}, {1, 0}, {1, 1}, {1, 2}, {1, 3}},
		{{0, -2}, {0, -1}, {0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}}, // two of no account
		{{2, -2}, {2, -1}, {2, 0}, {2, 1}, {2, 2}, {4, 0}, {-3, 1}},
		{{-2, 0}, {-2, 1}, {-2, 2}, {-1, 1}, {-1, 2}, {-1, 3}, {3, -1}, {3, 0}, {3, 1}},
	}
)

// coverTable gives the patterns that cover a cell, by row+Reach and column+Reach.
var coverTable [2*Reach + 1][2*Reach + 1]PatternSet

func init() {
	for p := range Pattern(NumPatterns) {
		for _, c := range p.Cells() {
			coverTable[c.Row+Reach][c.Col+Reach].set(p)
		}
	}
	for t := range fitTables {
		for free := range fitTables[t] {
			s := PatternSet{^uint64(0), ^uint64(0) >> 1}
			for i, c := range fitCells[t] {
				if free>>i&1 == 0 && c != [2]int8{} {
					cover := coverTable[c[0]+Reach][c[1]+Reach]
					s[0] &^= cover[0]
					s[1] &^= cover[1]
				}
			}
			fitTables[t][free] = s
		}
	}
}
