// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
	"github.com/tessera-fpga/tessera/web/calls"
	_ "github.com/tessera-fpga/tessera/web/calls/others"
	"github.com/tessera-fpga/tessera/web/chrome"
)

// gameVisitor is a visitor of another game than Blokus Duo, with the same game in this program.
type gameVisitor struct {
	*visitor
	of  *play.Game
	pos play.Position
}

func visitGame(t *testing.T, name string, d chrome.Device) *gameVisitor {
	t.Helper()
	of, err := play.Find(name)
	require.NoError(t, err)
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, d, address+"?game="+name)
	return &gameVisitor{v, of, of.Start()}
}

// seat chooses who plays a seat.
func (v *gameVisitor) seat(seat int, who string) {
	v.Helper()
	eval[any](v.visitor, `{ const s = document.getElementById("player-%d"); s.value = %q; s.dispatchEvent(new Event("change")); null }`, seat+1, who)
}

// data returns golden's data about the position, as the page gets them.
func (v *gameVisitor) data() (p calls.Position) {
	v.Helper()
	game := calls.Game{Of: v.of.Name, First: play.First(v.pos) + 1, Moves: []string{}}
	if s := play.SetupOf(v.pos); s != nil {
		game.Setup = record.FormatSetup(v.of, s)
	}
	for _, m := range v.pos.History() {
		game.Moves = append(game.Moves, v.of.Format(m))
	}
	ask(v.T, "position", game, &p)
	return p
}

// tables returns the game's tables.
func (v *gameVisitor) tables() (t calls.Tables) {
	v.Helper()
	ask(v.T, "tables", map[string]string{"of": v.of.Name}, &t)
	return t
}

// drawing is what the page shows of a position.
type drawing struct {
	Pieces []string `json:"pieces"` // colour and place of each, in units of the board
	Last   string   `json:"last"`   // box of the last move's frame
	Codes  []string `json:"codes"`
	Points []string `json:"points"`
	Rest   []string `json:"rest"`
}

// looks reads the drawing from the boxes on the screen, not from the elements' attributes.
const looks = `(() => {
	const round = (n) => (Math.round(n * 20) / 20 || 0).toFixed(2);
	const m = document.querySelector("#board svg").getScreenCTM().inverse();
	const place = (e) => { const b = e.getBoundingClientRect(), at = (x, y) => new DOMPoint(x, y).matrixTransform(m);
		const a = at(b.left, b.top), z = at(b.right, b.bottom); return [(a.x + z.x) / 2, (a.y + z.y) / 2, z.x - a.x, z.y - a.y]; };
	const colour = (e) => /player-(\d)/.exec(e.getAttribute("class"))[1] - 1;
	const texts = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent);
	const last = document.querySelector("#board .last path");
	return {
		pieces: [...document.querySelectorAll("#board .pieces > .piece")].map((e) => { const [x, y, w, h] = place(e.querySelector(".area")); return colour(e) + " " + [x, y].map(round).join(" ") + (w > h * 1.2 ? " flat" : h > w * 1.2 ? " upright" : ""); }),
		last: last ? place(last).slice(0, 2).map(round).join(" ") : "",
		codes: [...document.querySelectorAll("#moves button")].map((b) => b.dataset.code),
		points: texts("#players strong"), rest: texts("#players .rest"),
	};
})()`

func twentieth(x float64) string { return fmt.Sprintf("%.2f", float64(int(x*20+0.5))/20) }

