// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package dots plays the games of figures 16 to 26 of J. A. Prince's thesis (see package
// games/dots/rules), and solves the boards whose values docs/dots-and-boxes.md gives.
//
// dots.go lists the points of the figures, report.go holds their results, and solve.go solves
// boards.
package dots

import (
	"fmt"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Experiment plays all points.
var Experiment = &lab.Experiment{
	Name:    "dots",
	What:    "the figures of Prince's thesis on dots and boxes, point by point",
	File:    "docs/figures/dots-and-boxes.json",
	Rows:    rows,
	Measure: measure,
}

// Constants names the points that vary the constant of exploration, because the thesis does not
// state its own.
const Constants = "18 by c"

// TurnTimes names the points that measure the time of turns.
const TurnTimes = "20-23"

// Goal returns the thesis's number of games for a point.
func (p *Point) Goal() int {
	if p.Figures == TurnTimes {
		return 100
	}
	return map[string]int{"2x2": 200, "3x3": 500, "4x4": 1000, "5x5": 2000}[p.Size]
}

// thousand is the unit of the numbers of simulations.
const thousand = 1000

// points returns all points without results.
func points() (all []Point) {
	add := func(figures string, size int, states, rival string, simulations, rivals int) {
		all = append(all, Point{
			Figures: figures, Size: fmt.Sprintf("%dx%d", size, size), States: states, Rival: rival,
			Simulations: simulations, RivalSimulations: rivals,
		})
	}
	for _, size := range []int{2, 3, 4, 5} {
		for _, n := range []int{0, 1, 5, 10, 20, 30} {
			for _, states := range []string{"scored", "unscored"} {
				add("16-18", size, states, states, n*thousand, 5*thousand)
			}
		}
	}
	for _, size := range []int{2, 3, 4} { // figures 16 and 17 have larger numbers than 18
		for _, n := range []int{60, 100, 150} {
			for _, states := range []string{"scored", "unscored"} {
				add("16-18", size, states, states, n*thousand, 5*thousand)
			}
		}
	}
	// Player 1 has the given share of the simulations, against unscored states. MCTSConfig explains
	// future.
	for _, c := range []struct {
		size        int
		simulations []int
		states      []string
	}{
		{2, []int{1, 5, 10, 20, 50, 100, 150, 200}, []string{"scored", "unscored", "symmetric", "future"}},
		{3, []int{1, 5, 10, 20, 50}, []string{"scored", "unscored", "symmetric", "future"}},
		{4, []int{1, 5, 10, 20}, []string{"scored", "unscored"}},
	} {
		for _, n := range c.simulations {
			for _, states := range c.states {
				add("19, 24-26", c.size, states, "unscored", n*thousand, n*thousand)
			}
		}
	}
	for _, size := range []int{3, 4} {
		for _, states := range []string{"unscored", "symmetric"} {
			add(TurnTimes, size, states, "unscored", 10*thousand, thousand)
		}
	}
	for _, size := range []int{2, 3} {
		for _, c := range []float64{0.1, 0.25, 0.5, 1.4142, 2, 4} {
			add(Constants, size, "unscored", "unscored", 5*thousand, 5*thousand)
			all[len(all)-1].C = c
		}
	}
	return all
}

// spec returns the specification of a search with the thesis's states or ours. The search counts
// nodes.
func spec(states string, simulations int, c float64) string {
	text := fmt.Sprintf("mcts:sims=%d,", simulations)
	if states == "future" {
		text += "states=symmetric,reward=future"
	} else {
		text += "states=" + states + ",reward=result"
	}
	if c > 0 {
		text += fmt.Sprintf(",c=%g", c)
	}
	return text + ",count=nodes"
}

// roundGames is the number of games of a round.
const roundGames = 10

// rows returns a row for each point. Player 1 always moves first, from the empty board.
func rows() (all []lab.Row, err error) {
	for _, p := range points() {
		name := fmt.Sprintf("%s %s %d - %s %d", p.Size, p.States, p.Simulations, p.Rival, p.RivalSimulations)
		if p.C > 0 {
			name += fmt.Sprintf(" c=%g", p.C)
		}
		all = append(all, lab.Row{
			Table: p.Figures, Name: name, Game: "dots:" + p.Size, Games: p.Goal(), Round: roundGames, Seed: 1,
			Players: []string{spec(p.States, p.Simulations, p.C), spec(p.Rival, p.RivalSimulations, p.C)},
			Seating: match.KeepPlaces, FromStart: true, Of: p,
		})
	}
	return all, nil
}
