// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package others

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/games/dots/rules"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/web/calls"
)

// names are the games of the page that this package draws.
var names = []string{"blokus", "blokus:two", "blokus:three", "quoridor", "dots", "dots:3x2"}

// ask makes a call as the page does.
func ask[R any](t *testing.T, name string, args any) (result R) {
	t.Helper()
	text, err := json.Marshal(args)
	require.NoError(t, err)
	out, err := calls.Call(name, text, func(any) {})
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(out, &result))
	return result
}

func gameOf(g *play.Game, p play.Position) calls.Game {
	game := calls.Game{Of: g.Name, First: 1, Moves: []string{}}
	for _, m := range p.History() {
		game.Moves = append(game.Moves, g.Format(m))
	}
	return game
}

// TestPosition compares the page's data about random positions with the game's, to the end of a
// game: seats, legal moves, points and outcome. It asks why for every legal place, and for others.
func TestPosition(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, name := range names {
		g, err := play.Find(name)
		require.NoError(t, err)
		tables := ask[calls.Tables](t, "tables", map[string]string{"of": name})
		require.Equal(t, name == "dots", tables.Game != name, "%s settles its size", name)
		require.Equal(t, g.Seats(), tables.Seats)
		p := g.Start()
		for ply := 0; ; ply++ {
			if ply%7 == 0 || p.Over() {
				got := ask[calls.Position](t, "position", gameOf(g, p))
				require.Equal(t, p.Over(), got.Over)
				require.Equal(t, p.Over(), got.Outcome != "")
				require.False(t, got.MustPass)
				require.Len(t, got.Moves, ply)
				require.Len(t, got.Rest, g.Seats())
				if s, ok := p.(play.Scored); ok {
					for seat := range g.Seats() {
						require.Equal(t, s.Score(seat), got.Points[seat])
					}
				}
				legal := []string{}
				for _, m := range p.Moves() {
					if !p.Over() {
						legal = append(legal, g.Format(m))
					}
				}
				codes := []string{}
				for _, m := range got.Legal {
					codes = append(codes, m.Code)
				}
				require.Equal(t, legal, codes)
				if !p.Over() {
					require.Equal(t, p.ToMove(), got.Seat)
					require.Equal(t, g.ToMove(p), got.ToMove)
					for range 20 {
						at := got.Legal[rng.IntN(len(got.Legal))]
						args := map[string]any{"of": g.Name, "first": 1, "moves": gameOf(g, p).Moves, "o": at.Orientation, "s": at.Square}
						require.Equal(t, calls.Verdict{Legal: true, Square: -1}, ask[calls.Verdict](t, "why", args))
						if tables.Size > 0 {
							args["o"] = rng.IntN(len(tables.Orientations))
						}
						args["s"] = rng.IntN(len(tables.Squares))
						is := slices.ContainsFunc(got.Legal, func(l calls.Place) bool {
							return l.Square == args["s"] && (tables.Size == 0 || l.Orientation == args["o"])
						})
						v := ask[calls.Verdict](t, "why", args)
						require.Equal(t, is, v.Legal, "%v", args)
						require.Equal(t, is, v.Reason == "")
						require.NotContains(t, v.Reason, ":", "a reason alone")
					}
				}
			}
			if p.Over() {
				break
			}
			require.NoError(t, p.Play(play.RandomMove(p, rng)))
		}
	}
}

// TestSpots checks the boards without tiles: spots lie within the bounds, and two of them overlap
// only where their moves exclude each other.
func TestSpots(t *testing.T) {
	t.Parallel()
	overlap := func(a, b [4]float64) bool {
		const touch = 1e-9
		return math.Min(a[0]+a[2], b[0]+b[2])-math.Max(a[0], b[0]) > touch && math.Min(a[1]+a[3], b[1]+b[3])-math.Max(a[1], b[1]) > touch
	}
	for _, name := range []string{"quoridor", "dots", "dots:3x2"} {
		g, err := play.Find(name)
		require.NoError(t, err)
		tables := ask[calls.Tables](t, "tables", map[string]string{"of": name})
		require.Len(t, tables.Spots, len(tables.Squares))
		start := g.Start()
		for i, a := range tables.Spots {
			m, err := g.Parse(tables.Squares[i])
			require.NoError(t, err)
			b := tables.Bounds
			require.True(t, a.Box[0] >= b[0] && a.Box[1] >= b[1] && a.Box[0]+a.Box[2] <= b[0]+b[2]+1e-9 && a.Box[1]+a.Box[3] <= b[1]+b[3]+1e-9, "%s %s: %v", name, tables.Squares[i], a.Box)
			for j, other := range tables.Spots[:i] {
				if !overlap(a.Box, other.Box) {
					continue
				}
				// Both are fences, and the second cannot follow the first.
				p := start.Clone()
				second, err := g.Parse(tables.Squares[j])
				require.NoError(t, err)
				require.NoError(t, p.Play(m))
				require.Error(t, p.Play(second), "%s and %s overlap", tables.Squares[i], tables.Squares[j])
			}
		}
	}
}

