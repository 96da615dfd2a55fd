package sim_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden"
	"github.com/tessera-fpga/tessera/sim"
)

// faults are single faults in the RTL, each of which must be caught.
var faults = []struct{ file, old, new string }{
	{"tile_rom.vh", "rows[25] = {1'b0, 3'd5, 5'd14, 98'b000000", "rows[25] = {1'b0, 3'd5, 5'd14, 98'b000001"},
	{"tile_rom.vh", "rows[90] = {1'b1, 3'd1", "rows[90] = {1'b1, 3'd2"},
	{"tile_walk.vh", "7'd25,  // o", "7'd26,  // o"},
	{"tile_walk.v", ": (left & smaller);", ": left;"},
	{"corner_finder.v", "& ~(right | left | below | above)", "& ~(right | left | below)"},
	{"corner_finder.v", "{own_i[ROW:0], own_i[N-1:ROW+1]}", "{own_i[ROW+1:0], own_i[N-1:ROW+2]}"},
	{"corner_count.v", "{2'b0, rows[16*i+12+:4]}", "5'd0 + {2'b0, rows[16*i+8+:4]}"},
	{"fit_check.v", "(beside & (board == `CELL_OWN))", "1'b0"},
	{"position_scan.v", "else if (col_q == SKIP) skip_q <= 1'b0;", ""},
	{"ring_board.v", " & (col_i + RIGHT[3:0] == start_col)", ""},
	{"ring_board.v", "if (erase_i & player_i) player2_q", "if (erase_i & player_i & ~load_i) player2_q"},
	{"search_stack.v", "if (push_i) frames[push_ply_i]", "if (push_i) frames[2'd0]"},
	{"move_score.v", "times(RIVAL, count);", "times(OWN, count);"},
	{"classic_core.v", "better_q <= (value > best_q);", "better_q <= (value >= best_q);"},
	{"classic_core.v", "(value >= beta_q)", "(value > beta_q)"},
	{"classic_core.v", "arrived_q <= step & at_before;", "arrived_q <= step & (row == before_row_q);"},
	{"classic_core.v", "state_d = (walk_none & ~moved_q) ? POP : SCAN;", "state_d = SCAN;"},
	{"classic_core.v", "moved_q <= 1'b1;\n        if (better_q", "if (better_q"},
	{"classic_core.v", "FETCH: state_d = searching_q ? TURN : LOAD;", "FETCH: state_d = searching_q ? UNDO : LOAD;"},
	{"classic_core.v", "wire last_ply = (depth_q == ply_q + 3'd1);", "wire last_ply = (depth_q <= ply_q + 3'd1) | (ply_q == 3'd2);"},
}

// TestFaultsAreCaught breaks the RTL in one place after another and requires
// the cosimulation of the core to see each of them.
func TestFaultsAreCaught(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a model for each fault; run without -short")
	}
	cfg := golden.ClassicConfig{Weights: golden.DefaultWeights, AlphaBeta: true}
	for _, f := range faults {
		t.Run(f.file+":"+f.old, func(t *testing.T) {
			t.Parallel()
			m := sim.ClassicModel(cfg)
			// A fault may well leave something unused; lint is not to catch it.
			m.Flags = []string{"-Wno-UNUSEDSIGNAL", "-Wno-UNUSEDPARAM", "-Wno-WIDTH"}
			m.Sources = []string{faultyRTL(t, f.file, f.old, f.new)}
			p, err := sim.Start(t.Context(), m)
			require.NoError(t, err)
			defer p.Close()
			err = compareClassic(p, rand.New(rand.NewPCG(1, 0)), cfg, 40) // a fixed seed: caught is caught
			mismatch, timeout := (*sim.Mismatch)(nil), (*sim.TimeoutError)(nil)
			require.True(t, errors.As(err, &mismatch) || errors.As(err, &timeout), "the fault was not caught: %v", err)
			t.Logf("caught: %v", err)
		})
	}
}

// faultyRTL copies the RTL to a folder of the test, with one text replaced.
func faultyRTL(t *testing.T, file, old, new string) string {
	root, err := sim.Root()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, "rtl"))))
	path := filepath.Join(dir, file)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(text), old), "%s must contain %q once", file, old)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), old, new, 1)), 0o666))
	return dir
}
