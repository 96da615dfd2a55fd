// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package drawn compares what the page draws with golden: the pixels of a screenshot and the places
// of elements on the screen, not the attributes that the page's own code has set. Its command
// faults puts faults into the drawing, one by one, and expects Check to find each.
package drawn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/web"
	"github.com/tessera-fpga/tessera/web/calls"
	_ "github.com/tessera-fpga/tessera/web/calls/others"  // the other games
	_ "github.com/tessera-fpga/tessera/web/calls/players" // thoughts
	"github.com/tessera-fpga/tessera/web/chrome"
)

// patience is how long a check waits for the page.
const patience = 30 * time.Second

// parts are the parts of the check, in order.
var parts = []struct {
	name  string
	check func(*page) error
}{
	{"board", board},
	{"marks on the board", marks},
	{"tile in hand", hand},
	{"analysis", analysis},
	{"passes", passes},
	{"arrival", arrival},
	{"end", end},
	{"Quoridor", quoridor},
	{"dots and boxes", dots},
	{"four colours", colours},
	{"cache", cache},
	{"chip", timeline},
	{"a chip's candidates", considered},
}

// Check opens the page in the browser and compares its drawing with golden. The error names the
// first difference.
func Check(b *chrome.Browser, files web.Files) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: files.Handler(true, nil)}
	go server.Serve(l)
	defer server.Close()
	for _, part := range parts {
		tab, err := b.NewTab(chrome.Desktop)
		if err != nil {
			return err
		}
		p := &page{Tab: tab, address: "http://" + l.Addr().String() + "/"}
		err = p.run(part.check)
		tab.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}

// page is the page in a tab. Its methods panic with a fault, which run returns.
type page struct {
	*chrome.Tab
	address string
	shot    image.Image
	tables  calls.Tables
	pos     calls.Position
	game    calls.Game
}

type fault struct{ error }

func (p *page) run(check func(*page) error) (err error) {
	defer func() {
		if f, ok := recover().(fault); ok {
			err = f.error
		}
	}()
	return check(p)
}

func must(err error) {
	if err != nil {
		panic(fault{err})
	}
}

// want panics unless a condition holds.
func want(holds bool, format string, args ...any) {
	if !holds {
		panic(fault{fmt.Errorf(format, args...)})
	}
}

func eval[T any](p *page, format string, args ...any) T {
	value, err := chrome.Eval[T](p.Tab, fmt.Sprintf(format, args...))
	if err != nil {
		panic(fault{fmt.Errorf("%.60s: %w", format, err)})
	}
	return value
}

func (p *page) wait(format string, args ...any) {
	must(p.Wait(fmt.Sprintf(format, args...), patience))
}

// ask makes one of the page's calls in this program.
func ask[T any](name string, args any) (result T) {
	text, err := json.Marshal(args)
	must(err)
	out, err := calls.Call(name, text, func(any) {})
	must(err)
	must(json.Unmarshal(out, &result))
	return result
}

// open opens a game, with persons in all seats.
func (p *page) open(of string, moves ...string) {
	query, name := "", ""
	if of != "duo" {
		query, name = "?game="+of, of
	}
	must(p.Open(p.address + query + "#1:" + strings.Join(moves, ".")))
	eval[any](p, `{ for (const s of document.querySelectorAll("#players select")) { s.value = "person"; s.dispatchEvent(new Event("change")); } null }`)
	p.game = calls.Game{Of: name, First: 1, Moves: append([]string{}, moves...)}
	p.tables = ask[calls.Tables]("tables", map[string]string{"of": name})
	p.settle()
}

// settle waits until the page shows the game, and asks golden about its position.
func (p *page) settle() {
	p.pos = ask[calls.Position]("position", p.game)
	p.wait(`document.querySelectorAll("#moves li").length === %d && document.querySelectorAll("#moves .later").length === 0`, len(p.game.Moves))
	p.wait(`document.querySelector('[data-do="hint"]').getAttribute("aria-disabled") === %q`, fmt.Sprint(p.pos.Over || p.pos.MustPass))
}

