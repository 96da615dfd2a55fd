package progress

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

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
	time.Sleep(300 * time.Millisecond) // some turns of the spinner
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
