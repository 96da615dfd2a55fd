// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/chipwasm"
	"github.com/tessera-fpga/tessera/web/chrome"
	"github.com/tessera-fpga/tessera/web/pack"
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
	for _, of := range chipwasm.Chips {
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
	at := func() int { return eval[int](v, `Number(document.documentElement.dataset.cycle)`) }
	step := func(button string) {
		before := at()
		v.press("#" + button)
		v.wait(`Number(document.documentElement.dataset.cycle) > %d`, before)
	}
	// The cycles, two by two, around events of the lane; of a core without lanes, one after another.
	seen := map[int][]shownLines{}
	var cycles []int
	look := func() {
		cycles = append(cycles, at())
		seen[at()] = v.allLines()
	}
	jumps := []string{"choice", "move", "result", "choice"}
	if of.Lanes == 0 {
		jumps = []string{"leap", "forward", "leap", "forward"}
	}
	for i, jump := range jumps {
		if i == 2 && of.Lanes > 0 {
			eval[any](v, `{ const s = document.getElementById("lane"); s.value = "%d"; s.dispatchEvent(new Event("change")); null }`, of.Lanes-1)
		}
		step(jump)
		look()
		step("forward")
		look()
	}
	eval[any](v, `{ const make = URL.createObjectURL; URL.createObjectURL = (b) => { window.wave = b.text(); return make.call(URL, b); }; null }`)
	v.press("#wave")
	wave := parseVCD(t, eval[string](v, `window.wave`), len(table.Signals))
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
	assert.Positive(t, changes)
	if of.Lanes == 0 {
		assert.Greater(t, values, 300)
		return
	}
	assert.Greater(t, values, 1000)
	assert.Greater(t, constants, 10)
	assert.Greater(t, transfers, 50)

	// A click on a stage shows what the twin has in it.
	kinds := []string{gen.TokenNone: "none", gen.TokenOpen: "open", gen.TokenCorner: "corner", gen.TokenSelect: "select"}
	lane, cycle := of.Lanes-1, at()
	pos := link(t, opened)
	want := watched(t, of.Name, &pos)
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

// insideRow is a candidate as the page shows it.
type insideRow struct {
	Move   string `json:"move"`
	Visits int    `json:"visits"`
	Wins   string `json:"wins"`
	Points string `json:"points"`
}

// insideList is the list of candidates that the page of the inside shows.
type insideList struct {
	Cycle int         `json:"cycle"`
	Note  string      `json:"note"`
	State string      `json:"state"`
	Done  bool        `json:"done"`
	Rows  []insideRow `json:"rows"`
}

const readList = `({ cycle: Number(document.documentElement.dataset.cycle), note: document.getElementById("candidates-note").textContent,
	state: document.getElementById("search-now").textContent, done: document.getElementById("leap").getAttribute("aria-disabled") === "true",
	rows: [...document.querySelectorAll("#candidates li")].map((li) => {
		for (const e of li.querySelectorAll(".unseen")) e.remove();
		const text = (at) => li.querySelector(at).textContent;
		return { move: text(".move"), visits: Number(text(".number")), wins: text(".chance"), points: text(".value") };
	}) })`

// insidePage opens the inside of a chip at a position with so few moves that a search is short.
func insidePage(t *testing.T, chip string) (v *visitor, pos duo.Position) {
	t.Helper()
	pos = link(t, opened)
	address := opened
	for {
		moves := playout.AnchorMoves(&pos, nil)
		if len(moves) <= 40 {
			break
		}
		m := moves[len(moves)/2].Move()
		require.NoError(t, pos.MakeMove(m))
		address += "." + m.String()
	}
	require.True(t, pos.HasLegalMove())
	host, _ := serve(t, files(t).Handler(true, nil))
	return visitAt(t, chrome.Desktop, host+"chip.html?chip="+chip+address), pos
}

// nameOf returns a function that names moves as the page does, from golden's tables.
func nameOf(t *testing.T) func(m duo.Move) string {
	t.Helper()
	var start struct {
		Tables struct {
			Size         int
			Tiles        []struct{ Name string }
			Squares      []string
			Orientations []struct {
				Tile  int
				Cells [][2]int
			}
		}
	}
	require.NoError(t, json.Unmarshal(files(t)[pack.Start], &start))
	g := start.Tables
	return func(m duo.Move) string {
		o := g.Orientations[m.Orientation()]
		return g.Tiles[o.Tile].Name + " " + g.Squares[(m.Square().Row()+o.Cells[0][0])*g.Size+m.Square().Col()+o.Cells[0][1]]
	}
}

// lists reads the candidates now and after every thousand cycles, up to the end of the search.
func (v *visitor) lists() (all []insideList) {
	for {
		one := eval[insideList](v, readList)
		all = append(all, one)
		if one.Done {
			return all
		}
		v.press("#leap")
		v.wait(`Number(document.documentElement.dataset.cycle) > %d`, one.Cycle)
	}
}

var work = regexp.MustCompile(`In cycle ([0-9,]+), the newest, after ([0-9,]+) (leaves|playouts);`)

// done returns the work that the note beside the list tells, and checks that its cycle is the one shown.
func (l insideList) done(t *testing.T) int {
	t.Helper()
	m := work.FindStringSubmatch(l.Note)
	require.NotNil(t, m, l.Note)
	number := func(text string) int {
		n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
		require.NoError(t, err)
		return n
	}
	require.Equal(t, l.Cycle, number(m[1]))
	return number(m[2])
}

// most is the number of candidates that the page shows.
const most = 10

// TestInsideTree compares the candidates of the tree chip, which the page reads from its memories while the
// search goes on, with golden's tree at the same leaf, and those at the end with golden's answer.
func TestInsideTree(t *testing.T) {
	t.Parallel()
	v, pos := insidePage(t, "tree")
	name := nameOf(t)
	core, err := search.NewTreeCore(search.ULX3SBRAM.Config, func() search.Evaluator { return evaluation.New(search.ULX3SBRAM.Weights) })
	require.NoError(t, err)
	rowsOf := func() (rows []insideRow) {
		for _, c := range core.Candidates() {
			row := insideRow{Move: name(c.Move), Visits: c.Visits}
			if c.Visits > 0 {
				row.Wins = fmt.Sprintf("%.0f %%", math.Floor(100*float64(c.Value)/tree.MaxValue+0.5))
			}
			rows = append(rows, row)
		}
		return rows
	}
	var golden [][]insideRow // golden's candidates after the choice of each leaf
	core.Trace(func(*tree.Descent) { golden = append(golden, rowsOf()) })
	core.Search(&pos, 300, insideSeed)

	all := v.lists()
	require.Greater(t, len(all), 20)
	end := all[len(all)-1]
	require.ElementsMatch(t, rowsOf()[:min(most, len(rowsOf()))], end.Rows)
	require.Equal(t, len(golden), end.done(t))
	whole, before, leaves := 0, 0, 0
	for _, l := range all[:len(all)-1] {
		if len(l.Rows) == 0 {
			continue // the root has no children yet
		}
		n := l.done(t)
		require.GreaterOrEqual(t, n, leaves)
		leaves = n
		// The register counts a leaf when it is taken: before or after that its visits come into the memory,
		// and those of the next way may be there already. Between a value and the next choice one row may be
		// neither golden's before nor after.
		rows := append([]insideRow{}, golden[max(n-1, 0)]...)
		visits := 0
		for _, r := range rows {
			visits += r.Visits
		}
		for after := n; after <= n+1; after++ {
			rows = append(rows, golden[min(after, len(golden)-1)]...)
		}
		have := l.Rows
		if n == len(golden) {
			// The last values come without a choice in between: only the visits are golden's.
			rows, have = visitsOf(rows), visitsOf(have)
		}
		same, shown := 0, 0
		for _, r := range have {
			shown += r.Visits
			if slices.Contains(rows, r) {
				same++
			}
		}
		require.GreaterOrEqual(t, same, len(l.Rows)-1, "cycle %d: %v, golden %v", l.Cycle, l.Rows, rows)
		require.LessOrEqual(t, shown, visits+2)
		require.GreaterOrEqual(t, shown, before-1, "the visits fall in cycle %d", l.Cycle)
		before = shown
		if same == len(l.Rows) {
			whole++
		}
	}
	require.Greater(t, 2*whole, len(all))

	// The move under the pointer is on the board.
	best := core.Candidates()[0].Move
	require.Equal(t, name(best), end.Rows[0].Move)
	box := eval[[4]float64](v, `(() => { document.querySelector("#candidates button").focus(); const b = document.querySelector("#board .preview path").getBBox(); return [b.x, b.y, b.width, b.height]; })()`)
	top, left, bottom, right := duo.BoardSize, duo.BoardSize, 0, 0
	for row, col := range best.Cells {
		top, left, bottom, right = min(top, row), min(left, col), max(bottom, row+1), max(right, col+1)
	}
	require.Equal(t, [4]float64{float64(left), float64(top), float64(right - left), float64(bottom - top)}, box)
}

// visitsOf returns rows of candidates without their values.
func visitsOf(rows []insideRow) []insideRow {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Wins = ""
	}
	return rows
}

