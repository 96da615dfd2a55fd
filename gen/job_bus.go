// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/golden/playout"
)

// Bus is a packed bus of named fields: one port between modules in place of one for each field.
// This file is the only place of the layout: the Verilog gets it from [Files], programs that drive
// a model take it from the variables below.
type Bus struct {
	Name   string
	Bits   int     // width
	Fields []Field // from bit 0 on; fields that share bits with another one follow it
	about  string
}

// Field is a field of a bus: bits Low to Low+Width-1.
type Field struct {
	Name       string
	Low, Width int
	about      string
}

// add adds a field above the existing ones.
func (b *Bus) add(name string, width int, about string) Field {
	f := Field{name, b.Bits, width, about}
	b.Bits += width
	b.Fields = append(b.Fields, f)
	return f
}

// alias adds a field with the bits of part, a field inside field whole of the bus: no kind of
// transfer needs both.
func (b *Bus) alias(name string, whole, part Field, about string) Field {
	f := Field{name, whole.Low + part.Low, part.Width, about}
	b.Fields = append(b.Fields, f)
	return f
}

// inside returns a field of a bus that is itself a field of another bus.
func inside(whole, part Field) Field {
	return Field{whole.Name + "." + part.Name, whole.Low + part.Low, part.Width, part.about}
}

// A placement is playout.AnchorMove: a pattern at a corner.
var (
	PlacementBus      = &Bus{Name: "placement", about: "a move: a pattern at a corner, playout.AnchorMove"}
	PlacementPattern  = PlacementBus.add("pattern", PatternBits, "row of pattern_rom")
	PlacementFlipRows = PlacementBus.add("flip_rows", 1, "upside down")
	PlacementFlipCols = PlacementBus.add("flip_cols", 1, "left to right")
	PlacementRow      = PlacementBus.add("row", 4, "row of the corner")
	PlacementCol      = PlacementBus.add("col", 4, "")
)

// A job is twin.Job, with the number of its root in place of the position.
var (
	JobBus        = &Bus{Name: "job", about: "a game to play, twin.Job"}
	JobSeed       = JobBus.add("seed", 32, "start of its stream of random numbers; not 0")
	JobFirst      = JobBus.add("first", IndexBits, "number of the first move, comes back with the result")
	JobFirstValid = JobBus.add("first_valid", 1, "FIRST names the first move; else it is drawn, too")
	JobLargest    = JobBus.add("largest", 1, "policy: only moves of the largest tiles; else all moves")
	JobRoot       = JobBus.add("root", 1, "position at the start")
	JobPick       = JobBus.add("pick", 1, "report the first move instead of playing")
)

// A result is twin.Result of a game played to its end.
var (
	ResultBus    = &Bus{Name: "result", about: "a game's end"}
	ResultMargin = ResultBus.add("margin", MarginBits, "score of player 1 less score of player 2, two's complement")
	ResultFirst  = ResultBus.add("first", IndexBits, "FIRST of the job")
)

// A pick is twin.Result of a job with pick.
var (
	PickBus       = &Bus{Name: "pick", about: "the first move of a job with pick"}
	PickPlacement = PickBus.add("placement", PlacementBus.Bits, "")
	PickName      = PickBus.add("name", 16, "pattern_rom's data of the pattern's tile, for move_name")
	PickMoves     = PickBus.add("moves", MoveBits, "number of moves; without meaning if NONE")
	PickNone      = PickBus.add("none", 1, "the player has no move")
)

// A command changes a root. One of load, turn and apply is 1.
var (
	CommandBus       = &Bus{Name: "command", about: "a change of a root: one of load, turn and apply"}
	CommandCorners   = CommandBus.add("corners", 16, "load: the row's other half, see board_update")
	CommandAllowed   = CommandBus.add("allowed", 16, "load: the row")
	CommandPlacement = CommandBus.add("placement", PlacementBus.Bits, "apply: the move")
	CommandRow       = CommandBus.alias("row", CommandPlacement, PlacementRow, "load: number of the row")
	CommandOver      = CommandBus.add("over", 1, "turn: the game is over")
	CommandPlayer    = CommandBus.add("player", 1, "load: player of the row; turn: player to move")
	CommandFirst     = CommandBus.alias("first", CommandPlayer, Field{Width: 1}, "apply: the mover has placed no tile")
	CommandRoot      = CommandBus.add("root", 1, "number of the root")
	CommandLoad      = CommandBus.add("load", 1, "write a row of the root")
	CommandTurn      = CommandBus.add("turn", 1, "set the player to move")
	CommandApply     = CommandBus.add("apply", 1, "make a move")
)

