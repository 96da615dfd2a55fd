// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	duogame "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/golden/duo"
	_ "github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
	"github.com/tessera-fpga/tessera/web"
	"github.com/tessera-fpga/tessera/web/boardtest"
	"github.com/tessera-fpga/tessera/web/chrome"
	"github.com/tessera-fpga/tessera/web/socket"
)

// choose selects a value in a select element.
func (v *visitor) choose(id, value string) {
	v.Helper()
	eval[any](v, `{ const s = document.getElementById(%q); s.value = %q; s.dispatchEvent(new Event("change")); null }`, id, value)
}

// add adds a native player to the page as player n.
func (v *visitor) add(n int, kind, options string) {
	v.Helper()
	v.choose(fmt.Sprintf("player-%d", n), "add")
	v.wait(`document.getElementById("add-dialog").open && document.getElementById("add-kind").value === "tree"`)
	v.choose("add-kind", kind)
	v.wait(`document.getElementById("add-help").textContent !== ""`)
	eval[any](v, `{ document.getElementById("add-options").value = %q; null }`, options)
	v.press(`#add-dialog button[value="add"]`)
	spec := kind
	if options != "" {
		spec += ":" + options
	}
	v.wait(`document.getElementById("player-%d").value === %q`, n, "native "+spec)
}

// TestPlayersOfTheProgram plays against a native player and compares its moves with the same player
// in the test.
func TestPlayersOfTheProgram(t *testing.T) {
	t.Parallel()
	players := socket.New()
	t.Cleanup(players.Wait)
	address, stop := serve(t, files(t).Handler(true, web.Services{socket.Path: players}))
	v := visitAt(t, chrome.Desktop, address+"#token="+players.Token())
	require.Equal(t, address, eval[string](v, `location.href`), "the token does not stay in the address")
	v.players("person", "person")
	v.choose("player-2", "add")
	v.wait(`document.getElementById("add-dialog").open`)
	v.accessible("a player is added")
	v.press(`#add-dialog button[value=""]`)
	require.Equal(t, "person", eval[string](v, `document.getElementById("player-2").value`))
	v.add(2, "minimax", "depth=1,own=5")
	g, err := play.Find(duogame.Name)
	require.NoError(t, err)
	own, err := g.New("minimax:depth=1,own=5", play.Env{Seat: 1})
	require.NoError(t, err)
	defer own.Close()
	check := func(n int) {
		t.Helper()
		v.moves(n, n)
		pos := g.Start()
		for i, code := range v.codes() {
			if i%2 == 1 {
				m, err := own.Move(t.Context(), pos)
				require.NoError(t, err)
				require.Equal(t, g.Format(m), code)
			}
			require.NoError(t, g.PlayText(pos, code))
		}
	}
	v.hinted()
	check(2)
	require.NoError(t, v.Reload()) // the token and the player survive
	v.hinted()
	check(4)

	// The page shows why a player does not start, and the game waits.
	v.add(2, "gtp", "/no/such/program")
	v.hinted()
	v.says("/no/such/program")
	v.moves(5, 5)
	v.choose("player-2", "native minimax:depth=1,own=5")
	v.moves(6, 6)

	// The page stops a long thought that it no longer needs.
	v.add(2, "tree", "time=24h")
	v.hinted()
	v.wait(`document.querySelector(".card.player-2 .rest").textContent.startsWith("thinking")`)
	v.action("undo")
	v.moves(7, 6)
	v.choose("player-2", "minimax:depth=1")
	v.action("redo")
	v.moves(8, 8)
	stop()
}

// TestNoProgram shows the page when the program refuses its token, and when the page has no token.
func TestNoProgram(t *testing.T) {
	t.Parallel()
	players := socket.New()
	t.Cleanup(players.Wait)
	address, _ := serve(t, files(t).Handler(true, web.Services{socket.Path: players}))
	b, err := browser()
	require.NoError(t, err)
	tab, err := b.NewTab(chrome.Desktop) // its console reports the refused socket
	require.NoError(t, err)
	defer tab.Close()
	require.NoError(t, tab.Open(address+"#token="+strings.Repeat("0", 32)))
	_, err = chrome.Eval[any](tab, `{ const s = document.getElementById("player-2"); s.value = "add"; s.dispatchEvent(new Event("change")); null }`)
	require.NoError(t, err)
	require.NoError(t, tab.Wait(`document.getElementById("message").textContent.includes("no connection: is tessera web running")`, patience))

	v := visitAt(t, chrome.Desktop, address) // without a token the page offers no native players and does not connect
	require.Zero(t, eval[int](v, `document.querySelectorAll('option[value="add"]').length`))
}

