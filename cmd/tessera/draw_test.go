package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// TestDraw gives the same game in every way that draw takes it: the pictures are the same.
func TestDraw(t *testing.T) {
	t.Parallel()
	const game = "55u0 aau0 67t1"
	dir := t.TempDir()
	file := filepath.Join(dir, "game.txt")
	require.NoError(t, os.WriteFile(file, []byte(game+" 0000\nanother line\n"), 0o666))

	code, want, stderr := tessera(t, "", "draw", "--corners", "55u0", "aau0")
	require.Zero(t, code, stderr)
	require.True(t, strings.HasPrefix(want, "<svg "))
	require.Contains(t, want, "player 1 to move")
	for _, c := range []struct{ stdin, args string }{
		{"55u0 aau0\n", "draw --corners"},
		{"", "draw --corners e11,d10,e10,f10,e9 aau0"},
		{"", "draw --corners --plies 2 --file " + file},
		{"55u0 aau0 pass\nand more", "draw --corners --plies 2"},
		{`{"first":1,"moves":["55u0","aau0"]}`, "draw --corners"},
		{"(;GM[Blokus Duo];B[e9,d10,e10,f10,e11];W[j4,i5,j5,k5,j6])", "draw --corners"},
	} {
		code, out, stderr := tessera(t, c.stdin, strings.Fields(c.args)...)
		require.Zero(t, code, "%s: %s", c.args, stderr)
		assert.Equal(t, want, out, c.args)
	}

	for _, name := range []string{"a.svg", "a.PNG"} {
		out := filepath.Join(dir, name)
		code, stdout, stderr := tessera(t, "55u0 aau0", "draw", "--corners", "--scale", "1", "-o", out)
		require.Zero(t, code, stderr)
		assert.Empty(t, stdout)
		text, err := os.ReadFile(out)
		require.NoError(t, err)
		if name == "a.svg" {
			assert.Equal(t, want, string(text))
			continue
		}
		img, err := png.Decode(bytes.NewReader(text))
		require.NoError(t, err)
		assert.Contains(t, want, `width="`+strings.TrimSuffix(strings.TrimPrefix(img.Bounds().Max.String(), "("), ")")[:3]+`"`)
	}
}

func TestDrawErrors(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"draw 55u0 66a0":               "move 2 (player 2): 66a0: ",
		"draw --plies 3 55u0":          "--plies 3, but the game has 1 moves",
		"draw --plies -2":              "--plies -2, want 0 or more",
		"draw -o a.gif":                `--out "a.gif", want a file named .svg or .png`,
		"draw --out=":                  `--out "", want a file`,
		"draw --scale 0 -o a.png":      "--scale 0, want 0.1 to 20",
		"draw --file nowhere":          "--file: open nowhere",
		"draw --file x 55u0":           "moves and --file, want one of them",
		"draw --game chess":            `--game: no game is named "chess"`,
		"draw --game dots --corners 3": "draw: corners of dots:4x4, which has none",
		"draw --game quoridor e2 e2":   "move 2 (player 2): e2: ",
		"draw --game blokus --first 2": "player 2 moves first, want player 1 in this game",
		"draw --first 3":               "--first",
		"draw -o nowhere/a.svg":        "--out nowhere/a.svg: nowhere is no folder",
		"docs more":                    `unexpected argument "more"`,
		"docs --bench /nowhere/at-all": "--bench: open /nowhere/at-all",
		"docs --bench draw_test.go":    "--bench draw_test.go: ",
	} {
		code, stdout, stderr := tessera(t, "", strings.Fields(args)...)
		assert.Equal(t, exitBadInput, code, args)
		assert.Empty(t, stdout, args)
		assert.Contains(t, stderr, want, args)
	}
	_, err := os.Stat("a.png")
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestDrawGames draws a position of each game, from moves and from a record that names its game.
func TestDrawGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ game, moves, want string }{
		{"quoridor", "e2 e8 e3h", "after 3 moves, the last one e3h; player 2 to move"},
		{"dots:2x2", "0 2 3 5", "player 2  B  1 of 4 boxes"},
		{"blokus:two", "a20,b20 t20 t1 a1", "player 1 (blue, red) 3; player 2 (yellow, green) 2"},
	} {
		code, want, stderr := tessera(t, "", append([]string{"draw", "--numbers", "--legal", "--game", c.game}, strings.Fields(c.moves)...)...)
		require.Zero(t, code, stderr)
		assert.Contains(t, want, c.want)
		g, err := play.Find(c.game)
		require.NoError(t, err)
		p, err := g.ParseMoves(0, c.moves)
		require.NoError(t, err)
		line, err := (&record.Game{Of: g, Moves: p.History()}).Line()
		require.NoError(t, err)
		code, out, stderr := tessera(t, string(line), "draw", "--numbers", "--legal")
		require.Zero(t, code, stderr)
		assert.Equal(t, want, out)
	}
}
