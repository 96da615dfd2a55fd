// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TestHeartbeat compares the lamp with one that changes every half second, with resets at any time.
func TestHeartbeat(t *testing.T) {
	t.Parallel()
	const clockHz = 682 // half of it is 101010101 in binary: each bit of the last count differs from its neighbours
	m := model("heartbeat")
	m.Params = map[string]int{"CLK_HZ": clockHz}
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		rst, beat := p.MustPort("rst_i"), p.MustPort("beat_o")
		b := p.NewBatch(40 * clockHz)
		wants := make([]bool, b.Len())
		count, lit := 0, false
		for i := range wants {
			wants[i] = lit
			if count++; count == clockHz/2 {
				count, lit = 0, !lit
			}
			if rng.IntN(3*clockHz) == 0 {
				rst.Set(b.In(i), 1)
				count, lit = 0, false
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i, want := range wants {
			if got := beat.Bool(b.Out(i)); got != want {
				return p.Mismatch("beat_o", got, want, "").At(b.Cycle(i))
			}
		}
		return nil
	})
}
