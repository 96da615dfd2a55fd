// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"math"

	"github.com/tessera-fpga/tessera/golden/twin"
)

// SerialWave is the waveform of a serial line under construction, 8 data bits, no parity, 1 stop
// bit, in the form of Line.
type SerialWave struct {
	Runs   []uint32
	Cycles uint64 // length of the waveform
}

// Level keeps the line at a level for some cycles.
func (w *SerialWave) Level(level bool, cycles uint64) {
	if cycles == 0 {
		return
	}
	w.Cycles += cycles
	if now := len(w.Runs)%2 == 1; len(w.Runs) > 0 && level == now {
		w.Runs[len(w.Runs)-1] += uint32(cycles)
		return
	}
	if len(w.Runs) == 0 && !level {
		w.Runs = append(w.Runs, 0)
	}
	w.Runs = append(w.Runs, uint32(cycles))
}

// Byte sends a byte with the given number of cycles a bit, and returns the cycle of its start bit
// since the wave began. With stop false the stop bit is missing.
func (w *SerialWave) Byte(b byte, bitCycles float64, stop bool) (start uint64) {
	start = w.Cycles
	frame := uint(b) << 1
	if stop {
		frame |= 1 << 9
	}
	for k := range 10 {
		w.Level(frame>>k&1 == 1, start+uint64(math.Ceil(float64(k+1)*bitCycles))-w.Cycles)
	}
	return start
}

// SerialReader decodes the edges of a serial line that idles at 1. It checks the rules of the line,
// and reads each bit in its middle.
type SerialReader struct {
	UART  twin.UART
	edges []uint64
	low   bool // the level before the first edge
	Bad   int  // bytes without stop bit
}

// Read takes the edges up to a cycle and returns the bytes that are complete by then, each with the
// cycle of its start bit.
func (r *SerialReader) Read(edges []uint64, now uint64) (bytes []twin.TimedByte) {
	r.edges = append(r.edges, edges...)
	level := func(at uint64) bool {
		v := !r.low
		for _, e := range r.edges {
			if e > at {
				break
			}
			v = !v
		}
		return v
	}
	for len(r.edges) > 0 {
		if r.low { // the line rises
			r.low = false
			r.edges = r.edges[1:]
			continue
		}
		start := r.edges[0]
		middle := func(k int) uint64 { return (start + r.UART.Edge(k) + start + r.UART.Edge(k+1)) / 2 }
		if now < middle(9) {
			break
		}
		var b byte
		for k := range 8 {
			if level(middle(k + 1)) {
				b |= 1 << k
			}
		}
		if level(middle(9)) {
			bytes = append(bytes, twin.TimedByte{Cycle: start, Byte: b})
		} else {
			r.Bad++
		}
		for len(r.edges) > 0 && r.edges[0] <= middle(9) {
			r.edges = r.edges[1:]
			r.low = !r.low
		}
	}
	return bytes
}
