// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package thesis

import (
	"io"
	"math"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/elo"
	"github.com/tessera-fpga/tessera/match/queue"
)

// TestCells counts the cells of each table of the thesis.
func TestCells(t *testing.T) {
	cells, err := Cells()
	require.NoError(t, err)
	printed := map[string]int{}
	for _, c := range cells {
		if c.Printed != nil {
			printed[c.Table]++
			require.LessOrEqual(t, c.Printed.Wins[0]+c.Printed.Wins[1], 102.5, c.pair())
		}
	}
	want := map[string]int{"5.2": 3, "5.3": 18, "5.4": 3, "5.5": 3, "5.6": 3, "5.7": 3, "5.8": 3, "5.9": 3}
	for _, t := range []string{"6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9", "6.10"} {
		want[t] = 9
	}
	assert.Empty(t, cmp.Diff(want, printed), "129 cells")
	_, err = Spec("nobody", 1, 1)
	assert.ErrorContains(t, err, `"nobody"`)
}

// Intervals that others have published: Newcombe 1998, table II, and Wilson's of 81 in 263 (same
// author, Two-sided Confidence Intervals for the Single Proportion, table I).
func TestIntervals(t *testing.T) {
	w := elo.Wilson(81, 263)
	assert.InDelta(t, 0.2553, w.Low, 5e-5)
	assert.InDelta(t, 0.3662, w.High, 5e-5)
	d := elo.Newcombe(56, 70, 48, 80)
	assert.InDelta(t, 0.0524, d.Low, 5e-5)
	assert.InDelta(t, 0.3339, d.High, 5e-5)
	// The example of Benjamini and Hochberg: four of fifteen at 5 %.
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1}
	found := 0
	for _, d := range discoveries(p, 0.05) {
		if d {
			found++
		}
	}
	assert.Equal(t, 4, found)
}

func TestCompare(t *testing.T) {
	at := func(wins, losses int, printed, rival float64) string {
		return Compare(&Result{Games: 40, Wins: [2]int{wins, losses}, Cell: Cell{Printed: &Printed{Wins: [2]float64{printed, rival}}}})
	}
	assert.Equal(t, Agrees, at(20, 20, 55, 45))
	assert.Equal(t, SameSide, at(24, 16, 97.5, 2.5))
	assert.Equal(t, Disagrees, at(10, 30, 97.5, 2.5))
}

// TestClaims checks that a cell's weight does not depend on its number of games, and that a cell
// with few games widens the interval.
func TestClaims(t *testing.T) {
	cell := func(seconds, games, wins int) Result {
		return Result{
			Cell:  Cell{Table: "5.2", Players: [2]string{"ucb1-tuned", "uct"}, Seconds: [2]int{seconds, seconds}, Printed: &Printed{}},
			Games: games, Wins: [2]int{wins, games - wins}, Firsts: games / 2,
		}
	}
	r := Report{Results: []Result{cell(1, 4000, 4000), cell(5, 40, 8)}}
	r.judge()
	c := r.Claims[1]
	require.Equal(t, 2, c.Number)
	assert.Equal(t, 60.0, c.Share)
	assert.Equal(t, 4040, c.Games)
	w := elo.Wilson(0.6*160/1.01, 160/1.01) // 2^2 / (1/4000 + 1/40)
	assert.InDelta(t, 100*w.Low, c.Interval.Low, 0.051)
	assert.InDelta(t, 100*w.High, c.Interval.High, 0.051)
	assert.Equal(t, "yes", c.Holds)
	assert.Equal(t, "open", r.Claims[12].Holds)
	assert.InDelta(t, 0.313, Detectable(40), 1e-3)
	assert.Equal(t, NotPlayed, r.Claims[7].Holds)
}

