package calls

import (
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// chipArgs list the chip's actions since its reset, which the twin repeats.
type chipArgs struct {
	First int           `json:"first"` // who moved first, 1 or 2
	Log   []ChipCommand `json:"log"`   // the last one a search
}

// ChipCommand is a command of the Monte Carlo core: a move made, or else a search.
type ChipCommand struct {
	Move   string `json:"move,omitempty"` // its code
	Visits int    `json:"visits,omitempty"`
	Seed   uint32 `json:"seed,omitempty"`
}

// ChipAnswer is the answer to a search.
type ChipAnswer struct {
	Place
	Sum      int    `json:"sum"` // sum of the values of the move's playouts
	Visits   int    `json:"visits"`
	Playouts int    `json:"playouts"`
	Cycles   uint64 `json:"cycles"` // cycles from the taking of the command to the answer, both included
}

// The chip of the page: the core with two lanes and playouts of the largest tiles.
const (
	chipLanes  = 2
	chipPolicy = playout.Largest
)

// maxLog is more than the commands that a game can have.
const maxLog = 1000

// chipTwin is the twin, and the list of its actions. Calls come one after another.
var chipTwin struct {
	first int
	log   []ChipCommand
	core  *twin.MonteCarlo
}

// chip returns the chip's answer, and the number of cycles to it.
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
		*answer = ChipAnswer{NewPlace(r.Move), r.Sum, r.Visits, r.Playouts, cycles}
		return nil
	}
	if len(c.Move) > maxMoveText {
		return fmt.Errorf("%d characters, want a move", len(c.Move))
	}
	m, err := duo.ParseMove(c.Move)
	if err == nil {
		_, err = core.Play(m)
	}
	return err
}

// Pattern is a way to cover a corner, as the lanes know them: its number is its place in the list.
type Pattern struct {
	Tile  int      `json:"tile"`
	Cells [][2]int `json:"cells"` // row and column, from the corner, nothing mirrored
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
