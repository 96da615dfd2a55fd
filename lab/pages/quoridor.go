// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"fmt"
	"time"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/quoridor"
	"github.com/tessera-fpga/tessera/match/elo"
)

// share returns a share in percent with its interval.
func share(k, n int) string {
	of := elo.ClopperPearson(k, n)
	return fmt.Sprintf("%.0f %% (%.0f-%.0f)", 100*float64(k)/float64(n), 100*of.Low, 100*of.High)
}

// meanTime returns the mean time of a player's move.
func meanTime(r *lab.Result, player int) string {
	_, seconds := r.PerMove(player)
	d := time.Duration(seconds * float64(time.Second))
	if d >= time.Millisecond {
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

// quoridorFigures returns the function for the table of this name.
func quoridorFigures(name string) func(f *figures) string {
	return func(f *figures) string {
		head := []string{"", "against", "games", "won", "drawn", "lost", "share of wins (95 %)", "won by player 1", "time a move"}
		return list(f.labs[quoridor.Experiment].Table(name), head, func(r *lab.Result) []string {
			row := append([]string{"`" + r.Terms.Players[0] + "`", "`" + r.Terms.Players[1] + "`", count(r.Games())}, scoreOf(r.Score)...)
			return append(row, share(r.Wins, r.Games()), share(int(r.Measures[quoridor.First][0]), r.Games()), meanTime(r, 0)+", "+meanTime(r, 1))
		})
	}
}
