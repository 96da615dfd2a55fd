// Package pentobi plays the tree search, and the tree searches of boards, against Pentobi, the
// strongest public program.
package pentobi

import (
	"fmt"
	"regexp"

	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/lab"
)

// Experiment is all matches.
var Experiment = &lab.Experiment{
	Name: "pentobi",
	What: "how strong the tree search and the boards' chips are against Pentobi's levels",
	File: "docs/figures/pentobi.json",
	Rows: rows,
	Past: true,
}

// Games of a row: of the search itself, of a chip by its model, of Blokus.
const (
	searchGames = 200
	chipGames   = 100
	blokusGames = 20
)

// rows returns the matches: leaves a move and seconds a move against levels, the chips with the
// leaves that they have in a move, and Blokus of two players with two colours each.
func rows() (all []lab.Row, err error) {
	add := func(table, game, name, player string, level, games int) {
		all = append(all, lab.Row{
			Table: table, Game: game, Players: []string{player, lab.Pentobi(name, level)}, Name: fmt.Sprintf("%s - level %d", player, level),
			Games: games, Seed: 2, Needs: lab.PentobiProgram, Hint: lab.PentobiHint,
		})
	}
	add("search", "", "duo", "tree:leaves=10000", 5, searchGames)
	add("search", "", "duo", "tree:leaves=10000", 6, searchGames)
	add("search", "", "duo", "tree:time=1s", 6, searchGames)
	add("search", "", "duo", "tree:time=1s", 7, searchGames)
	for _, chip := range search.TreeChips {
		for _, level := range []int{6, 7} {
			add("chip", "", "duo", "tree:chip="+chip.Name, level, chipGames)
		}
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
