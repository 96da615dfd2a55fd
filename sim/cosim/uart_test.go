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

// uarts are clocks and speeds, some with a fractional ratio; the last one is part of make test-all.
var uarts = []twin.UART{
	{ClockHz: 173_000, Baud: 10_000},
	{ClockHz: 12_000_000, Baud: 115_200},
	{ClockHz: 160_000, Baud: 10_000},
}[:simtest.Long(2, 3)]

func uartModel(top string, u twin.UART) verilator.Model {
	return verilator.Model{Top: top, Params: map[string]int{"CLK_HZ": u.ClockHz, "BAUD": u.Baud}}
}

func forEachUART(t *testing.T, f func(t *testing.T, u twin.UART)) {
	for _, u := range uarts {
		t.Run(fmt.Sprintf("%d_at_%d", u.Baud, u.ClockHz), func(t *testing.T) { f(t, u) })
	}
}

// received holds the bytes and errors that uart_rx finds in a waveform.
type received struct {
	bytes  []twin.TimedByte
	errors int
}

func receive(p *verilator.Proc, w *cosim.SerialWave) (r received, err error) {
	rx := p.MustPort("rx_i")
	valid, data, bad := p.MustPort("valid_o"), p.MustPort("data_o"), p.MustPort("error_o")
	level := uint64(1)
	for i, run := range w.Runs {
		level = uint64(1 - i%2)
		if run == 0 {
			continue
		}
		b := p.NewBatch(int(run))
		for i := range b.Len() {
			rx.Set(b.In(i), level)
		}
		if err := p.Step(b); err != nil {
			return r, err
		}
		for i := range b.Len() {
			if valid.Bool(b.Out(i)) {
				r.bytes = append(r.bytes, twin.TimedByte{Cycle: b.Cycle(i), Byte: byte(data.Uint(b.Out(i)))})
			}
			if bad.Bool(b.Out(i)) {
				r.errors++
			}
		}
	}
	return r, nil
}

// receiveBytes compares the bytes that uart_rx finds in a waveform, regardless of the cycle.
func receiveBytes(p *verilator.Proc, w *cosim.SerialWave, want []byte, errors int) error {
	got, err := receive(p, w)
	if err != nil {
		return err
	}
	var bytes []byte
	for _, b := range got.bytes {
		bytes = append(bytes, b.Byte)
	}
	if diff := cmp.Diff(want, bytes); diff != "" || got.errors != errors {
		return p.Mismatch("bytes", len(bytes), len(want), "%d errors, want %d; -want +got\n%.2000s", got.errors, errors, diff)
	}
	return nil
}

// TestUARTReceive sends bytes with random pauses on a clean line: every byte must arrive in the
// model's cycle.
func TestUARTReceive(t *testing.T) {
	t.Parallel()
	forEachUART(t, func(t *testing.T, u twin.UART) {
		simtest.Cosim(t, uartModel("uart_rx", u), func(p *verilator.Proc, rng *rand.Rand) error {
			bit := float64(u.ClockHz) / float64(u.Baud)
			var w cosim.SerialWave
			var want []twin.TimedByte
			w.Level(true, u.Edge(2))
			for i := range 300 {
				b := byte(rng.Uint32())
				if i%8 == 0 {
					b = []byte{0, 0xff, 0x55, 0xaa}[i/8%4]
				}
				start := w.Byte(b, bit, true)
				want = append(want, twin.TimedByte{Cycle: u.Arrival(start), Byte: b})
				if rng.IntN(2) == 0 {
					w.Level(true, rng.Uint64N(u.Edge(3)))
				}
			}
			w.Level(true, u.Edge(2))
			got, err := receive(p, &w)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(want, got.bytes); diff != "" || got.errors != 0 {
				return p.Mismatch("bytes", len(got.bytes), len(want), "%d errors; -want +got\n%s", got.errors, diff)
			}
			return nil
		})
	})
}

// TestUARTReceiveReset resets the receiver in the middle of a byte, a missing stop bit or a break:
// the next byte must arrive in its cycle, and nothing before it.
func TestUARTReceiveReset(t *testing.T) {
	t.Parallel()
	forEachUART(t, func(t *testing.T, u twin.UART) {
		simtest.Cosim(t, uartModel("uart_rx", u), func(p *verilator.Proc, rng *rand.Rand) error {
			return compareResets(p, rng, u, func(got []twin.TimedByte, start uint64, b byte) string {
				return cmp.Diff([]twin.TimedByte{{Cycle: u.Arrival(start), Byte: b}}, got)
			})
		})
	})
}

