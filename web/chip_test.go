// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/web/chrome"
)

// pageChip is a chip in the page's list of players.
type pageChip struct {
	player, begin string
	hertz         float64
	// find is the chip's search by its rules, which goes on from move to move.
	find func(pos *duo.Position, seed uint32) (m duo.Move, numbers map[string]int)
}

func pageChips(t *testing.T) []pageChip {
	t.Helper()
	core, err := search.NewTreeCore(search.ULX3SBRAM.Config, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	require.NoError(t, err)
	return []pageChip{
		{"chip-montecarlo:visits=1", opened, 88.5e6, func(pos *duo.Position, seed uint32) (duo.Move, map[string]int) {
			r := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1, Seed: seed}.Search(pos, nil)
			return r.Move, map[string]int{"sum": r.Sum, "visits": r.Visits, "playouts": r.Playouts}
		}},
		{"chip-minimax:depth=2", opened, 81e6, func(pos *duo.Position, _ uint32) (duo.Move, map[string]int) {
			minimax, err := search.NewMinimax(search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true})
			require.NoError(t, err)
			require.NoError(t, minimax.Load(pos))
			r := minimax.Search(pos.ToMove(), 2, search.NeverStop, nil)
			return r.Move, map[string]int{"score": r.Value, "nodes": int(r.Nodes)}
		}},
		{"chip-alphabeta:depth=2", opened, 78e6, func(pos *duo.Position, _ uint32) (duo.Move, map[string]int) {
			r := alphabeta.New(alphabeta.MarginConfig).Search(pos, 2, alphabeta.NeverStop, nil, nil)
			return r.Move, map[string]int{"score": r.Value, "nodes": int(r.Nodes), "depth": r.Depth}
		}},
		{"chip-tree:leaves=300", opened, search.ULX3S.Hertz, func(pos *duo.Position, seed uint32) (duo.Move, map[string]int) {
			r := core.Search(pos, 300, seed)
			return r.Move, map[string]int{"mean": int(r.Mean), "visits": r.Visits, "leaves": r.Leaves}
		}},
	}
}

// opened is a game after the opening, from where a move of a chip takes only seconds.
const opened = "#1:54u0.aau0.86t0.78r0.b8r3.dbo4.47s3.59k6.28o1.4cp4.b4p0.d7l0.e3m0.c2q3"

// link returns the position of a game link.
func link(t *testing.T, text string) duo.Position {
	t.Helper()
	pos := duo.NewPosition(duo.Player1)
	if text == "" {
		return pos
	}
	for _, code := range strings.Split(strings.TrimPrefix(text, "#1:"), ".") {
		m, err := duo.ParseMove(code)
		require.NoError(t, err)
		require.NoError(t, pos.MakeMove(m))
	}
	return pos
}

// check is the page's data about a move of a chip.
type check struct {
	Code    string         `json:"code"`
	Numbers map[string]int `json:"numbers"`
	Cycles  uint64         `json:"cycles"`
	Seed    uint32         `json:"seed"`
	Seconds float64        `json:"seconds"`
	Board   struct {
		Hertz float64 `json:"hertz"`
	} `json:"board"`
	Differ []any `json:"differ"`
}

// checks returns the page's data about the chip's moves, indexed by the number of earlier moves.
func (v *visitor) checks() []*check {
	return eval[[]*check](v, `JSON.parse(localStorage.getItem("tessera.page.1")).game.checks`)
}

// TestChipGame plays a game against each chip; only the long tests include the opening. The page ticks
// every move of the chip, and the test checks each move again.
func TestChipGame(t *testing.T) {
	t.Parallel()
	for _, c := range pageChips(t) {
		t.Run(c.player, func(t *testing.T) {
			t.Parallel()
			if os.Getenv("TESSERA_TESTS") == "all" {
				c.begin = ""
			}
			chipGame(t, c)
		})
	}
}