// fakePort is a serial port whose board answers over HTTP, in base64, because fetch may only reach
// the page's own server.
const fakePort = `{
	const port = {
		async open(options) {
			port.options = options;
			port.readable = new ReadableStream({ start(c) { port.out = c; } });
			port.writable = new WritableStream({
				async write(bytes) {
					port.written = (port.written ?? "") + String.fromCharCode(...bytes);
					if (port.mute) return;
					const answer = await (await fetch("board?bytes=" + encodeURIComponent(btoa(String.fromCharCode(...bytes))))).text();
					const got = Uint8Array.from(atob(answer), (c) => c.charCodeAt(0));
					for (const b of got) port.out.enqueue(new Uint8Array([13, b])); // in pieces, with a CR
				},
			});
		},
		async close() { port.closed = true; },
	};
	window.port = port;
	Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port }, configurable: true });
	null }`

// TestBoardByWebSerial plays against a board at a serial port of the browser: the reference model
// of the contest's player.
func TestBoardByWebSerial(t *testing.T) {
	t.Parallel()
	board, err := boardtest.New()
	require.NoError(t, err)
	whole := files(t).Handler(true, nil)
	address, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/board" {
			whole.ServeHTTP(w, r)
			return
		}
		bytes, err := base64.StdEncoding.DecodeString(r.URL.Query().Get("bytes"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, base64.StdEncoding.EncodeToString(board.Tell(bytes)))
	}))
	v := visitAt(t, chrome.Desktop, address)
	v.players("person", "person")
	eval[any](v, fakePort)
	v.choose("player-2", "connect")
	v.wait(`document.getElementById("player-2").value === "board"`)
	require.Equal(t, "Board TS", eval[string](v, `document.getElementById("player-2").selectedOptions[0].textContent`))
	require.Equal(t, 115_200, eval[int](v, `port.options.baudRate`))
	for n := range 3 {
		v.hinted()
		v.moves(2*n+2, 2*n+2)
	}
	codes := v.codes()
	require.Equal(t, "00"+"3A"+codes[0]+"4"+codes[2]+"4"+codes[4], eval[string](v, `port.written`))

	v.action("undo")
	v.moves(6, 4)
	v.press("#legal summary")
	v.press("#legal .tile-head")
	v.press(fmt.Sprintf(`#legal .places button:not([data-place=%q])`, codes[4]))
	v.action("place")
	v.says("takes no move back") // which the board could not follow
	v.moves(5, 5)
	v.press("#new")
	v.moves(0, 0)
	v.hinted() // a new game, which the page announces to the board
	v.moves(2, 2)
	require.Contains(t, eval[string](v, `port.written`), "903A")

	// A silent board does not lose the game: the page asks it again.
	eval[any](v, `{ port.mute = true; null }`)
	v.hinted()
	v.says("the board has not answered within 1 s")
	v.moves(3, 3)
	v.players("person", "person")
	v.choose("player-2", "minimax:depth=1")
	v.moves(4, 4)
}

// TestClock plays games with clocks.
func TestClock(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	require.True(t, eval[bool](v, `document.querySelector(".clock").hidden`))
	v.choose("clock", "2") // 3 minutes, and 2 seconds a move
	v.wait(`[...document.querySelectorAll(".clock")].every((c) => c.textContent === "3:00")`)
	v.hinted()
	v.moves(1, 1) // now it goes, for player 2
	require.Equal(t, "3:02", eval[string](v, `document.querySelector(".card.player-1 .clock").textContent`))
	v.wait(`document.querySelector(".card.player-2 .clock").textContent === "2:58"`)
	v.accessible("clocks")
	v.action("pause")
	stands := eval[string](v, `JSON.stringify(JSON.parse(localStorage.getItem("tessera.page.1")).game.spent)`)
	require.NoError(t, v.Reload())
	require.Equal(t, stands, eval[string](v, `JSON.stringify(JSON.parse(localStorage.getItem("tessera.page.1")).game.spent)`))
	// Let the remaining time pass at once.
	eval[any](v, `{ const s = JSON.parse(localStorage.getItem("tessera.page.1")); s.game.spent[1] = 178500; s.paused = false;
		localStorage.setItem("tessera.page.1", JSON.stringify(s));
		Storage.prototype.setItem = () => {}; // the page keeps nothing more
		null }`)
	require.NoError(t, v.Reload())
	v.says("Player 2 is out of time: player 1 wins.")
	require.Equal(t, "0:00.0", eval[string](v, `document.querySelector(".card.player-2 .clock").textContent`))
	require.Equal(t, "true", eval[string](v, `document.querySelector('[data-do="hint"]').getAttribute("aria-disabled")`))
	saved := v.saved()
	require.Equal(t, "B+T", saved.Result)
	require.Equal(t, "out of time", saved.Reason)
	v.action("undo")
	v.says("Player 2: choose a tile.")
}

