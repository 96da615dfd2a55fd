// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/blokus"
)

// blokusRow is a row of a table, with the page's figures.
type blokusRow struct{ *lab.Result }

// blokusSource has the source's tables 1 and 2: each player's wins in 100 games. The kinds of the
// players name the row.
var blokusSource = map[string][]int{
	"random, greedy":                     {6, 94},
	"random, depthfirst":                 {0, 100},
	"random, mcts":                       {0, 100},
	"random, pb-mcts":                    {0, 100},
	"random, ph-mcts":                    {0, 100},
	"greedy, depthfirst":                 {23, 67}, // the source's numbers add up to 90
	"mcts, greedy":                       {93, 7},
	"mcts, depthfirst":                   {77, 23},
	"mcts, pb-mcts":                      {42, 58},
	"mcts, ph-mcts":                      {48, 52},
	"mcts, mcts+barasona":                {45, 55},
	"random, greedy, depthfirst, mcts":   {0, 17, 27, 56},
	"depthfirst, mcts, pb-mcts, ph-mcts": {6, 29, 29, 36},
}

// kind returns a player's name without its options, except the opening.
func (r *blokusRow) kind(i int) string {
	name, options, _ := strings.Cut(r.Terms.Players[i], ":")
	if strings.Contains(options, "barasona=true") {
		name += "+barasona"
	}
	return name
}

func (r *blokusRow) kinds() string {
	var kinds []string
	for i := range r.Terms.Players {
		kinds = append(kinds, r.kind(i))
	}
	return strings.Join(kinds, ", ")
}

// shares returns the players' shares.
func (r *blokusRow) shares() []float64 { return r.Measures[blokus.Shares] }

// side compares an interval with an even share: -1 below, 1 above, 0 if the interval contains it.
func side(low, high, even float64) int {
	switch {
	case low > even:
		return 1
	case high < even:
		return -1
	}
	return 0
}

// verdict compares the row with the source's. The source's own 100 games decide a player's share if
// the 95 % interval excludes an even share; our games must then decide it to the same side. For a
// share that the source leaves open, the verdict reports our decision.
func (r *blokusRow) verdict(source []int) string {
	even := 100 / float64(len(r.Terms.Players))
	total := 0
	for _, n := range source {
		total += n
	}
	decided, open, other := 0, 0, 0
	var news []string
	for i, n := range source {
		low, high := shareInterval(float64(n), total)
		theirs := side(low, high, even)
		low, high = shareInterval(r.shares()[i], r.Games())
		ours := side(low, high, even)
		switch {
		case theirs == 0 && ours > 0:
			news = append(news, r.kind(i)+" is above an even share")
		case theirs == 0 && ours < 0 && len(source) > 2: // in a pair, the other player's news is the same
			news = append(news, r.kind(i)+" is below an even share")
		case theirs != 0:
			decided++
			if ours == 0 {
				open++
			} else if ours != theirs {
				other++
			}
		}
	}
	verdict := "yes"
	switch {
	case other > 0:
		verdict = "**no**"
	case open > 0:
		verdict = "open here"
	case decided == 0 && len(news) == 0:
		return "open in the source and here"
	case decided == 0:
		verdict = "open in the source"
	}
	if len(news) > 0 {
		verdict += "; here " + strings.Join(news, ", ")
	}
	return verdict
}

// shareOf writes a player's share with its interval.
func (r *blokusRow) shareOf(i int) string { return r.percent(r.shares()[i]) }

// percent writes a share of the row's games with its interval.
func (r *blokusRow) percent(share float64) string {
	low, high := shareInterval(share, r.Games())
	return fmt.Sprintf("%s %% (%s-%s)", decimal(100*share/float64(r.Games()), 1), decimal(low, 0), decimal(high, 0))
}

// squares writes the mean number of squares of a player's colour.
func (r *blokusRow) squares(i int) string {
	colours := r.Games() * 4 / len(r.Terms.Players)
	return decimal(r.Measures[blokus.Squares][i]/float64(colours), 1)
}

