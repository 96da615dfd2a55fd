// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chipwasm_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/chipwasm"
)

// assigned matches a line that plainly assigns a signal, x <= y or assign x = y, and has the signal.
var assigned = regexp.MustCompile(`^ *(?:assign |(?:if|else|end else|end).* |[A-Z0-9_, ]+: (?:if.* )?)?([a-z]\w*)(?:\[[^\]]*\])? <?= `)

// TestVerilog looks for the drivers of every visible signal of the committed chips. The lines must be those of
// the files; each driver must name its signal, or what the signal repeats; and every line that plainly
// assigns a signal must be among its drivers.
func TestVerilog(t *testing.T) {
	t.Parallel()
	root, err := rtl.Root()
	require.NoError(t, err)
	for _, of := range chipwasm.Chips {
		text, err := of.MakeInside()
		require.NoError(t, err)
		var in chipwasm.Inside
		require.NoError(t, json.Unmarshal(text, &in))
		v := in.Verilog
		require.Equal(t, of == chipwasm.Tree || of == chipwasm.AlphaBeta, in.Floorplan != nil, "the floorplan of the board's player")
		var table chipwasm.Table
		require.NoError(t, json.Unmarshal(committed(t, of)[of.TableFile()], &table))
		for _, s := range table.Signals {
			at, name := "", s.Name
			if dot := strings.LastIndexByte(s.Name, '.'); dot >= 0 {
				at, name = s.Name[:dot], s.Name[dot+1:]
			}
			require.Contains(t, v.Instances, at)
			require.NotEmpty(t, v.Modules[v.Instances[at]].Drivers[name], s.Name)
		}
		for module, names := range table.Values {
			for value, n := range names {
				require.NotEmpty(t, n.Name, "state %d of %s", value, module)
			}
		}
		plain := 0
		for module, d := range v.Modules {
			source, err := os.ReadFile(filepath.Join(root, d.File))
			require.NoError(t, err)
			lines := strings.Split(string(source), "\n")
			for n, line := range d.Lines {
				require.Equal(t, lines[n-1], line, "%s, line %d", d.File, n)
			}
			for name, all := range d.Drivers {
				require.Contains(t, joined(d, all[0]), name, module)
				var numbers []int
				for _, one := range all {
					numbers = append(numbers, one.Lines...)
				}
				for i, line := range lines {
					if m := assigned.FindStringSubmatch(line); m != nil && m[1] == name {
						assert.Contains(t, numbers, i+1, "%s, line %d drives %s: %s", d.File, i+1, name, line)
						plain++
					}
				}
			}
		}
		if of.Lanes == 0 {
			assert.Greater(t, plain, 50, of.Name)
			continue
		}
		assert.Greater(t, plain, 100, of.Name)
		assert.Equal(t, "0", v.Constants["TOKEN_NONE"])
	}
}

func joined(d chipwasm.Driven, one chipwasm.Driver) (text string) {
	for _, n := range one.Lines {
		text += d.Lines[n] + "\n"
	}
	return text
}

// TestVerilogOf compares some drivers with what a reader finds in the files.
func TestVerilogOf(t *testing.T) {
	t.Parallel()
	v, err := chipwasm.MonteCarlo.Verilog()
	require.NoError(t, err)
	type driver struct {
		states, from string
		lines        []string
	}
	for _, c := range []struct {
		module, signal string
		want           []driver
	}{
		{"playout_lane", "kind_q3", []driver{
			{lines: []string{"always @(posedge clk_i) begin", "{kind_q3, game_q3, row_q3, col_q3} <= {kind_q2, game_q2, row_q2, col_q2};"}},
			{lines: []string{"always @(posedge clk_i) begin", "if (rst_i) begin", "{kind_q1, kind_q2, kind_q3, kind_q4} <= {4{`TOKEN_NONE}};"}},
		}},
		{"playout_lane", "selected", []driver{{lines: []string{"wire selected = select & select_ready;"}}}},
		{"playout_lane", "job_valid_i", []driver{{lines: []string{"input  wire                     job_valid_i,"}}}},
		{"playout_lane", "chosen_k", []driver{{from: "u_choice.chosen_k_o", lines: []string{"move_choice u_choice (", ".chosen_k_o    (chosen_k),"}}}},
		{"playout_lane", "picked_pattern", []driver{{from: "u_pick.pattern_o", lines: []string{"pattern_pick u_pick (", ".pattern_o(picked_pattern)"}}}},
		{"move_choice", "chosen_k_o", []driver{{lines: []string{"assign chosen_k_o = chosen_k_q;"}}}},
		{"board_update", "board_q", []driver{
			{states: "IDLE RIVAL14", lines: []string{"always @(posedge clk_i) begin", "case (state_q)", "IDLE, RIVAL14: begin", "board_q <= game;"}},
			{from: "u_fetch.game_o", lines: []string{"move_fetch #(", ") u_fetch (", ".game_o          (game),"}}, // what board_q takes
		}},
		{"board_update", "result_valid_o", []driver{
			{lines: []string{"assign result_valid_o = report;"}},
			{lines: []string{"wire report = state_q == RESULT;"}},
		}},
	} {
		d := v.Modules[c.module]
		var got []driver
		for _, one := range d.Drivers[c.signal] {
			g := driver{states: strings.Join(one.States, " "), from: one.From}
			for _, n := range one.Lines {
				g.lines = append(g.lines, strings.TrimSpace(d.Lines[n]))
			}
			got = append(got, g)
		}
		assert.Equal(t, c.want, got, "%s of %s", c.signal, c.module)
	}
	// The last arm of a choice stands for the states without one, and x_q <= x_d leads to x_d.
	choice := v.Modules["move_choice"]
	last := choice.Drivers["state_q"]
	require.True(t, slices.ContainsFunc(last, func(d chipwasm.Driver) bool { return slices.Equal(d.States, []string{"CHOSEN"}) }))
	var text string
	for _, one := range v.Modules["sequential_halving"].Drivers["state_q"] {
		if slices.Contains(one.States, "COUNTED") {
			text += joined(v.Modules["sequential_halving"], one)
		}
	}
	require.Contains(t, text, "state_d = ")
}
