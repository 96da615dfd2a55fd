package calls

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play"
)

// Level is an engine that a person can play against. A level is added to levels.
type Level struct {
	// ID is the specification of the same player for "tessera play", without its seed.
	ID    string `json:"id"`
	Name  string `json:"name"`
	About string `json:"about"`
	think func(p *duo.Position, seed uint32, report func(work int)) Thought
}

// levels are the engines: the levels of the tree search, the weakest first, and the searches that
// exist in hardware.
var levels = slices.Concat(trees(), []Level{
	minimax("Minimax, 1 ply", "the minimax core's search, one ply", 1),
	minimax("Minimax, 2 plies", "the minimax core's search, two plies", 2),
	monteCarlo("Monte Carlo", "the Monte Carlo core's search, some thousand playouts a move", 1),
	monteCarlo("Monte Carlo, long", "the same with four times as many playouts", 4),
})

// analysisLevel is the level that gives hints and analyses: the strongest that takes about a
// second.
const analysisLevel = "tree:level=7"

// defaultLevel is the level of a visitor without a choice.
var defaultLevel = levels[play.DefaultLevel-1].ID

// Thought is an engine's answer.
type Thought struct {
	Place
	// Margin is the expected margin in points, of the player to move less the rival, and Value that
	// player's prospect, 0 (loss) to 1 (win). Searches without these figures leave them out.
	Margin     *float64    `json:"margin,omitempty"`
	Value      *float64    `json:"value,omitempty"`
	Visits     int         `json:"visits,omitempty"`   // visits of the move, in units
	Work       int         `json:"work"`               // in units
	Unit       string      `json:"unit"`               // "leaves", "playouts" or "nodes"; "" if the work is not known
	Resigned   bool        `json:"resigned,omitempty"` // instead of a move
	Candidates []Candidate `json:"candidates"`
}

// Candidate is a move that an engine has considered.
type Candidate struct {
	Place
	Visits int      `json:"visits"`
	Margin float64  `json:"margin"`
	Value  *float64 `json:"value,omitempty"`
}

func minimax(name, about string, depth int) Level {
	l := Level{ID: fmt.Sprintf("minimax:depth=%d", depth), Name: name, About: about}
	l.think = func(p *duo.Position, _ uint32, report func(int)) Thought {
		core, err := search.NewMinimax(search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true})
		if err == nil {
			err = core.Load(p)
		}
		if err != nil {
			panic(err) // the configuration is a constant, the position a game's
		}
		nodes := 0
		r := core.Search(p.ToMove(), depth, search.NeverStop, func(search.Node) {
			nodes++
			report(nodes)
		})
		return Thought{Place: NewPlace(r.Move), Work: int(r.Nodes), Unit: "nodes", Candidates: []Candidate{}}
	}
	return l
}

// trees returns the levels of the tree search.
func trees() (out []Level) {
	for i, t := range play.Levels {
		out = append(out, Level{
			ID: fmt.Sprintf("tree:level=%d", i+1), Name: fmt.Sprintf("%d %s", i+1, t.Name),
			About: fmt.Sprintf("tree search, %d leaves a move", t.Leaves),
			think: func(p *duo.Position, seed uint32, report func(int)) Thought { return grow(t, p, seed, report) },
		})
	}
	return out
}

// forcedLeaves is the number of leaves for the value of a forced move.
const forcedLeaves = 16

// grow grows a tree from the position.
func grow(l play.Level, p *duo.Position, seed uint32, report func(int)) Thought {
	t := Thought{Place: NewPlace(duo.Pass), Unit: "leaves", Candidates: []Candidate{}}
	legal := p.CountLegalMoves()
	if legal == 0 {
		return t
	}
	leaves := l.Leaves
	if legal == 1 {
		leaves = min(leaves, forcedLeaves)
	}
	cfg := search.TreeConfig{Seed: seed, Flatten: l.Flatten}
	cfg.Nodes = max(leastNodes, nodesPerLeaf*leaves)
	s, err := search.NewTree(cfg, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	if err != nil {
		panic(err) // the configurations are a table's
	}
	s.SetRoot(p)
	if t.Work, err = s.Search(leaves, func(done int) bool {
		report(done)
		return false
	}); err != nil {
		panic(err) // there is a position
	}
	best, _ := s.Best()
	if l.Draw {
		best, _ = s.Draw(rand.New(rand.NewPCG(uint64(seed), 1)).Uint32())
	}
	candidate := func(c search.Candidate) Candidate {
		value := float64(c.Value) / tree.MaxValue
		return Candidate{NewPlace(c.Move), c.Visits, float64(c.Margin) / evaluation.One, &value}
	}
	made := candidate(best)
	t.Place, t.Margin, t.Value, t.Visits = made.Place, &made.Margin, made.Value, made.Visits
	for _, c := range s.Candidates() {
		if c.Visits > 0 {
			t.Candidates = append(t.Candidates, candidate(c))
		}
	}
	return t
}

// The nodes of a tree: about five are made a leaf.
const (
	leastNodes   = 1 << 14
	nodesPerLeaf = 16
)

func monteCarlo(name, about string, visits int) Level {
	l := Level{ID: fmt.Sprintf("montecarlo:visits=%d", visits), Name: name, About: about}
	l.think = func(p *duo.Position, seed uint32, report func(int)) Thought {
		c := search.MonteCarloConfig{Policy: playout.Largest, Visits: visits, Seed: seed}
		r, all := c.Candidates(p, func(playouts int) bool {
			report(playouts)
			return false
		})
		t := Thought{Place: NewPlace(r.Move), Work: r.Playouts, Unit: "playouts", Candidates: []Candidate{}}
		for _, a := range all {
			if a.Visits == 0 {
				continue // a single move, which needs no value
			}
			t.Candidates = append(t.Candidates, Candidate{NewPlace(a.Move), a.Visits, float64(a.Sum) / float64(a.Visits), nil})
		}
		if len(t.Candidates) > 0 {
			t.Margin, t.Visits = &t.Candidates[0].Margin, t.Candidates[0].Visits
		}
		return t
	}
	return l
}

// thinkArgs name the engine and the position. The seed is for the engine's random choices.
type thinkArgs struct {
	Game
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
	p, err := a.Position()
	if err != nil {
		return nil, err
	}
	if p.Over() {
		return nil, duo.ErrGameOver
	}
	var ids []string
	for _, l := range levels {
		if l.ID != a.Level {
			ids = append(ids, l.ID)
			continue
		}
		last := time.Now()
		return l.think(&p, a.Seed, func(work int) {
			if time.Since(last) >= reportEvery {
				last = time.Now()
				report(Progress{work})
			}
		}), nil
	}
	return nil, fmt.Errorf("level %q, want one of %s", a.Level, strings.Join(ids, ", "))
}