// agree requires that the page shows golden's position.
func (v *gameVisitor) agree() {
	v.Helper()
	data, tables := v.data(), v.tables()
	want := drawing{Codes: []string{}, Points: []string{}, Pieces: []string{}, Rest: data.Rest}
	for seat := range v.of.Seats() {
		text := ""
		if len(data.Points) > 0 {
			text = fmt.Sprint(data.Points[seat])
		}
		want.Points = append(want.Points, text)
	}
	shape := func(w, h float64) string {
		switch {
		case w > 1.2*h:
			return " flat"
		case h > 1.2*w:
			return " upright"
		}
		return ""
	}
	for _, p := range data.Pieces {
		b := p.Box
		want.Pieces = append(want.Pieces, fmt.Sprintf("%d %s %s%s", p.Colour, twentieth(b[0]+b[2]/2), twentieth(b[1]+b[3]/2), shape(b[2], b[3])))
	}
	for _, m := range slices.Concat(data.Placed, data.Moves) {
		if m.Player >= 0 {
			want.Codes = append(want.Codes, m.Code)
		}
		if tables.Size > 0 {
			low, high := [2]int{tables.Size, tables.Size}, [2]int{}
			for _, s := range m.Squares {
				low = [2]int{min(low[0], s%tables.Size), min(low[1], s/tables.Size)}
				high = [2]int{max(high[0], s%tables.Size+1), max(high[1], s/tables.Size+1)}
			}
			x, y := float64(low[0]+high[0])/2, float64(low[1]+high[1])/2
			want.Pieces = append(want.Pieces, fmt.Sprintf("%d %s %s%s", m.Colour, twentieth(x), twentieth(y), shape(float64(high[0]-low[0]), float64(high[1]-low[1]))))
			want.Last = twentieth(x) + " " + twentieth(y)
		} else {
			b := tables.Spots[m.Square].Box
			want.Last = twentieth(b[0]+b[2]/2) + " " + twentieth(b[1]+b[3]/2)
		}
	}
	require.Equal(v, want, eval[drawing](v.visitor, "%s", looks))
}

// spot returns a point of a board without tiles that means a spot. Two fences cross in their
// middles, so the point lies a third along.
func (v *gameVisitor) spot(square int) point {
	v.Helper()
	b := v.tables().Spots[square].Box
	if b[2] > b[3] {
		b[2] *= 2. / 3
	} else if b[3] > b[2] {
		b[3] *= 2. / 3
	}
	at := eval[[]float64](v.visitor, `(() => { const s = document.querySelector("#board svg"); s.scrollIntoView({block: "nearest"}); const p = new DOMPoint(%g, %g).matrixTransform(s.getScreenCTM()); return [p.x, p.y]; })()`, b[0]+b[2]/2, b[1]+b[3]/2)
	return point{at[0], at[1]}
}

// move makes a legal move on the page and here: spots by a click or by keys, tiles from the list of
// legal moves.
func (v *gameVisitor) move(m play.Move) {
	v.Helper()
	data, code := v.data(), v.of.Format(m)
	for _, at := range data.Legal {
		if at.Code != code {
			continue
		}
		if v.tables().Size == 0 {
			p := v.spot(at.Square)
			require.NoError(v, v.Click(p.x, p.y))
			break
		}
		tile, _ := v.tables().Orientations[at.Orientation].Tile, 0
		eval[any](v.visitor, `{ const d = document.getElementById("legal"); if (!d.open) d.querySelector("summary").click(); null }`)
		v.wait(`document.querySelector('[data-legal-tile="%d"]') !== null`, tile)
		eval[any](v.visitor, `{ const h = document.querySelector('[data-legal-tile="%d"]'); if (h.getAttribute("aria-expanded") !== "true") h.click(); null }`, tile)
		eval[any](v.visitor, `{ document.querySelector('[data-place="%s"]').click(); null }`, code)
		require.Equal(v, code, v.board("legal"))
		v.action("place")
		break
	}
	require.NoError(v, v.pos.Play(m))
	v.wait(`document.querySelectorAll("#moves button").length >= %d`, len(v.pos.History()))
}

