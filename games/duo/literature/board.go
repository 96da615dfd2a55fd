// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Move is a placement, or a pass if the player has none.
type Move struct {
	playout.AnchorMove
	Pass bool
}

// Duo returns the move in the form of the rules.
func (m Move) Duo() duo.Move {
	if m.Pass {
		return duo.Pass
	}
	return m.at()
}

// size returns the number of squares of the tile; 0 for a pass.
func (m Move) size() int {
	if m.Pass {
		return 0
	}
	return m.Pattern.Tile().Size()
}

// cover holds the position's data for evaluations.
type cover struct {
	squares   [2]duo.Bitboard // the players' squares
	free      [2]duo.Bitboard // squares that a placement of the player may cover
	diagonals [2]duo.Bitboard // squares diagonal to the players' squares
	placed    [2]int          // numbers of squares
	counts    [2]int          // numbers of corners
}

// shape holds the effect of a placement on a cover.
type shape struct{ squares, around, diagonals duo.Bitboard } // around: the squares and their neighbours

// shapes holds the shape of each placement, by orientation and reference square. Placements that
// leave the board have none.
var shapes = func() (out [duo.NumOrientations][duo.NumSquares]shape) {
	for o := range out {
	squares:
		for s := range out[o] {
			m := duo.NewMove(duo.Orientation(o), duo.Square(s))
			for row, col := range m.Cells {
				if !duo.OnBoard(row, col) {
					continue squares
				}
			}
			c := m.Cover()
			out[o][s] = shape{c, c.Or(c.Edges()), c.Diagonals()}
		}
	}
	return out
}()

func (m Move) shape() *shape {
	at := m.at()
	return &shapes[at.Orientation()][at.Square()]
}

// place covers the squares of a placement.
func (c *cover) place(pl duo.Player, m Move) {
	rival := pl.Rival()
	c.placed[pl] += m.size()
	s := m.shape()
	for w := range s.squares {
		c.squares[pl][w] |= s.squares[w]
		c.free[pl][w] &^= s.around[w]
		c.free[rival][w] &^= s.squares[w]
		c.diagonals[pl][w] |= s.diagonals[w]
	}
	for pl := range c.counts {
		corners := c.corners(duo.Player(pl))
		c.counts[pl] = corners.Count()
	}
}

// corners returns the allowed squares diagonal to a square of the player: the corners of the thesis
// and of the hardware's corner finder.
func (c *cover) corners(pl duo.Player) duo.Bitboard { return c.free[pl].And(c.diagonals[pl]) }

// board is a position. Package playout lists its moves.
type board struct {
	cover
	state playout.State
}

func newBoard(pos *duo.Position) (b board) {
	b.state = playout.NewState(pos)
	for pl := range duo.Player(2) {
		b.squares[pl], b.free[pl] = pos.Squares(pl), pos.Allowed(pl)
		b.diagonals[pl] = b.squares[pl].Diagonals()
		b.placed[pl] = b.squares[pl].Count()
		corners := b.corners(pl)
		b.counts[pl] = corners.Count()
	}
	return b
}

func (b *board) play(m Move) {
	if m.Pass {
		b.state.Pass()
		return
	}
	b.place(b.state.ToMove(), m)
	b.state.Play(m.AnchorMove)
}

// moves appends the legal moves to dst, or a pass if there are no others.
func (b *board) moves(dst []Move, buf *[]playout.AnchorMove) []Move {
	*buf = b.state.Moves((*buf)[:0])
	if len(*buf) == 0 {
		return append(dst, Move{Pass: true})
	}
	for _, m := range *buf {
		dst = append(dst, Move{AnchorMove: m})
	}
	return dst
}

// legal reports whether the player, with the given tiles left, may make a placement.
func (c *cover) legal(pl duo.Player, tiles duo.TileSet, m Move) bool {
	if m.Pass || !tiles.Has(m.Pattern.Tile()) {
		return false
	}
	s := m.shape()
	if tiles == duo.AllTiles && !s.squares.Has(pl.Start()) {
		return false
	}
	var outside, touching uint64
	for w := range s.squares {
		outside |= s.squares[w] &^ c.free[pl][w]
		touching |= s.squares[w] & c.diagonals[pl][w]
	}
	return outside == 0 && (touching != 0) == (tiles != duo.AllTiles)
}

