// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/rtl"
)

// TestBusesAreFull requires every bit of a bus to be in a field, and only aliases to share bits.
func TestBusesAreFull(t *testing.T) {
	shared := map[string]bool{"command.row": true, "command.first": true}
	for _, b := range []*Bus{PlacementBus, JobBus, ResultBus, PickBus, CommandBus, TraceBus} {
		of := make([]string, b.Bits)
		for _, f := range b.Fields {
			for i := f.Low; i < f.Low+f.Width; i++ {
				name := b.Name + "." + f.Name
				assert.Equal(t, shared[name], of[i] != "", "bit %d of %s: %s and %s", i, b.Name, of[i], name)
				of[i] = name
			}
		}
		assert.NotContains(t, of, "", b.Name)
	}
}

// TestWindowDrawing compares the drawing in anchor_window's head with the table.
func TestWindowDrawing(t *testing.T) {
	text, err := fs.ReadFile(rtl.FS, "playout/anchor_window.v")
	require.NoError(t, err)
	row := regexp.MustCompile(`(?m)^// +(-?\d) ((?: +(?:\.|X|\d+)){9})(?: |$)`)
	drawn := map[string]duo.Cell{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		var r int8
		_, err := fmt.Sscan(m[1], &r)
		require.NoError(t, err)
		for c, cell := range strings.Fields(m[2]) {
			if cell != "." {
				drawn[cell] = duo.Cell{Row: r, Col: int8(c) - playout.Reach}
			}
		}
	}
	want := map[string]duo.Cell{"X": {}}
	for i, c := range playout.WindowCells {
		want[fmt.Sprint(i)] = c
	}
	assert.Equal(t, want, drawn)
}
