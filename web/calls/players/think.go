// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package players adds the calls that need a game's players: to think about a move, and to the twins
// of the page's chips, with their cycles and their lanes' moves and patterns; and the puzzles, which
// need the solver.
package players

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/web/calls"
)

func init() {
	calls.Add("think", calls.With(think))
	calls.Add("chip", calls.Without(chip))
	calls.Add("anchors", calls.Without(anchors))
	calls.Add("patterns", calls.Without(patterns))
	calls.Add("puzzle", calls.Without(puzzle))
	calls.Add("judge", calls.Without(judge))
}

// thinkArgs select the engine and the position. The seed controls the engine's random choices.
type thinkArgs struct {
	calls.Game
	Level string `json:"level"`
	Seed  uint32 `json:"seed"`
}

// Progress is an engine's report to the page while it thinks.
type Progress struct {
	Work int `json:"work"`
}

// reportEvery is the time between two reports.
const reportEvery = 200 * time.Millisecond

func think(a thinkArgs, report func(any)) (any, error) {
	of, sketch, p, err := a.Replay()
	if err != nil {
		return nil, err
	}
	if p.Over() {
		return nil, errors.New("the game is over")
	}
	var ids []string
	for _, l := range calls.NewTables(of, sketch).Levels {
		ids = append(ids, l.ID)
		if l.ID == a.Level {
			return thinkAs(of, p, a, report)
		}
	}
	return nil, fmt.Errorf("level %q, want one of %s", a.Level, strings.Join(ids, ", "))
}

// thinkAs makes the player of the level and lets it move.
func thinkAs(of *play.Game, p play.Position, a thinkArgs, report func(any)) (*calls.Thought, error) {
	last := time.Now()
	player, err := of.New(a.Level, play.Env{Seed: uint64(a.Seed), Progress: func(work int) {
		if time.Since(last) >= reportEvery {
			last = time.Now()
			report(Progress{work})
		}
	}})
	if err != nil {
		return nil, err
	}
	defer player.Close()
	m, err := player.Move(context.Background(), p)
	if err != nil {
		return nil, err
	}
	return calls.NewThought(of, player, m, 0), nil
}
