// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// featureNames names the features in the Verilog, in their order.
var featureNames = map[evaluation.Feature]string{
	evaluation.Size4:          "SIZE4",
	evaluation.Size3:          "SIZE3",
	evaluation.Size2:          "SIZE2",
	evaluation.NewCorners:     "NEW_CORNERS",
	evaluation.FarCorners:     "FAR_CORNERS",
	evaluation.ContestedOnes:  "CONTESTED_ONES",
	evaluation.CornersLost:    "CORNERS_LOST",
	evaluation.CornersCovered: "CORNERS_COVERED",
	evaluation.RivalCorners:   "RIVAL_CORNERS",
	evaluation.RivalAllowed:   "RIVAL_ALLOWED",
	evaluation.RivalNear:      "RIVAL_NEAR",
	evaluation.Centre:         "CENTRE",
	evaluation.RivalCornerAny: "RIVAL_CORNER_ANY",
	evaluation.FarCornerAny:   "FAR_CORNER_ANY",
	evaluation.AllowedLost:    "ALLOWED_LOST",
	evaluation.RivalReach:     "RIVAL_REACH",
	evaluation.Border:         "BORDER",
	evaluation.ReachGained:    "REACH_GAINED",
	evaluation.RivalReachLost: "RIVAL_REACH_LOST",
}

// termNames names the terms in the Verilog, in their order.
var termNames = map[evaluation.Term]string{
	evaluation.SquaresCovered: "SQUARES",
	evaluation.Corners:        "CORNERS",
	evaluation.Allowed:        "ALLOWED",
	evaluation.Reach1:         "REACH1",
	evaluation.Reach2:         "REACH2",
	evaluation.Reach4:         "REACH4",
	evaluation.Reach8:         "REACH8",
	evaluation.SideToMove:     "SIDE_TO_MOVE",
	evaluation.FirstPlayer:    "FIRST_PLAYER",
}

// Widths of the expansion unit.
const (
	WeightBits = 16 // width of a weight, two's complement
	TermBits   = 9  // width of a term, two's complement
	// FeaturesRow and MarginRow are the words of a phase in the tables of weights.
	FeaturesRow = 32
	MarginRow   = 32
)

// FeatureBits is the width of a feature.
var FeatureBits = bits.Len(evaluation.MaxFeature)

// PriorBits is the width of the logarithm of a prior weight, two's complement: the width of the
// largest value that the current weights allow.
func PriorBits() int {
	e := evaluation.New(&evaluation.Default)
	_, sums := hiddenBounds()
	most := 0
	for placed := range priorPhases {
		sum := 0
		for unit, w := range e.PatternWeights(placed) {
			sum += sums[unit] * int(max(w, -w)) / evaluation.SquareUnit
		}
		sum += evaluation.HiddenUnits // rounding
		for _, w := range e.PriorWeights(placed) {
			sum += evaluation.MaxFeature * int(max(w, -w))
		}
		most = max(most, sum)
	}
	return bits.Len(uint(most)) + 1
}

// RestBits is the width of the terms' contribution to a margin with playouts, two's complement: the
// width of the largest value that the current weights allow.
func RestBits() int {
	e := evaluation.New(&evaluation.Default)
	most := 0
	for placed := range evaluation.MaxPlaced + 1 {
		sum := 0
		for _, w := range e.MarginWeights(placed).Rest {
			sum += evaluation.MaxTerm * int(max(w, -w))
		}
		most = max(most, sum)
	}
	return bits.Len(uint(most)) + 1
}

