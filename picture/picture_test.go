// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package picture

import (
	"bytes"
	"errors"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/tessera-fpga/tessera/picture/picturetest"
	"github.com/tessera-fpga/tessera/play"
)

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
	canvas, err := Ladder([]Rung{{Family: "tree", Label: "3", Seconds: 0.1, Elo: 100}, {Family: "minimax", Label: "2", Seconds: 1}})
	require.NoError(t, err)
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
