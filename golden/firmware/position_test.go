// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// place is a position of a game in two forms, package playout's and package duo's. A player who has
// passed in state is out of the game; in pos that player passes automatically.
type place struct {
	state playout.State
	pos   duo.Position
}

func newPlace(pos duo.Position) place { return place{playout.NewState(&pos), pos} }

// play makes a move, or passes if m is nil.
func (p *place) play(m *playout.AnchorMove) {
	if m == nil {
		p.state.Pass()
		p.pos.Play(duo.Pass)
	} else {
		p.state.Play(*m)
		p.pos.Play(m.Move())
	}
	if !p.state.Over() && p.state.ToMove() != p.pos.ToMove() {
		p.pos.Play(duo.Pass)
	}
}

// moveWord returns a move in the firmware's form.
func moveWord(m duo.Move) uint16 {
	return uint16(m.Orientation())<<8 | uint16(m.Square().Row())<<4 | uint16(m.Square().Col())
}

// words returns the position in the firmware's form.
func (p *place) words() []uint16 {
	w := make([]uint16, posWords)
	for pl := range duo.Player(2) {
		side := w[int(pl)*posSide:][:posSide]
		reach := evaluation.Reach(&p.pos, pl, 0)
		for row := range duo.BoardSize {
			side[posAllowed+row], side[posCorners+row] = p.state.Row(pl, row)
			if p.pos.TilesLeft(pl) == duo.AllTiles {
				side[posCorners+row] = reach.Row(row)
			}
		}
		tiles := p.state.Tiles(pl)
		side[posTiles], side[posTiles+1] = uint16(tiles), uint16(tiles>>16)
		side[posValue] = uint16(p.state.Value(pl))
		if p.state.Out(pl) {
			side[posOut] = 1
		}
	}
	w[posTurn] = uint16(p.state.ToMove())
	w[posPlaced] = uint16(evaluation.Placed(&p.pos))
	return w
}

// games calls visit for each position of random games with the move that is made there, nil for a
// pass. The last position of a game has no move. Some players pass although they have moves.
func games(rng *rand.Rand, n int, visit func(p *place, m *playout.AnchorMove, over bool)) {
	for range n {
		p := newPlace(duo.NewPosition(duo.Player(rng.IntN(2))))
		gentle := rng.IntN(3) > 0 // no player passes while he has a move
		for !p.state.Over() {
			var m *playout.AnchorMove
			if moves := p.state.Moves(nil); len(moves) > 0 && (gentle || rng.IntN(40) > 0) {
				m = &moves[rng.IntN(len(moves))]
			}
			visit(&p, m, false)
			p.play(m)
		}
		visit(&p, nil, true)
	}
}

// fill puts random words into the data memory, except where the first command needs its contents.
func (m *machine) fill(rng *rand.Rand) {
	kept := append([]uint16(nil), m.at("planes", planesRows*planesWords)...)
	for i := range m.Data {
		m.Data[i] = uint16(rng.Uint32())
	}
	copy(m.at("planes", len(kept)), kept)
}

func TestBegin(t *testing.T) {
	m, rng := newMachine(t), seedtest.Rand(t)
	for pl := range duo.Player(2) {
		m.fill(rng)
		m.call("begin", uint16(pl))
		p := newPlace(duo.NewPosition(pl))
		require.Equal(t, p.words(), m.at("root", posWords))
		require.Equal(t, []uint16{uint16(pl)}, m.at("first", 1))
	}
}

func TestCopy(t *testing.T) {
	m, rng := newMachine(t), seedtest.Rand(t)
	m.fill(rng)
	cycles := m.call("copy")
	require.Equal(t, m.at("root", posWords), m.at("current", posWords))
	t.Logf("%d cycles", cycles)
}

// TestPlay plays games, the moves of one at the root and the moves of the next in current.
func TestPlay(t *testing.T) {
	m, rng := newMachine(t), seedtest.Rand(t)
	at, most, sum, n := "root", int64(0), int64(0), int64(0)
	var want []uint16
	games(rng, 300, func(p *place, move *playout.AnchorMove, over bool) {
		if want == nil {
			m.fill(rng)
			copy(m.at(at, posWords), p.words())
		} else {
			require.Equal(t, p.words(), m.at(at, posWords), "%v", p.pos.History())
		}
		want = p.words()
		if over {
			at, want = map[string]string{"root": "current", "current": "root"}[at], nil
			return
		}
		word := uint16(pass)
		if move != nil {
			word = moveWord(move.Move())
		}
		cycles := m.call("play", word, uint16(m.firmware.Symbols[at]))
		sum, n, most = sum+cycles, n+1, max(most, cycles)
	})
	t.Logf("%d cycles in the mean, %d at most", sum/n, most)
}

// TestPlayLast plays every last tile.
func TestPlayLast(t *testing.T) {
	m, rng := newMachine(t), seedtest.Rand(t)
	placed := map[duo.Tile]bool{}
	for len(placed) < duo.NumTiles {
		games(rng, 1, func(p *place, _ *playout.AnchorMove, _ bool) {
			pl, tile := p.pos.ToMove(), duo.Tile(rng.IntN(duo.NumTiles))
			left := [2]duo.TileSet{p.pos.TilesLeft(duo.Player1), p.pos.TilesLeft(duo.Player2)}
			if left[pl] == duo.AllTiles {
				return
			}
			left[pl] = 1 << tile
			last := newPlace(duo.SetupPosition([2]duo.Bitboard{p.pos.Squares(duo.Player1), p.pos.Squares(duo.Player2)}, left, pl))
			moves := last.state.Moves(nil)
			if len(moves) == 0 {
				return
			}
			move := moves[rng.IntN(len(moves))]
			copy(m.at("root", posWords), last.words())
			last.play(&move)
			m.call("play", moveWord(move.Move()), uint16(m.firmware.Symbols["root"]))
			require.Equal(t, last.words(), m.at("root", posWords))
			placed[tile] = true
		})
	}
}

// TestLegal tests legal moves, similar ones, and random words.
func TestLegal(t *testing.T) {
	m, rng := newMachine(t), seedtest.Rand(t)
	games(rng, 12, func(p *place, _ *playout.AnchorMove, over bool) {
		m.fill(rng)
		copy(m.at("root", posWords), p.words())
		legal := map[uint16]bool{}
		words := []uint16{pass}
		if !over {
			for _, move := range p.pos.LegalMoves(nil) {
				legal[moveWord(move)] = true
				words = append(words, moveWord(move), moveWord(move)^1<<rng.IntN(15))
			}
		}
		for range 300 {
			words = append(words, uint16(rng.Uint32())&0x7fff)
		}
		rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		for _, w := range words[:min(len(words), 500)] {
			m.call("legal", w)
			require.Equal(t, legal[w], m.R[0] == 1, "%#x after %v", w, p.pos.History())
			require.LessOrEqual(t, m.R[0], uint16(1))
		}
	})
}
