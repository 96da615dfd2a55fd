// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/chipwasm"
	"github.com/tessera-fpga/tessera/web/chrome"
)

// shownLines are the lines of Verilog that the page shows for a signal, by part: a module each.
type shownLines struct {
	Signal string `json:"signal"`
	Text   string `json:"text"`
	Parts  []struct {
		File  string `json:"file"`
		At    string `json:"at"`
		Lines []struct {
			Number int    `json:"number"`
			Text   string `json:"text"`
			Values []struct {
				Of    string `json:"of"`
				Value string `json:"value"` // hexadecimal digits, or those of a constant
				Text  string `json:"text"`
			} `json:"values"`
		} `json:"lines"`
	} `json:"parts"`
}

// readLines reads the lines that the page shows now.
const readLines = `({ signal: document.getElementById("signal").value, text: document.getElementById("lines").textContent,
	parts: [...document.querySelectorAll("#lines .code")].map((list) => ({ file: list.dataset.file, at: list.dataset.at, lines: [...list.children].map((line) => {
		const values = [...line.querySelectorAll("b")].map((b) => ({ of: b.dataset.of, value: b.dataset.value, text: b.textContent }));
		const plain = line.cloneNode(true);
		for (const b of plain.querySelectorAll("b")) b.remove();
		return { number: line.value, text: plain.textContent, values };
	}) })) })`

// allLines chooses one signal after the other and returns the lines of each.
func (v *visitor) allLines() []shownLines {
	return eval[[]shownLines](v, `(() => {
	const select = document.getElementById("signal"), all = [];
	for (const { value } of [...select.options]) {
		select.value = value;
		select.dispatchEvent(new Event("change"));
		all.push(%s);
	}
	return all;
})()`, readLines)
}

// TestChipVerilog looks at the Verilog of every visible signal in cycles of every kind. Each line must be that
// of the file in the repository, and each value that of the waveform, whose stages are compared with the
// twins', or of the define. What registers take by the lines and values shown must be their value a cycle later.
func TestChipVerilog(t *testing.T) {
	t.Parallel()
	for _, of := range []*chipwasm.Chip{chipwasm.MonteCarlo, chipwasm.Tree} {
		t.Run(of.Name, func(t *testing.T) {
			t.Parallel()
			chipVerilog(t, of)
		})
	}
}

var (
	register = regexp.MustCompile(`^\{([^{}]+)\} <= \{([^{}]+)\};$`)
	word     = regexp.MustCompile(`\w+`)
)

