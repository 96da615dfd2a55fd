// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games/blokus"
	_ "github.com/tessera-fpga/tessera/games/dots"
	_ "github.com/tessera-fpga/tessera/games/duo"
	_ "github.com/tessera-fpga/tessera/games/quoridor"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
)

// find returns the game of a name.
func find(t testing.TB, name string) *play.Game {
	t.Helper()
	g, err := play.Find(name)
	require.NoError(t, err)
	return g
}

func duo(t testing.TB) *play.Game { return find(t, "duo") }

// sameGame compares games by name: they are full of functions.
var sameGame = cmp.Comparer(func(a, b *play.Game) bool { return (a == nil) == (b == nil) && (a == nil || a.Name == b.Name) })

// randomGame is the record of a random game of Blokus Duo, mostly a whole one, with notes.
func randomGame(t testing.TB, rng *rand.Rand) *Game { return randomRecord(t, rng, duo(t)) }

// randomRecord is the record of a random game, mostly a whole one, with notes.
func randomRecord(t testing.TB, rng *rand.Rand, of *play.Game) *Game {
	t.Helper()
	first := 0
	if of.StartBy != nil {
		first = rng.IntN(2)
	}
	start, err := of.Begin(first)
	require.NoError(t, err)
	p := of.RandomStart(start, []int{0, 1, 2, 10, 1000, 1000, 1000}[rng.IntN(7)], rng.Uint64())
	g := FromPosition(of, p, append([]string{"a ]\\[ name"}, []string{"b", "c", "d"}[:of.Seats()-1]...))
	if !of.ByPoints && p.Over() {
		g.Shares = p.Shares()
	}
	g.Date = "2026-11-22"
	for ply, m := range g.Moves {
		if of.HasPass && m == of.Pass || rng.IntN(3) > 0 {
			continue
		}
		n := play.Note{Seconds: float64(rng.IntN(100)) / 8, Visits: rng.IntN(3) * 1000}
		if rng.IntN(2) == 0 {
			margin := float64(rng.IntN(100)-50) / 4
			n.Margin = &margin
		}
		if rng.IntN(2) == 0 {
			value := rng.Float64()
			n.Value = &value
		}
		if rng.IntN(2) == 0 {
			n.Text = "said:\nvalue of it ] \\ unknown"
		}
		g.setNote(ply, n)
	}
	return g
}

// withoutEmpty drops fields that a file does not distinguish from nothing.
func withoutEmpty(g *Game) *Game {
	c := *g
	if len(c.Moves) == 0 {
		c.Moves, c.First = nil, 0
	}
	for len(c.Notes) > 0 && c.Notes[len(c.Notes)-1] == (play.Note{}) {
		c.Notes = c.Notes[:len(c.Notes)-1]
	}
	if len(c.Notes) == 0 {
		c.Notes = nil
	}
	return &c
}

// TestRecordsRoundTrip writes games of every kind in both forms, and reads them again.
func TestRecordsRoundTrip(t *testing.T) {
	t.Parallel()
	for name, number := range map[string]int{
		"duo": 300, "blokus": 10, "blokus:two": 10, "blokus:three": 10, "blokus:squares": 3, "dots": 50, "quoridor": 50,
	} {
		rng := seedtest.Rand(t)
		of := find(t, name)
		var games []*Game
		var sgf, lines bytes.Buffer
		for range number {
			g := randomRecord(t, rng, of)
			games = append(games, withoutEmpty(g))
			require.NoError(t, WriteJSON(&lines, g))
			if of.SGF {
				require.NoError(t, g.WriteSGF(&sgf))
			} else {
				require.ErrorContains(t, g.WriteSGF(&sgf), "record: "+name, "no form in SGF")
			}
		}
		fromJSON, err := ReadJSON(&lines)
		require.NoError(t, err)
		require.Len(t, fromJSON, len(games))
		for i, want := range games {
			assert.Empty(t, cmp.Diff(want, withoutEmpty(fromJSON[i]), sameGame), "%s, game %d", name, i)
		}
		if !of.SGF {
			continue
		}
		fromSGF, err := allSGF(&sgf)
		require.NoError(t, err)
		require.Len(t, fromSGF, len(games))
		for i, want := range games {
			got := withoutEmpty(fromSGF[i])
			if !of.ByPoints {
				got.Result = want.Result // which SGF has of all games of two
			}
			assert.Empty(t, cmp.Diff(want, got, sameGame), "%s, game %d", name, i)
		}
	}
}

