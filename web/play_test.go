// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/web/chrome"
)

// patience is how long a test waits for the page.
const patience = 3 * time.Minute

// visitor is a user of the page. It tracks the game with golden, to check the page.
type visitor struct {
	*testing.T
	*chrome.Tab
	rng *rand.Rand
	pos duo.Position // position on the page
}

// serve serves a handler on a free local port and returns its address.
func serve(t *testing.T, h http.Handler) (address string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &http.Server{Handler: h}
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	return "http://" + l.Addr().String() + "/", func() { s.Close() }
}

// visit opens the page on a device. The console must still be empty at the end of the test.
func visit(t *testing.T, d chrome.Device) *visitor {
	t.Helper()
	address, _ := serve(t, files(t).Handler(true, nil))
	return visitAt(t, d, address)
}

func visitAt(t *testing.T, d chrome.Device, address string) *visitor {
	t.Helper()
	b, err := browser()
	require.NoError(t, err)
	tab, err := b.NewTab(d)
	require.NoError(t, err)
	t.Cleanup(func() {
		if !t.Failed() {
			require.Empty(t, tab.Trouble())
		}
		tab.Close()
	})
	v := &visitor{T: t, Tab: tab, rng: seedtest.Rand(t), pos: duo.NewPosition(duo.Player1)}
	require.NoError(t, tab.Open(address))
	return v
}

func eval[T any](v *visitor, format string, args ...any) T {
	v.Helper()
	value, err := chrome.Eval[T](v.Tab, fmt.Sprintf(format, args...))
	require.NoError(v, err, format)
	return value
}

func (v *visitor) wait(format string, args ...any) {
	v.Helper()
	expression := fmt.Sprintf(format, args...)
	if err := v.Wait(expression, patience); err != nil {
		require.NoError(v, err, "message: %s", v.message())
	}
}

func (v *visitor) message() string {
	return eval[string](v, `document.getElementById("message").textContent`)
}

// players sets both players.
func (v *visitor) players(one, two string) {
	v.Helper()
	for i, who := range []string{one, two} {
		eval[any](v, `{ const s = document.getElementById("player-%d"); s.value = %q; s.dispatchEvent(new Event("change")); null }`, i+1, who)
	}
}

// codes returns the moves in the page's list.
func (v *visitor) codes() []string {
	return eval[[]string](v, `[...document.querySelectorAll("#moves button")].map((b) => b.dataset.code)`)
}

// point is a point of the window.
type point struct{ x, y float64 }

func (p point) plus(x, y float64) point { return point{p.x + x, p.y + y} }

// centre scrolls to the first element that matches a selector and returns its centre.
func (v *visitor) centre(selector string) point {
	v.Helper()
	at := eval[[]float64](v, `{ const e = document.querySelector(%q); e.scrollIntoView({block: "nearest"}); const r = e.getBoundingClientRect(); [r.x + r.width / 2, r.y + r.height / 2] }`, selector)
	return point{at[0], at[1]}
}

// square returns the centre of a square of the board, and the size of a square.
func (v *visitor) square(row, col float64) (p point, size float64) {
	v.Helper()
	r := eval[[]float64](v, `{ const f = document.querySelector("#board .field"); f.scrollIntoView({block: "nearest"}); const r = f.getBoundingClientRect(); [r.x, r.y, r.width] }`)
	size = r[2] / duo.BoardSize
	return point{r[0] + (col+0.5)*size, r[1] + (row+0.5)*size}, size
}

// middle returns the centre of a placement.
func middle(m duo.Move) (row, col float64) {
	low, high := [2]int{duo.BoardSize, duo.BoardSize}, [2]int{}
	for r, c := range m.Cells {
		low, high = [2]int{min(low[0], r), min(low[1], c)}, [2]int{max(high[0], r), max(high[1], c)}
	}
	return float64(low[0]+high[0]) / 2, float64(low[1]+high[1]) / 2
}

// board returns an attribute of the board, which describes the tile in hand.
func (v *visitor) board(name string) string {
	return eval[string](v, `document.getElementById("board").dataset.%s`, name)
}

