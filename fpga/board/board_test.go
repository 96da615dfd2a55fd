// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package board

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPlayer: a board's player is a configuration that plays and fits the board.
func TestPlayer(t *testing.T) {
	for player, want := range map[string]string{
		"montecarlo": "",
		"tree":       "fpga: board hx8k: player: configuration tree does not fit family ice40, or is none of the board's",
		"lane":       `fpga: board hx8k: player: config: unknown configuration "lane", want one of minimax, montecarlo, alphabeta, alphabeta-margin, tree, processor`,
		"":           `fpga: board hx8k: player: config: unknown configuration "", want one of minimax, montecarlo, alphabeta, alphabeta-margin, tree, processor`,
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

// TestGowinPart: the limits of the PLL are of one speed grade, so that a board has no other.
func TestGowinPart(t *testing.T) {
	b, err := FindBoard("tang_nano_20k")
	require.NoError(t, err)
	slow := *b
	slow.Part = "GW2AR-LV18QN88C7/I6"
	assert.EqualError(t, slow.Check(), `fpga: board tang_nano_20k: part: "GW2AR-LV18QN88C7/I6", want speed grade C8/I7`)
	slow.Part, slow.Device = b.Part, "GW1N-9C"
	assert.EqualError(t, slow.Check(), `fpga: board tang_nano_20k: device: "GW1N-9C", want one of GW2A-18, GW2A-18C`)
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
		{`"alphabeta-margin",`, `"alphabeta-margin", "configs": {"tree": {}},`, "fpga: board my_board: player: configuration alphabeta-margin does not fit family ice40, or is none of the board's"},
		{`"alphabeta-margin",`, `"alphabeta-margin", "configs": {"processor": {"params": {"LEAVE": 1}}},`, "fpga: board my_board: configs: processor has no parameter LEAVE for family ice40"},
		{`"alphabeta-margin",`, `"alphabeta-margin", "configs": {"processors": {}},`, `fpga: board my_board: configs: config: unknown configuration "processors", want one of `},
		{"  ]\n}\n", "  ]\n}\n{}", "fpga: board my_board: line 24: more behind the board"},
		{"  ]\n}\n", "  ]\n", "fpga: board my_board: unexpected EOF"},
		{`"J3"`, `"B10"`, "fpga: board my_board: pins clk_12mhz and uart_rx share site B10"},
		{`"family": "ice40"`, `"family": "ice"`, `fpga: board my_board: family: "ice", want ice40, ecp5 or gowin`},
		{`"hx8k"`, `"hx9k"`, `fpga: board my_board: device: "hx9k", want one of lp384, `},
		{`"ct256",`, `"ct256", "speed": 6,`, `fpga: board my_board: speed: 6, want one of [0]`},
		{`"ct256",`, `"",`, `fpga: board my_board: package: is missing`},
		{`12000000`, `0`, "fpga: board my_board: oscillator_hz: 0, want 1 or more"},
		{`"alphabeta-margin",`, `"alphabeta-margin", "configs": {"processor": {"params": {"LANES": -1}}},`, "fpga: board my_board: configs: processor: LANES is -1, want 0 or more"},
		{`"alphabeta-margin",`, `"alphabeta-margin", "configs": {"processor": {"clock_hz": -1}},`, "fpga: board my_board: configs: processor: clock_hz is -1, want 0 or more"},
	} {
		changed := strings.Replace(string(text), fault.old, fault.now, 1)
		require.NotEqual(t, string(text), changed, fault.old)
		_, err := reader{fstest.MapFS{"my_board.json": {Data: []byte(changed)}}}.board("my_board.json")
		assert.ErrorContains(t, err, fault.want)
	}

	path := filepath.Join(t.TempDir(), "my_board.json")
	_, err = FindBoard(path)
	assert.ErrorContains(t, err, "fpga: board: stat "+path)
	require.NoError(t, os.WriteFile(path, text, 0o666))
	b, err := FindBoard(path)
	require.NoError(t, err)
	want := *HX8K
	want.Name = "my_board"
	assert.Equal(t, &want, b)
	_, err = FindBoard("de10")
	assert.EqualError(t, err, `fpga: unknown board "de10", want one of `+strings.Join(Names(), ", ")+", or a file that ends in .json")
}

// TestLike: a board is like another but for the fields and pins of its file; one that is like
// itself, or like none, is an error that names file and field.
func TestLike(t *testing.T) {
	folder := fstest.MapFS{}
	for name, text := range map[string]string{
		"mine":    `{"like": "ulx3s", "title": "Mine", "player": "minimax", "configs": {"minimax": {}}, "pins": [{"name": "btn_pwr_n", "role": "reset", "sites": ["R1"]}, {"name": "led", "role": "led", "sites": []}]}`,
		"child":   `{"like": "mine.json", "configs": null, "sdram": null, "pins": [{"name": "lamp", "role": "led", "sites": ["B2"]}]}`,
		"self":    `{"like": "self.json"}`,
		"ring":    `{"like": "link.json"}`,
		"link":    `{"like": "ring.json"}`,
		"unknown": `{"like": "ulx4s"}`,
		"gone":    `{"like": "nowhere.json"}`,
		"typo":    `{"like": "badly.json"}`,
		"badly":   `{"like": "ulx3s", "titel": "Mine"}`,
		"role":    `{"like": "ulx3s", "pins": [{"name": "led", "role": "lamp", "sites": ["B2"]}]}`,
		"range":   `{"like": "ulx3s", "speed": 9}`,
	} {
		folder[name+".json"] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, want := range map[string]string{
		"self":    "fpga: board self: like: self.json is like self.json: a cycle",
		"ring":    "fpga: board link: like: ring.json is like link.json is like ring.json: a cycle",
		"unknown": `fpga: board unknown: like: unknown board "ulx4s", want one of ` + strings.Join(Names(), ", ") + ", or a file that ends in .json",
		"gone":    "fpga: board gone: like: open nowhere.json: file does not exist",
		"typo":    `fpga: board badly: json: unknown field "titel"`,
		"role":    `fpga: board role: pin led: role "lamp", want one of clock, high, led, reset, uart_rx, uart_tx`,
		"range":   "fpga: board range: speed: 9, want one of [6 7 8]",
	} {
		_, err := reader{folder}.board(name + ".json")
		assert.EqualError(t, err, want)
	}

	want := *ULX3S
	want.Name, want.Title, want.Player = "mine", "Mine", "minimax"
	want.Settings = map[string]Setting{"minimax": {}}
	want.Pins = nil
	for _, p := range ULX3S.Pins {
		switch p.Role {
		case LED:
		case Reset:
			want.Pins = append(want.Pins, Pin{Name: p.Name, Site: "R1", Role: Reset})
		default:
			want.Pins = append(want.Pins, p)
		}
	}
	b, err := reader{folder}.board("mine.json")
	require.NoError(t, err)
	assert.Equal(t, &want, b)

	want.Name, want.Settings, want.SDRAM = "child", nil, nil
	want.Pins = append(want.Pins, Pin{Name: "lamp", Site: "B2", Role: LED})
	b, err = reader{folder}.board("child.json")
	require.NoError(t, err)
	assert.Equal(t, &want, b)
}