// shoot takes a screenshot.
func (p *page) shoot() {
	p.scale() // brings the board into the window
	eval[any](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))`)
	text, err := p.Screenshot()
	must(err)
	p.shot, err = png.Decode(bytes.NewReader(text))
	must(err)
}

// box is a box on the screen or, in units of a square, on the board.
type box struct{ x, y, w, h float64 }

func (b box) centre() (x, y float64) { return b.x + b.w/2, b.y + b.h/2 }

func (b box) near(o box, by float64) bool {
	return math.Abs(b.x-o.x) < by && math.Abs(b.y-o.y) < by && math.Abs(b.w-o.w) < by && math.Abs(b.h-o.h) < by
}

// boxes returns the boxes on the screen of the visible elements that match a selector.
func (p *page) boxes(selector string) (all []box) {
	for _, b := range eval[[][4]float64](p, `[...document.querySelectorAll(%q)].filter((e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true })).map((e) => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })`, selector) {
		all = append(all, box{b[0], b[1], b[2], b[3]})
	}
	return all
}

// scale returns the screen's place of the board's origin, and the pixels of a unit.
func (p *page) scale() (x, y, unit float64) {
	m := eval[[]float64](p, `(() => { const s = document.querySelector("#board svg"); s.scrollIntoView({ block: "nearest" }); const m = s.getScreenCTM(); return [m.e, m.f, m.a]; })()`)
	return m[0], m[1], m[2]
}

// drawn returns the boxes of elements in units of the board.
func (p *page) drawn(selector string) []box {
	x, y, unit := p.scale()
	all := p.boxes(selector)
	for i, b := range all {
		all[i] = box{(b.x - x) / unit, (b.y - y) / unit, b.w / unit, b.h / unit}
	}
	return all
}

// rgb is a colour, 0 to 255 each.
type rgb struct{ r, g, b float64 }

func (c rgb) from(o rgb) float64 {
	return math.Abs(c.r-o.r) + math.Abs(c.g-o.g) + math.Abs(c.b-o.b)
}

func (p *page) pixel(x, y float64) rgb {
	r, g, b, _ := p.shot.At(int(x), int(y)).RGBA()
	return rgb{float64(r >> 8), float64(g >> 8), float64(b >> 8)}
}

// at returns the colour of a point of the board in the screenshot.
func (p *page) at(x, y float64) rgb {
	left, top, unit := p.scale()
	return p.pixel(left+x*unit, top+y*unit)
}

// along counts how many of the points along the sides of squares that a predicate holds for; sides
// between two of the squares do not count.
func (p *page) along(squares []int, is func(rgb) bool) (share float64) {
	left, top, unit := p.scale()
	has := map[int]bool{}
	for _, s := range squares {
		has[s] = true
	}
	n, all := p.tables.Size, 0
	for _, s := range squares {
		col, row := s%n, s/n
		for _, side := range []struct {
			out          bool
			x, y, dx, dy float64
		}{
			{row > 0 && has[s-n], 0, 0, 1, 0}, {row < n-1 && has[s+n], 0, 1, 1, 0},
			{col > 0 && has[s-1], 0, 0, 0, 1}, {col < n-1 && has[s+1], 1, 0, 0, 1},
		} {
			if side.out {
				continue
			}
			for i := range 12 {
				t := (float64(i) + 0.5) / 12
				x, y := left+(float64(col)+side.x+t*side.dx)*unit, top+(float64(row)+side.y+t*side.dy)*unit
				all++
				if is(p.pixel(x, y)) || is(p.pixel(x-1, y)) || is(p.pixel(x, y-1)) {
					share++
				}
			}
		}
	}
	return share / float64(all)
}

func white(c rgb) bool  { return c.r > 235 && c.g > 235 && c.b > 235 }
func green(c rgb) bool  { return c.g > c.r+25 && c.g > c.b+15 }
func blue(c rgb) bool   { return c.b > c.r+60 }
func orange(c rgb) bool { return c.r > c.b+60 && c.g > c.b+20 }
func red(c rgb) bool    { return c.r > c.g+60 && c.r > c.b+60 }

// places calls with each square's number, column and row.
func (p *page) squares(each func(s int, x, y float64)) {
	for s := range p.tables.Size * p.tables.Size {
		each(s, float64(s%p.tables.Size), float64(s/p.tables.Size))
	}
}

// covered returns the colour that covers each square.
func (p *page) covered() map[int]int {
	by := map[int]int{}
	for _, m := range p.pos.Moves {
		for _, s := range m.Squares {
			by[s] = m.Colour
		}
	}
	return by
}

// middle is a game in the middle, with player 2 to move.
var middle = strings.Split("54u0.aau0.86t0.78r0.b8r3.dbo4.47s3.59k6.28o1.4cp4.b4p0.d7l0.e3m0.c2q3.b1j2", ".")

// uncheck sets the marks of the settings.
func (p *page) check(names string) {
	eval[any](p, `{ for (const id of ["corners", "reach", "heat", "analyse"]) { const e = document.getElementById(id); if (e.checked !== %q.split(" ").includes(id)) e.click(); } null }`, names)
}

// board checks squares, labels, start squares, the last move's frame, scores, the trays and the list
// of moves.
func board(p *page) error {
	p.open("duo", middle...)
	p.check("")
	p.shoot()
	by := p.covered()
	p.squares(func(s int, x, y float64) {
		name := p.tables.Squares[s]
		is := p.at(x+0.22, y+0.78)
		colour, filled := by[s]
		switch {
		case !filled:
			want(!blue(is) && !orange(is), "square %s is empty and drawn %v", name, is)
		case colour == 0:
			want(blue(is), "square %s is player 1's and drawn %v", name, is)
			want(p.at(x+0.5, y+0.5).from(is) > 100, "square %s has no dot", name)
			want(p.at(x+0.36, y+0.62).from(is) < 60, "square %s has another mark than a dot", name)
		default:
			want(orange(is), "square %s is player 2's and drawn %v", name, is)
			want(p.at(x+0.4, y+0.6).from(is) > 100, "square %s has no stroke", name)
		}
	})
	last := p.pos.Moves[len(p.pos.Moves)-1]
	share := p.along(last.Squares, white)
	want(share > 0.35, "the last move's frame: %.0f %% of it is white", 100*share)
	for _, m := range p.pos.Moves[:len(p.pos.Moves)-1] {
		share := p.along(m.Squares, white)
		want(share < 0.3, "move %s is framed as the last move: %.0f %% is white", m.Code, 100*share)
	}
	for i, start := range p.tables.Start {
		_ = i
		want(by[start] >= 0, "start square %d", start)
	}
	// Names of columns grow to the right, of rows upwards.
	for i, e := range eval[[]string](p, `[...document.querySelectorAll("#board .label")].map((e) => e.textContent)`) {
		b := p.drawn("#board .label")[i]
		x, y := b.centre()
		if e >= "a" {
			want(math.Abs(x-(float64(e[0]-'a')+0.5)) < 0.2 && y > float64(p.tables.Size), "label %s is at %.1f, %.1f", e, x, y)
		} else {
			var row float64
			fmt.Sscan(e, &row)
			want(math.Abs(y-(float64(p.tables.Size)-row+0.5)) < 0.2 && x < 0, "label %s is at %.1f, %.1f", e, x, y)
		}
	}
	shown := eval[[]string](p, `[...document.querySelectorAll("#players strong, #players .rest")].map((e) => e.textContent)`)
	is := fmt.Sprint([]any{p.pos.Points[0], p.pos.Rest[0], p.pos.Points[1], p.pos.Rest[1]})
	want(fmt.Sprint(shown) == is, "the cards say %v, want %s", shown, is)
	active := eval[[]bool](p, `[...document.querySelectorAll("#players .card")].map((e) => { const c = getComputedStyle(e).borderTopColor; return c !== getComputedStyle(document.querySelector("#side > #actions + section")).borderTopColor; })`)
	want(fmt.Sprint(active) == fmt.Sprint([]bool{p.pos.Seat == 0, p.pos.Seat == 1}), "the cards are active: %v, seat %d is to move", active, p.pos.Seat)
	current := eval[[]int](p, `[...document.querySelectorAll("#moves li")].flatMap((e, i) => getComputedStyle(e.firstElementChild).boxShadow === "none" ? [] : [i])`)
	want(fmt.Sprint(current) == fmt.Sprint([]int{len(p.pos.Moves) - 1}), "moves %v are marked as shown", current)
	for colour := range 2 {
		left := eval[[]int](p, `[...document.querySelectorAll('#trays .tile[data-player="%d"]')].filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => Number(e.dataset.tile))`, colour)
		want(fmt.Sprint(left) == fmt.Sprint(p.pos.TilesLeft[colour]), "tiles %v of player %d are in the tray, want %v", left, colour+1, p.pos.TilesLeft[colour])
	}
	p.dimmed()
	// The trays have the tiles' own shapes, in their player's colour.
	for _, t := range p.pos.TilesLeft[1] {
		cells := p.tables.Orientations[p.tables.Tiles[t].Shown].Cells
		b := p.boxes(fmt.Sprintf(`.tile[data-player="1"][data-tile="%d"] .area`, t))
		want(len(b) == 1, "tile %d in the tray is drawn %d times", t, len(b))
		w, h := span(cells)
		want(math.Abs(b[0].w/b[0].h-w/h) < 0.05, "tile %d in the tray is %.1f wide and %.1f high, want %.0f to %.0f", t, b[0].w, b[0].h, w, h)
		name := eval[string](p, `getComputedStyle(document.querySelector('.tile[data-player="1"][data-tile="%d"]'), "::after").content`, t)
		want(name == fmt.Sprintf("%q", duo.Tile(t).Name()), "tile %d in the tray is named %s, want %q", t, name, duo.Tile(t).Name())
	}
	// Near the end some tiles have no place.
	moves, at := passing()
	p.open("duo", moves[:at[0]-1]...)
	want(p.dimmed() > 0, "every tile has a place before a pass")
	return nil
}

// dimmed requires that the tiles without a place are dimmed, and no others. It returns their number.
func (p *page) dimmed() (n int) {
	places := map[int]bool{}
	for _, m := range p.pos.Legal {
		places[p.tables.Orientations[m.Orientation].Tile] = true
	}
	for tile, dim := range eval[map[int]bool](p, `Object.fromEntries([...document.querySelectorAll('#trays .tile[data-player="%d"]')].filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => [e.dataset.tile, Number(getComputedStyle(e).opacity) < 0.6]))`, p.pos.ToMove) {
		want(dim != places[tile], "tile %d has a place: %v, and is dimmed: %v", tile, places[tile], dim)
		if dim {
			n++
		}
	}
	return n
}

// span returns the width and height of cells.
func span(cells [][2]int) (w, h float64) {
	low, high := cells[0], cells[0]
	for _, c := range cells {
		low = [2]int{min(low[0], c[0]), min(low[1], c[1])}
		high = [2]int{max(high[0], c[0]), max(high[1], c[1])}
	}
	return float64(high[1] - low[1] + 1), float64(high[0] - low[0] + 1)
}

// marks checks the corners, the cursor, and the preview of a move.
func marks(p *page) error {
	// Start squares, on the empty board.
	p.open("duo")
	rings := p.drawn("#board .start")
	want(len(rings) == 2, "%d start squares", len(rings))
	p.check("")
	p.shoot()
	for colour, s := range p.tables.Start {
		x, y := float64(s%p.tables.Size), float64(s/p.tables.Size)
		ring := p.at(x+0.5, y+0.2)
		want(colour == 0 && blue(ring) || colour == 1 && orange(ring), "the start square of player %d is drawn %v", colour+1, ring)
	}
	p.open("duo", middle...)
	p.check("corners")
	p.shoot()
	corner := map[int]bool{}
	for _, s := range p.pos.Corners[p.pos.ToMove] {
		corner[s] = true
	}
	by := p.covered()
	p.squares(func(s int, x, y float64) {
		if _, filled := by[s]; !filled {
			is := p.at(x+0.5, y+0.5)
			want(orange(is) == corner[s], "square %s is a corner: %v, and drawn %v", p.tables.Squares[s], corner[s], is)
		}
	})
	p.check("")
	// The cursor moves with the arrow keys.
	eval[any](p, `{ document.getElementById("board").focus(); null }`)
	must(p.Keys(kb.ArrowUp))
	cursor := p.drawn("#board .cursor rect")
	want(len(cursor) == 1, "%d cursors", len(cursor))
	x, y := cursor[0].centre()
	name := p.tables.Squares[int(y)*p.tables.Size+int(x)]
	said := eval[string](p, `document.getElementById("message").textContent`)
	want(strings.HasPrefix(said, name+":"), "the cursor is on %s, and the message is %q", name, said)
	// The list of legal moves previews its move under the pointer, and nothing afterwards.
	m := p.pos.Legal[len(p.pos.Legal)/2]
	_, squares := covers(p, m)
	p.legal(m.Code)
	eval[any](p, `{ document.querySelector('[data-place="%s"]').dispatchEvent(new Event("pointerenter")); null }`, m.Code)
	p.shoot()
	share := p.along(squares, green)
	want(share > 0.35, "the outline of a recommended move: %.0f %% of it is green", 100*share)
	eval[any](p, `{ document.querySelector('[data-place="%s"]').dispatchEvent(new Event("pointerleave")); null }`, m.Code)
	p.shoot()
	share = p.along(squares, green)
	want(share < 0.1, "the outline of a recommended move stays: %.0f %% of it is green", 100*share)
	return nil
}

// covers returns the tile and the squares of a placement.
func covers(p *page, m calls.Place) (tile int, squares []int) {
	o := p.tables.Orientations[m.Orientation]
	for _, c := range o.Cells {
		squares = append(squares, m.Square+c[0]*p.tables.Size+c[1])
	}
	return o.Tile, squares
}

// legal shows a move in the list of legal moves.
func (p *page) legal(code string) {
	for _, m := range p.pos.Legal {
		if m.Code == code {
			tile, _ := covers(p, m)
			eval[any](p, `{ const d = document.getElementById("legal"); if (!d.open) d.querySelector("summary").click(); null }`)
			p.wait(`document.querySelector('[data-legal-tile="%d"]') !== null`, tile)
			eval[any](p, `{ const h = document.querySelector('[data-legal-tile="%d"]'); if (h.getAttribute("aria-expanded") !== "true") h.click(); null }`, tile)
			return
		}
	}
	panic(fault{fmt.Errorf("%s is not legal", code)})
}

// take makes a move from the list of legal moves.
func (p *page) make(code string) {
	p.legal(code)
	eval[any](p, `{ document.querySelector('[data-place="%s"]').click(); document.querySelector('[data-do="place"]').click(); null }`, code)
	p.game.Moves = append(p.game.Moves, code)
}

// hand checks the reach of a tile, the tile over the board, legal or not, and the wheel.
func hand(p *page) error {
	p.open("duo", middle...)
	p.check("")
	p.shoot()
	plain := p.shot
	p.check("reach")
	m := p.pos.Legal[0]
	tile, _ := covers(p, m)
	eval[any](p, `{ document.querySelector('.tile[data-player="%d"][data-tile="%d"]').scrollIntoView({ block: "nearest" }); null }`, p.pos.ToMove, tile)
	tx, ty := p.boxes(fmt.Sprintf(`.tile[data-player="%d"][data-tile="%d"]`, p.pos.ToMove, tile))[0].centre()
	must(p.Click(tx, ty))
	must(p.Mouse("mouseMoved", 5, 5, ""))
	p.shoot()
	reach := map[int]bool{}
	for _, l := range p.pos.Legal {
		if t, squares := covers(p, l); t == tile {
			for _, s := range squares {
				reach[s] = true
			}
		}
	}
	tinted := p.shot
	p.squares(func(s int, x, y float64) {
		if _, filled := p.covered()[s]; filled {
			return
		}
		p.shot = plain
		before := p.at(x+0.2, y+0.2)
		p.shot = tinted
		now := p.at(x+0.2, y+0.2)
		want((now.from(before) > 8) == reach[s], "square %s can be reached: %v; it was %v and is %v", p.tables.Squares[s], reach[s], before, now)
	})
	p.check("")
	// A quarter turn of the wheel away from the visitor turns the tile to the right.
	x, y, unit := p.scale()
	must(p.Mouse("mouseMoved", x+7*unit, y+7*unit, ""))
	p.wait(`document.querySelector("#board .ghost .piece") !== null`)
	o := eval[int](p, `Number(document.getElementById("board").dataset.o)`)
	for name, turn := range map[string]struct {
		delta float64
		to    func(int) int
	}{
		"towards the visitor": {120, func(o int) int { return p.tables.Orientations[o].Right }},
		"away":                {-120, func(o int) int { return p.tables.Orientations[o].Left }},
	} {
		to := turn.to(o)
		must(p.Wheel(x+7*unit, y+7*unit, turn.delta))
		p.wait(`Number(document.getElementById("board").dataset.o) !== %d || %v`, o, to == o)
		p.ghost(to, "the wheel turned "+name)
		o = to
		time.Sleep(200 * time.Millisecond) // the wheel rests
	}
	eval[any](p, `{ document.querySelector('[data-do="mirror"]').click(); null }`)
	p.ghost(p.tables.Orientations[o].Mirror, "the flipped tile")
	// Held at a legal place it has a green outline, at a wrong one a cross on the wrong square.
	eval[any](p, `{ document.querySelector('[data-do="back"]').click(); null }`)
	_, squares := covers(p, m)
	p.legal(m.Code)
	eval[any](p, `{ document.querySelector('[data-place="%s"]').click(); null }`, m.Code)
	p.shoot()
	share := p.along(squares, green)
	want(share > 0.5, "a legal tile in hand: %.0f %% of its outline is green", 100*share)
	eval[any](p, `{ document.getElementById("board").focus(); null }`)
	n := p.tables.Size
	verdict := calls.Verdict{Square: -1}
	s := 0
	for i := range 2 * n {
		must(p.Keys([]string{kb.ArrowLeft, kb.ArrowUp}[i/n]))
		s, o = eval[int](p, `Number(document.getElementById("board").dataset.s)`), eval[int](p, `Number(document.getElementById("board").dataset.o)`)
		verdict = ask[calls.Verdict]("why", map[string]any{"first": 1, "moves": p.game.Moves, "o": o, "s": s})
		if verdict.Square >= 0 && verdict.Square/n != verdict.Square%n {
			break
		}
	}
	want(verdict.Square >= 0, "no place on the way breaks a rule on a square")
	p.wait(`document.getElementById("message").className === "bad"`)
	p.shoot()
	_, squares = covers(p, calls.Place{Orientation: o, Square: s})
	want(p.along(squares, green) < 0.1, "an illegal tile in hand has a green outline")
	wrong := p.drawn("#board .wrong")
	want(len(wrong) == 1, "%d crosses on wrong squares", len(wrong))
	cx, cy := wrong[0].centre()
	want(int(cy)*p.tables.Size+int(cx) == verdict.Square, "the cross is at %.1f, %.1f, want it on %s", cx, cy, p.tables.Squares[verdict.Square])
	return nil
}

// ghost requires that the tile over the board has an orientation.
func (p *page) ghost(o int, what string) {
	p.shoot()
	w, h := span(p.tables.Orientations[o].Cells)
	all := p.drawn("#board .ghost .area")
	want(len(all) == 1, "%s: %d tiles over the board", what, len(all))
	b := all[0]
	want(math.Abs(b.w-w) < 0.1 && math.Abs(b.h-h) < 0.1, "%s: the tile is %.1f wide and %.1f high, want %.0f and %.0f", what, b.w, b.h, w, h)
	// Within the box, the cells are those of the orientation.
	low := [2]int{99, 99}
	for _, c := range p.tables.Orientations[o].Cells {
		low = [2]int{min(low[0], c[0]), min(low[1], c[1])}
	}
	has := map[[2]int]bool{}
	for _, c := range p.tables.Orientations[o].Cells {
		has[[2]int{c[0] - low[0], c[1] - low[1]}] = true
	}
	for row := range int(h) {
		for col := range int(w) {
			is := p.at(b.x+float64(col)+0.25, b.y+float64(row)+0.75)
			below := int(math.Round(b.y)+float64(row))*p.tables.Size + int(math.Round(b.x)+float64(col))
			if _, filled := p.covered()[below]; filled {
				continue
			}
			want(orange(is) == has[[2]int{row, col}], "%s: the cell in row %d, column %d is drawn %v", what, row, col, is)
		}
	}
}

// analysis checks the candidates, the heat map and the chart against the same thoughts of this
// program.
func analysis(p *page) error {
	p.open("duo", middle[:3]...)
	p.check("heat analyse")
	p.wait(`document.querySelectorAll("#candidates li").length > 0`)
	type thought struct {
		calls.Game
		Level string `json:"level"`
		Seed  uint32 `json:"seed"`
	}
	think := func(n int) calls.Thought {
		return ask[calls.Thought]("think", thought{calls.Game{First: 1, Moves: p.game.Moves[:n]}, p.tables.Analysis, 1})
	}
	t := think(3)
	visits, most := map[int]int{}, 1
	for _, c := range t.Candidates {
		_, squares := covers(p, c.Place)
		for _, s := range squares {
			visits[s] += c.Visits
			most = max(most, visits[s])
		}
	}
	p.shoot()
	marks := map[int]box{}
	for _, b := range p.drawn("#board .heat rect") {
		x, y := b.centre()
		marks[int(y)*p.tables.Size+int(x)] = b
	}
	for s, n := range visits {
		side := math.Sqrt(float64(n) / float64(most))
		b, ok := marks[s]
		want(ok || side < 0.05, "square %s has no mark of the heat map", p.tables.Squares[s])
		want(math.Abs(b.w-side) < 0.06 && math.Abs(b.h-side) < 0.06, "the heat of square %s is %.2f wide, want %.2f", p.tables.Squares[s], b.w, side)
	}
	want(len(marks) <= len(visits), "%d squares have heat, want %d", len(marks), len(visits))
	for _, n := range visits {
		want(n <= most, "heat")
	}
	rows := eval[[][]string](p, `[...document.querySelectorAll("#candidates button")].map((b) => [...b.querySelectorAll(".number")].map((e) => e.firstChild.textContent))`)
	bars := p.boxes("#candidates .bar rect")
	want(len(rows) == min(10, len(t.Candidates)) && len(bars) == len(rows), "%d candidates with %d bars", len(rows), len(bars))
	for i, c := range t.Candidates[:len(rows)] {
		chance := fmt.Sprintf("%d %%", int(math.Floor(100**c.Value+0.5)))
		want(rows[i][0] == fmt.Sprint(c.Visits) && rows[i][1] == chance, "candidate %d says %v, want %d and %s", i+1, rows[i], c.Visits, chance)
		share := float64(c.Visits) / float64(t.Candidates[0].Visits)
		want(math.Abs(bars[i].w/bars[0].w-share) < 0.02, "the bar of candidate %d is %.2f of the first, want %.2f", i+1, bars[i].w/bars[0].w, share)
	}
	// The chart: a point of each position, higher for player 1.
	eval[any](p, `{ document.getElementById("analyse-game").click(); null }`)
	p.wait(`document.querySelectorAll("#chart circle").length === 4 && document.getElementById("analyse-game").textContent !== "Stop"`)
	var margins []float64
	for n := range 4 {
		m := *think(n).Margin
		if n%2 == 1 {
			m = -m
		}
		margins = append(margins, m)
	}
	axis := map[string]float64{}
	for i, text := range eval[[]string](p, `[...document.querySelectorAll("#chart text")].map((e) => e.textContent)`) {
		_, y := p.boxes("#chart text")[i].centre()
		axis[text] = y
	}
	want(axis["+10"] < axis["0"] && axis["0"] < axis["−10"], "the axis of the chart: %v", axis)
	points := p.boxes("#chart circle")
	zero := axisAt(p, 0)
	top := axisAt(p, 1)
	for i, b := range points {
		x, y := b.centre()
		_ = x
		is := 10 * (zero - y) / (zero - top)
		want(math.Abs(is-margins[i]) < 0.4, "point %d of the chart is at %.1f points, want %.1f", i, is, margins[i])
		want(i == 0 || b.x > points[i-1].x, "point %d of the chart is left of the one before", i)
	}
	at := p.boxes("#chart .at")
	lx, _ := at[0].centre()
	cx, _ := points[3].centre()
	want(math.Abs(lx-cx) < 2, "the chart marks %.0f as shown, want %.0f", lx, cx)
	return nil
}

// axisAt returns the screen's height of the chart's zero line (0) or its upper end (1).
func axisAt(p *page, end int) float64 {
	b := p.boxes("#chart .axis")[0]
	if end == 1 {
		return b.y
	}
	return b.y + b.h/2
}

// passes checks how long a pass is shown: a player's first long enough to be read, later ones
// shortly.
func passes(p *page) error {
	moves, at := passing()
	p.open("duo", moves[:at[0]-1]...)
	for i, n := range at {
		for len(p.game.Moves) < n-1 { // moves of the rival, and passes that the page makes
			p.make(moves[len(p.game.Moves)])
			p.settle()
		}
		eval[any](p, `{ window.shownFor = new Promise((done) => {
			const count = () => document.querySelectorAll("#moves li").length;
			let since;
			const look = () => {
				if (since === undefined && count() === %d) since = performance.now();
				if (count() > %[1]d) done(performance.now() - since);
				else setTimeout(look, 5);
			};
			look();
		}); null }`, n)
		p.legal(moves[n-1])
		eval[any](p, `{ document.querySelector('[data-place="%s"]').click(); document.querySelector('[data-do="place"]').click(); null }`, moves[n-1])
		took := time.Duration(eval[float64](p, `window.shownFor`) * float64(time.Millisecond))
		p.game.Moves = append(p.game.Moves[:n-1:n-1], moves[n-1], duo.PassCode)
		p.settle()
		if i == 0 {
			want(took > 600*time.Millisecond, "the first pass is shown for %v", took)
		} else {
			want(took < 600*time.Millisecond, "a later pass is shown for %v", took)
		}
	}
	return nil
}

// arrival checks that a rival's tile comes from its place in the tray, and stays still for visitors
// who want that.
func arrival(p *page) error {
	for _, still := range []bool{false, true} {
		device := chrome.Desktop
		device.Still = still
		must(p.Emulate(device))
		p.open("duo", middle...)
		eval[any](p, `{ const animate = Element.prototype.animate; window.flights = [];
			Element.prototype.animate = function (...how) { const a = animate.apply(this, how); a.pause(); window.flights.push(a); return a; };
			const s = document.getElementById("player-%d"); s.value = "minimax:depth=1"; s.dispatchEvent(new Event("change")); null }`, p.pos.Seat+1)
		p.wait(`document.querySelectorAll("#moves li").length === %d && document.querySelector('[data-do="hint"]').getAttribute("aria-disabled") === "false"`, len(middle)+1)
		p.game.Moves = append(p.game.Moves, eval[string](p, `document.querySelector("#moves li:last-child button").dataset.code`))
		p.pos = ask[calls.Position]("position", p.game)
		m := p.pos.Moves[len(middle)]
		flights := eval[int](p, `window.flights.length`)
		if still {
			want(flights == 0, "%d drawings move for a visitor who wants no motion", flights)
			continue
		}
		want(flights == 2, "%d drawings move, want the rival's tile and its frame", flights)
		x, y, unit := p.scale()
		tray := eval[[]float64](p, `{ const s = document.querySelector('.tile[data-player="%d"][data-tile="%d"] svg'), r = s.getBoundingClientRect(); [r.x + r.width / 2, r.y + r.height / 2, s.getScreenCTM().a] }`, m.Colour, m.Tile)
		w, h := span(p.tables.Orientations[m.Orientation].Cells)
		const tile = "#board .pieces > :last-child .area"
		b := p.boxes(tile)[0]
		bx, by := b.centre()
		want(math.Abs(bx-tray[0]) < 2 && math.Abs(by-tray[1]) < 2, "the rival's tile comes from %.0f, %.0f, want %.0f, %.0f", bx, by, tray[0], tray[1])
		want(math.Abs(b.w-w*tray[2]) < 2 && math.Abs(b.h-h*tray[2]) < 2, "the rival's tile is %.0f x %.0f at first, want %.0f x %.0f", b.w, b.h, w*tray[2], h*tray[2])
		eval[any](p, `{ for (const a of window.flights) a.finish(); null }`)
		b = p.boxes(tile)[0]
		col, row := math.Round((b.x-x)/unit), math.Round((b.y-y)/unit)
		left, top := p.tables.Size, p.tables.Size
		for _, s := range m.Squares {
			left, top = min(left, s%p.tables.Size), min(top, s/p.tables.Size)
		}
		want(int(col) == left && int(row) == top, "the rival's tile comes to column %.0f, row %.0f, want %d, %d", col, row, left, top)
	}
	return nil
}

// end checks the sign of the winner, and that nobody has it after a draw.
func end(p *page) error {
	seen := map[int]bool{}
	for seed := uint64(1); len(seen) < 3; seed++ {
		game := duo.RandomGame(rand.New(rand.NewPCG(seed, 2)), duo.MaxPlies)
		margin := game.Score(duo.Player1) - game.Score(duo.Player2)
		winner := map[bool]int{true: 0, false: 1}[margin > 0]
		if margin == 0 {
			winner = -1
		}
		if !game.Over() || game.FirstToMove() != duo.Player1 || seen[winner] {
			continue
		}
		seen[winner] = true
		var moves []string
		for _, m := range game.History() {
			moves = append(moves, m.String())
		}
		p.open("duo", moves...)
		var signs [2]bool
		if winner >= 0 {
			signs[winner] = true
		}
		stars := eval[[2]bool](p, `[...document.querySelectorAll("#players .rest")].map((e) => getComputedStyle(e, "::before").content.includes("Winner"))`)
		want(stars == signs, "the cards %v say that their player has won, want %v", stars, signs)
		colours := eval[[2]string](p, `[...document.querySelectorAll("#players .rest")].map((e) => getComputedStyle(e).color)`)
		want((colours[0] != colours[1]) == (winner >= 0), "the signs of the players have the colours %v, the winner is %d", colours, winner)
		offered := eval[bool](p, `["again", "look"].every((name) => document.querySelector('[data-do="' + name + '"]').checkVisibility())`)
		want(offered, "no other game is offered at the end")
	}
	return nil
}

// passing returns a game in which a player passes twice while the other moves, and the number of
// moves before these passes.
func passing() (moves []string, at []int) {
	for seed := uint64(1); ; seed++ {
		game := duo.RandomGame(rand.New(rand.NewPCG(seed, 1)), 60)
		moves, at = nil, nil
		h := game.History()
		for i, m := range h {
			moves = append(moves, m.String())
			if m == duo.Pass && i > 0 && h[i-1] != duo.Pass && i+1 < len(h) && h[i+1] != duo.Pass && (len(at) == 0 || at[len(at)-1] == i-2) {
				at = append(at, i)
			}
		}
		if len(at) >= 2 {
			return moves, at[:2]
		}
	}
}

// quoridor checks pawns, fences, goals and the steps in reach.
func quoridor(p *page) error {
	p.open("quoridor", "e2", "e8", "a1h", "b3v", "g5h")
	p.check("")
	p.things()
	p.check("reach")
	steps := 0
	for _, m := range p.pos.Legal {
		if p.tables.Spots[m.Square].Kind == "square" {
			steps++
			b := p.tables.Spots[m.Square].Box
			p.shoot()
			x, y := b[0]+0.2, b[1]+0.2
			now := p.at(x, y)
			p.check("")
			p.shoot()
			want(now.from(p.at(x, y)) > 8, "the step to %s is not tinted", m.Code)
			p.check("reach")
		}
	}
	want(steps > 0, "no steps")
	goals := p.drawn("#board .goal")
	want(len(goals) == 2 && goals[0].y < 0 && goals[1].y > 11, "the goals are at %v", goals)
	// The fence under the pointer.
	m := p.pos.Legal[len(p.pos.Legal)-1]
	b := p.tables.Spots[m.Square].Box
	left, top, unit := p.scale()
	must(p.Mouse("mouseMoved", left+(b[0]+b[2]/2)*unit, top+(b[1]+b[3]/3)*unit, ""))
	p.wait(`document.getElementById("board").dataset.legal !== ""`)
	code := eval[string](p, `document.getElementById("board").dataset.legal`)
	for _, l := range p.pos.Legal {
		if l.Code == code {
			b := p.tables.Spots[l.Square].Box
			g := p.drawn("#board .ghost .area")
			want(len(g) == 1 && g[0].near(box{b[0], b[1], b[2], b[3]}, 0.15), "the fence %s in hand is at %v, want %v", code, g, b)
		}
	}
	return nil
}

// dots checks edges and boxes.
func dots(p *page) error {
	p.open("dots", "0", "1", "4", "2", "9", "5", "10", "14")
	p.check("")
	p.things()
	return nil
}

// things compares the pieces of a board without tiles, in place and colour, and the last move's
// frame.
func (p *page) things() {
	p.shoot()
	all := p.drawn("#board .pieces .thing .area")
	want(len(all) == len(p.pos.Pieces), "%d pieces are drawn, want %d", len(all), len(p.pos.Pieces))
	for i, piece := range p.pos.Pieces {
		b := box{piece.Box[0], piece.Box[1], piece.Box[2], piece.Box[3]}
		if piece.Kind == "pawn" {
			b = box{b.x + 0.1, b.y + 0.1, b.w - 0.2, b.h - 0.2}
		}
		want(all[i].near(b, 0.1), "%s %d is drawn at %v, want %v", piece.Kind, i, all[i], b)
		x, y := b.centre()
		is := p.at(x-b.w/4, y+b.h/8)
		want(piece.Colour == 0 && blue(is) || piece.Colour == 1 && orange(is), "%s %d of player %d is drawn %v", piece.Kind, i, piece.Colour+1, is)
	}
	last := p.pos.Moves[len(p.pos.Moves)-1]
	b := p.tables.Spots[last.Square].Box
	frames := p.drawn("#board .last path")
	want(len(frames) == 1 && frames[0].near(box{b[0], b[1], b[2], b[3]}, 0.2), "the last move's frame is at %v, want %v", frames, b)
	want(eval[string](p, `getComputedStyle(document.querySelector("#board .last path")).stroke`) == "rgb(255, 255, 255)", "the last move's frame is not white")
}

// colours checks the squares, cards and trays of four colours.
func colours(p *page) error {
	p.open("blokus", "a20,b20,b19", "t20,s20,s19", "t1,s1,s2", "a1,b1,b2", "c18,d18,e18")
	p.check("")
	p.shoot()
	is := []func(rgb) bool{blue, orange, red, green}
	for s, colour := range p.covered() {
		x, y := float64(s%p.tables.Size), float64(s/p.tables.Size)
		c := p.at(x+0.2, y+0.8)
		want(is[colour](c), "square %s of %s is drawn %v", p.tables.Squares[s], p.tables.Colours[colour], c)
	}
	for colour := range 4 {
		n := len(p.boxes(fmt.Sprintf(`#trays .tile[data-player="%d"]`, colour)))
		want(n == len(p.pos.TilesLeft[colour]), "%d tiles of %s are in the tray, want %d", n, p.tables.Colours[colour], len(p.pos.TilesLeft[colour]))
	}
	points := eval[[]string](p, `[...document.querySelectorAll("#players strong")].map((e) => e.textContent)`)
	want(strings.Join(points, " ") == strings.Trim(fmt.Sprint(p.pos.Points), "[]"), "the cards say %v, want %v", points, p.pos.Points)
	return nil
}

