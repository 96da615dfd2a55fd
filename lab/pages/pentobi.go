package pages

import (
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/pentobi"
	"github.com/tessera-fpga/tessera/match"
)

// scoreOf returns the wins, draws and losses of a result.
func scoreOf(r *lab.Result) (cells []string) {
	for _, n := range []int{r.Wins, r.Draws, r.Losses} {
		cells = append(cells, decimal(float64(n), 0))
	}
	return cells
}

// eloOf writes a difference in Elo with its interval.
func eloOf(s match.Score) string {
	return fmt.Sprintf("%+.0f (%+.0f to %+.0f)", s.Elo, s.EloLow, s.EloHigh)
}

// pointShare returns the first player's share of the points.
func pointShare(r *lab.Result) string {
	return decimal(100*(float64(r.Wins)+float64(r.Draws)/2)/float64(r.Games()), 1) + " %"
}

// pentobiFigures are the matches of the tree search against Pentobi in a game, "" for Blokus Duo.
func pentobiFigures(game string) func(f *figures) string {
	return func(f *figures) string {
		rows := [][]string{{"player", "Pentobi's level", "won-drawn-lost", "share of the points", "Elo (95 % interval)", "leaves a move", "time a move, both"}}
		for _, r := range f.labs[pentobi.Experiment] {
			if r.Terms.Game != game {
				continue
			}
			leaves, us := r.PerMove(0)
			_, them := r.PerMove(1)
			rows = append(rows, []string{
				"`" + r.Terms.Players[0] + "`", pentobi.Level(r), strings.Join(scoreOf(r), "-"), pointShare(r), eloOf(r.Score),
				decimal(leaves, 0), fmt.Sprintf("%.2f s, %.2f s", us, them),
			})
		}
		return table(rows...)
	}
}
