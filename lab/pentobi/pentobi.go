// Package pentobi plays the tree search, and the tree searches of boards, against Pentobi, the
// strongest public program.
package pentobi

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Experiment is all matches.
var Experiment = &lab.Experiment{
	Name: "pentobi",
	What: "how strong the tree search and the boards' chips are against Pentobi's levels",
	File: "docs/figures/pentobi.json",
	Rows: rows,
	Open: open,
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

// Matches are the summaries of matches of two players, the second one a level of Pentobi's.
type Matches []*match.Summary

// level finds Pentobi's level in its specification.
var level = regexp.MustCompile(`--level (\d)`)

// Level returns Pentobi's level in a match.
func Level(s *match.Summary) string { return level.FindStringSubmatch(s.Work[1].Player)[1] }

// check returns an error if the summaries are wrong.
func (all Matches) check() error {
	for i, s := range all {
		if len(s.Work) != 2 || s.Terms == nil {
			return fmt.Errorf("match %d has %d players, want two", i+1, len(s.Work))
		}
		if them := s.Work[1].Player; !level.MatchString(them) {
			return fmt.Errorf("match %d: player 2 is %q, want Pentobi with --level N", i+1, them)
		}
	}
	return nil
}

// open reads summaries.
func open(text []byte) (lab.Record, error) {
	all := new(Matches)
	if err := lab.Read(text, all); err != nil {
		return nil, err
	}
	return all, all.check()
}

// Text returns the text of the summaries.
func (all *Matches) Text() ([]byte, error) {
	text, err := json.MarshalIndent(all, "", "  ")
	return append(text, '\n'), err
}

// find returns the place of a match of a game between a player and a level, -1 if it is not there.
func (all *Matches) find(r *lab.Row) int {
	return slices.IndexFunc(*all, func(s *match.Summary) bool {
		return s.Terms.Game == r.Game && s.Terms.Players[0] == r.Players[0] && Level(s) == level.FindStringSubmatch(r.Players[1])[1]
	})
}

// Games returns the number of games of a match.
func (all *Matches) Games(r *lab.Row) int {
	if i := all.find(r); i >= 0 {
		s := (*all)[i]
		return s.Wins + s.Draws + s.Losses
	}
	return 0
}

// Take puts a match on record.
func (all *Matches) Take(p *lab.Played) error {
	if i := all.find(p.Row); i >= 0 {
		(*all)[i] = p.Last
	} else {
		*all = append(*all, p.Last)
	}
	return Matches{p.Last}.check()
}
