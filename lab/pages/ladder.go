// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/ladder"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/play"
)

// ladderPicture draws the ladder.
func ladderPicture(r *ladder.Report) (*picture.Canvas, error) {
	var rungs []picture.Rung
	for _, p := range r.Players {
		family, label := p.Family()
		rungs = append(rungs, picture.Rung{Family: family, Label: label, Seconds: p.Seconds, Elo: p.Elo, Low: p.Low, High: p.High})
	}
	// Levels of a family stay in their order, independent of their ratings.
	slices.SortStableFunc(rungs, func(a, b picture.Rung) int {
		m, _ := strconv.Atoi(a.Label)
		n, _ := strconv.Atoi(b.Label)
		return m - n
	})
	return picture.Ladder(rungs)
}

// signed returns a rating, or one of its bounds.
func signed(elo float64) string {
	if elo < 0 {
		return "-" + decimal(-elo, 0)
	}
	return decimal(elo, 0)
}

// rating returns a player's rating with its interval.
func (f *figures) rating(p *ladder.Rated) string {
	if p.Name == f.ladder.Zero {
		return "0"
	}
	return fmt.Sprintf("%s (%s to %s)", signed(p.Elo), signed(p.Low), signed(p.High))
}

// perMove writes a time for a move with two digits.
func perMove(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	unit := time.Microsecond
	for d >= 100*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

// ladderFigures lists all players, the strongest first.
func ladderFigures(f *figures) string {
	rows := [][]string{{"player", "specification", "Elo (95 % interval)", "games", "work a move", "time a move"}}
	for _, p := range slices.Backward(f.ladder.Players) {
		work := ""
		if p.Work > 0 {
			work = decimal(p.Work, 0) + " " + p.Unit
		}
		rows = append(rows, []string{p.Name, "`" + p.Spec + "`", f.rating(&p), count(p.Games), work, perMove(p.Seconds)})
	}
	return table(rows...)
}

// linkFigures lists the results of the links.
func linkFigures(f *figures) string {
	return list(f.ladder.Links, []string{"", "against", "won", "drawn", "lost", "by forfeit", "weights"}, func(l *lab.Result) []string {
		of := ladder.Of(l)
		row := append([]string{of[0].Name, of[1].Name}, scoreOf(l.Score)...)
		return append(row, count(l.Work[0].Forfeits+l.Work[1].Forfeits), "`"+l.Weights+"`")
	})
}

// levelFigures lists the levels of the tree search.
func levelFigures(f *figures) string {
	rows := [][]string{{"level", "leaves a move, mean", "Elo (95 % interval)", "time a move"}}
	for level := 1; level <= 9; level++ {
		for _, p := range f.ladder.Players {
			if p.Name == fmt.Sprint("tree ", level) {
				rows = append(rows, []string{fmt.Sprint(level), decimal(p.Work, 0), f.rating(&p), perMove(p.Seconds)})
			}
		}
	}
	return table(rows...)
}

// eachStep calls each for the steps between the levels of the other games, game by game.
func (f *figures) eachStep(each func(g *play.Game, step string, r *lab.Result)) {
	for _, e := range play.Entries() {
		if e.Default {
			continue
		}
		steps := f.labs[ladder.Experiment].Table(e.Name)
		slices.SortFunc(steps, func(a, b *lab.Result) int { return strings.Compare(a.Name, b.Name) })
		for _, r := range steps {
			g, err := play.Find(r.Terms.Game)
			f.miss(err)
			low, high, _ := strings.Cut(r.Name, " - ")
			each(g, strings.TrimPrefix(high, "tree ")+" over "+strings.TrimPrefix(low, "tree "), r)
		}
	}
}

// gain writes the gain in Elo of the upper level, the second player.
func gain(r *lab.Result) string { return eloOf(r.Reversed()) }

// stepFigures lists the gains from level to level of the other games.
func stepFigures(f *figures) string {
	rows := [][]string{{"levels"}}
	f.eachStep(func(g *play.Game, step string, r *lab.Result) {
		column := slices.Index(rows[0], g.Title)
		if column < 0 {
			column = len(rows[0])
			rows[0] = append(rows[0], g.Title)
		}
		at := slices.IndexFunc(rows, func(row []string) bool { return row[0] == step })
		if at < 0 {
			at = len(rows)
			rows = append(rows, []string{step})
		}
		for len(rows[at]) < column {
			rows[at] = append(rows[at], "")
		}
		rows[at] = append(rows[at], gain(r))
	})
	slices.SortFunc(rows[1:], func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	return table(rows...)
}

// stepGameFigures lists the games of the steps.
func stepGameFigures(f *figures) string {
	rows := [][]string{{"game", "levels", "games", "won", "drawn", "lost", "Elo (95 % interval)", "leaves a move, both", "time a move, both"}}
	f.eachStep(func(g *play.Game, step string, r *lab.Result) {
		row := append([]string{g.Title, step, count(r.Games())}, scoreOf(r.Reversed())...)
		upper, upperTime := r.PerMove(1)
		lower, lowerTime := r.PerMove(0)
		rows = append(rows, append(row, gain(r), decimal(upper, 0)+", "+decimal(lower, 0), perMove(upperTime)+", "+perMove(lowerTime)))
	})
	return table(rows...)
}
