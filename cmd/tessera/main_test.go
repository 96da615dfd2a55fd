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
	"github.com/tessera-fpga/tessera/rtl"
)

// tessera runs the program.
func tessera(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// begins is what a person reads first.
const begins = "Blokus Duo: write a move as the squares to cover, such as e11,d10,e10,f10,e9, or as the contest's code, such as 55u0; help says more\n"

func TestCommands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, args, stdin string
		code              int
		stdout, stderr    string
	}{
		{"perft 0", "perft 0", "", 0, "1\n", ""},
		{"perft 2", "perft 2", "", 0, "171396\n", ""},
		{"perft of player 2", "perft 1 --first 2", "", 0, "414\n", ""},
		{"perft of a game that is over", "perft 1 --from 55u0|aau0|pass|pass", "", 0, "0\n", ""},
		{"perft with one job", "perft 2 --jobs 1 --from 55u0", "", 0, "330130\n", ""},

		{"legal, over", "legal", "55u0 aau0 0000 0000", 0, "0000\n", ""},
		{"legal, no input", "legal", "", 0, "", ""},
		{"legal, wrong lines", "legal",
			"55u0 aau0 67v0\n55u0 aau0 0000 0000\n55u0 aau0 66a0\r\n55u0 aau0 0000 0000 67a0\n55u0 aau0 0000 0000\n", 2,
			"\n0000\n\n\n0000\n",
			"line 1: move 3 (player 1): 67v0: tile \"v\", want a..u\n" +
				"line 3: move 3 (player 1): 66a0: a square shares an edge with one of the player's tiles: (6,6)\n" +
				"line 4: move 5 (player 1): 67a0: the game is over\n"},
		{"legal, off the board", "legal", "05a0", 2, "\n", "line 1: move 1 (player 1): 05a0: a square lies off the board\n"},
		{"legal, not text", "legal", "5\x005u0\xff", 2, "\n", "line 1: move 1 (player 1): \"5\\x005u0\\xff\": 6 characters, want 4 (column, row, tile, rotation) or squares separated by commas\n"},
		{"legal, long word", "legal", strings.Repeat("ä", 1<<20) + "\n55u0 aau0 pass pass", 2, "\n0000\n",
			"line 1: move 1 (player 1): " + strings.Repeat("ä", 20) + "...: 2097152 characters, want a move\n"},
		{"legal, long line", "legal", strings.Repeat(" ", 3<<20) + "55u0 aau0" + strings.Repeat("\t", 3<<20) + "0000 0000", 0, "0000\n", ""},

		{"replay", "replay", "55u0 aah0\n\ne11,d10,e10,f10,e9", 0, "-84 -85\n-89 -89\n-84 -89\n", ""},
		{"replay, broken", "replay", "55u0 77u0\n55u0\n", 2,
			"-84 -89 broken: move 2 (player 2): 77u0: the first placement must cover the start square (10,10)\n-84 -89\n",
			"line 1: move 2 (player 2): 77u0: the first placement must cover the start square (10,10)\n"},
		{"replay, player 2 first", "replay --first 2", "aah0 55u0", 0, "-84 -85\n", ""},
		{"replay, drawn", "replay -v", "55u0 aah0", 0, `-84 -85
  1 2 3 4 5 6 7 8 9 a b c d e
1 . . . . . . . . . . . . . . 14
2 . . . . . . . . . . . . . . 13
3 . . . . . . . . . . . . . . 12
4 . . . . X . . . . . . . . . 11
5 . . . X X X . . . . . . . . 10
6 . . . . X . . . . . . . . . 9
7 . . . . . . . . . . . . . . 8
8 . . . . . . . . . . . . . . 7
9 . . . . . . . . . . . . . . 6
a . . . . . . . . .*O*O . . . 5
b . . . . . . . . .*O*O . . . 4
c . . . . . . . . . . . . . . 3
d . . . . . . . . . . . . . . 2
e . . . . . . . . . . . . . . 1
  a b c d e f g h i j k l m n
player 1 X  score -84  tiles left abcdefghijklmnopqrst
player 2 O  score -85  tiles left abcdefgijklmnopqrstu
last move player 2  aah0 = j5,k5,j4,k4; player 1 to move

`, ""},

		{"play, quitting", "play", "quit\n", 0, begins + "player 1, your move (or help): ", ""},
		{"play, end of input", "play", "", 0, begins + "player 1, your move (or help): \n", ""},
		{"play, two people", "play --p2 human", "55u0\naau0\n66a0\n0000\nundo\nresign\n", 0,
			begins + `player 1, your move (or help): 1. player 1 human 55u0 = e11,d10,e10,f10,e9
player 2, your move (or help): 2. player 2 human aau0 = j6,i5,j5,k5,j4
player 1, your move (or help): player 1: 66a0: a square shares an edge with one of the player's tiles: (6,6)
player 1, your move (or help): 3. player 1 human 0000 = pass
player 2, your move (or help): player 2, your move (or help): player 1 human -84, player 2 human -89: player 1 wins: player 2: resigned
`, ""},

		{"unknown command", "xyz 3", "", 2, "", "tessera: unknown command \"xyz\" for \"tessera\" (see tessera --help)\n"},
		{"slip", "perf 3", "", 2, "", "tessera: unknown command \"perf\" for \"tessera\"; did you mean perft?\n"},
		{"letters exchanged", "plya", "", 2, "", "tessera: unknown command \"plya\" for \"tessera\"; did you mean play?\n"},
		{"slip of help", "help pley", "", 2, "", "tessera: help: no command is named \"pley\"; did you mean play?\n"},
		{"unknown help", "help xyz", "", 2, "", "tessera: help: no command is named \"xyz\"\n"},
		{"slip of a player", "play --p1 montecalro", "", 2, "", "; did you mean montecarlo?"},
		{"unknown flag", "legal --all", "", 2, "", "tessera: legal: unknown flag: --all (see tessera legal --help)\n"},
		{"unknown flag of the program", "--all", "", 2, "", "tessera: unknown flag: --all (see tessera --help)\n"},
		{"argument not wanted", "replay games.txt", "", 2, "", "tessera: replay: unexpected argument \"games.txt\", want none (see tessera replay --help)\n"},
		{"no depth", "perft", "", 2, "", "tessera: perft: got 0 arguments, want one, the depth (see tessera perft --help)\n"},
		{"two depths", "perft 1 2", "", 2, "", "tessera: perft: got 2 arguments, want one, the depth (see tessera perft --help)\n"},
		{"depth not a number", "perft three", "", 2, "", "tessera: perft: depth \"three\", want a whole number, 0 or more\n"},
		{"depth not whole", "perft 1.5", "", 2, "", "tessera: perft: depth \"1.5\", want a whole number, 0 or more\n"},
		{"depth below 0", "perft -- -1", "", 2, "", "tessera: perft: depth \"-1\", want a whole number, 0 or more\n"},
		{"wrong from", "perft 1 --from 55u0|55u0", "", 2, "", "tessera: perft: --from: move 2 (player 2): 55u0: a square is occupied: (5,4)\n"},
		{"wrong jobs", "perft 1 --jobs 0", "", 2, "", "tessera: perft: --jobs 0, want 1 or more\n"},
		{"wrong first", "legal --first 3", "", 2, "", "tessera: legal: --first \"3\", want 1 or 2\n"},
		{"unknown player", "play --p1 x", "", 2, "", "tessera: play: --p1: player \"x\": no player is named \"x\", want one of "},
		{"unknown option", "play --p2 random:x=1", "", 2, "", "tessera: play: --p2: player \"random:x=1\": unknown option \"x\", want one of seed, pick\n"},
		{"wrong depth", "play --p1 minimax --depth 7", "", 2, "", "tessera: play: --depth 7, want 0..4\n"},
		{"negative depth", "play --depth -1", "", 2, "", "tessera: play: --depth -1, want 0..4\n"},
		{"no games", "referee --games 0", "", 2, "", "tessera: referee: --games 0, want 1 or more\n"},
		{"wrong first of play", "play --first both", "", 2, "", "tessera: play: --first \"both\", want 1 or 2\n"},
		{"wrong first of referee", "referee --first both", "", 2, "", "tessera: referee: --first \"both\", want 1, 2 or alternate\n"},
		{"seed not a number", "play --seed x", "", 2, "", "tessera: play: --seed \"x\", want a whole number, 0..18446744073709551615\n"},
		{"seed too large", "play --seed 18446744073709551616", "", 2, "", "tessera: play: --seed \"18446744073709551616\", want a whole number, 0..18446744073709551615\n"},
		{"games not a number", "referee --games x", "", 2, "", "tessera: referee: --games \"x\", want a whole number, 1 or more\n"},
		{"games not whole", "referee --games 1.5", "", 2, "", "tessera: referee: --games \"1.5\", want a whole number, 1 or more\n"},
		{"games too many", "referee --games 99999999999999999999", "", 2, "", "tessera: referee: --games 99999999999999999999, want 1 or more\n"},
		{"depth not a number", "sim --depth x", "", 2, "", "tessera: sim: --depth \"x\", want a whole number, 1..4\n"},
		{"clock not a number", "bitstream --clock x", "", 2, "", "tessera: bitstream: --clock \"x\", want a number\n"},
		{"time not a time", "referee --timeout 5", "", 2, "", "tessera: referee: --timeout \"5\", want a time such as 500ms or 2s\n"},
		{"unknown search", "train --search deep", "", 2, "", "tessera: train: --search \"deep\", want tree or flat\n"},
		{"no games to fit to", "train --file main.go", "", 2, "", "tessera: train: --file: training: main.go:1: "},
		{"no path", "referee --p1 serial:", "", 2, "", "tessera: referee: --p1: wire: no serial port, want a path such as /dev/ttyUSB0\n"},
		{"board of another family", "bitstream --board hx8k --config tree", "", 2, "", "tessera: fpga: configuration tree is for [ecp5], and board hx8k has ice40\n"},
		{"too many boxes", "solve 99x99", "", 2, "", "tessera: solve: dotsboxes: 99x99 boxes have more than 64 edges, want a board such as 5x5\n"},
		{"switch not a switch", "play --quiet=x", "", 2, "", "tessera: play: --quiet \"x\", want true or false\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := strings.Fields(c.args)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "|", " ")
			}
			code, stdout, stderr := tessera(t, c.stdin, args...)
			assert.Equal(t, c.code, code)
			if diff := cmp.Diff(c.stdout, stdout); diff != "" {
				t.Errorf("stdout: -want +got\n%s", diff)
			}
			if strings.HasSuffix(c.stderr, "\n") || c.stderr == "" {
				if diff := cmp.Diff(c.stderr, stderr); diff != "" {
					t.Errorf("stderr: -want +got\n%s", diff)
				}
			} else {
				assert.Contains(t, stderr, c.stderr)
				assert.Equal(t, 1, strings.Count(stderr, "\n"), "want one line: %s", stderr)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		nil, {"--help"}, {"help"}, {"help", "help"}, {"perft", "--help"}, {"legal", "--help"}, {"replay", "--help"}, {"play", "--help"}, {"help", "play"},
	} {
		code, stdout, stderr := tessera(t, "", args...)
		assert.Zero(t, code, "%q", args)
		assert.Empty(t, stderr, "%q", args)
		assert.Contains(t, stdout, "Examples:\n", "%q", args)
		assert.Contains(t, stdout, "Usage:\n", "%q", args)
	}
}

