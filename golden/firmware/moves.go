// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// ring returns the columns of a row's squares that lie in that many rings.
func ring(row, rings int) (word uint16) {
	for col := range duo.BoardSize {
		if evaluation.Rings(duo.NewSquare(row, col)) >= rings {
			word |= 1 << col
		}
	}
	return word
}

// featureNames are the features under the sources' names, and their number.
var featureNames = map[string]int{
	"X_SIZE_4": int(evaluation.Size4), "X_SIZE_2": int(evaluation.Size2), "X_NEW": int(evaluation.NewCorners),
	"X_FAR": int(evaluation.FarCorners), "X_CONTESTED": int(evaluation.ContestedOnes), "X_LOST": int(evaluation.CornersLost),
	"X_COVERED": int(evaluation.CornersCovered), "X_RIVAL_CORNERS": int(evaluation.RivalCorners),
	"X_RIVAL_ALLOWED": int(evaluation.RivalAllowed), "X_RIVAL_NEAR": int(evaluation.RivalNear), "X_CENTRE": int(evaluation.Centre),
	"X_RIVAL_ANY": int(evaluation.RivalCornerAny), "X_FAR_ANY": int(evaluation.FarCornerAny),
	"X_ALLOWED_LOST": int(evaluation.AllowedLost), "X_RIVAL_REACH": int(evaluation.RivalReach), "X_BORDER": int(evaluation.Border),
	"X_GAINED": int(evaluation.ReachGained), "X_RIVAL_LOST": int(evaluation.RivalReachLost), "FEATURES": int(evaluation.NumFeatures),
}

// moveTables returns the tables of position.asm and moves.asm.
func moveTables() []table {
	// An orientation is five rows of the five columns around the reference cell, from bits 1, 6 and
	// 11 of the first word, and 1 and 6 of the second one, which has the tile in bits 15..11.
	var shapes []uint16
	for o := range duo.Orientation(duo.NumOrientations) {
		words := [2]uint16{1: uint16(o.Tile()) << 11}
		for _, c := range o.Cells() {
			row, col := int(c.Row)+2, int(c.Col)+2
			words[row/3] |= 1 << (1 + row%3*5 + col)
		}
		shapes = append(shapes, words[:]...)
	}
	var weights []uint16
	for _, knot := range evaluation.Chip.Prior {
		for _, w := range knot {
			weights = append(weights, uint16(w))
		}
	}
	var rings []uint16
	for row := range duo.BoardSize {
		word := ring(row, 1)
		if ring(row, 2) != 0 {
			word |= 1 << 15
		}
		if ring(row, 3) != 0 {
			word |= 1 << 14
		}
		rings = append(rings, word)
	}
	return []table{{"shapes", shapes}, {"prior", weights}, {"rings", rings}}
}
