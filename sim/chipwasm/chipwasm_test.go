// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chipwasm_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/chipwasm"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// committed returns the committed files.
func committed(t *testing.T) map[string][]byte {
	t.Helper()
	root, err := rtl.Root()
	require.NoError(t, err)
	files := map[string][]byte{}
	for _, name := range []string{chipwasm.Program, chipwasm.TableFile} {
		files[name], err = os.ReadFile(filepath.Join(root, chipwasm.Folder, name))
		require.NoError(t, err, `run "make chip-wasm"`)
	}
	return files
}

// TestCommitted makes the files anew and compares them with the committed ones.
func TestCommitted(t *testing.T) {
	if !simtest.All() {
		t.Skip("TESSERA_TESTS=all compiles chip.wasm")
	}
	t.Parallel()
	made, err := chipwasm.Make(t.Context())
	require.NoError(t, err)
	for name, text := range committed(t) {
		assert.True(t, bytes.Equal(text, made[name]), `%s is not what its sources make: run "make chip-wasm"`, name)
	}
}

// chip is a running chip.wasm.
type chip struct {
	t         *testing.T
	table     chipwasm.Table
	memory    api.Memory
	inputs    uint32
	rows      uint32
	run, flip api.Function
	in        map[string]int
}

func start(t *testing.T) *chip {
	t.Helper()
	files := committed(t)
	c := &chip{t: t, in: map[string]int{}}
	require.NoError(t, json.Unmarshal(files[chipwasm.TableFile], &c.table))
	unpacked, err := gzip.NewReader(bytes.NewReader(files[chipwasm.Program]))
	require.NoError(t, err)
	program, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	t.Cleanup(func() { r.Close(ctx) })
	m, err := r.Instantiate(ctx, program)
	require.NoError(t, err)
	c.memory, c.run, c.flip = m.Memory(), m.ExportedFunction("run"), m.ExportedFunction("flip")
	for i, input := range c.table.Inputs {
		c.in[input.Name] = 4 * i
	}
	_, err = m.ExportedFunction("init").Call(ctx)
	require.NoError(t, err)
	for name, at := range map[string]*uint32{"inputs": &c.inputs, "rows": &c.rows} {
		r, err := m.ExportedFunction(name).Call(ctx)
		require.NoError(t, err)
		*at = uint32(r[0])
	}
	c.set("rst_i", 1)
	c.cycles(4, "", false)
	c.set("rst_i", 0)
	return c
}

func (c *chip) set(name string, v uint32) {
	at, ok := c.in[name]
	require.True(c.t, ok, name)
	require.True(c.t, c.memory.WriteUint32Le(c.inputs+uint32(at), v))
}

func (c *chip) cycles(max uint32, stop string, record bool) uint32 {
	c.t.Helper()
	word, rec := uint64(c.table.Words), uint64(0)
	if stop != "" {
		word = uint64(c.signal(stop).At)
	}
	if record {
		rec = 1
	}
	r, err := c.run.Call(context.Background(), uint64(max), word, rec)
	require.NoError(c.t, err)
	return uint32(r[0])
}

func (c *chip) signal(name string) chipwasm.Signal {
	s, err := c.table.Signal(name)
	require.NoError(c.t, err)
	return s
}

// get returns the lowest 32 bits of a signal in a row.
func (c *chip) get(row int, s chipwasm.Signal) int {
	b, ok := c.memory.Read(c.rows+uint32(4*(row*c.table.Words+s.At)), 4)
	require.True(c.t, ok)
	return int(binary.LittleEndian.Uint32(b))
}

const patience = 4_000_000 // cycles

// command gives a command and returns the cycles that it took, in the twin's count.
func (c *chip) command(op uint32, player duo.Player, m duo.Move, visits int, seed uint32) uint64 {
	c.give(op, player, m, visits, seed)
	c.cycles(1000, "cmd_ready_o", false)
	c.set("cmd_valid_i", 0)
	return 1 + uint64(c.cycles(patience, "rsp_valid_o", false))
}