// cache checks that a new version of the page removes the caches of old ones, and no others.
func cache(p *page) error {
	must(p.Open(p.address + "?before"))
	// An earlier check's cache may be there before the page has registered its service worker.
	p.wait(`navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === "activated")`)
	p.wait(`caches.keys().then((k) => k.some((n) => n.startsWith("tessera ")))`)
	eval[any](p, `navigator.serviceWorker.getRegistration().then((r) => r.unregister()).then(() => caches.open("tessera " + location.origin + "/ old")).then(() => caches.open("another")).then(() => null)`)
	must(p.Reload())
	must(p.Wait(`navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === "activated")`, patience))
	deadline := time.Now().Add(3 * time.Second)
	for {
		names := eval[[]string](p, `caches.keys()`)
		old, other, own := 0, 0, 0
		for _, n := range names {
			switch {
			case strings.HasSuffix(n, " old"):
				old++
			case n == "another":
				other++
			default:
				own++
			}
		}
		if old == 0 && other == 1 && own == 1 {
			return nil
		}
		want(time.Now().Before(deadline), "the caches are %v", names)
		time.Sleep(50 * time.Millisecond)
	}
}

// timelineCycles is the number of cycles that the timeline of the chip's page has room for.
const timelineCycles = 150

// timeline checks how many cycles the chip's page shows at once.
func timeline(p *page) error {
	must(p.Open(p.address + "chip.html#1:" + strings.Join(middle, ".")))
	p.wait(`document.querySelectorAll("#stages li").length > 0`)
	ground, now := p.boxes("#timeline .ground"), p.boxes("#timeline .now")
	want(len(ground) == 7, "the timeline has %d rows, want six games and the search", len(ground))
	want(len(now) == 1, "the timeline marks %d cycles", len(now))
	unit := now[0].w
	n := ground[0].w / unit
	want(math.Abs(n-timelineCycles) < 20, "the timeline has room for %.0f cycles, want %d", n, timelineCycles)
	label := eval[string](p, `document.querySelector("#timeline svg").getAttribute("aria-label")`)
	var from, to int
	_, err := fmt.Sscanf(label[strings.LastIndex(label, "cycles "):], "cycles %d to %d", &from, &to)
	must(err)
	want(to-from+1 == timelineCycles, "the timeline shows the cycles %d to %d", from, to)
	// The last row is the search's. At first it gives a playout to each move in turn.
	last, given := ground[6], p.boxes("#timeline .give")
	want(len(given) == 1 && math.Abs(given[0].y-last.y) < 1 && math.Abs(given[0].h-last.h) < 1, "the playouts given are at %v, want them in the row %v", given, last)
	now = p.boxes("#timeline .now")
	want(now[0].y < ground[0].y && now[0].y+now[0].h > last.y+last.h, "the mark of the cycle is %v, and the last row %v", now[0], last)
	return nil
}

