// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// TestBonus: 15 for all tiles, 5 more if the single square came last.
func TestBonus(t *testing.T) {
	t.Parallel()
	p := New()
	s := &p.sides[Red]
	assert.Equal(t, -89, p.Score(Red))
	s.placed, s.tiles, s.single = 88, 1, false
	assert.Equal(t, 88, p.Points(Red))
	assert.Equal(t, -1, p.Score(Red))
	s.placed, s.tiles = 89, 0
	assert.Equal(t, 89+15, p.Points(Red))
	assert.Equal(t, 15, p.Score(Red))
	s.single = true
	assert.Equal(t, 89+20, p.Points(Red))
	assert.Equal(t, 20, p.Score(Red))
}

func TestShares(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []float64{0, 0, 1, 0}, Shares([]int{64, 69, 70, 40}))
	assert.Equal(t, []float64{0.5, 0, 0.5}, Shares([]int{7, 2, 7}))
	assert.Equal(t, []float64{0.25, 0.25, 0.25, 0.25}, Shares([]int{0, 0, 0, 0}))
}

// TestVariants checks the seat that moves a colour and the seats' points.
func TestVariants(t *testing.T) {
	t.Parallel()
	p := New()
	stream := playout.NewRNG(3, 0)
	greens := 0
	p.PlayOut(playout.Largest, &stream, nil)
	q := New()
	again := playout.NewRNG(3, 0)
	for !q.Over() {
		c := q.ToMove()
		assert.Equal(t, int(c), Classic.Seat(&q, c))
		assert.Equal(t, int(c)%2, TwoPlayer.Seat(&q, c))
		if c == Green {
			assert.Equal(t, greens%3, ThreePlayer.Seat(&q, c))
			greens++
		} else {
			assert.Equal(t, int(c), ThreePlayer.Seat(&q, c))
		}
		m, _ := q.RandomMove(playout.Largest, &again)
		q.Play(m)
	}
	assert.Equal(t, duo.NumTiles-greens, q.TilesLeft(Green).Count())
	var points []int
	for c := range Colour(NumColours) {
		points = append(points, p.Points(c))
	}
	assert.Equal(t, points, Classic.Points(&p))
	assert.Equal(t, []int{points[0] + points[2], points[1] + points[3]}, TwoPlayer.Points(&p))
	assert.Equal(t, points[:3], ThreePlayer.Points(&p))
	for _, v := range Variants {
		assert.Len(t, v.Points(&p), v.Seats())
	}
}
