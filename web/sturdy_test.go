// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/web"
	"github.com/tessera-fpga/tessera/web/chrome"
)

// TestStoredState starts the page with stored states that make no sense: it always starts, and a
// move can be made.
func TestStoredState(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	states := []string{``, `{`, `5`, `null`, `"x"`, `[]`, `{"game":5}`, `{"game":null,"previous":7,"settings":[],"paused":"x"}`}
	for name, values := range map[string][]string{
		"moves": {`5`, `{}`, `[5]`, `["zz"]`, `["55u0","55u0"]`}, "at": {`-1`, `"x"`, `1e9`, `0.5`}, "first": {`5`, `0`, `"x"`}, "setup": {`5`, `"x"`, `"AB[e10][e10]"`, `"AB[e10]PL[W]"`},
		"margins": {`5`, `{}`, `"x"`, `["x"]`}, "checks": {`5`, `{}`, `[5]`, `[{}]`, `[{"differ":5,"playouts":1}]`, `[{"differ":[],"board":null}]`, `[{"differ":[5],"board":{},"work":1,"cycles":1,"seconds":1}]`}, "notes": {`5`, `[5]`},
		"variations": {`5`, `[5]`, `[{}]`, `[{"moves":5}]`, `[{"moves":[5]}]`, `[{"moves":["zz"]}]`, `[{"moves":["55u0","55u0"],"notes":5}]`},
		"clock":      {`5`, `{}`, `{"base":"x","increment":1}`}, "spent": {`5`, `["x"]`}, "resigned": {`9`, `"x"`}, "late": {`9`, `-1`},
	} {
		for _, value := range values {
			if name != "moves" {
				states = append(states, fmt.Sprintf(`{"game":{"first":1,"moves":["55u0"],"at":1,%q:%s}}`, name, value))
			} else {
				states = append(states, fmt.Sprintf(`{"game":{"moves":%s},"previous":{"moves":%[1]s}}`, value))
			}
		}
	}
	for name, values := range map[string][]string{
		"players": {`5`, `"x"`, `[5]`, `["x","y"]`, `{}`}, "added": {`5`, `{}`, `[5]`}, "clock": {`99`, `"x"`}, "theme": {`5`, `{}`}, "form": {`5`, `"pdf"`},
	} {
		for _, value := range values {
			states = append(states, fmt.Sprintf(`{"settings":{%q:%s}}`, name, value))
		}
	}
	for _, together := range []string{`5`, `null`, `{}`, `{"room":"x","key":"y"}`, `{"room":5,"keys":5}`, `{"keys":[5],"round":-1,"seat":"x"}`, `{"key":"00112233445566778899aabbccddeeff","keys":["x","y","z"],"seat":9}`} {
		states = append(states, fmt.Sprintf(`{"settings":{"players":["person","friend"]},"together":%s}`, together))
	}
	for _, state := range states {
		eval[any](v, `{ const set = Storage.prototype.setItem; set.call(localStorage, "tessera.page.1", %q);
			Storage.prototype.setItem = () => {}; // the page that is left keeps nothing
			null }`, state)
		require.NoError(t, v.Reload(), state)
		eval[any](v, `{ document.getElementById("new").click(); null }`)
		v.players("person", "person")
		v.wait(`document.querySelector('[data-do="hint"]').getAttribute("aria-disabled") === "false"`)
		require.True(t, json.Valid([]byte(eval[string](v, `localStorage.getItem("tessera.page.1")`))), state)
		require.Equal(t, 0, eval[int](v, `document.querySelectorAll("#moves button").length`), state)
	}
}

// TestStartReasons opens the page where it cannot run: it says why.
func TestStartReasons(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	require.NoError(t, files(t).Write(dir))
	b, err := browser()
	require.NoError(t, err)
	tab, err := b.NewTab(chrome.Desktop)
	require.NoError(t, err)
	defer tab.Close()
	v := &visitor{T: t, Tab: tab}
	require.NoError(t, tab.Navigate("file://"+dir+"/index.html"))
	v.wait(`document.getElementById("message").textContent.startsWith("A browser does not run this page from a file")`)
	text, err := os.ReadFile(filepath.Join(dir, "index.html"))
	require.NoError(t, err)
	require.Contains(t, string(text), "<noscript>")
}

// changed returns a version of the page with a changed file.
func changed(t *testing.T, name string, change func(text string) string) web.Files {
	t.Helper()
	f := maps.Clone(files(t))
	before := string(f[name])
	f[name] = []byte(change(before))
	require.NotEqual(t, before, string(f[name]))
	delete(f, "sw.js") // which names the version: New makes it anew
	f, err := web.New(os.DirFS("page"), f)
	require.NoError(t, err)
	return f
}

// TestNewVersion changes the page while it is open: the open page keeps its version, and all its
// workers are of that version, until the visitor takes the new one. The game stays.
func TestNewVersion(t *testing.T) {
	t.Parallel()
	f := files(t)
	next := changed(t, "worker.js", func(text string) string {
		return strings.Replace(text, "const { id, name, args } = data;", "const { id, name, arguments: args } = data;", 1)
	})
	var now atomic.Pointer[http.Handler]
	one, two := f.Handler(true, nil), next.Handler(true, nil)
	now.Store(&one)
	address, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*now.Load()).ServeHTTP(w, r) }))
	v := visitAt(t, chrome.Desktop, address)
	v.wait(`navigator.serviceWorker.controller !== null`)
	v.players("person", "person")
	now.Store(&two)
	eval[any](v, `navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => null)`)
	v.wait(`document.getElementById("notice").hidden === false`)
	v.hinted() // a new worker, of the old version, in which the protocol is the page's
	v.moves(1, 1)
	require.NoError(t, v.Reload())
	v.moves(1, 1) // still the old version
	now.Store(&one)
}

