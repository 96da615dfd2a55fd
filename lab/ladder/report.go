// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package ladder

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/elo"
)

// Report is the ladder of Blokus Duo.
type Report struct {
	Zero    string  // the player whose rating is 0
	Players []Rated // the weakest first
	Links   lab.Record
}

// Rated is a player with its rating and the cost of its moves.
type Rated struct {
	Player
	// Elo has its 95 % interval from Low to High. All are rounded to a tenth.
	Elo, Low, High float64
	Games          int
	Work           float64 // mean of a move, in Unit
	Seconds        float64 // median of a move over the player's links, on some machine
}

// Of returns the players of a link of Blokus Duo, the weaker first.
func Of(r *lab.Result) (of [2]Player) {
	all := Players()
	for i, name := range strings.Split(r.Name, " - ") {
		of[i%2] = Player{Name: name, Spec: r.Terms.Players[i%2]}
		if at := slices.IndexFunc(all, func(p Player) bool { return p.Name == name }); at >= 0 {
			of[i%2].Unit = all[at].Unit
		}
	}
	return of
}

// Median names the measure of each player's median time for a move, in seconds. Other load on the
// machine disturbs the median less than the mean.
const Median = "median of the times for a move"

// measure returns the medians of both players.
func measure(played *lab.Played) (lab.Measures, error) {
	var times [2][]float64
	err := played.Each(func(g *match.Game) error {
		p, err := g.Begin()
		if err != nil {
			return err
		}
		for ply, m := range g.Moves {
			if ply >= g.Opening && ply < len(g.Notes) && !(g.Of.HasPass && m == g.Of.Pass) {
				side := g.Places[p.ToMove()]
				times[side] = append(times[side], g.Notes[ply].Seconds)
			}
			if err := p.Play(m); err != nil {
				return err
			}
		}
		return nil
	})
	return lab.Measures{Median: {median(times[0]), median(times[1])}}, err
}

// median returns the median, or 0 for an empty list.
func median(of []float64) float64 {
	if len(of) == 0 {
		return 0
	}
	slices.Sort(of)
	return (of[(len(of)-1)/2] + of[len(of)/2]) / 2
}

// Rate rates the players of the links and sorts them by rating. If Zero has no links, the first
// player's rating is 0. Rate fails with elo.ErrApart if the links do not connect all players.
func Rate(links lab.Record) (*Report, error) {
	r := &Report{Zero: Zero, Links: links}
	place := map[string]int{}
	var results []elo.Link
	var moves []int
	var times [][]float64
	for _, l := range links {
		var sides [2]int
		for i, player := range Of(l) {
			at, ok := place[player.Name]
			if !ok {
				at = len(r.Players)
				place[player.Name] = at
				r.Players, moves, times = append(r.Players, Rated{Player: player}), append(moves, 0), append(times, nil)
			}
			sides[i] = at
			p := &r.Players[at]
			p.Games += l.Games()
			p.Work += float64(l.Work[i].Work)
			moves[at] += l.Work[i].Moves
			times[at] = append(times[at], l.Measures[Median][i])
		}
		results = append(results, elo.Link{Players: sides, Pairs: l.Pairs})
	}
	if len(r.Players) == 0 {
		return r, nil
	}
	zero := place[Zero]
	r.Zero = r.Players[zero].Name
	ratings, err := elo.Rate(len(r.Players), zero, results)
	if err != nil {
		return nil, fmt.Errorf("ladder: %w", err)
	}
	for i, e := range ratings {
		p := &r.Players[i]
		p.Elo, p.Low, p.High = lab.Round(e.Elo, 1), lab.Round(e.Low, 1), lab.Round(e.High, 1)
		p.Work, p.Seconds = lab.Round(p.Work/float64(max(1, moves[i])), 1), lab.Round(median(times[i]), 6)
	}
	slices.SortStableFunc(r.Players, func(a, b Rated) int { return cmp.Or(cmp.Compare(a.Elo, b.Elo), cmp.Compare(a.Name, b.Name)) })
	return r, nil
}
