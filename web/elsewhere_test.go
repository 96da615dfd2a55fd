// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/web/chrome"
)

// TestCleanAddresses serves the page as hosts do that hide .html: they redirect chip.html to chip. The
// page inside the chip opens under both names once the service worker answers.
func TestCleanAddresses(t *testing.T) {
	t.Parallel()
	page := files(t).Handler(true, nil)
	address, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch name, html := strings.CutSuffix(r.URL.Path, ".html"); {
		case html:
			http.Redirect(w, r, name, http.StatusPermanentRedirect)
		case name == "/chip":
			r.URL.Path += ".html"
			page.ServeHTTP(w, r)
		default:
			page.ServeHTTP(w, r)
		}
	}))
	v := visitAt(t, chrome.Desktop, address)
	v.wait(`navigator.serviceWorker.controller !== null`)
	for _, name := range []string{"chip.html", "chip"} {
		eval[any](v, `{ location.href = %q; null }`, name)
		v.wait(`location.pathname.startsWith("/chip") && document.readyState === "complete"`)
		assert.NotEmpty(t, eval[string](v, `document.querySelector("h1").textContent`), name)
		require.NoError(t, v.Open(address))
	}
}

// TestGoBack leaves the page for the inside of the chip, and goes back. If Chromium has kept the page, as
// it does unless memory is short, the page must start afresh with its game, because it has no workers any
// more.
func TestGoBack(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	v.hinted()
	v.moves(1, 1)
	eval[any](v, `{ window.before = true; location.href = "chip.html"; null }`)
	v.wait(`location.pathname === "/chip.html" && document.readyState === "complete"`)
	eval[any](v, `{ history.back(); null }`)
	v.wait(`location.pathname === "/" && window.before === undefined && document.documentElement.dataset.ready === "true"`)
	v.moves(1, 1)
	v.hinted()
	v.moves(2, 2)
}

// TestLinksOfMessengers opens links with the sentence's full stop behind them, or escaped.
func TestLinksOfMessengers(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	for _, link := range []string{"#1:55u0", "#1:55u0.", "#1:55u0.)", "#1%3A55u0", "#1:55U0"} {
		v.press("#new")
		v.moves(0, 0)
		eval[any](v, `{ location.hash = %q; null }`, link)
		v.moves(1, 1)
	}
}

// TestNothingKept tells a visitor whose browser stores nothing, once.
func TestNothingKept(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	eval[any](v, `{ Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; null }`)
	eval[any](v, `{ const message = document.getElementById("message"); window.told = [];
		new MutationObserver(() => { window.told.push(message.textContent); }).observe(message, { childList: true, characterData: true, subtree: true }); null }`)
	v.hinted()
	v.hinted()
	v.moves(2, 2)
	told := eval[[]string](v, `window.told.filter((text) => text.includes("keeps nothing"))`)
	assert.Len(t, told, 1)
}

// TestTwoTabs leaves a tab that has changed nothing: the game that another tab has stored meanwhile
// stays.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	v.hinted()
	v.moves(1, 1)
	eval[any](v, `{ const set = (k, text) => localStorage.setItem(k, text);
		set("tessera.page.1", localStorage.getItem("tessera.page.1").replace(/"moves":\["[^"]*"\]/, '"moves":["55u0"],"of":"another tab"'));
		window.dispatchEvent(new Event("pagehide")); null }`)
	assert.Contains(t, eval[string](v, `localStorage.getItem("tessera.page.1")`), "another tab")
	v.action("undo") // a tab that has changed the game keeps it
	v.wait(`!localStorage.getItem("tessera.page.1").includes("another tab")`)
}

// TestOtherLayouts takes a move back, and forth again, with the keys of a Russian and a Dvorak layout.
func TestOtherLayouts(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	v.hinted()
	v.moves(1, 1)
	for _, z := range [][2]string{{"я", "KeyZ"}, {"z", "Slash"}} {
		eval[any](v, `{ window.dispatchEvent(new KeyboardEvent("keydown", { key: %q, code: %q, ctrlKey: true, cancelable: true })); null }`, z[0], z[1])
		v.wait(`document.querySelectorAll("#moves li:not(.later)").length === 0`)
		v.action("redo")
		v.moves(1, 1)
	}
	eval[any](v, `{ window.dispatchEvent(new KeyboardEvent("keydown", { key: "-", code: "KeyZ", ctrlKey: true })); null }`)
	v.moves(1, 1)
}

// TestDroppedFile loads a file that is dropped anywhere on the page.
func TestDroppedFile(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	eval[any](v, `{ const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File(["(;GM[Blokus Duo];B[e8,e9,e10,f10,g10])"], "game.blksgf"));
		for (const kind of ["dragover", "drop"]) {
			const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
			document.querySelector("main").dispatchEvent(event);
			if (!event.defaultPrevented) throw new Error(kind + ": the browser would leave the page");
		}
		null }`)
	v.wait(`document.querySelectorAll("#moves li").length === 1`)
}

// TestFontSize follows the size of text that the visitor has chosen in the browser.
func TestFontSize(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	assert.Equal(t, "100%", eval[string](v, `[...document.styleSheets].flatMap((s) => [...s.cssRules]).find((r) => r.selectorText === ":root" && r.style.fontSize).style.fontSize`))
}
