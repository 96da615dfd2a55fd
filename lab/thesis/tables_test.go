package thesis

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/play"
)

// TestCells makes every player of every cell.
func TestCells(t *testing.T) {
	cells, err := Cells()
	require.NoError(t, err)
	printed, seen := map[string]int{}, map[string]bool{}
	for _, c := range cells {
		require.False(t, seen[c.ID()], "%s stands twice", c.ID())
		seen[c.ID()] = true
		if c.Printed != nil {
			printed[c.Table]++
			require.LessOrEqual(t, c.Printed.Wins[0]+c.Printed.Wins[1], 102.5, c.ID())
		}
		for i, name := range c.Players {
			spec, err := Spec(name, c.Seconds[i], 10)
			require.NoError(t, err)
			g, err := play.Find("")
			require.NoError(t, err)
			p, err := g.New(spec, play.Env{})
			require.NoError(t, err, spec)
			require.NoError(t, p.Close())
		}
	}
	want := map[string]int{"5.2": 3, "5.3": 18, "5.4": 3, "5.5": 3, "5.6": 3, "5.7": 3, "5.8": 3, "5.9": 3}
	for _, t := range []string{"6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9", "6.10"} {
		want[t] = 9
	}
	assert.Empty(t, cmp.Diff(want, printed), "129 cells")
	small := Within(cells, 1)
	require.NotEmpty(t, small)
	for _, c := range small {
		require.LessOrEqual(t, max(c.Seconds[0], c.Seconds[1])*c.Playouts, Budget, c.ID())
	}
	require.Len(t, Within(cells, 1000), len(cells))
	_, err = Spec("nobody", 1, 1)
	assert.ErrorContains(t, err, `"nobody"`)
	_, err = Select(cells, []string{"7.1"})
	assert.ErrorContains(t, err, `"7.1", want one of 5.2, `)
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

// TestClaims has cells count alike, however many games they have, and the interval as wide as the cell of few
// games makes it.
func TestClaims(t *testing.T) {
	cell := func(seconds, games, wins int) Result {
		return Result{
			Cell:  Cell{Table: "5.2", Players: [2]string{"ucb1-tuned", "uct"}, Seconds: [2]int{seconds, seconds}, Printed: &Printed{}},
			Games: games, Wins: [2]int{wins, games - wins}, Firsts: games / 2,
		}
	}
	r := Report{Results: []Result{cell(1, 4000, 4000), cell(5, 40, 8)}}
	r.Judge()
	c := r.Claims[1]
	require.Equal(t, 2, c.Number)
	assert.Equal(t, 60.0, c.Share)
	assert.Equal(t, 4040, c.Games)
	w := elo.Wilson(0.6*160/1.01, 160/1.01) // 2^2 / (1/4000 + 1/40)
	assert.InDelta(t, 100*w.Low, c.Interval.Low, 0.051)
	assert.InDelta(t, 100*w.High, c.Interval.High, 0.051)
	assert.Equal(t, "yes", c.Holds)
	assert.Equal(t, "open", r.Claims[12].Holds)
	assert.Equal(t, NotPlayed, r.Claims[7].Holds)
}

func TestRun(t *testing.T) {
	cells, err := Cells()
	require.NoError(t, err)
	cells, err = Select(cells, []string{"5.2", "6.1"})
	require.NoError(t, err)
	cells = cells[:5]
	options := func(file string) Options {
		return Options{Cells: cells, Playouts: 2, Games: 4, Jobs: 2, File: file, Version: "test"}
	}
	clear := func(r *Report) *Report {
		for i := range r.Results {
			r.Results[i].Time = [2]float64{}
		}
		return r
	}
	whole, err := Run(t.Context(), options(filepath.Join(t.TempDir(), "tables.json")))
	require.NoError(t, err)
	require.Len(t, whole.Results, 5)
	numbers := map[int]bool{}
	for _, c := range whole.Claims {
		require.NotEmpty(t, c.Text)
		numbers[c.Number] = c.Holds != NotPlayed
	}
	require.Len(t, numbers, 13)
	require.False(t, numbers[1] || numbers[12], "of these no cell was played: %v", whole.Claims)
	require.True(t, numbers[2] && numbers[8] && numbers[13], "the claims that these cells bear on: %v", whole.Claims)
	for _, r := range whole.Results {
		require.NotEmpty(t, r.Agreement)
		require.Greater(t, r.Left[0], 0.0)
		require.Greater(t, r.Work[0], 0.0)
	}

	// Interrupted after each cell, it comes to the same.
	file := filepath.Join(t.TempDir(), "tables.json")
	var resumed *Report
	for range 2 * len(cells) {
		ctx, cancel := context.WithCancel(t.Context())
		o := options(file)
		o.Played = func(Result) { cancel() }
		if resumed, err = Run(ctx, o); err == nil {
			break
		}
		require.True(t, errors.Is(err, context.Canceled), err)
	}
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(clear(whole), clear(resumed)))

	// A cell of one second each has more games if asked for, and is played again then; what two runs
	// share is the same.
	o := options(file)
	o.Cells, o.Small = Within(cells, 1), 6
	more, err := Run(t.Context(), o)
	require.NoError(t, err)
	require.Len(t, o.Cells, 2, "one of each table")
	require.Len(t, more.Results, 5)
	for i, r := range more.Results {
		require.Equal(t, whole.Results[i].ID(), r.ID())
		require.Equal(t, r.Seconds == [2]int{1, 1}, r.Games == 6)
	}

	// As many games as there is time for, and the rest later, are the same as all at once.
	part := options(filepath.Join(t.TempDir(), "tables.json"))
	part.Cells, part.AtMost = cells[:1], 3
	first, err := Run(t.Context(), part)
	require.NoError(t, err)
	require.Equal(t, 3, first.Results[0].Games)
	part.AtMost = 0
	rest, err := Run(t.Context(), part)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(clear(whole).Results[0], clear(rest).Results[0]))

	o = options(file)
	o.Games = 6
	_, err = Run(t.Context(), o)
	assert.ErrorAs(t, err, new(*FileError))
}
