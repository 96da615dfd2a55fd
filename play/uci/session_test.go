// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package uci_test

import (
	"bufio"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/uci"
)

// TestOpenSession keeps the input open: the answer comes as soon as the search has ended, and not
// before stop if it is endless.
func TestOpenSession(t *testing.T) {
	t.Parallel()
	g, err := play.Find("quoridor")
	require.NoError(t, err)
	player, err := g.New("tree:leaves=50", play.Env{Seed: 1})
	require.NoError(t, err)
	defer player.Close()
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		u := &uci.UCI{Game: g, Player: player, Name: "x", Authors: "y"}
		ended <- u.Serve(t.Context(), play.NewLines(in), out)
		out.Close()
	}()
	lines := make(chan string, 100)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(answers); s.Scan(); {
			lines <- s.Text()
		}
	}()
	bestmove := func(within time.Duration) bool {
		for late := time.After(within); ; {
			select {
			case line := <-lines:
				if strings.HasPrefix(line, "bestmove ") {
					return true
				}
			case <-late:
				return false
			}
		}
	}
	for _, command := range []string{"go", "go movetime 20", "go"} {
		_, err := io.WriteString(commands, command+"\n")
		require.NoError(t, err)
		assert.True(t, bestmove(time.Minute), command)
	}
	_, err = io.WriteString(commands, "go infinite\n")
	require.NoError(t, err)
	assert.False(t, bestmove(200*time.Millisecond), "no answer before stop")
	_, err = io.WriteString(commands, "stop\n")
	require.NoError(t, err)
	assert.True(t, bestmove(time.Minute))
	require.NoError(t, commands.Close())
	assert.NoError(t, <-ended)
}

// TestEndOfInput ends the input during a search: an endless one is stopped, another one goes on to
// its end, and both answer.
func TestEndOfInput(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"go", "go movetime 150", "go infinite"} {
		g, err := play.Find("quoridor")
		require.NoError(t, err)
		player, err := g.New("tree:leaves=50", play.Env{Seed: 1})
		require.NoError(t, err)
		var out strings.Builder
		u := &uci.UCI{Game: g, Player: player, Name: "x", Authors: "y"}
		require.NoError(t, u.Serve(t.Context(), play.NewLines(strings.NewReader(command+"\n")), &out))
		assert.Contains(t, out.String(), "bestmove ", command)
		require.NoError(t, player.Close())
	}
}

// TestPlaces names the place of a wrong move, and the bounds of movetime, which are allowed.
func TestPlaces(t *testing.T) {
	t.Parallel()
	const game = "e2 e8 e3 e7 e4 e6 d4 e5 d5 e4 d6 e3 c6 e2 b6 e1"
	out := serve(t, "random", "position startpos moves "+game+" a1", "position startpos moves e2 e9", "go movetime x")
	assert.Contains(t, out, "position: move 17, a1: the game is over")
	assert.Contains(t, out, "position: move 2: ")
	found := regexp.MustCompile(`go movetime x, want milliseconds, 0\.\.(\d+)`).FindStringSubmatch(strings.ReplaceAll(out, `"`, ""))
	require.Len(t, found, 2, out)
	assert.Contains(t, out, "bestmove ")
	out = serve(t, "tree:leaves=50", "go movetime "+found[1], "stop", "go movetime "+found[1]+"0")
	assert.Contains(t, out, "bestmove ")
	assert.Equal(t, 1, strings.Count(out, "want milliseconds"), out)
}