// TestPieces checks the pieces of a position with all kinds of moves against what the rules say.
func TestPieces(t *testing.T) {
	t.Parallel()
	got := ask[calls.Position](t, "position", calls.Game{Of: "quoridor", First: 1, Moves: []string{"e2", "e8", "a1h", "b3v"}})
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
	want := []calls.Piece{
		{Kind: "bar", Colour: 0, Box: [4]float64{0, 8*pitch - gap, 2 + gap, gap}},
		{Kind: "bar", Colour: 1, Box: [4]float64{pitch + 1, 5 * pitch, gap, 2 + gap}},
		{Kind: "pawn", Colour: 0, Box: [4]float64{4 * pitch, 7 * pitch, 1, 1}},
		{Kind: "pawn", Colour: 1, Box: [4]float64{4 * pitch, 1 * pitch, 1, 1}},
	}
	assert.Empty(t, cmp.Diff(want, got.Pieces, near))
	assert.Equal(t, []string{"7 steps to go, 9 fences", "7 steps to go, 9 fences"}, got.Rest)

	// On one row of two boxes, player 2 closes the left one, and moves again.
	got = ask[calls.Position](t, "position", calls.Game{Of: "dots:1x2", First: 1, Moves: []string{"0", "2", "3", "5"}})
	want = []calls.Piece{{Kind: "box", Colour: 1, Box: [4]float64{thick, thick, 1 - 2*thick, 1 - 2*thick}}}
	assert.Empty(t, cmp.Diff(want, got.Pieces[:1], near))
	assert.Equal(t, 1, got.Seat)
	assert.Equal(t, []int{0, 1}, got.Points)
	var drawn []string
	for i, p := range got.Pieces[1:] {
		drawn = append(drawn, fmt.Sprint(p.Kind, p.Colour))
		assert.Empty(t, cmp.Diff(edgeBoxes(mustGrid(t))[got.Moves[i].Square], p.Box, near))
	}
	assert.Equal(t, []string{"bar0", "bar1", "bar0", "bar1"}, drawn)
}

// TestRecords writes games and reads them again.
func TestRecords(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, name := range names {
		g, err := play.Find(name)
		require.NoError(t, err)
		for _, file := range []string{"game.json", "game.blksgf"} {
			if file == "game.blksgf" && !g.SGF {
				continue
			}
			game := gameOf(g, g.RandomStart(g.Start(), rng.IntN(20), rng.Uint64()))
			players := make([]string, g.Seats())
			for i := range players {
				players[i] = fmt.Sprint("player ", i)
			}
			r := calls.Record{Game: game, Names: players, Date: "2026-11-22"}
			if g.Seats() == 2 && file == "game.json" && !g.ByPoints {
				r.Resigned = 1 + rng.IntN(2)
			}
			text := ask[calls.File](t, "write", struct {
				calls.Record
				File string `json:"file"`
			}{r, file}).Text
			got := ask[calls.Record](t, "read", map[string]string{"of": g.Name, "text": text})
			assert.Empty(t, cmp.Diff(r, got), "%s: %s", name, text)
		}
	}
	_, err := calls.Call("read", []byte(`{"of":"quoridor","text":"{\"game\":\"dots:1x1\",\"moves\":[0]}"}`), nil)
	assert.Error(t, err)
}

func mustGrid(t *testing.T) *rules.Grid {
	t.Helper()
	b, err := rules.MakeGrid(1, 2)
	require.NoError(t, err)
	return b
}
