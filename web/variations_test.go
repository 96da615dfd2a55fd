// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/web/chrome"
)

// variation is a line of the list of variations: its first move, and how many follow.
type variation struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

func (v *visitor) variations() []variation {
	return eval[[]variation](v, `[...document.querySelectorAll("#variations button")].map((b) => ({ code: b.dataset.code, text: b.querySelector(".number").textContent + " " + b.querySelector(".more").textContent }))`)
}

// TestVariations plays another move in the middle of a game, goes to and fro between both games, and
// gives them to guests in a link.
func TestVariations(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address)
	v.players("person", "person")
	place := func(_ int, m duo.Move) { v.hold(m); v.action("place") }
	v.play(4, place)
	codes := v.codes()
	eval[any](v, `{ const c = document.getElementById("comment"); c.value = "the end"; c.dispatchEvent(new Event("input")); null }`)
	assert.Empty(t, v.variations())

	back := func() {
		v.action("previous")
		v.action("previous")
		v.moves(4, 2)
		v.pos = duo.NewPosition(duo.Player1)
		for _, code := range codes[:2] {
			m, err := duo.ParseMove(code)
			require.NoError(t, err)
			require.NoError(t, v.pos.MakeMove(m))
		}
	}
	back()
	legal := v.pos.LegalMoves(nil)
	other := legal[0]
	if other.String() == codes[2] {
		other = legal[1]
	}
	place(2, other)
	v.moves(3, 3)
	game := []variation{{codes[2], "3. and 1 move"}}
	v.wait(`document.querySelectorAll("#variations button").length === 1`)
	require.Equal(t, game, v.variations())
	v.accessible("variations")
	require.NoError(t, v.Reload())
	v.wait(`document.querySelectorAll("#variations button").length === 1`)
	require.Equal(t, game, v.variations())

	v.press("#variations button")
	v.moves(4, 3)
	require.Equal(t, codes, v.codes())
	v.wait(`document.querySelector("#variations .more").textContent === ""`)
	require.Equal(t, []variation{{other.String(), "3. "}}, v.variations())
	v.action("end")
	v.moves(4, 4)
	require.Equal(t, "the end", eval[string](v, `document.getElementById("comment").value`))

	// The variation's move leads into the variation.
	back()
	place(2, other)
	v.moves(3, 3)
	v.wait(`document.querySelector("#variations .more").textContent === "and 1 move"`)
	require.Equal(t, game, v.variations())
	v.press("#variations button")
	v.moves(4, 3)

	eval[any](v, `{ navigator.clipboard.writeText = async (text) => { window.copied = text; }; null }`)
	v.press("#link")
	v.says("clipboard")
	link := eval[string](v, `window.copied`)
	require.Equal(t, fmt.Sprintf("%s#1:%s&a=3&p=person,person&v=2.%s", address, strings.Join(codes, "."), other), link)

	guest := visitAt(t, chrome.Phone, link)
	guest.moves(4, 3)
	guest.wait(`document.querySelectorAll("#variations button").length === 1`)
	require.Equal(t, []variation{{other.String(), "3. "}}, guest.variations())
	require.Equal(t, []string{"person", "person"}, eval[[]string](guest, `[...document.querySelectorAll("#players select")].map((s) => s.value)`))
	guest.accessible("an opened game")
	guest.action("went")
	guest.moves(4, 4)
	require.Equal(t, codes, guest.codes())

	// With an engine the page waits, and then goes on from the position shown.
	guest = visitAt(t, chrome.Desktop, strings.Replace(link, "p=person,person", "p=native%20minimax,tree%3Alevel%3D1", 1))
	require.Equal(t, []string{"person", "tree:level=1"}, eval[[]string](guest, `[...document.querySelectorAll("#players select")].map((s) => s.value)`), "a link starts no program")
	time.Sleep(time.Second)
	guest.moves(4, 3)
	require.False(t, eval[bool](guest, `document.getElementById("controls").checkVisibility()`))
	guest.action("onward")
	guest.moves(4, 4)
	require.True(t, eval[bool](guest, `document.getElementById("controls").checkVisibility()`))
	require.Equal(t, codes[:3], guest.codes()[:3])
	if guest.codes()[3] != codes[3] {
		guest.wait(`document.querySelectorAll("#variations button").length === 2`)
		require.Contains(t, guest.variations(), variation{codes[3], "4. "})
	}

	late := visitAt(t, chrome.Desktop, address)
	eval[any](late, `{ location.hash = "#1:%s&v=1.55u0"; null }`, codes[0])
	late.says("The game of the link: ")
	eval[any](late, `{ location.hash = "#1:%s&w=1"; null }`, codes[0])
	late.says("The link holds no game.")
	late.moves(0, 0)
}
