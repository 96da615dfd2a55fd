// Package record reads and writes records of games in the form of Pentobi's files (.blksgf).
package record

import (
	"fmt"

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
}

// Note is what a player had to say of a move.
type Note struct {
	Value   *float64 // the mover's prospect, 0 (loss) to 1 (win)
	Seconds float64  // time taken
	Text    string
}

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

// Result returns how a game that is over ended, as SGF and GTP write it: B+5 if the first
// colour, player 1, is five points ahead, W+5, or 0.
func Result(p *duo.Position) string {
	switch margin := p.Score(duo.Player1) - p.Score(duo.Player2); {
	case margin > 0:
		return fmt.Sprintf("B+%d", margin)
	case margin < 0:
		return fmt.Sprintf("W+%d", -margin)
	}
	return "0"
}