// TestWording judges claims by their words: nearly always, at any time, at each budget.
func TestWording(t *testing.T) {
	cell := func(table, first, second string, seconds, wins int) Result {
		return Result{
			Cell:  Cell{Table: table, Players: [2]string{first, second}, Seconds: [2]int{seconds, seconds}, Printed: &Printed{}},
			Games: 400, Wins: [2]int{wins, 400 - wins}, Firsts: 201,
		}
	}
	results := func(function, units, bias, bonus, oneSecond int) []Claim {
		r := Report{Results: []Result{
			cell("5.6", "rollout-function", "uct", 1, function), cell("5.7", "rollout-units", "uct", 1, units),
			cell("5.4", "bias-function", "uct", 1, 210), cell("5.5", "bias-units", "uct", 1, 120), cell("5.5", "bias-units", "uct", 5, bias),
			cell("5.8", "bonus-a", "uct", 1, bonus), cell("5.9", "bonus-b", "uct", 1, 100),
			cell("6.3", "uct", "minimax", 1, oneSecond), cell("6.3", "uct", "minimax", 5, 396), cell("6.5", "mc", "minimax", 5, 396),
		}}
		r.judge()
		return r.Claims
	}
	holds := func(all []Claim) (out []string) {
		for _, c := range []int{5, 6, 7, 9} {
			out = append(out, all[c-1].Holds)
		}
		return out
	}
	assert.Equal(t, []string{"open", "yes", "yes", "yes"}, holds(results(390, 390, 120, 100, 300)), "UCT and bias by function are near")
	assert.Equal(t, []string{ByBudget, "no", "open", "no"}, holds(results(300, 390, 280, 200, 100)))
	all := results(300, 390, 280, 200, 100)
	assert.Contains(t, all[8].Why, "uct 1 - minimax 1")
	assert.Contains(t, all[4].Why, "1 s: yes")
	assert.Contains(t, all[4].Why, "5 s: no")
	assert.Equal(t, "no", all[12].Holds, "4,000 games exclude an edge of two points")
	assert.Contains(t, all[12].Why, "no edge above 1.8 points")
}

// TestFits compares a baseline with the printed shares. Both orders of a pair count.
func TestFits(t *testing.T) {
	printed := func(first, second string, wins, losses float64) Result {
		return Result{
			Cell:  Cell{Table: "5.3", Players: [2]string{first, second}, Seconds: [2]int{1, 1}, Printed: &Printed{Wins: [2]float64{wins, losses}}},
			Games: 10, Wins: [2]int{5, 5},
		}
	}
	b := Baselines[1]
	r := Report{Results: []Result{
		printed("fpu-size", "uct", 92.5, 7.5), printed("uct", "fpu-size", 10, 87.5),
		{
			Cell:  Cell{Table: Fit, Players: [2]string{"fpu-size" + b.Options, "uct" + b.Options}, Seconds: [2]int{1, 1}, Playouts: b.Playouts},
			Games: 20, Wins: [2]int{15, 4},
		},
		{Cell: Cell{Table: Readings, Players: [2]string{"rollout-units-large", "uct"}, Seconds: [2]int{1, 1}}, Games: 20, Wins: [2]int{19, 1}},
	}}
	shares, fits := r.Fits()
	require.Equal(t, [2]string{"fpu-size", "uct"}, FitPairs[1])
	assert.InDelta(t, (92.5+88.75)/2, shares[1], 1e-9)
	assert.InDelta(t, 50, fits[0].Shares[1], 1e-9)
	assert.InDelta(t, 77.5, fits[1].Shares[1], 1e-9)
	assert.True(t, math.IsNaN(fits[2].Shares[1]), "not played")
	assert.InDelta(t, 50, fits[len(Baselines)].Shares[1], 1e-9, "sorted changes playouts by units alone")
	assert.InDelta(t, 95, fits[len(Baselines)].Shares[6], 1e-9)
	spec, err := Spec("fpu-size"+b.Options, 1, b.Playouts)
	require.NoError(t, err)
	assert.Equal(t, "uct:playouts=200,fpu=size,final=robust-mean", spec)
}

// TestTake plays two rounds of two cells. In one of them the players swap places.
func TestTake(t *testing.T) {
	dir := t.TempDir()
	pool := match.NewPool("test")
	defer pool.Close()
	file := filepath.Join(dir, "thesis.json")
	require.NoError(t, Experiment.Run(t.Context(), lab.Options{
		Only: regexp.MustCompile(`^5.[23]: .* 1 - uct 1$`), Omit: regexp.MustCompile("fpu-0.1"), Games: 24, File: file, Folder: dir, Version: "test", Pool: pool, Log: io.Discard,
		Queue: func(*match.Terms) (queue.Queue, func(), error) { return queue.Local(2, pool.Play), func() {}, nil },
	}))
	on, err := Experiment.Record(file)
	require.NoError(t, err)
	require.NotEmpty(t, on)
	for i, c := range Judged(on).Results {
		require.Equal(t, 40, c.Games, "whole rounds")
		require.NotEmpty(t, c.Agreement)
		require.Greater(t, c.Left[0], 0.0)
		require.Len(t, c.Score, 2)
		require.Greater(t, c.LeftInterval[1], 0.0)
		work, _ := on[i].PerMove(0)
		require.Greater(t, work, 100.0, "playouts a move")
		require.LessOrEqual(t, c.Wins[0]+c.Wins[1], c.Games)
		if !c.Alternate {
			require.GreaterOrEqual(t, c.Wins[0], c.Firsts-c.Wins[1])
			require.Equal(t, c.Wins[0], c.Firsts, "the first player always moves first")
		}
	}
}