// TestOtherGames plays moves of people in each of the other games, compares what is drawn with
// golden, steps back, and reloads; then an engine continues, and hints and candidates work.
func TestOtherGames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"quoridor", "dots", "blokus", "blokus:two", "blokus:three"} {
		t.Run(strings.ReplaceAll(name, ":", "-"), func(t *testing.T) {
			v := visitGame(t, name, chrome.Desktop)
			require.Equal(t, v.of.Seats(), eval[int](v.visitor, `document.querySelectorAll("#players .card").length`))
			for seat := range v.of.Seats() {
				v.seat(seat, "person")
			}
			v.agree()
			moves := 8
			if _, ok := v.pos.(*blokus.Position); ok {
				moves = 6
			}
			for range moves {
				v.move(play.RandomMove(v.pos, v.rng))
				v.agree()
			}
			v.wait(`document.querySelector("#board .last path") !== null`)
			v.action("undo")
			v.wait(`document.querySelectorAll("#moves .later").length === 1`)
			v.action("redo")
			v.wait(`document.querySelectorAll("#moves .later").length === 0`)
			require.NoError(t, v.Reload())
			v.agree()

			v.action("hint")
			v.wait(`document.getElementById("message").textContent.startsWith("Hint: ")`)
			hint := v.board("legal")
			var legal []string
			for _, m := range v.pos.Moves() {
				legal = append(legal, v.of.Format(m))
			}
			require.Contains(t, legal, hint)
			require.Equal(t, 1, eval[int](v.visitor, `document.querySelectorAll("#board .preview path").length`))
			v.press("#analyse")
			v.wait(`document.querySelectorAll("#candidates li").length > 1`)
			v.action("place")
			require.NoError(t, v.of.PlayText(v.pos, hint))
			v.wait(`document.querySelectorAll("#moves button").length >= %d`, len(v.pos.History()))
			v.agree()

			// Engines make the next moves, in any seat.
			before := len(v.pos.History())
			for seat := range v.of.Seats() {
				v.seat(seat, "tree:level=1")
			}
			v.wait(`document.querySelectorAll("#moves button").length >= %d`, before+4)
			v.action("pause")
			v.wait(`document.querySelector('[data-do="pause"]').textContent === "Resume"`)
			for _, code := range v.codes()[before:] {
				require.NoError(t, v.of.PlayText(v.pos, code))
			}
			v.agree()
			if v.of.Seats() == 2 && len(v.data().Points) == 0 {
				require.NotEmpty(t, eval[string](v.visitor, `document.getElementById("chart").textContent`))
			}

			// The other games keep a state of their own.
			require.NoError(t, v.Navigate(eval[string](v.visitor, `location.origin + location.pathname`)))
			require.Empty(t, v.codes())
			require.Equal(t, "tessera: Blokus Duo", eval[string](v.visitor, `document.title`))
		})
	}
}

// TestWholeOtherGame lets engines play dots and boxes to the end: the page names the winner.
func TestWholeOtherGame(t *testing.T) {
	t.Parallel()
	v := visitGame(t, "dots", chrome.Phone)
	v.seat(1, "tree:level=1")
	v.seat(0, "tree:level=1")
	v.wait(`document.querySelectorAll("#moves button").length === %d`, len(v.pos.Moves()))
	for _, code := range v.codes() {
		require.NoError(t, v.of.PlayText(v.pos, code))
	}
	require.True(t, v.pos.Over())
	data := v.data()
	outcome := "The game is drawn"
	if data.Outcome != "draw" {
		outcome = "P" + data.Outcome[1:]
	}
	v.wait(`document.getElementById("message").textContent === %q`, fmt.Sprintf("%s, %d to %d.", outcome, data.Points[0], data.Points[1]))
	v.agree()
}

// TestSpotsByKeyboard makes moves of Quoridor with the arrow keys and N, and asks why a fence is
// illegal.
func TestSpotsByKeyboard(t *testing.T) {
	t.Parallel()
	v := visitGame(t, "quoridor", chrome.Desktop)
	v.seat(1, "person")
	// The page draws the new players once golden has answered, and takes the spot chosen before away with it.
	v.wait(`document.querySelector('[data-do="pause"]').getAttribute("aria-disabled") === "true"`)
	p := v.spot(4*9 + 4) // e5 is no step from e1
	require.NoError(t, v.Click(p.x, p.y))
	v.wait(`document.getElementById("message").classList.contains("bad")`)
	require.Contains(t, v.message(), "E5: ")
	require.NoError(t, v.Keys("n"))
	v.wait(`document.getElementById("board").dataset.legal !== ""`)
	code := v.board("legal")
	require.NoError(t, v.Keys("\r"))
	require.NoError(t, v.of.PlayText(v.pos, code))
	v.wait(`document.querySelectorAll("#moves button").length === 1`)
	v.agree()
}

func TestUnknownGame(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, files(t).Handler(true, nil))
	b, err := browser()
	require.NoError(t, err)
	tab, err := b.NewTab(chrome.Desktop)
	require.NoError(t, err)
	defer tab.Close()
	require.ErrorContains(t, tab.Open(address+"?game=chess"), "no game is named chess, want one of duo, blokus")
}
