// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/bench"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// TestBenchService bounds the measured rates by the line's.
func TestBenchService(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("short")
	}
	bauds, stages := []int{3_000_000}, []int{34}
	if simtest.All() {
		bauds, stages = append(bauds, 12_000_000), append(stages, 14)
	}
	for _, baud := range bauds {
		cfg := cosim.ServiceConfig{UART: twin.UART{ClockHz: 48_000_000, Baud: baud}, Lanes: 4}
		for _, plies := range stages {
			runs := simtest.Long(200, bench.ServiceRuns)
			r, err := bench.Service(t.Context(), cfg, plies, runs)
			require.NoError(t, err)
			t.Logf("%.0f MHz, %.0f Mbaud, %d lanes, after %d plies: %.0f LOAD+RUN/s (line: %.0f), %.0f RUN/s (line: %.0f)",
				float64(cfg.UART.ClockHz)/1e6, float64(cfg.UART.Baud)/1e6, cfg.Lanes, plies, r.LoadRun, r.LoadRunLine, r.Run, r.RunLine)
			most := 1 + 12/float64(runs) // the measured time may include a few runs more or less
			require.LessOrEqual(t, r.LoadRun, r.LoadRunLine*most)
			require.LessOrEqual(t, r.Run, r.RunLine*most)
			if cfg.UART.Baud <= 3_000_000 {
				require.Greater(t, r.LoadRun, r.LoadRunLine*0.9)
			}
		}
	}
}