func chipVerilog(t *testing.T, of *chipwasm.Chip) {
	root, err := rtl.Root()
	require.NoError(t, err)
	f := files(t)
	var table chipwasm.Table
	require.NoError(t, json.Unmarshal(f[of.TableFile()], &table))
	signals := map[string]chipwasm.Signal{}
	for _, s := range table.Signals {
		signals[s.Name] = s
	}
	sources := map[string][]string{}
	source := func(file string) []string {
		if sources[file] == nil {
			text, err := os.ReadFile(filepath.Join(root, file))
			require.NoError(t, err)
			sources[file] = strings.Split(string(text), "\n")
		}
		return sources[file]
	}
	headers, err := filepath.Glob(filepath.Join(root, "rtl/*/*.vh"))
	require.NoError(t, err)
	defines := ""
	for _, name := range headers {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		defines += string(text)
	}

	address, _ := serve(t, f.Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address+"chip.html?chip="+of.Name+opened)
	pos := link(t, opened)
	want := watched(t, of.Name, &pos)
	at := func() int { return eval[int](v, `Number(document.documentElement.dataset.cycle)`) }
	step := func(button string) {
		before := at()
		v.press("#" + button)
		v.wait(`Number(document.documentElement.dataset.cycle) > %d`, before)
	}
	// The cycles, two by two, around events of the lane.
	seen := map[int][]shownLines{}
	var cycles []int
	look := func() {
		cycles = append(cycles, at())
		seen[at()] = v.allLines()
	}
	for i, jump := range []string{"choice", "move", "result", "choice"} {
		if i == 2 {
			eval[any](v, `{ const s = document.getElementById("lane"); s.value = "%d"; s.dispatchEvent(new Event("change")); null }`, of.Lanes-1)
		}
		step(jump)
		look()
		step("forward")
		look()
	}
	eval[any](v, `{ const make = URL.createObjectURL; URL.createObjectURL = (b) => { window.wave = b.text(); return make.call(URL, b); }; null }`)
	v.press("#wave")
	wave := parseVCD(t, eval[string](v, `window.wave`))
	value := func(name string, cycle int) uint64 { return wave.signal(t, of.Top+"."+name)[cycle-wave.first] }
	state := func(s chipwasm.Signal, n uint64) string { return table.Values[s.Values][n].Name }

	values, constants, transfers, changes := 0, 0, 0, 0
	for _, cycle := range cycles {
		followed := cycle+1 < wave.first+len(wave.values[of.Top+".clk_i"]) || seen[cycle+1] != nil
		for _, shown := range seen[cycle] {
			var taken []string // words of the lines that assign the signal
			for _, part := range shown.Parts {
				instance := ""
				if part.At != "" {
					instance = part.At + "."
				}
				for _, line := range part.Lines {
					text := source(part.File)[line.Number-1]
					require.Equal(t, strings.TrimSpace(text), strings.TrimSpace(line.Text), "%s, line %d", part.File, line.Number)
					taken = append(taken, word.FindAllString(text, -1)...)
					for _, got := range line.Values {
						where := fmt.Sprintf("%s in line %d of %s, cycle %d", instance+got.Of, line.Number, part.File, cycle)
						if name, ok := strings.CutPrefix(got.Of, "`"); ok {
							require.Regexp(t, "(?m)^`define "+name+` (\d+')?[bdh]?`+got.Value+`\b`, defines, where)
							require.Equal(t, got.Value, got.Text, where)
							constants++
							continue
						}
						s, ok := signals[instance+got.Of]
						require.True(t, ok, where)
						digits := got.Value[max(0, len(got.Value)-16):]
						n, err := strconv.ParseUint(digits, 16, 64)
						require.NoError(t, err, where)
						require.Equal(t, value(s.Name, cycle), n, where)
						switch {
						case s.Values != "":
							require.Equal(t, state(s, n), got.Text, where)
						case s.Width <= 16:
							require.Equal(t, fmt.Sprint(n), got.Text, where)
						default:
							require.True(t, strings.HasSuffix(got.Value+"h", strings.TrimPrefix(got.Text, "…")), where)
						}
						values++
					}
					// {a, b} <= {c, d}; of a clocked block without a condition.
					if m := register.FindStringSubmatch(strings.TrimSpace(text)); m != nil && followed && len(part.Lines) > 1 && part.Lines[1].Number == line.Number {
						to, from := strings.Split(m[1], ", "), strings.Split(m[2], ", ")
						require.Len(t, from, len(to))
						for i := range to {
							if _, ok := signals[instance+to[i]]; !ok {
								continue
							}
							if _, ok := signals[instance+from[i]]; ok {
								require.Equal(t, value(instance+from[i], cycle), value(instance+to[i], cycle+1), "%s takes %s after cycle %d", to[i], from[i], cycle)
								transfers++
							}
						}
					}
				}
			}
			// A state comes from the lines of the state before.
			if s := signals[shown.Signal]; s.Values != "" && s.Register && strings.HasSuffix(s.Name, "state_q") && followed {
				if now, then := state(s, value(s.Name, cycle)), state(s, value(s.Name, cycle+1)); now != then {
					require.Contains(t, taken, then, "%s goes from %s to %s after cycle %d", s.Name, now, then, cycle)
					changes++
				}
			}
			require.NotEmpty(t, shown.Text)
		}
	}
	assert.Greater(t, values, 1000)
	assert.Greater(t, constants, 10)
	assert.Greater(t, transfers, 50)
	assert.Positive(t, changes)

	// A click on a stage shows what the twin has in it.
	kinds := []string{gen.TokenNone: "none", gen.TokenOpen: "open", gen.TokenCorner: "corner", gen.TokenSelect: "select"}
	lane, cycle := of.Lanes-1, at()
	for stage := 1; stage <= 5; stage++ {
		eval[any](v, `{ document.querySelector('[data-stage="%d"] .name').click(); null }`, stage)
		require.Equal(t, 1, eval[int](v, `document.querySelectorAll("#stages .chosen, #units .chosen").length`))
		got := eval[shownLines](v, readLines)
		texts := map[string]string{}
		for _, one := range got.Parts[0].Lines[1].Values {
			texts[one.Of] = one.Text
		}
		w := want[lane][cycle].Stages[stage]
		require.Equal(t, kinds[w.Kind], texts[fmt.Sprintf("kind_q%d", stage)], "stage %d, cycle %d", stage, cycle)
		if w.Kind != gen.TokenNone {
			require.Equal(t, fmt.Sprint(w.Game), texts[fmt.Sprintf("game_q%d", stage)], "stage %d, cycle %d", stage, cycle)
		}
	}
	// So does a click on the strip of the timeline, here on the search's row: it shows the search's register.
	eval[any](v, `{ const at = document.querySelector("#timeline .now").getBoundingClientRect();
		document.querySelector("#timeline svg").dispatchEvent(new MouseEvent("click", { clientX: at.x + at.width / 2, clientY: document.querySelector("#timeline .search").getBoundingClientRect().y + 2, bubbles: true })); null }`)
	require.Equal(t, table.Course, eval[shownLines](v, readLines).Signal)
	// The signal stays when the lane changes.
	eval[any](v, `{ document.querySelector('[data-unit="board"]').click(); const s = document.getElementById("lane"); s.value = "0"; s.dispatchEvent(new Event("change")); null }`)
	require.Equal(t, table.LanesAt+".gen_lane[0].u_lane.u_update.state_q", eval[shownLines](v, readLines).Signal)
}
