package gen

import (
	"github.com/tessera-fpga/tessera/golden"
)

// Widths of the playout lane.
const (
	PatternBits = 7  // a pattern, or a number of patterns
	MoveBits    = 13 // a number of moves: up to golden.MaxListedCorners corners of NumPatterns
	IndexBits   = 10 // the number of a first move
	ScoreBits   = 9  // difference of two scores, two's complement
)

// The kinds of token in a lane's pipeline.
const (
	TokenNone   = 0
	TokenOpen   = 1 // a game's scan begins
	TokenCorner = 2 // one of its corners
	TokenSelect = 3 // the chosen corner once more
)

// laneConstants writes the constants of the playout lanes.
func laneConstants(w *writer) {
	number := func(name string, value int, comment string) { w.line("`define %s %d  // %s", name, value, comment) }
	w.line("")
	w.line("// The playout lanes.")
	number("ANCHOR_REACH", golden.Reach, "steps from a corner to the farthest cell of its window")
	number("LANE_GAMES", golden.LaneGames, "games that share a lane")
	number("MOVE_BITS", MoveBits, "number of legal moves")
	number("INDEX_BITS", IndexBits, "number of a first move")
	number("DRAW_SHIFT", golden.DrawShift, "low bits of the stream that a draw drops")
	number("SELECT_GAP", golden.SelectGap, "cycles between two chosen corners")
	for _, t := range []struct {
		name    string
		value   uint64
		comment string
	}{
		{"TOKEN_NONE", TokenNone, "kinds of token"},
		{"TOKEN_OPEN", TokenOpen, "a game's scan begins"},
		{"TOKEN_CORNER", TokenCorner, "one of its corners"},
		{"TOKEN_SELECT", TokenSelect, "the chosen corner once more"},
	} {
		w.line("`define %s %s  // %s", t.name, w.number(2, t.value), t.comment)
	}
}

// nibbles writes a list of numbers of four bits, two's complement, the first
// one in the lowest bits.
func (w *writer) nibbles(name string, values []int) {
	w.line("localparam [%d:0] %s = {", 4*len(values)-1, name)
	for i := len(values) - 1; i >= 0; i-- {
		comma := ","
		if i == 0 {
			comma = ""
		}
		w.line("  %s%s", w.number(4, uint64(values[i])&15), comma)
	}
	w.line("};")
}

// anchorWindow writes the table of module anchor_window.
func anchorWindow(w *writer) {
	var rows, cols []int
	for _, c := range golden.WindowCells {
		rows = append(rows, int(c.Row)+golden.Reach)
		cols = append(cols, int(c.Col)+golden.Reach)
	}
	w.line("// The places of the cells around a corner, row and column plus %d.", golden.Reach)
	w.nibbles("ANCHOR_ROW", rows)
	w.nibbles("ANCHOR_COL", cols)
}

// playoutLane writes the table of module playout_lane.
func playoutLane(w *writer) {
	var rows, cols []int
	for _, c := range CoverCells() {
		rows = append(rows, int(c.Row))
		cols = append(cols, int(c.Col))
	}
	w.line("// Where the start square can lie, seen from a corner that does not come after it.")
	w.nibbles("COVER_ROW", rows)
	w.nibbles("COVER_COL", cols)
}
