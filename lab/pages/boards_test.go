// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/pentobi"
	"github.com/tessera-fpga/tessera/match"
)

// TestStrength pools the games of a chip's model with the chip's own leaves, and counts no others. Games
// under the model's older name stand in for them only while there are none.
func TestStrength(t *testing.T) {
	t.Parallel()
	row := func(player string, level, wins, losses int) *lab.Result {
		r := &lab.Result{}
		r.Terms = &match.Terms{Players: []string{player, lab.Pentobi("duo", level)}}
		r.Wins, r.Losses = wins, losses
		return r
	}
	former := row("tree:chip=ulx3s-sdram,leaves=110000", 6, 7, 3)
	f := &figures{labs: map[*lab.Experiment]lab.Record{pentobi.Experiment: {
		former,
		row("tree:chip=ulx3s", 6, 2, 8),
		row(fmt.Sprintf("tree:chip=ulx3s,leaves=%d", search.ULX3S.Leaves), 6, 5, 5),
		row("tree:chip=ulx3s,leaves=4000", 6, 0, 10),
		row("tree:chip=ulx3s-bram", 6, 0, 10),
		row("tree:chip=ulx3s", 7, 1, 0),
		row("tree:leaves=110000", 7, 0, 10),
		row("alphabeta:evaluation=margin,units=8,cycles=48000000", 5, 4, 6),
		row("alphabeta:evaluation=margin,cycles=48000000", 5, 0, 10),
	}}}
	of := func(on *board.Board, name string) flow.Design {
		c, err := config.Find(name, config.HasChip)
		require.NoError(t, err)
		return flow.Design{Board: on, Config: c}
	}
	tree, processor := of(board.ULX3S, "tree"), of(board.HX8K, "processor")
	assert.Equal(t, "35.0 % of 20 games at level 6, 100.0 % of 1 game at level 7", f.strength(tree))
	assert.Empty(t, f.strength(processor))
	assert.Empty(t, f.strength(of(board.HX8K, "lane")))
	units := of(board.ULX3S, "alphabeta-margin")
	cycles, err := units.MoveCycles()
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintf("alphabeta:evaluation=margin,units=8,cycles=%d", cycles), units.Model())
	assert.Equal(t, "40.0 % of 10 games at level 5", f.strength(units))

	f.labs[pentobi.Experiment] = lab.Record{former}
	assert.Equal(t, "with its former weights 70.0 % of 10 games at level 6", f.strength(tree))
}

// TestFormerDesign: a figure of a build says so when the design has changed since.
func TestFormerDesign(t *testing.T) {
	t.Parallel()
	c, err := config.Find("tree", config.HasChip)
	require.NoError(t, err)
	now, err := flow.Design{Board: board.ULX3S, Config: c}.Digest()
	require.NoError(t, err)
	for design, want := range map[string]string{now: "90.5 MHz", "": "90.5 MHz", "0123456789ab": "90.5 MHz" + formerMark} {
		f := &figures{measurements: flow.Measurements{{Board: "ulx3s", Config: "tree", FmaxMin: 90.5, Extra: map[string]string{"design": design}}}}
		assert.Equal(t, want, reached(f.builds("tree", board.ULX3S)[0]))
		require.NoError(t, f.missing)
	}
}
