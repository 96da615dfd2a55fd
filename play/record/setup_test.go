// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
)

// asSetup returns a position as one that is set up.
func asSetup(t testing.TB, of *play.Game, p play.Position) *play.Setup {
	t.Helper()
	s := &play.Setup{Placed: make([][]play.Move, len(of.Colours)), Turn: of.ToMove(p)}
	at, err := of.StartOf(p)
	require.NoError(t, err)
	for _, m := range p.History() {
		if c := of.ToMove(at); !of.HasPass || m != of.Pass {
			s.Placed[c] = append(s.Placed[c], m)
		}
		require.NoError(t, at.Play(m))
	}
	return s
}

// TestSetupRoundTrip sets up the position in the middle of a random game: the same moves are legal
// there. The rest of the game, played from there, is written in both forms and read again.
func TestSetupRoundTrip(t *testing.T) {
	t.Parallel()
	for name, number := range map[string]int{"duo": 100, "blokus": 10, "blokus:two": 10, "blokus:three": 10} {
		rng := seedtest.Rand(t)
		of := find(t, name)
		var want []*Game
		var sgf, lines bytes.Buffer
		for range number {
			p := of.RandomStart(of.Start(), 1+rng.IntN(40), rng.Uint64())
			if p.Over() {
				continue
			}
			start, err := of.BeginFrom(asSetup(t, of, p))
			require.NoError(t, err)
			require.Equal(t, of.ToMove(p), of.ToMove(start))
			require.ElementsMatch(t, p.Moves(), start.Moves())
			require.Equal(t, p.ToMove(), start.ToMove())
			require.Equal(t, p.Standing(), start.Standing())
			at, err := of.StartOf(of.RandomStart(start.Clone(), 3, 1))
			require.NoError(t, err)
			require.Equal(t, start, at)
			end := of.RandomStart(start, []int{0, 1, 2, 1000, 1000}[rng.IntN(5)], rng.Uint64())
			for !end.Over() && of.HasPass { // a file does not keep passes at the end of a game that goes on
				if h := end.History(); !of.OnlyPass(end) && (len(h) == 0 || h[len(h)-1] != of.Pass) {
					break
				}
				end = of.RandomStart(end, 1, rng.Uint64())
			}
			g := FromPosition(of, end, []string{"a", "b", "c", "d"}[:of.Seats()])
			if !of.ByPoints && end.Over() {
				g.Shares = end.Shares()
			}
			want = append(want, g)
			require.NoError(t, g.WriteSGF(&sgf))
			require.NoError(t, WriteJSON(&lines, g))
			assert.EqualError(t, Moves.Write(&bytes.Buffer{}, g), "record: lines of moves hold no position that is set up, want .blksgf, .json or .jsonl")
		}
		fromSGF, err := allSGF(&sgf)
		require.NoError(t, err)
		fromJSON, err := ReadJSON(&lines)
		require.NoError(t, err)
		require.Len(t, fromSGF, len(want))
		require.Len(t, fromJSON, len(want))
		for i, g := range want {
			require.NotNil(t, fromSGF[i].Setup)
			if !of.ByPoints {
				fromSGF[i].Result = "" // which SGF has of all games of two
			}
			fixed, err := ParseSetup(of, FormatSetup(of, g.Setup))
			require.NoError(t, err)
			assert.True(t, g.Setup.Equal(fixed))
			for form, got := range map[string]*Game{"SGF": fromSGF[i], "JSON": fromJSON[i]} {
				assert.Empty(t, cmp.Diff(g.Moves, got.Moves, cmpopts.EquateEmpty()), form)
				assert.True(t, g.Setup.Equal(got.Setup), form)
				g, got := *withoutEmpty(g), *withoutEmpty(got)
				g.Setup, got.Setup, g.Moves, got.Moves = nil, nil, nil, nil
				assert.Empty(t, cmp.Diff(g, got, sameGame), "%s, %s, game %d", name, form, i)
			}
		}
	}
}

