// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/blokus"
	"github.com/tessera-fpga/tessera/match"
)

// TestBlokusVerdict: a row agrees when our games decide the same shares as the source's 100 games,
// to the same side.
func TestBlokusVerdict(t *testing.T) {
	t.Parallel()
	pair := []string{"mcts:sims=5", "pb-mcts"}
	four := []string{"depthfirst", "mcts", "pb-mcts", "ph-mcts:sims=1"}
	for _, c := range []struct {
		players []string
		games   int
		shares  []float64
		source  []int
		want    string
	}{
		{pair, 100, []float64{20, 80}, []int{23, 77}, "yes"},
		{pair, 100, []float64{80, 20}, []int{23, 77}, "**no**"},
		{pair, 100, []float64{52, 48}, []int{23, 77}, "open here"},
		{pair, 100, []float64{52, 48}, []int{45, 55}, "open in the source and here"},
		{pair, 1000, []float64{580.5, 419.5}, []int{45, 55}, "open in the source; here mcts is above an even share"},
		{four, 1000, []float64{60, 290, 290, 360}, []int{6, 29, 29, 36}, "yes; here mcts is above an even share, pb-mcts is above an even share"},
		{four, 100, []float64{6, 29, 29, 36}, []int{6, 29, 29, 36}, "yes"},
		{four, 100, []float64{25, 25, 25, 25}, []int{6, 29, 29, 36}, "open here"},
		{four, 1000, []float64{400, 200, 200, 200}, []int{6, 29, 29, 36}, "**no**; here mcts is below an even share, pb-mcts is below an even share"},
	} {
		r := &blokusRow{&lab.Result{Measures: lab.Measures{blokus.Shares: c.shares}}}
		r.Terms = &match.Terms{Players: c.players, Games: c.games}
		assert.Equal(t, c.want, r.verdict(c.source), "%v of %d against %v", c.shares, c.games, c.source)
	}
	r := &blokusRow{new(lab.Result)}
	r.Terms = &match.Terms{Players: []string{"mcts:sims=400", "mcts:sims=400,barasona=true"}}
	assert.Equal(t, "mcts, mcts+barasona", r.kinds())
}
