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
	"math/bits"
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

// committed returns the committed files of a chip.
func committed(t *testing.T, of *chipwasm.Chip) map[string][]byte {
	t.Helper()
	root, err := rtl.Root()
	require.NoError(t, err)
	files := map[string][]byte{}
	for _, name := range []string{of.Program(), of.TableFile()} {
		files[name], err = os.ReadFile(filepath.Join(root, chipwasm.Folder, name))
		require.NoError(t, err, `run "make chip-wasm"`)
	}
	return files
}

// TestCommitted makes the files anew and compares them with the committed ones.
func TestCommitted(t *testing.T) {
	if !simtest.All() {
		t.Skip("TESSERA_TESTS=all compiles the chips")
	}
	t.Parallel()
	for _, of := range chipwasm.Chips {
		t.Run(of.Name, func(t *testing.T) {
			made, err := of.Make(t.Context())
			require.NoError(t, err)
			for name, text := range committed(t, of) {
				assert.True(t, bytes.Equal(text, made[name]), `%s is not what its sources make: run "make chip-wasm"`, name)
			}
		})
	}
}

// chip is a running chip.
type chip struct {
	t         *testing.T
	table     chipwasm.Table
	memory    api.Memory
	inputs    uint32
	rows      uint32
	run, flip api.Function
	bank      api.Function
	flipWord  api.Function
	in        map[string]int
}

func start(t *testing.T, of *chipwasm.Chip) *chip {
	t.Helper()
	files := committed(t, of)
	c := &chip{t: t, in: map[string]int{}}
	require.NoError(t, json.Unmarshal(files[of.TableFile()], &c.table))
	unpacked, err := gzip.NewReader(bytes.NewReader(files[of.Program()]))
	require.NoError(t, err)
	program, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	t.Cleanup(func() { r.Close(ctx) })
	m, err := r.Instantiate(ctx, program)
	require.NoError(t, err)
	c.memory, c.run, c.flip, c.bank = m.Memory(), m.ExportedFunction("run"), m.ExportedFunction("flip"), m.ExportedFunction("bank")
	c.flipWord = m.ExportedFunction("flip_word")
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
	if c.table.Vague {
		c.command(gen.CmdReset, duo.Player1, duo.Pass, 0, 0)
	}
	return c
}

// core is the twin of a chip.
type core interface {
	Reset(first duo.Player) (cycles uint64)
	Play(m duo.Move) (cycles uint64, err error)
	Position() duo.Position
	Cycle() uint64
	// find searches, and returns the move, the numbers of the answer by name, and the cycles.
	find(amount int, seed uint32) (duo.Move, map[string]int, uint64)
}

type monteCarlo struct{ *twin.MonteCarlo }

func (c monteCarlo) find(visits int, seed uint32) (duo.Move, map[string]int, uint64) {
	r, cycles := c.Search(visits, seed)
	return r.Move, map[string]int{"sum": r.Sum, "visits": r.Visits, "playouts": r.Playouts}, cycles
}

type treeCore struct{ *twin.TreeCommands }

func (c treeCore) find(leaves int, seed uint32) (duo.Move, map[string]int, uint64) {
	r, cycles := c.Search(leaves, seed)
	return r.Move, map[string]int{"mean": int(r.Mean), "visits": r.Visits, "leaves": r.Leaves}, cycles
}

type minimax struct{ *twin.Minimax }

func (c minimax) find(depth int, _ uint32) (duo.Move, map[string]int, uint64) {
	r, cycles := c.Search(depth)
	return r.Move, map[string]int{"score": r.Value, "nodes": int(r.Nodes)}, cycles
}

type alphaBeta struct{ *twin.AlphaBeta }

func (c alphaBeta) find(depth int, _ uint32) (duo.Move, map[string]int, uint64) {
	r, cycles := c.Search(depth)
	return r.Move, map[string]int{"score": r.Value, "nodes": int(r.Nodes), "depth": r.Depth}, cycles
}

