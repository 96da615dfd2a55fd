package record

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// randomRecord is the record of a random game, mostly a whole one, with notes.
func randomRecord(rng *rand.Rand) *Game {
	p := duo.RandomGame(rng, []int{0, 1, 2, 10, duo.MaxPlies, duo.MaxPlies, duo.MaxPlies}[rng.IntN(7)])
	g := FromPosition(&p, [2]string{"a ]\\[ name", "b"})
	g.Date = "2026-11-22"
	for ply, m := range g.Moves {
		if m == duo.Pass || rng.IntN(3) > 0 {
			continue
		}
		n := Note{Seconds: float64(rng.IntN(100)) / 8, Visits: rng.IntN(3) * 1000}
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

// withoutEmpty drops what a file cannot tell from nothing.
func withoutEmpty(g *Game) *Game {
	c := *g
	if len(c.Moves) == 0 {
		c.Moves, c.First = nil, duo.Player1
	}
	for len(c.Notes) > 0 && c.Notes[len(c.Notes)-1] == (Note{}) {
		c.Notes = c.Notes[:len(c.Notes)-1]
	}
	if len(c.Notes) == 0 {
		c.Notes = nil
	}
	return &c
}

func TestRecordsRoundTrip(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	var games []*Game
	var sgf, lines bytes.Buffer
	for range 300 {
		g := randomRecord(rng)
		games = append(games, withoutEmpty(g))
		require.NoError(t, g.WriteSGF(&sgf))
		require.NoError(t, WriteJSON(&lines, g))
	}
	fromJSON, err := ReadJSON(&lines)
	require.NoError(t, err)
	require.Len(t, fromJSON, len(games))
	for i, want := range games {
		assert.Empty(t, cmp.Diff(want, withoutEmpty(fromJSON[i])), "game %d", i)
	}
	fromSGF, err := ReadSGF(&sgf)
	require.NoError(t, err)
	require.Len(t, fromSGF, len(games))
	for i, want := range games {
		assert.Empty(t, cmp.Diff(want, withoutEmpty(fromSGF[i])), "game %d", i)
	}
}

func TestSquaresAreInPentobisOrder(t *testing.T) {
	t.Parallel()
	m, err := duo.ParseMove("55u0")
	require.NoError(t, err)
	assert.Equal(t, "e9,d10,e10,f10,e11", Squares(m))
}

// TestPentobisFiles reads forms that Pentobi writes, or wrote once.
func TestPentobisFiles(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"compact":          "(;GM[Blokus Duo]CA[UTF-8];B[e9,d10,e10,f10,e11];W[j4,i5,j5,k5,j6])",
		"spread out":       "\ufeff(\n ;GM[Blokus Duo]\n ;B [e9,d10,e10,f10,e11]\n  C[a \\] comment]\n ;W[j4,i5,j5,k5,j6]\n)\n",
		"a value a square": "(;GM[Blokus Duo];B[e9][d10][e10][f10][e11];W[j4,i5,j5,k5,j6])",
		"variations":       "(;GM[Blokus Duo];B[e9,d10,e10,f10,e11](;W[j4,i5,j5,k5,j6])(;W[j5];XX[rubbish]))",
	} {
		games, err := ReadSGF(strings.NewReader(text))
		require.NoError(t, err, name)
		require.Len(t, games, 1)
		assert.Equal(t, []string{"55u0", "aau0"}, []string{games[0].Moves[0].String(), games[0].Moves[1].String()}, name)
		assert.Len(t, games[0].Moves, 2, name)
	}
}

// TestResults reads results in the forms that SGF has for them.
func TestResults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"B+Resign": "B+R", "W+R": "W+R", "W+Time": "W+T", "B+Forfeit": "B+F", "B+": "B+", "?": "", "Void": "", "Draw": "0",
	} {
		games, err := ReadSGF(strings.NewReader("(;GM[Blokus Duo]RE[" + text + "];B[e10];W[j5])"))
		require.NoError(t, err, text)
		assert.Equal(t, want, games[0].Result)
		assert.Equal(t, map[string]int{"0": 4}[want], len(games[0].Moves)/4*4, "a game with a score is over")
	}
}

