// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import "math/bits"

// RNG is the random number generator of one playout: xorshift with 32 bits of
// state (Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14),
// 2003, the triple 13, 17, 5). The state is never 0.
type RNG uint32

// SeedStep is the odd constant nearest to 2^32 divided by the golden ratio, so
// that the seeds of a batch differ in many bits.
const SeedStep = 0x9e3779b9

// NewRNG returns the stream of playout i of the batch with the given seed. The stream's lowest bit
// is 1, so every second playout of the seeds 2k and 2k+1 is equal.
func NewRNG(seed, i uint32) RNG { return RNG((seed + i*SeedStep) | 1) }

// MaxMoves is the number of legal moves that a playout can have as its given first move, by number;
// searches ignore further ones.
const MaxMoves = 1024

// FirstShift is the place of the number in RNG.WithFirst: the highest bits, since the lower ones
// differ between the playouts of a batch, and between small seeds.
const FirstShift = 22

// WithFirst returns the stream of a playout with a given first move: its number, 0..MaxMoves-1, or
// NoFirst. The high bits of the stream, which this move does not need, hold the number; the
// hardware keeps it only there. The first 834,697 streams of a batch still differ.
func (r RNG) WithFirst(first int) RNG {
	if first == NoFirst {
		return r
	}
	return r&(1<<FirstShift-1) | RNG(first)<<FirstShift
}

// Next advances the stream and returns its 32 bits.
func (r *RNG) Next() uint32 {
	x := uint32(*r)
	x ^= x << 13
	x ^= x >> 17
	x ^= x << 5
	*r = RNG(x)
	return x
}

// DrawShift is the number of low bits of the stream that a draw drops.
const DrawShift = 16

// Draw returns a number below n, all equally likely. It takes the bits of the stream above
// DrawShift, as many as n-1 has, and tries again while the number is not below n. It also returns
// the number of tries. n is 1..65,536.
func (r *RNG) Draw(n int) (k, tries int) {
	for {
		tries++
		if k := r.Try(n); k < n {
			return k, tries
		}
	}
}

// Try draws once: a number with as many bits as n-1, perhaps n or more.
func (r *RNG) Try(n int) int {
	mask := uint32(1)<<bits.Len32(uint32(n-1)) - 1
	return int(r.Next() >> DrawShift & mask)
}
