// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TestMoveEncoderLatency gives another orientation in every cycle: tile and rotation must be there
// exactly 2 cycles later. The square and the index have no latency.
func TestMoveEncoderLatency(t *testing.T) {
	t.Parallel()
	const latency, cycles = 2, 4 * duo.NumSquares
	simtest.Cosim(t, model("move_encoder"), func(p *verilator.Proc, rng *rand.Rand) error {
		orient, row, col := p.MustPort("orient_i"), p.MustPort("row_i"), p.MustPort("col_i")
		index, char := p.MustPort("index_i"), p.MustPort("char_o")
		b := p.NewBatch(cycles)
		orients, squares := make([]duo.Orientation, cycles), make([]duo.Square, cycles)
		for i := range cycles {
			orients[i] = duo.Orientation(rng.IntN(duo.NumOrientations))
			squares[i] = duo.Square(rng.IntN(duo.NumSquares))
			orient.Set(b.In(i), uint64(orients[i]))
			row.Set(b.In(i), uint64(squares[i].Row()))
			col.Set(b.In(i), uint64(squares[i].Col()))
			index.Set(b.In(i), uint64(i%4))
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i := latency; i < cycles; i++ {
			want := duo.NewMove(orients[i-latency], squares[i]).String()
			if got := byte(char.Uint(b.Out(i))); got != want[i%4] {
				return p.Mismatch("char_o", fmt.Sprintf("%c", got), fmt.Sprintf("%c", want[i%4]), "character %d of %s", i%4, want).At(b.Cycle(i))
			}
		}
		return nil
	})
}
