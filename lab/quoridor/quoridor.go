// Package quoridor plays the matches of docs/quoridor.md: the literature's matches, and our player
// against the literature's players.
package quoridor

import (
	"encoding/json"
	"slices"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Experiment is all matches.
var Experiment = &lab.Experiment{
	Name: "quoridor",
	What: "the results of the literature on Quoridor, and our player against theirs",
	File: "docs/figures/quoridor.json",
	Rows: rows,
	Open: open,
}

// entry is a match of the study.
type entry struct {
	table, p1, p2 string
	games         int
	start         bool // without openings, as in the source: then a player must play by chance
}

// Entries of the table "ours" give our player about the other player's time for a move, or less: on
// the development machine, 1,000 simulations take 1.7 ms of the processor, 10,000 nodes 2.3 ms and
// 500 leaves 1.6 ms.
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
		r := lab.Row{Table: e.table, Game: "quoridor", Players: []string{e.p1, e.p2}, Games: e.games, Round: roundGames, Seed: 1, FromStart: e.start}
		all = append(all, r)
	}
	return all, nil
}

// Result is what two players have reached, who change their places from game to game.
type Result struct {
	Table    string     `json:"table"`
	Players  [2]string  `json:"players"`
	Openings bool       `json:"openings"` // the games began with random moves, the same for both colours
	Wins     int        `json:"wins"`     // wins of the first
	Draws    int        `json:"draws"`
	Losses   int        `json:"losses"`
	First    int        `json:"first"` // games won by player 1 of the game
	Plies    int        `json:"plies"` // plies of all games
	Moves    [2]int     `json:"moves"`
	Work     [2]uint64  `json:"work"`    // simulations, nodes or leaves
	Seconds  [2]float64 `json:"seconds"` // seconds of thinking, by wall clock
}

// Played returns the number of games.
func (r *Result) Played() int { return r.Wins + r.Draws + r.Losses }

// Report is what has been played.
type Report []Result

// open reads a report.
func open(text []byte) (lab.Record, error) {
	all := new(Report)
	return all, lab.Read(text, all)
}

// Text returns the report's text.
func (all *Report) Text() ([]byte, error) {
	text, err := json.MarshalIndent(all, "", "\t")
	return append(text, '\n'), err
}

// find returns the place of a match, -1 if it is not there.
func (all *Report) find(r *lab.Row) int {
	return slices.IndexFunc(*all, func(o Result) bool { return o.Table == r.Table && slices.Equal(o.Players[:], r.Players) })
}

// Games returns the number of games of a match.
func (all *Report) Games(r *lab.Row) int {
	if i := all.find(r); i >= 0 {
		return (*all)[i].Played()
	}
	return 0
}

// Take puts a match on record, in the order of the entries.
func (all *Report) Take(p *lab.Played) error {
	r := Result{Table: p.Table, Openings: !p.FromStart, Wins: p.Score.Wins, Draws: p.Score.Draws, Losses: p.Score.Losses}
	copy(r.Players[:], p.Players)
	for side, w := range p.Work {
		r.Moves[side], r.Work[side], r.Seconds[side] = w.Moves, w.Work, lab.Round(w.Seconds, 6)
	}
	err := p.Each(func(g *match.Game) error {
		if g.FinalShares(g.End)[0] == 1 {
			r.First++
		}
		r.Plies += len(g.Moves)
		return nil
	})
	if i := all.find(p.Row); i >= 0 {
		(*all)[i] = r
	} else {
		*all = append(*all, r)
	}
	slices.SortStableFunc(*all, func(a, b Result) int { return place(a) - place(b) })
	return err
}

// place returns a result's place in the list.
func place(r Result) int {
	return slices.IndexFunc(entries, func(e entry) bool { return e.table == r.Table && e.p1 == r.Players[0] && e.p2 == r.Players[1] })
}
