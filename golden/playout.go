package golden

import (
	"fmt"
	"math/bits"
)

// Policy is the rule by which both players of a playout choose their moves.
type Policy uint8

// The policies.
const (
	// UniformPolicy chooses uniformly among all legal moves.
	UniformPolicy Policy = 0
	// LargestPolicy chooses uniformly among the legal moves that place a tile of
	// the greatest size that has a legal move.
	LargestPolicy Policy = 1
)

// NumPolicies is the number of policies.
const NumPolicies = 2

// String returns "uniform" or "largest".
func (p Policy) String() string {
	switch p {
	case UniformPolicy:
		return "uniform"
	case LargestPolicy:
		return "largest"
	}
	return fmt.Sprintf("policy %d", uint8(p))
}

// ParsePolicy returns the policy of that name.
func ParsePolicy(name string) (Policy, error) {
	for p := range Policy(NumPolicies) {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("policy %q: want uniform or largest", name)
}

// RNG is the random number generator of one playout: xorshift with 32 bits of
// state (Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14),
// 2003, the triple 13, 17, 5). The state is never 0.
type RNG uint32

// seedStep is the odd constant nearest to 2^32 divided by the golden ratio, so
// that the seeds of a batch differ in many bits.
const seedStep = 0x9e3779b9

// NewRNG returns the stream of playout i of the batch with the given seed.
func NewRNG(seed, i uint32) RNG { return RNG((seed + i*seedStep) | 1) }

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
	mask := uint32(1)<<bits.Len32(uint32(n-1)) - 1
	for {
		tries++
		if k := int(r.Next() >> DrawShift & mask); k < n {
			return k, tries
		}
	}
}

// MaxListedCorners is the number of corners with a legal move that a playout
// looks at; it leaves out those beyond. It is the depth of the hardware's list
// of corners. The positions of a million random games have at most 24.
const MaxListedCorners = 40

// rows is a set of squares as the playouts use it: rowMargin empty rows above
// and below the board, and rowMargin columns to the left in bits 0..3.
type rows [BoardSize + 2*rowMargin]uint32

const (
	rowMargin = Reach
	rowBits   = (1<<BoardSize - 1) << rowMargin
)

func rowsOf(b Bitboard) (r rows) {
	for s := range Square(NumSquares) {
		if b.Has(s) {
			r[s.Row()+rowMargin] |= 1 << (s.Col() + rowMargin)
		}
	}
	return r
}

// side is what a playout knows of one player.
type side struct {
	allowed rows       // squares that a placement may cover
	corners rows       // those of them to visit
	tiles   TileSet    // tiles left
	usable  PatternSet // their patterns
	value   int        // squares placed, and the bonus for placing all tiles
	out     bool       // has passed, or the game is over
}

// first tells whether the player has not placed a tile.
func (s *side) first() bool { return s.tiles == AllTiles }

// playoutState is a position in the form that the playouts and the hardware's
// lanes keep it in.
type playoutState struct {
	sides  [2]side
	toMove Player
}

// firstAnchors are the squares that a player's first move visits.
var firstAnchors = func() (out [2]Bitboard) {
	for pl := range Player(2) {
		start := pl.Start()
		for s := range Square(NumSquares) {
			if s <= start && abs(s.Row()-start.Row())+abs(s.Col()-start.Col()) <= Reach {
				out[pl].Set(s)
			}
		}
	}
	return out
}()

func abs(x int) int { return max(x, -x) }

// newPlayoutState returns the state of a position.
func newPlayoutState(p *Position) (st playoutState) {
	st.toMove = p.toMove
	for pl := range Player(2) {
		allowed, contact := p.contacts(pl)
		s := &st.sides[pl]
		s.tiles = p.left[pl]
		if s.first() {
			contact = allowed.and(firstAnchors[pl])
		}
		s.allowed, s.corners = rowsOf(allowed), rowsOf(contact)
		s.usable = ofTiles(s.tiles)
		s.value = p.Score(pl) + NumCells
		s.out = p.Over()
	}
	return st
}

