// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"slices"

	"github.com/tessera-fpga/tessera/fpga/board"
)

// Fit says how much of a board's device a design takes.
type Fit struct {
	// Last is the last measurement of the design or, if Placed is false, that of the same design on another
	// board of the family.
	Last   Measurement
	Placed bool
	// Cells and BRAM are the shares of the device's logic cells and block RAMs.
	Cells, BRAM float64
}

// Fits reports whether the device has room for the design.
func (f Fit) Fits() bool { return f.Cells <= 1 && f.BRAM <= 1 }

// Fit returns how a design fits its board; false if nothing is known about its size or about the device.
func (m Measurements) Fit(d Design) (f Fit, ok bool) {
	room, ok := d.Board.Room()
	if !ok {
		return Fit{}, false
	}
	f.Last, f.Placed = m.Last(d.Board.Name, d.Config.Name)
	if ok = f.Placed; !ok {
		f.Last, ok = m.lastOfFamily(d)
	}
	f.Cells, f.BRAM = float64(f.Last.Logic)/float64(room.Cells), float64(f.Last.BRAM)/float64(room.BRAM)
	return f, ok
}

// lastOfFamily returns the last row of the same design, parameter by parameter, on any board of the family.
func (m Measurements) lastOfFamily(d Design) (Measurement, bool) {
	boards := board.Boards()
	for _, r := range slices.Backward(m) {
		i := slices.IndexFunc(boards, func(b *board.Board) bool { return b.Name == r.Board })
		if i < 0 || boards[i].Family != d.Board.Family || r.Config != d.Config.Name {
			continue
		}
		if slices.Equal(Design{Board: boards[i], Config: d.Config}.params(), d.params()) {
			return r, true
		}
	}
	return Measurement{}, false
}
