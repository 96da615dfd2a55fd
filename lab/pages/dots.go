// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/lab/dots"
	"github.com/tessera-fpga/tessera/match/elo"
)

// dotsPoints returns the points of a figure with a given size and states, sorted by simulations. It
// leaves out points of fewer than two games, because they have no interval.
func (f *figures) dotsPoints(name, size, states string) []dots.Point {
	return slices.DeleteFunc(slices.Clone(f.dots), func(p dots.Point) bool {
		return p.Figures != name || p.Size != size || p.States != states || p.Games < 2
	})
}

// shareInterval returns the 95 % interval of a share of n games, in percent.
func shareInterval(wins float64, n int) (low, high float64) {
	w := elo.Wilson(wins, float64(n))
	return 100 * w.Low, 100 * w.High
}

// dotsRate writes the share of games won, with its interval.
func dotsRate(p *dots.Point) string {
	low, high := shareInterval(float64(p.Wins), p.Games)
	text := fmt.Sprintf("%.0f %% (%.0f-%.0f)", 100*float64(p.Wins)/float64(p.Games), low, high)
	if p.Draws > 0 {
		text += fmt.Sprintf(", drawn %.0f %%", 100*float64(p.Draws)/float64(p.Games))
	}
	return text
}

// dotsNodes writes the mean number of nodes with its interval.
func dotsNodes(p *dots.Point) string {
	n := float64(p.Games)
	mean := p.Nodes / n
	deviation := math.Sqrt(max(0, p.NodesSquared/n-mean*mean) / n)
	return fmt.Sprintf("%s ± %s", decimal(mean, 0), decimal(elo.Z*deviation, 0))
}

// dotsFigures lists points by simulations, with a column for each kind of states.
func dotsFigures(name string, sizes, states []string, cell func(p *dots.Point) string) func(*figures) string {
	return func(f *figures) string {
		rows := [][]string{slices.Concat([]string{"size", "simulations a move"}, states, []string{"games of each"})}
		for _, size := range sizes {
			for _, first := range f.dotsPoints(name, size, states[0]) {
				row := []string{size, count(first.Simulations)}
				least, most := math.MaxInt, 0
				for _, s := range states {
					text := ""
					for _, p := range f.dotsPoints(name, size, s) {
						if p.Simulations == first.Simulations {
							text = cell(&p)
							least, most = min(least, p.Games), max(most, p.Games)
						}
					}
					row = append(row, text)
				}
				games := strconv.Itoa(least)
				if most > least {
					games = fmt.Sprintf("%d to %d", least, most)
				}
				rows = append(rows, append(row, games))
			}
		}
		return table(rows...)
	}
}

// dotsValueFigures lists the solved sizes.
func dotsValueFigures(f *figures) string {
	return list(f.solved, []string{"size", "value for the first player", "positions searched", "processor time"}, func(v dots.Value) []string {
		return []string{v.Size, strings.Replace(fmt.Sprintf("%+d", v.Value), "+0", "0", 1), count(v.Nodes), fmt.Sprintf("%.2g s", v.Seconds)}
	})
}

// dotsConstantFigures lists the shares of player 1 by the constant of exploration. The share for 1
// comes from figure 18.
func dotsConstantFigures(f *figures) string {
	rows := [][]string{{"c", "2x2", "games", "3x3", "games"}}
	cells := map[float64][]string{}
	var order []float64
	for i, size := range []string{"2x2", "3x3"} {
		all := f.dotsPoints(dots.Constants, size, "unscored")
		for _, p := range f.dotsPoints("16-18", size, "unscored") {
			if p.Simulations == p.RivalSimulations {
				p.C = 1
				all = append(all, p)
			}
		}
		for _, p := range all {
			if cells[p.C] == nil {
				cells[p.C] = make([]string, 4)
				order = append(order, p.C)
			}
			cells[p.C][2*i], cells[p.C][2*i+1] = dotsRate(&p), strconv.Itoa(p.Games)
		}
	}
	slices.Sort(order)
	for _, c := range order {
		rows = append(rows, append([]string{strconv.FormatFloat(c, 'g', -1, 64)}, cells[c]...))
	}
	return table(rows...)
}

