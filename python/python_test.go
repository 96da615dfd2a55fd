// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package python_test builds the Python package, installs it afresh, and runs its tests in Python,
// which compare it with what golden answers here.
package python_test

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/python/wheel"
	"github.com/tessera-fpga/tessera/web/boardtest"
)

// Golden is what golden answers about a game.
type Golden struct {
	Perft []uint64 `json:"perft"` // by depth, of the start
	// Moves, Shares and Text are a game of two players of a level.
	Level  int       `json:"level"`
	Moves  []string  `json:"moves"`
	Shares []float64 `json:"shares"`
	Text   string    `json:"text"` // its last position
}

// golden returns golden's answers, by the name of the game.
func golden(t *testing.T) map[string]Golden {
	t.Helper()
	out := map[string]Golden{}
	for name, level := range map[string]int{"duo": 5, "blokus": 3, "blokus:two": 1, "dots:3x3": 5, "quoridor": 2} {
		of, err := play.Find(name)
		require.NoError(t, err)
		g := Golden{Level: level}
		for depth := range 3 {
			g.Perft = append(g.Perft, of.Start().Perft(depth))
		}
		var players []play.Player
		for seat := range of.Seats() {
			p, err := of.New(play.AtLevel("tree", level), play.Env{Seat: seat, Seed: uint64(seat + 1)})
			require.NoError(t, err)
			players = append(players, p)
		}
		result, err := play.Run(t.Context(), players, play.Rules{Game: of, Start: of.Start()}, play.Events{})
		require.NoError(t, err)
		for _, m := range result.Position.History() {
			g.Moves = append(g.Moves, of.Format(m))
		}
		g.Shares, g.Text = result.Shares(), result.Position.Draw(play.DrawOptions{})
		out[name] = g
	}
	return out
}

// serveBoard serves the reference model of a board, and returns its address for pyserial.
func serveBoard(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			line, err := l.Accept()
			if err != nil {
				return
			}
			board, err := boardtest.New()
			if err != nil {
				panic(err)
			}
			go func() {
				defer line.Close()
				_ = board.Serve(line)
			}()
		}
	}()
	return "socket://" + l.Addr().String()
}

// TestPackage builds the package twice, installs it without and with its extras, and tests it.
func TestPackage(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	folder := t.TempDir()
	built, err := wheel.Build(t.Context(), root, filepath.Join(folder, "1"))
	require.NoError(t, err)
	again, err := wheel.Build(t.Context(), root, filepath.Join(folder, "2"))
	require.NoError(t, err)
	first, err := os.ReadFile(built)
	require.NoError(t, err)
	second, err := os.ReadFile(again)
	require.NoError(t, err)
	assert.True(t, string(first) == string(second), "two builds are the same, byte for byte")

	answers, err := json.Marshal(golden(t))
	require.NoError(t, err)
	file := filepath.Join(folder, "golden.json")
	require.NoError(t, os.WriteFile(file, answers, 0o600))

	venv := filepath.Join(folder, "venv")
	python := filepath.Join(venv, "bin", "python")
	env := append(os.Environ(), "TESSERA_GOLDEN="+file, "TESSERA_BOARD="+serveBoard(t),
		"XDG_CACHE_HOME="+filepath.Join(root, "build", "python", "cache")) // of the compiled library
	run := func(dir, program string, args ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), program, args...)
		c.Dir, c.Env = dir, env
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%v\n%s", c.Args, out)
		return string(out)
	}
	tools := filepath.Join(root, ".tools", "py", "bin", "python")
	run(folder, tools, "-m", "venv", "--without-pip", venv)
	install := func(names ...string) {
		t.Helper()
		run(folder, tools, append([]string{"-m", "pip", "--disable-pip-version-check", "--python", python, "install", "-q",
			"--no-index", "--find-links", filepath.Join(root, ".tools", "python", "wheels")}, names...)...)
	}
	install(built)
	assert.Equal(t, "800\n", run(folder, python, "-c",
		`from tessera import Game; print(len(Game("duo", ["55u0", "aau0"]).legal_moves()))`))
	install(built+"[serial,rl]", "pytest", "mypy")
	here := filepath.Join(root, "python")
	run(here, python, "-m", "mypy", "--cache-dir", folder, "tessera", "tests", "examples")
	tour := filepath.Join(here, "examples", "tour.py")
	program, err := os.ReadFile(tour)
	require.NoError(t, err)
	page, err := os.ReadFile("README.md")
	require.NoError(t, err)
	_, program, _ = bytes.Cut(program, []byte("\n")) // without its licence
	assert.Contains(t, string(page), "```python\n"+string(program)+"```\n", "the page quotes the tour")
	assert.Contains(t, run(folder, python, tour), "800 legal moves\n")
	t.Log(run(folder, python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error",
		"--doctest-modules", "--pyargs", "tessera", filepath.Join(here, "tests")))
}