// A lane's trace is twin.LaneOut in a cycle, and the sets of placements.
var (
	TraceBus           = &Bus{Name: "trace", about: "events of a lane in a cycle, for cosimulation"}
	TraceTake          = TraceBus.add("take", 1, "a game's scan begins")
	TraceTakeGame      = TraceBus.add("take_game", 3, "")
	TraceFitsValid     = TraceBus.add("fits_valid", 1, "a corner's placements are listed")
	TraceFitsGame      = TraceBus.add("fits_game", 3, "")
	TraceFitsFlip      = TraceBus.add("fits_flip", 2, "{columns, rows}")
	TraceFitsRow       = TraceBus.add("fits_row", 4, "")
	TraceFitsCol       = TraceBus.add("fits_col", 4, "")
	TraceFits          = TraceBus.add("fits", playout.NumPatterns, "the set, a bit for each pattern")
	TraceChosen        = TraceBus.add("chosen", 1, "a corner is chosen")
	TraceChosenGame    = TraceBus.add("chosen_game", 3, "")
	TraceChosenNone    = TraceBus.add("chosen_none", 1, "the game has no moves")
	TraceChosenMoves   = TraceBus.add("chosen_moves", MoveBits, "number of the game's moves")
	TraceChosenK       = TraceBus.add("chosen_k", PatternBits, "number of the move among the corner's moves")
	TraceMove          = TraceBus.add("move", 1, "a move goes to its board")
	TraceMoveNone      = TraceBus.add("move_none", 1, "a pass, or the game is idle")
	TraceMoveGame      = TraceBus.add("move_game", 3, "")
	TraceMovePlacement = TraceBus.add("move_placement", PlacementBus.Bits, "")
)

// Fields of a placement inside other buses.
var (
	PickPattern      = inside(PickPlacement, PlacementPattern)
	PickFlipRows     = inside(PickPlacement, PlacementFlipRows)
	PickFlipCols     = inside(PickPlacement, PlacementFlipCols)
	PickRow          = inside(PickPlacement, PlacementRow)
	PickCol          = inside(PickPlacement, PlacementCol)
	TraceMovePattern = inside(TraceMovePlacement, PlacementPattern)
	TraceMoveFlip    = inside(TraceMovePlacement, Field{"flip", PlacementFlipRows.Low, 2, "{columns, rows}"})
	TraceMoveRow     = inside(TraceMovePlacement, PlacementRow)
	TraceMoveCol     = inside(TraceMovePlacement, PlacementCol)
)

// jobBus writes the layouts of the buses to and from the playout lanes.
func jobBus(w *writer) {
	w.line("// Buses to and from the playout lanes. Field FIELD of bus BUS is bus[`BUS_FIELD], for reading")
	w.line("// and for driving:")
	w.line("//")
	w.line("//   wire [`JOB_BITS-1:0] job;")
	w.line("//   assign job[`JOB_SEED] = seed_q;")
	w.line("`ifndef TESSERA_JOB_BUS")
	w.line("`define TESSERA_JOB_BUS")
	for _, b := range []*Bus{PlacementBus, JobBus, ResultBus, PickBus, CommandBus, TraceBus} {
		name := strings.ToUpper(b.Name)
		w.line("")
		w.line("// %s: %s.", b.Name, b.about)
		w.line("`define %s_BITS %d", name, b.Bits)
		end := 0
		for _, f := range b.Fields {
			if f.Low > end || f.Low+f.Width > b.Bits {
				w.fail("field %s of bus %s begins at bit %d and has %d, want it from bit %d to %d",
					f.Name, b.Name, f.Low, f.Width, end, b.Bits)
			}
			end = max(end, f.Low+f.Width)
			bits := fmt.Sprint(f.Low)
			if f.Width > 1 {
				bits = fmt.Sprintf("%d:%d", f.Low+f.Width-1, f.Low)
			}
			about := f.about
			if about != "" {
				about = "  // " + about
			}
			w.line("`define %s_%s %s%s", name, strings.ToUpper(f.Name), bits, about)
		}
	}
	w.line("")
	w.line("`endif")
}
