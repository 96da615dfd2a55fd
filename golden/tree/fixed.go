// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import "math/bits"

// Value is a player's share of the game, 0 (all is lost) to MaxValue (all is won): 16 fractional
// bits.
type Value uint16

// MaxValue is the greatest value.
const MaxValue = 1<<16 - 1

// ValueBits is the width of a value.
const ValueBits = 16

// MaxPlayers is the number of players that a game can have.
const MaxPlayers = 4

// Values are the values for each player; 0 for players that the game does not have. They must not
// all be 0.
type Values [MaxPlayers]Value

func (v Values) pack() uint64 {
	return uint64(v[0]) | uint64(v[1])<<16 | uint64(v[2])<<32 | uint64(v[3])<<48
}

func unpack(p uint64) Values {
	return Values{Value(p), Value(p >> 16), Value(p >> 32), Value(p >> 48)}
}

func unpackValue(p uint64, player int) Value { return Value(p >> (16 * (player & 3))) }

// Nat is the unit of logarithms: 1/256 of the natural logarithm of e, so a weight e times as large
// is Nat more.
const Nat = 1 << 8

// expEntries is the number of entries of the exponential table: the next would be 0.
const expEntries = 12 * Nat

// expTable holds exp(-i/Nat) with 16 fractional bits, rounded; entry 0 is 65,536.
var expTable = func() (out [expEntries]uint32) {
	// exp(-1/Nat) with 63 fractional bits, by its series.
	const one = uint64(1) << 63
	step, term := one, one
	for k := uint64(1); term > 0; k++ {
		term /= Nat * k
		if k%2 == 1 {
			step -= term
		} else {
			step += term
		}
	}
	e := one
	for i := range out {
		out[i] = uint32((e + 1<<46) >> 47)
		high, low := bits.Mul64(e, step)
		e = high<<1 | low>>63
	}
	return out
}()

// Exp returns exp(-x/Nat) for x >= 0, with 16 fractional bits: 0..65,536.
func Exp(x int32) uint32 {
	if uint32(x) >= expEntries {
		return 0
	}
	return expTable[x]
}

// logisticEntries bounds the argument of Logistic. Beyond it Logistic is constant.
const logisticEntries = 8*Nat + 1

// logisticTable holds Logistic for arguments of 0 and more.
var logisticTable = func() (out [logisticEntries]Value) {
	for i := range out {
		d := uint64(1<<16 + Exp(int32(i)))
		out[i] = Value((MaxValue<<16 + d/2) / d)
	}
	return out
}()

// Logistic returns MaxValue / (1 + exp(-x/Nat)); Logistic(-x) is MaxValue - Logistic(x).
func Logistic(x int32) Value {
	if x < 0 {
		return MaxValue - logisticTable[min(-x, logisticEntries-1)]
	}
	return logisticTable[min(x, logisticEntries-1)]
}

// SqrtPoint is the number of fractional bits of a square root.
const SqrtPoint = 8

// SqrtBits is the width of the index of the table of square roots.
const SqrtBits = 8

// sqrtEntries is the number of entries of the table of square roots, which is one small block RAM
// in hardware.
const sqrtEntries = 1 << SqrtBits

// sqrtTable holds the square roots of small numbers, rounded down.
var sqrtTable = func() (out [sqrtEntries]uint16) {
	root := uint32(0)
	for i := range out {
		for (root+1)*(root+1) <= uint32(i)<<(2*SqrtPoint) {
			root++
		}
		out[i] = uint16(root)
	}
	return out
}()

// Sqrt returns the square root of n with SqrtPoint fractional bits. Below 256 it is exact except
// for rounding. Above, it is the root of the 7 or 8 highest bits, up to 0.8 % less.
func Sqrt(n uint32) uint32 {
	shift := (max(bits.Len32(n), SqrtBits) - SqrtBits + 1) / 2
	return uint32(sqrtTable[n>>(2*shift)]) << shift
}

// SqrtTable returns the square roots of 0..255, with SqrtPoint fractional bits.
func SqrtTable() []uint16 { return sqrtTable[:] }

// SharePoint is the number of fractional bits of a Share, in units of a prior.
const SharePoint = 4

// Share returns a child's prior divided by its visits, the next visit included. A share changes
// only with the visits. Hardware therefore divides when it visits a child, and only multiplies for
// each child when it chooses.
func Share(prior uint16, visits uint32) uint32 {
	return uint32(prior) << SharePoint / (1 + visits)
}
