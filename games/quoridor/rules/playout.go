// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import "math/bits"

// RNG is a stream of random numbers: SplitMix64 (Steele, Lea, Flood, Fast Splittable Pseudorandom
// Number Generators, OOPSLA 2014). Its value is the seed.
type RNG uint64

// Next returns 64 random bits.
func (r *RNG) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number below n, which is 1..2^32: all equally likely, up to a difference of less
// than n / 2^64.
func (r *RNG) Below(n int) int {
	high, _ := bits.Mul64(r.Next(), uint64(n))
	return int(high)
}

// pick returns the k-th bit of a set of slots.
func pick(a uint64, k int) Slot {
	for ; k > 0; k-- {
		a &= a - 1
	}
	return Slot(bits.TrailingZeros64(a))
}

func pickSquare(a set, k int) Square {
	for {
		s := a.next()
		if k == 0 {
			return s
		}
		k--
	}
}

// RandomMove returns a uniformly random legal move. It draws among steps and free slots. If it
// draws a fence that closes a way, it draws again without that fence.
func (p *Position) RandomMove(r *RNG) Move {
	steps := p.steps()
	h, v := p.free()
	for {
		nSteps, nH := steps.count(), bits.OnesCount64(h)
		var m Move
		switch k := r.Below(nSteps + nH + bits.OnesCount64(v)); {
		case k < nSteps:
			return Step(pickSquare(steps, k))
		case k < nSteps+nH:
			s := pick(h, k-nSteps)
			m, h = Horizontal(s), h&^(1<<s)
		default:
			s := pick(v, k-nSteps-nH)
			m, v = Vertical(s), v&^(1<<s)
		}
		if p.leavesWays(m) {
			return m
		}
	}
}

// RandomFence returns a random legal fence in one of the given slots, all equally likely. ok is
// false if no fence is legal there.
func (p *Position) RandomFence(r *RNG, h, v uint64) (m Move, ok bool) {
	freeH, freeV := p.free()
	h, v = h&freeH, v&freeV
	for h|v != 0 {
		nH := bits.OnesCount64(h)
		if k := r.Below(nH + bits.OnesCount64(v)); k < nH {
			s := pick(h, k)
			m, h = Horizontal(s), h&^(1<<s)
		} else {
			s := pick(v, k-nH)
			m, v = Vertical(s), v&^(1<<s)
		}
		if p.leavesWays(m) {
			return m, true
		}
	}
	return 0, false
}

// RandomShortest returns one of ShortestSteps, all equally likely.
func (p *Position) RandomShortest(r *RNG) Move {
	m, _ := p.RandomNearest(r)
	return m
}

// RandomNearest returns RandomShortest's move, and the player's Distance after it.
func (p *Position) RandomNearest(r *RNG) (m Move, left int) {
	to, left := p.shortest()
	return Step(pickSquare(to, r.Below(to.count()))), left
}
