// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// tightUART has the middle of a bit exactly in a cycle, and another one a 440 millionth of a cycle
// after one: every bit of the receiver's accumulator counts.
var tightUART = twin.UART{ClockHz: 1_980_000_013, Baud: 440_000_003}

// compareMiddles sends bytes on a line that has the level of a bit only in the cycle nearest to its
// middle, and the other level before and after. middle returns that cycle, counted from the first
// one of the start bit.
func compareMiddles(p *verilator.Proc, rng *rand.Rand, u twin.UART, middle func(bit int) uint64) error {
	var w cosim.SerialWave
	var want []byte
	w.Level(true, u.Edge(2))
	for range 100 {
		b := byte(rng.Uint32())
		want = append(want, b)
		w.Level(false, 1)
		at := uint64(1)
		for bit := range 10 {
			level := bit == 9 || bit > 0 && b>>(bit-1)&1 == 1
			w.Level(!level, middle(bit)-at)
			w.Level(level, 1)
			at = middle(bit) + 1
		}
		w.Level(true, 4+rng.Uint64N(u.Edge(1)))
	}
	return receiveBytes(p, &w, want, 0)
}

// TestUARTReceiveFast sends bytes at a speed that is up to 1.5 % off, with and without pauses, and
// some without stop bit.
func TestUARTReceiveFast(t *testing.T) {
	t.Parallel()
	uarts := []twin.UART{
		{ClockHz: 48_000_000, Baud: 12_000_000}, {ClockHz: 48_000_000, Baud: 3_000_000}, tightUART,
	}
	if simtest.All() {
		uarts = append(uarts, twin.UART{ClockHz: 50_000_000, Baud: 12_000_000}, twin.UART{ClockHz: 64_000_000, Baud: 12_000_000}, twin.UART{ClockHz: 25_000_000, Baud: 3_000_000})
	}
	for _, u := range uarts {
		t.Run(fmt.Sprintf("%d_at_%d", u.Baud, u.ClockHz), func(t *testing.T) {
			simtest.Cosim(t, uartModel("uart_rx_fast", u), func(p *verilator.Proc, rng *rand.Rand) error {
				// The receiver sees the middle of the stop bit 9.5 bits after the start bit, which
				// it sees 2 cycles after its beginning and half a cycle late on average (parameter
				// HALF).
				half := uint64(u.ClockHz/2 + u.Baud/4*3)
				middle := func(bit int) uint64 {
					return (uint64(bit+1)*uint64(u.ClockHz) - half + uint64(u.Baud) - 1) / uint64(u.Baud)
				}
				stop := middle(9)
				if err := compareResets(p, rng, u, func(got []twin.TimedByte, start uint64, b byte) string {
					return cmp.Diff([]twin.TimedByte{{Cycle: start + 2 + stop + 1, Byte: b}}, got)
				}); err != nil {
					return err
				}
				if err := compareMiddles(p, rng, u, middle); err != nil {
					return err
				}
				for _, off := range []float64{-0.015, 0, 0.015} {
					bit := float64(u.ClockHz) / float64(u.Baud) * (1 + off)
					var w cosim.SerialWave
					var want []byte
					errors := 0
					w.Level(true, u.Edge(2))
					for range 1000 {
						b := byte(rng.Uint32())
						if rng.IntN(10) == 0 { // no start bit: the line is high again at its middle
							w.Level(false, 1+rng.Uint64N(middle(0)))
							w.Level(true, u.Edge(1))
							continue
						}
						if rng.IntN(10) == 0 { // no stop bit, and perhaps a long break
							w.Byte(b, bit, false)
							w.Level(false, rng.Uint64N(u.Edge(20)))
							w.Level(true, u.Edge(2))
							errors++
							continue
						}
						w.Byte(b, bit, true)
						want = append(want, b)
						if rng.IntN(2) == 0 {
							w.Level(true, rng.Uint64N(u.Edge(3)))
						}
					}
					w.Level(true, u.Edge(3))
					if err := receiveBytes(p, &w, want, errors); err != nil {
						return fmt.Errorf("%+.1f %%: %w", 100*off, err)
					}
				}
				return nil
			})
		})
	}
}