// newCore returns the twin of a chip after reset.
func newCore(t *testing.T, of *chipwasm.Chip) core {
	t.Helper()
	switch of {
	case chipwasm.MonteCarlo:
		return monteCarlo{twin.NewMonteCarlo(of.Lanes, chipwasm.Policy)}
	case chipwasm.Minimax:
		c, err := twin.NewMinimax(chipwasm.MinimaxConfig)
		require.NoError(t, err)
		return minimax{c}
	case chipwasm.AlphaBeta:
		c, err := twin.NewAlphaBeta(chipwasm.AlphaBetaConfig)
		require.NoError(t, err)
		return alphaBeta{c}
	case chipwasm.Tree:
		c, err := twin.NewTreeCommands(search.ULX3SBRAM, of.Lanes)
		require.NoError(t, err)
		return treeCore{c}
	}
	require.FailNow(t, "no twin of "+of.Name)
	return nil
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

const patience = 60_000_000 // cycles, more than any search of two plies takes

// command gives a command and returns the cycles that it took, in the twin's count.
func (c *chip) command(op uint32, player duo.Player, m duo.Move, amount int, seed uint32) uint64 {
	c.give(op, player, m, amount, seed)
	c.cycles(1000, "cmd_ready_o", false)
	c.set("cmd_valid_i", 0)
	return 1 + uint64(c.cycles(patience, "rsp_valid_o", false))
}

// give sets the inputs of a command.
func (c *chip) give(op uint32, player duo.Player, m duo.Move, amount int, seed uint32) {
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
	c.set(c.table.Search.Amount, uint32(amount))
	if _, chance := c.in["seed_i"]; chance {
		c.set("seed_i", seed)
	}
}

func (c *chip) output(name string) int { return c.get(0, c.signal(name)) }

// game brings the chip and its twin to a position after that many moves, and compares the cycles of
// each. The moves are choose's, or random ones that the chip finds soon where choose has none.
func (c *chip) game(rng *rand.Rand, core core, plies int, choose func() (m duo.Move, ok bool)) {
	for range plies {
		if pos := core.Position(); pos.Over() {
			return
		}
		m, ok := choose()
		pos := core.Position()
		if moves := playout.AnchorMoves(&pos, nil); !ok && len(moves) > 0 {
			m = moves[rng.IntN(min(len(moves), 20))].Move()
		} else if !ok {
			m = duo.Pass
		}
		cycles, err := core.Play(m)
		require.NoError(c.t, err)
		require.Equal(c.t, cycles, c.command(gen.CmdPlay, pos.ToMove(), m, 0, 0), "cycles of %v after %v", m, pos.History())
		require.Equal(c.t, 1, c.output("rsp_ok_o"))
	}
}

// atRandom lets game choose.
func atRandom() (m duo.Move, ok bool) { return m, false }

// answer returns the move and the numbers of the answer to a search.
func (c *chip) answer() (duo.Move, map[string]int) {
	m, numbers := duo.Pass, map[string]int{}
	pass := c.output("rsp_pass_o") == 1
	if !pass {
		m = duo.NewMove(duo.Orientation(c.output("rsp_orient_o")), duo.NewSquare(c.output("rsp_row_o"), c.output("rsp_col_o")))
	}
	for _, n := range c.table.Search.Answer {
		switch unused := 32 - c.signal(n.Signal).Width; {
		case pass:
			numbers[n.Name] = 0
		case n.Signed:
			numbers[n.Name] = int(int32(c.output(n.Signal)<<unused) >> unused)
		default:
			numbers[n.Name] = c.output(n.Signal)
		}
	}
	return m, numbers
}

// search has both search, compares the answers and the cycles, and returns the move.
func (c *chip) search(core core, amount int, seed uint32) duo.Move {
	pos := core.Position()
	m, numbers, cycles := core.find(amount, seed)
	took := c.command(gen.CmdSearch, pos.ToMove(), duo.Pass, amount, seed)
	gotMove, got := c.answer()
	require.Equal(c.t, m, gotMove, "after %v", pos.History())
	if m == duo.Pass {
		clear(numbers)
		clear(got)
	}
	require.Equal(c.t, numbers, got, "after %v", pos.History())
	require.Equal(c.t, cycles, took, "cycles of the search, %v, after %v", numbers, pos.History())
	return m
}

// TestGame plays a game with occasional searches on each chip and its twin, and compares every
// answer and the cycles of every command. Many of the moves are the searches', after which the tree
// core keeps its tree.
func TestGame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of     *chipwasm.Chip
		most   int // moves of a searched position
		amount func(rng *rand.Rand) int
	}{
		{chipwasm.MonteCarlo, simtest.Long(70, 1000), func(*rand.Rand) int { return 1 }},
		{chipwasm.Minimax, 1000, func(rng *rand.Rand) int { return 1 + rng.IntN(2) }},
		{chipwasm.AlphaBeta, 1000, func(rng *rand.Rand) int { return 1 + rng.IntN(2) }},
		{chipwasm.Tree, 1000, func(rng *rand.Rand) int { return rng.IntN(simtest.Long(40, 1000)) }},
	} {
		t.Run(c.of.Name, func(t *testing.T) {
			t.Parallel()
			rng := seedtest.Rand(t)
			chip := start(t, c.of)
			core := newCore(t, c.of)
			if rng.IntN(2) == 0 {
				require.Equal(t, core.Reset(duo.Player2), chip.command(gen.CmdReset, duo.Player2, duo.Pass, 0, 0), "reset")
			}
			searches := 0
			chip.game(rng, core, 100, func() (m duo.Move, ok bool) {
				pos := core.Position()
				if len(playout.AnchorMoves(&pos, nil)) >= c.most || rng.IntN(2) == 0 {
					return m, false
				}
				searches++
				return chip.search(core, c.amount(rng), rng.Uint32()), rng.IntN(4) > 0
			})
			assert.Positive(t, searches)
			t.Logf("%d searches, %d cycles", searches, core.Cycle())
		})
	}
}

