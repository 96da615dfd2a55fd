// Package blokus plays the games of docs/blokus.md: the tables of W. Davies, I. Marquardt, Blokus
// Artificial Intelligence (see package golden/blokus/agent), and our player's against theirs.
package blokus

import (
	"fmt"

	games "github.com/tessera-fpga/tessera/games/blokus"
	rules "github.com/tessera-fpga/tessera/golden/blokus"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Experiment is all rows.
var Experiment = &lab.Experiment{
	Name:    "blokus",
	What:    "the tables of Davies and Marquardt on Blokus of four colours, and our player against theirs",
	File:    "docs/figures/blokus.json",
	Rows:    rows,
	Measure: measure,
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

// The names of the measures that the pages show.
const (
	Shares  = "shares"
	Squares = "squares"
)

// measure returns, by player, the shares of the first place by squares placed, as the source counts,
// the shares by the official score, which has bonuses for placing all, and the squares placed; all
// summed over the games and the player's colours. Colours with equal squares have equal parts.
func measure(p *lab.Played) (lab.Measures, error) {
	n := len(p.Work)
	shares, official, placed := make([]float64, n), make([]float64, n), make([]float64, n)
	err := p.Each(func(g *match.Game) error {
		end := &g.End.(*games.Position).Position
		if !end.Over() {
			return fmt.Errorf("a game was not finished: %v", g.Result)
		}
		squares := make([]int, rules.NumColours)
		for c := range squares {
			squares[c] = end.SquaresPlaced(rules.Colour(c))
		}
		bySquares, byPoints := rules.Shares(squares), rules.Shares(rules.Classic.Points(end))
		for c, i := range g.Places {
			shares[i] = lab.Round(shares[i]+bySquares[c], digits)
			official[i] = lab.Round(official[i]+byPoints[c], digits)
			placed[i] += float64(squares[c])
		}
		return nil
	})
	return lab.Measures{Shares: shares, "official": official, Squares: placed}, err
}

// digits is the number of digits of shares on record.
const digits = 4