// give sets the inputs of a command.
func (c *chip) give(op uint32, player duo.Player, m duo.Move, visits int, seed uint32) {
	c.set("cmd_valid_i", 1)
	c.set("cmd_op_i", op)
	c.set("cmd_player_i", uint32(player))
	c.set("cmd_pass_i", 0)
	if m == duo.Pass {
		c.set("cmd_pass_i", 1)
	} else {
		c.set("cmd_orient_i", uint32(m.Orientation()))
		c.set("cmd_row_i", uint32(m.Square().Row()))
		c.set("cmd_col_i", uint32(m.Square().Col()))
	}
	c.set("visits_i", uint32(visits))
	c.set("seed_i", seed)
}

func (c *chip) output(name string) int { return c.get(0, c.signal(name)) }

// game brings the chip and its twin to a position after that many random moves. It chooses moves
// that the chip finds soon, and compares the cycles of each move.
func (c *chip) game(rng *rand.Rand, core *twin.MonteCarlo, plies int, before func()) {
	for range plies {
		if pos := core.Position(); pos.Over() {
			return
		}
		before()
		pos := core.Position()
		moves := playout.AnchorMoves(&pos, nil)
		m := duo.Pass
		if len(moves) > 0 {
			m = moves[rng.IntN(min(len(moves), 20))].Move()
		}
		cycles, err := core.Play(m)
		require.NoError(c.t, err)
		require.Equal(c.t, cycles, c.command(gen.CmdPlay, pos.ToMove(), m, 0, 0), "cycles of %v after %v", m, pos.History())
		require.Equal(c.t, 1, c.output("rsp_ok_o"))
	}
}

// search has both search, and compares the answers and the cycles.
func (c *chip) search(core *twin.MonteCarlo, visits int, seed uint32) {
	pos := core.Position()
	want, cycles := core.Search(visits, seed)
	require.Equal(c.t, search.MonteCarloConfig{Policy: chipwasm.Policy, Visits: visits, Seed: seed}.Search(&pos, nil), want)
	took := c.command(gen.CmdSearch, pos.ToMove(), duo.Pass, visits, seed)
	got := search.MonteCarloResult{Anchor: want.Anchor, Index: want.Index, Moves: want.Moves, Candidates: want.Candidates, Move: duo.Pass}
	if c.output("rsp_pass_o") == 0 {
		got.Move = duo.NewMove(duo.Orientation(c.output("rsp_orient_o")), duo.NewSquare(c.output("rsp_row_o"), c.output("rsp_col_o")))
		got.Visits, got.Playouts = c.output("rsp_visits_o"), c.output("rsp_playouts_o")
		got.Sum = int(int32(c.output("rsp_sum_o")<<8) >> 8)
	}
	require.Equal(c.t, want, got, "after %v", pos.History())
	require.Equal(c.t, cycles, took, "cycles of the search, %d playouts, after %v", want.Playouts, pos.History())
}

// TestGame plays a game with occasional searches of the chip and its twin, and compares every
// answer and the cycles of every command.
func TestGame(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c := start(t)
	core := twin.NewMonteCarlo(chipwasm.Lanes, chipwasm.Policy)
	if rng.IntN(2) == 0 {
		require.Equal(t, core.Reset(duo.Player2), c.command(gen.CmdReset, 0, duo.Pass, 0, 0), "reset")
	}
	searches, most := 0, simtest.Long(70, 1000) // the most moves of a searched position
	c.game(rng, core, 100, func() {
		pos := core.Position()
		if len(playout.AnchorMoves(&pos, nil)) < most && rng.IntN(2) == 0 {
			c.search(core, 1, rng.Uint32())
			searches++
		}
	})
	assert.Positive(t, searches)
	t.Logf("%d searches, %d cycles", searches, core.Cycle())
}