// settled are the states in which all playouts of a round are in the sums.
var settled = regexp.MustCompile(`sequential_halving is in (COUNT|COUNTING|COMPARE|COUNTED|WALKED|BIT),`)

// TestInsideHalving compares the candidates of the Monte Carlo chip with golden's at the ends of the rounds of
// sequential halving, and at the end of the search.
func TestInsideHalving(t *testing.T) {
	t.Parallel()
	v, pos := insidePage(t, "montecarlo")
	name := nameOf(t)
	config := search.MonteCarloConfig{Policy: chipwasm.Policy, Visits: 1, Seed: insideSeed}
	row := func(m search.PlayedMove) insideRow {
		points := fmt.Sprintf("%+.1f", float64(m.Sum)/float64(m.Visits))
		return insideRow{name(m.Move), m.Visits, "", strings.Replace(points, "-", "−", 1)}
	}
	compared, playouts := map[int]bool{}, 0
	all := v.lists()
	for _, l := range all[:len(all)-1] {
		if len(l.Rows) == 0 {
			continue
		}
		n := l.done(t)
		require.GreaterOrEqual(t, n, playouts)
		playouts = n
		if !settled.MatchString(l.State) {
			continue
		}
		_, found := config.Candidates(&pos, func(done int) bool { return done >= n })
		visits := l.Rows[0].Visits
		var want []insideRow
		for _, m := range found {
			if m.Visits == visits {
				want = append(want, row(m))
			}
		}
		require.Equal(t, min(most, len(want)), len(l.Rows))
		require.Subset(t, want, l.Rows, "after %d playouts", n)
		points := func(r insideRow) float64 {
			f, err := strconv.ParseFloat(strings.Replace(r.Points, "−", "-", 1), 64)
			require.NoError(t, err)
			return f
		}
		for i := range l.Rows {
			best := l.Rows[i]
			for _, other := range want {
				if !slices.Contains(l.Rows, other) {
					require.GreaterOrEqual(t, points(best), points(other), "%v is missing", other)
				}
			}
		}
		compared[n] = true
	}
	require.Greater(t, len(compared), 1, "rounds")
	r := config.Search(&pos, nil)
	end := all[len(all)-1]
	require.Equal(t, []insideRow{row(search.PlayedMove{Move: r.Move, Visits: r.Visits, Sum: r.Sum})}, end.Rows)
	require.Equal(t, r.Playouts, end.done(t))
}

