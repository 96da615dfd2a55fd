package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
)

// readAll reads a text with a Reader and returns each game's moves and error.
func readAll(t *testing.T, text string) (games []string) {
	t.Helper()
	r := NewReader(play.NewLines(strings.NewReader(text)), nil, 0)
	for {
		g, err := r.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return games
		}
		what := ""
		if g != nil {
			require.NotNil(t, g.Of)
			p, err := g.Position()
			require.NoError(t, err)
			what = g.Of.FormatMoves(p.History())
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
			g := randomGame(t, rng)
			want = append(want, g)
			f, err := Append(path)
			require.NoError(t, err)
			require.NoError(t, f.Add(g))
			require.NoError(t, f.Close())
		}
		for i, w := range want {
			g, err := Load(t.Context(), path, i+2, nil, w.First)
			require.NoError(t, err)
			assert.Equal(t, withoutEmpty(w).Moves, withoutEmpty(g).Moves, name)
			assert.Equal(t, len(w.Moves) == 0 || w.First == g.First, true)
		}
		_, err := Load(t.Context(), path, 1, nil, 0)
		assert.EqualError(t, err, path+`: line 1: move 1 (player 1): 55v0: tile "v", want a..u`)
		_, err = Load(t.Context(), path, 5, nil, 0)
		assert.EqualError(t, err, path+": the file has 4 games, want game 5")
	}
	_, err := Append(filepath.Join(t.TempDir(), "x.pgn"))
	assert.ErrorContains(t, err, `x.pgn: extension ".pgn", want .blksgf (Pentobi's), .json or .jsonl (lines of JSON), or .txt (lines of moves)`)
	_, err = Append(filepath.Join(t.TempDir(), "none", "x.txt"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// TestFilesOfAllGames adds games of every kind to files of all forms that it has, and loads them.
func TestFilesOfAllGames(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, name := range []string{"duo", "dots:2x3", "quoridor", "blokus", "blokus:two", "blokus:three"} {
		of := find(t, name)
		for _, extension := range []string{".txt", ".json", ".blksgf"} {
			path := filepath.Join(t.TempDir(), "games"+extension)
			form, err := FormOf(path)
			require.NoError(t, err)
			f, err := Append(path)
			require.NoError(t, err)
			g := randomRecord(t, rng, of)
			if err := form.Takes(of); err != nil {
				assert.Equal(t, name == "quoridor" || name == "dots:2x3", form == SGF)
				assert.EqualError(t, f.Add(g), err.Error())
				require.NoError(t, f.Close())
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				assert.Empty(t, text)
				continue
			}
			require.NoError(t, f.Add(g))
			require.NoError(t, f.Close())
			back, err := Load(t.Context(), path, 1, of, g.First)
			require.NoError(t, err)
			assert.Equal(t, name, back.Of.Name)
			if len(g.Moves) > 0 || extension != ".blksgf" { // SGF has it with the moves only
				assert.Equal(t, g.First, back.First)
			}
			assert.Equal(t, withoutEmpty(g).Moves, withoutEmpty(back).Moves)
		}
	}
}

// TestReaderOfAnotherGame reads lines of moves of a game that is not the default one, and games
// that name their own kind.
func TestReaderOfAnotherGame(t *testing.T) {
	t.Parallel()
	in := "a20 t20\n{\"first\":1,\"kind\":\"dots:2x2\",\"moves\":[\"0\"]}\n{\"first\":1,\"moves\":[]}\na20 b20\n{}\n(;GM[Blokus Duo];W[j5])(;1[a20])(;2[t20])"
	r := NewReader(play.NewLines(strings.NewReader(in)), find(t, "blokus:two"), 0)
	for _, want := range []string{
		"blokus:two 2", "dots:2x2 1", "duo 0",
		"blokus:two 1 record: line 4: move 2 (player 2): b20: ",
		`duo 0 record: line 5, column 1: no "moves", want a list of moves`,
		"duo 1", "blokus:two 1", "blokus:two 0 record: line 6, column 36: colour 2 moves",
	} {
		g, err := r.Next(t.Context())
		require.NotNil(t, g)
		got := fmt.Sprintf("%s %d", g.Of.Name, len(g.Moves))
		if err != nil {
			got += " " + err.Error()
		}
		assert.True(t, strings.HasPrefix(got, want), "%s, want %s", got, want)
	}
	_, err := r.Next(t.Context())
	assert.ErrorIs(t, err, io.EOF)
}

func FuzzReader(f *testing.F) {
	f.Add("55u0 aau0\n\n{\"first\":1,\"moves\":[]}\n(;B[e10];W[j5]C[value 0.5])(;W[j5])")
	f.Fuzz(func(t *testing.T, text string) { readAll(t, text) })
}
