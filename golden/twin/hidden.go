// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// HiddenWeights are the weights of the prior's local patterns as the expansion unit has them. A
// square's weights are relative to those of code 0 in the same role, and the biases make up for it:
// so a cell that the tile does not touch, and a cell beyond the board, count 0.
type HiddenWeights struct {
	Squares [evaluation.NumRoles][evaluation.NumCodes][evaluation.HiddenUnits]int
	Tiles   [duo.NumTiles][evaluation.HiddenUnits]int
}

// HiddenWeightsOf returns the weights of patterns.
func HiddenWeightsOf(p *evaluation.Patterns) *HiddenWeights {
	w := new(HiddenWeights)
	for role := range w.Squares {
		for code := range w.Squares[role] {
			for unit, v := range p.Squares[role][code] {
				w.Squares[role][code][unit] = int(v) - int(p.Squares[role][0][unit])
			}
		}
	}
	// All orientations of a tile touch equally many squares.
	for q := range playout.Pattern(playout.NumPatterns) {
		cells := TouchedCells(q)
		for unit, bias := range p.Tiles[q.Tile()] {
			w.Tiles[q.Tile()][unit] = int(bias)
			for _, c := range cells {
				w.Tiles[q.Tile()][unit] += int(p.Squares[c.Role][0][unit])
			}
		}
	}
	return w
}

// TouchedCell is a cell of a MoveWindow that a pattern covers or touches.
type TouchedCell struct {
	Row, Col int // in the window, 0..MoveWindowSide-1
	Role     evaluation.Role
}

// TouchedCells returns the cells that a pattern covers or touches, row by row.
func TouchedCells(p playout.Pattern) (out []TouchedCell) {
	nearest := map[duo.Cell]int8{} // square of the distance to the nearest cell of the tile
	for _, c := range p.Cells() {
		for dr := int8(-1); dr <= 1; dr++ {
			for dc := int8(-1); dc <= 1; dc++ {
				at := duo.Cell{Row: c.Row + dr, Col: c.Col + dc}
				if d, ok := nearest[at]; !ok || dr*dr+dc*dc < d {
					nearest[at] = dr*dr + dc*dc
				}
			}
		}
	}
	for row := range MoveWindowSide {
		for col := range MoveWindowSide {
			if d, ok := nearest[duo.Cell{Row: int8(row - playout.Reach), Col: int8(col - playout.Reach)}]; ok {
				out = append(out, TouchedCell{row, col, [...]evaluation.Role{evaluation.Covered, evaluation.Edge, evaluation.Diagonal}[d]})
			}
		}
	}
	return out
}

// ownCode is the part of a code for the level of an own square.
var ownCode = [...]evaluation.Code{LevelAllowed: 1, LevelNear: 2, LevelCorner: 3}

// codeOf returns the code of a square with these levels and rings.
func codeOf(own, rival, rings uint8) evaluation.Code {
	return ownCode[own] | evaluation.Code(rival)<<2 | evaluation.Code(rings)<<5
}

// HiddenSums returns the sums above 0 of the hidden units, and 0 for the others, for the move that
// lays a pattern in the window.
func (w *MoveWindow) HiddenSums(p playout.Pattern, weights *evaluation.Patterns) (sums [evaluation.HiddenUnits]int) {
	cells := TouchedCells(p)
	for unit := range sums {
		sum := int(weights.Tiles[p.Tile()][unit])
		for _, c := range cells {
			at := MoveWindowSide*c.Row + c.Col
			sum += int(weights.Squares[c.Role][codeOf(w.Own[at], w.Rival[at], w.Rings[at])][unit])
		}
		sums[unit] = max(0, sum)
	}
	return sums
}

// Codes returns the codes of the squares of the board.
func (l *Levels) Codes() (codes [duo.NumSquares]evaluation.Code) {
	for s := range duo.Square(duo.NumSquares) {
		codes[s] = codeOf(l.Own[s], l.Rival[s], uint8(evaluation.Rings(s)))
	}
	return codes
}

// HiddenBanks is the number of rows, and of columns, of the banks of module hidden_sums. Bank (r, c)
// has the squares whose row is r or r+HiddenBanks, and whose column is c or c+HiddenBanks. No tile
// touches squares farther apart than that, so a move takes at most one square from a bank.
const HiddenBanks = 7

// HiddenEntry is the address of a square's weights in a role in its bank:
//
//	 3  2     1     0
//	+------+-----+-------+
//	| role | low | right |
//	+------+-----+-------+
//
// role counts from 1. Entries 0..3 count 0.
func HiddenEntry(role evaluation.Role, s duo.Square) int {
	return (int(role)+1)<<2 | s.Row()/HiddenBanks<<1 | s.Col()/HiddenBanks
}

// HiddenWrite is a write of module hidden_maps to the banks of module hidden_sums, in a cycle counted
// from the module's start.
type HiddenWrite struct {
	Cycle  int
	Square duo.Square
	Role   evaluation.Role
	Code   evaluation.Code
}

// Cycles of module hidden_maps.
const (
	hiddenFirst = 5 // from the start to the first write
	// HiddenRow is the number of cycles for a row of the board.
	HiddenRow = duo.BoardSize
)

// HiddenMaps returns the writes of module hidden_maps, one square a cycle, row by row, each role a
// cycle after the one before.
func HiddenMaps(l *Levels) (writes []HiddenWrite) {
	codes := l.Codes()
	for s := range duo.Square(duo.NumSquares) {
		for role := range evaluation.NumRoles {
			cycle := hiddenFirst + s.Row()*HiddenRow + s.Col() + int(role)
			writes = append(writes, HiddenWrite{cycle, s, role, codes[s]})
		}
	}
	return writes
}
