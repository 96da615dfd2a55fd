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

	"github.com/tessera-fpga/tessera/golden/quoridor"
)

// uciSession runs uci on a whole session and returns what it answers.
func uciSession(t *testing.T, args, session string) string {
	t.Helper()
	var out, log bytes.Buffer
	code := run(t.Context(), append([]string{"uci"}, strings.Fields(args)...), strings.NewReader(session), &out, &log)
	require.Equal(t, exitOK, code, "%s", &log)
	return out.String()
}

// TestUCI goes through the commands, and through what can be wrong with them.
func TestUCI(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, session, want string }{
		{"hello", "uci\n\n isready \nucinewgame\n", `id name tessera .*\nid author .*\nuciok\nreadyok\n`},
		{"own work", "position startpos moves e2 e8 e3\ngo\n", `info time \d+ nodes 50\nbestmove \w+\n`},
		{"in a row", "go\nposition startpos moves e2\ngo\n", `(info time \d+ nodes \d+\nbestmove \w+\n){2}`},
		{"capitals", "position startpos moves E2 E8 E3H\ngo\n", `info time \d+ nodes 50\nbestmove \w+\n`},
		{"movetime", "position startpos\ngo movetime 1000\nisready\n", `(?s)readyok\ninfo time \d+ nodes [1-9]\d*\nbestmove \w+\n`},
		{"infinite", "go infinite\nposition startpos\nstop\n", `info string error: position: a search is under way, want stop first\ninfo time \d+ nodes \d+\nbestmove \w+\n`},
		{"infinite, end", "go infinite\n", `info time \d+ nodes \d+\nbestmove \w+\n`},
		{"own work after movetime", "go movetime 20\nposition startpos moves e2\ngo\n", `info time \d+ nodes \d+\nbestmove \w+\ninfo time \d+ nodes [1-9]\d?\nbestmove \w+\n`},
		{"infinite, quit", "go infinite\nquit\n", ``},
		{"infinite, stop, quit", "go infinite\nstop\nquit\n", `info time \d+ nodes \d+\nbestmove \w+\n`},
		{"nothing to stop", "stop\n", ``},
		{"unknown", "go home\nhelp\n", `info string error: go "home", want nothing, .*\ninfo string error: unknown command "help", .*\n`},
		{"time", "go movetime\ngo movetime 0\ngo movetime x\n", `info string error: go "movetime", .*\n(info string error: go movetime .*, want milliseconds, 1\.\..*\n){2}`},
		{"position", "position fen 1\nposition startpos e2\nposition\n", `(info string error: position .*, want startpos, or startpos moves and the moves\n){3}`},
		{"move", "position startpos moves e2 e2\nposition startpos moves e2 z9\n", `info string error: position: move 2: .*the pawn on e9 cannot go there.*\ninfo string error: position: move 2: .*"z9".*\n`},
		{"over", "position startpos moves e2 a9h e3\n", `info string error: position: move 2: .*\n`},
		{"end", "position startpos moves e2 e8 e3 e7 e4 e6 e5 d6 e6 d5 e7 d4 e8 d3 e9\ngo\nposition startpos moves e2 e8 e3 e7 e4 e6 e5 d6 e6 d5 e7 d4 e8 d3 e9 d2\n",
			`info string error: go: the game is over\nbestmove \(none\)\ninfo string error: position: move 16, d2: the game is over\n`},
		{"board", "position startpos moves e2\nd\n", `(?s).*\(1\).*player 2 to move\n`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Regexp(t, regexp.MustCompile(`^`+c.want+`$`), uciSession(t, "--player tree:leaves=50", c.session))
		})
	}
}

// TestUCIPlayers lets every thinking player answer in time, and every other player at once.
func TestUCIPlayers(t *testing.T) {
	t.Parallel()
	for _, player := range []string{"tree", "mcts", "mcts:playout=path", "negamax:chromosome=5", "negamax:depth=64", "brain1", "brain2", "random"} {
		answer := uciSession(t, "--player "+player, "position startpos moves e2 e8 d5v\ngo movetime 5\n")
		assert.Regexp(t, `bestmove \w+\n$`, answer, player)
	}
}

// TestUCIGame plays a game over the protocol, each answer a legal move.
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
	p := quoridor.New()
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

// TestUCIBadInput refuses flags that make no sense.
func TestUCIBadInput(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"--game duo":                                  "want another game",
		"--game chess":                                `no game is named "chess"`,
		"--player human":                              "want a player that needs nobody",
		"--player nobody":                             `no player of quoridor is named "nobody"`,
		"--player mcts:sims=0":                        `option sims="0", want 1..10000000`,
		"--player mcts:playout=good":                  `playout "good", want one of [race uniform path]`,
		"--player mcts:score=3":                       `option score="3", want 10 or 1`,
		"--player negamax:weights=spp":                `weight "spp", want NAME:X`,
		"--player negamax:weights=spp:NaN":            `weight "spp:NaN", want NAME:X`,
		"--player negamax:weights=xyz:1":              `weight "xyz:1", want NAME:X`,
		"--player negamax:depth=65":                   `option depth="65", want 1..64`,
		"--player negamax:chromosome=10":              `option chromosome="10", want 0..9`,
		"--player negamax:chromosome=1,weights=spp:1": "exclude each other",
		"--player brain1:fast=1":                      `unknown option "fast"`,
	} {
		var out, log bytes.Buffer
		code := run(t.Context(), append([]string{"uci"}, strings.Fields(args)...), strings.NewReader(""), &out, &log)
		assert.Equal(t, exitBadInput, code, args)
		assert.Contains(t, log.String(), want, args)
	}
}
