// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
)

// weightsFile writes a file of weights. Each call of more appends a blank, which changes the file
// but no weight.
func weightsFile(t *testing.T) (path string, more func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "weights.json")
	require.NoError(t, weights.Write(path, &evaluation.Default, evaluation.Origin))
	return path, func() {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(text, ' '), 0o666))
	}
}

// interrupt plays one pair of a match, interrupts the match and calls then.
func interrupt(t *testing.T, tm *Terms, file string, then func()) {
	t.Helper()
	pool := NewPool("test")
	defer pool.Close()
	stop := errors.New("enough")
	played := 0
	_, err := Run(t.Context(), tm, pool, Options{File: file, Log: io.Discard, Queue: queue.Local(1, func(ctx context.Context, payload []byte) ([]byte, error) {
		if played++; played > 1 {
			return nil, stop
		}
		return pool.Play(ctx, payload)
	})})
	require.ErrorContains(t, err, "enough")
	then()
}

// TestOtherFile refuses to resume a match whose player reads other weights.
func TestOtherFile(t *testing.T) {
	t.Parallel()
	path, more := weightsFile(t)
	spec := "tree:leaves=1,weights=" + path
	file := filepath.Join(t.TempDir(), "games.json")
	interrupt(t, terms(6, spec, "random"), file, more)
	_, err := playMatch(t.Context(), terms(6, spec, "random"), file, 1, io.Discard)
	var bad *FileError
	require.ErrorAs(t, err, &bad)
	assert.True(t, bad.Input)
	assert.Regexp(t, `player "tree:.*" is "weights.json [0-9a-f]{16}" now, but the games in the file were played by "weights.json [0-9a-f]{16}"$`, err.Error())
}

// TestBuiltInWeights names the weights that a player has from the program. A match is not resumed with
// others, but a file of an earlier version, which does not name them, is.
func TestBuiltInWeights(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.json")
	specs := []string{"tree:leaves=1", "tree:leaves=1,chip=hx8k"}
	var written string
	interrupt(t, terms(6, specs[0], specs[1]), file, func() {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		written = string(text)
	})
	program, chip := evaluation.Digest(evaluation.DefaultFile), evaluation.Digest(evaluation.ChipFile)
	assert.Regexp(t, `^default\.json [0-9a-f]{16}$`, program)
	named := `"identities":["` + program + `","` + chip + `"],`
	require.Contains(t, written, named)

	resume := func(identities string) error {
		require.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(written, named, identities)), 0o666))
		_, err := playMatch(t.Context(), terms(6, specs[0], specs[1]), file, 1, io.Discard)
		return err
	}
	assert.NoError(t, resume(named))
	assert.NoError(t, resume(""))
	other := `"identities":["` + program + `","chip.json 0123456789abcdef"],`
	assert.ErrorContains(t, resume(other), `player "tree:leaves=1,chip=hx8k" is "`+chip+`" now, but the games in the file were played by "chip.json 0123456789abcdef"`)
}

// TestOtherProgram refuses to resume a match whose program has another version.
func TestOtherProgram(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "engine.sh")
	install := func(version string) {
		text := `while read command rest; do case $command in name) printf '= Ada\n\n' ;; version) printf '= ` + version + `\n\n' ;; genmove) printf '= resign\n\n' ;; *) printf '= \n\n' ;; esac; done`
		require.NoError(t, os.WriteFile(script, []byte(text), 0o666))
	}
	install("1.0")
	file := filepath.Join(t.TempDir(), "games.json")
	tm := terms(6, "gtp:sh "+script, "random")
	interrupt(t, tm, file, func() { install("1.1") })
	_, err := playMatch(t.Context(), terms(6, "gtp:sh "+script, "random"), file, 1, io.Discard)
	require.Error(t, err)
	assert.Regexp(t, `is "d?a?sh [0-9a-f]{16}, Ada 1.1" now, but the games in the file were played by "d?a?sh [0-9a-f]{16}, Ada 1.0"`, err.Error())
	install("1.0")
	s, err := playMatch(t.Context(), terms(6, "gtp:sh "+script, "random"), file, 1, io.Discard)
	require.NoError(t, err)
	assert.Equal(t, 6, s.Losses)
}

// program writes an executable engine that resigns every game and says nothing but its name.
func program(t *testing.T, path, comment string) {
	t.Helper()
	text := "#!/bin/sh\n# " + comment + `
while read command rest; do case $command in name) printf '= Ada\n\n' ;; genmove) printf '= resign\n\n' ;; *) printf '= \n\n' ;; esac; done
`
	require.NoError(t, os.WriteFile(path, []byte(text), 0o777))
}

