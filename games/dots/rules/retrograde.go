// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"context"
	"fmt"
)

// MaxTableEdges bounds the boards that a Table can hold: 3x3 and 2x4, not 3x4.
const MaxTableEdges = 24

// Table holds the value of every state of a small board: with best play by both, the boxes that the
// player to move will have of the open ones, less the rival's. The boxes taken so far do not affect
// the value.
type Table struct {
	board  *Grid
	values []int8 // indexed by the set of drawn edges
}

// MakeTable computes the values from the end of the game back to its beginning: a state's
// successors have more edges, and so a greater number.
func MakeTable(ctx context.Context, b *Grid) (*Table, error) {
	if b.Edges > MaxTableEdges {
		return nil, fmt.Errorf("dotsboxes: a table of all states of a board of %v, which has %d edges, want at most %d", b, b.Edges, MaxTableEdges)
	}
	t := &Table{b, make([]int8, 1<<b.Edges)}
	const poll = 1<<16 - 1
	for drawn := b.All; drawn > 0; {
		drawn--
		if drawn&poll == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		best := int8(-128)
		for free := b.All &^ drawn; free != 0; free &= free - 1 {
			e := b.First(free & -free)
			v := t.values[drawn|free&-free]
			if c := b.Captures(drawn, e); c > 0 {
				v += int8(c)
			} else {
				v = -v
			}
			best = max(best, v)
		}
		t.values[drawn] = best
	}
	return t, nil
}

// Value returns the value of a state for the player to move.
func (t *Table) Value(drawn Edges) int { return int(t.values[drawn]) }

// Best returns a move that keeps the value of a state before the end, and the value.
func (t *Table) Best(drawn Edges) (best Edge, value int) {
	value = t.Value(drawn)
	for free := t.board.All &^ drawn; free != 0; {
		e := t.board.First(free)
		free &^= t.board.Bit(e)
		v := t.Value(drawn | t.board.Bit(e))
		if c := t.board.Captures(drawn, e); c > 0 {
			v += c
		} else {
			v = -v
		}
		if v == value {
			return e, value
		}
	}
	panic("dotsboxes: no move keeps the value") // impossible: some move keeps the value of its state
}
