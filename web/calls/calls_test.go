// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package calls

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// ask makes a call as the page does.
func ask[R any](t *testing.T, name string, args any) (result R) {
	t.Helper()
	text, err := json.Marshal(args)
	require.NoError(t, err)
	out, err := Call(name, text, func(any) {})
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(out, &result))
	return result
}

func gameOf(p *duo.Position) Game {
	g := Game{First: int(p.FirstToMove()) + 1, Moves: []string{}}
	for _, m := range p.History() {
		g.Moves = append(g.Moves, m.String())
	}
	return g
}

func TestPosition(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 50 {
		p := duo.RandomGame(rng, rng.IntN(60))
		got := ask[Position](t, "position", gameOf(&p))
		assert.Equal(t, int(p.ToMove()), got.ToMove)
		assert.Equal(t, p.Over(), got.Over)
		assert.Equal(t, !p.Over() && !p.HasLegalMove(), got.MustPass)
		assert.Equal(t, p.Over(), got.Outcome != "")
		winner := -1
		if margin := p.Score(duo.Player1) - p.Score(duo.Player2); p.Over() && margin != 0 {
			winner = map[bool]int{true: 0, false: 1}[margin > 0]
		}
		assert.Equal(t, winner, got.Winner)
		assert.Equal(t, p.Score(duo.Player1)+duo.NumCells, got.Points[0])
		assert.Equal(t, p.Score(duo.Player1)-p.Score(duo.Player2), *got.Margin)
		assert.Contains(t, got.Rest[1], fmt.Sprintf("%d square", p.SquaresLeft(duo.Player2)))
		var legal []Place
		for _, m := range p.LegalMoves(nil) {
			legal = append(legal, Place{m.String(), int(m.Orientation()), int(m.Square())})
		}
		assert.Equal(t, legal, slices.Clip(append([]Place(nil), got.Legal...)))
		require.Len(t, got.Moves, p.Plies())
		covered := [2]int{}
		for i, m := range got.Moves {
			assert.Equal(t, p.History()[i].String(), m.Code)
			covered[m.Player] += len(m.Squares)
		}
		for pl := range duo.Player(2) {
			assert.Equal(t, duo.NumCells-covered[pl], p.SquaresLeft(pl))
			_, anchors := p.Anchors(pl)
			assert.Len(t, got.Corners[pl], anchors.Count())
		}
	}
}

func TestWhy(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	p := duo.RandomGame(rng, 12)
	legal := p.LegalMoves(nil)
	reasons := map[string]bool{}
	for range 500 {
		m := duo.NewMove(duo.Orientation(rng.IntN(duo.NumOrientations)), duo.Square(rng.IntN(duo.NumSquares)))
		got := ask[Verdict](t, "why", whyArgs{gameOf(&p), int(m.Orientation()), int(m.Square())})
		require.Equal(t, slices.Contains(legal, m), got.Legal)
		require.Equal(t, got.Legal, got.Reason == "")
		reasons[got.Reason] = true
	}
	assert.True(t, reasons[duo.ErrOccupied.Error()], "%v", reasons)
	assert.True(t, reasons[duo.ErrCorner.Error()], "%v", reasons)
}

// TestTables checks that four turns or two reflections restore an orientation.
func TestTables(t *testing.T) {
	t.Parallel()
	tables := ask[Tables](t, "tables", struct{}{})
	require.Len(t, tables.Squares, duo.NumSquares)
	assert.Equal(t, "a14", tables.Squares[0])
	assert.Equal(t, "n1", tables.Squares[duo.NumSquares-1])
	assert.Equal(t, "0000", tables.Pass)
	for i, o := range tables.Orientations {
		at := func(i int) Orientation { return tables.Orientations[i] }
		assert.Equal(t, i, at(o.Right).Left)
		assert.Equal(t, i, at(o.Left).Right)
		assert.Equal(t, i, at(o.Mirror).Mirror)
		assert.Equal(t, i, at(at(at(o.Right).Right).Right).Right)
		assert.Equal(t, o.Tile, at(o.Right).Tile)
		assert.Equal(t, o.Tile, at(o.Mirror).Tile)
	}
	// Turning and reflecting the orientation on display reaches all orientations of a tile.
	for tile, shown := range tables.Tiles {
		seen := map[int]bool{}
		for o, turn := shown.Shown, 0; turn < 8; turn++ {
			seen[o] = true
			o = tables.Orientations[o].Right
			if turn == 3 {
				o = tables.Orientations[shown.Shown].Mirror
			}
			seen[o] = true
		}
		assert.Len(t, seen, duo.Tile(tile).Rows().Count, "tile %s", shown.Name)
		assert.Equal(t, tile, tables.Orientations[shown.Shown].Tile)
	}
	known := false
	for _, l := range tables.Levels {
		known = known || l.ID == tables.Analysis
	}
	assert.True(t, known)
}

func TestRecords(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, file := range []string{"game.blksgf", "game.json", "game.txt"} {
		p := duo.RandomGame(rng, 20+rng.IntN(40))
		for h := p.History(); !p.Over() && h[len(h)-1] == duo.Pass; h = p.History() {
			p.Undo() // no form in SGF
		}
		record := Record{Game: gameOf(&p), Names: []string{"", ""}}
		if file != "game.txt" {
			record.Names = []string{"Ada ]\\", "minimax:depth=1"}
			record.Date = "2026-11-22"
			if !p.Over() {
				record.Resigned = 2
			}
		}
		text := ask[File](t, "write", writeArgs{record, file}).Text
		assert.Equal(t, record, ask[Record](t, "read", readArgs{Text: text}), "%s: %s", file, text)
	}
	file := ask[File](t, "write", writeArgs{Record{Game: Game{First: 1, Moves: []string{"55u0"}}}, "a.sgf"})
	assert.Equal(t, []string{"55u0"}, ask[Record](t, "read", readArgs{Text: "\ufeff" + file.Text}).Moves)
}

