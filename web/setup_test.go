// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
	"github.com/tessera-fpga/tessera/web/chrome"
)

// load opens a file.
func (v *visitor) load(name, text string) {
	v.Helper()
	quoted, err := json.Marshal(text)
	require.NoError(v, err)
	eval[any](v, `{ const d = new DataTransfer(), i = document.getElementById("load"); d.items.add(new File([%s], %q)); i.files = d.files; i.dispatchEvent(new Event("change")); null }`, quoted, name)
}

// keepFiles lets the test have what the page saves and copies.
func (v *visitor) keepFiles() {
	v.Helper()
	eval[any](v, `{
		navigator.clipboard.writeText = async (text) => { window.copied = text; };
		const make = URL.createObjectURL.bind(URL);
		URL.createObjectURL = (file) => { window.file = file; return make(file); };
		null }`)
}

// TestSetUp opens a record with a position that is set up, plays on from it against an engine, and
// moves the game to other visitors: by link and by file.
func TestSetUp(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, address)
	v.players("person", "person")
	v.keepFiles()
	v.load("position.blksgf", "(;GM[Blokus Duo]CA[UTF-8]AB[e9,d10,e10,f10,e11][c8,c9]AW[i4,h5,i5,j5,i6]PL[W])")
	of, err := play.Find("duo")
	require.NoError(t, err)
	s, err := record.ParseSetup(of, "AB[e9,d10,e10,f10,e11][c8,c9]AW[i4,h5,i5,j5,i6]PL[W]")
	require.NoError(t, err)
	placed := [2][]duo.Move{}
	for pl, moves := range s.Placed {
		for _, m := range moves {
			placed[pl] = append(placed[pl], duo.Move(m))
		}
	}
	v.pos, err = duo.PlaceTiles(placed, duo.Player2)
	require.NoError(t, err)
	v.wait(`document.querySelectorAll("#board .pieces .area").length === 3`)
	v.agree()
	assert.Contains(t, v.message(), "Player 2")
	v.hinted()
	v.moves(1, 1)
	v.play1(t)
	v.players("tree:level=1", "person")
	v.moves(2, 2)
	v.play1(t)
	v.players("person", "person")

	// Back to the position, and the game goes on as it was after a reload.
	v.action("previous")
	v.action("previous")
	v.moves(2, 0)
	require.Equal(t, 3, eval[int](v, `document.querySelectorAll("#board .pieces .area").length`))
	v.action("next")
	v.action("next")
	require.NoError(t, v.Reload())
	v.moves(2, 2)
	v.agree()
	v.keepFiles()

	v.press("#link")
	v.says("clipboard")
	link := eval[string](v, `window.copied`)
	codes := v.codes()
	require.Equal(t, address+"#2:"+strings.Join(codes, ".")+"&s=ab_e9,d10,e10,f10,e11_c8,c9.aw_i4,h5,i5,j5,i6.pl_w&p=person,person", link)
	escaped := address + "#" + strings.NewReplacer(":", "%3A", "&", "%26", "=", "%3D", ",", "%2C").Replace(strings.TrimPrefix(link, address+"#")) + "."
	for _, link := range []string{link, escaped, strings.ReplaceAll(link, "ab_", "AB_")} {
		guest := visitAt(t, chrome.Desktop, link)
		guest.moves(2, 2)
		guest.pos = v.pos
		guest.agree()
	}
	for _, form := range []string{"blksgf", "json"} {
		eval[any](v, `{ const s = document.getElementById("form"); s.value = %q; s.dispatchEvent(new Event("change")); null }`, form)
		v.press("#save")
		v.says("." + form)
		text := eval[string](v, `window.file.text()`)
		g, err := record.NewReader(play.NewLines(strings.NewReader(text)), nil, 0).Next(t.Context())
		require.NoError(t, err, text)
		require.True(t, s.Equal(g.Setup), text)
		require.Equal(t, strings.Join(codes, " "), of.FormatMoves(g.Moves))
		v.press("#new")
		v.moves(0, 0)
		require.Zero(t, eval[int](v, `document.querySelectorAll("#board .pieces .area").length`))
		v.load("game."+form, text)
		v.moves(2, 2)
		v.agree()
	}
	eval[any](v, `{ const s = document.getElementById("form"); s.value = "txt"; s.dispatchEvent(new Event("change")); null }`)
	v.press("#save")
	v.says("lines of moves hold no position that is set up")

	// A chip says that it cannot, here and in its inside; the game stays.
	v.players("person", "chip-montecarlo:visits=1")
	v.says("the chip knows only positions that moves have led to")
	v.moves(2, 2)
	v.players("person", "person")
	v.load("wrong.blksgf", "(;GM[Blokus Duo]AB[e10]AW[e10])")
	v.says("wrong.blksgf: read: record: line 1, column 26: property AW: player 2: e10: a square is occupied: e10")
	v.moves(2, 2)
	eval[any](v, `{ location.hash = "#2:&s=ab_e10.aw_e10"; null }`)
	v.says("The game of the link: position: property AW: player 2: e10: a square is occupied: e10")
	v.moves(2, 2)
}

// play1 makes the page's last move in golden's position.
func (v *visitor) play1(t *testing.T) {
	t.Helper()
	codes := v.codes()
	m, err := duo.ParseMove(codes[len(codes)-1])
	require.NoError(t, err)
	require.NoError(t, v.pos.MakeMove(m))
	v.agree()
}

// TestSetUpOfFour opens a set-up position of four colours.
func TestSetUpOfFour(t *testing.T) {
	t.Parallel()
	v := visitGame(t, "blokus:two", chrome.Desktop)
	v.seat(0, "person")
	v.seat(1, "person")
	v.load("position.blksgf", "(;GM[Blokus Two-Player]A1[a19,a20]A2[s20,t20]A4[a1]PL[4];4[b2,b3,b4])")
	v.moves(1, 1)
	s, err := record.ParseSetup(v.of, "A1[a19,a20]A2[s20,t20]A4[a1]PL[4]")
	require.NoError(t, err)
	v.pos, err = v.of.BeginFrom(s)
	require.NoError(t, err)
	require.NoError(t, v.of.PlayText(v.pos, "b2,b3,b4"))
	v.agree()
	for range 4 {
		v.move(play.RandomMove(v.pos, v.rng))
		v.agree()
	}
	v.seat(v.pos.ToMove(), "tree:level=1")
	v.moves(6, 6)
}