// windowAt returns the neighbourhood of a corner, in which the corners before
// it count as not allowed, and how it is mirrored.
func (s *side) windowAt(row, col int) (w window, flip Flip) {
	var seg [2*Reach + 1]uint32 // rows -4..4 of columns -4..4, bit 0 on the left
	for d := range Reach {
		seg[d] = (s.allowed[row+d] &^ s.corners[row+d]) >> col & 0x1ff
		seg[d+Reach+1] = s.allowed[row+d+Reach+1] >> col & 0x1ff
	}
	before := s.corners[row+Reach] & (1<<(col+rowMargin) - 1)
	seg[Reach] = (s.allowed[row+Reach] &^ before) >> col & 0x1ff
	if !s.first() {
		if seg[Reach-1]>>Reach&1 != 0 { // the square above is allowed
			flip |= FlipRows
			seg[0], seg[8] = seg[8], seg[0]
			seg[1], seg[7] = seg[7], seg[1]
			seg[2], seg[6] = seg[6], seg[2]
			seg[3], seg[5] = seg[5], seg[3]
		}
		if seg[Reach]>>(Reach-1)&1 != 0 { // the square to the left
			flip |= FlipCols
			for i := range seg {
				seg[i] = uint32(bits.Reverse16(uint16(seg[i])) >> 7)
			}
		}
	}
	// The packing of windowOrder.
	return window(seg[5]>>1&127 |
		seg[4]>>5&15<<7 | seg[4]>>2&1<<11 | seg[8]>>4&1<<12 | seg[1]>>5&1<<13 |
		seg[6]>>2&31<<14 | seg[2]>>4&7<<19 | seg[3]>>5&7<<22 | seg[7]>>3&7<<25), flip
}

// fitsAt returns the patterns that the player can lay on a corner and how the
// window is mirrored.
func (s *side) fitsAt(pl Player, row, col int) (PatternSet, Flip) {
	w, flip := s.windowAt(row, col)
	fits := w.fits().and(s.usable)
	if s.first() {
		start := pl.Start()
		fits = fits.and(coverTable[start.Row()-row+Reach][start.Col()-col+Reach])
	}
	return fits, flip
}

// listed is a corner with legal moves.
type listed struct {
	row, col int
	fits     PatternSet // those that the policy may choose
	flip     Flip
	count    int
}

// list writes the corners that have a move that the policy may choose, in
// reading order, and returns how many there are and how many moves they have.
func (st *playoutState) list(policy Policy, out *[MaxListedCorners]listed) (corners, moves int) {
	s := &st.sides[st.toMove]
	size := 1 // of the largest tiles met so far
	for row := range BoardSize {
		for left := s.corners[row+rowMargin]; left != 0; left &= left - 1 {
			col := bits.TrailingZeros32(left) - rowMargin
			fits, flip := s.fitsAt(st.toMove, row, col)
			if policy == LargestPolicy {
				for larger := MaxTileSize; larger > size; larger-- {
					if fits.and(patternsOfSize[larger]) != (PatternSet{}) {
						size, corners, moves = larger, 0, 0
						break
					}
				}
				fits = fits.and(patternsOfSize[size])
			}
			if n := fits.Count(); n > 0 && corners < MaxListedCorners {
				out[corners] = listed{row, col, fits, flip, n}
				corners++
				moves += n
			}
		}
	}
	return corners, moves
}