// lineNode is a node that a search by depth enters or leaves, as the page tells it.
type lineNode struct {
	Cycle int    `json:"cycle"`
	Ply   int    `json:"ply"`
	Text  string `json:"text"`
}

// readNodes reads the events, the latest first.
const readNodes = `[...document.querySelectorAll("#events li")].map((li) => ({ cycle: Number(li.querySelector(".cycle").textContent.replaceAll(",", "")),
	ply: Number(li.querySelector(".token").textContent), text: li.lastElementChild.textContent }))`

// searched is a node of golden's search.
type searched struct {
	cycle, ply int
	value      string // as the page has it
	leave      bool
	move       duo.Move // that led here
}

// minus formats a number as the page does.
func minus(n any) string { return strings.Replace(fmt.Sprint(n), "-", "−", 1) }

// nodesOf returns golden's nodes of a chip's search.
func nodesOf(t *testing.T, of *chipwasm.Chip, pos *duo.Position) (all []searched) {
	switch of {
	case chipwasm.AlphaBeta:
		alphabeta.New(chipwasm.AlphaBetaConfig).Search(pos, 2, alphabeta.NeverStop, func(n alphabeta.Node) {
			s := searched{int(n.Cycle), n.Ply, minus(n.Score), n.Leave, duo.Pass}
			if n.Leave { // no line of this search ends the game
				points := float64(n.Score) / alphabeta.MarginUnit
				s.value = minus(fmt.Sprintf("%.2f", math.Copysign(math.Round(100*math.Abs(points))/100, points)))
			}
			if !n.Leave && !n.Pass {
				s.move = n.Move.Move()
			}
			all = append(all, s)
		}, nil)
	case chipwasm.Minimax:
		core, err := search.NewMinimax(chipwasm.MinimaxConfig)
		require.NoError(t, err)
		require.NoError(t, core.Load(pos))
		core.Search(pos.ToMove(), 2, search.NeverStop, func(n search.Node) {
			all = append(all, searched{int(n.Cycle), n.Ply, minus(n.Score), n.Leave, n.Move})
		})
	}
	return all
}

