// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package thesis

import (
	"cmp"
	"math"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	golden "github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/elo"
)

// Experiment plays the thesis's cells and ours.
var Experiment = &lab.Experiment{
	Name:    "thesis",
	What:    "the tables of Nikolakaki's thesis on Blokus Duo, cell by cell, and what it leaves open",
	File:    "docs/figures/thesis.json",
	Rows:    rows,
	Measure: measure,
}

// Result is the result of a cell's players.
type Result struct {
	Cell
	Games int
	Wins  [2]int // by player; the other games are draws
	// Low and High bound the 95 % interval of the first player's share of the wins, in percent.
	Low, High float64
	Firsts    int // wins of the player who moved first
	// Left and Score are each player's mean squares left and mean official score. LeftInterval is
	// half the 95 % interval of Left.
	Left, LeftInterval, Score []float64
	// Agreement is the verdict on a cell of the thesis; see Compare.
	Agreement string
}

// Report has the judged results.
type Report struct {
	Results []Result
	Claims  []Claim
}

// Cells where both players have one of the thesis's seconds are quick, so they have smallGames.
const (
	cellGames  = 40
	smallGames = 200
	roundGames = 20
)

// rows returns a row for each cell. Games begin with the empty board, except between two minimax
// players: they have nothing random, and would repeat a single pair of games.
func rows() (all []lab.Row, err error) {
	cells, err := Cells()
	if err != nil {
		return nil, err
	}
	for _, c := range cells {
		r := lab.Row{
			Table: c.Table, Name: c.pair(), Games: cellGames, Round: roundGames, Seed: 1,
			Seating: match.KeepPlaces, FromStart: c.Table != Others, Of: c,
		}
		switch {
		case c.Games > 0:
			r.Games = c.Games
		case c.Seconds == [2]int{1, 1}:
			r.Games = smallGames
		}
		if c.Alternate {
			r.Seating = match.ChangePlaces
		}
		for i, name := range c.Players {
			spec, err := Spec(name, c.Seconds[i], cmp.Or(c.Playouts, Budget))
			if err != nil {
				return nil, err
			}
			r.Players = append(r.Players, spec)
		}
		all = append(all, r)
	}
	return all, nil
}

// All measures have a value for each player, except firsts.
const (
	firsts       = "wins of the first mover"
	left         = "squares left"
	leftInterval = left + ", interval"
	score        = "score"
)

// measure returns the measures of a cell.
func measure(p *lab.Played) (lab.Measures, error) {
	won := 0.0
	var lefts, scores [2][]float64
	err := p.Each(func(g *match.Game) error {
		end := rules.At(g.End)
		shares := g.FinalShares(g.End)
		for seat, i := range g.Places {
			if seat == 0 && shares[seat] == 1 {
				won++
			}
			lefts[i] = append(lefts[i], float64(end.SquaresLeft(golden.Player(seat))))
			scores[i] = append(scores[i], float64(end.Score(golden.Player(seat))))
		}
		return nil
	})
	m := lab.Measures{firsts: {won}}
	for i := range 2 {
		for name, values := range map[string][]float64{left: lefts[i], score: scores[i]} {
			mean, half := meanOf(values)
			m[name], m[name+", interval"] = append(m[name], mean), append(m[name+", interval"], half)
		}
	}
	return m, err
}

// Judged reads a record's results and judges them.
func Judged(on lab.Record) *Report {
	r := new(Report)
	for _, of := range on {
		w := elo.Wilson(float64(of.Wins), float64(of.Games()))
		result := Result{
			Cell: of.Row.Of.(Cell), Games: of.Games(), Wins: [2]int{of.Wins, of.Losses}, Low: lab.Round(100*w.Low, 1), High: lab.Round(100*w.High, 1),
			Left: of.Measures[left], LeftInterval: of.Measures[leftInterval], Score: of.Measures[score],
		}
		if first := of.Measures[firsts]; len(first) > 0 {
			result.Firsts = int(first[0])
		}
		r.Results = append(r.Results, result)
	}
	r.judge()
	return r
}

// meanOf returns the mean, and half of its 95 % interval by the normal approximation.
func meanOf(v []float64) (mean, half float64) {
	n := float64(len(v))
	for _, x := range v {
		mean += x / n
	}
	sum := 0.0
	for _, x := range v {
		sum += (x - mean) * (x - mean)
	}
	if n > 1 {
		half = elo.Z * math.Sqrt(sum/(n-1)/n)
	}
	return lab.Round(mean, 2), lab.Round(half, 2)
}
