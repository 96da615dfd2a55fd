// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play/record"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/web/calls"
	_ "github.com/tessera-fpga/tessera/web/calls/players"
	"github.com/tessera-fpga/tessera/web/chrome"
)

// press clicks a button through script, as a keyboard user would.
func (v *visitor) press(selector string) {
	v.Helper()
	eval[any](v, `{ document.querySelector(%q).click(); null }`, selector)
	v.settle()
}

func (v *visitor) action(name string) { v.Helper(); v.press(`[data-do="` + name + `"]`) }

// moves waits until the game has all moves and the page shows the position after the first at of
// them.
func (v *visitor) moves(all, at int) {
	v.Helper()
	v.wait(`document.querySelectorAll("#moves li").length === %d && document.querySelectorAll("#moves li:not(.later)").length === %d`, all, at)
}

func (v *visitor) says(text string) {
	v.Helper()
	v.wait(`document.getElementById("message").textContent.includes(%q)`, text)
}

// hinted plays the move of a hint, which the page offers once its engine is there.
func (v *visitor) hinted() {
	v.Helper()
	v.wait(`document.querySelector('[data-do="hint"]').getAttribute("aria-disabled") === "false"`)
	v.action("hint")
	v.says("Hint: ")
	v.action("place")
}

// TestBackAndForth undoes and redoes moves and games.
func TestBackAndForth(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "minimax:depth=1")
	v.hinted()
	v.moves(2, 2)
	codes := v.codes()
	v.action("undo")
	v.moves(2, 0)
	v.action("redo")
	v.moves(2, 2)
	v.hinted()
	v.moves(4, 4)
	v.action("previous")
	v.moves(4, 3)
	v.says("After move 3 of 4")
	v.action("start")
	v.moves(4, 0)
	v.press("#moves li:nth-child(2) button")
	v.moves(4, 2)
	v.action("branch")
	v.moves(2, 2)
	require.Equal(t, codes, v.codes())

	v.press("#new")
	v.moves(0, 0)
	v.action("undo") // restores the last game
	v.moves(2, 2)
	require.NoError(t, v.Keys("z", chromedp.ModifierCtrl))
	v.moves(2, 0)
	require.NoError(t, v.Keys("y", chromedp.ModifierCtrl))
	v.moves(2, 2)

	v.action("resign")
	v.says("Player 1 resigns: player 2 wins.")
	assert.Equal(t, "true", eval[string](v, `document.querySelector('[data-do="hint"]').getAttribute("aria-disabled")`))
	v.action("undo")
	v.says("Player 1: choose a tile.")
	v.moves(2, 2)

	// The engine waits while it is paused.
	v.action("pause")
	v.wait(`document.querySelector('[data-do="pause"]').textContent === "Resume"`)
	v.hinted()
	v.moves(3, 3)
	v.says("Resume lets the engine think")
	v.action("pause")
	v.moves(4, 4)

	eval[any](v, `{ const s = document.getElementById("first"); s.value = "2"; s.dispatchEvent(new Event("change")); null }`)
	v.press("#new")
	v.moves(1, 1) // the engine is player 2 and moves first
	require.Equal(t, "Player 1: choose a tile.", v.message())
}

