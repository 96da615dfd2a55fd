// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/quoridor/rules"
)

// uciSession runs uci on a whole session and returns its answers.
func uciSession(t *testing.T, args, session string) string {
	t.Helper()
	return succeeds(t, session, append([]string{"uci"}, strings.Fields(args)...)...)
}

// TestUCI covers searches that end by time or by a command. The transcripts have the others.
func TestUCI(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, session, want string }{
		{"movetime", "position startpos\ngo movetime 1000\nisready\n", `(?s)readyok\ninfo time \d+ nodes [1-9]\d*\nbestmove \w+\n`},
		{"infinite", "go infinite\nposition startpos\nstop\n", `info string error: position: a search is under way, want stop first\ninfo time \d+ nodes \d+\nbestmove \w+\n`},
		{"infinite, end", "go infinite\n", `info time \d+ nodes \d+\nbestmove \w+\n`},
		{"own work after movetime", "go movetime 20\nposition startpos moves e2\ngo\n", `info time \d+ nodes \d+\nbestmove \w+\ninfo time \d+ nodes [1-9]\d?\nbestmove \w+\n`},
		{"infinite, quit", "go infinite\nquit\n", ``},
		{"infinite, stop, quit", "go infinite\nstop\nquit\n", `info time \d+ nodes \d+\nbestmove \w+\n`},
		{"nothing to stop", "stop\n", ``},
		{"time", "go movetime\ngo movetime 0\ngo movetime x\n", `info string error: go movetime "", .*\n(info time .*\nbestmove .*\n){2}info string error: go movetime "x", want milliseconds, 0\.\..*\ninfo time .*\nbestmove .*\n`},
		{"over", "position startpos moves e2 a9h e3\n", `info string error: position: move 2: .*\n`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Regexp(t, regexp.MustCompile(`^`+c.want+`$`), uciSession(t, "--player tree:leaves=50", c.session))
		})
	}
}

// TestUCIPlayers: every thinking player answers in time, and every other player at once.
func TestUCIPlayers(t *testing.T) {
	t.Parallel()
	for _, player := range []string{"tree", "mcts", "mcts:playout=path", "negamax:chromosome=5", "negamax:depth=64", "brain1", "brain2", "random"} {
		answer := uciSession(t, "--player "+player, "position startpos moves e2 e8 d5v\ngo movetime 5\n")
		assert.Regexp(t, `bestmove \w+\n$`, answer, player)
	}
}

// TestUCIGame plays a game over the protocol. Each answer is a legal move.
func TestUCIGame(t *testing.T) {
	t.Parallel()
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int, 1)
	var log bytes.Buffer
	go func() {
		done <- run(t.Context(), []string{"uci", "--player", "tree:leaves=20"}, in, out, &log)
		out.Close()
	}()
	lines := bufio.NewScanner(answers)
	p := rules.New()
	moves := ""
	for !p.Over() {
		fmt.Fprintf(commands, "position startpos moves%s\ngo\n", moves)
		move := ""
		for move == "" && lines.Scan() {
			require.NotContains(t, lines.Text(), "error")
			move, _ = strings.CutPrefix(lines.Text(), "bestmove ")
			if move == lines.Text() {
				move = ""
			}
		}
		require.NoError(t, p.PlayText(move))
		moves += " " + move
	}
	_, won := p.Winner()
	assert.True(t, won, "%v", &p)
	fmt.Fprintln(commands, "quit")
	assert.Equal(t, exitOK, <-done, "%s", &log)
}
