// Package ladder rates all players against each other: the tree search at its levels, the
// other searches, and Pentobi's levels where that program is there.
//
// The players stand in the order of their strength as it was found last, and each plays the
// next three above it: so all are linked, and few games are spent on those whose result is
// certain. A link is a match (package match) with a file of its own, from which an interrupted
// ladder goes on. All results together give one rating (package elo).
//
// The simulated chips are no players of the ladder: they make the same moves as minimax and
// montecarlo.
//
// ladder.go has the players and the links, run.go plays them, report.go counts and rates.
package ladder

import (
	"fmt"
	"strings"
)

// Player is a player of the ladder.
type Player struct {
	Name string `json:"name"` // for people
	Spec string `json:"spec"` // as package player reads it
	Unit string `json:"unit"` // of the work that the player counts; "": it counts none
}

// Zero is the name of the player whose rating is 0. It is in the middle, does not depend on
// weights that are learned, and is quick.
const Zero = "Monte Carlo 4"

// PentobiProgram is where "make pentobi" puts the program, and what stands for it in the
// specifications of reports.
const PentobiProgram = ".tools/pentobi/pentobi-gtp"

// Players returns the players in the order of their strength, the weakest first. pentobi is
// Pentobi's program, "" if it is not there.
func Players(pentobi string) (all []Player) {
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
		case pentobi == "":
			continue
		default:
			p.Spec = fmt.Sprintf(`gtp:"%s --game duo --level %s --nobook --threads 1 --quiet"`, pentobi, n)
		}
		all = append(all, p)
	}
	return all
}

// reach is how many of the players above a player it plays.
const reach = 3

// Links returns who plays whom, by the players' places in a list of so many, the weaker first.
func Links(players int) (all [][2]int) {
	for i := range players {
		for j := i + 1; j <= min(i+reach, players-1); j++ {
			all = append(all, [2]int{i, j})
		}
	}
	return all
}

// Omit returns the players without those of the given names. It fails if there is no such
// player.
func Omit(players []Player, names []string) ([]Player, error) {
	left := players
	for _, name := range names {
		var kept []Player
		for _, p := range left {
			if p.Name != name {
				kept = append(kept, p)
			}
		}
		if len(kept) == len(left) {
			var all []string
			for _, p := range players {
				all = append(all, p.Name)
			}
			return nil, fmt.Errorf("%q, want one of %s", name, strings.Join(all, ", "))
		}
		left = kept
	}
	return left, nil
}