// perMove writes the mean processor time of a player's move.
func (r *blokusRow) perMove(i int) string {
	_, seconds := r.PerMove(i)
	return fmt.Sprintf("%.2g ms", 1000*seconds)
}

// perMoveWork writes the mean work of a player's move.
func (r *blokusRow) perMoveWork(i int) string {
	work, _ := r.PerMove(i)
	if work == 0 {
		return "-"
	}
	return decimal(work, 0)
}

// both writes a function's results for the two players of a pair.
func both(f func(i int) string) string { return f(0) + ", " + f(1) }

// blokusTable returns the rows of a table.
func (f *figures) blokusTable(name string, players int) (rows []*blokusRow) {
	for _, r := range f.labs[blokus.Experiment].Table(name) {
		if len(r.Terms.Players) == players {
			rows = append(rows, &blokusRow{r})
		}
	}
	return rows
}

// blokusPairFigures lists games between two players with two colours each. With source, two more
// columns show the source's wins and the verdict.
func blokusPairFigures(name string, source bool) func(f *figures) string {
	return func(f *figures) string {
		head := []string{"", "against", "games", "share of wins (95 %)", "squares a colour", "work a move", "processor time a move"}
		if source {
			head = append(head, "source, of 100", "agrees?")
		}
		return list(f.blokusTable(name, 2), head, func(r *blokusRow) []string {
			row := []string{
				"`" + r.Terms.Players[0] + "`", "`" + r.Terms.Players[1] + "`", count(r.Games()),
				r.shareOf(0), both(r.squares), both(r.perMoveWork), both(r.perMove),
			}
			if source {
				theirs := blokusSource[r.kinds()]
				if theirs == nil {
					row = append(row, "", "")
				} else {
					row = append(row, fmt.Sprintf("%d - %d", theirs[0], theirs[1]), r.verdict(theirs))
				}
			}
			return row
		})
	}
}

// blokusFourFigures are games of four players.
func blokusFourFigures(f *figures) string {
	rows := [][]string{{"", "games", "share of wins (95 %)", "squares", "work a move", "processor time a move", "source, of 100", "agrees?"}}
	for _, r := range f.blokusTable("2", 4) {
		theirs := blokusSource[r.kinds()]
		for i := range r.Terms.Players {
			row := []string{"`" + r.Terms.Players[i] + "`", count(r.Games()), r.shareOf(i), r.squares(i), r.perMoveWork(i), r.perMove(i), "", ""}
			if theirs != nil {
				row[6] = fmt.Sprint(theirs[i])
			}
			if theirs != nil && i == 0 {
				row[7] = r.verdict(theirs)
			}
			rows = append(rows, row)
		}
	}
	return table(rows...)
}

// blokusSeatFigures lists the first places of each colour, in the order of play, for the rows whose
// record has the seats.
func blokusSeatFigures(f *figures) string {
	head := []string{"on all seats", "games", "first: blue (95 %)", "second: yellow", "third: red", "last: green"}
	return list(f.blokusTable("seats", 2), head, func(r *blokusRow) []string {
		row := []string{"`" + r.Terms.Players[0] + "`", count(r.Games())}
		for _, share := range r.Measures[blokus.Seats] {
			row = append(row, r.percent(share))
		}
		return row
	})
}

// blokusCostFigures are the games and the time of each table.
func blokusCostFigures(f *figures) string {
	rows := [][]string{{"table", "games", "processor time"}}
	games, seconds := 0, 0.0
	for _, name := range []string{"ours", "1", "2", "rewards", "policies", "seats"} {
		n, s := 0, 0.0
		for _, r := range f.labs[blokus.Experiment].Table(name) {
			n += r.Games()
			for _, w := range r.Work {
				s += w.Seconds
			}
		}
		games, seconds = games+n, seconds+s
		rows = append(rows, []string{name, count(n), decimal(s, 0) + " s"})
	}
	rows = append(rows, []string{"all", count(games), decimal(seconds, 0) + " s"})
	return table(rows...)
}
