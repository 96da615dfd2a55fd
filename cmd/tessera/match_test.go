// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play/record"
)

// TestMatchFile plays matches of several games as scripts do, and reads their files independently.
func TestMatchFile(t *testing.T) {
	t.Parallel()
	rival := "gtp:" + gtpCommand("--game blokus --player random")
	for _, c := range []struct {
		game, p1, p2 string
		games, seats int
	}{
		{"duo", "random:pick=largest", "random", 20, 2},
		{"dots:2x2", "mcts:sims=60", "random", 12, 2},
		{"blokus", "random:seed=5", rival, 2, 4},
		{"blokus:two", "random:seed=5", rival, 2, 2},
		{"blokus:three", "random:seed=5", rival, 2, 3},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "games.json")
			args := []string{"match", "--game", c.game, "--p1", c.p1, "--p2", c.p2, "--games", strconv.Itoa(c.games), "--jobs", "1", "--seed", "3", "--json", file}
			stdout := succeeds(t, "", args...)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			lines := strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
			require.Len(t, lines, c.games+1, "the games and a summary")
			var games []*record.Game
			wins := 0
			for i, line := range lines[:c.games] {
				g, err := record.ParseJSON([]byte(line))
				require.NoError(t, err)
				require.False(t, g.Forfeit, g.Reason)
				require.Len(t, g.Players, c.seats)
				for seat := range c.seats {
					assert.Equal(t, []string{c.p1, c.p2}[(i+seat)%2], g.Players[seat])
				}
				if !g.Of.IsDefault() {
					assert.Equal(t, g.Of.OpeningPlies, g.Opening)
				}
				if games = append(games, g); i%2 == 1 {
					assert.Equal(t, games[i-1].Moves[:g.Opening], g.Moves[:g.Opening], "a pair has one opening")
				}
				if g.Shares != nil && g.Shares[i%2] == 1 {
					wins++
				}
			}
			var summary struct{ Wins, Draws, Losses int }
			require.NoError(t, json.Unmarshal([]byte(lines[c.games]), &summary))
			assert.Equal(t, c.games, summary.Wins+summary.Draws+summary.Losses)
			assert.Contains(t, stdout, fmt.Sprintf("player 1 %s: won %d, drawn %d, lost %d", c.p1, summary.Wins, summary.Draws, summary.Losses))
			if c.seats == 2 && games[0].Shares != nil {
				assert.Equal(t, wins, summary.Wins)
			}
			replayed := succeeds(t, string(text), "replay")
			assert.Equal(t, c.games, strings.Count(replayed, "\n"))

			// A match whose file has lost its second half resumes.
			require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines[:c.games/2], "")+`{"first":1,"ki`), 0o666))
			again := succeeds(t, "", args...)
			before, _, _ := strings.Cut(stdout, ";")
			assert.True(t, strings.HasPrefix(again, before), again)
		})
	}
}

// moves returns the moves and the results of the games in a file, one per line, and the summary
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

// TestQuote quotes words for the shells of Unix and of Windows.
func TestQuote(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ word, unix, windows string }{
		{"tree:leaves=20", "tree:leaves=20", "tree:leaves=20"},
		{`C:\tessera.exe`, `'C:\tessera.exe'`, `C:\tessera.exe`},
		{`gtp:a "b" 'c'`, `'gtp:a "b" '\''c'\'''`, `"gtp:a \"b\" 'c'"`},
	} {
		assert.Equal(t, c.unix, quoteFor("linux", c.word))
		assert.Equal(t, c.windows, quoteFor("windows", c.word))
	}
}

// TestMatchSaysSoFar interrupts a match without a file: it says how it stood.
func TestMatchSaysSoFar(t *testing.T) {
	t.Parallel()
	record := filepath.Join(t.TempDir(), "games.txt")
	c := program(t, "match", "--p1=random:pick=largest", "--p2=random", "--games=1000000", "--record="+record)
	var errs bytes.Buffer
	c.Stderr = &errs
	require.NoError(t, c.Start())
	var first int64
	for { // the first games have counted when others are there
		at, err := os.Stat(record)
		if err == nil && first > 0 && at.Size() > first {
			break
		}
		if err == nil && first == 0 {
			first = at.Size()
		}
		time.Sleep(time.Millisecond)
	}
	require.NoError(t, c.Process.Signal(os.Interrupt))
	var exit *exec.ExitError
	require.ErrorAs(t, c.Wait(), &exit)
	require.Equal(t, 130, exit.ExitCode(), "%s", errs.String())
	require.Regexp(t, `(?m)^match: \+\d+ =\d+ -\d+, Elo .* after \d+ of 1000000 games; only a match with --json FILE goes on$`, errs.String())
	require.NotContains(t, errs.String(), "to go on")
}

// TestMatchIsKilled kills the program at random moments, with signals that it handles and with one
// that it cannot handle. It resumes with the command that the program prints.
func TestMatchIsKilled(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	dir := t.TempDir()
	args := []string{"match", "--p1=random:pick=largest", "--p2=random", "--games=200", "--seed=11"}
	whole, file := filepath.Join(dir, "whole.json"), filepath.Join(dir, "it's killed.json")
	succeeds(t, "", append(args, "--json="+whole)...)

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
		// Wait longer now and then, so that the test also ends on a slow machine.
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