// TestGoldenSGF reads and writes a file with comments: of ours, and of somebody else.
func TestGoldenSGF(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/game.blksgf")
	require.NoError(t, err)
	games, err := ReadSGF(bytes.NewReader(text))
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, []Note{
		{Value: pointer(0.625), Margin: pointer(3.5), Visits: 1600, Seconds: 0.25, Text: "the cross [1]\nvalue unknown"},
		{Text: "time enough"},
	}, games[0].Notes)
	var out bytes.Buffer
	require.NoError(t, games[0].WriteSGF(&out))
	assert.Empty(t, cmp.Diff(string(text), out.String()))
}

// TestColourMovesTwice reads a game in which a player had no move: the file has no pass.
func TestColourMovesTwice(t *testing.T) {
	t.Parallel()
	games, err := ReadSGF(strings.NewReader("(;GM[Blokus Duo];W[j5];B[e10];W[k4,l4];W[m1,m2,m3])"))
	require.NoError(t, err)
	g := games[0]
	assert.Equal(t, duo.Player2, g.First)
	require.Len(t, g.Moves, 5)
	assert.Equal(t, duo.Pass, g.Moves[3])
}

func TestSGFErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                               `line 1, column 1: no game, want one in SGF, such as (;GM[Blokus Duo];B[e10])`,
		"hello":                          `line 1, column 1: 'h', want the ( of a game tree`,
		"(;GM[Blokus])":                  `line 1, column 5: game "Blokus", want "Blokus Duo"`,
		"(;GM[Blokus Duo]\n;B[e10]\n;W[": `line 3, column 3: property W: its ] is missing`,
		"(;GM[Blokus Duo]\n;B[e10]":      `line 2, column 8: the end of the file, want ; ( or )`,
		"(;B[a1])":                       `line 1, column 4: move 1 (player 1): a1: the first placement must cover the start square (5,5)`,
		"(;B[z1])":                       `line 1, column 4: move 1 (player 1): z1: square "z1", want a column a..n and a row 1..14`,
		"(;PB[é];B[e10];B[f9])":          `line 1, column 17: player 1 moves a second time, before player 2's first move`,
		"(;AB[e10])":                     `line 1, column 5: property AB: a position that is set up is no game; only moves are read`,
		"()":                             `line 1, column 2: a game tree without a node`,
		"(;B e10)":                       `line 1, column 5: property B: 'e', want [`,
		"(;RE[B wins])":                  `line 1, column 5: property RE: result "B wins", want B+points, W+points, 0, or B or W with +R, +T or +F`,
		"(;RE[B+9];B[e10];W[j5])":        `line 1, column 5: property RE: result B+9, the moves give 0`,
		"(;RE[0];B[e10])":                `line 1, column 5: property RE: result 0 of a game that is not over`,
		strings.Repeat("(;", 2000):       `line 1, column 2002: more than 1000 variations within each other`,
	} {
		_, err := ReadSGF(strings.NewReader(text))
		assert.EqualError(t, err, "record: "+want, "%.40q", text)
	}
}

func FuzzReadSGF(f *testing.F) {
	f.Add("(;GM[Blokus Duo]CA[UTF-8];B[e9,d10,e10,f10,e11]C[value 0.5\ntime 1 s];W[j4,i5,j5,k5,j6])")
	f.Add("(;GM[Blokus Duo](;B[e10])(;B[e10]))(;)")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := ReadSGF(strings.NewReader(text))
		if err != nil {
			require.Regexp(t, `^record: line [1-9][0-9]*, column [1-9][0-9]*: `, err.Error())
			return
		}
		for _, g := range games {
			var out bytes.Buffer
			require.NoError(t, g.WriteSGF(&out))
			again, err := ReadSGF(&out)
			require.NoError(t, err)
			require.Equal(t, g.Moves, again[0].Moves)
			require.NoError(t, WriteJSON(&out, g))
		}
	})
}
