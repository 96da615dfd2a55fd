// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/term"
)

// TestTerminal ends play at a terminal in every possible way and checks that the terminal's mode is
// restored.
func TestTerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, keys string
		code       int
		want       string
	}{
		{"quit", "lsit\x1b[D\x1b[D\x1b[D\x7f\x1b[C\x1b[Cil\x05\x15quit\r", exitOK, ""},
		{"Ctrl-D", "\x04", exitOK, ""},
		{"Ctrl-C", "\x03", exitInterrupted, "(or help): ^C\r\ntessera: interrupted"},
		{"Ctrl-C in a line", "e2\x03\x03", exitInterrupted, "(or help): e2^C\r\nthe line is dropped; to leave, press Ctrl-C again or type\r\nquit\r\n"},
		{"a move from the history", "show\r1h\x1b[H\x1b[Ce\x05\x15e2\rlevel 2\r\x1b[A\x1b[A\x15resign\rquit\r", exitOK, "player 2 plays at level 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			master, slave, err := pty.Open()
			require.NoError(t, err)
			defer master.Close()
			require.NoError(t, pty.Setsize(slave, &pty.Winsize{Rows: 30, Cols: 60}))
			before, err := term.GetState(int(slave.Fd()))
			require.NoError(t, err)
			seen := make(chan string)
			asked := make(chan bool)
			wait := asked
			go func() {
				var text strings.Builder
				buffer := make([]byte, 1024)
				for {
					n, err := master.Read(buffer)
					if err != nil {
						break
					}
					text.Write(buffer[:n])
					if asked != nil && strings.Contains(text.String(), "(or help): ") {
						close(asked)
						asked = nil
					}
				}
				seen <- text.String()
			}()
			go func() {
				<-wait
				_, _ = io.WriteString(master, c.keys)
			}()
			code := run(context.Background(), []string{"play", "--game", "quoridor", "--p1", "human", "--p2", "tree:leaves=20"}, slave, slave, slave)
			after, err := term.GetState(int(slave.Fd()))
			require.NoError(t, err)
			require.NoError(t, slave.Close())
			text := <-seen
			assert.Equal(t, c.code, code, text)
			assert.Equal(t, before, after)
			assert.Contains(t, text, c.want)
			assert.True(t, strings.HasPrefix(text, "Quoridor: write a move as the square to step to, such as e2,\r\n"), "%q", text)
		})
	}
}
