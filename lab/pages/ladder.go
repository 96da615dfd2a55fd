package pages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/lab/ladder"
	"github.com/tessera-fpga/tessera/picture"
)

// ladderPlayer is a player of the ladder, with the pages' figures.
type ladderPlayer ladder.Rated

// family splits a player's name, such as "tree 5".
func (p *ladderPlayer) family() (name, label string) {
	if i := strings.LastIndexByte(p.Name, ' '); i >= 0 {
		return p.Name[:i], p.Name[i+1:]
	}
	return p.Name, ""
}

// ladderPicture draws the ladder.
func ladderPicture(r *ladder.Report) (*picture.Canvas, error) {
	var rungs []picture.Rung
	for i := range r.Players {
		p := (*ladderPlayer)(&r.Players[i])
		family, label := p.family()
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

// interval returns a rating with its interval.
func (p *ladderPlayer) interval(zero string) string {
	if p.Name == zero {
		return "0"
	}
	return fmt.Sprintf("%s (%s to %s)", signed(p.Elo), signed(p.Low), signed(p.High))
}

// perMove returns the time for a move with two digits.
func (p *ladderPlayer) perMove() string {
	d := time.Duration(p.Seconds * float64(time.Second))
	unit := time.Microsecond
	for d >= 100*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

// ladderFigures are all players, the strongest first.
func ladderFigures(f *figures) string {
	rows := [][]string{{"player", "specification", "Elo (95 % interval)", "games", "work a move", "time a move"}}
	for _, rated := range slices.Backward(f.ladder.Players) {
		p := (*ladderPlayer)(&rated)
		work := ""
		if p.Unit != "" {
			work = decimal(p.Work, 0) + " " + p.Unit
		}
		rows = append(rows, []string{p.Name, "`" + p.Spec + "`", p.interval(f.ladder.Zero), decimal(float64(p.Games), 0), work, p.perMove()})
	}
	return table(rows...)
}

// linkFigures are the results of the links.
func linkFigures(f *figures) string {
	rows := [][]string{{"", "against", "won", "drawn", "lost", "by forfeit", "weights"}}
	for _, l := range f.ladder.Links {
		row := []string{l.Players[0], l.Players[1]}
		for _, n := range []int{l.Wins, l.Draws, l.Losses, l.Forfeits[0] + l.Forfeits[1]} {
			row = append(row, decimal(float64(n), 0))
		}
		rows = append(rows, append(row, "`"+l.Weights+"`"))
	}
	return table(rows...)
}

// levelFigures are the levels of the tree search.
func levelFigures(f *figures) string {
	rows := [][]string{{"level", "leaves a move, mean", "Elo (95 % interval)", "time a move"}}
	for level := 1; level <= 9; level++ {
		for i := range f.ladder.Players {
			p := (*ladderPlayer)(&f.ladder.Players[i])
			if p.Name == fmt.Sprint("tree ", level) {
				rows = append(rows, []string{fmt.Sprint(level), decimal(p.Work, 0), p.interval(f.ladder.Zero), p.perMove()})
			}
		}
	}
	return table(rows...)
}
