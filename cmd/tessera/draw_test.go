// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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

// TestDraw passes the same game to draw in every notation: the pictures are equal.
func TestDraw(t *testing.T) {
	t.Parallel()
	const game = "55u0 aau0 67t1"
	dir := t.TempDir()
	file := filepath.Join(dir, "game.txt")
	require.NoError(t, os.WriteFile(file, []byte(game+" 0000\nanother line\n"), 0o666))

	want := succeeds(t, "", "draw", "--corners", "55u0", "aau0")
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
		out := succeeds(t, c.stdin, strings.Fields(c.args)...)
		assert.Equal(t, want, out, c.args)
	}

	for _, name := range []string{"a.svg", "a.PNG"} {
		out := filepath.Join(dir, name)
		stdout := succeeds(t, "55u0 aau0", "draw", "--corners", "--scale", "1", "-o", out)
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

// TestDrawGames draws a position of each game, from moves and from a record that names its game.
func TestDrawGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ game, moves, want string }{
		{"quoridor", "e2 e8 e3h", "after 3 moves, the last one e3h; player 2 to move"},
		{"dots:2x2", "0 2 3 5", "player 2  B  1 of 4 boxes"},
		{"blokus:two", "a20,b20 t20 t1 a1", "player 1 (blue, red) 3; player 2 (yellow, green) 2"},
	} {
		want := succeeds(t, "", append([]string{"draw", "--numbers", "--legal", "--game", c.game}, strings.Fields(c.moves)...)...)
		assert.Contains(t, want, c.want)
		g, err := play.Find(c.game)
		require.NoError(t, err)
		p, err := g.ParseMoves(0, c.moves)
		require.NoError(t, err)
		line, err := (&record.Game{Of: g, Moves: p.History()}).Line()
		require.NoError(t, err)
		out := succeeds(t, string(line), "draw", "--numbers", "--legal")
		assert.Equal(t, want, out)
	}
}