// turnTo turns the tile in hand to an orientation by quarter turns and a flip.
func (v *visitor) turnTo(o duo.Orientation, turn, flip func()) {
	v.Helper()
	for step := range 8 {
		before := v.board("o")
		if before == fmt.Sprint(o) {
			return
		}
		if step == 4 {
			flip()
		} else {
			turn()
		}
		v.wait(`document.getElementById("board").dataset.o !== %q`, before)
	}
	require.Equal(v, fmt.Sprint(o), v.board("o"), "the tile cannot be turned so")
}

// settle waits until the page has handled all events so far.
func (v *visitor) settle() {
	v.Helper()
	eval[any](v, `new Promise((done) => setTimeout(() => done(null)))`)
}

// play plays a whole random game, mostly with large tiles; move makes a placement. After each move
// the page must agree with golden.
func (v *visitor) play(plies int, move func(n int, m duo.Move)) {
	v.Helper()
	for n := range plies {
		if v.pos.Over() {
			break
		}
		legal := v.pos.LegalMoves(nil)
		m := duo.Pass
		if len(legal) > 0 {
			m = legal[v.rng.IntN(min(len(legal), 1+len(legal)/3))] // large tiles come first
			move(n, m)
		}
		v.pos.Play(m)
		v.wait(`document.querySelectorAll("#moves li").length >= %d`, v.pos.Plies())
		v.agree()
	}
}

// shown is the page's view of a position.
type shown struct {
	Codes  []string  `json:"codes"`
	Areas  [2]string `json:"areas"`  // areas of the tiles on the board, as a path
	Scores [2]string `json:"scores"` // in words
	Tiles  [2]int    `json:"tiles"`  // in the trays
}

const look = `({
	codes: [...document.querySelectorAll("#moves button")].map((b) => b.dataset.code),
	areas: [1, 2].map((p) => [...document.querySelectorAll("#board .pieces .player-" + p + " .area")].map((e) => e.getAttribute("d")).join("")),
	scores: [...document.querySelectorAll("#players strong")].map((e) => e.textContent),
	tiles: [...document.querySelectorAll("#trays .tray")].map((e) => e.querySelectorAll("button:not([hidden])").length),
})`

// agree requires that the page shows golden's position.
func (v *visitor) agree() {
	v.Helper()
	want := shown{Codes: []string{}}
	for _, m := range v.pos.History() {
		want.Codes = append(want.Codes, m.String())
	}
	got := eval[shown](v, "%s", look)
	// The page may already have made a following pass.
	for len(got.Codes) > len(want.Codes) && got.Codes[len(got.Codes)-1] == duo.PassCode {
		got.Codes = got.Codes[:len(got.Codes)-1]
	}
	for pl := range duo.Player(2) {
		var squares duo.Bitboard
		for _, cell := range strings.Split(got.Areas[pl], "M")[1:] {
			var row, col int
			_, err := fmt.Sscanf(cell, "%d %dh1v1h-1z", &col, &row)
			require.NoError(v, err, cell)
			squares.Set(duo.NewSquare(row, col))
		}
		require.Equal(v, v.pos.Squares(pl), squares, "squares of %v", pl)
		got.Areas[pl] = ""
		want.Scores[pl] = fmt.Sprint(duo.NumCells + v.pos.Score(pl))
		want.Tiles[pl] = bits.OnesCount32(uint32(v.pos.TilesLeft(pl)))
	}
	require.Equal(v, want, got)
}

// finished requires that the page shows how the game ended.
func (v *visitor) finished() {
	v.Helper()
	require.True(v, v.pos.Over())
	a, b := v.pos.Score(duo.Player1), v.pos.Score(duo.Player2)
	want := "The game is drawn"
	if a != b {
		want = fmt.Sprintf("Player %d wins by %d", 1+map[bool]int{true: 1}[b > a], max(a-b, b-a))
	}
	v.wait(`document.getElementById("message").textContent.startsWith(%q)`, want)
}

func tileSelector(v *visitor, m duo.Move) string {
	return fmt.Sprintf(`[data-player="%d"][data-tile="%d"]`, v.pos.ToMove(), m.Tile())
}

