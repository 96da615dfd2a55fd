// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package lab

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
)

// counts are games and wins by title.
type counts map[string][2]int

// quick is an experiment that takes almost no time.
var quick = &Experiment{
	Name: "quick",
	Rows: func() ([]Row, error) {
		return []Row{
			{Table: "a", Players: []string{"random", "random:pick=largest"}, Games: 6, Round: 4, Seed: 1, Openings: match.EvenOpenings},
			{Table: "b", Players: []string{"random", "random"}, Game: "dots:2x2", Games: 4, Seed: 1},
			{Table: "b", Name: "x", Players: []string{"random", "gtp:x"}, Games: 4, Seed: 1, Needs: "/nobody/has/this", Hint: "make it"},
		}, nil
	},
	Measure: func(p *Played) (Measures, error) {
		n := 0.0
		err := p.Each(func(*match.Game) error { n++; return nil })
		return Measures{"games": {n}}, err
	},
}

// run plays the experiment in a folder and returns its record.
func run(ctx context.Context, t *testing.T, dir string, change func(o *Options)) (counts, string, error) {
	t.Helper()
	pool := match.NewPool("test")
	defer pool.Close()
	var log bytes.Buffer
	o := Options{
		File: filepath.Join(dir, "record.json"), Folder: dir, Version: "test", Pool: pool, Log: &log,
		Queue: func(*match.Terms) (queue.Queue, func(), error) { return queue.Local(1, pool.Play), func() {}, nil },
	}
	change(&o)
	err := quick.Run(ctx, o)
	on, failed := quick.Record(o.File)
	require.NoError(t, failed)
	c := counts{}
	for _, r := range on {
		require.NotNil(t, r.Row)
		assert.Equal(t, Measures{"games": {float64(r.Games())}}, r.Measures)
		assert.Equal(t, r.Games(), r.Wins+r.Draws+r.Losses)
		assert.Equal(t, "test", r.Terms.Version)
		c[r.Title()] = [2]int{r.Games(), r.Wins}
	}
	return c, log.String(), err
}

// TestRun interrupts an experiment after each pair and compares its record with the record of an
// uninterrupted one. Rows grow round by round, and the log names a row that cannot be played.
func TestRun(t *testing.T) {
	t.Parallel()
	whole, log, err := run(t.Context(), t, t.TempDir(), func(*Options) {})
	require.NoError(t, err)
	assert.Contains(t, log, "b: x: 0 of 4 games, /nobody/has/this is not there (make it)")
	require.Len(t, whole, 2)
	assert.Equal(t, 8, whole["a: random - random:pick=largest"][0], "whole rounds")
	assert.Equal(t, 4, whole["b: random - random"][0])

	dir := t.TempDir()
	var resumed counts
	interrupted := 0
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		told := 0
		resumed, _, err = run(ctx, t, dir, func(o *Options) {
			o.Progress = func(string, match.Progress) {
				if told++; told == 2 { // the first call comes at the start
					cancel()
				}
			}
		})
		cancel()
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		interrupted++
	}
	require.NoError(t, err)
	assert.Positive(t, interrupted)
	assert.Equal(t, whole, resumed)

	// Recorded games are not played again. A new seed and additional games are.
	_, _, err = run(t.Context(), t, dir, func(o *Options) {
		o.Progress = func(title string, _ match.Progress) { t.Errorf("%s is played again", title) }
	})
	require.NoError(t, err)
	more, _, err := run(t.Context(), t, dir, func(o *Options) { o.Games, o.Seed, o.Only = 12, 9, regexp.MustCompile("^a") })
	require.NoError(t, err)
	assert.Equal(t, 12, more["a: random - random:pick=largest"][0])
	assert.Equal(t, 4, more["b: random - random"][0])
	assert.FileExists(t, filepath.Join(dir, "a-random-random-pick-largest-4-11.json"))
}

// TestRowOpenings: the terms name a row's openings, and an error the row whose openings do not exist.
func TestRowOpenings(t *testing.T) {
	t.Parallel()
	r := Row{Table: "a", Name: "b", Openings: match.EvenOpenings}
	terms, openings, err := r.Terms(t.Context(), 0, "test")
	require.NoError(t, err)
	assert.Positive(t, terms.Openings)
	assert.Equal(t, terms.Openings, openings.Count)
	r.Game = "dots:2x2"
	_, _, err = r.Terms(t.Context(), 0, "test")
	require.EqualError(t, err, "lab: a: b: dots:2x2 has no list of them, want a file")
}

// TestTime: when the processor time is spent, the run ends and keeps its results.
func TestTime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, _, err := run(t.Context(), t, dir, func(o *Options) {
		o.Games, o.CPU, o.Only = 1_000_000, 300*time.Millisecond, regexp.MustCompile("^a")
	})
	require.ErrorIs(t, err, ErrTime)
	n := c["a: random - random:pick=largest"][0]
	assert.Positive(t, n)
	assert.Less(t, n, 1_000_000)
	assert.Zero(t, n%4, "whole rounds")
}
