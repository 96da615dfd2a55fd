// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gtp

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/play"
)

// script returns the command of an engine that is a shell script.
func script(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "engine.sh")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	return "sh '" + file + "'"
}

// blokusDuo returns the game of the tests.
func blokusDuo(t *testing.T) *play.Game {
	t.Helper()
	g, err := play.Find(duo.Name)
	require.NoError(t, err)
	return g
}

// answering is the start of a script: it answers set_game.
const answering = `read line; printf '= \n\n'; `

// TestNoUTF8 takes text of a program that is not UTF-8: each such letter becomes U+FFFD.
func TestNoUTF8(t *testing.T) {
	t.Parallel()
	command := script(t, answering+`read line; printf '= J\374rgen\n\n'; read line; printf 'sch\366n' >&2; exit 0`)
	c, err := StartClient(t.Context(), command, time.Minute, "Blokus Duo")
	require.NoError(t, err)
	defer c.Close()
	name, err := c.Ask(t.Context(), "name")
	require.NoError(t, err)
	assert.Equal(t, "J\ufffdrgen", name)
	_, err = c.Ask(t.Context(), "version")
	assert.ErrorContains(t, err, "(it wrote \"sch\ufffdn\")")
}

func TestWhatGoesWrong(t *testing.T) {
	t.Parallel()
	g := blokusDuo(t)
	for _, c := range []struct {
		name, command string
		kind          error
		text          string
	}{
		{"no command", " ", ErrStart, `gtp: engine " " does not start: the command is empty, want a program and its arguments`},
		{"no such program", "/no/such/engine -x", ErrStart, `gtp: engine "/no/such/engine -x" does not start: fork/exec /no/such/engine: no such file or directory`},
		{"ends at once", script(t, "echo no licence >&2; exit 3"), ErrStart, "exit status 3"},
		{"knows no Duo", script(t, `read line; printf '? unknown game\n\n'; read line`), ErrStart, "unknown game"},
		{"no GTP", script(t, "echo hello; read line; read line"), ErrStart, `"hello" to "set_game Blokus Duo", want = or ?`},
		{"ends later", script(t, answering+"read line; exit 0"), ErrCrashed, "exit status 0"},
		{"rubbish", script(t, answering+`read line; printf '= banana\n\n'; read line`), ErrRubbish, `"banana" to "genmove b", want a move, pass or resign`},
		{"no status", script(t, answering+`read line; printf 'e10\n\n'; read line`), ErrRubbish, "want = or ?"},
		{"silent", script(t, answering+"read line; sleep 60"), ErrTimeout, "nothing in 500ms"},
		{"refuses", script(t, answering+`read line; printf '? no\n\n'; read line; printf '= \n\n'`), ErrRefused, `"genmove b": no`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e, err := StartClient(t.Context(), c.command, 500*time.Millisecond, g.SetGame)
			if err == nil {
				defer e.Close()
				_, _, err = e.GenMove(t.Context(), g, 0)
			}
			require.ErrorIs(t, err, c.kind)
			assert.ErrorContains(t, err, c.text)
			assert.ErrorContains(t, err, "gtp: engine ")
		})
	}
}

// TestAnswers reads the forms of answers that engines write: with Windows line ends, extra spaces,
// capitals and blank lines.
func TestAnswers(t *testing.T) {
	t.Parallel()
	g := blokusDuo(t)
	e, err := StartClient(t.Context(), script(t, answering+
		`read a; printf '\r\n=  resign\r\n\r\n'; read b; printf '= PASS\n\n'; read c; printf '= E10\n\n'; read d`), time.Minute, g.SetGame)
	require.NoError(t, err)
	defer e.Close()
	_, resigned, err := e.GenMove(t.Context(), g, 0)
	require.NoError(t, err)
	assert.True(t, resigned)
	m, _, err := e.GenMove(t.Context(), g, 1)
	require.NoError(t, err)
	assert.Equal(t, g.Pass, m)
	m, _, err = e.GenMove(t.Context(), g, 1)
	require.NoError(t, err)
	assert.Equal(t, "55a0", g.Format(m))
}

// TestInterrupted ends a call whose context is done. The engine is unusable afterwards.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	e, err := StartClient(t.Context(), script(t, answering+"read line; sleep 60"), 0, blokusDuo(t).SetGame)
	require.NoError(t, err)
	defer e.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = e.Ask(ctx, "genmove b")
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = e.Ask(t.Context(), "genmove b")
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