// TestInsideLine compares the events that the page tells of a search by depth, where its jumps lead, and the
// line on the board with golden's nodes.
func TestInsideLine(t *testing.T) {
	t.Parallel()
	for _, of := range []*chipwasm.Chip{chipwasm.Minimax, chipwasm.AlphaBeta} {
		t.Run(of.Name, func(t *testing.T) {
			t.Parallel()
			insideLine(t, of)
		})
	}
}

func insideLine(t *testing.T, of *chipwasm.Chip) {
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address+"chip.html?chip="+of.Name+opened)
	pos := link(t, opened)
	name := nameOf(t)
	nodes := nodesOf(t, of, &pos)
	byCycle := map[int]searched{}
	for _, n := range nodes {
		byCycle[n.cycle] = n
	}
	at := func() int { return eval[int](v, `Number(document.documentElement.dataset.cycle)`) }
	told, deepest := 0, 0
	agrees := func() {
		t.Helper()
		now := at()
		events := eval[[]lineNode](v, readNodes)
		for i, e := range events {
			n, ok := byCycle[e.Cycle]
			require.True(t, ok, "cycle %d: %s", e.Cycle, e.Text)
			require.Equal(t, n.ply, e.Ply, "cycle %d: %s", e.Cycle, e.Text)
			require.True(t, strings.HasSuffix(e.Text, " "+n.value), "cycle %d: %s, want %s", e.Cycle, e.Text, n.value)
			if !n.leave {
				require.True(t, strings.HasPrefix(e.Text, name(n.move)+" is "), "cycle %d: %s, want %v", e.Cycle, e.Text, name(n.move))
			}
			if i > 0 { // nothing is left out
				for c := e.Cycle + 1; c < events[i-1].Cycle; c++ {
					require.NotContains(t, byCycle, c)
				}
			}
			told++
		}
		// The line is made of the latest move of each ply.
		var line []string
		for _, n := range nodes {
			if n.cycle > now {
				break
			}
			line = line[:min(len(line), max(n.ply-1, 0))]
			if !n.leave {
				line = append(line, fmt.Sprintf("%s (%s)", name(n.move), n.value))
			}
		}
		note := eval[string](v, `document.getElementById("board-note").textContent`)
		require.Equal(t, len(line), eval[int](v, `document.querySelectorAll("#board .playout > *").length`))
		if len(line) > 0 {
			require.Contains(t, note, "Move by move: "+strings.Join(line, ", ")+".", "cycle %d", now)
		}
		deepest = max(deepest, len(line))
	}
	agrees()
	for i := range 6 {
		button, leave := "made", false
		if i%3 == 2 {
			button, leave = "leave", true
		}
		before := at()
		v.press("#" + button)
		v.wait(`Number(document.documentElement.dataset.cycle) > %d`, before)
		now := at()
		require.Equal(t, leave, byCycle[now].leave, "cycle %d", now)
		if leave {
			for _, n := range nodes {
				require.False(t, n.leave && n.cycle > before && n.cycle < now, "a node left in cycle %d is passed over", n.cycle)
			}
		}
		agrees()
	}
	for leaps := 0; leaps == 0 || deepest < 2; leaps++ { // until the search looks two moves ahead
		before := at()
		v.press("#leap")
		v.wait(`Number(document.documentElement.dataset.cycle) === %d`, before+1000)
		agrees()
	}
	require.Greater(t, told, 50)
	require.Zero(t, eval[int](v, `[...document.querySelectorAll(".of-lanes")].filter((e) => e.offsetParent).length`))

	// A bit of the counter of nodes does not reach the move.
	eval[any](v, `{ const s = document.getElementById("register"); s.value = "nodes_q"; s.dispatchEvent(new Event("change")); document.getElementById("bit").value = "20"; null }`)
	v.press("#strike")
	v.wait(`document.getElementById("flipped").textContent.startsWith("Bit ")`)
	text := eval[string](v, `document.getElementById("flipped").textContent`)
	require.Contains(t, text, "rsp_nodes_o (")
	require.Contains(t, text, "The move survives: ")

	v.accessible("inside a search by depth")
	dark := chrome.Phone
	dark.Dark = true
	require.NoError(t, v.Emulate(dark))
	v.accessible("inside a search by depth, phone, dark")
	require.LessOrEqual(t, eval[int](v, `document.documentElement.scrollWidth`), 390)
}

