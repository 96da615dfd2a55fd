// Package playout plays games out: it lists moves by the anchor method (see package
// golden), chooses among them by a policy from a random stream, and keeps the board as the
// hardware's lanes do. pattern.go has the 127 patterns.
package playout

import (
	"fmt"
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Policy is the rule by which both players of a playout choose their moves.
type Policy uint8

// The policies.
const (
	// Uniform chooses uniformly among all legal moves.
	Uniform Policy = 0
	// Largest chooses uniformly among the legal moves that place a tile of
	// the greatest size that has a legal move.
	Largest Policy = 1
)

// NumPolicies is the number of policies.
const NumPolicies = 2

// String returns "uniform" or "largest".
func (p Policy) String() string {
	switch p {
	case Uniform:
		return "uniform"
	case Largest:
		return "largest"
	}
	return fmt.Sprintf("policy %d", uint8(p))
}

// RNG is the random number generator of one playout: xorshift with 32 bits of
// state (Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14),
// 2003, the triple 13, 17, 5). The state is never 0.
type RNG uint32

// SeedStep is the odd constant nearest to 2^32 divided by the golden ratio, so
// that the seeds of a batch differ in many bits.
const SeedStep = 0x9e3779b9

// NewRNG returns the stream of playout i of the batch with the given seed. Its lowest bit
// is 1, so that every second playout of the seeds 2k and 2k+1 is the same.
func NewRNG(seed, i uint32) RNG { return RNG((seed + i*SeedStep) | 1) }

// MaxMoves is the number of legal moves of which one can be given as the first move of a
// playout by its number; searches take no notice of those beyond.
const MaxMoves = 1024

// FirstShift is where RNG.WithFirst puts the number: in the highest bits, since those
// below differ between the playouts of a batch, and between small seeds.
const FirstShift = 22

// WithFirst returns the stream of a playout whose first move is given by its number,
// 0..MaxMoves-1, or NoFirst: the high bits of the stream, which this move has no need
// of, hold the number, and the hardware keeps it nowhere else. The first 834,697
// streams of a batch are different all the same.
func (r RNG) WithFirst(first int) RNG {
	if first == NoFirst {
		return r
	}
	return r&(1<<FirstShift-1) | RNG(first)<<FirstShift
}

// Next advances the stream and returns its 32 bits.
func (r *RNG) Next() uint32 {
	x := uint32(*r)
	x ^= x << 13
	x ^= x >> 17
	x ^= x << 5
	*r = RNG(x)
	return x
}

// DrawShift is the number of low bits of the stream that a draw drops.
const DrawShift = 16

// Draw returns a number below n, each with the same probability: it takes the
// bits of the stream above DrawShift, as many as n-1 has, and tries again while
// the number is not below n. It also returns how many numbers it tried. n is
// 1..65,536.
func (r *RNG) Draw(n int) (k, tries int) {
	for {
		tries++
		if k := r.Try(n); k < n {
			return k, tries
		}
	}
}

// Try draws once: a number of as many bits as n-1 has.
func (r *RNG) Try(n int) int {
	mask := uint32(1)<<bits.Len32(uint32(n-1)) - 1
	return int(r.Next() >> DrawShift & mask)
}

// MaxListedCorners is the number of corners with a legal move that a playout
// looks at; it leaves out those beyond. It is the depth of the hardware's list
// of corners: those of LaneGames games fill a block RAM of 256 words.
const MaxListedCorners = 40

// MaxListedMoves is the number of moves with which a playout looks at no more corners:
// more than games have (players who work together for it reach some 1,200), and few
// enough that those of one more corner fit into the hardware's 11 bits.
const MaxListedMoves = 1920

// rows is a set of squares as the playouts use it, two pictures of the board
// side by side: in bits 0..31 of a word a row from left to right, in bits
// 32..63 from right to left. Each picture has rowMargin columns before the
// board and each end of the array rowMargin empty rows. The words after those
// are never used: an index of rowIndexBits needs no check.
type rows [1 << rowIndexBits]uint64

const (
	rowMargin    = Reach
	rowIndexBits = 5
	rowIndexMask = 1<<rowIndexBits - 1
	mirrorShift  = 32
)

// rowBit returns the bits of the square in that column, one in each picture.
func rowBit(col int) uint64 {
	return 1<<((col+rowMargin)&63) | 1<<((mirrorShift+rowMargin+duo.BoardSize-1-col)&63)
}

func rowsOf(b duo.Bitboard) (r rows) {
	for s := range duo.Square(duo.NumSquares) {
		if b.Has(s) {
			r[s.Row()+rowMargin] |= rowBit(s.Col())
		}
	}
	return r
}

// four returns four rows of the board, 16 bits apart.
func (r *rows) four(top int) uint64 {
	at := top + rowMargin
	row := func(i int) uint64 { return uint64(uint16(r[(at+i)&rowIndexMask]>>rowMargin)) << (16 * i) }
	return row(0) | row(1) | row(2) | row(3)
}

// side is what a playout knows of one player.
type side struct {
	allowed rows        // squares that a placement may cover
	anchors rows        // those of them to visit
	tiles   duo.TileSet // tiles left
	usable  PatternSet  // their patterns
	value   int         // squares placed, and the bonus for placing all tiles
	out     bool        // has passed, or the game is over
}

// first reports whether the player has not placed a tile.
func (s *side) first() bool { return s.tiles == duo.AllTiles }

// State is a position in the form that the playouts and the hardware's
// lanes keep it in.
type State struct {
	sides  [2]side
	toMove duo.Player
}

// ToMove returns the player to move.
func (st *State) ToMove() duo.Player { return st.toMove }

// Over reports whether both players are out.
func (st *State) Over() bool { return st.sides[0].out && st.sides[1].out }

// Out reports whether the player has passed, or the game is over.
func (st *State) Out(pl duo.Player) bool { return st.sides[pl].out }

// Tiles returns the tiles that the player has left.
func (st *State) Tiles(pl duo.Player) duo.TileSet { return st.sides[pl].tiles }

// Value returns the squares that the player has placed, and the bonus for placing all
// tiles.
func (st *State) Value(pl duo.Player) int { return st.sides[pl].value }

// Margin returns the score of player 1 minus that of player 2, were the game to end
// here.
func (st *State) Margin() int { return st.sides[duo.Player1].value - st.sides[duo.Player2].value }

// Row returns a row of the squares that a placement of the player may cover, and of
// those that are visited as anchors: bit 0 is the left column.
func (st *State) Row(pl duo.Player, row int) (allowed, anchors uint16) {
	const all = 1<<duo.BoardSize - 1
	s := &st.sides[pl]
	return uint16(s.allowed[row+rowMargin] >> rowMargin & all), uint16(s.anchors[row+rowMargin] >> rowMargin & all)
}

// FirstAnchors returns the squares that a player's first move visits.
func FirstAnchors(pl duo.Player) duo.Bitboard { return firstAnchors[pl] }

var firstAnchors = func() (out [2]duo.Bitboard) {
	for pl := range duo.Player(2) {
		start := pl.Start()
		for s := range duo.Square(duo.NumSquares) {
			if s <= start && abs(s.Row()-start.Row())+abs(s.Col()-start.Col()) <= Reach {
				out[pl].Set(s)
			}
		}
	}
	return out
}()

func abs(x int) int { return max(x, -x) }

// newState returns the state of a position.
func newState(p *duo.Position) (st State) {
	st.toMove = p.ToMove()
	for pl := range duo.Player(2) {
		allowed, anchors := p.Anchors(pl)
		s := &st.sides[pl]
		s.tiles = p.TilesLeft(pl)
		if s.first() {
			anchors = allowed.And(firstAnchors[pl])
		}
		s.allowed, s.anchors = rowsOf(allowed), rowsOf(anchors)
		s.usable = ofTiles(s.tiles)
		s.value = p.Score(pl) + duo.NumCells
		s.out = p.Over()
	}
	return st
}

// fitsAt returns, as the words of a PatternSet, the patterns of which all cells
// are free when laid on the square, and how the window is mirrored; mirrors
// holds the mirrors that it may use.
func (free *rows) fitsAt(row, col int, mirrors Flip) (lo, hi uint64, flip Flip) {
	at := row + rowMargin
	above := free[(at-1)&rowIndexMask] >> ((col + rowMargin) & 63) & 1
	before := free[at&rowIndexMask] >> ((col + rowMargin - 1) & 63) & 1
	flip = (FlipRows*Flip(above) | FlipCols*Flip(before)) & mirrors
	step := 1 - 2*int(flip&FlipRows)
	shift := col + int(flip/FlipCols)*(mirrorShift+duo.BoardSize-1-2*col)
	// A row of the window: bit Reach+i is column i. Rows and bits as in fitCells.
	window := func(row int) uint64 { return free[(at+row*step)&rowIndexMask] >> (shift & 63) }
	a := &fitTables[0][window(1)>>1&0x7f]
	b := &fitTables[1][window(0)>>2&0x7f]
	c := &fitTables[2][window(2)>>2&0x1f|window(4)<<1&0x20|window(-3)<<1&0x40]
	d := &fitTables[3][window(-2)>>4&0x7|window(-1)>>2&0x38|window(3)<<3&0x1c0]
	return a[0] & b[0] & c[0] & d[0], a[1] & b[1] & c[1] & d[1], flip
}

// Listed is an anchor with legal moves.
type Listed struct {
	fits     PatternSet // those that the policy may choose
	row, col int8
	flip     Flip
	count    uint8
}

func (l *Listed) anchor() duo.Square { return duo.NewSquare(int(l.row), int(l.col)) }

// Move returns the k-th of the anchor's moves.
func (l *Listed) Move(k int) AnchorMove { return AnchorMove{l.anchor(), l.flip, l.fits.nth(k)} }

// List holds the anchors that have moves.
type List [MaxListedCorners]Listed

// Locate walks along a list to the k-th of all its moves: the k-th, as it
// returns it, of the i-th anchor.
func (list *List) Locate(k int) (i, _ int) {
	for ; k >= int(list[i].count); i++ {
		k -= int(list[i].count)
	}
	return i, k
}

// List writes the anchors that have a move that the policy may choose, in
// reading order, and returns how many there are and how many moves they have.
func (st *State) List(policy Policy, out *List) (anchors, moves int) {
	s := &st.sides[st.toMove]
	free := s.allowed // but anchors visited count as not allowed
	first, start := s.first(), st.toMove.Start()
	mirrors := FlipRows | FlipCols
	if first {
		mirrors = 0
	}
	// What the policy chooses from: patterns of the greatest size met so far, and
	// as long as others are left, those of greater ones.
	left, chosen := s.usable, s.usable
	if policy == Largest {
		chosen = patternsOfSize[1]
	}
	for top := 0; top < duo.BoardSize; top += 4 {
		for squares := s.anchors.four(top); squares != 0; squares &= squares - 1 {
			i := bits.TrailingZeros64(squares)
			row, col := top+i/16, i%16
			lo, hi, flip := free.fitsAt(row, col, mirrors)
			free[(row+rowMargin)&rowIndexMask] &^= rowBit(col)
			lo &= left[0]
			hi &= left[1]
			if first {
				cover := &coverTable[start.Row()-row+Reach][start.Col()-col+Reach]
				lo &= cover[0]
				hi &= cover[1]
			}
			if lo|hi == 0 {
				continue
			}
			if lo&^chosen[0]|hi&^chosen[1] != 0 {
				size := sizeOfFirst(lo, hi)
				chosen, left = patternsOfSize[size], left.and(patternsUpFrom[size])
				lo &= chosen[0]
				hi &= chosen[1]
				anchors, moves = 0, 0
			}
			if anchors < MaxListedCorners && moves < MaxListedMoves {
				l := &out[anchors]
				n := bits.OnesCount64(lo) + bits.OnesCount64(hi)
				l.fits[0], l.fits[1] = lo, hi
				l.row, l.col, l.flip, l.count = int8(row), int8(col), flip, uint8(n)
				anchors++
				moves += n
			}
		}
	}
	return anchors, moves
}

// sizeOfFirst returns the greatest size of the patterns in the set of those two
// words, which is not empty: large tiles have the low numbers.
func sizeOfFirst(lo, hi uint64) int {
	if lo != 0 {
		return int(patternSize[bits.TrailingZeros64(lo)&63])
	}
	return int(patternSize[64+bits.TrailingZeros64(hi)&63])
}

// patternSize holds the number of squares of each pattern.
var patternSize = func() (out [NumPatterns + 1]uint8) {
	for p := range Pattern(NumPatterns) {
		out[p] = uint8(p.Tile().Size())
	}
	return out
}()

// footprint is a pattern in a mirrored window as rows of the board: bit i of a row
// is column left+i, relative to the corner.
type footprint struct {
	top, left int
	height    int
	rows      [MaxTileSize]uint64
}

var footprints = func() (out [NumPatterns][4]footprint) {
	for p := range patterns {
		for f := range Flip(4) {
			s := &out[p][f]
			bottom := 0
			for _, c := range patterns[p].cells {
				c = f.apply(c)
				s.top, s.left = min(s.top, int(c.Row)), min(s.left, int(c.Col))
				bottom = max(bottom, int(c.Row))
			}
			s.height = bottom - s.top + 1
			for _, c := range patterns[p].cells {
				c = f.apply(c)
				s.rows[int(c.Row)-s.top] |= 1 << (int(c.Col) - s.left)
			}
		}
	}
	return out
}()

// play lays a pattern for the player to move and passes the turn on.
func (st *State) play(row, col int, flip Flip, p Pattern) {
	own, rival := &st.sides[st.toMove], &st.sides[st.toMove.Rival()]
	if own.first() {
		own.anchors = rows{}
	}
	sh, mirrored := &footprints[p][flip], &footprints[p][flip^FlipCols]
	top := row + sh.top + rowMargin
	shift := col + sh.left + rowMargin
	mirroredShift := mirrorShift + duo.BoardSize - 1 - col + mirrored.left + rowMargin
	var prev, cur uint64
	for i := -1; i <= sh.height; i++ {
		var next uint64
		if i+1 < sh.height {
			next = sh.rows[i+1]<<(shift&63) | mirrored.rows[i+1]<<(mirroredShift&63)
		}
		r := (top + i) & rowIndexMask
		own.allowed[r] &^= cur | cur<<1 | cur>>1 | prev | next
		diagonal := (prev|next)<<1 | (prev|next)>>1
		own.anchors[r] = (own.anchors[r] | diagonal) & own.allowed[r]
		rival.allowed[r] &^= cur
		rival.anchors[r] &^= cur
		prev, cur = cur, next
	}
	tile := p.Tile()
	own.tiles &^= 1 << tile
	own.usable[0] &^= patternsOfTile[tile][0]
	own.usable[1] &^= patternsOfTile[tile][1]
	own.value += tile.Size()
	if own.tiles == 0 {
		own.value += 15
		if tile == 0 {
			own.value += 5
		}
		own.out, rival.out = true, true
	}
	st.next()
}

// Play makes a move of the player to move and passes the turn on.
func (st *State) Play(m AnchorMove) { st.play(m.Anchor.Row(), m.Anchor.Col(), m.Flip, m.Pattern) }

// Pass puts the player to move out of the game: who has no move never gets one
// again.
func (st *State) Pass() {
	st.sides[st.toMove].out = true
	st.next()
}

func (st *State) next() {
	if !st.sides[st.toMove.Rival()].out {
		st.toMove = st.toMove.Rival()
	}
}

// AnchorMoves appends the legal moves of the player to move to dst, in the move
// order of the anchor method, and returns it. It is the same set as that of
// LegalMoves as long as no more than MaxListedCorners corners have moves, and fewer
// than MaxListedMoves.
func AnchorMoves(p *duo.Position, dst []AnchorMove) []AnchorMove {
	st := newState(p)
	return st.moves(dst)
}

func (st *State) moves(dst []AnchorMove) []AnchorMove {
	if st.Over() {
		return dst
	}
	var list List
	n, _ := st.List(Uniform, &list)
	for _, l := range list[:n] {
		for k := range int(l.count) {
			dst = append(dst, l.Move(k))
		}
	}
	return dst
}

// Ply is what happens at one turn of a playout: of Moves moves that the
// policy may choose, the Choice-th in move order is made. With no moves the
// player passes, for the rest of the game.
type Ply struct {
	Player  duo.Player
	Anchors int // that have such a move
	Moves   int
	Choice  int
	Tries   int // numbers drawn from the stream
	Move    AnchorMove
}

// Root is a position from which playouts play games to their end.
type Root struct{ start State }

// NewRoot returns the root at a position. A player who has passed
// though he had a move is still in the game, as in Position; in the playout a
// pass is for good.
func NewRoot(p *duo.Position) *Root { return &Root{newState(p)} }

// NewRootWith returns the root at a position of which the players' values and whether
// the game is over are not what follows from its moves, but what the caller says.
func NewRootWith(p *duo.Position, value [2]int, over bool) *Root {
	st := newState(p)
	for pl := range st.sides {
		st.sides[pl].value, st.sides[pl].out = value[pl], over
	}
	return &Root{st}
}

// State returns the state at the root.
func (g *Root) State() State { return g.start }

// Moves appends the legal moves of the player to move to dst; see AnchorMoves.
func (g *Root) Moves(dst []AnchorMove) []AnchorMove { return g.start.moves(dst) }

// NoFirst lets the policy choose the first move of a playout, too.
const NoFirst = -1

// Play plays one game with the numbers of the stream and returns the score of
// player 1 minus that of player 2. The first move is the one with the index
// first among all legal moves, in move order, and the stream is that of
// RNG.WithFirst; if there are not as many, it is drawn among all of them, whatever
// the policy. NoFirst leaves it to the policy. If visit is not nil it is called for
// every ply, before it is played.
func (g *Root) Play(policy Policy, first int, rng RNG, visit func(Ply)) int {
	rng = rng.WithFirst(first)
	st := g.start
	var list List
	for ply := 0; !st.Over(); ply++ {
		turn := Ply{Player: st.toMove}
		forced := ply == 0 && first >= 0
		rule := policy
		if forced {
			rule = Uniform
		}
		turn.Anchors, turn.Moves = st.List(rule, &list)
		if turn.Moves == 0 {
			if visit != nil {
				visit(turn)
			}
			st.Pass()
			continue
		}
		if forced && first < turn.Moves {
			turn.Choice = first
		} else {
			turn.Choice, turn.Tries = rng.Draw(turn.Moves)
		}
		i, k := list.Locate(turn.Choice)
		turn.Move = list[i].Move(k)
		if visit != nil {
			visit(turn)
		}
		st.play(int(list[i].row), int(list[i].col), turn.Move.Flip, turn.Move.Pattern)
	}
	return st.Margin()
}

// ToMove returns the player who moves first, and reports whether the game is
// over before it begins.
func (g *Root) ToMove() (pl duo.Player, over bool) { return g.start.toMove, g.start.Over() }