// TestStages compares the pipeline stages of each lane with the twin, in every cycle from the
// beginning of a search on.
func TestStages(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c := start(t)
	core := twin.NewMonteCarlo(chipwasm.Lanes, chipwasm.Policy)
	c.game(rng, core, 8+rng.IntN(8), func() {})

	type holds struct {
		stages twin.Stages
		out    twin.LaneOut
	}
	var want [chipwasm.Lanes][]holds
	core.OnLane = func(lane int, s twin.Stages, o twin.LaneOut) { want[lane] = append(want[lane], holds{s, o}) }
	pos := core.Position()
	core.Search(1, 7)

	lane := func(k int, name string) chipwasm.Signal {
		return c.signal(fmt.Sprintf("u_lanes.gen_lane[%d].u_lane.%s", k, name))
	}
	c.give(gen.CmdSearch, pos.ToMove(), duo.Pass, 1, 7)
	require.EqualValues(t, 1, c.cycles(1000, "cmd_ready_o", false))
	c.set("cmd_valid_i", 0)
	cycle, seen := 1, 0
	for range simtest.Long(10, 200) {
		n := int(c.cycles(500, "rsp_valid_o", true))
		for k := range chipwasm.Lanes {
			// Behind stage 5 the hardware does not keep the game of a token.
			var kinds [9]chipwasm.Signal
			var games [6]chipwasm.Signal
			for i := range kinds {
				suffix := fmt.Sprintf("_q%d", i)
				if i == 0 {
					suffix = "_0"
				}
				kinds[i] = lane(k, "kind"+suffix)
				if i < len(games) {
					games[i] = lane(k, "game"+suffix)
				}
			}
			for row := range n {
				w := want[k][cycle+row]
				var got twin.Stages
				for i := range got {
					got[i].Kind = c.get(row, kinds[i])
					switch {
					case got[i].Kind == gen.TokenNone:
						w.stages[i].Game = 0
					case i < len(games):
						got[i].Game = c.get(row, games[i])
						seen++
					default:
						got[i].Game = w.stages[i].Game
					}
				}
				require.Equal(t, w.stages, got, "lane %d, cycle %d of the search", k, cycle+row)
				require.Equal(t, w.out.Take >= 0, c.get(row, lane(k, "take")) == 1)
				require.Equal(t, w.out.Chosen != nil, c.get(row, lane(k, "selected")) == 1)
				if w.out.Chosen != nil && !w.out.Chosen.None {
					require.Equal(t, w.out.Chosen.Moves, c.get(row, lane(k, "chosen_moves")))
				}
			}
		}
		cycle += n
		if n < 500 {
			break
		}
	}
	assert.Greater(t, seen, 1000)
}

// TestFault flips a bit of the chip during a search: the twin disagrees.
func TestFault(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c := start(t)
	core := twin.NewMonteCarlo(chipwasm.Lanes, chipwasm.Policy)
	c.game(rng, core, 14, func() {})
	pos := core.Position()
	for len(playout.AnchorMoves(&pos, nil)) < 20 { // the search of a few moves ends before the fault
		require.Equal(t, core.Reset(duo.Player2), c.command(gen.CmdReset, 0, duo.Pass, 0, 0), "reset")
		c.game(rng, core, 14, func() {})
		pos = core.Position()
	}
	want, cycles := core.Search(1, 7)
	c.give(gen.CmdSearch, pos.ToMove(), duo.Pass, 1, 7)
	c.cycles(1000, "cmd_ready_o", false)
	c.set("cmd_valid_i", 0)
	took := 1 + uint64(c.cycles(1500, "", false))
	_, err := c.flip.Call(t.Context(), uint64(c.signal("u_halving.playouts_q").At), 12)
	require.NoError(t, err)
	took += uint64(c.cycles(patience, "rsp_valid_o", false))
	assert.Equal(t, cycles, took)
	assert.Equal(t, want.Playouts^1<<12, c.output("rsp_playouts_o"))
}
