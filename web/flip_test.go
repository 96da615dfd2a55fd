// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/chipwasm"
	"github.com/tessera-fpga/tessera/sim/icarus"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/web/chrome"
)

// wordFlip is a bit of a word of a memory.
type wordFlip struct {
	memory    string
	word, bit int
}

// flipBench is the source of a testbench for Icarus: a core makes a game's moves and searches, and so do
// others, in each of which a bit of a memory is turned over in a cycle. It prints the first signals that
// differ, with their values with the fault and without it, and all answers with their cycles.
func flipBench(table *chipwasm.Table, pos *duo.Position, amount, cycle int, flips []wordFlip) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("`timescale 1ns / 1ns\nmodule flip_tb;\n  reg clk_i = 0;")
	ports := []string{".clk_i(clk_i)"}
	for _, in := range table.Inputs {
		line("  reg [%d:0] %s = 0;", in.Width-1, in.Name)
		ports = append(ports, fmt.Sprintf(".%[1]s(%[1]s)", in.Name))
	}
	var params []string
	for _, name := range slices.Sorted(maps.Keys(table.Params)) {
		params = append(params, fmt.Sprintf(".%s(%d)", name, table.Params[name]))
	}
	cores := []string{"plain"}
	for i := range flips {
		cores = append(cores, fmt.Sprintf("hit%d", i))
	}
	for _, name := range cores {
		line("  integer %s_at = 0;", name)
		line("  %s #(%s) %s (%s);", table.Module, strings.Join(params, ", "), name, strings.Join(ports, ", "))
	}
	line(`  integer cycle, open = %d;
  reg [%[2]d:0] differs = 0;
  task tick; begin #1 clk_i = 1; #1 clk_i = 0; #1; end endtask
  task give; begin
    cmd_valid_i = 1;
    #1;
    while (plain.cmd_ready_o !== 1) tick;
    tick;
    cmd_valid_i = 0;
    #1;
  end endtask
  initial begin
    rst_i = 1;
    repeat (4) tick;
    rst_i = 0;
    cmd_op_i = %[3]d; // its memories are undefined until then, and 0 in the page's program
    give; while (plain.rsp_valid_o !== 1) tick; tick;
    cmd_op_i = %[4]d;`, len(cores), len(flips), gen.CmdReset, gen.CmdPlay)
	at := pos.Start()
	for _, m := range pos.History() {
		place := fmt.Sprintf("cmd_pass_i = 0; cmd_orient_i = %d; cmd_row_i = %d; cmd_col_i = %d;", m.Orientation(), m.Square().Row(), m.Square().Col())
		if m == duo.Pass {
			place = "cmd_pass_i = 1; cmd_orient_i = 0; cmd_row_i = 0; cmd_col_i = 0;"
		}
		line("    cmd_player_i = %d; %s", at.ToMove(), place)
		line("    give; while (plain.rsp_valid_o !== 1) tick; tick;")
		at.Play(m)
	}
	line(`    cmd_op_i = %d; cmd_player_i = %d; cmd_pass_i = 0; cmd_orient_i = 0; cmd_row_i = 0; cmd_col_i = 0; %s = %d;
    give;
    for (cycle = 1; open != 0 && (plain_at == 0 || cycle < 2 * plain_at); cycle = cycle + 1) begin
      if (cycle == %d) begin`,
		gen.CmdSearch, pos.ToMove(), table.Search.Amount, amount, cycle)
	for i, f := range flips {
		line("        hit%d.%[2]s[%[3]d][%[4]d] = ~hit%[1]d.%[2]s[%[3]d][%[4]d];", i, f.memory, f.word, f.bit)
	}
	line("        #1;\n      end")
	for i := range flips {
		var same []string
		for _, s := range table.Signals {
			same = append(same, fmt.Sprintf("plain.%[1]s === hit%[2]d.%[1]s", s.Name, i))
		}
		line("      if (!differs[%d] && !(%s)) begin\n        differs[%[1]d] = 1;", i, strings.Join(same, " && "))
		for _, s := range table.Signals {
			line("        if (plain.%[1]s !== hit%[2]d.%[1]s) $display(\"differ %[2]d %%0d %[1]s %%0h %%0h\", cycle, hit%[2]d.%[1]s, plain.%[1]s);", s.Name, i)
		}
		line("      end")
	}
	for _, core := range cores {
		line(`      if (%[1]s.rsp_valid_o === 1 && %[1]s_at == 0) begin
        %[1]s_at = cycle + 1;
        open = open - 1;
        $display("%[1]s %%0d %%0d %%0d %%0d %%0d", %[1]s.rsp_pass_o, %[1]s.rsp_orient_o, %[1]s.rsp_row_o, %[1]s.rsp_col_o, %[1]s_at);
      end`, core)
	}
	line("      tick;\n    end\n    $finish;\n  end\nendmodule")
	return b.String()
}

// flipResult is what became of a search: the answer as the page has it, orientation, square and cycles,
// "" for none, and the sentence about the signals that differ.
type flipResult struct{ answer, first string }