// TestFirstVersion opens the page for the first time: it offers no new version, not even for a moment,
// while its service worker begins.
func TestFirstVersion(t *testing.T) {
	t.Parallel()
	const watch = `{ const n = document.getElementById("notice"); new MutationObserver(() => { if (!n.hidden) document.documentElement.dataset.offered = "true"; }).observe(n, { attributes: true }); }`
	f := changed(t, "main.js", func(text string) string { return text + "\n" + watch })
	address, _ := serve(t, f.Handler(true, nil))
	for range 5 {
		v := visitAt(t, chrome.Desktop, address)
		v.wait(`navigator.serviceWorker.controller !== null`)
		assert.False(t, eval[bool](v, `"offered" in document.documentElement.dataset`))
	}
}

// TestForcedColours checks that the system's colours leave a sign of the player to move, of the move
// shown and of pressed buttons, and the colours of the board, the tiles and the chip's legend.
func TestForcedColours(t *testing.T) {
	t.Parallel()
	forced := chrome.Desktop
	forced.Forced = true
	v := visit(t, forced)
	require.True(t, eval[bool](v, `matchMedia("(forced-colors: active)").matches`))
	v.players("person", "person")
	v.hinted()
	v.moves(1, 1)
	outlined := `(e) => getComputedStyle(e).outlineStyle !== "none"`
	assert.Equal(t, []bool{false, true}, eval[[]bool](v, `[...document.querySelectorAll(".card")].map(%s)`, outlined))
	assert.True(t, eval[bool](v, `[document.querySelector("#moves [aria-current]")].every(%s)`, outlined))
	fills := eval[[]string](v, `["#board .pieces .player-1 .area", ".tile[data-player='1'] .area", ".card.player-2 .swatch .area"].map((s) => getComputedStyle(document.querySelector(s)).fill)`)
	assert.Equal(t, fills[1], fills[2])
	assert.NotEqual(t, fills[0], fills[1])
	require.NoError(t, v.Navigate(eval[string](v, `location.origin + "/chip.html"`)))
	v.wait(`document.querySelectorAll("#stages li").length > 0`)
	assert.Greater(t, eval[int](v, `new Set([...document.querySelectorAll(".legend i")].map((e) => getComputedStyle(e).backgroundColor)).size`), 4)
}

// TestAccessibleGames checks the other games and the chip's page with axe-core.
func TestAccessibleGames(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"?game=quoridor", "?game=dots", "?game=blokus", "chip.html"} {
		address, _ := serve(t, files(t).Handler(true, nil))
		v := visitAt(t, chrome.Desktop, address+page)
		v.wait(`document.documentElement.dataset.ready === "true"`)
		v.accessible(page)
		dark := chrome.Phone
		dark.Dark = true
		require.NoError(t, v.Emulate(dark))
		v.accessible(page + ", phone, dark")
	}
}

// TestTilesInSight checks that tiles are in the window on every screen, and that they keep their
// places from move to move.
func TestTilesInSight(t *testing.T) {
	t.Parallel()
	for _, d := range []chrome.Device{
		chrome.Desktop, chrome.Phone, {Width: 1024, Height: 768}, {Width: 844, Height: 390, Touch: true}, {Width: 320, Height: 568, Touch: true},
	} {
		v := visit(t, d)
		const seen = `[...document.querySelectorAll('.tile[data-player="0"] svg')].filter((e) => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth; }).length`
		require.GreaterOrEqual(t, eval[int](v, seen), 3, "%d x %d", d.Width, d.Height)
		require.LessOrEqual(t, eval[int](v, `document.documentElement.scrollWidth - innerWidth`), 0, "%d x %d is wider than the window", d.Width, d.Height)
		v.players("person", "minimax:depth=1")
		places := func() string {
			return eval[string](v, `JSON.stringify([...document.querySelectorAll(".tile svg")].map((e) => { const r = e.getBoundingClientRect(); return [r.x + scrollX, r.y + scrollY, r.width].map(Math.round); }))`)
		}
		before := places()
		v.hinted()
		v.moves(2, 2)
		require.Equal(t, before, places(), "%d x %d", d.Width, d.Height)
	}
}

// TestBeforeTheRules holds golden back: the board and the tiles are there, and a tile can be taken
// and placed on the board; the game goes on when golden arrives.
func TestBeforeTheRules(t *testing.T) {
	t.Parallel()
	whole := files(t).Handler(true, nil)
	release := make(chan struct{})
	address, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm.gz") {
			<-release
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
	v.wait(`document.querySelectorAll('.tile[data-player="0"][aria-disabled="false"]').length === 21`)
	require.True(t, eval[bool](v, `document.getElementById("progress").checkVisibility()`))
	require.Equal(t, 2, eval[int](v, `document.querySelectorAll("#board .start").length`))
	v.press(`[data-player="0"][data-tile="0"]`)
	p := v.centre("#board .start.player-1")
	require.NoError(t, v.Click(p.x, p.y))
	v.wait(`document.querySelectorAll("#board .pieces .piece").length === 1`)
	require.Empty(t, v.codes())
	v.press(`[data-player="0"][data-tile="1"]`) // the move has been made
	require.NotEqual(t, "1", v.board("tile"))
	close(release)
	v.wait(`document.querySelectorAll("#moves button").length >= 1`)
	v.wait(`document.documentElement.dataset.ready === "true" && document.getElementById("progress").hidden`)
}
