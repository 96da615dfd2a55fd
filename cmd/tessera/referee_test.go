package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
)

func TestRefereeErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"referee --p1 nobody", 2, `tessera: referee: --p1: player "nobody": no player is named "nobody", want one of `},
		{"referee --p1 minimax:depth=9", 2, `tessera: referee: --p1: player "minimax:depth=9": option depth="9", want 1..4`},
		{"referee --p1 minimax --p2 tcp:x", 2, `tessera: referee: --p2: port "x", want 0..65535`},
		{"referee --p1 tcp:0 --listen 1.2.3", 2, `tessera: referee: --p1: --listen "1.2.3": `},
		{"referee --p1 sim:depth=2", 2, `tessera: referee: --p1: player "sim:depth=2", want sim without options; see --config, --team, --move-ms, --depth, --ponder`},
		{"referee --p1 serial:/dev/none", 2, "tessera: referee: --p1: wire: /dev/none: "},
		{"referee --first 3", 2, `tessera: referee: --first "3", want 1, 2 or alternate`},
		{"referee -r --first 1", 2, "tessera: referee: --reverse and --first, want one of them"},
		{"tiles x", 2, `tessera: tiles: "x", want one letter a..u`},
		{"bitstream --board hx8k --team é", 2, `tessera: bitstream: --team "é", want two printable ASCII characters`},
		{"bitstream --board hx8k --config loopback --team AB", 2, "tessera: bitstream: --team: configuration loopback names no team"},
		{"flash --board hx8k --file /nope", 2, "tessera: flash: --file /nope is no file"},
		{"referee --games 0", 2, "tessera: referee: --games 0, want 1 or more"},
		{"referee --timeout 0s", 2, "tessera: referee: --timeout 0s, want more than 0s"},
		{"referee --start-timeout -1s", 2, "tessera: referee: --start-timeout -1s, want 0s or more"},
		{"referee --team ABC", 2, `tessera: referee: --team "ABC", want two printable ASCII characters`},
		{"referee x", 2, `tessera: referee: unexpected argument "x", want none`},
		{"board", 2, "tessera: board: want either --pty or --tcp host:port"},
		{"board --pty --tcp localhost:10000", 2, "tessera: board: want either --pty or --tcp host:port"},
		{"board --tcp 10000", 2, `tessera: board: --tcp "10000", want host:port`},
		{"board --pty --depth 5", 2, "tessera: board: --depth 5, want 1..4"},
		{"board --pty --config lane", 2, `tessera: board: --config: config: unknown configuration "lane", want one of minimax, montecarlo, tree, processor, service`},
		{"board --pty --config service --team AB", 2, "tessera: board: --team, but --config service plays no games of the contest"},
		{"referee --config service", 2, `tessera: referee: --config: config: unknown configuration "service", want one of minimax, montecarlo, tree, processor`},
		{"board --pty --config montecarlo --ponder", 2, "tessera: board: --ponder, but --config montecarlo does not think on the rival's time"},
		{"bitstream --board hx8k --ponder", 2, "tessera: bitstream: --ponder, but --config processor does not think on the rival's time"},
		{"board --pty --config montecarlo --depth 2", 2, "tessera: board: --depth 2, but the core of --config montecarlo has no depth"},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, _, stderr := tessera(t, "", strings.Fields(c.args)...)
			assert.Equal(t, c.code, code)
			assert.Contains(t, stderr, c.want)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), "one line: %q", stderr)
		})
	}
}

func TestRefereePlayers(t *testing.T) {
	t.Parallel()
	code, out, stderr := tessera(t, "", "referee", "--p1", "minimax:depth=1", "--p2", "random", "--games", "2", "--first", "alternate", "-q")
	require.Equal(t, 0, code, stderr)
	lines := strings.Split(out, "\n")
	require.Len(t, lines, 5)
	assert.Equal(t, ">> minimax * vs random", lines[0])
	assert.Regexp(t, `^\*\* Tiles: \d+ / \d+, Score: -\d+ / -\d+\. Player 1 won the game!$`, lines[1])
	assert.Equal(t, ">> minimax vs random *", lines[2])

	// A person's illegal move loses, a malformed one is asked for again.
	code, out, stderr = tessera(t, "55v0\n55u0\n", "referee", "--p1", "human", "--p2", "minimax:depth=1", "-r")
	require.Equal(t, 1, code)
	assert.Contains(t, out, ">> human vs minimax *\n1. player 2 ")
	assert.Contains(t, out, "2. player 1 55u0\n")
	assert.Contains(t, stderr, "tessera: referee: player 1 (human): move 4: the player leaves")
}

// background runs the program until the test ends, and returns its output and a function that ends
// it.
func background(t *testing.T, args ...string) (stdout *bufio.Reader, end func() string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	var stderr bytes.Buffer
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(ctx, args, strings.NewReader(""), w, &stderr)
		w.Close()
	}()
	return bufio.NewReader(r), func() string {
		cancel()
		r.Close()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Error("the program does not end")
		}
		return stderr.String()
	}
}

