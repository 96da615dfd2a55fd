package dotsboxes

import (
	"math/bits"
	"slices"
)

// A component is a chain or a loop of boxes with two edges left each, in code: its number of boxes,
// and loopMark more for a loop.
const loopMark = 32

// maxComponents bounds the components of an endgame that is valued as such.
const maxComponents = 16

// components are those of a position in ascending order; zeros fill it up.
type components [maxComponents]uint8

// loony holds the values of endgames that consist of chains and loops only. Every move gives boxes
// away, and nothing but the sizes of the components counts (Berlekamp; Buzzard and Ciere, Playing
// Simple Loony Dots and Boxes Endgames Optimally, Integers 14, 2014, from which the recursion is).
type loony map[components]int8

// value returns the value for the player to move, who has to open a component. The rival takes it
// all and has to move next, or leaves two boxes of a chain of three or more, or four of a loop, and
// has the player move again. Two boxes can be given so that the rival cannot leave them.
func (l loony) value(c components) int {
	if c[0] == 0 && c[maxComponents-1] == 0 {
		return 0
	}
	if v, ok := l[c]; ok {
		return int(v)
	}
	best := -128
	for i, size := range c {
		if size == 0 || i > 0 && c[i-1] == size {
			continue
		}
		rest := c
		copy(rest[1:i+1], c[:i]) // zeros stand in front
		rest[0] = 0
		best = max(best, -opened(int(size), l.value(rest)))
	}
	l[c] = int8(best)
	return best
}

// opened returns what a component that has been opened is worth to the player who takes it, given
// the value of the rest to the player who moves there.
func opened(code, rest int) int {
	switch {
	case code > loopMark:
		return code - loopMark - 4 + abs(4+rest)
	case code > 2:
		return code - 2 + abs(2+rest)
	}
	return code + rest
}

func abs(x int) int { return max(x, -x) }

// opening is a move that gives boxes away: one for each chain or loop, since all its edges are worth
// the same; but of a chain of two, the edge between its boxes, after which the rival cannot leave
// them.
type opening struct {
	edge Edge
	code uint8 // of the component
}

// openings appends the components of a quiet state to dst; joints is true if there are boxes, too,
// with three edges left or more, at which components may meet.
func (g *graph) openings(s *state, dst []opening) (out []opening, joints bool) {
	var two uint64 // boxes with two edges left
	for box, set := range g.boxes {
		switch n := (set &^ s.drawn).Count(); {
		case n == 2:
			two |= 1 << box
		case n > 2:
			joints = true
		}
	}
	for left := two; left != 0; {
		start := bits.TrailingZeros64(left)
		left &^= 1 << start
		open := g.boxes[start] &^ s.drawn
		ends := [2]Edges{open & -open, open & (open - 1)}
		o := opening{edge: g.first(s, ends[0]), code: 1}
		for i, bit := range ends {
			box := g.behind(start, bit)
			for box != outside && left>>box&1 != 0 {
				left &^= 1 << box
				o.code++
				if o.code == 2 {
					o.edge = g.First(bit) // between the first two
				}
				bit = g.boxes[box] &^ s.drawn &^ bit
				box = g.behind(box, bit)
			}
			if i == 0 && box == start && o.code > 2 {
				o.code += loopMark
				break
			}
		}
		dst = append(dst, o)
	}
	return dst, joints
}

// sorted returns the components of openings; ok is false if there are too many.
func sorted(all []opening) (c components, ok bool) {
	if len(all) > maxComponents {
		return c, false
	}
	for i, o := range all {
		c[i] = o.code
	}
	slices.Sort(c[:])
	return c, true
}