// TestPentobisFiles reads Pentobi's current and former forms.
func TestPentobisFiles(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"compact":          "(;GM[Blokus Duo]CA[UTF-8];B[e9,d10,e10,f10,e11];W[j4,i5,j5,k5,j6])",
		"spread out":       "\ufeff(\n ;GM[Blokus Duo]\n ;B [e9,d10,e10,f10,e11]\n  C[a \\] comment]\n ;W[j4,i5,j5,k5,j6]\n)\n",
		"a value a square": "(;GM[Blokus Duo];B[e9][d10][e10][f10][e11];W[j4,i5,j5,k5,j6])",
		"variations":       "(;GM[Blokus Duo];B[e9,d10,e10,f10,e11](;W[j4,i5,j5,k5,j6])(;W[j5];XX[rubbish]))",
	} {
		games, err := allSGF(strings.NewReader(text))
		require.NoError(t, err, name)
		require.Len(t, games, 1)
		assert.Equal(t, []string{"55u0", "aau0"}, strings.Fields(games[0].Of.FormatMoves(games[0].Moves)), name)
		assert.Equal(t, map[string]string{"variations": "1 variation"}[name], games[0].Dropped.String(), name)
	}
}

// TestResults reads results in the forms that SGF has for them.
func TestResults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"b+r": "B+R", "w+resign": "W+R", "Unknown": "", "0-1": "", "B wins": "",
		"B+Resign": "B+R", "W+R": "W+R", "W+Time": "W+T", "B+Forfeit": "B+F", "B+": "B+", "?": "", "Void": "", "Draw": "0",
	} {
		games, err := allSGF(strings.NewReader("(;GM[Blokus Duo]RE[" + text + "];B[e10];W[j5])"))
		require.NoError(t, err, text)
		assert.Equal(t, want, games[0].Result)
		assert.Equal(t, map[string]int{"0": 4}[want], len(games[0].Moves)/4*4, "a game with a score is over")
	}
}

// TestGoldenSGF reads and writes a file with comments, ours and others.
func TestGoldenSGF(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/game.blksgf")
	require.NoError(t, err)
	games, err := allSGF(bytes.NewReader(text))
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, []play.Note{
		{Value: pointer(0.625), Margin: pointer(3.5), Visits: 1600, Seconds: 0.25, Text: "the cross [1]\nvalue unknown"},
		{Text: "time enough"},
	}, games[0].Notes)
	var out bytes.Buffer
	require.NoError(t, games[0].WriteSGF(&out))
	assert.Empty(t, cmp.Diff(string(text), out.String()))
}

// TestColourMovesTwice reads a game with a player who had no move: the file has no pass.
func TestColourMovesTwice(t *testing.T) {
	t.Parallel()
	games, err := allSGF(strings.NewReader("(;GM[Blokus Duo];W[j5];B[e10];W[k4,l4];W[m1,m2,m3])"))
	require.NoError(t, err)
	g := games[0]
	assert.Equal(t, 1, g.First)
	require.Len(t, g.Moves, 5)
	assert.Equal(t, g.Of.Pass, g.Moves[3])
}

