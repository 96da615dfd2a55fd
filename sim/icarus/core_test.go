package icarus_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/sim/icarus"
)

// coreCommand is a command to montecarlo_core, and its answer.
type coreCommand struct {
	vector
	at int // the next field begins there
}

// add adds fields of a command: pairs of width and value.
func (c *coreCommand) add(fields ...[2]int) {
	for _, f := range fields {
		c.set(c.at, f[0], f[1])
		c.at += f[0]
	}
}

// move is a move in the fields of a command or an answer.
func move(m duo.Move) [][2]int {
	if m == duo.Pass {
		return [][2]int{{1, 1}, {gen.OrientBits, 0}, {4, 0}, {4, 0}}
	}
	return [][2]int{{1, 0}, {gen.OrientBits, int(m.Orientation())}, {4, m.Square().Row()}, {4, m.Square().Col()}}
}

const answerBits = 1 + 1 + gen.OrientBits + 4 + 4 + search.SumBits + 32 + 32

func newCommand(op int, pl duo.Player, m duo.Move, visits int, seed uint32) *coreCommand {
	c := &coreCommand{}
	c.add([2]int{2, op}, [2]int{1, int(pl)})
	c.add(move(m)...)
	c.add([2]int{bits.Len(search.MaxVisits), visits}, [2]int{32, int(seed)})
	return c
}

// answer tells the first fields of the answer.
func (c *coreCommand) answer(fields ...[2]int) *coreCommand {
	for _, f := range fields {
		c.set(c.at+answerBits, f[0], -1)
		c.add(f)
	}
	return c
}

// searchAtEnd returns commands that lead to a position with few moves, and golden's search there. The
// moves are among the first of those that are legal, for the core to find them soon.
func searchAtEnd(rng *rand.Rand) (commands []*coreCommand) {
	pos := duo.NewPosition(duo.Player1)
	commands = append(commands, newCommand(gen.CmdReset, 0, duo.Pass, 0, 0))
	for {
		moves := playout.AnchorMoves(&pos, nil)
		if len(moves) > 3 && len(moves) < 12 && pos.TilesLeft(pos.ToMove()) != duo.AllTiles {
			break
		}
		if pos.Over() {
			return searchAtEnd(rng) // another game
		}
		m := duo.Pass
		if len(moves) > 0 {
			m = moves[rng.IntN(min(3, len(moves)))].Move()
		}
		commands = append(commands, newCommand(gen.CmdPlay, pos.ToMove(), m, 0, 0).answer([2]int{1, 1}))
		pos.Play(m)
	}
	cfg := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1 + rng.IntN(3), Seed: rng.Uint32()}
	r := cfg.Search(&pos, nil)
	fields := append([][2]int{{1, 1}}, move(r.Move)...)
	fields = append(fields, [2]int{search.SumBits, r.Sum}, [2]int{32, r.Visits}, [2]int{32, r.Playouts})
	return append(commands, newCommand(gen.CmdSearch, pos.ToMove(), duo.Pass, cfg.Visits, cfg.Seed).answer(fields...))
}

// TestMonteCarloCore plays to the end of a game and searches there, from power-up on.
func TestMonteCarloCore(t *testing.T) {
	t.Parallel()
	commands := searchAtEnd(seedtest.Rand(t))
	out, err := icarus.Bench{
		File:   "testdata/montecarlo_core_tb.v",
		Params: map[string]int{"COMMANDS": len(commands), "LANES": 2},
		Args:   map[string]string{"vectors": write(t, commands)},
	}.Run(t.Context(), t.TempDir())
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("%d commands, 0 differences\n", len(commands)), out)
}
