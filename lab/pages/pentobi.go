// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/pentobi"
	"github.com/tessera-fpga/tessera/match"
)

// scoreOf returns the wins, draws and losses.
func scoreOf(s match.Score) (cells []string) {
	for _, n := range []int{s.Wins, s.Draws, s.Losses} {
		cells = append(cells, count(n))
	}
	return cells
}

// eloOf writes an Elo difference with its interval.
func eloOf(s match.Score) string {
	return fmt.Sprintf("%+.0f (%+.0f to %+.0f)", s.Elo, s.EloLow, s.EloHigh)
}

// pointShare returns the first player's share of the points.
func pointShare(s match.Score) string {
	return decimal(100*(float64(s.Wins)+float64(s.Draws)/2)/float64(s.Wins+s.Draws+s.Losses), 1) + " %"
}

// named writes how often the first player's values named the winner; "" if not measured.
func named(r *lab.Result) string {
	n := r.Measures[pentobi.Named]
	if n == nil {
		return ""
	}
	return fmt.Sprintf("%s %% of %s", decimal(100*n[0]/n[1], 1), decimal(n[1], 0))
}

// pentobiFigures lists the matches of the tree search against Pentobi in a game; "" is Blokus Duo.
func pentobiFigures(game string) func(f *figures) string {
	return func(f *figures) string { return pentobiTable(f.labs[pentobi.Experiment], game) }
}

// processorTime writes the mean processor time of a move of both players; "" if not counted.
func processorTime(r *lab.Result) string {
	us, them := r.CPUPerMove(0), r.CPUPerMove(1)
	if us == 0 || them == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f s, %.2f s", us, them)
}

// pentobiTable has a column of processor times, and a column of how often values named the winner,
// if a match has this measure.
func pentobiTable(all lab.Record, game string) string {
	rows := [][]string{{"player", "Pentobi's level", "won-drawn-lost", "share of the points", "Elo (95 % interval)", "leaves a move", "time a move, both"}}
	more := [][]string{{"processor time a move, both"}, {"value names the winner"}}
	for _, r := range all {
		if r.Terms.Game != game {
			continue
		}
		player := "`" + r.Terms.Players[0] + "`"
		if r.Terms.Openings > 0 {
			player += ", even openings"
		}
		leaves, us := r.PerMove(0)
		_, them := r.PerMove(1)
		rows = append(rows, []string{
			player, pentobi.Level(r), strings.Join(scoreOf(r.Score), "-"), pointShare(r.Score), eloOf(r.Score),
			decimal(leaves, 0), fmt.Sprintf("%.2f s, %.2f s", us, them),
		})
		more[0], more[1] = append(more[0], processorTime(r)), append(more[1], named(r))
	}
	for _, column := range more {
		if strings.Join(column[1:], "") != "" {
			for i, cell := range column {
				rows[i] = append(rows[i], cell)
			}
		}
	}
	return table(rows...)
}
