package chipwasm_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/chipwasm"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// committed returns the files that are committed.
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

// TestCommitted makes the files afresh, which must be those that are committed.
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

// command gives a command and returns the cycles that it took, as the twin counts them.
func (c *chip) command(op uint32, player duo.Player, m duo.Move, visits int, seed uint32) uint64 {
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
	c.cycles(1000, "cmd_ready_o", false)
	c.set("cmd_valid_i", 0)
	return 1 + uint64(c.cycles(patience, "rsp_valid_o", false))
}

func (c *chip) output(name string) int { return c.get(0, c.signal(name)) }

// TestGame plays a game in which the chip and its twin search now and then, and compares every answer and the
// cycles of every command.
func TestGame(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	c := start(t)
	core := twin.NewMonteCarlo(chipwasm.Lanes, chipwasm.Policy)
	pos := duo.NewPosition(duo.Player1)
	if rng.IntN(2) == 0 {
		pos = duo.NewPosition(duo.Player2)
		require.Equal(t, core.Reset(duo.Player2), c.command(gen.CmdReset, 0, duo.Pass, 0, 0), "reset")
	}
	searches := 0
	for !pos.Over() {
		moves := pos.LegalMoves(nil)
		m := duo.Pass
		if len(moves) > 0 {
			m = moves[rng.IntN(1+len(moves)/3)]
		}
		// Not all searches of the opening, which are long.
		if len(moves) < 150 && rng.IntN(2) == 0 || pos.Plies() == 2 {
			seed := rng.Uint32()
			want, cycles := core.Search(1, seed)
			require.Equal(t, search.MonteCarloConfig{Policy: chipwasm.Policy, Visits: 1, Seed: seed}.Search(&pos, nil), want)
			took := c.command(gen.CmdSearch, pos.ToMove(), duo.Pass, 1, seed)
			got := search.MonteCarloResult{Anchor: want.Anchor, Index: want.Index, Moves: want.Moves, Candidates: want.Candidates, Move: duo.Pass}
			if c.output("rsp_pass_o") == 0 {
				got.Move = duo.NewMove(duo.Orientation(c.output("rsp_orient_o")), duo.NewSquare(c.output("rsp_row_o"), c.output("rsp_col_o")))
				got.Visits, got.Playouts = c.output("rsp_visits_o"), c.output("rsp_playouts_o")
				got.Sum = int(int32(c.output("rsp_sum_o")<<8) >> 8)
			}
			require.Equal(t, want, got, "after %v", pos.History())
			require.Equal(t, cycles, took, "cycles of the search, %d playouts, after %v", want.Playouts, pos.History())
			searches++
			if m != duo.Pass {
				m = want.Move
			}
		}
		cycles, err := core.Play(m)
		require.NoError(t, err)
		require.Equal(t, cycles, c.command(gen.CmdPlay, pos.ToMove(), m, 0, 0), "cycles of %v after %v", m, pos.History())
		require.Equal(t, 1, c.output("rsp_ok_o"))
		pos.Play(m)
	}
	assert.Greater(t, searches, 3)
	t.Logf("%d searches, %d cycles", searches, core.Cycle())
}