// TestPentobisSetup reads set-up positions as Pentobi has them: in Pentobi's words, the first player
// to move, and the moves that follow.
func TestPentobisSetup(t *testing.T) {
	t.Parallel()
	const duo = "(;GM[Blokus Duo]"
	for _, c := range []struct{ name, text, setup, moves, dropped string }{
		{"of Pentobi's document", duo + "AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]AW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]PL[B];B[c11])",
			"AB[e8,e9,f9,d10,e10][f7,g6,g7,g8,h7]AW[h5,i4,i5,i6,j5][j10,j7,j8,j9,k9]PL[B]", "34a0", ""},
		{"by numbers", duo + "A1[e10]A2[j5]PL[2])", "AB[e10]AW[j5]PL[W]", "", ""},
		{"the first move says who moves", duo + "AB[e10];W[j5];B[d9,c9])", "AB[e10]PL[W]", "aaa0 46b2", ""},
		{"a pass at first", duo + "AB[e10]AW[j5]PL[B];W[i4,h4])", "AB[e10]AW[j5]PL[B]", "0000 9bb2", ""},
		{"behind moves", duo + ";B[e10];W[j5];AB[d9,c9]PL[W];W[i4,h4])", "AB[e10][c9,d9]AW[j5]PL[W]", "9bb2", "2 moves before a position that is set up"},
		{"twice", duo + "AB[e10];AW[j5];B[d9,c9])", "AB[e10]AW[j5]PL[B]", "46b2", ""},
		{"in a node with a move", duo + "B[d9,c9]AB[e10]AW[j5])", "AB[e10]AW[j5]PL[B]", "46b2", ""},
		{"tiles off the board", duo + ";B[e10];W[j5];AE[e10]AB[e10,e9]PL[W])", "AB[e10,e9]AW[j5]PL[W]", "", "2 moves before a position that is set up"},
		{"no tiles", duo + "PL[W])", "", "", ""},
		{"the turn alone", duo + ";B[e10];PL[B];W[j5];PL[B];B[d9,c9])", "", "55a0 aaa0 46b2", "property PL"},
		{"a tile whose edge touches another", duo + "AB[e10][e9,e8])", "AB[e10][e8,e9]PL[B]", "", ""},
		{"four colours", "(;GM[Blokus]A1[a20]A2[t20]A4[a1]PL[4];4[b2,b3])", "A1[a20]A2[t20]A4[a1]PL[4]", "b2,b3", ""},
		{"the turn of four colours", "(;GM[Blokus Two-Player];A1[a20]PL[3])", "A1[a20]PL[3]", "", ""},
		{"two letters in four colours", "(;GM[Blokus Three-Player]AB[a20]AW[t20]PL[3];3[t1])", "A1[a20]A2[t20]PL[3]", "t1", ""},
	} {
		games, err := allSGF(strings.NewReader(c.text))
		require.NoError(t, err, c.name)
		require.Len(t, games, 1)
		g := games[0]
		got := ""
		if g.Setup != nil {
			got = FormatSetup(g.Of, g.Setup)
		}
		want := c.setup
		if want != "" {
			s, err := ParseSetup(g.Of, want)
			require.NoError(t, err, c.name)
			want = FormatSetup(g.Of, s)
		}
		assert.Equal(t, want, got, c.name)
		assert.Equal(t, c.moves, g.Of.FormatMoves(g.Moves), c.name)
		assert.Equal(t, c.dropped, g.Dropped.String(), c.name)
		end, err := g.Check()
		require.NoError(t, err, c.name)
		assert.Equal(t, g.First, play.First(end), c.name)
	}
}

