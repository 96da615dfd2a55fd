package record

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gametext"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// readAll returns what a Reader makes of a text: for each game its moves, and what is wrong.
func readAll(t *testing.T, text string) (games []string) {
	t.Helper()
	r := NewReader(gametext.NewLines(strings.NewReader(text)), duo.Player1)
	for {
		g, err := r.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return games
		}
		what := ""
		if g != nil {
			p, err := g.Position()
			require.NoError(t, err)
			what = gametext.Format(&p)
		}
		if err != nil {
			what += " | " + err.Error()
		}
		games = append(games, what)
	}
}

func TestReader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"an empty line", "\n", []string{""}},
		{"moves", "55u0\n\ne10 j5\r\n", []string{"55u0", "", "55a0 aaa0"}},
		{"a file of games", "\ufeff\t(;GM[Blokus Duo];B[e10])\n\n(\n;W[j5]\n)", []string{"55a0", "aaa0"}},
		{"lines of JSON", "\ufeff{\"first\":2,\"moves\":[\"aaa0\"]}\n\n{\"wins\":1}\n{\"first\":1,\"moves\":[]}", []string{"aaa0", ""}},
		{"one behind the other", "55u0\n{\"first\":1,\"moves\":[]}\n55a0\n(;B[e10])", []string{"55u0", "", "55a0", "55a0"}},
		{"wrong ones", "55u0 55u0\n{\"first\":1,\"moves\":[\"55u0\",\"z\"]}\n{\n55a0\n(;B[e10])\n(;B[e10]\n;W[a1])(;B[e10])", []string{
			"55u0 | record: line 1: move 2 (player 2): 55u0: a square is occupied: (5,4)",
			`55u0 | record: line 2, column 28: move 2 (player 2): z: square "z", want a column a..n and a row 1..14`,
			" | record: line 3, column 2: the end of the line within a game, want an object on one line",
			"55a0", "55a0",
			"55a0 | record: line 7, column 3: move 2 (player 2): a1: the first placement must cover the start square (10,10)",
		}},
	} {
		assert.Equal(t, c.want, readAll(t, c.text), c.name)
	}
}

// TestForms adds games to files, one of them with a torn line, and loads them.
func TestForms(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, name := range []string{"a.txt", "b", "c.json", "d.JSONL", "e.blksgf", "f.sgf"} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte("55v0"), 0o666)) // without an end
		var want []*Game
		for range 3 {
			g := randomRecord(rng)
			want = append(want, g)
			f, err := Append(path)
			require.NoError(t, err)
			require.NoError(t, f.Add(g))
			require.NoError(t, f.Close())
		}
		for i, w := range want {
			g, err := Load(t.Context(), path, i+2, w.First)
			require.NoError(t, err)
			assert.Equal(t, withoutEmpty(w).Moves, withoutEmpty(g).Moves, name)
			assert.Equal(t, len(w.Moves) == 0 || w.First == g.First, true)
		}
		_, err := Load(t.Context(), path, 1, duo.Player1)
		assert.EqualError(t, err, path+`: line 1: move 1 (player 1): 55v0: tile "v", want a..u`)
		_, err = Load(t.Context(), path, 5, duo.Player1)
		assert.EqualError(t, err, path+": the file has 4 games, want game 5")
	}
	_, err := Append(filepath.Join(t.TempDir(), "x.pgn"))
	assert.ErrorContains(t, err, `x.pgn: extension ".pgn", want .blksgf (Pentobi's), .json or .jsonl (lines of JSON), or .txt (the contest's codes)`)
	_, err = Append(filepath.Join(t.TempDir(), "none", "x.txt"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func FuzzReader(f *testing.F) {
	f.Add("55u0 aau0\n\n{\"first\":1,\"moves\":[]}\n(;B[e10];W[j5]C[value 0.5])(;W[j5])")
	f.Fuzz(func(t *testing.T, text string) { readAll(t, text) })
}