// footprint is a pattern in a mirrored window as rows of the board: bit i of a row
// is column left+i, relative to the corner.
type footprint struct {
	top, left int
	height    int
	rows      [MaxTileSize]uint32
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
func (st *playoutState) play(row, col int, flip Flip, p Pattern) {
	own, rival := &st.sides[st.toMove], &st.sides[st.toMove.Rival()]
	if own.first() {
		own.corners = rows{}
	}
	sh := &footprints[p][flip]
	top, shift := row+sh.top+rowMargin, uint(col+sh.left+rowMargin)
	var prev, cur uint32
	for i := -1; i <= sh.height; i++ {
		var next uint32
		if i+1 < sh.height {
			next = sh.rows[i+1] << shift
		}
		own.allowed[top+i] &^= cur | cur<<1 | cur>>1 | prev | next
		diagonal := (prev|next)<<1 | (prev|next)>>1
		own.corners[top+i] = (own.corners[top+i] | diagonal) & own.allowed[top+i]
		rival.allowed[top+i] &^= cur
		rival.corners[top+i] &^= cur
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

// pass puts the player to move out of the game: who has no move never gets one
// again.
func (st *playoutState) pass() {
	st.sides[st.toMove].out = true
	st.next()
}

func (st *playoutState) next() {
	if !st.sides[st.toMove.Rival()].out {
		st.toMove = st.toMove.Rival()
	}
}

func (st *playoutState) over() bool { return st.sides[0].out && st.sides[1].out }

// AnchorMoves appends the legal moves of the player to move to dst, in the move
// order of the anchor method, and returns it. It is the same set as that of
// LegalMoves as long as no more than MaxListedCorners corners have moves.
func (p *Position) AnchorMoves(dst []AnchorMove) []AnchorMove {
	st := newPlayoutState(p)
	if st.over() {
		return dst
	}
	var list [MaxListedCorners]listed
	n, _ := st.list(UniformPolicy, &list)
	for _, l := range list[:n] {
		for k := range l.count {
			dst = append(dst, AnchorMove{NewSquare(l.row, l.col), l.flip, l.fits.nth(k)})
		}
	}
	return dst
}

// PlayoutPly is what happens at one turn of a playout: of Moves moves that the
// policy may choose, the Choice-th in move order is made. With no moves the
// player passes, for the rest of the game.
type PlayoutPly struct {
	Player  Player
	Corners int // that have such a move
	Moves   int
	Choice  int
	Tries   int // numbers drawn from the stream
	Move    AnchorMove
}

// Playouts plays games from one position to their end.
type Playouts struct{ start playoutState }

// NewPlayouts returns the playouts from a position. A player who has passed
// though he had a move is still in the game, as in Position; in the playout a
// pass is for good.
func NewPlayouts(p *Position) *Playouts { return &Playouts{newPlayoutState(p)} }

// NoFirst lets the policy choose the first move of a playout, too.
const NoFirst = -1

// Play plays one game with the numbers of the stream and returns the score of
// player 1 minus that of player 2. The first move is the one with the index
// first among all legal moves, in move order; if there are not as many, or
// first is NoFirst, it is left to the policy. If visit is not nil it is called for
// every ply, before it is played.
func (g *Playouts) Play(policy Policy, first int, rng RNG, visit func(PlayoutPly)) int {
	st := g.start
	var list [MaxListedCorners]listed
	for ply := 0; !st.over(); ply++ {
		turn := PlayoutPly{Player: st.toMove}
		forced := ply == 0 && first >= 0
		rule := policy
		if forced {
			rule = UniformPolicy
		}
		turn.Corners, turn.Moves = st.list(rule, &list)
		if turn.Moves == 0 {
			if visit != nil {
				visit(turn)
			}
			st.pass()
			continue
		}
		if forced && first < turn.Moves {
			turn.Choice = first
		} else {
			turn.Choice, turn.Tries = rng.Draw(turn.Moves)
		}
		i, k := 0, turn.Choice
		for ; k >= list[i].count; i++ {
			k -= list[i].count
		}
		l := &list[i]
		p := l.fits.nth(k)
		if visit != nil {
			turn.Move = AnchorMove{NewSquare(l.row, l.col), l.flip, p}
			visit(turn)
		}
		st.play(l.row, l.col, l.flip, p)
	}
	return st.sides[Player1].value - st.sides[Player2].value
}