// TestSetupErrors reads set-up positions that are none.
func TestSetupErrors(t *testing.T) {
	t.Parallel()
	const duo, four = "(;GM[Blokus Duo]", "(;GM[Blokus]"
	for text, want := range map[string]string{
		"(;A1[a20]GM[Blokus])":                             "",
		duo + "AB[e10]AW[e10,f10])":                        `line 1, column 26: property AW: player 2: e10,f10: a square is occupied: e10`,
		duo + "AB[e10][e11,e10])":                          `line 1, column 19: property AB: player 1: e10,e11: a square is occupied: e10`,
		duo + "AB[e10][a1])":                               `line 1, column 19: property AB: player 1: a1: the tile has been used`,
		duo + "AB[e10,g10])":                               `line 1, column 19: property AB: "e10,g10": these squares are not a tile`,
		duo + "\nAB[o1])":                                  `line 2, column 3: property AB: "o1": square "o1", want a column a..n and a row 1..14`,
		duo + "AB[])":                                      `line 1, column 19: property AB: "": square "", want a column a..n and a row 1..14`,
		duo + "AB[pass])":                                  `line 1, column 19: property AB: "pass", want the squares of a tile`,
		duo + "AE[e10])":                                   `line 1, column 19: property AE: "e10": no such tile lies there`,
		duo + "A3[e10])":                                   `line 1, column 19: property A3: Blokus Duo has no such colour, want AB, AW, AE, PL`,
		duo + "AB[e10]PL[3])":                              `line 1, column 26: property PL: "3", want the colour to move, B, W`,
		duo + "AB[j5])":                                    `line 1, column 19: property AB: player 2 has no tile on the board, and its start square is covered`,
		duo + "AB[e10]AW[j5];B[a1])":                       `line 1, column 32: move 1 (player 1): a1: the tile has been used`,
		four + "A1[a20]A2[a20,b20])":                       `line 1, column 22: property A2: blokus: yellow: a20,b20: a square is occupied: a20`,
		four + "A1[a20][c20])":                             `line 1, column 15: property A1: blokus: blue: c20: the tile has been used`,
		four + "A1[a20,u20])":                              `line 1, column 15: property A1: "a20,u20": square "u20", want a column a..t and a row 1..20`,
		four + "A1[a20]PL[2];3[t1])":                       `line 1, column 27: colour 3 moves, but colour 2 is to move`,
		four + "A1[a20]PL[B];1[b19])":                      `line 1, column 27: move 1 (player 1): b19: the tile has been used`,
		duo + "AB[" + strings.Repeat("e10,", 20) + "e10])": `line 1, column 19: property AB: 83 characters, want the squares of a tile`,
	} {
		_, err := allSGF(strings.NewReader(text))
		if want == "" {
			assert.NoError(t, err, text)
			continue
		}
		assert.EqualError(t, err, "record: "+want, text)
	}
	for setup, want := range map[string]string{
		`"AB[e10]AW[e10]"`: `line 1, column 20: setup: property AW: player 2: e10: a square is occupied: e10`,
		`"AB[e10"`:         `line 1, column 20: setup: property AB: its ] is missing`,
		`"B[e10]"`:         `line 1, column 20: setup: property B, want those of a position: AB, AW, AE, PL`,
		`"AB[e10];"`:       `line 1, column 20: setup: ';' in a set-up position, want properties: AB, AW, AE, PL`,
		`"AB[e10]PL[W]"`:   `line 1, column 10: first 1, but the position that is set up has player 2 to move`,
		`7`:                `line 1, column 20: setup 7, want text, properties of SGF such as AB[..]PL[B]`,
	} {
		_, err := ReadJSON(strings.NewReader(`{"first":1,"setup":` + setup + `,"moves":[]}`))
		assert.EqualError(t, err, "record: "+want, setup)
	}
	_, err := ReadJSON(strings.NewReader(`{"first":1,"kind":"dots:1x1","setup":"PL[1]","moves":[]}`))
	assert.EqualError(t, err, "record: line 1, column 38: setup: property PL: dots and boxes, 1x1 has no positions that are set up")
	g := &Game{Of: find(t, "duo"), First: 1, Setup: &play.Setup{Placed: make([][]play.Move, 2)}}
	_, err = g.Check()
	assert.EqualError(t, err, "record: player 2 moves first, but the position that is set up has player 1 to move")
	g.Setup.Placed = nil
	_, err = g.Check()
	assert.EqualError(t, err, "record: tiles of 0 colours, want 2")
}