func chipGame(t *testing.T, chip pageChip) {
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address+chip.begin)
	v.pos = link(t, chip.begin)
	v.wait(`document.querySelectorAll("#moves li").length === %d`, v.pos.Plies())
	v.players("minimax:depth=1", chip.player)
	for range 40 { // moves of the chip, each with its own timeout
		n := len(v.codes())
		v.wait(`document.querySelectorAll("#moves li").length > %d || /wins by|drawn/.test(document.getElementById("message").textContent)`, n)
		if eval[bool](v, `/wins by|drawn/.test(document.getElementById("message").textContent)`) {
			break
		}
	}
	v.wait(`document.querySelectorAll("#checks .pending").length === 0`)
	checks, ticks := v.checks(), 0
	for _, code := range v.codes()[v.pos.Plies():] {
		m, err := duo.ParseMove(code)
		require.NoError(t, err)
		if v.pos.ToMove() == duo.Player2 && v.pos.HasLegalMove() {
			c := checks[v.pos.Plies()]
			require.NotNil(t, c, "move %d", v.pos.Plies()+1)
			want, numbers := chip.find(&v.pos, c.Seed)
			require.Equal(t, want, m)
			require.Equal(t, code, c.Code)
			require.Equal(t, numbers, c.Numbers)
			require.Empty(t, c.Differ)
			require.Positive(t, c.Cycles)
			require.Positive(t, c.Seconds)
			require.InDelta(t, chip.hertz, c.Board.Hertz, 1)
			ticks++
		}
		require.NoError(t, v.pos.MakeMove(m))
	}
	v.finished()
	v.agree()
	require.Positive(t, ticks)
	require.Equal(t, ticks, eval[int](v, `document.querySelectorAll("#checks .equal").length`))
	require.Zero(t, eval[int](v, `document.querySelectorAll("#checks .differs").length`))
	for _, text := range eval[[]string](v, `[...document.querySelectorAll("#checks .took")].map((e) => e.textContent)`) {
		require.Regexp(t, `^This took [0-9.]+ m?s here, [0-9.]+ m?s on the FPGA \(.+, [0-9.]+ MHz\)\.$`, text)
	}
	// The ticks survive a reload.
	require.NoError(t, v.Reload())
	require.Equal(t, ticks, eval[int](v, `document.querySelectorAll("#checks .equal").length`))
	v.accessible("the checks")
}

// TestChipFault flips a bit of each chip. The page shows the difference from golden, and the next
// move is right again.
func TestChipFault(t *testing.T) {
	t.Parallel()
	for _, c := range pageChips(t) {
		t.Run(c.player, func(t *testing.T) {
			t.Parallel()
			address, _ := serve(t, files(t).Handler(true, nil))
			v := visitAt(t, chrome.Desktop, address+c.begin)
			v.pos = link(t, c.begin)
			v.wait(`document.querySelectorAll("#moves li").length === %d`, v.pos.Plies())
			v.players("person", c.player)
			v.wait(`!document.getElementById("fault").hidden`)
			v.press("#fault")
			v.hinted()
			v.wait(`document.querySelectorAll("#checks .differs").length === 1`)
			text := eval[string](v, `document.querySelector("#checks .differs ul").textContent`)
			assert.Regexp(t, `the chip [^,].*, golden `, text)
			assert.Contains(t, text, "on purpose")
			assert.Contains(t, eval[string](v, `document.getElementById("checks-sum").textContent`), "differ")
			v.accessible("a difference")
			v.hinted()
			v.wait(`document.querySelectorAll("#checks .equal").length === 1`)
		})
	}
}

// TestChipOffline plays against a chip, of which nothing is kept before it is chosen, and goes on without the
// server.
func TestChipOffline(t *testing.T) {
	t.Parallel()
	address, stop := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address+opened)
	v.wait(`navigator.serviceWorker.controller !== null`)
	kept := func() []string {
		return eval[[]string](v, `caches.keys().then((all) => Promise.all(all.map(async (name) => (await (await caches.open(name)).keys()).map((r) => new URL(r.url).pathname)))).then((all) => all.flat().filter((p) => p.startsWith("/chip-")).sort())`)
	}
	require.Empty(t, kept())
	v.players("person", "chip-alphabeta:depth=2")
	v.hinted()
	v.wait(`document.querySelectorAll("#checks .equal").length === 1`)
	require.Equal(t, []string{"/chip-alphabeta.json", "/chip-alphabeta.wasm.gz"}, kept())
	stop()
	require.NoError(t, v.Reload())
	v.hinted()
	v.wait(`document.querySelectorAll("#checks .equal").length === 2`)
}

