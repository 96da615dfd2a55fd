// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package prompt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/term"
)

// screen is a terminal with its output and a person's keys.
type screen struct {
	t             *testing.T
	master, slave *os.File
	seen          chan string
	rest          string
}

func newScreen(t *testing.T, columns uint16) *screen {
	t.Helper()
	master, slave, err := pty.Open()
	require.NoError(t, err)
	require.NoError(t, pty.Setsize(slave, &pty.Winsize{Rows: 20, Cols: columns}))
	s := &screen{t: t, master: master, slave: slave, seen: make(chan string, 1000)}
	go func() {
		defer close(s.seen)
		for {
			buffer := make([]byte, 1024)
			n, err := master.Read(buffer)
			if err != nil {
				return
			}
			s.seen <- string(buffer[:n])
		}
	}()
	t.Cleanup(func() {
		slave.Close()
		master.Close()
	})
	return s
}

// until waits for a text, and returns the output before it.
func (s *screen) until(text string) string {
	s.t.Helper()
	deadline := time.After(time.Minute)
	for {
		if before, after, ok := strings.Cut(s.rest, text); ok {
			s.rest = after
			return before
		}
		select {
		case more := <-s.seen:
			s.rest += more
		case <-deadline:
			require.Fail(s.t, "the text does not come", "%q in %q", text, s.rest)
		}
	}
}

func (s *screen) keys(text string) {
	s.t.Helper()
	_, err := io.WriteString(s.master, text)
	require.NoError(s.t, err)
}

// state returns the settings of the terminal.
func (s *screen) state() *term.State {
	s.t.Helper()
	state, err := term.GetState(int(s.slave.Fd()))
	require.NoError(s.t, err)
	return state
}

// The keys.
const (
	up, down, right, left = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
	home, end             = "\x1b[H", "\x1b[F"
	backspace             = "\x7f"
)

// TestEditor types lines with all the keys, one after another, and compares the lines read.
func TestEditor(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "first.json"), nil, 0o666))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "games"), 0o777))
	s := newScreen(t, 60)
	before := s.state()
	lines := Lines(s.slave, s.slave)
	require.IsType(t, &editor{}, lines)
	for i, c := range []struct{ keys, want string }{
		{"show\r", "show"},
		{"hitn" + backspace + backspace + "nt\r", "hint"},
		{"ow" + left + left + "sh" + end + "\r", "show"},
		{"ist" + home + "l" + right + "\r", "list"},
		{up + "\r", "list"},
		{up + up + "\r", "show"},
		{up + up + up + down + "\r", "list"},
		{"hel" + up + down + "p\r", "help"},
		{"\r", ""},
		{up + "\r", "help"}, // not the empty line
		{"un\t\r", "undo "},
		{"h\ti\t\r", "hint "}, // help or hint
		{"xyz\t\r", "xyz"},
		{"save a\tb\r", "save ab"},
		{"load " + folder + "/f\t\r", "load " + folder + "/first.json "},
		{"load " + folder + "/ga\tx\r", "load " + folder + "/games/x"},
		{"\x15" + strings.Repeat("x", 150) + "\x15show\r", "show"}, // longer than the terminal is wide; Ctrl-U
	} {
		assert.Equal(t, before, s.state(), "raw only while a line is read")
		question := fmt.Sprintf("move %d: ", i)
		answer := make(chan string)
		go func() {
			line, err := lines.(asker).Ask(t.Context(), question, completions)
			assert.NoError(t, err)
			answer <- line
		}()
		s.until(question)
		assert.NotEqual(t, before, s.state())
		s.keys(c.keys)
		assert.Equal(t, c.want, <-answer, "%q", c.keys)
	}
	assert.Equal(t, before, s.state())
}

// TestEditorShowsChoices shows the candidates for an ambiguous word.
func TestEditorShowsChoices(t *testing.T) {
	t.Parallel()
	s := newScreen(t, 60)
	lines := Lines(s.slave, s.slave)
	go func() { _, _ = lines.(asker).Ask(t.Context(), "> ", completions) }()
	s.until("> ")
	s.keys("l\t")
	s.until("list level load")
	s.keys("\x15\r")
	s.until("\r\n")
}

// TestEditorAhead keeps lines typed before the prompt.
func TestEditorAhead(t *testing.T) {
	t.Parallel()
	s := newScreen(t, 60)
	lines := Lines(s.slave, s.slave)
	answers := make(chan string)
	go func() {
		for range 3 {
			line, err := lines.Next(t.Context())
			if err != nil {
				line = err.Error()
			}
			answers <- line
		}
	}()
	time.Sleep(100 * time.Millisecond)
	s.keys("one\rtwo\r\x03three\r")
	assert.Equal(t, "one", <-answers)
	assert.Equal(t, "two", <-answers)
	assert.Equal(t, ErrInterrupt.Error(), <-answers)
}

// TestEditorDropsLine presses Ctrl-C on a line with text: the text is gone, and the screen says how
// to leave.
func TestEditorDropsLine(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"sho", "sho" + left + left, "sho\x1b[", up} {
		s := newScreen(t, 80)
		lines := Lines(s.slave, s.slave)
		answers := make(chan string)
		read := func() {
			line, err := lines.(asker).Ask(t.Context(), "> ", completions)
			assert.NoError(t, err)
			answers <- line
		}
		go read()
		s.until("> ")
		s.keys("list\r")
		require.Equal(t, "list", <-answers)
		go read()
		s.until("> ")
		s.keys(keys + "\x03")
		s.until("^C")
		s.until("the line is dropped; to leave, press Ctrl-C again or type quit\r\n> ")
		s.keys("hint\r")
		assert.Equal(t, "hint", <-answers, "%q", keys)
		go read()
		s.keys(up + up + "\r")
		assert.Equal(t, "list", <-answers, "a dropped line is not in the history")
	}
}

// TestEditorEnds ends a line in every way other than return: the terminal is restored.
func TestEditorEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, keys string
		want       error
	}{
		{"Ctrl-C", "\x03", ErrInterrupt},
		{"Ctrl-C after an erased line", "sh" + backspace + backspace + "\x03", ErrInterrupt},
		{"Ctrl-C in a line", "sho\x03\x03", ErrInterrupt},
		{"Ctrl-C in an escape sequence", "\x1b[\x03", ErrInterrupt},
		{"Ctrl-D", "\x04", io.EOF},
		{"signal", "", context.Canceled},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newScreen(t, 60)
			before := s.state()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			lines := Lines(s.slave, s.slave)
			failed := make(chan error)
			go func() {
				_, err := lines.(asker).Ask(ctx, "> ", nil)
				failed <- err
			}()
			s.until("> ")
			if c.keys == "" {
				cancel()
			}
			s.keys(c.keys)
			err := <-failed
			assert.True(t, errors.Is(err, c.want), "%v", err)
			assert.Equal(t, before, s.state())
		})
	}
}

// TestLinesWithoutTerminal reads lines unchanged.
func TestLinesWithoutTerminal(t *testing.T) {
	t.Parallel()
	lines := Lines(strings.NewReader("a\tb\x03\nc"), io.Discard)
	line, err := lines.Next(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "a\tb\x03", line)
	assert.NotImplements(t, (*asker)(nil), lines)
}
