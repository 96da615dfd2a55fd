// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package pentobi plays the tree search, and the tree searches of boards, against Pentobi, the
// strongest public program.
package pentobi

import (
	"fmt"
	"regexp"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Experiment plays all matches.
var Experiment = &lab.Experiment{
	Name: "pentobi",
	What: "how strong the tree search and the boards' chips are against Pentobi's levels",
	File: "docs/figures/pentobi.json",
	Rows: rows,
	Past: true,

	Measure: measure,
}

// The rows of slower games have fewer of them.
const (
	searchGames = 200
	chipGames   = 100
	blokusGames = 20
	evenGames   = 60
	shortRound  = 10 // games take minutes: so many are a round
)

// rows returns the matches. The tree search plays Pentobi's levels with a number of leaves or
// seconds per move. The chips' models have as many leaves as the chips. Blokus is played by two
// players with two colours each.
func rows() (all []lab.Row, err error) {
	add := func(table, game, name, player string, level, games int) {
		all = append(all, lab.Row{
			Table: table, Game: game, Players: []string{player, lab.Pentobi(name, level)}, Name: fmt.Sprintf("%s - level %d", player, level),
			Games: games, Seed: 2, Needs: lab.PentobiProgram, Hint: lab.PentobiHint,
		})
	}
	add("search", "", "duo", "tree:leaves=10000", 5, searchGames)
	add("search", "", "duo", "tree:leaves=10000", 6, searchGames)
	add("search", "", "duo", "tree:leaves=10000", 7, evenGames)
	all[len(all)-1].Round = shortRound
	add("search", "", "duo", "tree:time=1s", 6, searchGames)
	add("search", "", "duo", "tree:time=1s", 7, searchGames)
	// From even openings fewer games tell as much. The larger number of leaves takes about level 7's processor
	// time; the record has both times.
	for _, leaves := range []int{200_000, 340_000} {
		add("even openings", "", "duo", fmt.Sprintf("tree:leaves=%d", leaves), 7, evenGames)
		all[len(all)-1].Round, all[len(all)-1].Openings = shortRound, match.EvenOpenings
	}
	// The boards' players, by their models.
	for _, c := range []struct {
		on     *board.Board
		config string
		level  int
	}{
		{board.HX8K, "processor", 5}, {board.HX8K, "alphabeta-margin", 5},
		{board.ULX3S, "tree", 6}, {board.ULX3S, "tree", 7},
	} {
		of, err := config.Find(c.config, config.HasChip)
		if err != nil {
			return nil, err
		}
		add("chip", "", "duo", flow.Design{Board: c.on, Config: of}.Model(), c.level, chipGames)
		all[len(all)-1].Round = shortRound
	}
	for _, level := range []int{3, 5} {
		add("blokus", "blokus:two", "classic_2", "tree:leaves=2000", level, blokusGames)
	}
	return all, nil
}

// level finds Pentobi's level in its specification.
var level = regexp.MustCompile(`--level (\d)`)

// Level returns Pentobi's level in a match.
func Level(r *lab.Result) string { return level.FindStringSubmatch(r.Terms.Players[1])[1] }