// TestInsideUnit compares the moves in the last stage of the leaf unit with golden's list of leaves.
func TestInsideUnit(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address+"chip.html?chip=alphabeta"+opened)
	pos := link(t, opened)
	name := nameOf(t)
	state := playout.NewState(&pos)
	leaves, _ := alphabeta.Leaves(&state, chipwasm.AlphaBetaConfig, nil)
	var want, got []string
	for _, l := range leaves {
		want = append(want, name(l.Move.Move()))
	}
	v.press("#first")
	v.wait(`document.documentElement.dataset.cycle === document.documentElement.dataset.begins`)
	stages := func() []string {
		return eval[[]string](v, `[...document.querySelectorAll("#stages li")].map((e) => e.dataset.holds)`)
	}
	for range 120 {
		all := stages()
		if last := all[len(all)-1]; last != "" {
			got = append(got, last)
		}
		before := eval[int](v, `Number(document.documentElement.dataset.cycle)`)
		v.press("#forward")
		v.wait(`Number(document.documentElement.dataset.cycle) > %d`, before)
		if next := stages(); len(all) == 12 {
			require.Equal(t, all[3:11], next[4:], "cycle %d", before) // each move goes on by a stage
		}
	}
	require.Greater(t, len(got), 20)
	require.Equal(t, want[:len(got)], got)
	eval[any](v, `{ document.querySelector('[data-stage="list"]').click(); null }`)
	require.Equal(t, "u_lead.u_unit.u_list.pattern", eval[shownLines](v, readLines).Signal)
	require.Equal(t, 1, eval[int](v, `document.querySelectorAll("#stages .chosen").length`))
}