// flipInIcarus runs the testbench, and returns the plain search and those with a fault.
func flipInIcarus(t *testing.T, table *chipwasm.Table, pos *duo.Position, amount, cycle int, flips []wordFlip) (plain flipResult, hits []flipResult) {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, "flip_tb.v")
	require.NoError(t, os.WriteFile(file, []byte(flipBench(table, pos, amount, cycle, flips)), 0o666))
	out, err := icarus.Bench{File: file}.Run(t.Context(), folder)
	require.NoError(t, err)
	hits = make([]flipResult, len(flips))
	differ, at := make([][]string, len(flips)), make([]int, len(flips))
	for _, text := range strings.Split(out, "\n") {
		var core, name, one, two string
		var i, when, pass, o, row, col, cycles int
		if _, err := fmt.Sscanf(text, "differ %d %d %s %s %s", &i, &when, &name, &one, &two); err == nil {
			differ[i], at[i] = append(differ[i], fmt.Sprintf("%s (%s in place of %s)", name, one, two)), when
			continue
		}
		if _, err := fmt.Sscanf(text, "%s %d %d %d %d %d", &core, &pass, &o, &row, &col, &cycles); err != nil {
			continue
		}
		answer := fmt.Sprint(o, int(duo.NewSquare(row, col)), cycles)
		if pass == 1 {
			answer = fmt.Sprint(-1, -1, cycles)
		}
		if _, err := fmt.Sscanf(core, "hit%d", &i); err == nil {
			hits[i].answer = answer
		} else {
			plain.answer = answer
		}
	}
	require.NotEmpty(t, plain.answer, out)
	for i, all := range differ {
		if len(all) == 0 {
			hits[i].first = "No signal seen ever differs."
			continue
		}
		n := min(5, len(all))
		hits[i].first = fmt.Sprintf("The first signals seen to differ, in cycle %s: %s", thousands(at[i]), strings.Join(all[:n], ", "))
		if len(all) > n {
			hits[i].first += fmt.Sprintf(" and %d more", len(all)-n)
		}
		hits[i].first += "."
	}
	return plain, hits
}

// thousands writes a number as the page does.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// TestFlipMemory flips bits of memories in the watched search. The plain search must be the twin's. The
// long tests compare all that the page says with another simulator, Icarus, that runs the Verilog: which
// signals differ first, and both answers. The minimax chip plays and searches in few enough cycles for it.
func TestFlipMemory(t *testing.T) {
	t.Parallel()
	const depth = 2 // the page's
	flips := []wordFlip{{"u_search_stack.frames", 1, 40}}
	root, err := rtl.Root()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, chipwasm.Folder, chipwasm.Minimax.TableFile()))
	require.NoError(t, err)
	var table chipwasm.Table
	require.NoError(t, json.Unmarshal(text, &table))
	// A position late in a game, from which a search takes some thousand cycles.
	rng := rand.New(rand.NewPCG(1, 2))
	var pos duo.Position
	want, answer := "", duo.Pass
	for cycles := uint64(0); cycles < 1500 || cycles > 9000; {
		if pos = duo.RandomGame(rng, 32); pos.FirstToMove() != duo.Player1 || pos.CountLegalMoves() < 1 || pos.CountLegalMoves() > 3 {
			continue
		}
		core, err := twin.NewMinimax(chipwasm.MinimaxConfig)
		require.NoError(t, err)
		for _, m := range pos.History() {
			_, err := core.Play(m)
			require.NoError(t, err)
		}
		r, took := core.Search(depth)
		want, cycles = fmt.Sprint(int(r.Move.Orientation()), int(r.Move.Square()), took), took
		answer = r.Move
	}
	// The size of the answer's tile, by its orientation, which the search looks up.
	flips = append(flips, wordFlip{"u_tile_rom.rows", int(answer.Orientation()), gen.WindowBits + gen.TileBits})
	var codes []string
	for _, m := range pos.History() {
		codes = append(codes, m.String())
	}
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address+"chip.html?chip=minimax#1:"+strings.Join(codes, "."))
	choose := func(flip wordFlip) {
		eval[any](v, `{ const s = document.getElementById("register"); s.value = %q; s.dispatchEvent(new Event("change"));
			document.getElementById("word").value = "%d"; document.getElementById("bit").value = "%d"; document.getElementById("flipped").replaceChildren(); null }`, flip.memory, flip.word, flip.bit)
	}
	choose(wordFlip{table.Course, 0, 0})
	require.True(t, eval[bool](v, `document.getElementById("word-label").hidden`), "a register has no words")
	v.press("#first")
	cycle := eval[int](v, `Number(document.documentElement.dataset.cycle)`)
	t.Logf("%d moves, the answer %s, flipped in cycle %d", len(codes), want, cycle)
	var plain flipResult
	var hits []flipResult
	if simtest.All() {
		plain, hits = flipInIcarus(t, &table, &pos, depth, cycle, flips)
		require.Equal(t, want, plain.answer)
	}
	changed := 0
	for i, flip := range flips {
		choose(flip)
		require.False(t, eval[bool](v, `document.getElementById("word-label").hidden`))
		v.press("#strike")
		v.wait(`document.getElementById("flipped").textContent.startsWith("Bit ")`)
		got := eval[string](v, `document.getElementById("flipped").textContent`)
		answers := eval[[]string](v, `[document.getElementById("flipped").dataset.plain, document.getElementById("flipped").dataset.hit]`)
		assert.Contains(t, got, fmt.Sprintf("Bit %d of word %d of %s, flipped in cycle %s. ", flip.bit, flip.word, flip.memory, thousands(cycle)))
		assert.Equal(t, want, answers[0], got)
		if !strings.Contains(got, "No signal seen ever differs.") {
			changed++
		}
		if simtest.All() {
			assert.Contains(t, got, hits[i].first)
			assert.Equal(t, hits[i].answer, answers[1], got)
		}
	}
	assert.Positive(t, changed, "no flip changed the search")
	choose(wordFlip{flips[0].memory, 4, 0})
	v.press("#strike")
	v.wait(`document.body.textContent.includes("u_search_stack.frames has no word 4, only 0 to 3")`)
	v.accessible("a memory chosen")
}
