// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package quoridor plays the matches of docs/quoridor.md: matches from the literature, and our
// player against the literature's players.
package quoridor

import (
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Experiment plays all matches.
var Experiment = &lab.Experiment{
	Name:    "quoridor",
	What:    "the results of the literature on Quoridor, and our player against theirs",
	File:    "docs/figures/quoridor.json",
	Rows:    rows,
	Measure: measure,
}

// entry is a match of the study.
type entry struct {
	table, p1, p2 string
	games         int
	start         bool // no openings, as in the source: then one player must be random
}

// In the table "ours" our player has at most about as much time per move as the other. On the
// development machine, 1,000 simulations take 1.7 ms of the processor, 10,000 nodes 2.3 ms and 500
// leaves 1.6 ms.
var entries = []entry{
	{"ours", "tree:leaves=100", "brain1", 200, false},
	{"ours", "tree:leaves=100", "brain2", 200, false},
	{"ours", "tree:leaves=600", "mcts:sims=2000", 200, false},
	{"ours", "tree:leaves=600", "mcts:sims=2000,score=1", 200, false},
	{"ours", "tree:leaves=150", "negamax:nodes=2000,chromosome=2", 200, false},
	{"ours", "tree:leaves=150", "negamax:nodes=2000,chromosome=5", 200, false},
	{"ours", "tree:leaves=800", "negamax:nodes=10000", 200, false},

	{"source", "mcts:sims=12000", "brain1", 10, true},
	{"source", "mcts:sims=12000", "brain2", 10, true},
	{"source", "mcts:sims=12000", "negamax:nodes=50000,chromosome=2", 10, true},
	{"source", "mcts:sims=12000", "negamax:nodes=50000,chromosome=5", 10, true},

	{"doubling", "mcts:sims=1000", "mcts:sims=500", 100, true},
	{"doubling", "mcts:sims=2000", "mcts:sims=1000", 100, true},
	{"doubling", "mcts:sims=4000", "mcts:sims=500", 60, true},
	{"readings", "mcts:sims=1000,score=1", "mcts:sims=1000", 60, true},
	{"doubling", "mcts:sims=2000,score=1", "mcts:sims=500,score=1", 60, true},
	{"doubling", "mcts:sims=4000", "mcts:sims=2000", 60, true},

	// The expansion of the source.
	{"readings", "mcts:sims=4000,expand=leaf", "mcts:sims=4000", 120, true},

	{"readings", "mcts:sims=250,playout=path", "mcts:sims=1000", 60, true},
	{"readings", "mcts:sims=200,playout=uniform", "mcts:sims=1000", 60, true},

	{"source", "mcts:sims=12000", "negamax:nodes=50000,chromosome=2,raw=true", 10, true},
	{"source", "mcts:sims=12000", "negamax:nodes=50000,chromosome=5,raw=true", 10, true},
	{"source", "mcts:sims=12000", "mcts:sims=6000", 60, true},
	{"source", "mcts:sims=120000", "brain1", 10, true},
	{"source", "mcts:sims=120000", "brain2", 10, true},
	{"source", "mcts:sims=120000", "negamax:nodes=1000000,chromosome=2", 10, true},
	{"source", "mcts:sims=120000", "negamax:nodes=1000000,chromosome=5", 10, true},
	{"source", "mcts:sims=120000", "mcts:sims=60000", 20, true},
}

// roundGames is the number of games of a round.
const roundGames = 20

// rows returns the matches.
func rows() (all []lab.Row, err error) {
	for _, e := range entries {
		all = append(all, lab.Row{Table: e.table, Game: "quoridor", Players: []string{e.p1, e.p2}, Games: e.games, Round: roundGames, Seed: 1, FromStart: e.start})
	}
	return all, nil
}

// First names the measure of the games that the first player to move has won, and Longest the plies
// of the longest game.
const (
	First   = "won by player 1"
	Longest = "longest"
)

// measure returns the games that the first player to move has won, and the plies of all games and
// of the longest.
func measure(p *lab.Played) (lab.Measures, error) {
	won, plies, longest := 0, 0, 0
	err := p.Each(func(g *match.Game) error {
		if g.FinalShares(g.End)[0] == 1 {
			won++
		}
		plies += len(g.Moves)
		longest = max(longest, len(g.Moves))
		return nil
	})
	return lab.Measures{First: {float64(won)}, "plies": {float64(plies)}, Longest: {float64(longest)}}, err
}
