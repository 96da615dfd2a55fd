// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Feature is one of the quantities of a move that the prior weighs.
type Feature int

// Features. The squares within two steps of a player's anchors, anchors included, are near his
// corners; see Term. A new corner is one that the player has only after the move.
const (
	Size4          Feature = iota // 1 if the tile has four squares
	Size3                         // 1 if the tile has three squares
	Size2                         // 1 if the tile has two squares or one
	NewCorners                    // number of new corners
	FarCorners                    // new corners that were not near own corners
	ContestedOnes                 // new corners that are near the rival's corners
	CornersLost                   // own corners that share an edge with the tile
	CornersCovered                // own corners that the tile covers
	RivalCorners                  // rival's corners that the tile covers
	RivalAllowed                  // squares that the tile covers and the rival could have covered
	RivalNear                     // squares that the tile covers near the rival's corners
	Centre                        // nearness of the new corners to the centre: see rings
	RivalCornerAny                // 1 if the tile covers any rival's corner
	FarCornerAny                  // 1 if any new corner is far
	AllowedLost                   // own allowed squares that share an edge with the tile
	RivalReach                    // squares that the tile covers within four steps of the rival's corners
	Border                        // squares that the tile covers at the edge of the board
	ReachGained                   // see moveFeatures.reachGained
	RivalReachLost                // see moveFeatures.rivalReachLost
	NumFeatures
)

// String returns the name of the feature.
func (f Feature) String() string { return featureNames[f] }

var featureNames = [NumFeatures]string{
	"size 4", "size 3", "size 2 or 1", "new corners", "far new corners", "contested new corners",
	"own corners lost", "own corners covered", "rival's corners covered", "rival's allowed squares covered",
	"squares near the rival's corners covered", "nearness of new corners to the centre",
	"a rival's corner covered", "a far new corner", "own allowed squares lost",
	"squares of the rival's reach 4 covered", "squares at the edge of the board covered", "reach gained", "rival's reach lost",
}

// MaxFeature bounds the value of each feature. A feature counts squares of the window, or a tile's
// diagonal neighbours, at most 12, times at most three rings. No feature is negative.
const MaxFeature = 49

// NumRings is the number of rings: nested squares around the middle of the board. The nearness of a
// square to the centre is the number of rings around it.
const NumRings = 3

// ringInset is the distance of each ring from the edge of the board: the first ring is the board
// without its border.
var ringInset = [NumRings]int{1, 3, 5}

// window holds 7 rows of 7 columns around a square, rows 16 bits apart, the upper left at bit 0:
// one word of four rows and one of three. Bits beyond the columns may be set in the window of a
// board, but not in the window of a tile.
type window struct{ lo, hi uint64 }

const (
	windowReach = 3 // squares from the middle of a window to its edge
	windowSize  = 2*windowReach + 1
)

// step returns the set, plus the adjacent squares of within, in the window.
func (w window) step(within window) window {
	const carry = 64 - rowStride
	lo := w.lo<<1 | w.lo>>1 | w.lo<<rowStride | w.lo>>rowStride | w.hi<<carry
	hi := w.hi<<1 | w.hi>>1 | w.hi<<rowStride | w.hi>>rowStride | w.lo>>carry
	return window{w.lo | lo&within.lo, w.hi | hi&within.hi}
}

func (w window) and(v window) window    { return window{w.lo & v.lo, w.hi & v.hi} }
func (w window) andNot(v window) window { return window{w.lo &^ v.lo, w.hi &^ v.hi} }
func (w window) count() int32 {
	return int32(bits.OnesCount64(w.lo) + bits.OnesCount64(w.hi))
}

func (w *window) has(row, col int) bool {
	i := row*rowStride + col
	return i < 64 && w.lo>>i&1 != 0 || i >= 64 && w.hi>>(i-64)&1 != 0
}

func (w *window) set(row, col int) {
	if i := row*rowStride + col; i < 64 {
		w.lo |= 1 << i
	} else {
		w.hi |= 1 << (i - 64)
	}
}

// footprint holds the squares around an orientation's reference cell, in the middle of the window.
// A square belongs to at most one of the first three sets.
type footprint struct {
	tile      window // squares of the tile
	edges     window // squares that share an edge with the tile
	diagonals window // squares that touch the tile only at a vertex
	around    window // the largest rectangle in the window with the same middle as the tile
	size      uint8
}

