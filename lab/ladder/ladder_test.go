// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package ladder

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	_ "github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/elo"
	"github.com/tessera-fpga/tessera/play"
)

// TestPlayers makes every player and checks the unit of its work.
func TestPlayers(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, p := range Players() {
		assert.False(t, seen[p.Name], "%s stands twice", p.Name)
		seen[p.Name] = true
		g, err := play.Find("")
		require.NoError(t, err)
		made, err := g.New(p.Spec, play.Env{})
		require.NoError(t, err, p.Name)
		unit := ""
		if w, ok := made.(play.WorkCounter); ok {
			_, unit = w.Work()
		}
		assert.Equal(t, unit, p.Unit, p.Name)
		assert.NoError(t, made.Close())
	}
	assert.True(t, seen[Zero])
	for i := range play.Levels {
		assert.True(t, seen["tree "+string(rune('1'+i))], "level %d", i+1)
	}
}

// TestLinks: each player plays the next three, and exactly the rows with Pentobi need its program.
func TestLinks(t *testing.T) {
	t.Parallel()
	all := Players()
	assert.Equal(t, [][2]Player{{all[0], all[1]}, {all[0], all[2]}, {all[1], all[2]}}, links(all[:3]))
	assert.Len(t, links(all), 3*len(all)-6)
	rows, err := rows()
	require.NoError(t, err)
	for _, r := range rows {
		assert.Equal(t, strings.Contains(r.Title(), "Pentobi"), r.Needs != "", r.Title())
	}
}

// TestRate: the ratings need links between all players.
func TestRate(t *testing.T) {
	t.Parallel()
	all := Players()
	link := func(a, b int, wins float64) *lab.Result {
		l := &lab.Result{Table: "duo", Name: all[a].Name + " - " + all[b].Name, Measures: lab.Measures{Median: {0.1, 0.3}}}
		l.Terms = &match.Terms{Players: []string{all[a].Spec, all[b].Spec}, Games: int(2*wins) + 2}
		l.Pairs[4], l.Pairs[0] = wins, 1
		l.Work = []match.Work{{Moves: 2, Work: 10}, {Moves: 2, Work: 6}}
		return l
	}
	links := lab.Record{link(0, 1, 2), link(2, 3, 1)}
	_, err := Rate(links)
	require.ErrorIs(t, err, elo.ErrApart)
	r, err := Rate(append(links, link(1, 2, 1)))
	require.NoError(t, err)
	require.Len(t, r.Players, 4)
	assert.Equal(t, all[0].Name, r.Zero)
	assert.Less(t, r.Players[0].Elo, r.Players[3].Elo)
	for _, p := range r.Players {
		if p.Name == all[1].Name { // second player of one link and first of another
			assert.Equal(t, 10, p.Games)
			assert.Equal(t, 4.0, p.Work)
			assert.Equal(t, 0.2, p.Seconds)
		}
	}
	r, err = Rate(nil)
	require.NoError(t, err)
	assert.Empty(t, r.Players)
}

// TestSteps: every other game has a recorded row for each two neighbouring levels.
func TestSteps(t *testing.T) {
	t.Parallel()
	on, err := Experiment.Own("../..")
	require.NoError(t, err)
	all, err := rows()
	require.NoError(t, err)
	for _, e := range play.Entries() {
		if e.Default {
			continue
		}
		g, err := e.New("")
		require.NoError(t, err)
		n := 0
		for _, r := range all {
			if r.Table != e.Name {
				continue
			}
			n++
			result := on.Find(&r)
			require.NotNil(t, result, r.Title())
			assert.Equal(t, g.Name, result.Terms.Game)
			assert.Equal(t, r.Players, result.Terms.Players)
			assert.Positive(t, result.Pairs.Count())
		}
		assert.Equal(t, len(g.Levels)-1, n, e.Name)
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	assert.Equal(t, 0.0, median(nil))
	assert.Equal(t, 3.0, median([]float64{9, 3, 1}))
	assert.Equal(t, 2.5, median([]float64{4, 2, 1, 3}))
}
