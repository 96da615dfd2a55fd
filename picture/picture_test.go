// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package picture

import (
	"bytes"
	"errors"
	"image/color"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/picture/picturetest"
	"github.com/tessera-fpga/tessera/play"
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
		name := picturetest.Texts(t, func() *Canvas { c := New(1, 1); c.Text(0, 0, Font{}, "%d", i); return c }())[0]
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
	for _, file := range []string{"../rtl/playout/board_update.v"} {
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
	for _, draw := range []func() (*Canvas, error){LaneTiming, LaneLife} {
		c, err := draw()
		require.NoError(t, err)
		assert.Contains(t, picturetest.Texts(t, c), "game 5")
	}
}

// TestPNG compares shapes in the two formats: a filled shape has its colour, a text leaves ink.
func TestPNG(t *testing.T) {
	c := New(60, 40)
	c.Rect(2, 2, 10, 10, Filled(Blue))
	c.Circle(30, 10, 6, Filled(Orange))
	c.Line(Red, 3, 45, 2, 45, 30)
	c.Text(4, 34, Font{Bold: true, Size: 16}, "100%")
	m := picturetest.Pixels(t, c)
	assert.Equal(t, color.Color(Blue), m.At(6, 6))
	assert.Equal(t, color.Color(Orange), m.At(30, 10))
	assert.Equal(t, color.Color(Red), m.At(45, 15))
	assert.Equal(t, color.Color(Paper), m.At(58, 38))
	ink := 0
	for y := 18; y < 40; y++ {
		for x := range 40 {
			if m.At(x, y) == color.Color(Ink) {
				ink++
			}
		}
	}
	assert.Greater(t, ink, 20, "the text")
	assert.Equal(t, []string{"100%"}, picturetest.Texts(t, c))
}

func TestLadder(t *testing.T) {
	rungs := []Rung{
		{"random", "", 2e-5, -900, -1100, -700}, {"tree", "1", 3e-4, 0, 0, 0}, {"tree", "2", 4e-2, 310, 205, 415},
	}
	c, err := Ladder(rungs)
	require.NoError(t, err)
	all := picturetest.Texts(t, c)
	for _, want := range []string{"random", "tree", "1", "2", "-1200", "600", "10µs", "100ms", "Elo"} {
		assert.Contains(t, all, want)
	}
	assert.NotContains(t, all, "-1400")
	assert.NotContains(t, all, "1s")
	again, err := Ladder(rungs)
	require.NoError(t, err)
	assert.Equal(t, c, again)
	_, err = Ladder(nil)
	require.Error(t, err)
	_, err = Ladder([]Rung{{Family: "tree", Label: "3"}})
	require.ErrorContains(t, err, "tree 3 takes 0 s a move")
}

// TestDrawInParallel draws one picture in several goroutines at once, which must share nothing that
// they write.
func TestDrawInParallel(t *testing.T) {
	canvas := Window()
	draw := func() ([]byte, error) {
		var b bytes.Buffer
		err := canvas.WritePNG(&b, 1)
		return b.Bytes(), err
	}
	want, err := draw()
	require.NoError(t, err)
	var g errgroup.Group
	for range 8 {
		g.Go(func() error {
			for range 4 {
				got, err := draw()
				if err != nil {
					return err
				}
				if !bytes.Equal(got, want) {
					return errors.New("the picture is another one when others are drawn beside it")
				}
			}
			return nil
		})
	}
	require.NoError(t, g.Wait())
}

// TestRegister registers a game of two corners, and looks for its picture.
func TestRegister(t *testing.T) {
	g := &play.Game{Name: "corners:big"}
	_, err := Position(g, nil, PositionOptions{})
	require.ErrorContains(t, err, "corners:big has no pictures, want one of ")
	Register("corners", Drawing{Corners: true, Position: func(_ play.Position, o PositionOptions) *Canvas {
		assert.True(t, o.Corners)
		return New(2, 1)
	}})
	assert.Panics(t, func() { Register("corners", Drawing{}) })
	c, err := Position(g, nil, PositionOptions{Corners: true})
	require.NoError(t, err)
	assert.Equal(t, New(2, 1), c)
	Register("round", Drawing{Position: func(play.Position, PositionOptions) *Canvas { return New(1, 1) }})
	_, err = Position(&play.Game{Name: "round"}, nil, PositionOptions{Corners: true})
	require.EqualError(t, err, "corners of round, which has none")
}
