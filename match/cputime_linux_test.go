// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
)

// TestProcessorTime counts the processor time of a search in the program, and of GTP programs.
func TestProcessorTime(t *testing.T) {
	t.Parallel()
	s, path := mustPlay(t, terms(4, "montecarlo:visits=4", "random"), 2)
	var sum [2]float64
	for i, g := range games(t, path) {
		e, err := parseExtra(g.Extra)
		require.NoError(t, err)
		require.Len(t, e.CPU, 2)
		search := i % 2 // the players of a pair change seats
		assert.Greater(t, e.CPU[search], 2*e.CPU[1-search])
		sum[0] += e.CPU[search]
		sum[1] += e.CPU[1-search]
	}
	for i, w := range s.Work {
		assert.InDelta(t, sum[i], w.CPU, 1e-5)
	}
	assert.Greater(t, s.Work[0].CPU, 0.01)

	sides := []*side{{Player: counted{work: 1500, unit: play.ProcessorTime}, cpu: 250 * time.Millisecond}, {Player: counted{work: 7, unit: "leaves"}}}
	e := s.Terms.extra(s.Terms.fixtures(0)[0], sides)
	assert.Equal(t, []float64{1.75, 0}, e.CPU)
	assert.Equal(t, []uint64{1500, 7}, e.Work)
	e = s.Terms.extra(s.Terms.fixtures(0)[0], []*side{{Player: counted{}}, {Player: counted{}}})
	assert.Nil(t, e.CPU)
	assert.Nil(t, e.Work)
}

// counted is a player with this work.
type counted struct {
	play.Player
	work uint64
	unit string
}

func (c counted) Work() (uint64, string) { return c.work, c.unit }
