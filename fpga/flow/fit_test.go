// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
)

func TestFit(t *testing.T) {
	t.Parallel()
	rows := flow.Measurements{
		{Board: "ulx3s", Config: "tree", Logic: 41820, BRAM: 170},
		{Board: "ulx3s_12f", Config: "processor", Logic: 1, BRAM: 1},
		{Board: "ulx3s_12f", Config: "processor", Logic: 6072, BRAM: 14},
		{Board: "hx8k", Config: "processor", Logic: 7680, BRAM: 33},
		{Board: "ulx3s_12f", Config: "montecarlo", Logic: 12144, BRAM: 28},
	}
	for _, c := range []struct {
		on, config   string
		cells, bram  float64
		placed, fits bool
	}{
		{"ulx3s", "tree", 0.5, 170. / 208, true, true},
		{"ulx3s_12f", "tree", 41820. / 24288, 170. / 56, false, false},
		{"ulx3s_12f", "processor", 0.25, 0.25, true, true},
		{"colorlight_i5", "processor", 0.25, 0.25, false, true},
		{"hx8k", "processor", 1, 33. / 32, true, false},
		{"colorlight_i5", "montecarlo", 0.5, 0.5, false, true}, // as many lanes as on the other board
	} {
		fit, ok := rows.Fit(designOn(t, c.on, c.config))
		require.True(t, ok, c)
		assert.InDelta(t, c.cells, fit.Cells, 1e-9, c)
		assert.InDelta(t, c.bram, fit.BRAM, 1e-9, c)
		assert.Equal(t, c.placed, fit.Placed, c)
		assert.Equal(t, c.fits, fit.Fits(), c)
	}
	_, ok := rows.Fit(designOn(t, "ulx3s", "montecarlo"))
	assert.False(t, ok, "more lanes than on the other board")
	own := *board.ULX3S
	own.Device = "another"
	c, err := config.Find("tree", config.HasChip)
	require.NoError(t, err)
	_, ok = rows.Fit(flow.Design{Board: &own, Config: c})
	assert.False(t, ok, "a device that is not known")
}

func designOn(t *testing.T, on, name string) flow.Design {
	t.Helper()
	c, err := config.Find(name, config.HasChip)
	require.NoError(t, err)
	return flow.Design{Board: find(t, on), Config: c}
}

// TestRooms compares what the devices have with nextpnr's reports of three of them; every board's device is known.
func TestRooms(t *testing.T) {
	t.Parallel()
	for name, names := range map[string][2]string{
		"ulx3s": {"TRELLIS_COMB", "DP16KD"}, "hx8k": {"ICESTORM_LC", "ICESTORM_RAM"}, "tang_nano_20k": {"LUT4", "BSRAM"},
	} {
		b := find(t, name)
		text, err := os.ReadFile(filepath.Join("testdata", string(b.Family), "nextpnr.json"))
		require.NoError(t, err)
		var report struct {
			Utilization map[string]struct{ Available int }
		}
		require.NoError(t, json.Unmarshal(text, &report))
		room, _ := b.Room()
		assert.Equal(t, board.Room{Cells: report.Utilization[names[0]].Available, BRAM: report.Utilization[names[1]].Available}, room)
	}
	for _, b := range board.Boards() {
		_, ok := b.Room()
		assert.True(t, ok, b.Name)
	}
}