// TestBoardAtTerminal lets the referee play a simulated board at a pseudo-terminal.
func TestBoardAtTerminal(t *testing.T) {
	t.Parallel()
	out, end := background(t, "board", "--pty", "--move-ms", "25")
	path, err := out.ReadString('\n')
	require.NoError(t, err, end)
	code, stdout, stderr := tessera(t, "", "referee", "--p1", "serial:"+strings.TrimSpace(path), "--p2", "random",
		"--timeout", "10s", "--games", "2", "--first", "alternate", "-q")
	assert.Equal(t, 0, code, stderr)
	assert.Contains(t, stdout, ">> TS * vs random\n** Tiles: ")
	assert.Contains(t, stdout, ">> TS vs random *\n** Tiles: ")
	assert.Equal(t, 2, strings.Count(stdout, "Player 1 won the game!"), stdout)
	assert.Equal(t, boardNote+"\ntessera: interrupted\n", end())
}

// TestBoardAtTCP lets a simulated board connect to the referee.
func TestBoardAtTCP(t *testing.T) {
	t.Parallel()
	out, end := background(t, "referee", "--p1", "random", "--p2", "tcp:0", "--timeout", "10s", "--start-timeout", "0s") // the board is built first
	line, err := out.ReadString('\n')
	require.NoError(t, err)
	port := strings.TrimSuffix(strings.TrimPrefix(line, "Waiting on TCP port "), "...\n")
	board, endBoard := background(t, "board", "--tcp", "127.0.0.1:"+port, "--move-ms", "25")
	go io.Copy(io.Discard, board)
	all, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Contains(t, string(all), ">> random * vs TS\n1. player 1 ")
	assert.Contains(t, string(all), "Player 2 won the game!\n")
	assert.Empty(t, end())
	assert.NotContains(t, endBoard(), "line is dead")
}

func TestRefereeSim(t *testing.T) {
	t.Parallel()
	for _, config := range []string{"minimax", "montecarlo"} {
		t.Run(config, func(t *testing.T) {
			code, stdout, stderr := tessera(t, "", "referee", "--p1", "random", "--p2", "sim", "--config", config, "--move-ms", "25", "--timeout", "10s", "-r", "-q")
			require.Equal(t, 0, code, stderr)
			assert.Regexp(t, `^>> random vs TS \*\n\*\* Tiles: .*Player 2 won the game!\n$`, stdout)
		})
	}
}

// TestRefereeListens shows that only this machine can connect, and that the wait ends.
func TestRefereeListens(t *testing.T) {
	t.Parallel()
	out, end := background(t, "referee", "--p1", "tcp:0", "--p2", "random")
	line, err := out.ReadString('\n')
	require.NoError(t, err)
	port := strings.TrimSuffix(strings.TrimPrefix(line, "Waiting on TCP port "), "...\n")
	// The other addresses of this machine are refused: the same port there is free.
	elsewhere, err := net.Listen("tcp", "127.0.0.2:"+port)
	require.NoError(t, err)
	elsewhere.Close()
	_, err = net.Listen("tcp", "127.0.0.1:"+port)
	assert.ErrorIs(t, err, syscall.EADDRINUSE)
	end()

	out, end = background(t, "referee", "--p1", "tcp:0", "--p2", "random", "--listen", "0.0.0.0")
	line, err = out.ReadString('\n')
	require.NoError(t, err)
	port = strings.TrimSuffix(strings.TrimPrefix(line, "Waiting on TCP port "), "...\n")
	_, err = net.Listen("tcp", "127.0.0.2:"+port)
	assert.ErrorIs(t, err, syscall.EADDRINUSE)
	end()

	began := time.Now()
	code, _, stderr := tessera(t, "", "referee", "--p1", "tcp:0", "--p2", "random", "--start-timeout", "50ms")
	assert.Equal(t, 1, code)
	assert.Equal(t, "tessera: referee: --p1: no board has connected within 50ms\n", stderr)
	assert.Less(t, time.Since(began), 10*time.Second)
}

// TestRefereeTimeout has a board that says who it is and is silent then lose within its second: the longer time of a
// simulated processor is not for other boards.
func TestRefereeTimeout(t *testing.T) {
	t.Parallel()
	out, end := background(t, "referee", "--p1", "tcp:0", "--p2", "random", "--config", "processor", "-q")
	line, err := out.ReadString('\n')
	require.NoError(t, err)
	port := strings.TrimSuffix(strings.TrimPrefix(line, "Waiting on TCP port "), "...\n")
	board, err := net.Dial("tcp", "127.0.0.1:"+port)
	require.NoError(t, err)
	defer board.Close()
	began := time.Now()
	_, err = board.Write([]byte("1XY"))
	require.NoError(t, err)
	all, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Regexp(t, `Player 1 .*-10`, string(all))
	assert.Less(t, time.Since(began), 10*time.Second)
	assert.Empty(t, end())
}

// TestServiceBoard asks a simulated board for playouts over a pseudo-terminal, and compares
// the answer with golden's.
func TestServiceBoard(t *testing.T) {
	t.Parallel()
	out, end := background(t, "board", "--pty", "--config", "service")
	path, err := out.ReadString('\n')
	require.NoError(t, err, end)
	client, err := wire.OpenService(strings.TrimSpace(path), wire.Limits{Answer: time.Minute}) // a chip in simulation is slow
	require.NoError(t, err)
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	pos := duo.NewPosition(duo.Player1)
	load := client.Send(ctx, service.NewLoad(0, &pos))
	ask := service.Run{Policy: playout.Largest, First: 3, Seed: 1, Playouts: 4}
	run := client.Send(ctx, ask)
	_, err = load.Wait(ctx)
	require.NoError(t, err)
	got, err := run.Wait(ctx)
	require.NoError(t, err)
	assert.Equal(t, service.SumsOf(playout.NewRoot(&pos), ask), got.Sums)
	end()
}
