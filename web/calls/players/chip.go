// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package players

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/web/calls"
)

// chipArgs list a chip's actions since its reset. The twin repeats them.
type chipArgs struct {
	Chip  string        `json:"chip"`
	First int           `json:"first"` // player who moved first, 1 or 2
	Log   []ChipCommand `json:"log"`   // ends with a search
}

// ChipCommand is a command of a core: a move or, without a move, a search.
type ChipCommand struct {
	Move   string `json:"move,omitempty"`   // code of the move
	Amount int    `json:"amount,omitempty"` // of work
	Seed   uint32 `json:"seed,omitempty"`
}

// ChipAnswer is the answer to a search.
type ChipAnswer struct {
	calls.Place
	Numbers map[string]int `json:"numbers"` // the others of the answer, which the chip's table names
	Cycles  uint64         `json:"cycles"`  // cycles from the acceptance of the command to the answer, both included
}

// chipTwin is the twin of a chip.
type chipTwin interface {
	Begin(first duo.Player)
	Play(m duo.Move) (cycles uint64, err error)
	// search answers with the move, and with all but its place.
	search(amount int, seed uint32) (duo.Move, ChipAnswer, error)
}

// chips makes the twins, by the names of the chips.
var chips = map[string]func() (chipTwin, error){
	"montecarlo": func() (chipTwin, error) { return monteCarloChip{twin.NewMonteCarlo(2, playout.Largest)}, nil },
	"minimax": func() (chipTwin, error) {
		core, err := twin.NewMinimax(search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true})
		return minimaxChip{core}, err
	},
	"alphabeta": func() (chipTwin, error) {
		core, err := twin.NewAlphaBeta(alphabeta.MarginConfig)
		return alphaBetaChip{core}, err
	},
	"tree": func() (chipTwin, error) {
		core, err := twin.NewTreeCommands(search.ULX3SBRAM, search.ULX3SBRAM.Lanes)
		return treeChip{core}, err
	},
}

// monteCarloChip is the Monte Carlo core.
type monteCarloChip struct{ *twin.MonteCarlo }

func (c monteCarloChip) search(visits int, seed uint32) (m duo.Move, a ChipAnswer, err error) {
	if err := (search.MonteCarloConfig{Policy: playout.Largest, Visits: visits}).Validate(); err != nil {
		return m, a, err
	}
	r, cycles := c.Search(visits, seed)
	return r.Move, ChipAnswer{Numbers: map[string]int{"sum": r.Sum, "visits": r.Visits, "playouts": r.Playouts}, Cycles: cycles}, nil
}

// minimaxChip is the minimax core.
type minimaxChip struct{ *twin.Minimax }

func (c minimaxChip) search(depth int, _ uint32) (m duo.Move, a ChipAnswer, err error) {
	if depth < 1 || depth > search.MaxSearchDepth {
		return m, a, fmt.Errorf("%d plies, want 1 to %d", depth, search.MaxSearchDepth)
	}
	r, cycles := c.Search(depth)
	return r.Move, ChipAnswer{Numbers: map[string]int{"score": r.Value, "nodes": int(r.Nodes)}, Cycles: cycles}, nil
}

// alphaBetaChip is the alpha-beta core.
type alphaBetaChip struct{ *twin.AlphaBeta }

func (c alphaBetaChip) search(depth int, _ uint32) (m duo.Move, a ChipAnswer, err error) {
	if most := alphabeta.MarginConfig.MaxDepth(); depth < 1 || depth > most {
		return m, a, fmt.Errorf("%d plies, want 1 to %d", depth, most)
	}
	r, cycles := c.Search(depth)
	return r.Move, ChipAnswer{Numbers: map[string]int{"score": r.Value, "nodes": int(r.Nodes), "depth": r.Depth}, Cycles: cycles}, nil
}

// treeChip is the tree core.
type treeChip struct{ *twin.TreeCommands }

// maxLeaves bounds the leaves of a search, so that the twin answers soon.
const maxLeaves = 10_000

func (c treeChip) search(leaves int, seed uint32) (m duo.Move, a ChipAnswer, err error) {
	if leaves < 1 || leaves > maxLeaves {
		return m, a, fmt.Errorf("%d leaves, want 1 to %d", leaves, maxLeaves)
	}
	r, cycles := c.Search(leaves, seed)
	return r.Move, ChipAnswer{Numbers: map[string]int{"mean": int(r.Mean), "visits": r.Visits, "leaves": r.Leaves}, Cycles: cycles}, nil
}

// maxLog exceeds the number of commands in any game.
const maxLog = 1000

// following is a twin that follows a game.
type following struct {
	first int
	log   []ChipCommand
	core  chipTwin
}

// followed are the chips' twins, by name. Calls must not overlap.
var followed = map[string]*following{}

// chip returns the chip's answer and its number of cycles.
func chip(a chipArgs) (any, error) {
	n := len(a.Log)
	if chips[a.Chip] == nil {
		return nil, fmt.Errorf("chip %q, want one of %s", a.Chip, strings.Join(slices.Sorted(maps.Keys(chips)), ", "))
	}
	if a.First != 1 && a.First != 2 {
		return nil, fmt.Errorf("first %d, want 1 or 2", a.First)
	}
	if n == 0 || n > maxLog || a.Log[n-1].Move != "" {
		return nil, fmt.Errorf("%d commands, want 1 to %d, of which the last is a search", n, maxLog)
	}
	t := followed[a.Chip]
	if t == nil || t.first != a.First || len(t.log) >= n || !slices.Equal(t.log, a.Log[:len(t.log)]) {
		core, err := chips[a.Chip]()
		if err != nil {
			return nil, err
		}
		core.Begin(duo.Player(a.First - 1))
		t = &following{first: a.First, core: core}
		followed[a.Chip] = t
	}
	var answer ChipAnswer
	for _, c := range a.Log[len(t.log):] {
		if err := c.do(t.core, &answer); err != nil {
			delete(followed, a.Chip)
			return nil, fmt.Errorf("command %d: %w", len(t.log)+1, err)
		}
		t.log = append(t.log, c)
	}
	return answer, nil
}

func (c ChipCommand) do(core chipTwin, answer *ChipAnswer) error {
	if c.Move == "" {
		m, a, err := core.search(c.Amount, c.Seed)
		if err != nil {
			return err
		}
		if m == duo.Pass {
			for name := range a.Numbers {
				a.Numbers[name] = 0
			}
		}
		a.Place = calls.DuoPlace(m)
		*answer = a
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

// AnchorMove is a legal move as the chips name it: a pattern at a corner.
type AnchorMove struct {
	calls.Place
	Pattern  int `json:"pattern"`
	FlipRows int `json:"flip_rows"`
	FlipCols int `json:"flip_cols"`
	Row      int `json:"row"` // of the corner
	Col      int `json:"col"`
}

// anchors returns the legal moves of a position of Blokus Duo in the order of the lanes.
func anchors(a calls.Game) (any, error) {
	if a.Of != "" {
		return nil, fmt.Errorf("game %q has no chip", a.Of)
	}
	_, _, p, err := a.Replay()
	if err != nil {
		return nil, err
	}
	out := []AnchorMove{}
	for _, m := range playout.AnchorMoves(rules.At(p), nil) {
		out = append(out, AnchorMove{
			Place:   calls.DuoPlace(m.Move()),
			Pattern: int(m.Pattern), FlipRows: int(m.Flip & playout.FlipRows), FlipCols: int(m.Flip & playout.FlipCols >> 1),
			Row: m.Anchor.Row(), Col: m.Anchor.Col(),
		})
	}
	return out, nil
}
