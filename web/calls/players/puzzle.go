// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package players

import (
	"slices"

	"github.com/tessera-fpga/tessera/games/duo/endgame"
	"github.com/tessera-fpga/tessera/games/duo/puzzles"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/web/calls"
)

// puzzleArgs select a puzzle, by its number or, with number 0, by the day.
type puzzleArgs struct {
	Number int `json:"number"`
	Day    int `json:"day"` // since 1970-01-01 in UTC
}

// Puzzle is a position in which exactly one move wins.
type Puzzle struct {
	calls.Game
	Number int    `json:"number"` // from 1; 0: there is no puzzle with the number asked for
	Count  int    `json:"count"`  // of all puzzles
	Move   string `json:"move"`   // the move that wins
	Rival  string `json:"rival"`  // the level against which the visitor can play on
}

// rival is the strongest level.
const rival = "tree:level=9"

func puzzle(a puzzleArgs) (any, error) {
	list := puzzles.List()
	n := a.Number
	if n == 0 && a.Day >= 0 {
		n = a.Day%len(list) + 1
	}
	if n < 1 || n > len(list) {
		return Puzzle{Game: calls.Game{Moves: []string{}}, Count: len(list)}, nil
	}
	p := list[n-1]
	out := Puzzle{Game: calls.Game{First: 1}, Number: n, Count: len(list), Move: p.Move.String(), Rival: rival}
	for _, m := range p.Game.History() {
		out.Moves = append(out.Moves, m.String())
	}
	return out, nil
}

// judgeArgs are a position near the end, and a move in it.
type judgeArgs struct {
	calls.Game
	Move string `json:"move"`
}

// Judgement is what the solver knows of a move.
type Judgement struct {
	Margin int `json:"margin"` // after best play, for who made the move
	// Line is the move, and best play from there to the end of the game, with all passes.
	Line []string `json:"line"`
}

// judgeEntries is the size of the solver's memory: 4 MB.
const judgeEntries = 1 << 18

func judge(a judgeArgs) (any, error) {
	p, err := a.Position()
	if err != nil {
		return nil, err
	}
	m, err := duo.ParseMove(a.Move)
	if err != nil {
		return nil, err
	}
	s := endgame.New(judgeEntries)
	if err := s.Set(&p, 2*endgame.MaxPlacements); err != nil {
		return nil, err
	}
	r, err := s.SolveMove(m, endgame.Limit{})
	if err != nil {
		return nil, err
	}
	out := Judgement{Margin: r.Low}
	for line := slices.Clone(r.Line); !p.Over(); {
		m := duo.Pass // the solver's line omits passes
		if p.HasLegalMove() {
			m, line = line[0], line[1:]
		}
		p.Play(m)
		out.Line = append(out.Line, m.String())
	}
	return out, nil
}
