// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

// UART is the timing of the serial line of the hardware: 8 data bits, no
// parity, 1 stop bit. Times are clock cycles.
type UART struct {
	ClockHz int // clock cycles a second, at least 16 * Baud
	Baud    int // bits a second
}

// Edge returns the beginning of bit k of a byte. Bit 0 is the start bit; the stop bit is bit 9 and
// ends at Edge(10).
func (u UART) Edge(k int) uint64 {
	return uint64((k*u.ClockHz + u.Baud - 1) / u.Baud)
}

// SendCycles returns how long the transmitter is busy with a byte. The transmitter takes the next
// byte a cycle later at the earliest, and the start bit begins in the cycle after it took a byte.
func (u UART) SendCycles() uint64 { return u.Edge(10) }

// Arrival returns the receiver's output cycle of a byte with a start bit at the pin from cycle fall
// on, counted from reset. It holds for a clean line with bits a cycle or two longer than the
// distance of two samples; a byte at a wrong speed may arrive a sample earlier or later.
func (u UART) Arrival(fall uint64) uint64 {
	// Sample n (n = 0, 1 ..) is taken in cycle ceil((n+1) * ClockHz / rate) - 1.
	clock, rate := uint64(u.ClockHz), uint64(16*u.Baud)
	sampled := func(n uint64) uint64 { return ((n+1)*clock+rate-1)/rate - 1 }
	// The first sample that sees the edge behind two registers.
	n := (fall + 2) * rate / clock
	for n > 0 && sampled(n-1) >= fall+2 {
		n--
	}
	for sampled(n) < fall+2 {
		n++
	}
	// Half a bit for the start bit, 9 bits to the stop bit, and a register.
	return sampled(n+8+9*16) + 1
}