// TestInsideFloorplan compares the floorplan drawn with that of the repository, and the light of each part with
// the bits that change in the waveform.
func TestInsideFloorplan(t *testing.T) {
	t.Parallel()
	f := files(t)
	address, _ := serve(t, f.Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address+"chip.html?chip=tree"+opened)
	root, err := rtl.Root()
	require.NoError(t, err)
	drawn := func(on *board.Board, lanes int) (paths []string) {
		picture, err := os.Open(filepath.Join(root, flow.FloorplanFile(on.Name)))
		require.NoError(t, err)
		defer picture.Close()
		want, err := flow.ReadRegions(picture, on, lanes)
		require.NoError(t, err)
		for _, r := range append(slices.Clone(want.Lanes), want.Core) {
			paths = append(paths, r.Path)
		}
		require.Equal(t, paths, eval[[]string](v, `[...document.querySelectorAll("#floorplan .light")].map((e) => e.getAttribute("d"))`))
		return paths
	}
	paths := drawn(board.ULX3S, chipwasm.Tree.Lanes)

	var table chipwasm.Table
	require.NoError(t, json.Unmarshal(f[chipwasm.Tree.TableFile()], &table))
	eval[any](v, `{ const make = URL.createObjectURL; URL.createObjectURL = (b) => { window.wave = b.text(); return make.call(URL, b); }; null }`)
	const shown = 150 // cycles on the strip
	for _, button := range []string{"", "leap", "result", "first"} {
		if button != "" {
			before := eval[int](v, `Number(document.documentElement.dataset.cycle)`)
			v.press("#" + button)
			v.wait(`Number(document.documentElement.dataset.cycle) !== %d`, before)
		}
		v.press("#wave")
		wave := parseVCD(t, eval[string](v, `window.wave`), len(table.Signals))
		at := eval[int](v, `Number(document.documentElement.dataset.cycle)`) - wave.first
		from := max(0, at-shown+1)
		flips, bits := make([]int, len(paths)), make([]int, len(paths))
		for _, s := range table.Signals {
			part := table.Lanes // the rest
			if m := inLane.FindStringSubmatch(s.Name); m != nil {
				part, err = strconv.Atoi(m[1])
				require.NoError(t, err)
			}
			bits[part] += s.Width
			changed := wave.flips[table.Module+"."+s.Name]
			require.Greater(t, len(changed), at)
			for _, n := range changed[from : at+1] {
				flips[part] += n
			}
		}
		shares := eval[[]string](v, `[...document.querySelectorAll("#floorplan .share")].map((e) => e.textContent)`)
		lights := eval[[]float64](v, `[...document.querySelectorAll("#floorplan .light")].map((e) => Number(e.getAttribute("opacity")))`)
		require.Len(t, shares, len(paths))
		for i := range paths {
			share := float64(flips[i]) / float64(bits[i]*(at-from+1))
			var got float64
			_, err := fmt.Sscanf(shares[i], "%f %%", &got)
			require.NoError(t, err)
			require.InDelta(t, 100*share, got, 0.0501, "part %d in cycle %d", i, at+wave.first)
			require.InDelta(t, math.Sqrt(min(share/0.16, 1)), lights[i], 0.001)
		}
		if button == "result" {
			require.Greater(t, lights[0], 0.3, "a lane plays")
		}
	}
	last := strconv.Itoa(chipwasm.Tree.Lanes - 1)
	eval[any](v, `{ document.querySelector('#floorplan [data-part="%s"]').dispatchEvent(new MouseEvent("click", { bubbles: true })); null }`, last)
	require.Equal(t, last, eval[string](v, `document.getElementById("lane").value`))
	require.Equal(t, "lane "+last, eval[string](v, `document.querySelector("#floorplan .chosen .name").textContent`))

	v = visitAt(t, chrome.Desktop, address+"chip.html?chip=alphabeta"+opened)
	drawn(board.HX8K, 0)
	require.NotContains(t, eval[string](v, `document.getElementById("plan").textContent`), "SDRAM")

	v = visitAt(t, chrome.Desktop, address+"chip.html?chip=montecarlo"+opened)
	require.Contains(t, eval[string](v, `document.getElementById("plan").textContent`), "No floorplan is kept of montecarlo_core")
	require.Zero(t, eval[int](v, `document.querySelectorAll("#floorplan svg").length`))
}

// inLane matches the name of a signal in a lane.
var inLane = regexp.MustCompile(`\.gen_lane\[(\d+)\]\.`)
