// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package progress

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBar draws a line on a terminal and takes it off again.
func TestBar(t *testing.T) {
	t.Parallel()
	master, slave, err := pty.Open()
	require.NoError(t, err)
	defer master.Close()
	drawn := make(chan string)
	go func() {
		text, _ := io.ReadAll(master) // until the terminal is closed, which is an error
		drawn <- string(text)
	}()
	done := Announce(slave, "building")
	time.Sleep(time.Second) // some turns of the spinner
	done()
	bar := Start(slave, "counting")
	for i := range 4 {
		bar.Set(i+1, 4)
		bar.Say("counting on")
		time.Sleep(70 * time.Millisecond)
	}
	bar.Done()
	require.NoError(t, slave.Close())
	text := <-drawn
	assert.GreaterOrEqual(t, strings.Count(text, "building"), 2, "%q", text)
	assert.Contains(t, text, "counting")
	assert.Contains(t, text, "counting on")
	assert.Contains(t, text, "/4")
	assert.NotContains(t, text, "\n")
	assert.True(t, strings.HasSuffix(text, "\x1b[2K\r"), "the line is taken off: %q", text)
}

// TestNarrow draws lines on a terminal that is too narrow for them: each is cut to one line.
func TestNarrow(t *testing.T) {
	t.Parallel()
	const columns = 30
	master, slave, err := pty.Open()
	require.NoError(t, err)
	defer master.Close()
	require.NoError(t, pty.Setsize(slave, &pty.Winsize{Rows: 20, Cols: columns}))
	assert.Equal(t, columns, Width(slave))
	drawn := make(chan string)
	go func() {
		text, _ := io.ReadAll(master)
		drawn <- string(text)
	}()
	const what = "building a model of the tree core with Verilator"
	bar := Start(slave, what)
	time.Sleep(time.Second)
	for i := range 3 {
		bar.Set(i+1, 4)
		time.Sleep(70 * time.Millisecond)
	}
	bar.Print(slave, "a line of text that is longer than the terminal is wide stays whole")
	bar.Done()
	require.NoError(t, slave.Close())
	text := <-drawn
	assert.Contains(t, text, "building a model")
	assert.Contains(t, text, "the terminal is wide stays whole\r\n")
	escapes := regexp.MustCompile(`\x1b\[[0-9;]*[a-zA-Z]`)
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\r' || r == '\n' }) {
		line = escapes.ReplaceAllString(line, "")
		if strings.Contains(line, "building") {
			assert.Less(t, utf8.RuneCountInString(line), columns, "%q", line)
			assert.NotContains(t, line, "Verilator")
		}
	}
	assert.Zero(t, Width(new(bytes.Buffer)))
}

// TestPrint writes text above a line, on a terminal or elsewhere.
func TestPrint(t *testing.T) {
	t.Parallel()
	master, slave, err := pty.Open()
	require.NoError(t, err)
	defer master.Close()
	drawn := make(chan string)
	go func() {
		text, _ := io.ReadAll(master)
		drawn <- string(text)
	}()
	bar := Spin(slave, "working")
	bar.Print(slave, "a thing to know")
	bar.Done()
	require.NoError(t, slave.Close())
	text := <-drawn
	before, after, ok := strings.Cut(text, "\x1b[2K\ra thing to know\r\n")
	assert.True(t, ok, "%q", text)
	assert.Contains(t, before, "working")
	assert.Contains(t, after, "working")

	var out bytes.Buffer
	(*Bar)(nil).Print(&out, "a thing to know")
	assert.Equal(t, "a thing to know\n", out.String())
}

func TestNoTerminal(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	Announce(&out, "building")()
	assert.Equal(t, "building\n", out.String())
	bar := Start(&out, "counting")
	bar.Set(1, 2)
	bar.Say("counting on")
	bar.Done()
	assert.Equal(t, "building\n", out.String())
}

// TestDumbTerminal writes plain lines to a terminal that can erase none.
func TestDumbTerminal(t *testing.T) {
	t.Setenv("TERM", "dumb")
	master, slave, err := pty.Open()
	require.NoError(t, err)
	defer master.Close()
	drawn := make(chan string)
	go func() {
		text, _ := io.ReadAll(master)
		drawn <- string(text)
	}()
	bar := Start(slave, "counting")
	bar.plain.every = 0
	bar.Set(1, 2)
	bar.plain.every = time.Hour
	bar.Set(2, 2)
	bar.Print(slave, "a thing to know")
	bar.Done()
	require.NoError(t, slave.Close())
	assert.Equal(t, "counting\r\ncounting (1/2)\r\na thing to know\r\n", <-drawn)
}
