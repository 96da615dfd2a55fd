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

// TestUARTReceiveFast sends bytes at a speed that is up to 1.5 % off, with and without pauses, and
// some without stop bit.
func TestUARTReceiveFast(t *testing.T) {
	t.Parallel()
	uarts := []twin.UART{
		{ClockHz: 48_000_000, Baud: 12_000_000}, {ClockHz: 50_000_000, Baud: 12_000_000},
		{ClockHz: 48_000_000, Baud: 3_000_000},
	}
	if simtest.All() {
		uarts = append(uarts, twin.UART{ClockHz: 64_000_000, Baud: 12_000_000}, twin.UART{ClockHz: 25_000_000, Baud: 3_000_000})
	}
	for _, u := range uarts {
		t.Run(fmt.Sprintf("%d_at_%d", u.Baud, u.ClockHz), func(t *testing.T) {
			simtest.Cosim(t, uartModel("uart_rx_fast", u), func(p *verilator.Proc, rng *rand.Rand) error {
				// The middle of the stop bit is seen 9.5 bits after the start bit, which is seen 2 cycles
				// after it begins and half a cycle late on average (parameter HALF).
				half := uint64(u.ClockHz/2 + u.Baud/4*3)
				stop := (10*uint64(u.ClockHz) - half + uint64(u.Baud) - 1) / uint64(u.Baud)
				if err := compareResets(p, rng, u, func(got []twin.TimedByte, start uint64, b byte) string {
					return cmp.Diff([]twin.TimedByte{{Cycle: start + 2 + stop + 1, Byte: b}}, got)
				}); err != nil {
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
						if rng.IntN(10) == 0 { // no start bit: high again when its middle is looked at
							middle := (uint64(u.ClockHz) - half + uint64(u.Baud) - 1) / uint64(u.Baud)
							w.Level(false, 1+rng.Uint64N(middle))
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
