// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package puzzles holds puzzles of Blokus Duo: positions near the end of games in which exactly one
// move wins, as package endgame's solver has proved. "make puzzles" makes the list.
package puzzles

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/tessera-fpga/tessera/games/duo/endgame"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// Puzzle is a position in which exactly one move wins.
type Puzzle struct {
	Game   duo.Position // the position, with its moves; player 1 moved first
	Move   duo.Move     // the move that wins
	Margin int          // by which it wins after best play, in points
}

// String returns the puzzle's line in the list.
func (p *Puzzle) String() string {
	var line strings.Builder
	for _, m := range p.Game.History() {
		line.WriteString(m.String() + " ")
	}
	return fmt.Sprintf("%s= %v %d", line.String(), p.Move, p.Margin)
}

// ErrSeveral means that a position is no puzzle: not exactly one of its moves wins.
var ErrSeveral = errors.New("puzzles: not exactly one move wins")

// Find solves every legal move of a position. It returns the puzzle of the position, or ErrSeveral
// as soon as the position can be none. The limit is that of each move.
func Find(s *endgame.Solver, pos duo.Position, limit endgame.Limit) (Puzzle, error) {
	p := Puzzle{Game: pos, Move: duo.Pass}
	if err := s.Set(&pos, 2*endgame.MaxPlacements); err != nil {
		return p, err
	}
	for _, m := range pos.LegalMoves(nil) {
		if m == duo.Pass {
			break
		}
		r, err := s.SolveMove(m, limit)
		switch {
		case err != nil:
			return p, err
		case r.Low <= 0:
		case p.Move != duo.Pass:
			return p, ErrSeveral
		default:
			p.Move, p.Margin = m, r.Low
		}
	}
	if p.Move == duo.Pass {
		return p, ErrSeveral
	}
	return p, nil
}

// puzzles.txt holds the puzzles, one a line. Their numbers are in links, so a longer list must begin
// with the old one.
//
//go:embed puzzles.txt
var text string

// List returns the committed puzzles. The caller must not change them.
var List = sync.OnceValue(func() []Puzzle {
	list, err := Parse(text)
	if err != nil {
		panic(err) // impossible: the file is part of the program
	}
	return list
})

// Parse reads puzzles, one a line in the form of Puzzle.String; lines that begin with # are comments.
func Parse(text string) (list []Puzzle, err error) {
	for n, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("puzzles: line %d: %w", n+1, err)
		}
		list = append(list, p)
	}
	return list, nil
}

func parse(line string) (p Puzzle, err error) {
	game, answer, _ := strings.Cut(line, " = ")
	if p.Game, err = duo.ParseGame(duo.Player1, game); err != nil {
		return p, err
	}
	code, margin, _ := strings.Cut(answer, " ")
	if p.Move, err = duo.ParseMove(code); err != nil {
		return p, err
	}
	if err := p.Game.Check(p.Move); err != nil {
		return p, err
	}
	if p.Margin, err = strconv.Atoi(margin); err == nil && p.Margin <= 0 {
		err = fmt.Errorf("margin %d, want more than 0", p.Margin)
	}
	return p, err
}
