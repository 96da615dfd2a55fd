// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play/progress"
	"github.com/tessera-fpga/tessera/play/record"
	"github.com/tessera-fpga/tessera/rtl"
)

// tessera runs the program.
func tessera(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// succeeds runs the program, which must succeed, and returns its standard output.
func succeeds(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	code, stdout, stderr := tessera(t, stdin, args...)
	require.Zero(t, code, "%q: %s", args, stderr)
	return stdout
}

// TestStrangeLines covers lines of games that a transcript cannot hold.
func TestStrangeLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, stdin    string
		code           int
		stdout, stderr string
	}{
		{"no line", "", 0, "", ""},
		{"no end of line", "55u0 aau0 0000 0000", 0, "0000\n", ""},
		{"carriage return", "55u0 aau0 66a0\r\n55u0 aau0 0000 0000\n", 2, "\n0000\n",
			"line 1: move 3 (player 1): 66a0: a square shares an edge with one of the player's tiles: (6,6)\n"},
		{"not text", "5\x005u0\xff", 2, "\n", "line 1: move 1 (player 1): \"5\\x005u0\\xff\": 6 characters, want 4 (column, row, tile, rotation) or squares separated by commas\n"},
		{"long word", strings.Repeat("ä", 1<<20) + "\n55u0 aau0 pass pass", 2, "\n0000\n",
			"line 1: move 1 (player 1): " + strings.Repeat("ä", 20) + "...: 2097152 characters, want a move\n"},
		{"long line", strings.Repeat(" ", 3<<20) + "55u0 aau0" + strings.Repeat("\t", 3<<20) + "0000 0000", 0, "0000\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := tessera(t, c.stdin, "legal")
			assert.Equal(t, c.code, code)
			assert.Equal(t, c.stdout, stdout)
			assert.Equal(t, c.stderr, stderr)
		})
	}
}

// legalCodes returns the codes of the legal moves, sorted and separated by spaces.
func legalCodes(p *duo.Position) string {
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		return duo.PassCode
	}
	codes := make([]string, len(moves))
	for i, m := range moves {
		codes[i] = m.String()
	}
	slices.Sort(codes)
	return strings.Join(codes, " ")
}

// TestLegalAnswers compares the answers for the starts of recorded games, in
// either notation, with the reference model.
func TestLegalAnswers(t *testing.T) {
	t.Parallel()
	var codes, lists, want []string
	for _, g := range recorded(t)[:40] {
		p := duo.NewPosition(duo.Player1)
		for ply, text := range strings.Fields(g.moves) {
			if ply%7 == 0 {
				var code, list []string
				for _, m := range p.History() {
					code = append(code, m.String())
					list = append(list, m.CellList())
				}
				codes = append(codes, strings.Join(code, " "))
				lists = append(lists, strings.Join(list, "\t"))
				want = append(want, legalCodes(&p))
			}
			m, err := duo.ParseMove(text)
			require.NoError(t, err)
			require.NoError(t, p.MakeMove(m))
		}
	}
	for name, games := range map[string][]string{"codes": codes, "cell lists": lists} {
		stdout := succeeds(t, strings.Join(games, "\n")+"\n", "legal")
		if diff := cmp.Diff(want, strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
	first := strings.Fields(want[0])
	assert.Len(t, first, 414)
	assert.True(t, slices.IsSorted(first))
}

type recordedGame struct{ moves, scores string }

// recorded returns the recorded games of the reference model.
func recorded(t *testing.T) []recordedGame {
	t.Helper()
	text, err := os.ReadFile("../../golden/duo/testdata/random_games.tsv")
	require.NoError(t, err)
	var out []recordedGame
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		f := strings.Split(line, "\t")
		out = append(out, recordedGame{f[1], f[4] + " " + f[5]})
	}
	return out
}

func TestReplayRecorded(t *testing.T) {
	t.Parallel()
	var in, want strings.Builder
	for _, g := range recorded(t) {
		in.WriteString(g.moves + "\r\n")
		want.WriteString(g.scores + "\n")
	}
	code, stdout, stderr := tessera(t, in.String(), "replay")
	assert.Zero(t, code)
	assert.Empty(t, stderr)
	if diff := cmp.Diff(want.String(), stdout); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestPlayPrepares shows that play builds the chip before it prompts a person for the first move.
func TestPlayPrepares(t *testing.T) {
	t.Parallel()
	code, stdout, stderr := tessera(t, "quit\n", "play", "--p1", "human", "--p2", "chip-minimax")
	require.Zero(t, code, stderr)
	assert.Equal(t, "chip-minimax: building and starting the simulated chip (the first time takes a while)\n", stderr)
	assert.Regexp(t, `^Blokus Duo: .*\nplayer 1, your move \(or help\): $`, stdout)
}

// TestStreams shows that each answer comes before the next question is read.
func TestStreams(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"legal", "replay"} {
		in, question := io.Pipe()
		answer, out := io.Pipe()
		code := make(chan int, 1)
		go func() { code <- run(t.Context(), []string{command}, in, out, io.Discard) }()
		lines := bufio.NewReader(answer)
		for _, game := range []string{"", "55u0 aau0 0000 0000", "55u0 aau0"} {
			_, err := io.WriteString(question, game+"\n")
			require.NoError(t, err)
			line, err := lines.ReadString('\n')
			require.NoError(t, err)
			assert.NotEmpty(t, strings.TrimSpace(line))
		}
		require.NoError(t, question.Close())
		assert.Zero(t, <-code)
	}
}

// TestInterrupt interrupts commands that wait and commands that work.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"legal", "replay", "play --p1 human", "perft 9", "play --p1 minimax:depth=4,alphabeta=false"} {
		t.Run(args, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			in, _ := io.Pipe()
			var out, errs bytes.Buffer
			begin := time.Now()
			assert.Equal(t, 130, run(ctx, strings.Fields(args), in, &out, &errs))
			assert.Equal(t, "tessera: interrupted\n", errs.String())
			assert.Less(t, time.Since(begin), 5*time.Minute)
		})
	}
}

