// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
)

func TestListBoards(t *testing.T) {
	t.Parallel()
	b, err := board.FindBoard("ulx3s_12f")
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, listBoards(&out, flow.Measurements{
		{Board: "ulx3s", Config: "tree", Logic: 41820, BRAM: 170},
		{Board: "colorlight_i5", Config: "processor", Logic: 6072, BRAM: 14, ClockMHz: 84, FmaxMin: 90},
		{Board: "ulx3s_12f", Config: "minimax", Logic: 2429, BRAM: 3, ClockMHz: 83.93, FmaxMin: 100.25,
			Extra: map[string]string{"design": "0123456789ab"}},
	}, []*board.Board{b}))
	var lines []string
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	assert.Equal(t, []string{
		"board device configuration cells block RAM clock",
		"ulx3s_12f ECP5-12F minimax 10 % 5 % 100.3 of 83.93 MHz, a former design",
	}, lines[:2])
	assert.Contains(t, lines, "tree 172 % 304 % too large")
	all := strings.Join(lines, "\n")
	assert.Regexp(t, `(?m)^processor( \*)? 25 % 25 %$`, all, "not placed on this board")
	assert.Contains(t, all, "\n"+b.Player+" *")
	assert.NotContains(t, all, "lane", "none of the board's")
}
