// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"math/bits"
	"slices"
)

// outside is the box number of the outside of the board.
const outside = -1

// graph is a board in the solver's view: strings and coins (Berlekamp, Conway, Guy, Winning Ways,
// chapter 16). An edge is a string between two boxes, or between a box and the outside. A box's
// edges to the outside are equivalent, so only the number of drawn ones matters, and a state of the
// solver always draws the first ones. The two outer edges of a corner therefore do not double the
// states.
type graph struct {
	*Grid
	later []Edges        // for each edge: the outer edges of the same box that come before it
	outer [][]Edge       // for each box: its edges to the outside, in order
	pair  [MaxEdges]int8 // for each edge, by the place of its bit: the sum of the boxes beside it
}

func makeGraph(b *Grid) *graph {
	g := &graph{Grid: b, later: make([]Edges, b.Edges)}
	for e, beside := range b.beside {
		g.pair[b.Edges-1-e] = beside[0] + beside[1] // outside counts as -1 in this sum
	}
	for box, set := range b.boxes {
		var outer []Edge
		for s := set; s != 0; {
			e := b.First(s)
			s &^= b.Bit(e)
			if g.behind(box, b.Bit(e)) == outside {
				for _, before := range outer {
					g.later[e] |= b.Bit(before)
				}
				outer = append(outer, e)
			}
		}
		g.outer = append(g.outer, outer)
	}
	return g
}

// normal returns the set with the drawn outer edges of each box replaced by as many of its first
// ones.
func (g *graph) normal(drawn Edges) Edges {
	for _, outer := range g.outer {
		n := 0
		for _, e := range outer {
			if drawn&g.Bit(e) != 0 {
				n++
				drawn &^= g.Bit(e)
			}
		}
		for _, e := range outer[:n] {
			drawn |= g.Bit(e)
		}
	}
	return drawn
}

// halfTurn is the symmetry that turns a board by 180 degrees, by mirroring it both ways.
const halfTurn = 3

// missing returns the edge that a set in normal form lacks to be its own image when turned by 180
// degrees, as a set, or the empty set if there is no such edge. It handles only boards of even
// height and width. On other boards an edge or a box in the middle is its own image, and the first
// player may use it to copy the rival.
func (g *graph) missing(drawn Edges) Edges {
	if g.H%2 != 0 || g.W%2 != 0 {
		return 0
	}
	images := g.ImagesOf(drawn)
	lost := g.normal(images[halfTurn]) &^ drawn
	if lost&(lost-1) != 0 {
		return 0
	}
	return lost
}

// state is a position of the solver. Chains between two edges of the board, and loops, are
// connected with nothing else, and their place does not matter. The solver takes them off the board
// by drawing their edges, and keeps their sizes. The rest is a set of drawn edges in normal form. A
// state has no box to take, except during harvest.
//
// Two chains of one box each, or of two boxes each, cancel out and are dropped. The pair changes
// the value of no position: when the rival opens one of the chains, a player can answer by taking
// it and opening the other (a chain of two boxes by the edge between them), and the rival cannot
// leave that chain. Both players have then gained equally, the rest is unchanged, and the same
// player is to move. Each player therefore has at least the value of the rest.
type state struct {
	drawn Edges
	parts components
	hash  uint64 // hash of the components
	open  int    // open boxes, including the components' boxes
}

// stateOf returns a position with all components on the board.
func (g *graph) stateOf(drawn Edges) state {
	return state{drawn: g.normal(drawn), open: g.Boxes() - g.Taken(drawn)}
}

// draw draws an edge; of a box's outer edges it draws the first free one.
func (s *state) draw(g *graph, e Edge) { s.drawn |= g.Bit(e) }

// play draws an edge that gives nothing away, and takes off the components that it disconnects.
func (s *state) play(g *graph, e Edge) {
	s.draw(g, e)
	for _, box := range g.beside[e] {
		if box >= 0 {
			s.takeOff(g, int(box))
		}
	}
}

// takeOffAll takes off all components that are connected with nothing else.
func (s *state) takeOffAll(g *graph) {
	for box := range g.boxes {
		s.takeOff(g, box)
	}
}

// takeOff takes the component of a box off the board, if the box has two edges left and its
// component is connected with nothing else.
func (s *state) takeOff(g *graph, start int) {
	edges := g.boxes[start] &^ s.drawn
	if rest := edges & (edges - 1); rest == 0 || rest&(rest-1) != 0 {
		return // the box does not have two edges left
	}
	size := uint8(1)
	for _, bit := range [2]Edges{edges & -edges, edges & (edges - 1)} {
		for box := g.behind(start, bit); box != outside; box = g.behind(box, bit) {
			if box == start {
				s.drawn |= edges
				s.add(size + loopMark)
				return
			}
			left := g.boxes[box] &^ s.drawn &^ bit
			if left&(left-1) != 0 {
				return // a joint
			}
			edges |= left
			size++
			bit = left
		}
	}
	s.drawn |= edges
	s.add(size)
}

