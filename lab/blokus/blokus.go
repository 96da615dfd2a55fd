// Package blokus plays the games of docs/blokus.md: the tables of W. Davies, I. Marquardt, Blokus
// Artificial Intelligence (see package golden/blokus/agent), and our player's against theirs.
package blokus

import (
	"fmt"
	"slices"

	games "github.com/tessera-fpga/tessera/games/blokus"
	rules "github.com/tessera-fpga/tessera/golden/blokus"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Experiment is all rows.
var Experiment = &lab.Experiment{
	Name: "blokus",
	What: "the tables of Davies and Marquardt on Blokus of four colours, and our player against theirs",
	File: "docs/figures/blokus.json",
	Rows: rows,
	Open: open,
}

// row is a row of a table, and the games that it is to have.
type row struct {
	table   string
	games   int
	players []string
}

// table has all rows. Rows of table 1 that the source's 100 games did not decide have more games.
var table = []row{
	{"ours", 200, []string{"tree:leaves=1", "random"}},
	{"ours", 200, []string{"tree:leaves=1", "greedy"}},
	{"ours", 200, []string{"tree:leaves=1", "depthfirst"}},
	{"ours", 200, []string{"tree:leaves=50", "random"}},
	{"ours", 200, []string{"tree:leaves=50", "greedy"}},
	{"ours", 200, []string{"tree:leaves=50", "depthfirst"}},
	{"ours", 200, []string{"tree:leaves=50", "depthfirst:barasona=true"}},
	{"ours", 200, []string{"tree:leaves=100", "mcts:sims=200"}},
	{"ours", 200, []string{"tree:leaves=100", "pb-mcts:sims=200"}},
	{"ours", 200, []string{"tree:leaves=100", "ph-mcts:sims=200"}},
	{"ours", 200, []string{"tree:leaves=100", "mcts:sims=200,barasona=true"}},
	{"ours", 200, []string{"tree:leaves=50", "minimax:nodes=1000"}},

	{"1", 1000, []string{"random", "greedy"}},
	{"1", 1000, []string{"random", "depthfirst"}},
	{"1", 100, []string{"random", "mcts:sims=400"}},
	{"1", 100, []string{"random", "pb-mcts:sims=400"}},
	{"1", 100, []string{"random", "ph-mcts:sims=400"}},
	{"1", 1000, []string{"greedy", "depthfirst"}},
	{"1", 100, []string{"mcts:sims=400", "greedy"}},
	{"1", 100, []string{"mcts:sims=400", "depthfirst"}},
	{"1", 500, []string{"mcts:sims=400", "pb-mcts:sims=400"}},
	{"1", 500, []string{"mcts:sims=400", "ph-mcts:sims=400"}},
	{"1", 500, []string{"mcts:sims=400", "mcts:sims=400,barasona=true"}},

	{"2", 200, []string{"random", "greedy", "depthfirst", "mcts:sims=400"}},
	{"2", 500, []string{"depthfirst", "mcts:sims=400", "pb-mcts:sims=400", "ph-mcts:sims=400"}},

	{"rewards", 100, []string{"mcts:sims=400,reward=squares", "mcts:sims=400"}},
	{"rewards", 100, []string{"mcts:sims=400,reward=share", "mcts:sims=400"}},
	{"rewards", 100, []string{"pb-mcts:sims=400,reward=squares", "mcts:sims=400,reward=squares"}},
	{"rewards", 100, []string{"ph-mcts:sims=400,reward=squares", "mcts:sims=400,reward=squares"}},
	{"rewards", 100, []string{"ph-mcts:sims=400,reward=share", "mcts:sims=400,reward=share"}},

	{"policies", 100, []string{"mcts:sims=400,policy=paranoid", "mcts:sims=400"}},
	{"policies", 100, []string{"mcts:sims=400,policy=bestreply", "mcts:sims=400"}},
	{"policies", 100, []string{"minimax:nodes=1000,policy=paranoid", "minimax:nodes=1000"}},
	{"policies", 100, []string{"minimax:nodes=1000,policy=bestreply", "minimax:nodes=1000"}},
}

// Games of a round of two players, and of four: all orders of them once.
const (
	pairRound = 20
	fourRound = 24
)

// rows returns the rows. Two players have opposite colours, and change them from game to game; four
// sit in all orders.
func rows() (all []lab.Row, err error) {
	for _, r := range table {
		row := lab.Row{Table: r.table, Game: "blokus", Players: r.players, Games: r.games, Round: pairRound, Seed: 1, FromStart: true}
		if len(r.players) > 2 {
			row.Round, row.Seating = fourRound, match.AllOrders
		}
		all = append(all, row)
	}
	return all, nil
}

// Result is the result of a row's players: two players with two opposite colours each, or four with
// one each. All lists are by player, summed over the games and over the player's colours.
type Result struct {
	Table   string
	Players []string
	Games   int
	// Shares are shares of the first place by squares placed, as the source counts; colours with equal
	// squares have equal parts.
	Shares []float64
	// Official are the same by the official score, which has bonuses for placing all.
	Official []float64
	Squares  []int // placed
	Moves    []int
	Work     []uint64  // simulations, positions or leaves
	Seconds  []float64 // seconds of thinking
}

// Report is what has been played.
type Report []Result

// open reads a report.
func open(text []byte) (lab.Record, error) {
	all := new(Report)
	if err := lab.Read(text, all); err != nil {
		return nil, err
	}
	for _, r := range *all {
		n := len(r.Players)
		if n != 2 && n != 4 || len(r.Shares) != n || len(r.Official) != n || len(r.Squares) != n || len(r.Moves) != n || len(r.Work) != n || len(r.Seconds) != n {
			return nil, fmt.Errorf("table %s, %v: want lists of 2 or 4, one for each player", r.Table, r.Players)
		}
	}
	return all, nil
}

// Text returns the report's text, with a line for each row.
func (all *Report) Text() ([]byte, error) {
	text, err := lab.Lines(*all)
	return append(text, '\n'), err
}

// find returns the place of a row, -1 if it is not there.
func (all *Report) find(r *lab.Row) int {
	return slices.IndexFunc(*all, func(o Result) bool { return o.Table == r.Table && slices.Equal(o.Players, r.Players) })
}

// Games returns the number of games of a row.
func (all *Report) Games(r *lab.Row) int {
	if i := all.find(r); i >= 0 {
		return (*all)[i].Games
	}
	return 0
}

// Take puts a row on record.
func (all *Report) Take(p *lab.Played) error {
	n := len(p.Players)
	r := Result{
		Table: p.Table, Players: p.Players, Games: p.Games,
		Shares: make([]float64, n), Official: make([]float64, n), Squares: make([]int, n),
	}
	for _, w := range p.Work {
		r.Moves, r.Work, r.Seconds = append(r.Moves, w.Moves), append(r.Work, w.Work), append(r.Seconds, lab.Round(w.Seconds, digits))
	}
	err := p.Each(func(g *match.Game) error {
		end := &g.End.(*games.Position).Position
		if !end.Over() {
			return fmt.Errorf("a game was not finished: %v", g.Result)
		}
		squares := make([]int, rules.NumColours)
		for c := range squares {
			squares[c] = end.SquaresPlaced(rules.Colour(c))
		}
		shares, official := rules.Shares(squares), rules.Shares(rules.Classic.Points(end))
		for c, i := range g.Places {
			r.Shares[i] = lab.Round(r.Shares[i]+shares[c], digits)
			r.Official[i] = lab.Round(r.Official[i]+official[c], digits)
			r.Squares[i] += squares[c]
		}
		return nil
	})
	if i := all.find(p.Row); i >= 0 {
		(*all)[i] = r
	} else {
		*all = append(*all, r)
	}
	return err
}

// digits is the number of digits of shares and times on record.
const digits = 4