// seen is what the page shows of a thought.
type seen struct {
	Note string       `json:"note"`
	Rows [][4]string  `json:"rows"` // move, visits, chance to win, points
	Heat [][3]float64 `json:"heat"` // centre and width of each mark, in units of the board
}

// considered checks the candidates of chips that think, while they think and at their answers: of the
// tree chip three times in a game, and then of the Monte Carlo chip. Golden, which names the moves, may
// load during the first thought.
func considered(p *page) error {
	core, err := search.NewTreeCore(search.ULX3SBRAM.Config, func() search.Evaluator { return evaluation.New(search.ULX3SBRAM.Weights) })
	must(err)
	p.open("duo", middle...)
	for i := range 3 {
		pos, all := p.chipMove("chip-tree:leaves=300")
		core.Search(&pos, 300, chipSeed)
		grown(all, min(i+1, 2))
		var final []candidate
		for _, c := range core.Candidates() {
			value := float64(c.Value) / tree.MaxValue
			final = append(final, candidate{c.Move, c.Visits, fmt.Sprintf("%.0f %%", math.Floor(100*value+0.5)), ""})
		}
		p.compare(all[len(all)-1], "300 leaves", pos.ToMove(), final)
		p.make(core.Line(core.Candidates()[0].Move)[1].String()) // the chip keeps its tree
		p.settle()
	}
	pos, all := p.chipMove("chip-montecarlo:visits=1")
	grown(all, 2)
	r := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1, Seed: chipSeed}.Search(&pos, nil)
	points := fmt.Sprintf("%+.1f", float64(r.Sum)/float64(r.Visits))
	p.compare(all[len(all)-1], fmt.Sprintf("%d playouts", r.Playouts), pos.ToMove(), []candidate{{r.Move, r.Visits, "", strings.Replace(points, "-", "−", 1)}})
	for _, s := range all {
		want(len(s.Heat) > 0, "no square has heat at %q", s.Note)
	}
	return nil
}

