// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package hardware

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/picture/picturetest"
)

// TestWindow finds the cells of the window, each once, and on the side of the memories as often
// as there are squares that feed it.
func TestWindow(t *testing.T) {
	all := picturetest.Texts(t, Window())
	count := map[string]int{}
	for _, text := range all {
		count[text]++
	}
	for i, k := range playout.WindowCells {
		sources := map[duo.Cell]bool{}
		for _, f := range flips {
			sources[flipped(k, f)] = true
		}
		name := picturetest.Texts(t, func() *picture.Canvas { c := picture.New(1, 1); c.Text(0, 0, picture.Font{}, "%d", i); return c }())[0]
		assert.GreaterOrEqual(t, count[name], 1+len(sources), "cell %d", i)
	}
	assert.Equal(t, 41, diamond(playout.Reach))
	assert.Contains(t, all, "the window of the 127 patterns")
}

func TestMirror(t *testing.T) {
	c, err := Mirror()
	require.NoError(t, err)
	picturetest.Texts(t, c)
	p, err := chiralPattern()
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, f := range flips {
		_, code, err := mirrored(duo.NewSquare(7, 7), flipped(duo.Cell{Row: -1, Col: -1}, f), f, p)
		require.NoError(t, err)
		seen[code] = true
	}
	assert.Len(t, seen, 4)
	// With the own square on the wrong side there is no such move.
	_, _, err = mirrored(duo.NewSquare(7, 7), duo.Cell{Row: -1, Col: -1}, playout.FlipRows, p)
	assert.Error(t, err)
}

// TestUpdateCycles holds the picture of the row pipeline against the head of the module.
func TestUpdateCycles(t *testing.T) {
	for h := 1; h <= playout.MaxTileSize; h++ {
		assert.Equal(t, 2*h+5, UpdateCycles(h))
	}
	var heads strings.Builder
	for _, file := range []string{"../../../rtl/playout/board_update.v"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		heads.Write(text)
	}
	assert.Contains(t, heads.String(), "2h + 5 cycles (first moves 13 - h")
}

func TestRowsWantsAPlacement(t *testing.T) {
	p := duo.NewPosition(duo.Player1)
	_, err := Rows(&p)
	assert.Error(t, err)
	rng := rand.New(rand.NewPCG(1, 0))
	p = duo.RandomGame(rng, 3)
	c, err := Rows(&p)
	require.NoError(t, err)
	picturetest.Texts(t, c)
}

// TestTraceLane checks the data behind the pictures of the lane by known facts about lanes: scans
// go round the games, cycles grow along a playout, no two scans begin at once, and the time between
// two results follows from the lane's speed.
func TestTraceLane(t *testing.T) {
	trace, err := traceLane(40000)
	require.NoError(t, err)
	takes := map[int]bool{}
	results, last := 0, 0
	for _, l := range trace {
		if l.result == 0 {
			continue
		}
		results++
		last = max(last, l.result)
		at := l.job
		for i, p := range l.plies {
			require.Greater(t, p.take, at, "turn %d of the playout from cycle %d", i+1, l.job)
			require.False(t, takes[p.take], "two scans in cycle %d", p.take)
			takes[p.take] = true
			require.Greater(t, p.chosen, p.take)
			require.GreaterOrEqual(t, p.chosen-p.take, p.anchors, "an anchor takes a cycle")
			require.Greater(t, p.move, p.chosen)
			require.GreaterOrEqual(t, p.next, p.move)
			at = p.take
		}
		require.GreaterOrEqual(t, l.result, l.plies[len(l.plies)-1].move)
	}
	opening := duo.NewPosition(duo.Player1)
	want := twin.PredictLane(playout.NewRoot(&opening), playout.Largest, 500).PerPlayout(1)
	assert.InEpsilon(t, want, float64(last)/float64(results), 0.1, "cycles per playout")
}

// TestLanePictures draws the pictures of the lane; drawing checks their facts.
func TestLanePictures(t *testing.T) {
	for _, draw := range []func() (*picture.Canvas, error){LaneTiming, LaneLife} {
		c, err := draw()
		require.NoError(t, err)
		assert.Contains(t, picturetest.Texts(t, c), "game 5")
	}
}
