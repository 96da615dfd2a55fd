// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/dots"
	"github.com/tessera-fpga/tessera/play"
)

func TestTimeControlText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]play.TimeControl{
		"1m":       {Time: time.Minute},
		"1m+1s":    {Time: time.Minute, Increment: time.Second},
		"90s+0s":   {Time: 90 * time.Second},
		"2s+100ms": {Time: 2 * time.Second, Increment: 100 * time.Millisecond},
	} {
		got, err := play.ParseTimeControl(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		again, err := play.ParseTimeControl(got.String())
		require.NoError(t, err, text)
		assert.Equal(t, want, again, text)
	}
	for _, text := range []string{"", "0s", "-1s", "1", "1m+", "1m+-1s", "1m+x", "+1s"} {
		_, err := play.ParseTimeControl(text)
		assert.ErrorContains(t, err, "want a time and perhaps an increment", text)
	}
}

// clocked makes the first legal move after a time, and keeps the clocks that it was shown.
type clocked struct {
	takes time.Duration
	shown []play.Clock
}

func (c *clocked) Name() string           { return "clocked" }
func (c *clocked) Close() error           { return nil }
func (c *clocked) SetClock(k *play.Clock) { c.shown = append(c.shown, *k) }
func (c *clocked) Move(_ context.Context, p play.Position) (play.Move, error) {
	time.Sleep(c.takes)
	return p.Moves()[0], nil
}

func TestRunKeepsClocks(t *testing.T) {
	t.Parallel()
	g, err := dots.New("2x2")
	require.NoError(t, err)
	const total, increment = time.Minute, time.Second
	seats := []*clocked{{takes: 2 * time.Millisecond}, {}}
	r, err := play.Run(t.Context(), []play.Player{seats[0], seats[1]}, play.Rules{
		Game: g, Start: g.Start(), Time: play.TimeControl{Time: total, Increment: increment},
	}, play.Events{})
	require.NoError(t, err)
	require.Equal(t, play.Finished, r.Ending)
	for seat, c := range seats {
		require.NotEmpty(t, c.shown)
		assert.Equal(t, play.Clock{Left: total, Increment: increment}, c.shown[0])
		last := len(c.shown) - 1
		assert.LessOrEqual(t, c.shown[last].Left, total+time.Duration(last)*(increment-c.takes), "seat %d", seat)
		assert.Greater(t, c.shown[last].Left, total+time.Duration(last)*increment-r.Took[seat]-time.Millisecond, "seat %d", seat)
	}
}

func TestRunLosesOnTime(t *testing.T) {
	t.Parallel()
	g, err := dots.New("2x2")
	require.NoError(t, err)
	slow := &clocked{takes: 20 * time.Millisecond}
	rules := play.Rules{Game: g, Start: g.Start(), Time: play.TimeControl{Time: 30 * time.Millisecond}}
	r, err := play.Run(t.Context(), []play.Player{&clocked{}, slow}, rules, play.Events{})
	require.NoError(t, err)
	assert.Equal(t, play.Late, r.Ending)
	assert.Equal(t, 1, r.Loser)
	assert.Equal(t, []float64{1, 0}, r.Shares())
	assert.Regexp(t, `^loss on time: no answer in time: more than the .+ that were left of 30ms$`, r.Reason())
	assert.Len(t, r.Notes, len(r.Position.History()), "the late move does not count")

	rules.Grace = time.Hour // the clock is at zero, but no seat is late
	r, err = play.Run(t.Context(), []play.Player{&clocked{}, slow}, rules, play.Events{})
	require.NoError(t, err)
	assert.Equal(t, play.Finished, r.Ending)
	assert.Zero(t, slow.shown[len(slow.shown)-1].Left)
}

// TestTreeKeepsTime plays whole games with little time: tree must not lose by it.
func TestTreeKeepsTime(t *testing.T) {
	t.Parallel()
	g, err := dots.New("3x3")
	require.NoError(t, err)
	for _, spec := range []string{"tree", "tree:leaves=10000000", "tree:time=1h"} {
		var players []play.Player
		for seat := range 2 {
			p, err := g.New(spec, play.Env{Seat: seat, Seed: 1, Clocked: true})
			require.NoError(t, err)
			defer p.Close()
			players = append(players, p)
		}
		const total = 600 * time.Millisecond
		r, err := play.Run(t.Context(), players, play.Rules{
			Game: g, Start: g.Start(), Time: play.TimeControl{Time: total}, Grace: time.Minute,
		}, play.Events{})
		require.NoError(t, err, spec)
		require.Equal(t, play.Finished, r.Ending, spec)
		if spec == "tree" {
			assert.Greater(t, r.Took[0], total/10, "%s uses its time", spec)
		}
		for seat, took := range r.Took {
			assert.Less(t, took, total+time.Minute, "%s, seat %d", spec, seat) // a busy machine
		}
	}
}

func TestRunAdjudicates(t *testing.T) {
	t.Parallel()
	g, err := dots.New("3x3")
	require.NoError(t, err)
	for loser, shares := range map[int][]float64{-1: {0.5, 0.5}, 0: {0, 1}, 1: {1, 0}} {
		r, err := play.Run(t.Context(), []play.Player{&clocked{}, &clocked{}}, play.Rules{
			Game: g, Start: g.Start(),
			Adjudicate: func(r *play.Result, _ int) (play.Verdict, bool) {
				return play.Verdict{Loser: loser, Reason: "enough"}, len(r.Position.History()) == 3
			},
		}, play.Events{})
		require.NoError(t, err)
		assert.Equal(t, play.Adjudicated, r.Ending)
		assert.Equal(t, shares, r.Shares())
		assert.Equal(t, play.Outcome(shares)+": adjudicated: enough", r.String())
		assert.Len(t, r.Position.History(), 3)
		assert.False(t, r.Violated())
	}
}