// dotsTimeFigures compare turn times, over parts of the game.
func dotsTimeFigures(f *figures) string {
	rows := [][]string{{"size", "edges drawn before", "plain, ms a turn", "symmetric, ms a turn", "ratio", "games of each"}}
	for _, size := range []string{"3x3", "4x4"} {
		plain, symmetric := f.dotsPoints("20-23", size, "unscored"), f.dotsPoints("20-23", size, "symmetric")
		if len(plain) == 0 || len(symmetric) == 0 {
			continue
		}
		p, s := &plain[0], &symmetric[0]
		n := len(p.Turns)
		for _, span := range [][2]int{{0, 1}, {1, n / 4}, {n / 4, n / 2}, {n / 2, 3 * n / 4}, {3 * n / 4, n}, {0, n}} {
			a, b := perTurn(p, span), perTurn(s, span)
			what := fmt.Sprintf("%d to %d", span[0], span[1]-1)
			switch {
			case span[1] == span[0]+1:
				what = strconv.Itoa(span[0])
			case span == [2]int{0, n}:
				what = "all"
			}
			rows = append(rows, []string{
				size, what, decimal(1000*a, 1), decimal(1000*b, 1), "**" + decimal(b/a, 2) + "**",
				fmt.Sprintf("%d, %d", p.Games, s.Games),
			})
		}
	}
	return table(rows...)
}

// dotsCostFigures compares the number of games with the thesis's number, and estimates the
// remaining time. A future game costs the mean of its point's games. A point without games is
// estimated from the point of the same size with the most simulations, in proportion to the
// simulations of both players.
func dotsCostFigures(f *figures) string {
	rows := [][]string{{"size", "figures", "points", "games of each so far", "in the thesis", "processor time so far", "time for the rest, at most"}}
	var spent, left float64
	for _, size := range []string{"2x2", "3x3", "4x4", "5x5"} {
		var most *dots.Point
		for i := range f.dots {
			p := &f.dots[i]
			if p.Size == size && p.C == 0 && p.Games > 0 && (most == nil || simulations(p) > simulations(most)) {
				most = p
			}
		}
		for _, figures := range []string{"16-18", dots.Constants, "19, 24-26", dots.TurnTimes} {
			points, least, greatest, goal, took, rest := 0, math.MaxInt, 0, 0, 0.0, 0.0
			for _, p := range f.dots {
				if p.Size != size || p.Figures != figures {
					continue
				}
				points, goal, took = points+1, p.Goal(), took+p.Seconds
				least, greatest = min(least, p.Games), max(greatest, p.Games)
				game := p.Seconds / float64(max(1, p.Games))
				if p.Games == 0 && most != nil {
					game = most.Seconds / float64(most.Games) * float64(simulations(&p)) / float64(simulations(most))
				}
				rest += game * float64(max(0, goal-p.Games))
			}
			if points == 0 {
				continue
			}
			spent, left = spent+took, left+rest
			rows = append(rows, []string{
				size, figures, strconv.Itoa(points), fmt.Sprintf("%d to %d", least, greatest), count(goal),
				dotsCost(took), dotsCost(rest),
			})
		}
	}
	return table(append(rows, []string{"all", "", "", "", "", dotsCost(spent), dotsCost(left)})...)
}

// dotsCost writes a processor time in minutes or hours.
func dotsCost(seconds float64) string {
	const minute, hour = 60, 3600
	if seconds < 2*hour {
		return decimal(seconds/minute, 1) + " min"
	}
	return decimal(seconds/hour, 1) + " h"
}

// simulations returns the simulations per move of both players together.
func simulations(p *dots.Point) int { return p.Simulations + p.RivalSimulations }

// perTurn returns the mean time of the turns within a span of the game. Each number of edges drawn
// has the same weight, because the player to move at a given edge differs between games.
func perTurn(p *dots.Point, span [2]int) float64 {
	sum, n := 0.0, 0
	for i := span[0]; i < span[1]; i++ {
		if p.TurnGames[i] > 0 {
			sum += p.Turns[i] / p.TurnGames[i]
			n++
		}
	}
	return sum / float64(max(n, 1))
}
