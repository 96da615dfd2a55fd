// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package dots is dots and boxes for package play. Importing it registers the game, "dots" or, for
// a board of HxW boxes, "dots:HxW", and its players. The rules, the searches and the solver are in
// games/dots/rules.
package dots

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tessera-fpga/tessera/games/dots/rules"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play"
)

func init() {
	play.Register(play.Entry{
		Name: "dots", Help: "dots and boxes; dots:HxW for a board of that many boxes, " + defaultSize + " unless given", New: New,
	})
}

// defaultSize is the size of the board in game "dots".
const defaultSize = "4x4"

const (
	moveForm = "the number of an edge, such as 7"
	moveHelp = `7  draw the edge of that number on the board; who closes a box has it, and must move again
`
)

// openingPlies is the number of random edges at the start of a match's games.
const openingPlies = 3

// levels are package play's except the second, which is no stronger than the first in this game.
// The second level here has a less flat prior. Levels from the fifth on have more leaves: 100 to
// 200 leaves a move play no better than 60, since few random playouts of a move tell little about
// who must open the long chains.
var levels = func() []play.Level {
	own := slices.Clone(play.Levels)
	own[1].Flatten = 1
	for i, leaves := range []int{400, 1_500, 5_000, 15_000, 50_000} {
		own[4+i].Leaves = leaves
	}
	return own
}()

// New returns the game on a board of a size such as "3x4"; "" for defaultSize.
func New(size string) (*play.Game, error) {
	if size == "" {
		size = defaultSize
	}
	b, err := rules.ParseSize(size)
	if err != nil {
		return nil, err
	}
	start := func() *rules.Position { return rules.NewPosition(b) }
	return &play.Game{
		Name:          "dots:" + b.String(),
		Title:         "dots and boxes, " + b.String(),
		SetGame:       "Dots and Boxes " + b.String(),
		Colours:       []string{"b", "w"},
		Start:         func() play.Position { return start() },
		Parse:         func(text string) (play.Move, error) { return parse(b, text) },
		Format:        func(m play.Move) string { return strconv.Itoa(int(m)) },
		OpeningPlies:  min(openingPlies, b.Edges/4),
		DefaultPlayer: "tree",
		Search:        play.TreeSearch(func() play.Searchable { return rules.NewTreeGame(start()) }, tree.Config{}),
		Levels:        levels,
		Clock:         clock,
		Kinds:         kinds,
		MoveForm:      moveForm,
		MoveHelp:      moveHelp,
	}, nil
}

// parse reads the number of an edge.
func parse(b *rules.Grid, text string) (play.Move, error) {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("move %.20q, want the number of an edge, 0..%d", text, b.Edges-1)
	case n < 0 || n >= b.Edges:
		return 0, fmt.Errorf("move %d: there is no such edge, want 0..%d", n, b.Edges-1)
	}
	return play.Move(n), nil
}

// clock gives equal time to each edge that a player may still draw: half of the free edges.
func clock(p play.Position) []int {
	left := len(p.Moves())
	return slices.Repeat([]int{1}, (left+1)/2)
}