// TestChipOfAnotherVersion has the server change a chip under an open page, which refuses it.
func TestChipOfAnotherVersion(t *testing.T) {
	t.Parallel()
	whole := files(t).Handler(true, nil)
	address, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/chip-minimax.json" {
			fmt.Fprint(w, "{}")
			return
		}
		whole.ServeHTTP(w, r)
	}))
	b, err := browser()
	require.NoError(t, err)
	tab, err := b.NewTab(chrome.Desktop)
	require.NoError(t, err)
	defer tab.Close()
	v := &visitor{T: t, Tab: tab}
	require.NoError(t, tab.Navigate(address))
	v.wait(`navigator.serviceWorker.controller !== null`)
	require.Equal(t, "409 it is of a newer version; reload the page", eval[string](v, `fetch("chip-minimax.json").then((answer) => answer.status + " " + answer.statusText)`))
	require.Equal(t, 200, eval[int](v, `fetch("chip-alphabeta.json").then((answer) => answer.status)`))
}

// laneCycle is what a lane holds in a cycle, and which events the page can jump to.
type laneCycle struct {
	twin.Stages
	choice, move, result bool
}

// insideSeed is the seed of the searches that can be watched.
const insideSeed = 1

// watched returns the lanes' cycles in a search by the twin of a chip.
func watched(t *testing.T, name string, pos *duo.Position) (lanes [][]laneCycle) {
	var cycles uint64
	see := func(lane int, holds twin.Stages, shows twin.LaneOut) {
		for len(lanes) <= lane {
			lanes = append(lanes, nil)
		}
		lanes[lane] = append(lanes[lane], laneCycle{holds, shows.Chosen != nil, shows.Move != nil && !shows.Move.None, shows.Result != nil})
	}
	switch name {
	case "montecarlo":
		core := twin.NewMonteCarlo(2, playout.Largest)
		for _, m := range pos.History() {
			_, err := core.Play(m)
			require.NoError(t, err)
		}
		core.OnLane = see
		_, cycles = core.Search(1, insideSeed)
	case "tree":
		core, err := twin.NewTreeCommands(search.ULX3SBRAM, search.ULX3SBRAM.Lanes)
		require.NoError(t, err)
		for _, m := range pos.History() {
			_, err := core.Play(m)
			require.NoError(t, err)
		}
		core.OnLane(see)
		_, cycles = core.Search(300, insideSeed)
	}
	for i, all := range lanes {
		// A result waits until it is taken.
		for j := range all[:len(all)-1] {
			all[j].result = all[j].result && !all[j+1].result
		}
		lanes[i] = all[len(all)-int(cycles):]
	}
	return lanes
}

// TestChipInside compares the page's view of the stages with the twins, forwards and backwards, and
// the waveform with both.
func TestChipInside(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"montecarlo", "tree"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			chipInside(t, name)
		})
	}
}