// same reports whether two moves place the same tile on the same squares, possibly with different
// anchors.
func (m Move) same(n Move) bool { return m.Pass == n.Pass && (m.Pass || m.at() == n.at()) }

// turns returns the number of tiles on the board, of both players.
func (b *board) turns() int {
	return 2*duo.NumTiles - popcount(b.state.Tiles(duo.Player1)) - popcount(b.state.Tiles(duo.Player2))
}

// Order is the order of the moves in a position's list. A search that takes unvisited moves first,
// with fewer playouts than moves, never sees the last ones.
type Order uint8

// Orders. Moves of a tile are in the order of orientation, row and column.
const (
	SmallFirst Order = iota // tiles a to u, as returnAllValidMoves loops over them (4.1)
	LargeFirst              // tiles u to a ("big tiles first", 6.2)
)

// maxMoves exceeds the number of moves of any position (see playout.MaxListedMoves).
const maxMoves = 2048

// sort puts moves of a position in order: by the place of the orientation, then by square. A pass
// is allowed only as the only move.
func (o Order) sort(moves []Move) {
	const few = 24
	if len(moves) <= few {
		for i := 1; i < len(moves); i++ {
			insert(o, moves, 0, i, moves[i])
		}
		return
	}
	var buf [maxMoves]Move
	var starts, filled [duo.NumOrientations + 1]uint16
	from := buf[:copy(buf[:], moves)]
	for _, m := range from {
		starts[o.place(m)+1]++
	}
	for i := range duo.NumOrientations {
		starts[i+1] += starts[i]
	}
	for _, m := range from {
		p := o.place(m)
		start := int(starts[p])
		at := start + int(filled[p])
		filled[p]++
		insert(o, moves, start, at, m)
	}
}

// insert inserts a move in order among the moves from start up to, but not including, end; it
// overwrites the move at end.
func insert(o Order, moves []Move, start, end int, m Move) {
	key := o.key(m)
	for ; end > start && o.key(moves[end-1]) > key; end-- {
		moves[end] = moves[end-1]
	}
	moves[end] = m
}

// key returns the place of a move among all moves. Lists are in the order of keys.
func (o Order) key(m Move) uint16 { return uint16(o.place(m))<<8 | uint16(m.at().Square()) }

// place returns the place of the move's orientation in the order.
func (o Order) place(m Move) uint8 { return places[o][placements[m.Pattern][m.Flip&3].orientation] }

// places holds the place of each orientation in each order.
var places = func() (out [2][duo.NumOrientations]uint8) {
	n := uint8(0)
	for t := range duo.Tile(duo.NumTiles) {
		for i := range duo.Orientation(duo.NumOrientations) {
			if i.Tile() == t {
				out[SmallFirst][i] = n
				n++
			}
			out[LargeFirst][i] = uint8(i)
		}
	}
	return out
}()

// at returns the placement as a duo.Move.
func (m Move) at() duo.Move {
	p := &placements[m.Pattern][m.Flip&3]
	return duo.NewMove(p.orientation, m.Anchor+p.step)
}

// placements holds the orientation that each pattern places, and the step from the anchor to its
// reference square.
var placements = func() (out [playout.NumPatterns + 1][4]struct {
	orientation duo.Orientation
	step        duo.Square
}) {
	for p := range playout.Pattern(playout.NumPatterns) {
		for f := range playout.Flip(4) {
			o, ref := p.Flipped(f)
			out[p][f].orientation = o
			out[p][f].step = duo.Square(int(ref.Row)*duo.BoardSize + int(ref.Col))
		}
	}
	return out
}()

// steps returns the squares of within that are at most n orthogonal steps from a square of from.
func steps(from, within duo.Bitboard, n int) duo.Bitboard {
	from = from.And(within)
	for range n {
		from = from.Or(from.Edges().And(within))
	}
	return from
}

func popcount(s duo.TileSet) int { return bits.OnesCount32(uint32(s)) }
