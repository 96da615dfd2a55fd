// Package progress shows on a terminal that work takes time, and how far it is. On a stream that is
// no terminal it shows nothing.
package progress

import (
	"fmt"
	"io"
	"os"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// IsTerminal reports whether the stream is a terminal. A stream that wraps another one names
// it by a method Unwrap.
func IsTerminal(stream any) bool {
	f := File(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// Width returns the columns of the terminal that the stream is; 0 if it is none.
func Width(stream any) int {
	f := File(stream)
	if f == nil {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// File returns the file that the stream is, or wraps by a method Unwrap; nil if there is none.
func File(stream any) *os.File {
	for {
		if f, ok := stream.(*os.File); ok {
			return f
		}
		w, ok := stream.(interface{ Unwrap() io.Writer })
		if !ok {
			return nil
		}
		stream = w.Unwrap()
	}
}

// Bar is a line that shows an activity and its progress. A nil Bar shows nothing.
type Bar struct{ bar *progressbar.ProgressBar }

// Start begins a line, with a spinner and the time gone by until Set says more.
func Start(w io.Writer, what string) *Bar { return start(w, what, progressbar.OptionShowCount()) }

// Spin begins a line for an activity of unknown length. Set has no effect on it.
func Spin(w io.Writer, what string) *Bar { return start(w, what) }

func start(w io.Writer, what string, more ...progressbar.Option) *Bar {
	if !IsTerminal(w) {
		return nil
	}
	b := progressbar.NewOptions(-1, append(more,
		progressbar.OptionSetWriter(&cutter{Writer: w}),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionThrottle(65*time.Millisecond),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionClearOnFinish())...)
	_ = b.RenderBlank()
	return &Bar{b}
}

// cutter writes to a terminal and leaves out what its lines have no room for: a line that wraps
// could not be taken off again.
type cutter struct {
	io.Writer
	column int
	escape bool // an escape sequence is under way
}

func (c *cutter) Write(text []byte) (int, error) {
	room := Width(c.Writer) - 1 // some terminals wrap as soon as the last column is full
	if room < 0 {
		return c.Writer.Write(text)
	}
	kept := make([]byte, 0, len(text))
	for _, r := range string(text) {
		switch {
		case c.escape:
			c.escape = !unicode.IsLetter(r)
		case r == '\x1b':
			c.escape = true
		case r == '\r' || r == '\n':
			c.column = 0
		case c.column >= room:
			continue
		default:
			c.column++
		}
		kept = utf8.AppendRune(kept, r)
	}
	if _, err := c.Writer.Write(kept); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Set says how far it is. Several goroutines may call it.
func (b *Bar) Set(done, of int) {
	if b == nil {
		return
	}
	if b.bar.GetMax() != of {
		b.bar.ChangeMax(of)
	}
	// The last step is left to Done, which takes the line off.
	_ = b.bar.Set(min(done, of-1))
}

// Say changes the line's text. Several goroutines may call it.
func (b *Bar) Say(what string) {
	if b != nil {
		b.bar.Describe(what)
	}
}

// Print writes a line of text above the line. Several goroutines may call it.
func (b *Bar) Print(w io.Writer, text string) {
	if b != nil {
		_ = b.bar.Clear()
		defer func() { _ = b.bar.RenderBlank() }()
	}
	fmt.Fprintln(w, text)
}

// Done takes the line off the terminal.
func (b *Bar) Done() {
	if b != nil {
		_ = b.bar.Finish()
	}
}

// Announce shows a slow activity until done is called: with a spinner on a terminal, with a line
// elsewhere.
func Announce(log io.Writer, what string) (done func()) {
	if !IsTerminal(log) {
		fmt.Fprintln(log, what)
	}
	return Start(log, what).Done
}