func chipInside(t *testing.T, name string) {
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address+"chip.html?chip="+name+opened)

	pos := link(t, opened)
	want := watched(t, name, &pos)

	kinds := []string{gen.TokenNone: "", gen.TokenOpen: "open", gen.TokenCorner: "corner", gen.TokenSelect: "select"}
	tokens := 0
	agrees := func() {
		t.Helper()
		cycle := eval[int](v, `Number(document.documentElement.dataset.cycle)`)
		for lane := range want {
			eval[any](v, `{ const s = document.getElementById("lane"); s.value = "%d"; s.dispatchEvent(new Event("change")); null }`, lane)
			got := eval[[]string](v, `[...document.querySelectorAll("#stages li")].map((e) => e.dataset.kind + e.dataset.game)`)
			var stages []string
			for _, s := range want[lane][cycle].Stages {
				text := kinds[s.Kind]
				if s.Kind != gen.TokenNone {
					text += fmt.Sprint(s.Game)
					tokens++
				}
				stages = append(stages, text)
			}
			require.Equal(t, stages, got, "lane %d, cycle %d", lane, cycle)
		}
	}
	step := func(button string, cycle int) {
		v.press("#" + button)
		v.wait(`document.documentElement.dataset.cycle === "%d"`, cycle)
		agrees()
	}
	at := eval[int](v, `Number(document.documentElement.dataset.cycle)`)
	agrees()
	eval[any](v, `{ const s = document.getElementById("lane"); s.value = "0"; s.dispatchEvent(new Event("change")); null }`)
	for _, jump := range []struct {
		button, key string
		is          func(c laneCycle) bool
	}{
		{"choice", "c", func(c laneCycle) bool { return c.choice }},
		{"move", "m", func(c laneCycle) bool { return c.move }},
		{"result", "r", func(c laneCycle) bool { return c.result }},
	} {
		for i := range 2 {
			for at++; !jump.is(want[0][at]); at++ {
			}
			if i == 0 {
				v.press("#" + jump.button)
			} else {
				require.NoError(t, v.Keys(jump.key))
			}
			v.wait(`document.documentElement.dataset.cycle === "%d"`, at)
		}
	}
	agrees()
	for range 25 {
		at++
		step("forward", at)
	}
	for range 3 {
		at--
		step("backward", at)
	}
	require.Greater(t, tokens, 100)
	v.press("#run")
	v.wait(`Number(document.documentElement.dataset.cycle) > %d`, at+3)
	v.press("#run")
	agrees()

	// The page lists events and marks the current cycle on the timeline.
	require.Positive(t, eval[int](v, `document.querySelectorAll("#events li").length`))
	require.Equal(t, 1, eval[int](v, `document.querySelectorAll("#timeline .now").length`))

	// The waveform.
	eval[any](v, `{ const make = URL.createObjectURL; URL.createObjectURL = (b) => { window.wave = b.text(); return make.call(URL, b); }; null }`)
	v.press("#wave")
	wave := parseVCD(t, eval[string](v, `window.wave`), 101)
	for lane := range want {
		for stage := range 6 {
			suffix := fmt.Sprintf("_q%d", stage)
			if stage == 0 {
				suffix = "_0"
			}
			name := fmt.Sprintf("%s.gen_lane[%d].u_lane.", map[string]string{"montecarlo": "montecarlo_core.u_lanes", "tree": "tree_core.u_leaf.u_playouts.u_lanes"}[name], lane)
			kind, game := wave.signal(t, name+"kind"+suffix), wave.signal(t, name+"game"+suffix)
			require.Greater(t, len(kind), 900)
			for cycle := wave.first; cycle < wave.first+len(kind); cycle++ {
				w := want[lane][cycle].Stages[stage]
				require.EqualValues(t, w.Kind, kind[cycle-wave.first], "%skind%s, cycle %d", name, suffix, cycle)
				if w.Kind != gen.TokenNone {
					require.EqualValues(t, w.Game, game[cycle-wave.first], "%sgame%s, cycle %d", name, suffix, cycle)
				}
			}
		}
	}

	v.accessible("inside the chip")
	dark := chrome.Phone
	dark.Dark = true
	require.NoError(t, v.Emulate(dark))
	v.accessible("inside the chip, phone, dark")
	require.LessOrEqual(t, eval[int](v, `document.documentElement.scrollWidth`), 390)
	v.press("#leap")
	eval[any](v, `{ setTimeout(() => document.getElementById("back").click()); null }`) // the click navigates to another page
	v.wait(`document.getElementById("moves") !== null && document.documentElement.dataset.ready === "true"`)
}

// TestFlip flips bits in the watched search: a game taken for idle, which the search waits for without end,
// and a counter's, which its move does not depend on.
func TestFlip(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address+"chip.html?chip=montecarlo"+opened)
	pos := link(t, opened)
	core := twin.NewMonteCarlo(2, playout.Largest)
	for _, m := range pos.History() {
		_, err := core.Play(m)
		require.NoError(t, err)
	}
	want, cycles := core.Search(1, insideSeed)
	strike := func(register string, bit int) string {
		t.Helper()
		eval[any](v, `{ const s = document.getElementById("register"); s.value = %q; s.dispatchEvent(new Event("change"));
			document.getElementById("bit").value = "%d"; document.getElementById("flipped").replaceChildren(); null }`, register, bit)
		v.press("#strike")
		v.wait(`document.getElementById("flipped").textContent.startsWith("Bit ")`)
		return eval[string](v, `document.getElementById("flipped").textContent`)
	}
	eval[any](v, `{ const s = document.getElementById("lane"); s.value = "1"; s.dispatchEvent(new Event("change")); null }`)
	text := strike("u_lanes.gen_lane[1].u_lane.u_update.u_games.busy_q", 2)
	require.Contains(t, text, "in cycle 1,000: u_lanes.gen_lane[1].u_lane.running (3b in place of 3f).")
	require.Contains(t, text, "The chip hangs")
	text = strike("u_halving.playouts_q", 12)
	require.Contains(t, text, "in cycle 1,000: rsp_playouts_o (")
	require.Contains(t, text, "The move survives: ")
	require.Equal(t, fmt.Sprint(int(want.Move.Orientation()), int(want.Move.Square()), cycles), eval[string](v, `document.getElementById("flipped").dataset.plain`))
	v.press("#forward") // the watched search is where it was
	v.wait(`document.documentElement.dataset.cycle === "1001"`)
}

