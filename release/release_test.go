// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package release

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// TestProgram builds the program for this system twice, each time with the page in another folder,
// and uses it in an empty folder, far from the repository.
func TestProgram(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	var built [2]string
	for i := range built {
		folder := t.TempDir()
		overlay, err := Page(t.Context(), root, folder)
		require.NoError(t, err)
		// Other tests write to the work tree meanwhile, which Go would note in the program.
		built[i], err = Program(t.Context(), root, overlay, folder, Target{runtime.GOOS, runtime.GOARCH}, "-buildvcs=false")
		require.NoError(t, err)
	}
	first, err := os.ReadFile(built[0])
	require.NoError(t, err)
	second, err := os.ReadFile(built[1])
	require.NoError(t, err)
	assert.True(t, string(first) == string(second), "two builds are the same, byte for byte")

	empty := t.TempDir()
	run := func(input string, args ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), built[0], args...)
		c.Dir, c.Stdin = empty, strings.NewReader(input)
		c.Env = []string{"PATH=" + filepath.Join(empty, "none"), "HOME=" + empty}
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%v\n%s", c.Args, out)
		return string(out)
	}
	assert.Contains(t, run("", "--version"), " "+gen.Version+", ")
	assert.Regexp(t, `player [12] \w+ -?\d+, player [12] \w+ -?\d+: (player [12] wins|draw)`,
		run("", "play", "--p1", "tree:level=3", "--p2", "random", "--record", "game.blksgf"))
	assert.Contains(t, run("", "draw", "--file", "game.blksgf"), "<svg")
	assert.Contains(t, run("genmove b\nquit\n", "gtp", "--player", "tree:level=3"), "= ")
	assert.Contains(t, run("", "match", "--game", "dots:3x3", "--p1", "tree:leaves=20", "--p2", "random", "--games", "4", "--json", "match.json"), "Elo")
	run("", "gen", "--config", "montecarlo", "-o", "core")
	assert.FileExists(t, filepath.Join(empty, "core", "rtl", "tessera_montecarlo_core.v"))
	run("", "web", "--site", "site")
	assert.FileExists(t, filepath.Join(empty, "site", "index.html"))
}

// TestList writes the sums of two files as sha256sum does.
func TestList(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var files []string
	for _, name := range []string{"a", "b"} {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(name), 0o600))
		files = append(files, path)
	}
	lines, err := List(folder, files)
	require.NoError(t, err)
	require.Len(t, lines, 2)
	c := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict", Sums)
	c.Dir = folder
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestCrossBuild checks the types of the whole module, tests included, for Windows. The long tests do
// so for macOS, too, vet it for both, and compile the tests of the rules, the searches, GTP, the records
// and the matches for Windows.
func TestCrossBuild(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"windows", "darwin"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			if system != "windows" && !simtest.All() {
				t.Skip("one of the long tests: macOS has the files of Linux or of Windows")
			}
			env := append(os.Environ(), "CGO_ENABLED=0", "GOARCH=amd64", "GOOS="+system)
			all, err := packages.Load(&packages.Config{
				Mode: packages.LoadAllSyntax | packages.NeedModule, Tests: true, Context: t.Context(), Dir: "..", Env: env,
			}, "./...")
			require.NoError(t, err)
			require.Greater(t, len(all), 100, "packages and their tests")
			for _, p := range all {
				require.Empty(t, p.Errors, p.ID)
			}
			if !simtest.All() {
				return
			}
			commands := []string{"vet ./..."}
			if system == "windows" {
				for _, name := range []string{"golden/duo", "golden/tree", "golden/search", "play", "play/record", "gtp", "gtp/engine", "match", "games"} {
					commands = append(commands, "test -c -o "+filepath.Join(t.TempDir(), "test.exe")+" ./"+name)
				}
			}
			for _, command := range commands {
				c := exec.CommandContext(t.Context(), "go", strings.Fields(command)...)
				c.Dir, c.Env = "..", env
				out, err := c.CombinedOutput()
				require.NoError(t, err, "%v\n%s", c.Args, out)
			}
		})
	}
}

// TestBitstreams puts the bitstreams of two boards into a folder.
func TestBitstreams(t *testing.T) {
	t.Parallel()
	folder, made := t.TempDir(), filepath.Join(t.TempDir(), "top")
	var built []string
	build := func(d flow.Design) (string, error) {
		built = append(built, d.Name())
		return made, os.WriteFile(made, []byte(d.Name()), 0o600)
	}
	boards, err := Boards("hx8k,ulx3s")
	require.NoError(t, err)
	files, err := Bitstreams(boards, folder, build)
	require.NoError(t, err)
	require.Len(t, files, 2)
	for i, b := range boards {
		assert.Equal(t, b.Name+"-"+b.Player, built[i])
		end := map[board.Family]string{board.ICE40: ".bin", board.ECP5: ".bit"}[b.Family]
		assert.Equal(t, filepath.Join(folder, "tessera-"+gen.Version+"-"+built[i]+end), files[i])
		text, err := os.ReadFile(files[i])
		require.NoError(t, err)
		assert.Equal(t, built[i], string(text))
	}

	none, err := Boards("")
	require.NoError(t, err)
	assert.Empty(t, none)
	all, err := Boards("all")
	require.NoError(t, err)
	assert.Len(t, all, len(board.Boards()))
	_, err = Boards("hx8k,altair")
	assert.ErrorContains(t, err, "altair")
	missed := errors.New("misses its clock")
	_, err = Bitstreams(all, folder, func(flow.Design) (string, error) { return "", missed })
	assert.ErrorIs(t, err, missed)
}