// expansion writes the widths and the numbering of the expansion unit.
func expansion(w *writer) {
	w.line("// Numbers of the expansion unit, from packages evaluation and twin.")
	w.line("`ifndef TESSERA_EXPANSION")
	w.line("`define TESSERA_EXPANSION")
	number := func(name string, value int, comment string) {
		if comment != "" {
			comment = "  // " + comment
		}
		w.line("`define %s %d%s", name, value, comment)
	}
	w.line("")
	w.line("// The window around an anchor: twin.MoveWindow.")
	number("MOVE_WINDOW_SIDE", twin.MoveWindowSide, "rows and columns; the anchor is in row and column ANCHOR_REACH")
	number("MOVE_WINDOW_CELLS", twin.MoveWindowSide*twin.MoveWindowSide, "")
	number("OWN_BITS", 2, "level of a square for the player to move: 0 not allowed, 1 allowed, 2 near, 3 corner")
	number("RIVAL_BITS", 3, "level of a square for the rival: 0 not allowed, 1 allowed, 2 reach 4, 3 near, 4 corner")
	number("RING_BITS", bits.Len(evaluation.NumRings), "number of rings that a square lies in")
	w.line("")
	w.line("// The features of a move: evaluation.Feature.")
	number("NUM_FEATURES", int(evaluation.NumFeatures), "")
	number("FEATURE_BITS", FeatureBits, "")
	for f := range evaluation.NumFeatures {
		name, ok := featureNames[f]
		if !ok {
			w.fail("feature %d (%v) has no name in the Verilog", f, f)
		}
		number("FEATURE_"+name, int(f), f.String())
	}
	if len(featureNames) != int(evaluation.NumFeatures) {
		w.fail("%d names for %d features", len(featureNames), evaluation.NumFeatures)
	}
	number("WEIGHT_BITS", WeightBits, "width of a weight, two's complement")
	number("PRIOR_BITS", PriorBits(), "width of the logarithm of a prior weight, two's complement")
	number("EXP_ENTRIES", int(ExpEntries), "words of exp_table")
	number("SHARE_BITS", tree.ValueBits, "width of a child's prior: its share of 65,535")
	w.line("")
	w.line("// The local patterns of the prior: evaluation.Patterns, twin.HiddenWeights.")
	number("HIDDEN_UNITS", evaluation.HiddenUnits, "")
	number("HIDDEN_BANKS", twin.HiddenBanks, "rows and columns of the banks of squares")
	number("CODE_BITS", bits.Len(evaluation.NumCodes-1), "code of a square, {rings, level for the rival, level for the player to move}")
	number("SQUARE_BITS", SquareBits(), "width of a square's weight for a unit, two's complement")
	number("BIAS_BITS", BiasBits(), "width of a tile's bias, two's complement")
	number("HIDDEN_BITS", HiddenBits(), "width of a unit's sum, two's complement")
	number("SQUARE_SHIFT", bits.Len(evaluation.SquareUnit-1), "log2 of the unit of these numbers")
	w.line("")
	w.line("// The terms of a position: evaluation.Term.")
	number("NUM_TERMS", int(evaluation.NumTerms), "")
	number("TERM_BITS", TermBits, "width of a term, two's complement")
	for t := range evaluation.NumTerms {
		name, ok := termNames[t]
		if !ok {
			w.fail("term %d (%v) has no name in the Verilog", t, t)
		}
		number("TERM_"+name, int(t), t.String())
	}
	if len(termNames) != int(evaluation.NumTerms) {
		w.fail("%d names for %d terms", len(termNames), evaluation.NumTerms)
	}
	number("MARGIN_STATIC", MarginStatic, "words of a phase in margin_weights, from here on: the terms without playouts")
	number("MARGIN_REST", MarginRest, "words of the terms with playouts")
	number("MARGIN_PLAYOUTS", MarginPlayouts, "word of the playouts")
	number("MARGIN_SPREAD", MarginSpread, "word of the standard deviation")
	number("REST_BITS", RestBits(), "width of the terms' part of a margin with playouts, two's complement")
	number("EXPECTED_MARGIN_BITS", 1+bits.Len(evaluation.MarginLimit), "width of a margin in 1/256 point, two's complement")
	number("EXPECTED_MARGIN_LIMIT", evaluation.MarginLimit, "bounds the absolute value of a margin")
	w.line("")
	w.line("`endif")
}