// word returns a field of a memory's word.
func (c *chip) word(memory, field string, index int) int {
	c.t.Helper()
	m, err := c.table.Memory(memory)
	require.NoError(c.t, err)
	bank, at := m.Bank(index)
	r, err := c.bank.Call(context.Background(), uint64(bank))
	require.NoError(c.t, err)
	b, ok := c.memory.Read(uint32(r[0])+uint32(at*m.Bytes), uint32(m.Bytes))
	require.True(c.t, ok)
	var padded [8]byte
	copy(padded[:], b)
	for _, f := range m.Fields {
		if f.Name != field {
			continue
		}
		bits := binary.LittleEndian.Uint64(padded[:]) << (64 - f.Low - f.Width)
		if f.Signed {
			return int(int64(bits) >> (64 - f.Width))
		}
		return int(bits >> (64 - f.Width))
	}
	require.FailNow(c.t, "no field "+field)
	return 0
}

// TestTreeCandidates compares the root's children in the tree chip's memories with golden after
// searches, of which the later ones keep the tree.
func TestTreeCandidates(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c := start(t, chipwasm.Tree)
	core := newCore(t, chipwasm.Tree).(treeCore)
	type child struct {
		move         duo.Move
		visits, mean int
	}
	kept, searches := 0, 0
	c.game(rng, core, 2*simtest.Long(4, 16), func() (m duo.Move, ok bool) {
		if pos := core.Position(); !pos.HasLegalMove() || pos.Plies() < 2 {
			return m, false
		}
		m = c.search(core, 40, rng.Uint32())
		searches++
		var want, got []child
		for _, g := range core.Candidates() {
			want = append(want, child{g.Move, g.Visits, int(g.Value)})
		}
		root := c.get(0, c.signal("u_search.u_walk.root_q"))
		if root != 0 {
			kept++
		}
		for i := range c.word("heads", "count", root) {
			at := root*c.table.Params["CHILDREN"] + i
			named := playout.AnchorMove{
				Anchor:  duo.NewSquare(c.word("moves", "row", at), c.word("moves", "col", at)),
				Flip:    playout.Flip(c.word("moves", "flip_rows", at)*int(playout.FlipRows) | c.word("moves", "flip_cols", at)*int(playout.FlipCols)),
				Pattern: playout.Pattern(c.word("moves", "pattern", at)),
			}
			made := child{named.Move(), c.word("counts", "visits", at), c.word("words", "mean", at)}
			if made.visits == 0 {
				made.mean = 0
			}
			got = append(got, made)
		}
		require.ElementsMatch(t, want, got)
		return m, true
	})
	require.Positive(t, searches)
	require.Positive(t, kept)
}

// position plays games at random until the position after so many plies has many moves, and returns it.
func (c *chip) position(rng *rand.Rand, core core, plies int) duo.Position {
	c.t.Helper()
	for {
		c.game(rng, core, plies, atRandom)
		if pos := core.Position(); len(playout.AnchorMoves(&pos, nil)) >= 20 {
			return pos
		}
		require.Equal(c.t, core.Reset(duo.Player2), c.command(gen.CmdReset, duo.Player2, duo.Pass, 0, 0), "reset")
	}
}