// saved saves the game as JSON and reads it back.
func (v *visitor) saved() *record.Game {
	v.Helper()
	eval[any](v, `{
		const make = URL.createObjectURL.bind(URL);
		URL.createObjectURL = (file) => { window.file = file; return make(file); };
		null }`)
	v.choose("form", "json")
	v.press("#save")
	v.says("Saved as")
	text := eval[string](v, `window.file.text()`)
	g, err := record.ParseJSON([]byte(strings.TrimSpace(text)))
	require.NoError(v, err, text)
	return g
}

// TestNotes saves and loads the engines' evaluations.
func TestNotes(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("tree:level=3", "tree:level=1")
	v.wait(`document.querySelectorAll("#moves li").length >= 4`)
	v.action("pause")
	v.wait(`document.querySelector('[data-do="pause"]').textContent === "Resume"`)
	g := v.saved()
	require.GreaterOrEqual(t, len(g.Notes), 4)
	for i, n := range g.Notes {
		require.NotNil(t, n.Value, i)
		require.NotNil(t, n.Margin, i)
		require.Positive(t, n.Visits, i)
	}
	v.press("#new")
	v.moves(0, 0)
	text, err := json.Marshal(g)
	require.NoError(t, err)
	quoted, err := json.Marshal(string(text))
	require.NoError(t, err)
	eval[any](v, `{ const d = new DataTransfer(), i = document.getElementById("load"); d.items.add(new File([%s], "a.json")); i.files = d.files; i.dispatchEvent(new Event("change")); null }`, quoted)
	v.moves(len(g.Moves), len(g.Moves))
	again := v.saved()
	assert.Equal(t, g.Notes, again.Notes)
	v.wait(`document.querySelectorAll("#chart circle").length >= %d`, len(g.Notes))
}

// TestLegalMoves compares the list of legal moves with golden's.
func TestLegalMoves(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	for n := range 4 {
		v.hinted()
		v.moves(n+1, n+1)
	}
	for _, code := range v.codes() {
		m, err := duo.ParseMove(code)
		require.NoError(t, err)
		require.NoError(t, v.pos.MakeMove(m))
	}
	v.press("#legal summary")
	v.wait(`document.querySelectorAll("#legal .tile-head").length > 0`)
	byTile := map[int][]string{}
	for _, m := range v.pos.LegalMoves(nil) {
		byTile[int(m.Tile())] = append(byTile[int(m.Tile())], m.String())
	}
	require.Len(t, byTile, eval[int](v, `document.querySelectorAll("#legal .tile-head").length`))
	for tile, want := range byTile {
		v.press(fmt.Sprintf(`[data-legal-tile="%d"]`, tile))
		got := eval[[]string](v, `[...document.querySelectorAll("#legal .places button")].map((b) => b.dataset.place)`)
		require.ElementsMatch(t, want, got, "tile %d", tile)
		if tile == int(v.pos.LegalMoves(nil)[0].Tile()) {
			v.accessible("legal moves")
		}
		v.press("#legal .places li:last-child button")
		require.Equal(t, got[len(got)-1], v.board("legal"))
		v.press(fmt.Sprintf(`[data-legal-tile="%d"]`, tile)) // closes it
	}
}

// TestAnalysisBesideAnEngine runs an analysis while an engine thinks. The analysis does not wait.
func TestAnalysisBesideAnEngine(t *testing.T) {
	t.Parallel()
	players := socket.New()
	t.Cleanup(players.Wait)
	address, _ := serve(t, files(t).Handler(true, web.Services{socket.Path: players}))
	v := visitAt(t, chrome.Desktop, address+"#token="+players.Token())
	v.players("person", "person")
	v.hinted()
	v.moves(1, 1)
	v.press("#analyse")
	v.add(2, "tree", "time=24h,nodes=100000")
	v.wait(`document.querySelector(".card.player-2 .rest").textContent.startsWith("thinking")`)
	v.wait(`document.querySelectorAll("#candidates li").length > 1`)
	require.True(t, eval[bool](v, `document.querySelector(".card.player-2 .rest").textContent.startsWith("thinking")`))
	v.moves(1, 1)
}