// TestChipInsideOfNothing opens the view of the chip at a position without a search.
func TestChipInsideOfNothing(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, files(t).Handler(true, nil))
	b, err := browser()
	require.NoError(t, err)
	tab, err := b.NewTab(chrome.Desktop)
	require.NoError(t, err)
	defer tab.Close()
	v := &visitor{T: t, Tab: tab}
	require.NoError(t, tab.Navigate(address+"chip.html#1:5555"))
	v.wait(`document.getElementById("message").textContent.startsWith("The chip cannot be watched")`)
}

// TestScenes opens the scenes of the tour, and looks for what their texts say.
func TestScenes(t *testing.T) {
	t.Parallel()
	pos := link(t, opened)
	lane := watched(t, "tree", &pos)[0]
	next := func(at int, is func(c laneCycle) bool) int {
		for at++; !is(lane[at]); at++ {
		}
		return at
	}
	address, _ := serve(t, files(t).Handler(true, nil))
	const latest = `document.querySelector("#events li > :last-child").textContent`
	inWords := map[int]string{2: "two", 3: "three", 4: "four", 6: "six", 8: "eight"}
	for i, scene := range []struct {
		title string
		cycle int // 0: not known to the twin
		holds string
		says  string // of the chip's numbers
	}{
		{"The decision", 57_000, `document.querySelectorAll("#candidates li").length === 10 && / [12][0-9]{2} leaves/.test(document.getElementById("candidates-note").textContent)`, ""},
		{"The way down", 12_000, `/tree_walk is in [A-Z_]+, .* Depth [0-9]+; [0-9]+ leaves under way/.test(document.getElementById("search-now").textContent)`, ""},
		{"A leaf", 0, latest + `.startsWith("a job comes")`, "so it has " + inWords[search.ULX3SBRAM.Config.Playouts] + " games played"},
		{"A game at random", next(14_040, func(c laneCycle) bool { return c.move }), latest + `.includes(" places ")`, ""},
		{"Six games in a lane", 14_240, `document.querySelectorAll('#stages li:not([data-game=""])').length >= 4`, "There are " + inWords[search.ULX3SBRAM.Lanes] + " such lanes."},
		{"A corner", 15_050, `/patterns? fits?;/.test(document.getElementById("board-note").textContent)`, ""},
		{"The choice", next(15_000, func(c laneCycle) bool { return c.choice }), `/chosen, at/.test(` + latest + `)`, ""},
		{"A signal", next(14_760, func(c laneCycle) bool { return c.result }), latest + ` === "its result is handed over"`, ""},
	} {
		v := visitAt(t, chrome.Desktop, fmt.Sprintf("%schip.html?scene=%d", address, i+1))
		assert.Equal(t, fmt.Sprintf("%d of 8: %s", i+1, scene.title), eval[string](v, `document.getElementById("tour-title").textContent`))
		assert.Contains(t, eval[string](v, `document.getElementById("tour").textContent`), scene.says)
		if scene.cycle > 0 {
			assert.Equal(t, scene.cycle, eval[int](v, `Number(document.documentElement.dataset.cycle)`), scene.title)
		}
		assert.True(t, eval[bool](v, "%s", scene.holds), "%s: %s", scene.title, eval[string](v, `document.getElementById("search").textContent + document.getElementById("events").textContent.slice(0, 200) + document.getElementById("board-note").textContent`))
		assert.Equal(t, 1, eval[int](v, `document.querySelectorAll("section.shown").length`))
		assert.Equal(t, min(2, 1+min(i, 7-i)), eval[int](v, `document.querySelectorAll("#tour a").length`))
		if i == 3 {
			v.accessible("a scene")
		}
	}
}

// TestChipInsideAfterTheEnd opens the view of the chip after a game: it shows the last search.
func TestChipInsideAfterTheEnd(t *testing.T) {
	t.Parallel()
	game := duo.RandomGame(rand.New(rand.NewPCG(3, 2)), duo.MaxPlies)
	require.True(t, game.Over())
	var moves []string
	before := duo.NewPosition(game.FirstToMove())
	last := 0 // plies before the last move that is no pass
	for i, m := range game.History() {
		moves = append(moves, m.String())
		if before.HasLegalMove() {
			last = i
		}
		require.NoError(t, before.MakeMove(m))
	}
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, fmt.Sprintf("%schip.html?chip=tree#%d:%s", address, game.FirstToMove()+1, strings.Join(moves, ".")))
	v.wait(`document.querySelectorAll("#stages li").length > 0`)
	require.Contains(t, v.message(), fmt.Sprintf("Nothing is left to think about after move %d, so this is the search for move %d.", len(moves), last+1))
	v.press("#leap")
	v.wait(`document.getElementById("leap").getAttribute("aria-disabled") === "true" || document.querySelectorAll("#candidates li").length > 0`)
}

