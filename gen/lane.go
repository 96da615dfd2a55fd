package gen

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// Widths of the playout lane.
const (
	PatternBits = 7  // a pattern, or a number of patterns
	MoveBits    = 11 // a number of moves: less than playout.MaxListedMoves, and those of one corner
	IndexBits   = 10 // the number of a first move
	MarginBits  = 9  // difference of two scores, two's complement
)

// A number of a first move has room for playout.MaxMoves of them, and no more: beyond, the
// service port keeps numbers for itself.
const _ = uint(1<<IndexBits-playout.MaxMoves) + uint(playout.MaxMoves-1<<IndexBits)

// The number of a given first move takes all bits of the stream from FirstShift on.
const _ = uint(32-playout.FirstShift-IndexBits) + uint(IndexBits+playout.FirstShift-32)

// A list is full when all bits of its number of moves above those of one corner's are 1.
const _ = uint(1<<MoveBits-1<<PatternBits-playout.MaxListedMoves) + uint(playout.MaxListedMoves+1<<PatternBits-1<<MoveBits)

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
	number("ANCHOR_REACH", playout.Reach, "steps from a corner to the farthest cell of its window")
	number("LANE_GAMES", twin.LaneGames, "games that share a lane")
	number("MOVE_BITS", MoveBits, "number of legal moves")
	number("INDEX_BITS", IndexBits, "number of a first move")
	number("MARGIN_BITS", MarginBits, "difference of two scores, two's complement")
	number("FIRST_SHIFT", playout.FirstShift, "from this bit on, the stream holds the number of a given first move")
	number("DRAW_SHIFT", playout.DrawShift, "low bits of the stream that a draw drops")
	number("SELECT_GAP", twin.SelectGap, "cycles between two chosen corners")
	w.line("`define SEED_STEP %s  // from a playout's seed to the next one's", w.hex(32, playout.SeedStep))
	number("CANDIDATE_BITS", bits.Len(search.MaxCandidates-1), "among which it chooses")
	number("SUM_BITS", search.SumBits, "of a candidate's values")
	number("VALUE_BITS", 1+bits.Len(search.ClipMargin), "of one of them, two's complement")
	number("VISITS_BITS", bits.Len(search.MaxVisits), "playouts of each in the first round")
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
	for _, c := range playout.WindowCells {
		rows = append(rows, int(c.Row)+playout.Reach)
		cols = append(cols, int(c.Col)+playout.Reach)
	}
	w.line("// The places of the cells around a corner, row and column plus %d.", playout.Reach)
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

// firstAnchors writes the squares that first moves visit, for whoever makes
// templates of positions.
func firstAnchors(w *writer) {
	w.line("// The squares of a row that a player's first move visits: bit 0 is the left column.")
	w.line("function [`BOARD_SIZE-1:0] first_anchors(input player, input [3:0] row);")
	w.line("  case ({player, row})")
	for pl := range duo.Player(2) {
		anchors := playout.FirstAnchors(pl)
		for row := range duo.BoardSize {
			bits := uint64(0)
			for col := range duo.BoardSize {
				if anchors.Has(duo.NewSquare(row, col)) {
					bits |= 1 << col
				}
			}
			if bits != 0 {
				w.line("    {1'b%d, 4'd%d}: first_anchors = %s;", pl, row, w.bits(duo.BoardSize, bits))
			}
		}
	}
	w.line("    default: first_anchors = %s;", w.number(duo.BoardSize, 0))
	w.line("  endcase")
	w.line("endfunction")
}

// moveCoding writes the table of module move_name: how the rotation codes
// of the tiles are written.
func moveCoding(w *writer) {
	w.line("// Tile and rotation code: shift of the reference row (2, two's complement),")
	w.line("// of the reference column (2), orientation (%d).", OrientBits)
	for t := range duo.Tile(duo.NumTiles) {
		for r := range duo.Rotation(duo.NumRotations) {
			o, by := t.CanonicalRotation(r)
			w.line("{%s, 3'd%d}: coding = {%s, %s, %s};", w.number(TileBits, uint64(t)), r,
				w.bits(2, uint64(by.Row)&3), w.bits(2, uint64(by.Col)&3), w.number(OrientBits, uint64(o)))
		}
	}
}
