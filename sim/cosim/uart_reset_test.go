// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TestUARTReceiveResets resets the receiver at any time within bytes, with and without stop bit.
// Later bytes must arrive in the model's cycles, and nothing else.
func TestUARTReceiveResets(t *testing.T) {
	t.Parallel()
	u := uarts[0]
	simtest.Cosim(t, uartModel("uart_rx", u), func(p *verilator.Proc, rng *rand.Rand) error {
		bit := float64(u.ClockHz) / float64(u.Baud)
		for n := range 400 {
			p.SetTransaction(n)
			var w cosim.SerialWave
			var want []twin.TimedByte
			w.Level(true, u.Edge(2)+rng.Uint64N(u.Edge(1)))
			for range 1 + rng.IntN(3) {
				b := byte(rng.Uint32())
				want = append(want, twin.TimedByte{Cycle: u.Arrival(w.Byte(b, bit, true)), Byte: b})
			}
			w.Level(true, u.Edge(2))
			got, err := receive(p, &w)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(want, got.bytes); diff != "" || got.errors != 0 {
				return p.Mismatch("bytes", len(got.bytes), len(want), "after a reset: %d errors; -want +got\n%s", got.errors, diff)
			}
			var cut cosim.SerialWave
			cut.Byte(byte(rng.Uint32()), bit, rng.IntN(2) == 0)
			cut.Level(rng.IntN(2) == 0, u.Edge(2))
			left := 1 + rng.Uint64N(cut.Cycles)
			part := cosim.SerialWave{}
			for i, run := range cut.Runs {
				part.Level(i%2 == 0, min(uint64(run), left))
				left -= min(uint64(run), left)
			}
			if _, err := receive(p, &part); err != nil {
				return err
			}
			if err := p.Reset(); err != nil {
				return err
			}
		}
		return nil
	})
}