// TestWholeGameByMouse drags tiles, or clicks them and their places, and turns them with the wheel
// and the right button.
func TestWholeGameByMouse(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	mouse := func(kind input.DispatchMouseEventType, p point, button input.MouseButton) {
		require.NoError(t, v.Mouse(kind, p.x, p.y, button))
	}
	click := func(p point, button input.MouseButton) {
		mouse(chromedp.MousePressed, p, button)
		mouse(chromedp.MouseReleased, p, button)
	}
	v.play(duo.MaxPlies, func(n int, m duo.Move) {
		from := v.centre(tileSelector(v, m))
		to, size := v.square(middle(m))
		turn := func() {
			time.Sleep(200 * time.Millisecond) // the wheel rests between two turns
			require.NoError(t, v.Wheel(to.x, to.y, 100))
		}
		if n%2 == 0 { // drag
			mouse(chromedp.MouseMoved, from, "")
			mouse(chromedp.MousePressed, from, input.MouseButtonLeft)
			mouse(chromedp.MouseMoved, from.plus(20, 0), input.MouseButtonLeft)
			mouse(chromedp.MouseMoved, to.plus(size/3, -size/3), input.MouseButtonLeft)
			v.turnTo(m.Orientation(), turn, func() { require.NoError(t, v.Keys("f")) })
			mouse(chromedp.MouseMoved, to, input.MouseButtonLeft)
			mouse(chromedp.MouseReleased, to, input.MouseButtonLeft)
			return
		}
		click(from, input.MouseButtonLeft)
		mouse(chromedp.MouseMoved, to, "")
		v.turnTo(m.Orientation(), turn, func() { click(to, input.MouseButtonRight) })
		require.Equal(t, m.String(), v.board("legal"))
		click(to, input.MouseButtonLeft)
	})
	v.finished()
}

// TestWholeGameByKeyboard uses neither a pointer nor the page's functions.
func TestWholeGameByKeyboard(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("person", "person")
	press := func(keys string, modifiers ...chromedp.Modifier) {
		require.NoError(t, v.Keys(keys, modifiers...))
	}
	v.play(duo.MaxPlies, func(n int, m duo.Move) {
		if n%8 == 0 { // from the tray
			for tries := 0; eval[string](v, `document.activeElement.dataset.player ?? ""`) != fmt.Sprint(int(v.pos.ToMove())); tries++ {
				require.Less(t, tries, 30, "Tab does not lead to the tray")
				press(kb.Tab)
			}
			for tries := 0; eval[string](v, `document.activeElement.dataset.tile`) != fmt.Sprint(int(m.Tile())); tries++ {
				require.Less(t, tries, duo.NumTiles)
				press(kb.ArrowRight)
			}
			press(kb.Enter)
		} else {
			for tries := 0; v.board("tile") != fmt.Sprint(int(m.Tile())); tries++ {
				require.Less(t, tries, duo.NumTiles+1)
				press(".")
			}
		}
		require.Equal(t, fmt.Sprint(int(m.Tile())), v.board("tile"))
		require.Equal(t, "board", eval[string](v, `document.activeElement.id`))
		v.turnTo(m.Orientation(), func() { press("r") }, func() { press("f") })
		var at int
		_, err := fmt.Sscan(v.board("s"), &at)
		require.NoError(t, err)
		rows, cols := m.Square().Row()-duo.Square(at).Row(), m.Square().Col()-duo.Square(at).Col()
		press(strings.Repeat(kb.ArrowDown, max(rows, 0)) + strings.Repeat(kb.ArrowUp, max(-rows, 0)) +
			strings.Repeat(kb.ArrowRight, max(cols, 0)) + strings.Repeat(kb.ArrowLeft, max(-cols, 0)))
		require.Equal(t, m.String(), v.board("legal"), "%s, at %s", m, v.board("s"))
		status := eval[string](v, `document.getElementById("status").textContent`)
		require.Contains(t, status, "legal")
		press(kb.Enter)
	})
	v.finished()
}

