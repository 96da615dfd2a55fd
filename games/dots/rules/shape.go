// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import "math/bits"

// key is a state's index into the table and the mark that identifies the state there.
type key struct{ index, mark uint64 }

// mix returns a hash of a number (the finalizer of SplitMix64), one to one.
func mix(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// shape holds everything that determines the value of a state, regardless of the place on the board
// and the bends of chains. A joint is a box with three edges left or more. The shape consists of
// joints, chains between joints, and chains from joints to the outside, called legs even without a
// box.
type shape struct {
	key    key
	chains [maxBoxes]opening // chains with boxes
	n      int               // number of chains
}

// arc is a chain of size boxes, seen from one of its joints. It leads to joint to.
type arc struct{ to, size uint8 }

// Hashes of legs, of rings (chains from a joint to itself) and of arcs, by their boxes.
var legHash, ringHash, arcHash = hashes(1 << 8), hashes(1 << 9), hashes(1 << 10)

func hashes(salt uint64) (h [maxBoxes + 1]uint64) {
	for i := range h {
		h[i] = mix(salt + uint64(i))
	}
	return h
}

// Salts of a joint, and of a marked one among equal joints.
const (
	saltJoint = 1 << 11
	saltTie   = 1 << 12
)

// shapeOf finds the shape of a state.
//
// shapeOf makes the shape's key by refining colours (Weisfeiler and Leman, 1968): a joint's first
// colour hashes its legs, and the next colour hashes the current one, the joint's chains, and the
// colours at their far ends. When all joints differ, another step hashes the whole graph, so that
// two shapes with equal keys are equal, except for a collision of hashes. When the steps find no
// more differences, shapeOf marks one of the equal joints and goes on. Mostly the choice of the
// joint makes no difference. If it does, a shape has two keys, which only costs time.
func (g *graph) shapeOf(s *state, sh *shape) {
	var boxes, number [maxBoxes]uint8 // the box of a joint, the joint of a box
	var two uint32                    // boxes with two edges left
	n := 0
	for box, set := range g.boxes {
		left := set &^ s.drawn
		if left == 0 {
			continue
		}
		if rest := left & (left - 1); rest&(rest-1) == 0 {
			two |= 1 << box
			continue
		}
		boxes[n], number[box] = uint8(box), uint8(n)
		n++
	}
	var arcs [maxBoxes][4]arc // without rings
	var degree [maxBoxes]uint8
	var colours colouring
	sh.n = 0
	met := uint32(0) // boxes of chains
	for j := range n {
		start := int(boxes[j])
		colours[j] = mix(saltJoint)
		for left := g.boxes[start] &^ s.drawn; left != 0; left &= left - 1 {
			bit := left & -left
			box := g.behind(start, bit)
			known := box != outside && met>>box&1 != 0
			o := opening{}
			for box != outside && two>>box&1 != 0 {
				met |= 1 << box
				if o.size++; o.size <= 2 {
					o.edge = g.First(bit) // in a chain of two boxes or more: the edge between the first two
				}
				bit = g.boxes[box] &^ s.drawn &^ bit
				box = g.behind(box, bit)
			}
			if o.size > 0 && !known {
				sh.chains[sh.n] = o
				sh.n++
			}
			switch {
			case box == outside:
				colours[j] += legHash[o.size]
			case box == start:
				colours[j] += ringHash[o.size]
			default:
				arcs[j][degree[j]] = arc{number[box], o.size}
				degree[j]++
			}
		}
	}
	different := colours.different(n)
	var next colouring
	for last := false; !last; {
		last = different == n
		for j := range n {
			x := colours[j] * 0xd6e8feb86659fd93
			for _, a := range arcs[j][:degree[j]&7] {
				x += colours[a.to%maxBoxes] * (arcHash[a.size%maxBoxes] | 1)
			}
			next[j] = mix(x)
		}
		colours, next = next, colours
		before := different
		if different = colours.different(n); different <= before && !last {
			colours.mark(n)
			different = colours.different(n)
		}
	}
	sum, squares := s.hash, s.hash*0xd6e8feb86659fd93
	for _, c := range colours[:n] {
		sum += c
		squares += c * c
	}
	sh.key = key{mix(squares), mix(sum)}
}

// colouring holds the colours of joints.
type colouring [maxBoxes]uint64

// different returns the number of different colours of the first n joints.
func (c *colouring) different(n int) int {
	low, high := uint64(0), uint64(0)
	for _, x := range c[:n] {
		low |= 1 << (x & 63)
		high |= 1 << (x >> 58)
	}
	if bits.OnesCount64(low) == n || bits.OnesCount64(high) == n {
		return n
	}
	count := n
	for i := range n {
		for _, before := range c[:i] {
			if before == c[i] {
				count--
				break
			}
		}
	}
	return count
}

// mark changes the colour of one joint: a joint of the least colour that several joints share.
func (c *colouring) mark(n int) {
	at, least := -1, uint64(0)
	for i := range n {
		for _, other := range c[i+1 : n] {
			if other == c[i] && (at < 0 || c[i] < least) {
				at, least = i, c[i]
			}
		}
	}
	if at >= 0 {
		c[at] = mix(c[at] + saltTie)
	}
}
