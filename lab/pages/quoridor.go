package pages

import (
	"fmt"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/lab/quoridor"
	"github.com/tessera-fpga/tessera/match/elo"
)

// quoridorResult is a match, with the page's figures.
type quoridorResult quoridor.Result

// share returns a share in per cent with its interval.
func share(k, n int) string {
	of := elo.ClopperPearson(k, n)
	return fmt.Sprintf("%.0f %% (%.0f-%.0f)", 100*float64(k)/float64(n), 100*of.Low, 100*of.High)
}

// perMove returns the mean time of a player's move.
func (r *quoridorResult) perMove(side int) string {
	d := time.Duration(r.Seconds[side] / float64(max(1, r.Moves[side])) * float64(time.Second))
	if d >= time.Millisecond {
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

// quoridorFigures returns the table of that name.
func quoridorFigures(name string) func(f *figures) string {
	return func(f *figures) string {
		rows := [][]string{{"", "against", "games", "won", "drawn", "lost", "share of wins (95 %)", "won by player 1", "time a move"}}
		for i := range f.quoridor {
			r := (*quoridorResult)(&f.quoridor[i])
			if r.Table != name {
				continue
			}
			games := f.quoridor[i].Played()
			rows = append(rows, []string{
				"`" + r.Players[0] + "`", "`" + r.Players[1] + "`", decimal(float64(games), 0),
				decimal(float64(r.Wins), 0), decimal(float64(r.Draws), 0), decimal(float64(r.Losses), 0),
				share(r.Wins, games), share(r.First, games),
				strings.Join([]string{r.perMove(0), r.perMove(1)}, ", "),
			})
		}
		return table(rows...)
	}
}
