package literature

import (
	"math/bits"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Move is a placement, or a pass if the player has none.
type Move struct {
	playout.AnchorMove
	Pass bool
}

// Duo returns the move as the rules know it.
func (m Move) Duo() duo.Move {
	if m.Pass {
		return duo.Pass
	}
	return m.AnchorMove.Move()
}

// size returns the number of squares of the tile, 0 of a pass.
func (m Move) size() int {
	if m.Pass {
		return 0
	}
	return m.Pattern.Tile().Size()
}

// cover is what evaluations count in.
type cover struct {
	squares   [2]duo.Bitboard // of the players
	free      [2]duo.Bitboard // that a placement of the player may cover
	diagonals [2]duo.Bitboard // of the players' squares
}

// place covers the squares of a placement.
func (c *cover) place(pl duo.Player, m Move) {
	tile := m.AnchorMove.Move().Cover()
	c.squares[pl] = c.squares[pl].Or(tile)
	c.free[pl] = c.free[pl].AndNot(tile.Or(tile.Edges()))
	c.free[pl.Rival()] = c.free[pl.Rival()].AndNot(tile)
	c.diagonals[pl] = c.diagonals[pl].Or(tile.Diagonals())
}

// corners returns the allowed squares diagonal to a square of the player: the thesis's
// corners, and those of the hardware's corner finder.
func (c *cover) corners(pl duo.Player) duo.Bitboard { return c.free[pl].And(c.diagonals[pl]) }

// counts returns the numbers of corners of both players.
func (c *cover) counts() [2]int {
	first, second := c.corners(duo.Player1), c.corners(duo.Player2)
	return [2]int{first.Count(), second.Count()}
}

// board is a position: the lists of moves are the playouts'.
type board struct {
	cover
	state playout.State
}

func newBoard(pos *duo.Position) (b board) {
	b.state = playout.NewState(pos)
	for pl := range duo.Player(2) {
		b.squares[pl], b.free[pl] = pos.Squares(pl), pos.Allowed(pl)
		b.diagonals[pl] = b.squares[pl].Diagonals()
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

// moves appends the legal moves to dst; if there are none, a pass.
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

// placed returns the number of tiles on the board, of both players.
func (b *board) placed() int {
	return 2*duo.NumTiles - popcount(b.state.Tiles(duo.Player1)) - popcount(b.state.Tiles(duo.Player2))
}

// Order is the order in which the moves of a position are listed. A search that takes
// unvisited moves first, and has less playouts than moves, never sees the last ones.
type Order uint8

// The orders. Moves of a tile are in the order of orientation, row and column.
const (
	SmallFirst Order = iota // tiles a to u, as returnAllValidMoves loops over them (4.1)
	LargeFirst              // tiles u to a ("big tiles first", 6.2)
)

func (o Order) sort(moves []Move) {
	var buf [1024]uint64
	keys := buf[:0]
	for _, m := range moves {
		keys = append(keys, uint64(o.key(m))<<32|m.pack())
	}
	slices.Sort(keys)
	for i, k := range keys {
		moves[i] = unpack(k)
	}
}

func (m Move) pack() uint64 {
	pass := uint64(0)
	if m.Pass {
		pass = 1
	}
	return uint64(m.Anchor)<<24 | uint64(m.Flip)<<16 | uint64(m.Pattern)<<8 | pass
}

func unpack(k uint64) Move {
	a := playout.AnchorMove{Anchor: duo.Square(k >> 24), Flip: playout.Flip(k >> 16), Pattern: playout.Pattern(k >> 8)}
	return Move{a, k&1 != 0}
}

// key orders moves: that of the rules, or with the tiles turned round.
func (o Order) key(m Move) uint32 {
	if m.Pass {
		return 0
	}
	key := searchOrder[m.Anchor][m.Flip][m.Pattern]
	if o == SmallFirst {
		return key | uint32(m.Pattern.Tile())<<16
	}
	return key
}

// searchOrder holds the placement of each anchor move whose tile has its reference square on
// the board; others are never legal.
var searchOrder = func() (out [duo.NumSquares][4][playout.NumPatterns]uint32) {
	for s := range out {
		for flip := range out[s] {
			for p := range out[s][flip] {
				m := playout.AnchorMove{Anchor: duo.Square(s), Flip: playout.Flip(flip), Pattern: playout.Pattern(p)}
				out[s][flip][p] = uint32(m.Move())
			}
		}
	}
	return out
}()

// steps returns the squares of within that can be reached from some of them in n orthogonal
// steps, those included.
func steps(from, within duo.Bitboard, n int) duo.Bitboard {
	from = from.And(within)
	for range n {
		from = from.Or(from.Edges().And(within))
	}
	return from
}

func popcount(s duo.TileSet) int { return bits.OnesCount32(uint32(s)) }
