// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package board

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPlayer: a board's player is a configuration that plays and fits the board.
func TestPlayer(t *testing.T) {
	for player, want := range map[string]string{
		"montecarlo": "",
		"tree":       "fpga: board hx8k: player: configuration tree does not fit family ice40, or is none of the board's",
		"lane":       `fpga: board hx8k: player: config: unknown configuration "lane", want one of minimax, montecarlo, alphabeta, tree, processor`,
		"":           `fpga: board hx8k: player: config: unknown configuration "", want one of minimax, montecarlo, alphabeta, tree, processor`,
	} {
		b := *HX8K
		b.Player = player
		if err := b.Check(); want == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, want)
		}
	}
}

// TestFiles: the files of the boards are whole; a broken one is an error that names its board and the
// place, and no other board's.
func TestFiles(t *testing.T) {
	assert.Empty(t, broken)
	require.NotEmpty(t, Boards())
	text, err := files.ReadFile("hx8k.json")
	require.NoError(t, err)
	for _, fault := range []struct{ old, now, want string }{
		{`"C3"]`, `"C3", "C9"]`, "fpga: board my_board: 9 LED pins, want 0 to 8"},
		{`"role": "clock"`, `"role": "clk"`, `fpga: board my_board: pin clk_12mhz: role "clk", want one of clock, high, led, reset, uart_rx, uart_tx`},
		{`"title"`, `"titel"`, `fpga: board my_board: json: unknown field "titel"`},
		{`"ct256",`, `"ct256"`, `fpga: board my_board: line 8: invalid character '"' after object key:value pair`},
		{`12000000`, `"12 MHz"`, "fpga: board my_board: line 8: oscillator_hz is string, want int"},
		{`"processor",`, `"processor", "configs": {"tree": {}},`, "fpga: board my_board: player: configuration processor does not fit family ice40, or is none of the board's"},
		{`"processor",`, `"processor", "configs": {"processor": {"params": {"LEAVE": 1}}},`, "fpga: board my_board: configs: processor has no parameter LEAVE for family ice40"},
		{`"processor",`, `"processor", "configs": {"processors": {}},`, `fpga: board my_board: configs: config: unknown configuration "processors", want one of `},
		{"  ]\n}\n", "  ]\n}\n{}", "fpga: board my_board: line 24: more behind the board"},
		{"  ]\n}\n", "  ]\n", "fpga: board my_board: unexpected EOF"},
		{`"J3"`, `"B10"`, "fpga: board my_board: pins clk_12mhz and uart_rx share site B10"},
		{`"family": "ice40"`, `"family": "ice"`, `fpga: board my_board: family "ice", want ice40 or ecp5`},
	} {
		changed := strings.Replace(string(text), fault.old, fault.now, 1)
		require.NotEqual(t, string(text), changed, fault.old)
		_, err := Parse("my_board", []byte(changed))
		assert.ErrorContains(t, err, fault.want)
	}

	path := filepath.Join(t.TempDir(), "my_board.json")
	_, err = FindBoard(path)
	assert.ErrorContains(t, err, "fpga: board: open "+path)
	require.NoError(t, os.WriteFile(path, text, 0o666))
	b, err := FindBoard(path)
	require.NoError(t, err)
	want := *HX8K
	want.Name = "my_board"
	assert.Equal(t, &want, b)
	_, err = FindBoard("de10")
	assert.EqualError(t, err, `fpga: unknown board "de10", want one of `+strings.Join(Names(), ", ")+", or a file that ends in .json")
}