// TestHalvingCandidates compares the chain of the Monte Carlo chip, and the sums of its candidates, with
// golden at the end of each round.
func TestHalvingCandidates(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c := start(t, chipwasm.MonteCarlo)
	core := monteCarlo{twin.NewMonteCarlo(chipwasm.MonteCarlo.Lanes, chipwasm.Policy)}
	pos := c.position(rng, core, 16+rng.IntN(8))
	moves := playout.AnchorMoves(&pos, nil)
	seed := rng.Uint32()
	c.give(gen.CmdSearch, pos.ToMove(), duo.Pass, 1, seed)
	c.cycles(1000, "cmd_ready_o", false)
	c.set("cmd_valid_i", 0)
	get := func(name string) int { return c.get(0, c.signal("u_halving."+name)) }
	state := func() string { return c.table.Values["sequential_halving"][get("state_q")].Name }
	rounds := 0
	for range patience {
		if c.cycles(1, "rsp_valid_o", false); c.output("rsp_valid_o") == 1 {
			break
		}
		if state() != "DRAIN" {
			continue
		}
		for state() == "DRAIN" {
			c.cycles(1, "", false)
		}
		playouts, visits := get("playouts_q"), get("visits_q")
		_, all := search.MonteCarloConfig{Policy: chipwasm.Policy, Visits: 1, Seed: seed}.Candidates(&pos, func(n int) bool { return n >= playouts })
		want, got := map[duo.Move]int{}, map[duo.Move]int{}
		for _, m := range all {
			if m.Visits == visits {
				want[m.Move] = m.Sum
			}
		}
		at := get("head_q")
		for range get("left_q") {
			got[moves[at<<get("shift_q")].Move()] = c.word("candidates", "sum", at)
			at = c.word("candidates", "next", at)
		}
		require.Equal(t, want, got, "after %d playouts", playouts)
		rounds++
	}
	require.Greater(t, rounds, 1)
}

