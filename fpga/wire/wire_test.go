// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire_test

import (
	"context"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/fpga/wire/wiretest"
)

// TestBoard asks a board for its name and for moves, between line ends and late answers.
func TestBoard(t *testing.T) {
	t.Parallel()
	for _, l := range wiretest.Kinds {
		t.Run(l.Name, func(t *testing.T) {
			line, far := l.Make(t)
			defer far.Close()
			defer line.Close()
			board := &wire.Board{Line: line, Timeout: 250 * time.Millisecond}
			heard := make(chan string, 1)
			go func() {
				for _, turn := range []struct {
					message int
					answer  string
				}{{1, "1\r\nZZ"}, {2, "\r\n5\n5u\r0\r\n"}, {5, "\n77"}, {1, ""}} {
					message := make([]byte, turn.message)
					if _, err := io.ReadFull(far, message); err != nil {
						break
					}
					heard <- string(message)
					io.WriteString(far, turn.answer)
				}
			}()
			team, err := board.Identify(t.Context())
			require.NoError(t, err)
			assert.Equal(t, "ZZ", team)
			assert.Equal(t, "0", <-heard)
			move, err := board.Move(t.Context(), "25")
			require.NoError(t, err)
			assert.Equal(t, "55u0", move)
			assert.Equal(t, "25", <-heard)
			_, err = board.Move(t.Context(), "4aau0") // half an answer counts as none
			assert.ErrorIs(t, err, wire.ErrTimeout)
			assert.Equal(t, "4aau0", <-heard)
			require.NoError(t, board.Over())
			assert.Equal(t, "9", <-heard)
		})
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	line := wire.NewLine(near)
	defer line.Close()
	board := &wire.Board{Line: line, Timeout: 10 * time.Millisecond, Start: 30 * time.Millisecond}
	go io.Copy(io.Discard, far)
	_, err := board.Identify(t.Context())
	assert.EqualError(t, err, "wire: the board has not said who it is within 30ms")
	board.Start = 0
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = board.Identify(ctx)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	far.Close()
	_, err = board.Move(t.Context(), "25")
	assert.ErrorContains(t, err, "wire: ")
	_, err = wire.OpenSerial("/dev/none")
	assert.ErrorContains(t, err, "wire: /dev/none: ")
}
