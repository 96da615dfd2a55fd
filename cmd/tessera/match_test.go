package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// TestMatch plays a match as scripts do.
func TestMatch(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.json")
	args := []string{"match", "--p1", "random:pick=largest", "--p2", "random", "--games", "20", "--seed", "3", "--json", file}
	code, stdout, stderr := tessera(t, "", args...)
	require.Zero(t, code, stderr)
	assert.Empty(t, stderr)
	assert.Regexp(t, `^player 1 random:pick=largest: won \d+, drawn \d+, lost \d+: Elo [+-][\d.]+ \([+-][\d.]+ to [+-][\d.]+\); [\d.]+[µm]?s a move, the slowest [\d.]+[µm]?s
player 2 random: won \d+, .*\n$`, stdout)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	require.Len(t, lines, 21)
	var summary struct {
		Wins, Draws, Losses *int
		Elo                 *float64
		Low                 *float64 `json:"elo_low"`
		High                *float64 `json:"elo_high"`
	}
	require.NoError(t, json.Unmarshal([]byte(lines[20]), &summary))
	assert.Equal(t, 20, *summary.Wins+*summary.Draws+*summary.Losses)
	assert.Less(t, *summary.Low, *summary.Elo)
	assert.Less(t, *summary.Elo, *summary.High)

	// The games can be replayed.
	code, stdout, stderr = tessera(t, string(text), "replay")
	assert.Zero(t, code, stderr)
	assert.Equal(t, 20, strings.Count(stdout, "\n"))

	// A match that is over says the same again; other arguments are refused.
	code, again, stderr := tessera(t, "", args...)
	require.Zero(t, code, stderr)
	assert.Contains(t, again, "player 2 random: won ")
	code, _, stderr = tessera(t, "", append(args, "--move-timeout", "1s")...)
	assert.Equal(t, 2, code)
	assert.Equal(t, "tessera: match: "+file+": line 1: --move-timeout: \"1s\", but the games in the file were played with \"10m0s\"\n", stderr)
}

func TestMatchInput(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"":                                         "want --p1 and --p2, or --player twice or more (see tessera match --help)",
		"--p1 random":                              "want --p1 and --p2, or --player twice or more (see tessera match --help)",
		"--p1 random --player random":              "--player and --p1 or --p2, want one or the other",
		"--player random":                          "--player: 1 players, want two or more",
		"--p1 random --p2 human":                   `--player: player "human", want one that needs nobody`,
		"--p1 random --p2 rondom":                  `--p2: player "rondom": no player is named "rondom", want one of `,
		"--p1 random:x=1 --p2 random":              `--p1: player "random:x=1": unknown option "x", want one of seed, pick`,
		"--p1 random --p2 random --games 0":        "--games 0, want 1..2147483647",
		"--p1 random --p2 random --jobs 0":         "--jobs 0, want 1..1024",
		"--p1 random --p2 random --sprt 1":         `--sprt "1", want two numbers such as 0,10`,
		"--p1 random --p2 random --sprt a,b":       `--sprt "a,b", want two numbers such as 0,10`,
		"--p1 random --p2 random --sprt 5,0":       "--sprt: elo0 = 5 and elo1 = 0, want the smaller first",
		"--p1 random --p2 random --alpha 0.1":      "--alpha or --beta without --sprt elo0,elo1",
		"--p1 random --p2 random --grace -1s":      "--grace -1s, want 0s or more",
		"--p1 random --p2 random --move-timeout x": `--move-timeout "x", want a time such as 500ms or 2s`,
		"--p1 random --p2 random --json=":          `--json "", want a file`,
		"--p1 random --p2 random --json /dev/full": "/dev/full: it is not a regular file",
		"--p1 random --p2 random --json /no/x":     "/no/x: open: no such file or directory",
		"--p1 random --p2 random x":                `unexpected argument "x", want none (see tessera match --help)`,
	} {
		code, stdout, stderr := tessera(t, "", append([]string{"match"}, strings.Fields(args)...)...)
		assert.Equal(t, 2, code, args)
		assert.Empty(t, stdout, args)
		assert.True(t, strings.HasPrefix(stderr, "tessera: match: "+want), "%s: %s", args, stderr)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), "want one line: %s", stderr)
	}
	file := filepath.Join(t.TempDir(), "games.json")
	code, _, stderr := tessera(t, "", "match", "--p1", "random", "--p2", "gtp:/no/such/engine", "--json", file)
	assert.Equal(t, 1, code)
	assert.Equal(t, "match: the games so far are in "+file+"; to go on:\n  "+os.Args[0]+" match --json="+file+" --p1=random --p2=gtp:/no/such/engine\n"+
		"tessera: match: player \"gtp:/no/such/engine\": gtp: engine \"/no/such/engine\" does not start: fork/exec /no/such/engine: no such file or directory\n", stderr)
}

// moves returns the moves and the results of the games in a file, a line each, and the summary
// without times.
func moves(t *testing.T, file string) (out []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for line := range bytes.Lines(text) {
		var m struct {
			Game, Wins, Losses int
			Moves              []string
			Result             string
			Elo                float64
		}
		require.NoError(t, json.Unmarshal(line, &m))
		again, err := json.Marshal(m)
		require.NoError(t, err)
		out = append(out, string(again))
	}
	return out
}

// TestMatchIsKilled kills the program at random moments, with signals that it knows and with
// one that no program sees, and goes on with the command that it prints.
func TestMatchIsKilled(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	dir := t.TempDir()
	args := []string{"match", "--p1=random:pick=largest", "--p2=random", "--games=200", "--seed=11"}
	whole, file := filepath.Join(dir, "whole.json"), filepath.Join(dir, "it's killed.json")
	code, _, stderr := tessera(t, "", append(args, "--json="+whole)...)
	require.Zero(t, code, stderr)

	printed := regexp.MustCompile(`(?m)^match: the games so far are in .*; to go on:\n  (.*)$`)
	command := ""
	killed, interrupted := 0, 0
	for {
		c := program(t, append(args, "--json="+file)...)
		if command != "" {
			c = exec.Command("sh", "-c", "exec "+command)
			c.Env = append(os.Environ(), "TESSERA_TEST_MAIN=1")
		}
		var errs bytes.Buffer
		c.Stderr = &errs
		require.NoError(t, c.Start())
		signal := []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM}[rng.IntN(3)]
		// Longer from time to time, so that it ends on a slow machine, too.
		after := time.Duration(10+rng.IntN(50<<((killed+interrupted)/6))) * time.Millisecond
		timer := time.AfterFunc(after, func() { c.Process.Signal(signal) })
		err := c.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		var exit *exec.ExitError
		require.True(t, errors.As(err, &exit))
		if exit.ExitCode() == 130 {
			interrupted++
			require.Contains(t, errs.String(), "tessera: interrupted\n")
			m := printed.FindStringSubmatch(errs.String())
			require.NotNil(t, m, "%s", errs.String())
			command = m[1]
			continue
		}
		killed++
		require.Equal(t, -1, exit.ExitCode(), "%s", errs.String())
	}
	t.Logf("killed %d times, interrupted %d times; %s", killed, interrupted, command)
	assert.Empty(t, cmp.Diff(moves(t, whole), moves(t, file)))
}