// TestStages compares the pipeline stages of each lane with the twin, in every cycle from the
// beginning of a search on.
func TestStages(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c := start(t, chipwasm.MonteCarlo)
	core := monteCarlo{twin.NewMonteCarlo(chipwasm.MonteCarlo.Lanes, chipwasm.Policy)}
	c.game(rng, core, 8+rng.IntN(8), atRandom)

	type holds struct {
		stages twin.Stages
		out    twin.LaneOut
	}
	want := make([][]holds, chipwasm.MonteCarlo.Lanes)
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
		for k := range want {
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
				picked := c.get(row, lane(k, "picked_q"))|c.get(row, lane(k, "u_pick.done_q")) == 1
				require.Equal(t, w.out.Move != nil, picked && c.get(row, lane(k, "move_ready")) == 1, "move in lane %d, cycle %d of the search", k, cycle+row)
				require.Equal(t, w.out.Result != nil, c.get(row, lane(k, "result_valid_o")) == 1, "result in lane %d, cycle %d of the search", k, cycle+row)
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

// TestFault flips the bit of each chip's fault during a search: the twin disagrees.
func TestFault(t *testing.T) {
	t.Parallel()
	for _, of := range chipwasm.Chips {
		t.Run(of.Name, func(t *testing.T) {
			t.Parallel()
			rng := seedtest.Rand(t)
			c := start(t, of)
			core := newCore(t, of)
			pos := c.position(rng, core, 14) // the search of a few moves would end before the fault
			amount := map[*chipwasm.Chip]int{chipwasm.MonteCarlo: 1, chipwasm.Minimax: 2, chipwasm.AlphaBeta: 2, chipwasm.Tree: 100}[of]
			m, numbers, cycles := core.find(amount, 7)
			c.give(gen.CmdSearch, pos.ToMove(), duo.Pass, amount, 7)
			c.cycles(1000, "cmd_ready_o", false)
			c.set("cmd_valid_i", 0)
			fault := c.table.Fault
			took := 1 + uint64(c.cycles(uint32(fault.Cycle), "", false))
			require.Zero(t, c.output("rsp_valid_o"), "the search has ended before the fault")
			_, err := c.flip.Call(t.Context(), uint64(c.signal(fault.Signal).At), uint64(fault.Bit))
			require.NoError(t, err)
			took += uint64(c.cycles(patience, "rsp_valid_o", false))
			gotMove, got := c.answer()
			assert.NotEqual(t, []any{m, numbers, cycles}, []any{gotMove, got, took})
		})
	}
}

// TestFlipWord turns over the first and the last bit of every memory, and turns them back: the memories
// change there alone, and the search is the twin's.
func TestFlipWord(t *testing.T) {
	t.Parallel()
	for _, of := range chipwasm.Chips {
		t.Run(of.Name, func(t *testing.T) {
			t.Parallel()
			c := start(t, of)
			core := newCore(t, of)
			c.game(seedtest.Rand(t), core, 20, atRandom)
			names := map[string]bool{}
			for number, b := range c.table.Banks {
				assert.False(t, names[b.Name], b.Name)
				names[b.Name] = true
				assert.Regexp(t, `^[a-z_]+(\[\d+\])?(\.[a-z_]+(\[\d+\])?)*$`, b.Name)
				assert.GreaterOrEqual(t, 8*b.Bytes, b.Width, b.Name)
				at, err := c.bank.Call(t.Context(), uint64(number))
				require.NoError(t, err)
				read := func() []byte {
					text, ok := c.memory.Read(uint32(at[0]), uint32(b.Words*b.Bytes))
					require.True(t, ok)
					return bytes.Clone(text)
				}
				flip := func(word, bit int) {
					_, err := c.flipWord.Call(t.Context(), uint64(number), uint64(word*b.Bytes+bit/8), uint64(bit%8))
					require.NoError(t, err)
				}
				before := read()
				for _, place := range [][2]int{{0, 0}, {b.Words - 1, b.Width - 1}} {
					flip(place[0], place[1])
					want := bytes.Clone(before)
					want[place[0]*b.Bytes+place[1]/8] ^= 1 << (place[1] % 8)
					require.Equal(t, want, read(), "%s, word %d, bit %d", b.Name, place[0], place[1])
					flip(place[0], place[1])
				}
				require.Equal(t, before, read(), b.Name)
			}
			for _, m := range c.table.Memories {
				require.Equal(t, m.Words, c.table.Banks[m.First].Words, m.Name)
			}
			require.Greater(t, len(c.table.Banks), len(c.table.Memories))
			c.search(core, map[*chipwasm.Chip]int{chipwasm.MonteCarlo: 1, chipwasm.Minimax: 1, chipwasm.AlphaBeta: 1, chipwasm.Tree: 20}[of], 7)
		})
	}
}

// TestFlip flips a bit of a register in a cycle: the register and the logic behind it differ in that cycle,
// and nothing else in the lane's table of games.
func TestFlip(t *testing.T) {
	t.Parallel()
	for _, of := range []*chipwasm.Chip{chipwasm.MonteCarlo, chipwasm.Tree} {
		t.Run(of.Name, func(t *testing.T) {
			t.Parallel()
			rng := seedtest.Rand(t)
			chips := []*chip{start(t, of), start(t, of)}
			cycle := 2000 + uint32(rng.IntN(2000))
			for _, c := range chips {
				c.give(gen.CmdSearch, duo.Player1, duo.Pass, 20, 7)
				c.cycles(1000, "cmd_ready_o", false)
				c.set("cmd_valid_i", 0)
				c.cycles(cycle, "", false)
				require.Zero(t, c.output("rsp_valid_o"), "the search has ended before the fault")
			}
			lane := fmt.Sprintf("%s.gen_lane[%d].u_lane", chips[0].table.LanesAt, rng.IntN(of.Lanes))
			busy, running := chips[0].signal(lane+".u_update.u_games.busy_q"), chips[0].signal(lane+".running")
			require.True(t, busy.Register)
			require.False(t, running.Register)
			chips[0].cycles(1, "", false)
			games := chips[0].get(0, running)
			require.NotZero(t, games)
			bit := bits.TrailingZeros(uint(games))
			_, err := chips[1].flip.Call(t.Context(), uint64(busy.At), uint64(bit))
			require.NoError(t, err)
			chips[1].cycles(1, "", false)
			require.Equal(t, 1<<bit, chips[0].get(0, busy)^chips[1].get(0, busy))
			require.Equal(t, 1<<bit, chips[0].get(0, running)^chips[1].get(0, running))
		})
	}
}
