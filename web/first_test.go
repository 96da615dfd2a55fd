// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/web/chrome"
	"github.com/tessera-fpga/tessera/web/pack"
)

// TestPlanning takes, moves and turns a tile while the rival thinks: it stays in hand, and is placed
// in the own turn only.
func TestPlanning(t *testing.T) {
	t.Parallel()
	whole := files(t).Handler(true, nil)
	release := make(chan struct{})
	address, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, pack.Players) {
			<-release // the rival thinks until then
		}
		whole.ServeHTTP(w, r)
	}))
	v := visitAt(t, chrome.Desktop, address)
	v.players("person", "minimax:depth=1")
	v.press(`[data-player="0"][data-tile="0"]`)
	start := v.centre("#board .start.player-1")
	require.NoError(t, v.Click(start.x, start.y))
	v.moves(1, 1)
	v.says("Player 2 thinks")

	require.Equal(t, "true", eval[string](v, `document.querySelector('[data-player="1"][data-tile="20"]').getAttribute("aria-disabled")`), "the rival's tiles")
	f := v.centre(`[data-player="0"][data-tile="19"]`)
	require.NoError(t, v.Click(f.x, f.y))
	require.Equal(t, "19", v.board("tile"))
	before := v.board("o")
	p, _ := v.square(8, 6)
	require.NoError(t, v.Mouse("mouseMoved", p.x, p.y, ""))
	require.NoError(t, v.Wheel(p.x, p.y, 100))
	v.wait(`document.getElementById("board").dataset.o !== %q`, before)
	require.True(t, eval[bool](v, `document.querySelector("#board .ghost .planned.player-1") !== null`))
	v.says("Tile F is in your hand until player 2 has moved.")
	require.NoError(t, v.Click(p.x, p.y))
	v.settle()
	v.moves(1, 1)
	o, s := v.board("o"), v.board("s")

	close(release)
	v.moves(2, 2)
	require.Equal(t, []string{"19", o, s}, []string{v.board("tile"), v.board("o"), v.board("s")})
	v.wait(`document.querySelector("#board .ghost .illegal.player-1") !== null`) // no corner of the first tile is there
	v.says("Tile F: ")
	v.hinted()
	v.moves(4, 4)
}

// TestEnd plays to the end: the winner, another game, and a look at the game.
func TestEnd(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Phone)
	v.players("minimax:depth=1", "minimax:depth=1")
	require.False(t, eval[bool](v, `document.getElementById("end").checkVisibility()`))
	v.wait(`document.getElementById("end").checkVisibility()`)
	for _, code := range v.codes() {
		m, err := duo.ParseMove(code)
		require.NoError(t, err)
		require.NoError(t, v.pos.MakeMove(m))
	}
	v.finished()
	v.accessible("the end")
	n := len(v.codes())
	require.False(t, eval[bool](v, `document.getElementById("controls").checkVisibility()`))
	v.action("look")
	v.moves(n, 0)
	require.False(t, eval[bool](v, `document.getElementById("end").checkVisibility()`))
	require.Equal(t, "next", eval[string](v, `document.activeElement.dataset.do`))
	v.wait(`document.querySelectorAll("#chart circle").length > 3`)
	v.players("person", "person")
	v.action("end")
	v.moves(n, n)
	v.action("again")
	v.moves(0, 0)
	require.True(t, eval[bool](v, `document.getElementById("controls").checkVisibility()`))
	require.Equal(t, "Player 1: choose a tile.", v.message())
}

// TestSound counts the tones of moves: none at first, and with the option, which outlives the page, one
// for each move.
func TestSound(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "minimax:depth=1")
	const listen = `{ window.tones = []; const start = OscillatorNode.prototype.start; OscillatorNode.prototype.start = function (at) { window.tones.push(this.frequency.value); start.call(this, at); }; null }`
	tones := func() []float64 { return eval[[]float64](v, `window.tones`) }
	use := func() { // a browser is silent before the visitor uses the page
		p := v.centre("#message")
		require.NoError(t, v.Click(p.x, p.y))
	}
	eval[any](v, listen)
	use()
	v.hinted()
	v.moves(2, 2)
	require.Empty(t, tones())
	v.press("#sound")
	v.hinted()
	v.moves(4, 4)
	require.Len(t, tones(), 2)
	require.NotEqual(t, tones()[0], tones()[1], "the own move and the rival's")
	require.NoError(t, v.Reload())
	eval[any](v, listen)
	use()
	v.hinted()
	v.moves(6, 6)
	require.Len(t, tones(), 2)
	v.press("#sound")
	v.hinted()
	v.moves(8, 8)
	require.Len(t, tones(), 2)
}
