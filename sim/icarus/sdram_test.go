// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package icarus_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/icarus"
)

// TestSDRAM tests and uses a memory from power-up on; then it uses one that is slower by a
// picosecond.
func TestSDRAM(t *testing.T) {
	t.Parallel()
	chip := twin.SlowestSDRAM()
	chip.PowerUp = time.Microsecond
	c, err := chip.Cycles(gen.SDRAMHertz)
	require.NoError(t, err)
	ps := func(d time.Duration) int { return int(d.Nanoseconds()) * 1000 }
	const period = (1_000_000_000_000 + gen.SDRAMHertz - 1) / gen.SDRAMHertz
	params := map[string]int{
		"PERIOD": period, "POWER_UP": c.PowerUp, "T_POWER_UP": ps(chip.PowerUp), "T_RCD": ps(chip.RCD), "T_RP": ps(chip.RP),
		"T_RAS": ps(chip.RAS), "T_RAS_MAX": ps(chip.RASMax), "T_RC": ps(chip.RC), "T_RRD": ps(chip.RRD), "T_RFC": ps(chip.RFC),
		"T_WR": ps(chip.WR), "T_MRD": ps(chip.MRD), "T_CK2": ps(chip.CK2), "T_CK3": ps(chip.CK3),
		"T_REF_US": int(chip.Refresh.Microseconds()),
	}
	run := func() string {
		out, err := icarus.Bench{File: "testdata/sdram_tb.v", Params: params, Folders: []string{"sim/testbench"}}.Run(t.Context(), t.TempDir())
		require.NoError(t, err)
		return out
	}
	require.Equal(t, "40 bursts, 0 differences\n", run())
	params["T_RCD"] = c.RCD*period + 1
	require.Regexp(t, `^sdram: cycle \d+, bank 0: +tRCD\na rule is broken\n40 bursts, 0 differences\n$`, run())
}
