// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package icarus_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/sim/icarus"
)

// core describes a core that takes commands and answers them, by the widths of its fields.
type core struct {
	work   int // bits of the search's budget
	answer int // bits of an answer
}

// coreCommand is a command to a core, and its answer.
type coreCommand struct {
	vector
	core
	at int // start of the next field
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

// moveBits are the bits at the beginning of an answer: whether the command was legal, and a move.
const moveBits = 1 + 1 + gen.OrientBits + 4 + 4

func (c core) command(op int, pl duo.Player, m duo.Move, work int, seed uint32) *coreCommand {
	cmd := &coreCommand{core: c}
	cmd.add([2]int{2, op}, [2]int{1, int(pl)})
	cmd.add(move(m)...)
	cmd.add([2]int{c.work, work}, [2]int{32, int(seed)})
	return cmd
}

// answers sets the first fields of the answer.
func (c *coreCommand) answers(fields ...[2]int) *coreCommand {
	for _, f := range fields {
		c.set(c.at+c.answer, f[0], -1)
		c.add(f)
	}
	return c
}

// commandsTo returns commands that lead to a position.
func (c core) commandsTo(pos *duo.Position) []*coreCommand {
	pl := pos.FirstToMove()
	commands := []*coreCommand{c.command(gen.CmdReset, pl, duo.Pass, 0, 0)}
	for _, m := range pos.History() {
		commands = append(commands, c.command(gen.CmdPlay, pl, m, 0, 0).answers([2]int{1, 1}))
		pl = pl.Rival()
	}
	return commands
}

// nearEnd returns a position with few moves. Its moves were among the first legal ones, so that a
// core finds them soon.
func nearEnd(rng *rand.Rand) duo.Position {
	pos := duo.NewPosition(duo.Player1)
	for !pos.Over() {
		moves := playout.AnchorMoves(&pos, nil)
		if len(moves) > 3 && len(moves) < 12 && pos.TilesLeft(pos.ToMove()) != duo.AllTiles {
			return pos
		}
		m := duo.Pass
		if len(moves) > 0 {
			m = moves[rng.IntN(min(3, len(moves)))].Move()
		}
		pos.Play(m)
	}
	return nearEnd(rng) // try another game
}

// run gives the commands to a testbench, which must find no difference.
func run(t *testing.T, bench icarus.Bench, commands []*coreCommand) {
	t.Helper()
	bench.Params["COMMANDS"] = len(commands)
	bench.Folders = []string{"sim/icarus/testdata"} // folder of commands.vh
	bench.Args = map[string]string{"vectors": write(t, commands)}
	out, err := bench.Run(t.Context(), t.TempDir())
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("%d commands, 0 differences\n", len(commands)), out)
}

// TestMonteCarloCore plays to the end of a game and searches there, from power-up on.
func TestMonteCarloCore(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c := core{bits.Len(search.MaxVisits), moveBits + search.SumBits + 32 + 32}
	pos := nearEnd(rng)
	cfg := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1 + rng.IntN(3), Seed: rng.Uint32()}
	r := cfg.Search(&pos, nil)
	fields := append([][2]int{{1, 1}}, move(r.Move)...)
	fields = append(fields, [2]int{search.SumBits, r.Sum}, [2]int{32, r.Visits}, [2]int{32, r.Playouts})
	commands := append(c.commandsTo(&pos), c.command(gen.CmdSearch, pos.ToMove(), duo.Pass, cfg.Visits, cfg.Seed).answers(fields...))
	run(t, icarus.Bench{File: "testdata/montecarlo_core_tb.v", Params: map[string]int{"LANES": 2}}, commands)
}

// TestTreeCore searches in the opening, from power-up on, until the tree has nodes below the root's
// children.
func TestTreeCore(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	cfg := search.TreeConfig{
		Playouts: 1,
		Config:   tree.Config{ExpandVisits: 1, VisitBits: 12, Expanded: 12, Children: 8, InFlight: 6, Nodes: 1 << 9, NoProofs: true, LateChildren: true},
	}
	c := core{32, moveBits + cfg.VisitBits + tree.ValueBits + 32}
	golden, err := search.NewTreeCore(cfg, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	require.NoError(t, err)
	var pos duo.Position
	var r search.TreeCoreResult
	const leaves = 5
	seed := rng.Uint32()
	for expanded := 0; expanded < 3; expanded = golden.Nodes().State().Expanded {
		pos = duo.RandomGame(rng, 1)
		golden.Reset()
		r = golden.Search(&pos, leaves, seed)
	}
	fields := append([][2]int{{1, 1}}, move(r.Move)...)
	fields = append(fields, [2]int{cfg.VisitBits, r.Visits}, [2]int{tree.ValueBits, int(r.Mean)}, [2]int{32, r.Leaves})
	commands := append(c.commandsTo(&pos), c.command(gen.CmdSearch, pos.ToMove(), duo.Pass, leaves, seed).answers(fields...))
	params := config.TreeParams(cfg)
	params["EXPAND_VISITS"], params["LANES"], params["LOG2_PLAYOUTS"] = cfg.ExpandVisits, 1, 0
	run(t, icarus.Bench{File: "testdata/tree_core_tb.v", Params: params}, commands)
}