// waveform is a VCD file: the lowest 64 bits of every signal in each cycle.
type waveform struct {
	first  int // cycle
	values map[string][]uint64
	// flips has the number of all its bits that have changed since the cycle before.
	flips map[string][]int
}

func (w *waveform) signal(t *testing.T, name string) []uint64 {
	t.Helper()
	require.Contains(t, w.values, name)
	return w.values[name]
}

var vcdVar = regexp.MustCompile(`^\$var wire (\d+) (\S+) (\S+)(?: \[(\d+):0\])? \$end$`)

// parseVCD parses a file of the page. Every line must conform to the standard, values must fit
// their signals, of which there must be at least that many, times must increase, and the clock must be
// 1 at the beginning of each cycle.
func parseVCD(t *testing.T, text string, least int) *waveform {
	t.Helper()
	w := &waveform{values: map[string][]uint64{}, flips: map[string][]int{}}
	type signal struct {
		name  string
		width int
	}
	signals, now := map[string]signal{}, map[string]uint64{}
	digits, flips := map[string]string{}, map[string]int{} // of each signal, and its bits flipped in the cycle
	change := func(id, bits string) {
		bits = strings.Repeat("0", signals[id].width-len(bits)) + bits
		for i := range digits[id] {
			if bits[i] != digits[id][i] {
				flips[id]++
			}
		}
		digits[id] = bits
	}
	var scopes []string
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	header := true
	last, cycles := -1, 0
	var clock string
	sample := func() { // values at the end of the previous cycle
		for id, s := range signals {
			w.values[s.name] = append(w.values[s.name], now[id])
			w.flips[s.name] = append(w.flips[s.name], flips[id])
		}
		clear(flips)
		cycles++
	}
	for i, line := range lines {
		at := fmt.Sprintf("line %d: %s", i+1, line)
		switch {
		case header && strings.HasPrefix(line, "$scope module "):
			scopes = append(scopes, strings.Fields(line)[2])
		case header && line == "$upscope $end":
			require.NotEmpty(t, scopes, at)
			scopes = scopes[:len(scopes)-1]
		case header && strings.HasPrefix(line, "$var "):
			m := vcdVar.FindStringSubmatch(line)
			require.NotNil(t, m, at)
			width, err := strconv.Atoi(m[1])
			require.NoError(t, err, at)
			require.NotContains(t, signals, m[2], at)
			signals[m[2]] = signal{strings.Join(append(scopes[:len(scopes):len(scopes)], m[3]), "."), width}
			if m[3] == "clk_i" {
				clock = m[2]
			}
		case header && line == "$enddefinitions $end":
			require.Empty(t, scopes)
			header = false
		case header:
			require.Regexp(t, `^\$(comment|timescale) .* \$end$`, line, at)
		case line == "$dumpvars" || line == "$end":
		case line[0] == '#':
			time, err := strconv.Atoi(line[1:])
			require.NoError(t, err, at)
			require.Greater(t, time, last, at)
			if last < 0 {
				require.Zero(t, time%10, at)
				w.first = time / 10
			} else if time%10 == 5 {
				require.EqualValues(t, 1, now[clock], at)
				sample()
			}
			last = time
		case line[0] == 'b':
			bits, id, ok := strings.Cut(line[1:], " ")
			require.True(t, ok, at)
			require.Contains(t, signals, id, at)
			require.LessOrEqual(t, len(bits), signals[id].width, at)
			require.Empty(t, strings.Trim(bits, "01"), at)
			change(id, bits)
			now[id], _ = strconv.ParseUint(bits[max(0, len(bits)-64):], 2, 64)
		default:
			require.Contains(t, "01", line[:1], at)
			require.Contains(t, signals, line[1:], at)
			require.Equal(t, 1, signals[line[1:]].width, at)
			change(line[1:], line[:1])
			now[line[1:]] = uint64(line[0] - '0')
		}
	}
	require.False(t, header)
	require.Greater(t, cycles, 100)
	require.GreaterOrEqual(t, len(signals), least)
	return w
}