// TestColours reads and writes games of four colours, in Pentobi's current and former forms.
func TestColours(t *testing.T) {
	t.Parallel()
	const header = "CA[UTF-8]AP[tessera]"
	for text, again := range map[string]string{
		"(;GM[Blokus];1[a20];2[t20];3[t1];4[a1];1[b19,c19]C[value 0.5])":                                    "(;GM[Blokus]" + header + "\n;1[a20]\n;2[t20]\n;3[t1]\n;4[a1]\n;1[b19,c19]C[value 0.5])\n",
		"(;P2[é]GM[Blokus Three-Player]P1[a]P3[c];BLUE[a20];YELLOW[s20][t20];RED[t1];GREEN[a1];1[b19,c19])": "(;GM[Blokus Three-Player]" + header + "P1[a]P2[é]P3[c]\n;1[a20]\n;2[s20,t20]\n;3[t1]\n;4[a1]\n;1[b19,c19])\n",
		"(;GM[Blokus Two-Player]PB[a]PW[b]RE[W+R];1[A20];2[t20])":                                           "(;GM[Blokus Two-Player]" + header + "PB[a]PW[b]RE[W+R]\n;1[a20]\n;2[t20])\n",
	} {
		games, err := allSGF(strings.NewReader(text))
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, games[0].WriteSGF(&out))
		assert.Equal(t, again, out.String())
		assert.Empty(t, games[0].Dropped)
	}
}

// TestSkippedColour writes and reads games in which colours run out of moves before the end: the
// file has the colour of each move, and no pass.
func TestSkippedColour(t *testing.T) {
	t.Parallel()
	of := find(t, "blokus")
	skipped := false
	for seed := range uint64(5) {
		g := FromPosition(of, of.RandomStart(of.Start(), 1000, seed), nil)
		var out bytes.Buffer
		require.NoError(t, g.WriteSGF(&out))
		var colours []byte
		for _, m := range regexp.MustCompile(`(?m)^;([1-4])\[`).FindAllStringSubmatch(out.String(), -1) {
			colours = append(colours, m[1][0])
		}
		require.Len(t, colours, len(g.Moves))
		skipped = skipped || !bytes.HasPrefix(bytes.Repeat([]byte("1234"), 30), colours)
		back, err := allSGF(strings.NewReader(out.String()))
		require.NoError(t, err)
		assert.Equal(t, g.Moves, back[0].Moves)
		assert.Len(t, back[0].Shares, 4)

		_, err = allSGF(strings.NewReader(strings.TrimSuffix(out.String(), ")\n") + ";1[a1])"))
		assert.ErrorContains(t, err, "colour 1 moves, but the game is over")
	}
	assert.True(t, skipped)
}

// TestDropped counts the parts of a file that the game does not keep.
func TestDropped(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"(;GM[Blokus Duo]FF[4]CA[UTF-8]AP[x]DT[2026]PB[a]PW[b];B[e10]C[a])":                    "",
		"(;GM[Blokus Duo];C[on it]B[e10](;W[j5](;B[f9,g9])(;B[d9,d8]))(;W[j5](;B[f9,g9])(;)))": "2 variations",
		"(;C[of the game]EV[x];B[e10]C[one]C[two]TE[1](;W[j5]BM[1]TE[1])(;W[j5]))":             "1 variation and properties BM, C, EV, TE",
		"(;GM[Blokus]RE[B+3];1[a20])": "property RE",
	} {
		games, err := allSGF(strings.NewReader(text))
		require.NoError(t, err, text)
		assert.Equal(t, want, games[0].Dropped.String(), text)
	}
	games, err := allSGF(strings.NewReader("(;C[on it]B[e10])"))
	require.NoError(t, err)
	assert.Equal(t, "on it", games[0].Notes[0].Text)
}

func TestParseColour(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]map[string]int{
		"duo":    {"b": 0, "Black": 0, "BLUE": 0, "w": 1, "white": 1, "green": 1, "1": -1, "": -1, "red": -1},
		"blokus": {"1": 0, "blue": 0, "2": 1, "Yellow": 1, "3": 2, "red": 2, "4": 3, "green": 3, "b": -1, "white": -1, "": -1},
		"dots":   {"b": 0, "black": 0, "W": 1, "green": -1},
	} {
		for text, colour := range want {
			c, ok := find(t, name).ParseColour(text)
			assert.Equal(t, colour >= 0, ok, "%s %q", name, text)
			assert.Equal(t, max(0, colour), c, "%s %q", name, text)
		}
	}
}

func TestSGFErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                               `line 1, column 1: no game, want one in SGF, such as (;GM[Blokus Duo];B[e10])`,
		"hello":                          `line 1, column 1: no game, want one in SGF, such as (;GM[Blokus Duo];B[e10])`,
		"(;GM[Go])":                      `line 1, column 5: game "Go", want "Blokus Duo", "Blokus", "Blokus Two-Player", "Blokus Three-Player"`,
		"(;GM[blokus duo])":              `line 1, column 5: game "blokus duo", want "Blokus Duo", "Blokus", "Blokus Two-Player", "Blokus Three-Player"`,
		"(;B[e10]\n;GM[Blokus])":         `line 2, column 4: game "Blokus" behind moves of "Blokus Duo"`,
		"(;AB[e10]\n;GM[Blokus])":        `line 2, column 4: game "Blokus" behind tiles or players of "Blokus Duo"`,
		"(;PB[a]\n;GM[Blokus])":          `line 2, column 4: game "Blokus" behind tiles or players of "Blokus Duo"`,
		"(;GM[Blokus]\n;2[t20])":         `line 2, column 3: colour 2 moves, but colour 1 is to move`,
		"(;GM[Blokus Duo]\n;B[e10]\n;W[": `line 3, column 3: property W: its ] is missing`,
		"(;GM[Blokus Duo];BLUE[e9,e10])": `line 1, column 31: property BLUE has moves, want them in B, W`,
		"(;GM[Blokus Duo];1[e10][e9])":   `line 1, column 29: property 1 has moves, want them in B, W`,
		"(;GM[Blokus Duo]\n;B[e10]":      `line 2, column 8: the end of the file, want ; ( or )`,
		"(;B[a1])":                       `line 1, column 4: move 1 (player 1): a1: the first placement must cover the start square e10`,
		"(;B[z1])":                       `line 1, column 4: move 1 (player 1): z1: square "z1", want a column a..n and a row 1..14`,
		"(;PB[é];B[e10];B[f9])":          `line 1, column 17: player 1 moves a second time, before player 2's first move`,
		"()":                             `line 1, column 2: a game tree without a node`,
		"(;B e10)":                       `line 1, column 5: property B: 'e', want [`,
		"(;GM[Blokus Junior])":           `line 1, column 5: game "Blokus Junior", a variant that tessera does not play; want "Blokus Duo", "Blokus", "Blokus Two-Player", "Blokus Three-Player"`,
		"(;GM[Blokus];1[])":              `line 1, column 15: colour 1 passes, but has moves`,
		"(;RE[W+5.0];B[e10])":            `line 1, column 5: property RE: result W+5 of a game that is not over`,
		"(;RE[B+9];B[e10];W[j5])":        `line 1, column 5: property RE: result B+9, the moves give 0`,
		"(;RE[0];B[e10])":                `line 1, column 5: property RE: result 0 of a game that is not over`,
		strings.Repeat("(;", 2000):       `line 1, column 2002: more than 1000 variations within each other`,
	} {
		_, err := allSGF(strings.NewReader(text))
		assert.EqualError(t, err, "record: "+want, "%.40q", text)
	}
}

// TestSGFOfOthers reads files that are odd in one part: the game is read, and what is left out of it
// is told.
func TestSGFOfOthers(t *testing.T) {
	t.Parallel()
	game := "(;GM[Blokus Duo];B[e10];W[j5])"
	for text, want := range map[string]string{
		game + ")":                                    `text around the game, ")"`,
		game + "\nleft over (see below)\n":            `text around the game, "left over (see below)"`,
		"From: me (you know)\n" + game:                `text around the game, "From: me (you know)"`,
		"(;RE[Unknown];B[e10];W[j5])":                 `property RE[Unknown]`,
		"(;CA[UTF-8]PB[J\xfcrgen];B[e10];W[j5])":      `letters that the file's character set does not have`,
		"(;CA[Big5]PB[J\xfc\xfcrgen];B[e10];W[j5])":   `letters that the file's character set does not have`,
		"(;PB[J\xfcrgen]CA[ISO-8859-1];B[e10];W[j5])": "",
		"(;PB[J\xfcrgen];B[e10];W[j5])":               "",
		"(;PB[J\xfcrgen]CA[latin1];B[e10];W[j5])":     "",
		"(;PB[Jürgen]CA[UTF-8];B[e10];W[j5])":         "",
		"(;PB[J\xc3\xbcrgen];B[e10];W[j5])":           "",
	} {
		games, err := allSGF(strings.NewReader(text))
		require.NoError(t, err, "%q", text)
		require.Len(t, games, 1, "%q", text)
		g := games[0]
		assert.Len(t, g.Moves, 2, "%q", text)
		assert.Equal(t, want, g.Dropped.String(), "%q", text)
		if g.Players != nil {
			name := "Jürgen"
			if g.Dropped.Letters {
				name = "J\ufffdrgen"
			}
			assert.Equal(t, name, g.Players[0], "%q", text)
		}
		var out bytes.Buffer
		require.NoError(t, g.WriteSGF(&out))
		assert.True(t, utf8.Valid(out.Bytes()), "%q", text)
	}
	g := FromPosition(duo(t), duo(t).Start(), []string{"J\xfcrgen", ""})
	var out bytes.Buffer
	require.NoError(t, g.WriteSGF(&out))
	assert.True(t, utf8.Valid(out.Bytes()), "a file that says that it is UTF-8")
}