// TestSetup opens, shows and saves a game from a position that is set up.
func TestSetup(t *testing.T) {
	t.Parallel()
	const file = "(;GM[Blokus Duo]AB[e10][c9,d9]AW[j5]PL[W];W[h4,i4];B[f8])"
	_, err := Call("read", []byte(`{"text":"`+file+`"}`), func(any) {})
	require.ErrorContains(t, err, "f8: the tile has been used")
	r := ask[Record](t, "read", readArgs{Text: strings.Replace(file, ";B[f8]", "", 1)})
	want := Game{First: 2, Setup: "AB[e10][c9,d9]AW[j5]PL[W]", Moves: []string{"9bb2"}}
	assert.Equal(t, want, r.Game)
	p := ask[Position](t, "position", r.Game)
	assert.Equal(t, want.Setup, p.Setup)
	assert.Equal(t, 2, p.First)
	assert.Equal(t, 0, p.ToMove)
	var placed, moves []string
	for _, m := range p.Placed {
		assert.Equal(t, -1, m.Player)
		placed = append(placed, fmt.Sprintf("%d %s %v", m.Colour, m.Code, m.Squares))
	}
	assert.Equal(t, []string{"0 55a0 [60]", "0 46b2 [72 73]", "1 aaa0 [135]"}, placed)
	for _, m := range p.Moves {
		moves = append(moves, fmt.Sprintf("%d %s", m.Player, m.Code))
	}
	assert.Equal(t, []string{"1 9bb2"}, moves)
	for _, name := range []string{"a.blksgf", "a.json"} {
		text := ask[File](t, "write", writeArgs{r, name}).Text
		assert.Equal(t, r, ask[Record](t, "read", readArgs{Text: text}), text)
	}
	v := ask[Verdict](t, "why", map[string]any{"first": 2, "setup": want.Setup, "moves": []string{}, "o": p.Placed[2].Orientation, "s": 0})
	assert.Equal(t, "the tile has been used", v.Reason)
	for args, want := range map[string]string{
		`{"first":1,"setup":"AB[e10]PL[W]","moves":[]}`:                           "position: first 1, but the position that is set up has player 2 to move",
		`{"first":1,"setup":"AB[e10][e10]","moves":[]}`:                           "position: property AB: player 1: e10: the tile has been used",
		`{"first":1,"setup":"hello","moves":[]}`:                                  "position: 'h', want a property in capital letters",
		`{"first":1,"setup":"` + strings.Repeat("AB[e10]", 600) + `","moves":[]}`: "position: a set-up position of 4200 characters, want at most 4000",
	} {
		_, err := Call("position", []byte(args), func(any) {})
		assert.EqualError(t, err, want)
	}
	_, err = Call("write", []byte(`{"first":1,"setup":"AB[e10]","moves":[],"file":"a.txt"}`), func(any) {})
	assert.ErrorContains(t, err, "lines of moves hold no position that is set up")
	_, err = Call("ask", []byte(`{"first":2,"setup":"AB[e10]PL[W]","moves":[]}`), func(any) {})
	assert.EqualError(t, err, "ask: a board plays a game from its start on and takes no move back: this one began from a set-up position")
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ call, args, want string }{
		{"x", `{}`, `no call is named "x"`},
		{"position", `{`, "position: arguments: unexpected EOF"},
		{"position", `{"first":3}`, "position: first 3, want 1..2"},
		{"position", `{"first":1,"moves":[],"extra":1}`, `position: arguments: json: unknown field "extra"`},
		{"position", `{"first":1,"moves":["55u0","55u0"]}`, "position: move 2 (player 2): 55u0: a square is occupied: (5,4)"},
		{"position", `{"first":1,"moves":["99999999999999999999999999999999999999999"]}`, "position: move 1 (player 1): 99"},
		{"why", `{"first":1,"moves":[],"o":91,"s":0}`, "why: orientation 91, want 0..90"},
		{"why", `{"first":1,"moves":[],"o":0,"s":196}`, "why: square 196, want 0..195"},
		{"write", `{"first":1,"moves":[],"file":"x.pdf"}`, `write: record x.pdf: extension ".pdf", want .blksgf`},
		{"write", `{"first":1,"moves":[],"file":"x.txt","resigned":3}`, "write: resigned 3, want 0..2"},
		{"read", `{"text":" "}`, "read: the text is empty, want a game"},
		{"read", `{"text":"(;GM[Chess])"}`, `read: record: line 1, column 5: game "Chess", want "Blokus Duo"`},
		{"read", `{"text":"55u0 55u0"}`, "55u0: a square is occupied"},
	} {
		_, err := Call(c.call, []byte(c.args), func(any) {})
		require.ErrorContains(t, err, c.want, "%s %s", c.call, c.args)
	}
}

// FuzzRead reads any text. A text accepted as a game can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add("(;GM[Blokus Duo];B[e10])")
	f.Add("55u0 aau0 0000")
	f.Add("(;GM[Blokus Duo]AB[e10][c9,d9]AW[j5]PL[W];W[h4,i4])")
	f.Fuzz(func(t *testing.T, text string) {
		args, err := json.Marshal(readArgs{Text: text})
		require.NoError(t, err)
		out, err := Call("read", args, func(any) {})
		if err != nil {
			return
		}
		var r Record
		require.NoError(t, json.Unmarshal(out, &r))
		file := ask[File](t, "write", writeArgs{r, "a.json"})
		require.Equal(t, r.Game, ask[Record](t, "read", readArgs{Text: file.Text}).Game)
	})
}
