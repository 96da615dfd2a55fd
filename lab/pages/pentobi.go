package pages

import (
	"fmt"

	"github.com/tessera-fpga/tessera/lab/pentobi"
	"github.com/tessera-fpga/tessera/match"
)

// pentobiMatch is a match against Pentobi, with the table's figures.
type pentobiMatch match.Summary

func (m *pentobiMatch) games() float64 { return float64(m.Wins + m.Draws + m.Losses) }

// share returns our share of the points.
func (m *pentobiMatch) share() string {
	return decimal(100*(float64(m.Wins)+float64(m.Draws)/2)/m.games(), 1) + " %"
}

// pentobiFigures are the matches of the tree search against Pentobi in a game, "" for Blokus Duo.
func pentobiFigures(game string) func(f *figures) string {
	return func(f *figures) string {
		rows := [][]string{{"player", "Pentobi's level", "won-drawn-lost", "share of the points", "Elo (95 % interval)", "leaves a move", "time a move, both"}}
		for _, s := range f.pentobi {
			if s.Terms.Game != game {
				continue
			}
			m, us, them := (*pentobiMatch)(s), s.Work[0], s.Work[1]
			rows = append(rows, []string{
				"`" + us.Player + "`", pentobi.Level(s), fmt.Sprintf("%d-%d-%d", m.Wins, m.Draws, m.Losses),
				m.share(),
				fmt.Sprintf("%+.0f (%+.0f to %+.0f)", m.Elo, m.EloLow, m.EloHigh), decimal(float64(us.Work)/float64(us.Moves), 0),
				fmt.Sprintf("%.2f s, %.2f s", us.Seconds/float64(us.Moves), them.Seconds/float64(them.Moves)),
			})
		}
		return table(rows...)
	}
}
