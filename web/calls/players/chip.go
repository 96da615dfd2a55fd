// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package players

import (
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/web/calls"
)

// chipArgs list the chip's actions since its reset. The twin repeats them.
type chipArgs struct {
	First int           `json:"first"` // player who moved first, 1 or 2
	Log   []ChipCommand `json:"log"`   // ends with a search
}

// ChipCommand is a command of the Monte Carlo core: a move or, without a move, a search.
type ChipCommand struct {
	Move   string `json:"move,omitempty"` // code of the move
	Visits int    `json:"visits,omitempty"`
	Seed   uint32 `json:"seed,omitempty"`
}

// ChipAnswer is the answer to a search.
type ChipAnswer struct {
	calls.Place
	Sum      int    `json:"sum"` // sum of the values of the move's playouts
	Visits   int    `json:"visits"`
	Playouts int    `json:"playouts"`
	Cycles   uint64 `json:"cycles"` // cycles from the acceptance of the command to the answer, both included
}

// Configuration of the page's chip: a core with two lanes that plays out with the largest tiles.
const (
	chipLanes  = 2
	chipPolicy = playout.Largest
)

// maxLog exceeds the number of commands in any game.
const maxLog = 1000

// chipTwin is the twin with the list of its actions. Calls must not overlap.
var chipTwin struct {
	first int
	log   []ChipCommand
	core  *twin.MonteCarlo
}

// chip returns the chip's answer and its number of cycles.
func chip(a chipArgs) (any, error) {
	t := &chipTwin
	n := len(a.Log)
	if a.First != 1 && a.First != 2 {
		return nil, fmt.Errorf("first %d, want 1 or 2", a.First)
	}
	if n == 0 || n > maxLog || a.Log[n-1].Move != "" {
		return nil, fmt.Errorf("%d commands, want 1 to %d, of which the last is a search", n, maxLog)
	}
	if t.core == nil || t.first != a.First || len(t.log) >= n || !slices.Equal(t.log, a.Log[:len(t.log)]) {
		t.core, t.first, t.log = twin.NewMonteCarlo(chipLanes, chipPolicy), a.First, nil
		t.core.Begin(duo.Player(a.First - 1))
	}
	var answer ChipAnswer
	for _, c := range a.Log[len(t.log):] {
		if err := c.do(t.core, &answer); err != nil {
			t.core = nil
			return nil, fmt.Errorf("command %d: %w", len(t.log)+1, err)
		}
		t.log = append(t.log, c)
	}
	return answer, nil
}

func (c ChipCommand) do(core *twin.MonteCarlo, answer *ChipAnswer) error {
	if c.Move == "" {
		if err := (search.MonteCarloConfig{Policy: chipPolicy, Visits: c.Visits}).Validate(); err != nil {
			return err
		}
		r, cycles := core.Search(c.Visits, c.Seed)
		*answer = ChipAnswer{calls.DuoPlace(r.Move), r.Sum, r.Visits, r.Playouts, cycles}
		return nil
	}
	if len(c.Move) > calls.MaxMoveText {
		return fmt.Errorf("%d characters, want a move", len(c.Move))
	}
	m, err := duo.ParseMove(c.Move)
	if err == nil {
		_, err = core.Play(m)
	}
	return err
}

// Pattern is a way to cover a corner, as in the lanes. Its index in the list is its number.
type Pattern struct {
	Tile  int      `json:"tile"`
	Cells [][2]int `json:"cells"` // row and column relative to the corner, without reflection
}

func patterns(struct{}) (any, error) {
	out := make([]Pattern, playout.NumPatterns)
	for i := range out {
		q := playout.Pattern(i)
		out[i].Tile = int(q.Tile())
		for _, c := range q.Cells() {
			out[i].Cells = append(out[i].Cells, [2]int{int(c.Row), int(c.Col)})
		}
	}
	return out, nil
}
