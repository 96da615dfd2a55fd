// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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
			"55a0 | record: line 7, column 3: move 2 (player 2): a1: the first placement must cover the start square j5",
			"55a0",
		}},
	} {
		assert.Equal(t, c.want, readAll(t, c.text), c.name)
	}
}

// TestTornGames cuts a game of a file anywhere, as a full disk does, and adds others. The reader
// reports the torn game and returns the others.
func TestTornGames(t *testing.T) {
	t.Parallel()
	of := duo(t)
	for extension, form := range map[string]Form{".blksgf": SGF, ".jsonl": JSON, ".txt": Moves} {
		var games [3]string
		var want [3]string
		for i := range games {
			g := FromPosition(of, of.RandomStart(of.Start(), 6, uint64(i)), []string{`(;GM[Blokus Duo]`, "b"})
			g.setNote(2, play.Note{Text: "(;GM[Blokus Duo];B["})
			var text strings.Builder
			require.NoError(t, form.Write(&text, g))
			games[i], want[i] = text.String(), of.FormatMoves(g.Moves)
		}
		require.Equal(t, want[:], readAll(t, strings.Join(games[:], "")))
		torn := 0
		for cut := 1; cut < len(games[1])-1; cut++ {
			for _, end := range []string{"", "\n"} {
				if form != SGF && end == "" {
					continue // a line is joined with the next one
				}
				got := readAll(t, games[0]+games[1][:cut]+end+games[2])
				if got[0] != want[0] || got[len(got)-1] != want[2] || len(got) > 3 {
					t.Fatalf("%s, cut at %d of %q: %q", extension, cut, games[1], got)
				}
				if len(got) == 3 && strings.Contains(got[1], " | record: line ") {
					torn++
				}
				if before, _, _ := strings.Cut(got[1], " | "); len(got) == 3 && form != Moves {
					assert.True(t, strings.HasPrefix(want[1], before), "%q", got[1])
				}
			}
		}
		assert.Greater(t, torn, len(games[1])/4, extension)
	}
	// The place and what was expected.
	const good = "(;GM[Blokus Duo]\n;B[e10])\n"
	for torn, want := range map[string]string{
		"(;GM[Blokus Duo]\n;B[e10]\n":          "55a0 | record: line 5, column 1: the next game, want ; ( or )",
		"(;GM[Blokus Duo]\n;B[e10]\n;W[j5,j\n": "55a0 | record: line 5, column 3: property W: its ] is missing",
		"(;GM[Blok\n":                          " | record: line 3, column 5: property GM: its ] is missing",
		"(;GM[Blokus Duo];B[a1];W[j5])":        " | record: line 3, column 19: move 1 (player 1): a1: the first placement must cover the start square e10",
		"(;GM[Go];B[aa](;B[bb])(;W[cc]))":      ` | record: line 3, column 5: game "Go", want "Blokus Duo", "Blokus", "Blokus Two-Player", "Blokus Three-Player"`,
	} {
		assert.Equal(t, []string{"55a0", want, "55a0", "55a0"}, readAll(t, good+torn+good+good), torn)
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

// TestDraft writes games move by move with two programs in one file, behind the torn line of a
// third. The file holds all games so far at any time.
func TestDraft(t *testing.T) {
	t.Parallel()
	of := duo(t)
	for name, torn := range map[string]string{"a.txt": "zz", "b.json": `{"fi`, "c.blksgf": "(;"} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte(torn), 0o666))
		var files [2]*File
		for i := range files {
			f, err := Append(path)
			require.NoError(t, err)
			files[i] = f
		}
		var done []string
		for round := range uint64(3) {
			var games [2]*Game
			for i := range games {
				games[i] = FromPosition(of, of.RandomStart(of.Start(), 6, 2*round+uint64(i)), nil)
			}
			var want []string
			for ply := range 6 {
				want = slices.Clone(done)
				for i, g := range games {
					draft := *g
					draft.Moves = g.Moves[:(ply*(2+i)/2+1)%7] // also back
					require.NoError(t, files[i].Draft(&draft))
					want = append(want, of.FormatMoves(draft.Moves))
				}
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				got := readAll(t, string(text))
				require.NotEmpty(t, got)
				assert.ElementsMatch(t, want, got[1:], "%s: %s", name, text)
			}
			if round == 1 { // broken off before the first move
				require.NoError(t, files[0].Draft(nil))
				games[0] = nil
			}
			for i, g := range games {
				if g != nil {
					require.NoError(t, files[i].Add(g))
					done = append(done, of.FormatMoves(g.Moves))
				}
			}
		}
		for _, f := range files {
			require.NoError(t, f.Close())
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(string(text), torn+"\n"))
		assert.ElementsMatch(t, done, readAll(t, string(text))[1:], name)
	}
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
				assert.NoFileExists(t, path)
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
	f.Add("{\"first\":2,\"setup\":\"AB[e10]PL[W]\",\"moves\":[\"aaa0\"]}")
	f.Fuzz(func(t *testing.T, text string) { readAll(t, text) })
}

// TestOneEach gives each game a file of its own and leaves files that exist.
func TestOneEach(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	name := func(number string) string { return filepath.Join(folder, number+".blksgf") }
	require.NoError(t, os.WriteFile(name("2"), []byte("mine"), 0o666))
	f, err := Append(name("%d"))
	require.NoError(t, err)
	g := FromPosition(duo(t), duo(t).Start(), nil)
	require.NoError(t, f.Draft(g))
	for range 2 {
		require.NoError(t, f.Add(g))
	}
	require.NoError(t, f.Close())
	for _, number := range []string{"1", "3"} {
		text, err := os.ReadFile(name(number))
		require.NoError(t, err)
		assert.Equal(t, 1, strings.Count(string(text), "(;"), number)
	}
	all, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Len(t, all, 3)
	_, err = Append(filepath.Join(folder, "none", "%d.blksgf"))
	assert.ErrorContains(t, err, "1.blksgf: no such file or directory")
}

// TestNoEmptyFile leaves no file of a record without a game, and keeps a file that was there.
func TestNoEmptyFile(t *testing.T) {
	t.Parallel()
	for name, there := range map[string]bool{"new.txt": false, "old.txt": true} {
		path := filepath.Join(t.TempDir(), name)
		if there {
			require.NoError(t, os.WriteFile(path, nil, 0o666))
		}
		f, err := Append(path)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		_, err = os.Stat(path)
		assert.Equal(t, there, err == nil, name)
	}
}
