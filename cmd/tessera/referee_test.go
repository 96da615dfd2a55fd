// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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

// background runs the program until the test ends. The returned function ends it early.
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
		case <-time.After(2 * time.Minute):
			t.Error("the program does not end")
		}
		return stderr.String()
	}
}

// listening runs the referee in the background until it listens, and returns its port.
func listening(t *testing.T, args ...string) (port string, stdout *bufio.Reader, end func() string) {
	t.Helper()
	stdout, end = background(t, append([]string{"referee"}, args...)...)
	line, err := stdout.ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSuffix(strings.TrimPrefix(line, "Waiting on TCP port "), "...\n"), stdout, end
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
	port, out, end := listening(t, "--p1", "random", "--p2", "tcp:0", "--timeout", "10s", "--start-timeout", "0s") // building the board comes first
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
			stdout := succeeds(t, "", "referee", "--p1", "random", "--p2", "sim", "--config", config, "--move-ms", "25", "--timeout", "10s", "-r", "-q")
			assert.Regexp(t, `^>> random vs TS \*\n\*\* Tiles: .*Player 2 won the game!\n$`, stdout)
		})
	}
}

// TestRefereeListens shows that only this machine can connect, and that the wait ends.
func TestRefereeListens(t *testing.T) {
	t.Parallel()
	port, _, end := listening(t, "--p1", "tcp:0", "--p2", "random")
	// The other addresses of this machine are refused: the same port there is free.
	elsewhere, err := net.Listen("tcp", "127.0.0.2:"+port)
	require.NoError(t, err)
	elsewhere.Close()
	_, err = net.Listen("tcp", "127.0.0.1:"+port)
	assert.ErrorIs(t, err, syscall.EADDRINUSE)
	end()

	port, _, end = listening(t, "--p1", "tcp:0", "--p2", "random", "--listen", "0.0.0.0")
	_, err = net.Listen("tcp", "127.0.0.2:"+port)
	assert.ErrorIs(t, err, syscall.EADDRINUSE)
	end()

	began := time.Now()
	code, _, stderr := tessera(t, "", "referee", "--p1", "tcp:0", "--p2", "random", "--start-timeout", "50ms")
	assert.Equal(t, 1, code)
	assert.Equal(t, "tessera: referee: --p1: no board has connected within 50ms\n", stderr)
	assert.Less(t, time.Since(began), time.Minute)

	code, _, stderr = tessera(t, "", "referee", "--p1", "tcp:0", "--listen", "1.2.3")
	assert.Equal(t, exitBadInput, code)
	assert.Contains(t, stderr, `tessera: referee: --p1: --listen "1.2.3": `)
}

// TestRefereeTimeout: a board that identifies itself and then goes silent loses within its second.
// Only a simulated processor has a longer time.
func TestRefereeTimeout(t *testing.T) {
	t.Parallel()
	port, out, end := listening(t, "--p1", "tcp:0", "--p2", "random", "--config", "processor", "-q")
	board, err := net.Dial("tcp", "127.0.0.1:"+port)
	require.NoError(t, err)
	defer board.Close()
	began := time.Now()
	_, err = board.Write([]byte("1XY"))
	require.NoError(t, err)
	all, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Regexp(t, `Player 1 .*-10`, string(all))
	assert.Less(t, time.Since(began), time.Minute)
	assert.Empty(t, end())
}

// TestServiceBoard requests playouts from a simulated board over a pseudo-terminal, and compares
// them with golden's.
func TestServiceBoard(t *testing.T) {
	t.Parallel()
	out, end := background(t, "board", "--pty", "--config", "service")
	path, err := out.ReadString('\n')
	require.NoError(t, err, end)
	client, err := wire.OpenService(strings.TrimSpace(path), wire.Limits{Answer: 5 * time.Minute}) // a simulated chip is slow
	require.NoError(t, err)
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
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