// TestDivide checks that the counts of the first moves add up.
func TestDivide(t *testing.T) {
	t.Parallel()
	code, stdout, _ := tessera(t, "", "perft", "2", "--divide", "--from", "55u0 aau0")
	require.Zero(t, code)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	sum, want := 0, 0
	for _, line := range lines[:len(lines)-1] {
		var move string
		var n int
		_, err := fmt.Sscan(line, &move, &n)
		require.NoError(t, err, line)
		sum += n
	}
	_, err := fmt.Sscan(lines[len(lines)-1], &want)
	require.NoError(t, err)
	assert.Equal(t, want, sum)

	p, err := duo.ParseGame(duo.Player1, "55u0 aau0")
	require.NoError(t, err)
	assert.Equal(t, duo.Perft(&p, 2), uint64(want))
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
		code, stdout, stderr := tessera(t, strings.Join(games, "\n")+"\n", "legal")
		require.Zero(t, code, stderr)
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

// TestPlayRepeats plays a game with the same flags twice.
func TestPlayRepeats(t *testing.T) {
	t.Parallel()
	args := strings.Fields("play --p1 minimax --p2 random:pick=largest --depth 1 --first 2 --seed 5")
	code, once, stderr := tessera(t, "", args...)
	require.Zero(t, code, stderr)
	_, twice, _ := tessera(t, "", args...)
	if diff := cmp.Diff(once, twice); diff != "" {
		t.Errorf("-first +second run\n%s", diff)
	}
	assert.True(t, strings.HasPrefix(once, "1. player 2 random "), once)

	code, quiet, _ := tessera(t, "", append(args, "--quiet")...)
	require.Zero(t, code)
	assert.Regexp(t, `^player 1 minimax -?\d+, player 2 random -?\d+: (player [12] wins|draw)\n$`, quiet)
	assert.True(t, strings.HasSuffix(once, "\n"+quiet), once)

	_, other, _ := tessera(t, "", append(args, "--quiet", "--opening", "4", "--seed", "6")...)
	assert.NotEqual(t, quiet, other)
}

// TestPlayBoard plays against the machine with the board drawn.
func TestPlayBoard(t *testing.T) {
	t.Parallel()
	code, stdout, stderr := tessera(t, "55u0\nquit\n", "play", "--board", "--corners", "--p1", "human", "--p2", "minimax:depth=1")
	require.Zero(t, code, stderr)
	assert.Equal(t, 3, strings.Count(stdout, "  1 2 3 4 5 6 7 8 9 a b c d e\n"))
	assert.Contains(t, stdout, "\n4 . . + . X . + ")
	assert.NotContains(t, stdout, "\x1b", "escape sequences without a terminal")
}

// TestPlayPrepares shows that the chip is built before a person is asked for the first move.
func TestPlayPrepares(t *testing.T) {
	t.Parallel()
	code, stdout, stderr := tessera(t, "quit\n", "play", "--p1", "human", "--p2", "chip-minimax")
	require.Zero(t, code, stderr)
	assert.Equal(t, "chip-minimax: building and starting the simulated chip (the first time takes a while)\n", stderr)
	assert.Equal(t, begins+"player 1, your move (or help): ", stdout)
}

// TestStreams shows that each answer comes before the next question is put.
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
			assert.Less(t, time.Since(begin), time.Minute)
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

func TestVersion(t *testing.T) {
	t.Parallel()
	code, stdout, _ := tessera(t, "", "--version")
	assert.Zero(t, code)
	assert.Regexp(t, `^tessera version \S.*go1\.\d+.*\n$`, stdout)
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		code, stdout, stderr := tessera(t, "", "completion", shell)
		assert.Zero(t, code, stderr)
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

// TestRepeatedGames shows the warning when the referee's games are one game, or two.
func TestRepeatedGames(t *testing.T) {
	t.Parallel()
	const warning = "referee: warning: neither player plays at random, so these are %s, repeated: match has openings, which make them differ\n"
	for args, want := range map[string]string{
		"--games 2":                   fmt.Sprintf(warning, "one game"),
		"--games 3 --first alternate": fmt.Sprintf(warning, "two games"),
		"--games 2 --first alternate": "",
		"--games 1":                   "",
	} {
		code, stdout, stderr := tessera(t, "", strings.Fields("referee --quiet --p1 minimax:depth=1 --p2 minimax:depth=1 "+args)...)
		assert.Zero(t, code, args)
		assert.Equal(t, want, stderr, args)
		if args == "--games 2" {
			lines := strings.SplitAfter(stdout, "\n")
			assert.Equal(t, lines[:2], lines[2:4])
		}
	}
	for _, args := range []string{"--p1 random --p2 minimax:depth=1", "--p1 minimax:depth=1 --p2 random"} {
		_, _, stderr := tessera(t, "", append(strings.Fields("referee --games 2 -q"), strings.Fields(args)...)...)
		assert.Empty(t, stderr, args)
	}
}

// TestMain makes the test program the program itself, if a test asks for that: signals and
// files such as /dev/full need a process.
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

// TestFullDisk writes to a device that is full.
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

// TestNullIsNoTerminal shows that what is written to /dev/null is not drawn as for a person.
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

// TestSignals ends the program while it builds a model: the compilers must end with it, and
// nothing of the build may be left.
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
			assert.Eventually(t, func() bool { return len(childrenIn(t, clone)) == 0 }, 5*time.Second, 10*time.Millisecond,
				"compilers still run in %s", clone)
		})
	}
}

// childrenIn returns the processes, other than the program, that work in a folder's builds.
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
