// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

// The code of a component, a chain or a loop of boxes with two edges left each, is its number of
// boxes, plus loopMark for a loop.
const loopMark = 32

// components are the components of a position, in descending order of codes, padded with zeros.
type components [maxBoxes]uint8

// loony holds the values of endgames that consist of chains and loops only. Every move there gives
// boxes away, and the value depends only on the sizes of the components. The recursion is from
// Buzzard and Ciere, Playing Simple Loony Dots and Boxes Endgames Optimally, Integers 14, 2014,
// after Berlekamp.
type loony map[components]int8

// value returns the value for the player to move, who must open a component. The rival can reply in
// two ways. He takes the whole component and must move next; or he leaves two boxes of a chain of
// three or more, or four of a loop, and the player must move again. The rival cannot leave a chain
// of two boxes if the player opens it by the edge between them.
func (l loony) value(c components) int {
	if c[0] == 0 {
		return 0
	}
	if v, ok := l[c]; ok {
		return int(v)
	}
	best := -128
	for i, code := range c {
		if code == 0 {
			break
		}
		if i > 0 && c[i-1] == code {
			continue
		}
		rest := c
		copy(rest[i:], c[i+1:])
		rest[len(rest)-1] = 0
		taken, offer := opened(code)
		v := l.value(rest)
		if offer > 0 {
			v = abs(offer + v)
		}
		best = max(best, -taken-v)
	}
	l[c] = int8(best)
	return best
}

// opened returns how many boxes of an opened component the rival takes without a choice, and how
// many are left on offer; see graph.harvest.
func opened(code uint8) (taken, offer int) {
	switch {
	case code > loopMark:
		return int(code) - loopMark - 4, 4
	case code > 2:
		return int(code) - 2, 2
	}
	return int(code), 0
}

// boxesOf returns the number of boxes of a component.
func boxesOf(code uint8) int { return int(code &^ loopMark) }

func abs(x int) int { return max(x, -x) }

// opening is a move that gives away the boxes of a chain that ends at a box with three edges or
// more. Each chain has one opening, since all its edges have the same value. A chain of two opens
// by the edge between its boxes, so that the rival cannot leave them.
type opening struct {
	edge Edge
	size uint8 // boxes of the chain
}