// TestWholeGameByTouch plays on a phone: taps, drags and buttons.
func TestWholeGameByTouch(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Phone)
	v.players("person", "person")
	touch := func(kind input.DispatchTouchEventType, p point) { require.NoError(t, v.Touch(kind, p.x, p.y)) }
	tap := func(p point) {
		touch(input.DispatchTouchEventTypeTouchStart, p)
		touch(input.DispatchTouchEventTypeTouchEnd, p)
	}
	// click taps a button. On a busy machine, Chromium may take a tap for a long press, which clicks
	// nothing; click then taps again.
	eval[any](v, `{ window.clicks = 0; window.addEventListener("click", () => { window.clicks++; }, { capture: true }); null }`)
	click := func(selector string) {
		for range 20 {
			clicks := eval[int](v, `clicks`)
			tap(v.centre(selector))
			if v.Wait(fmt.Sprintf(`clicks > %d`, clicks), 5*time.Second) == nil {
				return
			}
		}
		require.Fail(t, "no tap clicks", selector)
	}
	button := func(name string) func() {
		return func() { click(fmt.Sprintf(`[data-do="%s"]`, name)) }
	}
	v.play(duo.MaxPlies, func(n int, m duo.Move) {
		if n%3 == 0 { // drag: the tile stays above the finger
			v.square(middle(m)) // the board comes into view
			from := v.centre(tileSelector(v, m))
			to, size := v.square(middle(m))
			touch(input.DispatchTouchEventTypeTouchStart, from)
			touch(input.DispatchTouchEventTypeTouchMove, from.plus(0, -20))
			touch(input.DispatchTouchEventTypeTouchMove, to.plus(0, 2*size))
			touch(input.DispatchTouchEventTypeTouchEnd, point{})
		} else {
			click(tileSelector(v, m))
		}
		v.wait(`document.getElementById("board").dataset.tile === "%d"`, m.Tile())
		v.turnTo(m.Orientation(), button("right"), button("mirror"))
		to, _ := v.square(middle(m))
		tap(to) // moves the tile there, unless it lies there: then it is placed
		if n%3 == 0 {
			return
		}
		v.wait(`document.getElementById("board").dataset.legal === "%s"`, m)
		if n%3 == 1 {
			button("place")()
		} else {
			tap(to)
		}
	})
	v.finished()
}

// TestReload reloads the page in the middle of a game, while an engine thinks, and at its end.
func TestReload(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("minimax:depth=1", "minimax:depth=1")
	v.wait(`document.querySelectorAll("#moves li").length >= 6`)
	require.NoError(t, v.Reload())
	require.GreaterOrEqual(t, len(v.codes()), 6)
	require.Equal(t, "minimax:depth=1", eval[string](v, `document.getElementById("player-2").value`))
	before := v.codes()
	v.wait(`document.querySelectorAll("#moves li").length >= %d`, len(before)+2) // the game goes on by itself
	require.Equal(t, before, v.codes()[:len(before)])

	eval[any](v, `{ document.querySelector('[data-do="pause"]').click(); null }`)
	v.wait(`document.querySelector('[data-do="pause"]').textContent === "Resume"`)
	v.settle()
	before = v.codes()
	for range 3 {
		eval[any](v, `{ document.querySelector('[data-do="previous"]').click(); null }`)
		v.settle()
	}
	v.wait(`document.getElementById("message").textContent.startsWith("After move %d of %d")`, len(before)-3, len(before))
	shown := eval[string](v, `document.querySelector("#board .pieces").innerHTML`)
	require.NoError(t, v.Reload())
	require.Equal(t, before, v.codes())
	require.Equal(t, shown, eval[string](v, `document.querySelector("#board .pieces").innerHTML`))
	v.wait(`document.querySelector("#moves [aria-current]").dataset.code === %q`, before[len(before)-4])
}

// TestEngines lets two engines play and compares their moves with golden's own search.
func TestEngines(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	v.players("minimax:depth=1", "minimax:depth=1")
	v.wait(`/wins|drawn/.test(document.getElementById("message").textContent)`)
	codes := v.codes()
	for i, code := range codes {
		want := duo.Pass
		if v.pos.HasLegalMove() {
			want = minimaxMove(t, &v.pos)
		}
		require.Equal(t, want.String(), code, "move %d", i+1)
		require.NoError(t, v.pos.MakeMove(want))
	}
	v.agree()
	v.finished()
	require.True(t, slices.Contains(codes, duo.PassCode) || v.pos.TilesLeft(0) == 0 || v.pos.TilesLeft(1) == 0)
}

func minimaxMove(t *testing.T, p *duo.Position) duo.Move {
	t.Helper()
	core, err := search.NewMinimax(search.SignatureConfig)
	require.NoError(t, err)
	require.NoError(t, core.Load(p))
	return core.Search(p.ToMove(), 1, search.NeverStop, nil).Move
}
