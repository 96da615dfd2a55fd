// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/firmware"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// Geometry of the hardware, derived from the game.
const (
	// WindowReach is the reach of the window beyond its middle cell: two cells of a tile and a rim
	// of one.
	WindowReach = 3

	// WindowSize is the number of rows and of columns of the window.
	WindowSize = 2*WindowReach + 1

	// WindowBits is the width of a window and of a tile's cells.
	WindowBits = 2 * WindowSize * WindowSize

	// RingStride is the number of cells in a row of the ring board, one wall
	// cell included.
	RingStride = duo.BoardSize + 1

	// RingCells is the number of cells of the ring board, wall row included.
	RingCells = RingStride * RingStride

	// OrientBits and TileBits are the widths of an orientation and of a tile.
	OrientBits = 7
	TileBits   = 5
)

// Codes of the cells around a tile in the tile ROM.
const (
	tileAny    = 0b00 // any content of the board
	tileSquare = 0b01 // a square of the tile
	tileBeside = 0b10 // shares an edge with the tile: must not be an own square
)

// constants writes the constants that several modules share.
func constants(w *writer) {
	w.line("// Constants that several modules share, from package golden.")
	w.line("`ifndef TESSERA_CONSTANTS")
	w.line("`define TESSERA_CONSTANTS")
	define := func(name string, value string, comment string) {
		if comment != "" {
			comment = "  // " + comment
		}
		w.line("`define %s %s%s", name, value, comment)
	}
	number := func(name string, value int, comment string) {
		define(name, itoa(value), comment)
	}
	w.line("")
	w.line("// The game.")
	number("BOARD_SIZE", duo.BoardSize, "rows and columns of the board")
	number("NUM_TILES", duo.NumTiles, "")
	number("TILE_BITS", TileBits, "tile: 0 = a .. 20 = u")
	number("NUM_ORIENTATIONS", duo.NumOrientations, "")
	number("ORIENT_BITS", OrientBits, "orientation, the row of tile_rom")
	for pl := duo.Player1; pl <= duo.Player2; pl++ {
		n := itoa(int(pl) + 1)
		define("START"+n+"_ROW", w.number(4, uint64(pl.Start().Row())), "start square of "+pl.String())
		define("START"+n+"_COL", w.number(4, uint64(pl.Start().Col())), "")
	}
	w.line("")
	w.line("// The window around a position.")
	number("WINDOW_SIZE", WindowSize, "rows and columns")
	number("WINDOW_REACH", WindowReach, "cells from the middle to the rim")
	number("WINDOW_CELLS", WindowSize*WindowSize, "")
	number("WINDOW_BITS", WindowBits, "two bits a cell")
	define("CELL_OWN", w.bits(2, 0b01), "own square; also: square of the tile")
	define("CELL_CORNER", w.bits(2, 0b11), "")
	w.line("")
	w.line("// The ring of the ring board.")
	number("RING_STRIDE", RingStride, "cells a row, one wall cell included")
	number("RING_CELLS", RingCells, "cells in all, the wall row included")
	number("SKIP_CELLS", search.SkipCells, "cells a step in the wall row")
	w.line("")
	w.line("// The anchor method.")
	number("NUM_PATTERNS", playout.NumPatterns, "ways to cover a corner")
	number("PATTERN_BITS", PatternBits, "pattern, the row of pattern_rom; or a number of patterns")
	number("ANCHOR_CELLS", len(playout.WindowCells), "cells around a corner: playout.WindowCells")
	number("COVER_CELLS", len(CoverCells()), "cells not before the corner, the corner included")
	number("MAX_LISTED_CORNERS", playout.MaxListedCorners, "corners with moves that are looked at")
	laneConstants(w)
	w.line("")
	w.line("// The frames of the service port: CRC-16/GENIBUS.")
	define("CRC_POLYNOMIAL", w.hex(16, service.CRCPolynomial), "")
	define("CRC_GOOD", w.hex(16, service.CRCGood), "remainder of a payload with its CRC")
	w.line("")
	w.line("// The minimax core.")
	number("SCORE_BITS", search.ScoreBits, "two's complement")
	number("SCORE_LIMIT", search.ScoreLimit, "no score reaches it")
	number("SEARCH_DEPTH_MAX", search.MaxSearchDepth, "plies")
	number("WEIGHT_MAX", search.MaxWeight, "")
	number("OWN_WEIGHT_DEFAULT", search.DefaultWeights.Own, "an own corner gained")
	number("RIVAL_WEIGHT_DEFAULT", search.DefaultWeights.Rival, "a corner that the rival loses")
	number("SQUARE_WEIGHT_DEFAULT", search.DefaultWeights.Square, "a square placed")
	define("CMD_RESET", w.number(2, CmdReset), "empty board")
	define("CMD_PLAY", w.number(2, CmdPlay), "make a move")
	define("CMD_SEARCH", w.number(2, CmdSearch), "find the best move")
	w.line("")
	w.line("`endif")
}

// The commands of a core.
const (
	CmdReset  = firmware.CommandReset
	CmdPlay   = firmware.CommandPlay
	CmdSearch = firmware.CommandSearch
)

// Widths of the playout lane.
const (
	PatternBits = 7  // a pattern, or a number of patterns
	MoveBits    = 11 // a number of moves: less than playout.MaxListedMoves plus the moves of one corner
	IndexBits   = 10 // the number of a first move
	MarginBits  = 9  // difference of two scores, two's complement
)

// The number of a first move has room for exactly playout.MaxMoves moves: the service port reserves
// the greatest numbers.
const _ = uint(1<<IndexBits-playout.MaxMoves) + uint(playout.MaxMoves-1<<IndexBits)

// The number of a given first move takes all bits of the stream from FirstShift on.
const _ = uint(32-playout.FirstShift-IndexBits) + uint(IndexBits+playout.FirstShift-32)

// A list is full when all bits of its number of moves above the bits of one corner's are 1.
const _ = uint(1<<MoveBits-1<<PatternBits-playout.MaxListedMoves) + uint(playout.MaxListedMoves+1<<PatternBits-1<<MoveBits)

// The kinds of token in a lane's pipeline.
const (
	TokenNone   = 0
	TokenOpen   = 1 // a game's scan begins
	TokenCorner = 2 // a corner of this game
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
	number("CANDIDATE_BITS", bits.Len(search.MaxCandidates-1), "width of the number of a candidate")
	number("SUM_BITS", search.SumBits, "width of the sum of a candidate's values")
	number("VALUE_BITS", 1+bits.Len(search.ClipMargin), "width of one such value, two's complement")
	number("VISITS_BITS", bits.Len(search.MaxVisits), "width of the playouts of each candidate in the first round")
	for _, t := range []struct {
		name    string
		value   uint64
		comment string
	}{
		{"TOKEN_NONE", TokenNone, "kinds of token"},
		{"TOKEN_OPEN", TokenOpen, "a game's scan begins"},
		{"TOKEN_CORNER", TokenCorner, "one of the game's corners"},
		{"TOKEN_SELECT", TokenSelect, "the chosen corner once more"},
	} {
		w.line("`define %s %s  // %s", t.name, w.number(2, t.value), t.comment)
	}
}