// broken is a stream that fails.
type broken struct{}

var errBroken = errors.New("the pipe is broken")

func (broken) Write([]byte) (int, error) { return 0, errBroken }
func (broken) Read([]byte) (int, error)  { return 0, errBroken }

func TestFailures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args string
		in   io.Reader
		out  io.Writer
		want string
	}{
		{"legal", broken{}, io.Discard, "tessera: read standard input: the pipe is broken\n"},
		{"replay", strings.NewReader("\n"), broken{}, "tessera: write standard output: the pipe is broken\n"},
		{"perft 1", strings.NewReader(""), broken{}, "tessera: write standard output: the pipe is broken\n"},
		{"tiles", strings.NewReader(""), broken{}, "tessera: write standard output: the pipe is broken\n"},
		{"help", strings.NewReader(""), broken{}, "tessera: write standard output: the pipe is broken\n"},
		{"--version", strings.NewReader(""), broken{}, "tessera: write standard output: the pipe is broken\n"},
		{"referee --p1 random --p2 random --games 1000000000", strings.NewReader(""), broken{}, "tessera: write standard output: the pipe is broken\n"},
		{"play --p1 random --p2 random -q", strings.NewReader(""), broken{}, "tessera: write standard output: the pipe is broken\n"},
		{"play", broken{}, io.Discard, "tessera: player 1 (human): move 1: read standard input: the pipe is broken\n"},
	} {
		var errs bytes.Buffer
		assert.Equal(t, 1, run(t.Context(), strings.Fields(c.args), c.in, c.out, &errs), c.args)
		assert.Equal(t, c.want, errs.String(), c.args)
	}
}

// TestMissingBoard: a command that builds asks for the board; measure does not begin with all of them.
func TestMissingBoard(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"measure", "bitstream", "flash"} {
		var errs bytes.Buffer
		assert.Equal(t, 2, run(t.Context(), []string{command}, strings.NewReader(""), io.Discard, &errs), command)
		assert.Contains(t, errs.String(), command+": --board is missing, want one of colorlight_i5, ")
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	code, stdout, _ := tessera(t, "", "--version")
	assert.Zero(t, code)
	assert.Regexp(t, `^tessera version \S.*go1\.\d+.*\n$`, stdout)
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		stdout := succeeds(t, "", "completion", shell)
		assert.Contains(t, stdout, "tessera")
	}
	for args, want := range map[string]string{
		"pl": "play", "play --p1 m": "montecarlo", "referee --p2 s": "serial:", "board --config s": "service",
		"bitstream --board h": "hx8k", "gen --config minimax-": "minimax-full",
	} {
		_, stdout, _ := tessera(t, "", append([]string{"__complete"}, strings.Fields(args)...)...)
		assert.Contains(t, stdout, want, args)
	}
}

