package ladder

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	_ "github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/elo"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
)

// TestPlayers makes every player, and sees that its unit is the one it counts in.
func TestPlayers(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, p := range Players(PentobiProgram) {
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
	for _, p := range Players("") {
		assert.NotContains(t, p.Spec, "gtp:")
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	assert.Equal(t, [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}, Links(4))
	assert.Empty(t, Links(1))
}

func TestOmit(t *testing.T) {
	t.Parallel()
	all := Players("")
	left, err := Omit(all, []string{"random", "tree 9"})
	require.NoError(t, err)
	assert.Len(t, left, len(all)-2)
	_, err = Omit(all, []string{"tree 10"})
	assert.ErrorContains(t, err, `"tree 10", want one of random, `)
}

// instant are players that need no time.
var instant = []Player{
	{Name: "random", Spec: "random"}, {Name: "random large", Spec: "random:pick=largest"}, {Name: "tree of one", Spec: "tree:leaves=1", Unit: "leaves"},
}

// climb plays a ladder of them.
func climb(ctx context.Context, folder string, progress func(link string, p match.Progress)) (*Report, error) {
	pool := match.NewPool("test")
	defer pool.Close()
	return Run(ctx, Options{
		Players: instant, Folder: folder, Terms: match.Terms{Games: 10, Seed: 1, Book: match.BookDigest(""), Version: "test"},
		Pool: pool, Queue: queue.Local(2, pool.Play), Log: io.Discard, Progress: progress,
	})
}

// withoutTimes takes out of a report what differs from run to run.
func withoutTimes(r *Report) *Report {
	for i := range r.Links {
		r.Links[i].Seconds = [2]float64{}
	}
	return r
}

// TestResume interrupts a ladder in every link: the result is that of one that is not.
func TestResume(t *testing.T) {
	t.Parallel()
	whole, err := climb(t.Context(), t.TempDir(), nil)
	require.NoError(t, err)
	require.Len(t, whole.Links, 3)
	for _, l := range whole.Links {
		assert.Equal(t, 10, l.Wins+l.Draws+l.Losses)
		assert.InDelta(t, 5, l.Pairs.Count(), 1e-9)
		for i, name := range l.Players {
			assert.Positive(t, l.Moves[i])
			assert.Positive(t, l.Seconds[i])
			assert.Equal(t, name == "tree of one", l.Work[i] > 0, name)
		}
	}
	folder := t.TempDir()
	// It is told at the start of a link and after each pair; pairs may come in any order, so that
	// the games that count can jump from none to all.
	told, interruptions := map[string]int{}, 0
	var resumed *Report
	for resumed == nil {
		ctx, cancel := context.WithCancel(t.Context())
		resumed, err = climb(ctx, folder, func(link string, p match.Progress) {
			if told[link]++; told[link] == 3 {
				assert.Less(t, p.Games, p.Of)
				interruptions++
				cancel()
			}
		})
		if err != nil {
			require.ErrorIs(t, err, context.Canceled)
			resumed = nil
		}
		cancel()
	}
	assert.Equal(t, 3, interruptions)
	assert.Empty(t, cmp.Diff(withoutTimes(whole), withoutTimes(resumed)))

	// And once more: nothing is played again.
	again, err := climb(t.Context(), folder, func(link string, _ match.Progress) { t.Errorf("%s is played again", link) })
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(resumed, withoutTimes(again)))

	require.NoError(t, again.Rate())
	assert.Equal(t, "random", again.Zero, "there is no "+Zero)
	assert.Equal(t, "random", again.Players[0].Name)
	for _, p := range again.Players {
		assert.Equal(t, 20, p.Games)
	}
	var text bytes.Buffer
	require.NoError(t, again.Write(&text))
	read, err := Read(&text)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(again, read))
}

// TestOtherVersion keeps games of two versions apart.
func TestOtherVersion(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, err := climb(t.Context(), folder, nil)
	require.NoError(t, err)
	path := filepath.Join(folder, "random-randomlarge.json")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(string(text), `"version":"test"`, `"version":"other"`)), 0o666))
	_, err = climb(t.Context(), folder, nil)
	assert.ErrorContains(t, err, "played by version other")
	assert.ErrorAs(t, err, new(*match.FileError))
}

// TestKeep plays a ladder without the program that the one before had.
func TestKeep(t *testing.T) {
	t.Parallel()
	rated := func(names ...string) (out []Rated) {
		for _, name := range names {
			spec := name
			if strings.HasPrefix(name, "P") {
				spec = "gtp:" + name
			}
			out = append(out, Rated{Player: Player{Name: name, Spec: spec}})
		}
		return out
	}
	link := func(a, b, version string) Link {
		return Link{Players: [2]string{a, b}, Version: version, Wins: 2, Pairs: elo.Pairs{2: 1}}
	}
	earlier := &Report{Players: rated("a", "P1", "P2", "c"), Links: []Link{link("a", "P1", "old"), link("a", "c", "old"), link("P1", "P2", "old"), link("P2", "c", "old")}}
	r := &Report{Players: rated("a", "b"), Links: []Link{link("a", "b", "new")}}
	r.Keep(earlier)
	assert.Empty(t, cmp.Diff(rated("a", "b", "P1", "P2", "c"), r.Players))
	assert.Empty(t, cmp.Diff([]Link{link("a", "b", "new"), link("a", "P1", "old"), link("P1", "P2", "old"), link("P2", "c", "old")}, r.Links))
	require.NoError(t, r.Rate())

	r = &Report{Players: rated("a", "P1"), Links: []Link{link("a", "P1", "new")}}
	r.Keep(&Report{Players: rated("a", "P1"), Links: []Link{link("a", "P1", "old")}})
	assert.Len(t, r.Links, 1, "what has been played anew is not kept")
}

// TestReportIsFresh fails if the ratings of the documentation do not follow from its results.
func TestReportIsFresh(t *testing.T) {
	t.Parallel()
	read := func() *Report {
		f, err := os.Open("../../docs/ladder.json")
		require.NoError(t, err)
		defer f.Close()
		r, err := Read(f)
		require.NoError(t, err)
		return r
	}
	got, want := read(), read()
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
