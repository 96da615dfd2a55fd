// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// NumPatterns is the number of ways to cover an anchor with forbidden upper and left neighbours;
// see WindowCells.
const NumPatterns = 127

// Pattern is one of the NumPatterns ways, numbered in search order of the orientations, with large
// tiles first.
type Pattern uint8

// Reach is the greatest number of steps between two squares of one placement.
const Reach = 4

// pattern is an orientation with one of its cells on the anchor.
type pattern struct {
	orientation duo.Orientation
	cells       []duo.Cell // cells relative to the anchor
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

// WindowCells lists the cells around an anchor that patterns cover, the anchor itself left out, in
// reading order. @ is the anchor, its neighbours # are not allowed, and the numbers are indices of
// WindowCells. With the anchor these are the 29 cells of the window.
//
//	col    -3 -2 -1  0  1  2  3  4
//	row -3  .  .  .  .  0  .  .  .
//	row -2  .  .  .  1  2  3  .  .
//	row -1  .  .  .  #  4  5  6  .
//	row  0  .  7  #  @  8  9 10 11
//	row  1 12 13 14 15 16 17 18  .
//	row  2  . 19 20 21 22 23  .  .
//	row  3  .  . 24 25 26  .  .  .
//	row  4  .  .  . 27  .  .  .  .
//
// A placement reaches Reach steps from the anchor, but not around #. This leaves 127 patterns of
// 414, and 29 cells of 41.
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

// Cells returns the cells of the pattern relative to the anchor, in reading
// order. The caller must not change them.
func (p Pattern) Cells() []duo.Cell { return patterns[p].cells }

// Orientation returns the orientation that the pattern places.
func (p Pattern) Orientation() duo.Orientation { return patterns[p].orientation }

// Tile returns the tile that the pattern places.
func (p Pattern) Tile() duo.Tile { return patterns[p].orientation.Tile() }

// Flip is the mirroring of the window around an anchor. A corner touches a square O of the player
// diagonally; the two squares beside both, #, are not allowed. O may lie in four directions.
// Mirrors reduce them to one, with # above the anchor and to its left, and so one pattern (here @
// and x) represents four placements:
//
//	Flip 0           FlipCols         FlipRows         FlipRows|FlipCols
//	. . . . . . .    . . . . . . .    . . . x . . .    . . . x . . .
//	. . O # . . .    . . . # O . .    . . . x . . .    . . . x . . .
//	. . # @ x . .    . . x @ # . .    . . # @ x . .    . . x @ # . .
//	. . . x . . .    . . . x . . .    . . O # . . .    . . . # O . .
//	. . . x . . .    . . . x . . .    . . . . . . .    . . . . . . .
//
// Where the player's squares lie in several of these directions, # is on more sides; the window is
// then mirrored only if the square above the anchor, or the one to its left, is allowed. The
// anchors of a first placement have no #, and no mirrors.
type Flip uint8

// The two mirrors, which combine by '|'.
const (
	FlipRows Flip = 1 // upside down
	FlipCols Flip = 2 // left to right
)

// apply returns the mirrored cell.
func (f Flip) apply(c duo.Cell) duo.Cell {
	if f&FlipRows != 0 {
		c.Row = -c.Row
	}
	if f&FlipCols != 0 {
		c.Col = -c.Col
	}
	return c
}

// AnchorMove is a placement in the terms of the anchor method: the anchor, the mirrors of its
// window, and the pattern laid on it.
type AnchorMove struct {
	Anchor  duo.Square // the first visited square that it covers
	Flip    Flip       // 0 for a first placement
	Pattern Pattern    // pattern in the mirrored window
}

// flipped holds the placement of each pattern under each mirror: the
// orientation and the reference cell relative to the anchor.
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
// and its reference cell relative to the anchor.
func (p Pattern) Flipped(f Flip) (duo.Orientation, duo.Cell) {
	return flipped[p][f].orientation, flipped[p][f].ref
}

// Move returns the placement in the terms of package duo.
func (a AnchorMove) Move() duo.Move {
	o, ref := a.Pattern.Flipped(a.Flip)
	return duo.NewMove(o, duo.NewSquare(a.Anchor.Row()+int(ref.Row), a.Anchor.Col()+int(ref.Col)))
}

// Height returns the number of rows of the board that the placement covers, 1..MaxTileSize.
func (a AnchorMove) Height() int { return footprints[a.Pattern][a.Flip].height }

// PatternSet is a set of patterns, bit p%64 of word p/64 for pattern p.
type PatternSet [2]uint64

// Has reports whether the set holds the pattern.
func (s PatternSet) Has(p Pattern) bool { return s[p/64]>>(p%64)&1 != 0 }

// Count returns the number of patterns in the set.
func (s PatternSet) Count() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// And returns the patterns that are in both sets.
func (s PatternSet) And(t PatternSet) PatternSet { return PatternSet{s[0] & t[0], s[1] & t[1]} }

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
	patternsOfSize [MaxTileSize + 1]PatternSet // patterns of tiles of that many squares
)

func init() {
	for p := range Pattern(NumPatterns) {
		patternsOfTile[p.Tile()].set(p)
		patternsOfSize[p.Tile().Size()].set(p)
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

// PatternsOfSize returns the patterns of tiles of that many squares, 1..MaxTileSize.
func PatternsOfSize(size int) PatternSet { return patternsOfSize[size] }

// PatternsOfTile returns the patterns of a tile.
func PatternsOfTile(t duo.Tile) PatternSet { return patternsOfTile[t] }

// footprint is a pattern in a mirrored window as parts of a picture: two words, four rows each.
type footprint struct {
	height  int       // rows of the tile
	from    uint      // bit 0 of the first word in the picture, if the anchor is at place 0
	tile    [2]uint64 // squares of the tile
	lost    [2]uint64 // with those that share an edge with it
	touched [2]uint64 // with those that touch it only at a vertex, too
}

// footprints has room for any index of 7 bits, so that it needs no check.
var footprints = func() (out [NumPatterns + 1][4]footprint) {
	for p := range patterns {
		for f := range Flip(4) {
			s := &out[p][f]
			var top, left, bottom int
			for _, c := range patterns[p].cells {
				c = f.apply(c)
				top, left = min(top, int(c.Row)), min(left, int(c.Col))
				bottom = max(bottom, int(c.Row))
			}
			s.height = bottom - top + 1
			// The words begin a row above the tile and a column to its left.
			s.from = uint(marginBits + rowStride*(top-1) + left - 1)
			for _, c := range patterns[p].cells {
				c = f.apply(c)
				for dr := -1; dr <= 1; dr++ {
					for dc := -1; dc <= 1; dc++ {
						row, col := int(c.Row)-top+1+dr, int(c.Col)-left+1+dc
						word, bit := row/4, uint64(1)<<(row%4*rowStride+col)
						s.touched[word] |= bit
						if dr*dc == 0 {
							s.lost[word] |= bit
						}
						if dr == 0 && dc == 0 {
							s.tile[word] |= bit
						}
					}
				}
			}
		}
	}
	return out
}()
