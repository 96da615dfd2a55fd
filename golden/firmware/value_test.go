// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// times collects the cycles of a routine.
type times struct {
	name             string
	calls, sum, most int64
}

func (c *times) add(cycles int64) {
	c.sum, c.calls, c.most = c.sum+cycles, c.calls+1, max(c.most, cycles)
}

func (c *times) log(t *testing.T) {
	t.Logf("%s: %d cycles on average, %d at most", c.name, c.sum/c.calls, c.most)
}

func TestExp(t *testing.T) {
	m := newMachine(t)
	c := times{name: "exp"}
	for x := range 1 << 16 {
		if x > 4096 && x%61 != 0 {
			continue
		}
		c.add(m.call("exp", uint16(x)))
		require.Equal(t, tree.Exp(int32(x)), uint32(m.R[1])<<16|uint32(m.R[0]), "exp of %d", x)
	}
	c.log(t)
}

func TestLogistic(t *testing.T) {
	m := newMachine(t)
	c := times{name: "logistic"}
	for x := range int32(1 << 16) {
		if x > 4096 && x%61 != 0 {
			continue
		}
		for _, sign := range []int32{1, -1} {
			registers := [12]uint16{0: uint16(x), 11: uint16((sign - 1) / 2)}
			c.add(m.call("logistic", registers[:]...))
			require.Equal(t, uint16(tree.Logistic(sign*x)), m.R[0], "%d", sign*x)
		}
	}
	c.log(t)
}

func TestWorth(t *testing.T) {
	const playouts = 8
	rng := seedtest.Rand(t)
	m := newMachine(t)
	e := evaluation.New(&evaluation.Chip)
	check := func(rest, sum int32, placed int) int64 {
		w := e.MarginWeights(placed)
		margin := min(max(w.Playouts*sum/playouts+rest, -evaluation.MarginLimit), evaluation.MarginLimit)
		cycles := m.call("worth", uint16(rest), uint16(sum), uint16(placed))
		require.Equal(t, uint16(search.Expected(margin, w.Spread).Values[duo.Player1]), m.R[0],
			"worth of %d, %d, %d tiles", rest, sum, placed)
		return cycles
	}
	all := times{name: "worth"}
	for placed := range evaluation.MaxPlaced + 1 {
		edges := []int32{0, 1, -1, 7, -7, 8, -8, 9, 32511, -32511, 32512, -32512, 32513, -32513, math.MaxInt16, -math.MaxInt16}
		for _, rest := range edges {
			for _, sum := range []int32{0, 1, -1, 3, -3, 7, -7, 8, -8, 872, -872, 8191, -8191, -8192} {
				all.add(check(rest, sum, placed))
			}
		}
		for range 100 {
			all.add(check(rng.Int32N(2*math.MaxInt16+1)-math.MaxInt16, rng.Int32N(1<<14)-1<<13, placed))
			all.add(check(rng.Int32N(1<<12)-1<<11, rng.Int32N(1<<8)-1<<7, placed)) // near a draw
		}
	}
	all.log(t)
}

func TestFinal(t *testing.T) {
	m := newMachine(t)
	c := times{name: "final"}
	for margin := -109; margin <= 109; margin++ {
		c.add(m.call("final", uint16(margin)))
		require.Equal(t, uint16(search.Final(margin)), m.R[0], "%d points", margin)
	}
	c.log(t)
}

// lay makes a position the current one.
func (m *machine) lay(pos *duo.Position) {
	current, state := m.at("current", posWords), playout.NewState(pos)
	for pl := range duo.Player(2) {
		side := current[posSide*int(pl):][:posSide]
		allowed, corners := pos.Anchors(pl)
		for row := range duo.BoardSize {
			side[posAllowed+row], side[posCorners+row] = rowOf(&allowed, row), rowOf(&corners, row)
		}
		tiles := state.Tiles(pl)
		side[posTiles], side[posTiles+1] = uint16(tiles), uint16(tiles>>16)
		side[posValue] = uint16(state.Value(pl))
		side[posOut] = 0
		if state.Out(pl) {
			side[posOut] = 1
		}
	}
	current[posTurn], current[posPlaced] = uint16(pos.ToMove()), uint16(evaluation.Placed(pos))
	m.at("first", 1)[0] = uint16(pos.FirstToMove())
}

// positions calls visit with positions of all phases, from the beginning until the game is over.
func positions(rng *rand.Rand, games int, visit func(pos *duo.Position)) {
	for range games {
		end := duo.RandomGame(rng, 2*duo.NumTiles+20)
		pos := duo.NewPosition(end.FirstToMove())
		for _, move := range end.History() {
			visit(&pos)
			pos.Play(move)
		}
		visit(&pos)
	}
}

func TestTerms(t *testing.T) {
	rng := seedtest.Rand(t)
	m := newMachine(t)
	e := evaluation.New(&evaluation.Chip)
	c := times{name: "terms"}
	least, most := int32(0), int32(0)
	check := func(pos *duo.Position) {
		if pos.Over() {
			return
		}
		want, weights := int32(0), e.MarginWeights(evaluation.Placed(pos)).Rest
		for i, term := range evaluation.Terms(pos) {
			want += weights[i] * term
		}
		least, most = min(least, want), max(most, want)
		m.lay(pos)
		c.add(m.call("terms"))
		require.Equal(t, want, int32(int16(m.R[0])), "after %v", pos.History())
		require.Equal(t, e.Margin(pos, 0, 8), min(max(want, -evaluation.MarginLimit), evaluation.MarginLimit))
	}
	positions(rng, 30, check)
	for pl := range duo.Player(2) { // the most uneven games: one player never moves
		pos := duo.NewPosition(pl)
		for {
			moves := pos.LegalMoves(nil)
			if len(moves) == 0 || pos.Over() {
				break
			}
			pos.Play(moves[rng.IntN(len(moves))])
			check(&pos)
			pos.Play(duo.Pass)
			check(&pos)
		}
	}
	c.log(t)
	t.Logf("%d to %d", least, most)
}
