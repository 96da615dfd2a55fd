// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build !js

package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
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

// CanErase reports whether the stream is a terminal that can erase a line. A dumb one, such as a
// shell in an editor, cannot.
func CanErase(stream any) bool { return IsTerminal(stream) && os.Getenv("TERM") != "dumb" }

// Width returns the columns of a stream's terminal; 0 if the stream is no terminal.
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

// File returns the file that a stream is or wraps (by a method Unwrap); nil if there is no file.
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

// Bar is a line that shows an activity and its progress. On a terminal that cannot erase a line it
// is a plain line now and then. A nil Bar shows nothing.
type Bar struct {
	bar   *progressbar.ProgressBar // nil: plain lines
	plain *plainBar
}

// plainTime is the time from one plain line to the next.
const plainTime = 10 * time.Second

// plainBar writes the progress as plain lines.
type plainBar struct {
	io.Writer
	every time.Duration

	mu       sync.Mutex // guards the rest
	what     string
	done, of int
	latest   time.Time
}

func (p *plainBar) change(by func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	by()
	if time.Since(p.latest) < p.every {
		return
	}
	p.latest = time.Now()
	text := p.what
	if p.of > 0 {
		text += fmt.Sprintf(" (%d/%d)", p.done, p.of)
	}
	fmt.Fprintln(p, text)
}

// Start begins a line, with a spinner and the elapsed time until the first call of Set.
func Start(w io.Writer, what string) *Bar { return start(w, what, progressbar.OptionShowCount()) }

// Spin begins a line for an activity of unknown length. Set has no effect on it.
func Spin(w io.Writer, what string) *Bar { return start(w, what) }

func start(w io.Writer, what string, more ...progressbar.Option) *Bar {
	switch {
	case !IsTerminal(w):
		return nil
	case !CanErase(w):
		b := &Bar{plain: &plainBar{Writer: w, every: plainTime}}
		b.Say(what)
		return b
	}
	b := progressbar.NewOptions(-1, append(more,
		progressbar.OptionSetWriter(&cutter{Writer: w}),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionThrottle(65*time.Millisecond),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionClearOnFinish())...)
	_ = b.RenderBlank()
	return &Bar{bar: b}
}

// cutter writes to a terminal and cuts lines at its width: the bar could not erase a line that
// wraps.
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

// Set moves the bar to done of a total. Several goroutines may call it.
func (b *Bar) Set(done, of int) {
	if b == nil {
		return
	}
	if b.plain != nil {
		b.plain.change(func() { b.plain.done, b.plain.of = done, of })
		return
	}
	if b.bar.GetMax() != of {
		b.bar.ChangeMax(of)
	}
	// The last step is left to Done, which erases the line.
	_ = b.bar.Set(min(done, of-1))
}

// Say changes the line's text. Several goroutines may call it.
func (b *Bar) Say(what string) {
	switch {
	case b == nil:
	case b.plain != nil:
		b.plain.change(func() { b.plain.what = what })
	default:
		b.bar.Describe(what)
	}
}

// Print writes a line of text above the line. Several goroutines may call it.
func (b *Bar) Print(w io.Writer, text string) {
	if b != nil && b.bar != nil {
		_ = b.bar.Clear()
		defer func() { _ = b.bar.RenderBlank() }()
	}
	fmt.Fprintln(w, text)
}

// Done erases the line.
func (b *Bar) Done() {
	if b != nil && b.bar != nil {
		_ = b.bar.Finish()
	}
}