// footprints has room for any index of 7 bits, so that it needs no check.
var footprints = func() (out [1 << 7]footprint) {
	for o := range duo.Orientation(duo.NumOrientations) {
		f := &out[o]
		var kind [windowSize][windowSize]int // 3 tile, 2 edge, 1 diagonal
		top, left, bottom, right := windowSize, windowSize, 0, 0
		for _, c := range o.Cells() {
			row, col := int(c.Row)+windowReach, int(c.Col)+windowReach
			top, left, bottom, right = min(top, row), min(left, col), max(bottom, row), max(right, col)
			for dr := -1; dr <= 1; dr++ {
				for dc := -1; dc <= 1; dc++ {
					k := &kind[row+dr][col+dc]
					*k = max(*k, 3-dr*dr-dc*dc)
				}
			}
			f.size++
		}
		// The rectangle extends equally far on both sides of the tile, so that a move and its
		// mirror image have equal features.
		rows, cols := min(top, windowSize-1-bottom), min(left, windowSize-1-right)
		for row := top - rows; row <= bottom+rows; row++ {
			for col := left - cols; col <= right+cols; col++ {
				f.around.set(row, col)
			}
		}
		windows := [...]*window{&f.diagonals, &f.edges, &f.tile}
		for row := range kind {
			for col, k := range kind[row] {
				if k > 0 {
					windows[k-1].set(row, col)
				}
			}
		}
	}
	return out
}()

// plane is a set of squares for cutting windows. Its words are shifted by windowReach columns, with
// an empty word before and two after, so that no window needs a check.
type plane [8]uint64

// planeShift is the bit of the square in row 0 and column 0.
const planeShift = 64 + windowReach

func (p *plane) fill(s squares) {
	const carry = 64 - windowReach
	p[1] = s.a << windowReach
	p[2] = s.b<<windowReach | s.a>>carry
	p[3] = s.c<<windowReach | s.b>>carry
	p[4] = s.d<<windowReach | s.c>>carry
}

// windowOffset returns the beginning of the square's window in a plane.
func windowOffset(s duo.Square) uint {
	return uint(planeShift + (s.Row()-windowReach)*rowStride + s.Col() - windowReach)
}

// at returns the window at the offset.
func (p *plane) at(offset uint) window {
	i, n := offset/64&3, offset%64
	// A double shift spares a check for n = 0.
	return window{
		p[i]>>n | p[i+1]<<1<<(63-n),
		p[i+1]>>n | p[i+2]<<1<<(63-n),
	}
}

// least returns the distance of a square from the nearest edge of the board.
func least(s duo.Square) int {
	const last = duo.BoardSize - 1
	return min(s.Row(), last-s.Row(), s.Col(), last-s.Col())
}

// moveFeatures finds the features of the moves of one position.
type moveFeatures struct {
	// fresh holds the allowed squares of the player to move, without the corners, and near the squares
	// near his corners; the other names follow this pattern.
	allowed, fresh, near, rivalAllowed, rivalCorners plane

	// levels holds nested sets of squares: the player's own allowed squares, the squares near his
	// corners, and his corners; then the rival's allowed squares, reach, near squares and corners.
	levels [7]squares
}

// ownLevels is the number of the player's own levels.
const ownLevels = 3

// codes writes the codes of the board.
func (f *moveFeatures) codes(c *codes) {
	*c = rings
	for i, s := range f.levels {
		n := Code(codeOwn)
		if i >= ownLevels {
			n = codeRival
		}
		c.add(s, n)
	}
}

// load takes the features' sets from a position.
func (f *moveFeatures) load(pos *duo.Position) {
	both := sides(pos)
	own, rival := &both[pos.ToMove()], &both[pos.ToMove().Rival()]
	ownNear := own.anchors.step(own.allowed).step(own.allowed)
	near := rival.anchors.step(rival.allowed).step(rival.allowed)
	reach := near.step(rival.allowed).step(rival.allowed)
	f.allowed.fill(own.allowed)
	f.fresh.fill(own.allowed.andNot(own.anchors))
	f.near.fill(ownNear)
	f.rivalAllowed.fill(rival.allowed)
	f.rivalCorners.fill(rival.anchors)
	f.levels = [...]squares{own.allowed, ownNear, own.anchors, rival.allowed, reach, near, rival.anchors}
}

// of finds the features of a legal placement of the player to move, given the codes of the board.
func (f *moveFeatures) of(m duo.Move, c *codes, x *[NumFeatures]int32) {
	*x = [NumFeatures]int32{}
	var list [MaxTouched]Touched
	for _, s := range touchedBy(m, c, &list) {
		for i, n := range squareFeatures[s.Role][s.Code] {
			x[i] += n
		}
	}
	p, at := &footprints[m.Orientation()&127], windowOffset(m.Square())
	if size, ok := sizeFeature(p.size); ok {
		x[size] = 1
	}
	x[RivalCornerAny] = is(x[RivalCorners] > 0)
	x[FarCornerAny] = is(x[FarCorners] > 0)
	x[ReachGained] = f.reachGained(p, at)
	if x[RivalReach] > 0 { // otherwise the rival has nothing to lose
		x[RivalReachLost] = f.rivalReachLost(p, at)
	}
}

// sizeFeature returns the feature of a tile's size; the largest tiles have none.
func sizeFeature(size uint8) (f Feature, ok bool) {
	switch size {
	case 4:
		return Size4, true
	case 3:
		return Size3, true
	case 2, 1:
		return Size2, true
	}
	return 0, false
}