// TestExchangedProgram refuses to resume a match whose program is another one of the same name.
func TestExchangedProgram(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ada")
	program(t, path, "strong")
	file := filepath.Join(t.TempDir(), "games.json")
	interrupt(t, terms(6, "gtp:"+path, "random"), file, func() { program(t, path, "weak") })
	_, err := playMatch(t.Context(), terms(6, "gtp:"+path, "random"), file, 1, io.Discard)
	require.Error(t, err)
	assert.Regexp(t, `is "ada [0-9a-f]{16}, Ada" now, but the games in the file were played by "ada [0-9a-f]{16}, Ada"`, err.Error())
}

// TestPlayerOfWorkers plays a match with programs and files that only the workers have, and resumes
// it. A player that opens nothing must start on the machine of the match.
func TestPlayerOfWorkers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ada")
	weights, _ := weightsFile(t)
	there := weights + ".there"
	worker := NewPool("test")
	defer worker.Close()
	file := filepath.Join(t.TempDir(), "games.json")
	run := func(remote bool, most int) (string, error) {
		pool := NewPool("test")
		defer pool.Close()
		var log strings.Builder
		played := 0
		_, err := Run(t.Context(), terms(4, "gtp:"+path, "tree:leaves=1,weights="+there), pool, Options{
			File: file, Log: &log, Remote: remote, Audit: 1, Queue: queue.Local(1, func(ctx context.Context, payload []byte) ([]byte, error) {
				if played++; played > most {
					return nil, errors.New("enough")
				}
				program(t, path, "")
				assert.NoError(t, os.Rename(weights, there))
				defer func() { assert.NoError(t, errors.Join(os.Remove(path), os.Rename(there, weights))) }()
				return worker.Serve(Allowed{"gtp:" + path, "file:" + there})(ctx, payload)
			}),
		})
		return log.String(), err
	}
	_, err := run(false, 1)
	require.Error(t, err)
	log, err := run(true, 1)
	require.ErrorContains(t, err, "enough")
	assert.Contains(t, log, `player "gtp:`+path+`" is left to the workers, unchecked: `)
	assert.Contains(t, log, `player "tree:leaves=1,weights=`+there+`" is left to the workers, unchecked: `)
	_, err = run(true, 9)
	require.NoError(t, err)
}

// TestFileOfAWorker has a worker leave a task to others because its file differs, and a game refuse
// weights that have changed since the match began.
func TestFileOfAWorker(t *testing.T) {
	t.Parallel()
	path, more := weightsFile(t)
	tm := terms(2, "tree:leaves=1,weights="+path, "random")
	pool := NewPool("test")
	defer pool.Close()
	var err error
	tm.Identities, err = pool.start(t.Context(), tm, false, io.Discard)
	require.NoError(t, err)
	payload, err := Task(tm, 0)
	require.NoError(t, err)
	serve := pool.Serve(Allowed{"file:" + path})
	_, err = serve(t.Context(), payload)
	require.NoError(t, err)
	more()
	_, err = serve(t.Context(), payload)
	require.ErrorIs(t, err, queue.ErrUnfit)
	require.ErrorContains(t, err, "here, want ")
	_, err = pool.Play(t.Context(), payload)
	require.ErrorContains(t, err, "here, want ")
	other := *tm
	other.Identities = nil
	assert.Equal(t, "0", other.taskID(0))
	assert.NotEqual(t, "0", tm.taskID(0))
}

// TestAllowed lets a worker open only the allowed resources.
func TestAllowed(t *testing.T) {
	t.Parallel()
	g, err := play.Find("")
	require.NoError(t, err)
	for spec, allow := range map[string]string{
		"tree:weights=/a/w.json":             "file:/a/w.json",
		"tree:engine=tcp:board:7000":         "host:board:7000",
		"tree:engine=serial:/dev/ttyUSB0":    "serial:/dev/ttyUSB0",
		"uct:lanes=/dev/ttyUSB1":             "serial:/dev/ttyUSB1",
		`gtp:"pentobi-gtp --level 3"`:        `gtp:"pentobi-gtp --level 3"`,
		"gtp:timeout=1s,pentobi-gtp --quiet": "gtp:timeout=1s,pentobi-gtp --quiet",
	} {
		assert.ErrorContains(t, Allowed(nil).refuse(g, spec), "not allowed here", spec)
		assert.ErrorContains(t, Allowed{allow + "x", "minimax"}.refuse(g, spec), "not allowed here", spec)
		assert.NoError(t, Allowed{allow}.refuse(g, spec), spec)
		assert.NoError(t, Allowed{spec}.refuse(g, spec), spec)
		assert.NoError(t, CheckAllowed(allow), spec)
	}
	assert.NoError(t, Allowed(nil).refuse(g, "minimax"))
	assert.Error(t, CheckAllowed("minimax"))
}

// TestNoIdentities keeps identities out of the records of other players.
func TestNoIdentities(t *testing.T) {
	t.Parallel()
	_, path := mustPlay(t, terms(2, "random", "minimax:depth=1"), 1)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "identities")
}
