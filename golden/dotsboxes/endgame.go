package dotsboxes

// A component is a chain or a loop of boxes with two edges left each, in code: its number of boxes,
// and loopMark more for a loop.
const loopMark = 32

// components are those of a position, the greatest code first; zeros fill it up.
type components [maxBoxes]uint8

// loony holds the values of endgames that consist of chains and loops only. Every move gives boxes
// away, and nothing but the sizes of the components counts (Berlekamp; Buzzard and Ciere, Playing
// Simple Loony Dots and Boxes Endgames Optimally, Integers 14, 2014, from which the recursion is).
type loony map[components]int8

// value returns the value for the player to move, who has to open a component. The rival takes it
// all and has to move next, or leaves two boxes of a chain of three or more, or four of a loop, and
// has the player move again. Two boxes can be given so that the rival cannot leave them.
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

// opened returns how many boxes of a component that has been opened are taken without a choice, and
// how many are left on offer; see graph.harvest.
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

// opening is a move that gives the boxes of a chain away that ends at a box with three edges or
// more: one for each chain, since all its edges are worth the same; but of a chain of two, the edge
// between its boxes, after which the rival cannot leave them.
type opening struct {
	edge Edge
	size uint8 // of the chain
}