// TestWrittenPasses reads a game whose file has the passes of colours without a move.
func TestWrittenPasses(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/written-passes.blksgf")
	require.NoError(t, err)
	games, err := allSGF(bytes.NewReader(text))
	require.NoError(t, err)
	without, err := allSGF(strings.NewReader(regexp.MustCompile(`;[1-4]\[\]\n`).ReplaceAllString(string(text), "")))
	require.NoError(t, err)
	assert.Equal(t, without[0].Moves, games[0].Moves)
	assert.Equal(t, "B+8", games[0].Result, "of the whole game")
}

// TestWrongGameInCollection reads the games behind a wrong one.
func TestWrongGameInCollection(t *testing.T) {
	t.Parallel()
	var errs, moves []int
	for g, err := range ReadSGF(strings.NewReader("(;B[a1](;W[j5])(;W[j4];B[(;]))\n(;B[e10];W[j5])\nrest\n(;GM[Go])(;B[e10])")) {
		moves = append(moves, len(g.Moves))
		if err != nil {
			errs = append(errs, len(moves))
		}
	}
	assert.Equal(t, []int{0, 2, 0, 1}, moves)
	assert.Equal(t, []int{1, 3}, errs)
}

// allSGF returns the games of a file and the first error.
func allSGF(r io.Reader) (games []*Game, first error) {
	for g, err := range ReadSGF(r) {
		if g != nil {
			games = append(games, g)
		}
		if first == nil {
			first = err
		}
	}
	return games, first
}

func FuzzReadSGF(f *testing.F) {
	f.Add("(;GM[Blokus Duo]CA[UTF-8];B[e9,d10,e10,f10,e11]C[value 0.5\ntime 1 s];W[j4,i5,j5,k5,j6])")
	f.Add("(;GM[Blokus Two-Player]RE[B+T]PB[a];1[a20];YELLOW[t20]TE[1];3[t1][s1])(;GM[Blokus];1[a20]P3[c])")
	f.Add("(;GM[Blokus Duo](;B[e10])(;B[e10]))(;)")
	f.Add("(;GM[Blokus Duo]AB[e10][d9,c9]AW[j5]PL[W];W[i4,h4];AE[e10]AB[e10,e9];B[f8])")
	f.Add("(;GM[Blokus Three-Player]A1[a20]A4[a1]PL[4];4[b2,b3];PL[2]A2[t20])")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := allSGF(strings.NewReader(text))
		if err != nil {
			require.Regexp(t, `^record: line [1-9][0-9]*, column [1-9][0-9]*: `, err.Error())
			return
		}
		for _, g := range games {
			var out bytes.Buffer
			require.NoError(t, g.WriteSGF(&out))
			again, err := allSGF(&out)
			require.NoError(t, err)
			require.Equal(t, g.Moves, again[0].Moves)
			require.Equal(t, g.Setup, again[0].Setup)
			require.Equal(t, g.Shares, again[0].Shares)
			require.NoError(t, WriteJSON(&out, g))
		}
	})
}