// squareShares holds what each square that a tile covers or touches adds to a move's logarithm, by
// the square's role and code: the weights of its features in the high half, in 1/256 nat, and its
// squareCounts in the low half. Of the features only the tile's size, those that are 0 or 1, and the
// two of reach are no such sums.
type squareShares [NumRoles][NumCodes]int64

// squareCounts counts squares, a byte each from bit 0: the rival's corners that the tile covers, the
// squares that it covers within four steps of them, and the new corners that are far.
type squareCounts uint32

const (
	oneRivalCorner = 1 << (8 * iota)
	oneRivalReach
	oneFarCorner
)

func (n squareCounts) any(one squareCounts) bool { return n&(one*0xff) != 0 }

// squareFeatures holds what each square that a tile covers or touches adds to the features.
var squareFeatures = func() (out [NumRoles][NumCodes][NumFeatures]int32) {
	for code := range Code(NumCodes) {
		own, rival, ring := code/codeOwn%4, code/codeRival%8, code/codeRing
		x := &out[Covered][code]
		x[CornersCovered] = is(own == 3)
		x[RivalAllowed] = is(rival >= 1)
		x[RivalReach] = is(rival >= 2)
		x[RivalNear] = is(rival >= 3)
		x[RivalCorners] = is(rival >= 4)
		x[Border] = is(ring == 0)
		x = &out[Edge][code]
		x[AllowedLost] = is(own >= 1)
		x[CornersLost] = is(own == 3)
		if own == 1 || own == 2 { // a new corner
			x = &out[Diagonal][code]
			x[NewCorners] = 1
			x[FarCorners] = is(own == 1)
			x[ContestedOnes] = is(rival >= 3)
			x[Centre] = int32(ring)
		}
	}
	return out
}()

// sharesOf returns the shares of the squares, given the weights of a phase.
func sharesOf(w *[NumFeatures]int32) (by squareShares) {
	for role := range by {
		for code := range by[role] {
			sum, x := int32(0), &squareFeatures[role][code]
			for f, n := range x {
				sum += w[f] * n
			}
			by[role][code] = int64(sum)<<32 +
				int64(x[RivalCorners]*oneRivalCorner+x[RivalReach]*oneRivalReach+x[FarCorners]*oneFarCorner)
		}
	}
	return by
}

// rest returns the part of a move's logarithm that squares do not add one by one, in 1/256 nat, given
// the counts of its squares and the weights of the phase.
func (f *moveFeatures) rest(m duo.Move, n squareCounts, w *[NumFeatures]int32) (sum int32) {
	p, at := &footprints[m.Orientation()&127], windowOffset(m.Square())
	if size, ok := sizeFeature(p.size); ok {
		sum = w[size]
	}
	if n.any(oneRivalCorner) {
		sum += w[RivalCornerAny]
	}
	if n.any(oneFarCorner) {
		sum += w[FarCornerAny]
	}
	sum += w[ReachGained] * f.reachGained(p, at)
	if n.any(oneRivalReach) {
		sum += w[RivalReachLost] * f.rivalReachLost(p, at)
	}
	return sum
}

// reachGained returns the number of newly near squares: the squares that the player may cover after
// the move, within two steps of a new corner, that were not near a corner before. The steps stay
// around the tile.
func (f *moveFeatures) reachGained(p *footprint, at uint) int32 {
	free := f.allowed.at(at).and(p.around).andNot(p.tile).andNot(p.edges)
	return f.fresh.at(at).and(p.diagonals).step(free).step(free).andNot(f.near.at(at)).count()
}

// rivalReachLost returns the tile's cut in the rival's reach, in squares: the squares within three
// steps of a rival's corner before the move, less the same after the move. It counts only corners
// and steps around the tile.
func (f *moveFeatures) rivalReachLost(p *footprint, at uint) int32 {
	corners, allowed := f.rivalCorners.at(at).and(p.around), f.rivalAllowed.at(at).and(p.around)
	left, free := corners.andNot(p.tile), allowed.andNot(p.tile)
	before := corners.step(allowed).step(allowed).step(allowed)
	after := left.step(free).step(free).step(free)
	return before.count() - after.count()
}

func is(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// TilesPlaced returns the number of tiles that the player has placed: the phase of the prior.
func TilesPlaced(pos *duo.Position, pl duo.Player) int {
	return duo.NumTiles - bits.OnesCount32(uint32(pos.TilesLeft(pl)))
}

// MoveFeatures appends the features of placements to dst and returns it. The placements must be
// legal for the player to move.
func MoveFeatures(pos *duo.Position, moves []duo.Move, dst [][NumFeatures]int32) [][NumFeatures]int32 {
	var f moveFeatures
	f.load(pos)
	var c codes
	f.codes(&c)
	for _, m := range moves {
		var x [NumFeatures]int32
		f.of(m, &c, &x)
		dst = append(dst, x)
	}
	return dst
}
