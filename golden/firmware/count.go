// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"context"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// Part is a part of the processor's work in a search.
type Part string

// The parts.
const (
	PartDown     Part = "down"     // choices, visits
	PartPosition Part = "position" // the moves on the path
	PartLane     Part = "lane"     // the position to the lane
	PartWait     Part = "wait"     // wait for the sum of a leaf's playouts
	PartValue    Part = "value"    // value of a leaf: the terms, the curve
	PartBack     Part = "back"     // values to the nodes on the path
	PartExpand   Part = "expand"   // children of nodes
)

// Parts returns all parts, in the order of a leaf.
func Parts() []Part {
	return []Part{PartDown, PartExpand, PartPosition, PartLane, PartWait, PartValue, PartBack}
}

// parts holds the routines that begin each part; routines that they call belong to it.
var parts = map[string]Part{
	"main": PartDown, "descend": PartDown, "choose": PartDown, "count": PartDown,
	"copy": PartPosition, "play": PartPosition, "load": PartLane, "go": PartLane, "sum": PartWait,
	"terms": PartValue, "worth": PartValue, "final": PartValue, "backup": PartBack, "expand": PartExpand,
}

// Report splits the cycles of a search by parts of the program.
type Report struct {
	Leaves int
	Cycles int64
	Parts  map[Part]int64
}

// Count searches a position for that many cycles, finishes the leaves under way, and reports the
// cycles. It returns an error if ctx ends it.
func Count(ctx context.Context, pos *duo.Position, cycles int64) (Report, error) {
	c, err := NewCore()
	if err != nil {
		return Report{}, err
	}
	c.Seed = twin.RateSeed
	if err := c.Set(ctx, pos); err != nil {
		return Report{}, err
	}
	r, part := Report{Parts: map[Part]int64{}}, PartDown
	c.OnStep = func(routine string, cycles int) {
		if p, ok := parts[routine]; ok {
			part = p
		}
		r.Parts[part] += int64(cycles)
	}
	c.StopAt = c.now + cycles
	answer, taken, err := c.Do(ctx, CommandSearch, pos.ToMove(), 0)
	r.Leaves, r.Cycles = answer.Leaves, taken
	return r, err
}