// TestLinksAndFiles moves games from one visitor to another.
func TestLinksAndFiles(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address)
	v.players("person", "person")
	for n := range 5 {
		v.hinted()
		v.moves(n+1, n+1)
	}
	const comment = "A fine move,\nwith [brackets]."
	eval[any](v, `{ const c = document.getElementById("comment"); c.value = %q; c.dispatchEvent(new Event("input")); null }`, comment)
	commented := func() string { return eval[string](v, `document.getElementById("comment").value`) }
	v.action("previous")
	v.moves(5, 4)
	require.Empty(t, commented())
	v.action("next")
	v.moves(5, 5)
	require.Equal(t, comment, commented())
	v.action("resign") // player 2
	v.says("Player 2 resigns")
	codes := v.codes()
	eval[any](v, `{
		navigator.clipboard.writeText = async (text) => { window.copied = text; };
		const make = URL.createObjectURL.bind(URL);
		URL.createObjectURL = (file) => { window.file = file; return make(file); };
		null }`)
	v.press("#link")
	v.says("clipboard")
	link := eval[string](v, `window.copied`)
	require.Equal(t, address+"#1:"+strings.Join(codes, ".")+":r2&p=person,person", link)
	guest := visitAt(t, chrome.Desktop, link)
	guest.moves(5, 5)
	require.Equal(t, codes, guest.codes())
	guest.says("Player 2 resigns: player 1 wins.")
	require.Equal(t, address, eval[string](guest, `location.href`), "a reload must go on with the game, not with the link")

	v.press("#save")
	v.says("Saved")
	text := eval[string](v, `window.file.text()`)
	var sgf *record.Game
	for game, err := range record.ReadSGF(strings.NewReader(text)) {
		require.NoError(t, err, text)
		sgf = game
	}
	assert.Equal(t, "B+R", sgf.Result)
	assert.Len(t, sgf.Moves, 5)
	require.Len(t, sgf.Notes, 5)
	assert.Equal(t, comment, sgf.Notes[4].Text)

	load := func(name, text string) {
		quoted, err := json.Marshal(text)
		require.NoError(t, err)
		eval[any](v, `{ const d = new DataTransfer(), i = document.getElementById("load"); d.items.add(new File([%s], %q)); i.files = d.files; i.dispatchEvent(new Event("change")); null }`, quoted, name)
	}
	v.press("#new")
	v.moves(0, 0)
	load("game.blksgf", text)
	v.moves(5, 5)
	require.Equal(t, comment, commented())
	require.Equal(t, codes, v.codes())
	v.says("Player 2 resigns")
	eval[any](v, `{ const s = document.getElementById("form"); s.value = "json"; s.dispatchEvent(new Event("change")); null }`)
	v.press("#save")
	v.says(".json")
	text = eval[string](v, `window.file.text()`)
	saved, err := record.ParseJSON([]byte(strings.TrimSpace(text)))
	require.NoError(t, err, text)
	assert.Equal(t, sgf.Moves, saved.Moves)
	v.press("#new")
	v.moves(0, 0)
	load("game.json", text)
	v.moves(5, 5)
	v.says("Player 2 resigns")
	load("moves.txt", strings.Join(codes[:3], " "))
	v.moves(3, 3)

	// The page reports the error and keeps the game.
	for name, c := range map[string]struct{ text, want string }{
		"chess.sgf":   {"(;GM[Chess])", `game "Chess", want "Blokus Duo"`},
		"broken.txt":  {"55u0 55u0", "move 2 (player 2): 55u0: a square is occupied"},
		"empty.txt":   {" ", "the text is empty"},
		"picture.png": {"\x89PNG\r\n\x1a\n", "want 4 (column, row, tile, rotation)"},
		"large.txt":   {strings.Repeat("x", 1<<20+1), "1048577 bytes, want at most 1048576"},
	} {
		load(name, c.text)
		v.says(name + ": ")
		v.says(c.want)
		v.moves(3, 3)
	}
	const wrong = "The game of the link: position: move 2 (player 2): 55u0: a square is occupied"
	eval[any](v, `{ location.hash = "#1:55u0.55u0"; null }`)
	v.says(wrong)
	late := visitAt(t, chrome.Desktop, address+"#1:55u0.55u0")
	late.says(wrong)
	late.action("hint") // there is a game all the same
	late.says("Hint: ")
	eval[any](v, `{ location.hash = "#<script>"; null }`)
	v.says("The link holds no game.")
	v.moves(3, 3)
}

// TestGhost moves a tile over the board and compares the page's verdict on each place with golden.
func TestGhost(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	v.play(6, func(n int, m duo.Move) { v.hold(m); v.action("place") })
	seen := map[error]bool{}
	for range 40 {
		m := duo.NewMove(duo.Orientation(v.rng.IntN(duo.NumOrientations)), duo.Square(v.rng.IntN(duo.NumSquares)))
		err := v.pos.Check(m)
		off := false // where the page lets no tile lie
		for row, col := range m.Cells {
			off = off || !duo.OnBoard(row, col)
		}
		if off || !v.pos.TilesLeft(v.pos.ToMove()).Has(m.Tile()) || !v.open(m.Tile()) {
			continue
		}
		v.hold(m)
		var bad *duo.MoveError
		if !errors.As(err, &bad) {
			require.Equal(t, m.String(), v.board("legal"))
			v.says(": legal.")
			seen[nil] = true
			continue
		}
		require.Empty(t, v.board("legal"))
		v.says(": " + bad.Rule.Error())
		if bad.Square && bad.Rule != duo.ErrStart {
			v.wait(`document.querySelectorAll("#board .ghost .wrong").length === 1`)
		}
		seen[bad.Rule] = true
	}
	require.True(t, seen[duo.ErrOccupied] || seen[duo.ErrEdge] || seen[duo.ErrCorner], "%v", seen)
	require.Equal(t, v.pos.Plies(), len(v.codes()))
}

// open reports whether the tile can be taken from the tray.
func (v *visitor) open(tile duo.Tile) bool {
	return eval[bool](v, `document.querySelector('[data-player="%d"][data-tile="%d"]').getAttribute("aria-disabled") === "false"`, v.pos.ToMove(), tile)
}

