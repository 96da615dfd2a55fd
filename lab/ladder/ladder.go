// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package ladder rates all players of Blokus Duo against each other: the tree search at its levels,
// the other searches, and Pentobi's levels where that program is installed. In every other game it
// measures the steps from each level of the tree search to the next.
//
// The players of Blokus Duo are listed by the strength that an earlier run found. Each plays the
// next three above it, which links all players and spends few games on foregone results. A link is
// a row of the experiment: another order has other rows, without results. One rating (package elo)
// covers all results.
//
// The simulated chips are not players of the ladder, because they make the same moves as the
// players minimax, alphabeta, montecarlo and tree.
//
// ladder.go has the players and the links, report.go the ratings.
package ladder

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/play"
)

// Experiment is the ladder.
var Experiment = &lab.Experiment{
	Name:    "ladder",
	What:    "how strong all players are, Pentobi's levels among them; in the other games, all levels",
	File:    "docs/figures/ladder.json",
	Rows:    rows,
	Past:    true,
	Measure: measure,
}

// Player is a player of the ladder.
type Player struct {
	Name string // display name
	Spec string // specification for package play
	Unit string // unit of the player's work, or "" if it counts none
}

// Zero is the name of the player whose rating is 0. It has a middling strength, uses no learned
// weights, and is quick.
const Zero = "Monte Carlo 4"

// Players returns the players, the weakest first.
func Players() (all []Player) {
	for _, name := range []string{
		"random", "random large", "minimax 1", "minimax 2", "tree 1", "minimax 3", "tree 2", "Pentobi 1",
		"alpha-beta 4", "Monte Carlo 1", "tree 3", "Monte Carlo 16", "Pentobi 2", "alpha-beta 5", "Monte Carlo 4", "Pentobi 3", "tree 4", "tree 5",
		"Pentobi 4", "tree 6", "Pentobi 5", "tree 7", "tree 8", "Pentobi 6", "tree 9", "Pentobi 7",
	} {
		p := Player{Name: name}
		kind, n := p.Family()
		switch {
		case name == "random":
			p.Spec = "random"
		case kind == "random":
			p.Spec = "random:pick=largest"
		case kind == "minimax":
			p.Spec, p.Unit = "minimax:depth="+n, "nodes"
		case kind == "alpha-beta":
			p.Spec, p.Unit = "alphabeta:depth="+n, "nodes"
		case kind == "Monte Carlo":
			p.Spec, p.Unit = "montecarlo:visits="+n, "playouts"
		case kind == "tree":
			p.Spec, p.Unit = "tree:level="+n, "leaves"
		default:
			level, _ := strconv.Atoi(n)
			p.Spec, p.Unit = lab.Pentobi("duo", level), play.ProcessorTime
		}
		all = append(all, p)
	}
	return all
}

// Family splits a player's name, such as "tree 5".
func (p *Player) Family() (name, label string) {
	if i := strings.LastIndexByte(p.Name, ' '); i >= 0 {
		return p.Name[:i], p.Name[i+1:]
	}
	return p.Name, ""
}

// program reports whether a player is another program.
func (p *Player) program() bool { return strings.HasPrefix(p.Spec, "gtp:") }

// reach is the number of stronger players that each player plays.
const reach = 3

// links returns the pairs of players to play, the weaker player first.
func links(players []Player) (all [][2]Player) {
	for i := range players {
		for j := i + 1; j <= min(i+reach, len(players)-1); j++ {
			all = append(all, [2]Player{players[i], players[j]})
		}
	}
	return all
}

// Steps between the lowest levels of another game take little time and are small, so they have more
// games than a link.
const (
	linkGames    = 100
	lowStepGames = 400
	lowLevels    = 5
)

// rows returns the links, in a table named after each game.
func rows() (all []lab.Row, err error) {
	for _, l := range links(Players()) {
		r := lab.Row{Table: play.DefaultName(), Name: l[0].Name + " - " + l[1].Name, Players: []string{l[0].Spec, l[1].Spec}, Games: linkGames, Seed: 1}
		if l[0].program() || l[1].program() {
			r.Needs, r.Hint = lab.PentobiProgram, lab.PentobiHint
		}
		all = append(all, r)
	}
	for _, e := range play.Entries() {
		g, err := e.New("")
		if err != nil {
			return nil, err
		}
		for level := 1; level < len(g.Levels) && !e.Default; level++ {
			r := lab.Row{Table: e.Name, Game: g.Name, Games: linkGames, Seed: 1}
			for _, n := range []int{level, level + 1} {
				r.Players = append(r.Players, fmt.Sprintf("tree:level=%d", n))
			}
			if r.Name = fmt.Sprintf("tree %d - tree %d", level, level+1); level < lowLevels {
				r.Games = lowStepGames
			}
			all = append(all, r)
		}
	}
	return all, nil
}
