// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package blokus plays the games of docs/blokus.md: the tables of W. Davies, I. Marquardt, Blokus
// Artificial Intelligence (see package games/blokus/agent), and games of our player against the
// paper's players.
package blokus

import (
	"fmt"

	games "github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/games/blokus/rules"
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

// row is a row of a table, with its number of games.
type row struct {
	table   string
	games   int
	players []string
}

// table has all rows. The rows of table 1 that the source's 100 games left open have more games.
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

	// The worth of the first turn: the same player on all seats.
	{"seats", 1000, []string{"random", "random"}},
	{"seats", 1000, []string{"greedy", "greedy"}},
	{"seats", 500, []string{"depthfirst", "depthfirst"}},
	{"seats", 200, []string{"mcts:sims=100", "mcts:sims=100"}},

	{"policies", 100, []string{"mcts:sims=400,policy=paranoid", "mcts:sims=400"}},
	{"policies", 100, []string{"mcts:sims=400,policy=bestreply", "mcts:sims=400"}},
	{"policies", 100, []string{"minimax:nodes=1000,policy=paranoid", "minimax:nodes=1000"}},
	{"policies", 100, []string{"minimax:nodes=1000,policy=bestreply", "minimax:nodes=1000"}},
}

// A round of two players has pairRound games. A round of four players has all their seatings once.
const (
	pairRound = 20
	fourRound = 24
)

// rows returns the rows. Two players have opposite colours and swap them after each game. Four
// players sit in all orders.
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

// The pages show these measures.
const (
	Shares  = "shares"
	Squares = "squares"
	// Seats are the shares of first places by squares of each colour, in the order of play.
	Seats = "seats"
)

// measure returns the shares by seat, and three numbers for each player, summed over the games and the player's colours.
// The first two are shares of first places: by squares placed, as the source counts, and by the
// official score, which has bonuses for placing all. The third is the squares placed. Colours with
// equal squares split a first place.
func measure(p *lab.Played) (lab.Measures, error) {
	n := len(p.Work)
	seats := make([]float64, rules.NumColours)
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
			seats[c] = lab.Round(seats[c]+bySquares[c], digits)
			shares[i] = lab.Round(shares[i]+bySquares[c], digits)
			official[i] = lab.Round(official[i]+byPoints[c], digits)
			placed[i] += float64(squares[c])
		}
		return nil
	})
	return lab.Measures{Shares: shares, "official": official, Squares: placed, Seats: seats}, err
}

// digits is the precision of recorded shares.
const digits = 4