// hold takes a tile and holds it over the board with the mouse.
func (v *visitor) hold(m duo.Move) {
	v.Helper()
	if v.board("tile") != fmt.Sprint(int(m.Tile())) {
		v.press(tileSelector(v, m))
	}
	require.Equal(v, fmt.Sprint(int(m.Tile())), v.board("tile"))
	to, _ := v.square(middle(m))
	require.NoError(v, v.Mouse(chromedp.MouseMoved, to.x, to.y, ""))
	v.turnTo(m.Orientation(), func() { v.action("right") }, func() { v.action("mirror") })
	v.wait(`document.getElementById("board").dataset.s === "%d"`, int(m.Square()))
}

// TestAnalysis compares the page's candidates with golden's.
func TestAnalysis(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	v.play(8, func(n int, m duo.Move) { v.hold(m); v.action("place") })
	require.Zero(t, eval[int](v, `document.querySelectorAll("#candidates li").length`))
	v.press("#analyse")
	v.wait(`document.querySelectorAll("#candidates li").length > 0`)
	// The same calls, compiled for this machine.
	var tables calls.Tables
	ask(t, "tables", struct{}{}, &tables)
	game := calls.Game{First: 1, Moves: v.codes()}
	var thought calls.Thought
	ask(t, "think", map[string]any{"first": game.First, "moves": game.Moves, "level": tables.Analysis, "seed": 1}, &thought)
	var want []string
	all := thought.Candidates
	for _, c := range all[:min(len(all), 10)] {
		sign := ""
		switch {
		case *c.Margin > 0:
			sign = "+"
		case *c.Margin < 0:
			sign = "−"
		}
		tile := tables.Tiles[tables.Orientations[c.Orientation].Tile].Name
		want = append(want, fmt.Sprintf("%s %s %d %s%.1f", tile, tables.Squares[first(tables, c.Place)], c.Visits, sign, math.Floor(10*math.Abs(*c.Margin)+0.5)/10)) // half up, as JavaScript has it
	}
	got := eval[[]string](v, `[...document.querySelectorAll("#candidates button")].map((b) =>
		[b.querySelector(".move"), b.querySelector(".number").firstChild, b.querySelector(".value")].map((e) => e.textContent).join(" "))`)
	require.Equal(t, want, got)

	v.press("#heat")
	require.Positive(t, eval[int](v, `document.querySelectorAll("#board .heat rect").length`))
	v.press("#candidates li:nth-child(2) button") // takes the tile in hand, there
	require.Equal(t, all[1].Code, v.board("legal"))

	v.press("#analyse-game")
	v.wait(`document.getElementById("analyse-game").textContent === "Stop"`)
	v.wait(`document.getElementById("analyse-game").textContent !== "Stop"`)
	require.Equal(t, 9, eval[int](v, `document.querySelectorAll("#chart circle").length`))
	v.moves(8, 8)
}

// TestMistakes analyses a game with two bad moves, and compares what they cost and what is better
// with golden. Then it thinks longer.
func TestMistakes(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	for n := range 4 {
		legal := v.pos.LegalMoves(nil)
		m := legal[0]
		if n >= 2 {
			m = legal[len(legal)-1] // the single square
		}
		v.hold(m)
		v.action("place")
		v.pos.Play(m)
		v.moves(n+1, n+1)
	}
	v.press("#analyse-game")
	v.wait(`document.getElementById("analyse-game").textContent !== "Stop"`)

	var tables calls.Tables
	ask(t, "tables", struct{}{}, &tables)
	think := func(at int, level string) (thought calls.Thought) {
		ask(t, "think", map[string]any{"first": 1, "moves": v.codes()[:at], "level": level, "seed": 1}, &thought)
		return thought
	}
	name := func(p calls.Place) string {
		return tables.Tiles[tables.Orientations[p.Orientation].Tile].Name + " " + tables.Squares[first(tables, p)]
	}
	var position calls.Position
	ask(t, "position", calls.Game{First: 1, Moves: v.codes()}, &position)
	var want, marks []string
	for at, m := range position.Moves {
		thought := think(at, tables.Analysis)
		mark, cost := "", *thought.Margin+*think(at+1, tables.Analysis).Margin // the rival's margin follows
		if thought.Code != m.Code && cost >= 4 {
			mark = "?"
			if cost >= 10 {
				mark = "??"
			}
			var line []string
			for _, better := range thought.Line[:min(3, len(thought.Line))] {
				line = append(line, name(better))
			}
			require.Equal(t, thought.Code, thought.Line[0].Code)
			want = append(want, fmt.Sprintf("%d. %s %s|costs %.1f points|better %s", at+1, name(m.Place), mark, cost, strings.Join(line, ", ")))
		}
		marks = append(marks, mark)
	}
	require.NotEmpty(t, want)
	require.Equal(t, want, eval[[]string](v, `[...document.querySelectorAll("#mistakes button")].map((b) => [...b.children].map((e) => e.textContent).join("|"))`))
	require.Equal(t, marks, eval[[]string](v, `[...document.querySelectorAll("#moves button")].map((b) => b.dataset.mark)`))
	v.accessible("mistakes")
	v.press("#mistakes button")
	at := eval[int](v, `Number(document.querySelector("#mistakes button").dataset.at)`)
	v.moves(4, at)
	v.wait(`document.querySelectorAll("#board .preview path").length === 1`)

	v.press("#longer")
	deeper := think(at, tables.Deeper[0])
	v.wait(`document.getElementById("analysis-note").textContent.startsWith((%d).toLocaleString("en") + " leaves; ")`, deeper.Work)
	require.Equal(t, name(deeper.Candidates[0].Place), eval[string](v, `document.querySelector("#candidates .move").textContent`))
	require.Greater(t, deeper.Work, think(at, tables.Analysis).Work)
}

