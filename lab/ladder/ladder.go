// Package ladder rates all players against each other: the tree search at its levels, the other
// searches, and Pentobi's levels where that program is there.
//
// The players stand in the order of their strength as it was found last, and each plays the next
// three above it: so all are linked, and few games are spent on certain results. A link is a row of
// the experiment. All results together give one rating (package elo).
//
// The simulated chips are no players of the ladder: they make the same moves as minimax and
// montecarlo.
//
// ladder.go has the players and the links, report.go counts and rates.
package ladder

import (
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/lab"
)

// Experiment is the ladder.
var Experiment = &lab.Experiment{
	Name: "ladder",
	What: "how strong all players are, Pentobi's levels among them",
	File: "docs/figures/ladder.json",
	Rows: rows,
	Open: open,
}

// Player is a player of the ladder.
type Player struct {
	Name string `json:"name"` // display name
	Spec string `json:"spec"` // as package play reads it
	Unit string `json:"unit"` // unit of the work that the player counts; "": the player counts none
}

// Zero is the name of the player whose rating is 0. It is in the middle, does not depend on
// weights that are learned, and is quick.
const Zero = "Monte Carlo 4"

// Players returns the players in the order of their strength, the weakest first.
func Players() (all []Player) {
	for _, name := range []string{
		"random", "random large", "minimax 1", "minimax 2", "tree 1", "minimax 3", "tree 2", "Pentobi 1",
		"Monte Carlo 1", "tree 3", "Monte Carlo 16", "Pentobi 2", "Monte Carlo 4", "Pentobi 3", "tree 4", "tree 5",
		"Pentobi 4", "tree 6", "Pentobi 5", "tree 7", "tree 8", "Pentobi 6", "tree 9", "Pentobi 7",
	} {
		kind, n := name, ""
		if i := strings.LastIndexByte(name, ' '); i >= 0 {
			kind, n = name[:i], name[i+1:]
		}
		p := Player{Name: name}
		switch {
		case name == "random":
			p.Spec = "random"
		case kind == "random":
			p.Spec = "random:pick=largest"
		case kind == "minimax":
			p.Spec, p.Unit = "minimax:depth="+n, "nodes"
		case kind == "Monte Carlo":
			p.Spec, p.Unit = "montecarlo:visits="+n, "playouts"
		case kind == "tree":
			p.Spec, p.Unit = "tree:level="+n, "leaves"
		default:
			level, _ := strconv.Atoi(n)
			p.Spec = lab.Pentobi("duo", level)
		}
		all = append(all, p)
	}
	return all
}

// program reports whether a player is another program.
func (p *Player) program() bool { return strings.HasPrefix(p.Spec, "gtp:") }

// reach is how many of the players above a player it plays.
const reach = 3

// links returns who plays whom, the weaker first.
func links(players []Player) (all [][2]Player) {
	for i := range players {
		for j := i + 1; j <= min(i+reach, len(players)-1); j++ {
			all = append(all, [2]Player{players[i], players[j]})
		}
	}
	return all
}

// linkGames is the number of games of a link.
const linkGames = 100

// rows returns the links.
func rows() (all []lab.Row, err error) {
	for _, l := range links(Players()) {
		r := lab.Row{Table: "ladder", Name: l[0].Name + " - " + l[1].Name, Players: []string{l[0].Spec, l[1].Spec}, Games: linkGames, Seed: 1, Of: l}
		if l[0].program() || l[1].program() {
			r.Needs, r.Hint = lab.PentobiProgram, lab.PentobiHint
		}
		all = append(all, r)
	}
	return all, nil
}
