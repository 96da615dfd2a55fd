package ladder

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	_ "github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/play"
)

// TestPlayers makes every player, and sees that its unit is the one it counts in.
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

// TestLinks: each player plays the next three, and all rows need Pentobi in which it plays.
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

// TestTake: a link that has been played takes the place of what was on record, all others stay,
// and there are ratings once all players are linked.
func TestTake(t *testing.T) {
	t.Parallel()
	record, err := open(nil)
	require.NoError(t, err)
	r := record.(*Report)
	all := Players()
	take := func(a, b, wins int) *lab.Row {
		row := &lab.Row{Of: [2]Player{all[a], all[b]}}
		p := &lab.Played{Row: row, Work: make([]match.Work, 2), Last: &match.Summary{Terms: &match.Terms{}}}
		p.Score.Wins, p.Score.Losses, p.Score.Pairs[4], p.Score.Pairs[0] = wins, 2, float64(wins)/2, 1
		require.NoError(t, r.Take(p))
		return row
	}
	row := take(0, 1, 4)
	take(2, 3, 2)
	assert.Equal(t, 6, r.Games(row))
	_, err = r.Text()
	require.NoError(t, err, "players are not linked yet")
	take(1, 2, 2)
	take(0, 1, 6)
	assert.Equal(t, 8, r.Games(row))
	assert.Len(t, r.Links, 3)
	_, err = r.Text()
	require.NoError(t, err)
	require.Len(t, r.Players, 4)
	assert.Less(t, r.Players[0].Elo, r.Players[3].Elo)
}

// TestReportIsFresh fails if the ratings of the documentation do not follow from its results.
func TestReportIsFresh(t *testing.T) {
	t.Parallel()
	got, want := new(Report), new(Report)
	require.NoError(t, Experiment.ReadFile("../..", got))
	require.NoError(t, Experiment.ReadFile("../..", want))
	require.NotEmpty(t, got.Links)
	require.NoError(t, want.Rate())
	assert.Empty(t, cmp.Diff(want, got))
	for _, l := range got.Links {
		assert.NotEmpty(t, l.Version)
		assert.NotEmpty(t, l.Weights)
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	assert.Equal(t, 0.0, median(nil))
	assert.Equal(t, 3.0, median([]float64{9, 3, 1}))
	assert.Equal(t, 2.5, median([]float64{4, 2, 1, 3}))
}