// first returns the first square of a placement.
func first(tables calls.Tables, p calls.Place) int {
	cell := tables.Orientations[p.Orientation].Cells[0]
	return p.Square + cell[0]*tables.Size + cell[1]
}

// ask makes one of the page's calls in the test program.
func ask(t *testing.T, name string, args, result any) {
	t.Helper()
	text, err := json.Marshal(args)
	require.NoError(t, err)
	out, err := calls.Call(name, text, func(any) {})
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(out, result))
}

// axe returns the source of axe-core.
func axe(t *testing.T) string {
	t.Helper()
	root, err := rtl.Root()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, ".tools/axe/axe_playwright_python/axe.min.js"))
	require.NoError(t, err, `axe-core is missing: run "make tools-browser"`)
	return string(text)
}

// accessible checks the page in its current state with axe-core.
func (v *visitor) accessible(state string) {
	v.Helper()
	if !eval[bool](v, `"axe" in window`) {
		eval[any](v, "%s; null", axe(v.T))
	}
	found := eval[[]string](v, `axe.run(document, {resultTypes: ["violations"]}).then((r) =>
		r.violations.map((x) => x.id + ": " + x.help + ": " + x.nodes.map((n) => n.html.slice(0, 150) + " " + n.failureSummary).join("; ")))`)
	require.Empty(v, found, state)
}

// TestAccessible checks the page in many states with axe-core.
func TestAccessible(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	check := v.accessible
	check("start")
	v.players("person", "person")
	v.play(9, func(n int, m duo.Move) { v.hold(m); v.action("place") })
	v.action("hint")
	v.says("Hint: ")
	v.press("#analyse")
	v.wait(`document.querySelectorAll("#candidates li").length > 0`)
	v.press("#heat")
	check("a hint and an analysis")
	dark := chrome.Desktop
	dark.Dark = true
	require.NoError(t, v.Emulate(dark))
	check("dark")
	phone := chrome.Phone
	require.NoError(t, v.Emulate(phone))
	check("phone")
	phone.Dark = true
	require.NoError(t, v.Emulate(phone))
	v.action("back")
	v.action("previous")
	v.moves(9, 8)
	check("phone, dark, one move back")
	v.press("#help")
	check("help")
	v.press("#help-dialog button")
	v.action("end")
	v.moves(9, 9)
	v.action("resign")
	v.says("resigns")
	check("the end")
}

// TestStaticHost serves the written folder with a plain file server, below another folder, and
// continues without the server.
func TestStaticHost(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	require.NoError(t, files(t).Write(dir))
	address, stop := serve(t, http.StripPrefix("/some/where", http.FileServer(http.Dir(dir))))
	v := visitAt(t, chrome.Desktop, address+"some/where/")
	v.wait(`navigator.serviceWorker.controller !== null`) // all files have been kept
	v.players("person", "minimax:depth=1")
	v.hinted()
	v.moves(2, 2)
	stop()
	require.NoError(t, v.Reload())
	v.moves(2, 2)
	v.hinted()
	v.moves(4, 4)
	require.NoError(t, v.Open(address+"some/where/index.html?x=1"))
	v.moves(4, 4)
}

// TestBroken opens a page whose engine does not load. The page reports the failure.
func TestBroken(t *testing.T) {
	t.Parallel()
	b, err := browser()
	require.NoError(t, err)
	whole := files(t).Handler(true, nil)
	address, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".gz") {
			http.Error(w, "no", http.StatusTeapot)
			return
		}
		whole.ServeHTTP(w, r)
	}))
	tab, err := b.NewTab(chrome.Desktop)
	require.NoError(t, err)
	defer tab.Close()
	err = tab.Open(address)
	require.ErrorContains(t, err, "The page could not start: golden.wasm.gz: 418")
}
