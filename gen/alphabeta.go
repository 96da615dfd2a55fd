// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
)

// MoveValueBits is the width of a move's value in the alpha-beta core, two's complement.
const MoveValueBits = alphabeta.ValueBits

// alphaBeta writes the numbers of the alpha-beta core.
func alphaBeta(w *writer) {
	w.line("// Numbers of the alpha-beta core, from package golden/alphabeta.")
	w.line("`ifndef TESSERA_ALPHABETA")
	w.line("`define TESSERA_ALPHABETA")
	w.line("")
	w.defines("", []number{
		{"MOVE_VALUE_BITS", MoveValueBits, "value of a move, two's complement"},
		{"LINE_BITS", alphabeta.ScoreBits, "score of a line, two's complement"},
		{"LINE_LIMIT", alphabeta.ScoreLimit, "no score of a line reaches it"},
		{"LINE_END", alphabeta.EndScore, "a win at the end of the game, to which its margin is added"},
		{"LINE_DEPTH_MAX", alphabeta.MaxDepth, "plies"},
		{"LINE_DEPTH_MARGIN", alphabeta.Config{Margin: true}.MaxDepth(), "plies, of a search by the margin"},
		{"LINE_POINT_BITS", bits.TrailingZeros(alphabeta.MarginUnit), "log2 of a point in its scores"},
		{"MOVE_BATCH", alphabeta.Batch, "sorted moves of a node that are kept"},
		{"NAME_CYCLES", alphabeta.NameCycles, "from the best move to its form in the answer"},
	})
	w.line("")
	w.line("// The rectangle around a tile: its first and last row and column.")
	w.line("`define BOX_BITS 16")
	for i, name := range []string{"TOP", "BOTTOM", "LEFT", "RIGHT"} {
		w.line("`define BOX_%s %d:%d", name, 4*i+3, 4*i)
	}
	w.line("")
	w.line("// Between the walkers: what the one that leads does to its boards, the move that it offers, and the")
	w.line("// value of a move.")
	w.defines("WALKER_", []number{
		{"OFFER_BITS", MoveBits, "number of a move of a node"},
	})
	w.line("`define WALKER_BOARDS_BITS (18 + `PLACEMENT_BITS)")
	w.line("`define WALKER_JOB_BITS (9 + 2 * `LINE_BITS + 2 * `NUM_TILES + 14 + `PLACEMENT_BITS + `WALKER_OFFER_BITS)")
	w.line("`define WALKER_REPORT_BITS (`PLACEMENT_BITS + `WALKER_OFFER_BITS + `LINE_BITS)")
	w.line("")
	w.line("`endif")
}
