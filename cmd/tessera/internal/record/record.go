// Package record reads and writes records of games in three forms: Pentobi's files
// (.blksgf), lines of JSON for programs, and the contest's codes, one game a line.
package record

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Game is a game on record.
type Game struct {
	First  duo.Player // who moves first
	Names  [2]string  // of the players; "" if not known
	Moves  []duo.Move // with passes
	Notes  []Note     // on the moves, by ply; may be shorter than Moves
	Result string     // in SGF's form, see Result; "" if not known
	Date   string     // as SGF has it, such as "2026-11-22"; "" if not known
	// Reason says how a game ended that was not played to its end, such as "resigned".
	Reason string
	// Opening is the number of plies that were given to the players, not chosen by them.
	Opening int
	// Seconds are the players' thinking times of the whole game; 0 if not known.
	Seconds [2]float64
	// Extra are further members of the game's object in JSON, such as those of a match.
	// Only that form has them.
	Extra map[string]json.RawMessage
}

// Note is what a player had to say of a move.
type Note struct {
	Value   *float64 `json:"value,omitempty"`   // the mover's prospect, 0 (loss) to 1 (win)
	Margin  *float64 `json:"margin,omitempty"`  // the points expected, the mover's less the rival's
	Visits  int      `json:"visits,omitempty"`  // of the move, in playouts or leaves
	Seconds float64  `json:"seconds,omitempty"` // time taken
	Text    string   `json:"text,omitempty"`
}

// byteOrderMark begins a text file of some programs.
const byteOrderMark = "\ufeff"

// PlaceError says what is wrong in a record, and where.
type PlaceError struct {
	Line   int // from 1
	Column int // from 1, in characters; 0 in a game of moves only, in which moves are numbered
	Err    error
}

func (e *PlaceError) Error() string { return "record: " + e.Place() + ": " + e.Err.Error() }

// Place returns the line and the column in words.
func (e *PlaceError) Place() string {
	if e.Column == 0 {
		return fmt.Sprintf("line %d", e.Line)
	}
	return fmt.Sprintf("line %d, column %d", e.Line, e.Column)
}

// Unwrap returns what is wrong.
func (e *PlaceError) Unwrap() error { return e.Err }

// FromPosition returns the record of the game that led to a position.
func FromPosition(p *duo.Position, names [2]string) *Game {
	g := &Game{First: p.FirstToMove(), Names: names, Moves: append([]duo.Move(nil), p.History()...)}
	if p.Over() {
		g.Result = Result(p)
	}
	return g
}

// Position plays the game and returns its end. An error names the ply, counted from 1.
func (g *Game) Position() (duo.Position, error) {
	p := duo.NewPosition(g.First)
	for i, m := range g.Moves {
		if err := p.MakeMove(m); err != nil {
			return p, fmt.Errorf("record: ply %d: %w", i+1, err)
		}
	}
	return p, nil
}

// Check plays the game and returns its end. It fails if a move is not legal, and if the
// result or the notes do not fit the moves.
func (g *Game) Check() (duo.Position, error) {
	p, err := g.Position()
	if err != nil {
		return p, err
	}
	if err := checkResult(g.Result, &p); err != nil {
		return p, fmt.Errorf("record: %w", err)
	}
	if len(g.Notes) > len(g.Moves) {
		return p, fmt.Errorf("record: %d notes on %d moves", len(g.Notes), len(g.Moves))
	}
	for i, n := range g.Notes {
		if err := n.check(); err != nil {
			return p, fmt.Errorf("record: note %d: %w", i+1, err)
		}
	}
	if g.Opening < 0 || g.Opening > len(g.Moves) {
		return p, fmt.Errorf("record: opening of %d plies, want 0..%d", g.Opening, len(g.Moves))
	}
	return p, nil
}

// parseResult reads a result: a margin in points for player 1, a draw, or a win by resignation
// (R), on time (T), by forfeit (F), which is an illegal move's, or for a reason not told. The margin is
// known of the first two.
func parseResult(result string) (margin int, known bool, err error) {
	if result == "0" {
		return 0, true, nil
	}
	winner, by, ok := strings.Cut(result, "+")
	switch {
	case !ok || winner != "B" && winner != "W":
	case by == "" || by == "R" || by == "T" || by == "F":
		return 0, false, nil
	default:
		if n, e := strconv.ParseUint(by, 10, 16); e == nil && n <= 999 && by[0] != '0' {
			margin = int(n)
			if winner == "W" {
				margin = -margin
			}
			return margin, true, nil
		}
	}
	return 0, false, fmt.Errorf("result %.20q, want B+points, W+points, 0, or B or W with +R, +T or +F", result)
}

// checkResult reports whether a result is one, and the one of a game that ended in a
// position if it is in points. The contest decides on squares left, without the bonus of the
// scores; its margins are taken, too.
func checkResult(result string, end *duo.Position) error {
	if result == "" {
		return nil
	}
	margin, known, err := parseResult(result)
	if err != nil || !known {
		return err
	}
	if !end.Over() {
		return fmt.Errorf("result %s of a game that is not over", result)
	}
	left := end.SquaresLeft(duo.Player2) - end.SquaresLeft(duo.Player1)
	if want := Result(end); result != want && margin != left {
		return fmt.Errorf("result %s, the moves give %s", result, want)
	}
	return nil
}

// note returns the note on a ply, counted from 0.
func (g *Game) note(ply int) Note {
	if ply < len(g.Notes) {
		return g.Notes[ply]
	}
	return Note{}
}

// setNote sets the note on a ply, counted from 0.
func (g *Game) setNote(ply int, n Note) {
	for len(g.Notes) <= ply {
		g.Notes = append(g.Notes, Note{})
	}
	g.Notes[ply] = n
}

// Result returns how a game that is over ended, on scores, as Margin writes it.
func Result(p *duo.Position) string {
	return Margin(p.Score(duo.Player1) - p.Score(duo.Player2))
}

// Margin returns the points that player 1, the first colour, is ahead, as SGF and GTP write
// them: B+5, W+5 if it is behind, or 0.
func Margin(points int) string {
	switch {
	case points > 0:
		return fmt.Sprintf("B+%d", points)
	case points < 0:
		return fmt.Sprintf("W+%d", -points)
	}
	return "0"
}