// add adds a component, or removes another one that cancels it.
func (s *state) add(code uint8) {
	if code <= 2 {
		if i := slices.Index(s.parts[:], code); i >= 0 {
			*s = s.without(i)
			s.open -= int(code)
			return
		}
	}
	s.hash += componentHash(code)
	for i := range s.parts { // in descending order
		if s.parts[i] < code {
			s.parts[i], code = code, s.parts[i]
		}
	}
}

// without returns the state without the component at that index and its boxes.
func (s *state) without(i int) state {
	t := *s
	t.hash -= componentHash(t.parts[i])
	t.open -= boxesOf(t.parts[i])
	copy(t.parts[i:], t.parts[i+1:])
	t.parts[len(t.parts)-1] = 0
	return t
}

func componentHash(code uint8) uint64 { return mix(uint64(code) + 1) }

// first returns the edge to draw for a set of one edge: of a box's outer edges, the first free one.
func (g *graph) first(s *state, bit Edges) Edge {
	e := g.First(bit)
	if before := g.later[e] &^ s.drawn; before != 0 {
		return g.First(before)
	}
	return e
}

// harvest takes boxes while there is no choice. It returns how many boxes it took and how many
// remain on offer: 0, or the 2 at the end of a chain or 4 of a loop. The player may take the
// offered boxes before his move, or leave them to the rival, who must then move. In the resulting
// state all edges of the offered boxes are drawn, and the boxes no longer count as open.
//
// By a known result no other way needs a look (Berlekamp, The Dots and Boxes Game, 2000; Barker and
// Korf). A box that can be taken is worth taking, unless the player needs it to hand over the turn.
// Handing over is cheapest with the last two boxes of one chain, or the last four of one loop.
// Tests compare harvest with all moves.
func (g *graph) harvest(s *state) (taken, offer int) {
	taken, offer = g.take(s)
	s.open -= taken + offer
	return taken, offer
}

func (g *graph) take(s *state) (taken, offer int) {
	for {
		var pair, loop Edges // edges left of an offer of two, of four
		pairs := 0
		again := false
		for box, set := range g.boxes {
			open := set &^ s.drawn
			if open == 0 || open&(open-1) != 0 {
				continue
			}
			rest, size := g.ending(s, box, open)
			switch {
			case size == 2:
				pair = rest
				pairs++
				continue
			case size == 4 && (loop == 0 || loop&open != 0):
				loop = rest
				continue
			}
			e := g.first(s, open)
			taken += g.Captures(s.drawn, e)
			s.draw(g, e)
			again = true
			break
		}
		if again {
			continue
		}
		switch {
		case pairs > 1:
			e := g.spare(s)
			taken += g.Captures(s.drawn, e)
			s.draw(g, e)
		case pair != 0 && loop != 0: // giving the loop costs more
			taken += 4
			s.drawn |= loop
		case pair != 0:
			s.drawn |= pair // the box behind them had three edges left or more, and so has two left
			return taken, 2
		case loop != 0:
			s.drawn |= loop
			return taken, 4
		default:
			return taken, 0
		}
	}
}

// spare returns an edge of one of several offers of two, which the player takes. It is one of two at the
// same joint, if there are such. When a joint has lost one of its chains, the others may be one chain,
// with no offer of two at its end; so an offer at a joint of its own is the better one to leave.
func (g *graph) spare(s *state) Edge {
	seen := map[int]bool{}
	var e Edge
	for box, set := range g.boxes {
		open := set &^ s.drawn
		if open == 0 || open&(open-1) != 0 {
			continue
		}
		if rest, size := g.ending(s, box, open); size == 2 {
			e = g.first(s, open)
			joint := g.behind(g.behind(box, open), rest&^open)
			if joint != outside && seen[joint] {
				return e
			}
			seen[joint] = true
		}
	}
	return e
}

// ending looks at a box that has one edge left. If the box is at the end of a chain of two or of a
// closed chain of four, ending returns the edges left of that chain and its size; otherwise 0.
func (g *graph) ending(s *state, box int, open Edges) (rest Edges, size int) {
	second := g.behind(box, open)
	if second == outside {
		return 0, 0
	}
	left := g.boxes[second] &^ s.drawn &^ open
	if left == 0 || left&(left-1) != 0 {
		return 0, 0
	}
	third := g.behind(second, left)
	if third == outside {
		return open | left, 2
	}
	next := g.boxes[third] &^ s.drawn &^ left
	switch bits.OnesCount64(uint64(next)) {
	case 0: // three boxes, or a closed chain of two
		return 0, 0
	case 1:
		fourth := g.behind(third, next)
		if fourth != outside && g.boxes[fourth]&^s.drawn == next {
			return open | left | next, 4
		}
		return 0, 0
	}
	return open | left, 2
}

// behind returns the box on the other side of a box's edge.
func (g *graph) behind(box int, bit Edges) int {
	return int(g.pair[bits.TrailingZeros64(uint64(bit))&(MaxEdges-1)]) - box
}
