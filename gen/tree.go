// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// treeNumbers writes the numbers of the tree core.
func treeNumbers(w *writer) {
	if PlacementBus.Bits != twin.PlacementBits {
		w.fail("a placement of %d bits, the twins want %d", PlacementBus.Bits, twin.PlacementBits)
	}
	w.line("// Numbers of the tree core, from package golden/tree.")
	w.line("`ifndef TESSERA_TREE")
	w.line("`define TESSERA_TREE")
	w.line("")
	w.defines("", []number{
		{"TREE_VALUE_BITS", tree.ValueBits, "a value, a mean: a share of the game"},
		{"TREE_PRIOR_BITS", twin.TreePriorBits, "a prior"},
		{"TREE_UPDATES", twin.TreeUpdates, "changes of children that are under way at once"},
		{"TREE_SOON", twin.TreeSoon, "cycles of a change at the root's child that the next way down need not wait for"},
		{"TREE_GROUP", twin.TreeGroup, "children that a choice reads at a time"},
		{"TREE_STEP_BITS", twin.TreeStepBits, "bits of a quotient that a step of a division finds"},
		{"TREE_STEPS", twin.TreeSteps, "steps of a division: for the bits of a share"},
		{"TREE_SHARE_POINT", tree.SharePoint, "bits behind the point of a share: a prior by 1 + visits"},
		{"TREE_SCALE_POINT", tree.ScalePoint, "bits behind the point of a scale"},
		{"TREE_SQRT_BITS", tree.SqrtBits, "index of visit_sqrt's table"},
		{"TREE_SQRT_POINT", tree.SqrtPoint, "bits behind the point of a square root"},
		{"TREE_EXPLORATION", tree.DefaultConfig.Exploration, "weight of the exploration, in 1/256"},
		{"TREE_REDUCTION", tree.DefaultConfig.Reduction, "subtracted from the value of a child without a visit"},
		{"TREE_EXPAND_VISITS", tree.DefaultConfig.ExpandVisits, "visits at which a node gets children"},
		{"TREE_WIN_SLOPE", search.WinSlope, "slope of the chance to win over a margin in standard deviations, in 1/256"},
		{"TREE_WIN_SHARE", search.DefaultWinShare, "share of the chance to win in a value, in 1/256"},
		{"TREE_MARGIN_SHIFT", marginShift(w), "low bits of a margin that the curve does not use"},
		{"LOGISTIC_BITS", logisticBits, "width of the index of the table of the logistic curve"},
	})
	w.line("")
	w.line("`endif")
}

// marginShift is the shift of a margin for the argument of the logistic curve: a point is as much
// as a Nat.
func marginShift(w *writer) int {
	if tree.Nat != evaluation.One || bits.OnesCount(search.DefaultMarginScale) != 1 {
		w.fail("a margin by its scale of %d is no shift", search.DefaultMarginScale)
	}
	return bits.Len(search.DefaultMarginScale) - 1
}