// TestMain turns the test program into the program itself on request. Tests of signals and of files
// such as /dev/full need a separate process.
func TestMain(m *testing.M) {
	if os.Getenv("TESSERA_TEST_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// program returns a command that runs the program in its own process.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), "TESSERA_TEST_MAIN=1")
	return c
}

// TestFullDisk writes to a full device.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"tiles", "perft 1", "legal", "replay", "help", "--version", "completion bash", "play --p1 random --p2 random",
		"referee --p1 random --p2 random", "gen -o " + t.TempDir(),
	} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		require.NoError(t, err)
		var errs bytes.Buffer
		c := program(t, strings.Fields(args)...)
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader("\n"), full, &errs
		err = c.Run()
		full.Close()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit, args)
		assert.Equal(t, 1, exit.ExitCode(), args)
		assert.Contains(t, errs.String(), "no space left on device", args)
	}
}

// TestNullIsNoTerminal shows that output to /dev/null has no drawings for a person.
func TestNullIsNoTerminal(t *testing.T) {
	t.Parallel()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	require.NoError(t, err)
	defer null.Close()
	assert.False(t, progress.IsTerminal(null))
	assert.False(t, colourful(&output{Writer: null}))
	master, slave, err := pty.Open()
	require.NoError(t, err)
	defer master.Close()
	defer slave.Close()
	assert.True(t, progress.IsTerminal(slave))
	assert.True(t, progress.IsTerminal(&output{Writer: slave}))
}

// TestSignals ends the program while it builds a model. The compilers must end with it, and no part
// of the build may remain.
func TestSignals(t *testing.T) {
	t.Parallel()
	root, err := rtl.Root()
	require.NoError(t, err)
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			clone := t.TempDir() // with nothing built
			require.NoError(t, os.CopyFS(filepath.Join(clone, "rtl"), os.DirFS(filepath.Join(root, "rtl"))))
			require.NoError(t, os.Symlink(filepath.Join(root, ".tools"), filepath.Join(clone, ".tools")))
			var errs bytes.Buffer
			c := program(t, "play", "--p1", "chip-minimax", "--p2", "minimax")
			c.Dir, c.Stderr = clone, &errs
			require.NoError(t, c.Start())
			defer c.Process.Kill()
			objects := filepath.Join(clone, "build", "models", "tmp-*", "Vdut.mk")
			require.Eventually(t, func() bool {
				found, _ := filepath.Glob(objects)
				return len(found) > 0 && len(childrenIn(t, clone)) > 0
			}, 5*time.Minute, 10*time.Millisecond, "the build has begun")
			require.NoError(t, c.Process.Signal(signal))
			var exit *exec.ExitError
			require.ErrorAs(t, c.Wait(), &exit)
			assert.Equal(t, 130, exit.ExitCode())
			assert.Contains(t, errs.String(), "tessera: interrupted\n")
			left, _ := filepath.Glob(filepath.Join(clone, "build", "models", "tmp-*"))
			assert.Empty(t, left)
			assert.Eventually(t, func() bool { return len(childrenIn(t, clone)) == 0 }, time.Minute, 10*time.Millisecond,
				"compilers still run in %s", clone)
		})
	}
}

// TestKilledGame kills a game under way. The file keeps the games before it and its moves.
func TestKilledGame(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"games.json", "games.blksgf", "games.txt"} {
		file := filepath.Join(t.TempDir(), name)
		succeeds(t, "", "play", "--p1", "random", "--p2", "random", "--quiet", "--record", file)
		before, err := os.ReadFile(file)
		require.NoError(t, err)
		c := program(t, "play", "--p1", "human", "--p2", "random", "--record", file)
		in, err := c.StdinPipe()
		require.NoError(t, err)
		out, err := c.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, c.Start())
		_, err = io.WriteString(in, "e10\n")
		require.NoError(t, err)
		require.NoError(t, waitFor(out, "2. player 2 "))
		require.NoError(t, waitFor(out, "player 1")) // asked again, with the file written
		require.NoError(t, c.Process.Kill())
		require.Error(t, c.Wait())
		after, err := os.ReadFile(file)
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(after, before), name)
		g, err := record.Load(t.Context(), file, 2, nil, 0)
		require.NoError(t, err, "%s", after)
		assert.Len(t, g.Moves, 2, name)
	}
}

// waitFor reads until a text comes.
func waitFor(r io.Reader, text string) error {
	var got []byte
	for b := make([]byte, 1); !bytes.HasSuffix(got, []byte(text)); got = append(got, b[0]) {
		if _, err := r.Read(b); err != nil {
			return fmt.Errorf("%w after %q, want %q", err, got, text)
		}
	}
	return nil
}

// childrenIn returns the other processes that work in a folder's builds.
func childrenIn(t *testing.T, folder string) (found []string) {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	require.NoError(t, err)
	for _, link := range links {
		if dir, err := os.Readlink(link); err == nil && strings.HasPrefix(dir, filepath.Join(folder, "build")) {
			found = append(found, link)
		}
	}
	return found
}