// candidate is a candidate as the page shows it.
type candidate struct {
	move           duo.Move
	visits         int
	chance, points string
}

// chipSeed is the seed of the chips' searches.
const chipSeed = 20261125

// chipMove seats a chip at the player to move, waits for its move, and seats a person again. It returns
// the position before, and all that the page has shown of the thought.
func (p *page) chipMove(chip string) (pos duo.Position, all []seen) {
	pos = duo.NewPosition(duo.Player1)
	for _, code := range p.game.Moves {
		m, err := duo.ParseMove(code)
		must(err)
		must(pos.MakeMove(m))
	}
	n := len(p.game.Moves)
	eval[any](p, `{ window.seen = [];
		crypto.getRandomValues = (numbers) => numbers.fill(%d);
		const list = document.getElementById("candidates");
		window.watcher?.disconnect();
		window.watcher = new MutationObserver(() => {
			if (list.children.length === 0) return;
			const { e, f, a } = document.querySelector("#board svg").getScreenCTM();
			window.seen.push({
				note: document.getElementById("analysis-note").textContent,
				rows: [...list.querySelectorAll("button")].map((b) => [b.querySelector(".move").textContent, ...[...b.querySelectorAll(".number, .value")].map((s) => [...s.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data).join(""))]),
				heat: [...document.querySelectorAll("#board .heat rect")].map((h) => { const r = h.getBoundingClientRect(); return [(r.x + r.width / 2 - e) / a, (r.y + r.height / 2 - f) / a, r.width / a]; }),
			});
		});
		window.watcher.observe(list, { childList: true });
		const s = document.getElementById("player-%d"); s.value = %q; s.dispatchEvent(new Event("change")); null }`, chipSeed, p.pos.Seat+1, chip)
	p.wait(`document.querySelectorAll("#moves li").length > %d`, n)
	p.game.Moves = append(p.game.Moves, eval[string](p, `document.querySelector("#moves li:last-child button").dataset.code`))
	all = eval[[]seen](p, `window.seen`)
	eval[any](p, `{ const s = document.getElementById("player-%d"); s.value = "person"; s.dispatchEvent(new Event("change")); null }`, p.pos.Seat+1)
	p.settle()
	return pos, all
}