// compareResets resets a receiver again and again during its work and sends a byte. diff compares
// the received bytes with the byte whose start bit begins in cycle start.
func compareResets(p *verilator.Proc, rng *rand.Rand, u twin.UART, diff func(got []twin.TimedByte, start uint64, b byte) string) error {
	bit := float64(u.ClockHz) / float64(u.Baud)
	for n := range 60 {
		p.SetTransaction(n)
		var before, w cosim.SerialWave
		before.Level(true, u.Edge(1))
		before.Byte(byte(rng.Uint32()), bit, rng.IntN(2) == 0)
		before.Level(rng.IntN(2) == 0, rng.Uint64N(u.Edge(3)))
		if n%2 == 0 { // within the byte
			at := 1 + rng.Uint64N(before.Cycles-1)
			for i := range before.Runs {
				before.Runs[i] = uint32(min(uint64(before.Runs[i]), at))
				at -= uint64(before.Runs[i])
			}
		}
		if _, err := receive(p, &before); err != nil {
			return err
		}
		if err := p.Reset(); err != nil {
			return err
		}
		w.Level(true, u.Edge(1)+rng.Uint64N(u.Edge(1)))
		b := byte(rng.Uint32())
		start := w.Byte(b, bit, true)
		w.Level(true, u.Edge(2))
		got, err := receive(p, &w)
		if err != nil {
			return err
		}
		if d := diff(got.bytes, start, b); d != "" || got.errors != 0 {
			return p.Mismatch("bytes", len(got.bytes), 1, "%d errors; -want +got\n%s", got.errors, d)
		}
	}
	return nil
}

// TestUARTReceiveBadLine sends bytes at a speed that is up to 3 % off, with disturbances shorter
// than a sample, false start bits, bytes without stop bit and breaks.
func TestUARTReceiveBadLine(t *testing.T) {
	t.Parallel()
	forEachUART(t, func(t *testing.T, u twin.UART) {
		simtest.Cosim(t, uartModel("uart_rx", u), func(p *verilator.Proc, rng *rand.Rand) error {
			for _, off := range []float64{-0.03, -0.01, 0, 0.01, 0.03} {
				bit := float64(u.ClockHz) / float64(u.Baud) * (1 + off)
				sample := bit / 16
				var w cosim.SerialWave
				var want []byte
				errors := 0
				w.Level(true, u.Edge(2))
				for range 200 {
					b := byte(rng.Uint32())
					switch rng.IntN(8) {
					case 0: // a false start bit of at most 5 samples
						w.Level(false, 1+rng.Uint64N(uint64(5*sample)))
						w.Level(true, u.Edge(1))
						continue
					case 1: // no stop bit, and perhaps a long break
						w.Byte(b, bit, false)
						w.Level(false, rng.Uint64N(u.Edge(20)))
						w.Level(true, u.Edge(2))
						errors++
						continue
					case 2: // a disturbed bit
						var clean cosim.SerialWave
						clean.Level(true, 1)
						clean.Byte(b, bit, true)
						at := uint64(bit*float64(rng.IntN(10))) + uint64(bit/4) + rng.Uint64N(uint64(bit/2)) + 1
						disturbed(&w, &clean, at, max(1, uint64(sample)-1))
					default:
						w.Byte(b, bit, true)
					}
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

// disturbed appends wave clean to w, inverted for n cycles from cycle at on.
func disturbed(w, clean *cosim.SerialWave, at, n uint64) {
	c := uint64(0)
	for i, run := range clean.Runs {
		for range run {
			w.Level((i%2 == 0) != (c >= at && c < at+n), 1)
			c++
		}
	}
}

// TestUARTSend compares the line with the frame of each byte, cycle by cycle.
func TestUARTSend(t *testing.T) {
	t.Parallel()
	forEachUART(t, func(t *testing.T, u twin.UART) {
		simtest.Cosim(t, uartModel("uart_tx", u), func(p *verilator.Proc, rng *rand.Rand) error {
			valid, data := p.MustPort("valid_i"), p.MustPort("data_i")
			ready, tx := p.MustPort("ready_o"), p.MustPort("tx_o")
			b := p.NewBatch(4096)
			offers, values := make([]bool, b.Len()), make([]uint, b.Len())
			var frame uint
			started := uint64(0) // first cycle of the byte's start bit; 0 before the first byte
			for sent := 0; sent < 100; {
				if rng.IntN(3) == 0 { // most likely within a byte
					if err := p.Reset(); err != nil {
						return err
					}
					started = 0
				}
				always := rng.IntN(2) == 0 // without pauses between bytes
				for i := range offers {
					offers[i], values[i] = always || rng.IntN(50) == 0, uint(rng.IntN(256))
					offer := uint64(0)
					if offers[i] {
						offer = 1
					}
					valid.Set(b.In(i), offer)
					data.Set(b.In(i), uint64(values[i]))
				}
				if err := p.Step(b); err != nil {
					return err
				}
				for i := range b.Len() {
					cycle, out := b.Cycle(i), b.Out(i)
					busy := started != 0 && cycle < started+u.SendCycles()
					level := true
					if busy {
						k := 0
						for u.Edge(k+1) <= cycle-started {
							k++
						}
						level = frame>>k&1 == 1
					}
					if got := tx.Bool(out); got != level {
						return p.Mismatch("tx_o", got, level, "byte %d", sent).At(cycle)
					}
					if got := ready.Bool(out); got == busy {
						return p.Mismatch("ready_o", got, !busy, "byte %d", sent).At(cycle)
					}
					if offers[i] && !busy {
						frame, started = values[i]<<1|1<<9, cycle+1
						sent++
					}
				}
			}
			return nil
		})
	})
}