// grown checks that the work has grown from view to view.
func grown(all []seen, least int) {
	want(len(all) >= least, "the page shows the candidates of a chip %d times, want %d at least", len(all), least)
	before := 0
	for _, s := range all {
		var work int
		_, err := fmt.Sscan(strings.ReplaceAll(s.Note, ",", ""), &work)
		must(err)
		want(work >= before && len(s.Rows) > 0, "the chip's %d candidates are shown after %d leaves or playouts, and before after %d", len(s.Rows), work, before)
		before = work
	}
}

// compare compares a view of candidates with golden's, the best first.
func (p *page) compare(s seen, work string, player duo.Player, all []candidate) {
	note := fmt.Sprintf("%s; visits, chance to win, and points expected for player %d", work, player+1)
	want(strings.ReplaceAll(s.Note, ",", "") == strings.ReplaceAll(note, ",", ""), "the note of the chip's candidates is %q, want %q", s.Note, note)
	want(len(s.Rows) == min(10, len(all)), "%d candidates of the chip, want %d", len(s.Rows), min(10, len(all)))
	visits, most := map[int]int{}, 1
	for i, c := range all {
		tile, squares := covers(p, calls.DuoPlace(c.move))
		for _, s := range squares {
			visits[s] += c.visits
			most = max(most, visits[s])
		}
		if i < len(s.Rows) {
			row := [4]string{p.tables.Tiles[tile].Name + " " + p.tables.Squares[squares[0]], fmt.Sprint(c.visits), c.chance, c.points}
			want(s.Rows[i] == row, "candidate %d of the chip is %v, want %v", i+1, s.Rows[i], row)
		}
	}
	marks := map[int]float64{}
	for _, m := range s.Heat {
		marks[int(m[1])*p.tables.Size+int(m[0])] = m[2]
	}
	for s, n := range visits {
		side := math.Sqrt(float64(n) / float64(most))
		want(math.Abs(marks[s]-side) < 0.06, "the heat of square %s is %.2f wide in the chip's thought, want %.2f", p.tables.Squares[s], marks[s], side)
		delete(marks, s)
	}
	want(len(marks) == 0, "%d squares have heat that no candidate of the chip covers", len(marks))
}
