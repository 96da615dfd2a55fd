// Package progress shows on a terminal that work takes time, and how far it is. On a stream that is
// no terminal it shows nothing.
package progress

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// IsTerminal reports whether the stream is a terminal. A stream that wraps another one names
// it by a method Unwrap.
func IsTerminal(stream any) bool {
	for {
		if f, ok := stream.(*os.File); ok {
			return term.IsTerminal(int(f.Fd()))
		}
		w, ok := stream.(interface{ Unwrap() io.Writer })
		if !ok {
			return false
		}
		stream = w.Unwrap()
	}
}

// Bar is a line that says what is going on and how far it is. A nil Bar shows nothing.
type Bar struct{ bar *progressbar.ProgressBar }

// Start begins a line, with a spinner and the time gone by until Set says more.
func Start(w io.Writer, what string) *Bar { return start(w, what, progressbar.OptionShowCount()) }

// Spin begins a line for something of which nobody knows how long it goes on. It has no use for Set.
func Spin(w io.Writer, what string) *Bar { return start(w, what) }

func start(w io.Writer, what string, more ...progressbar.Option) *Bar {
	if !IsTerminal(w) {
		return nil
	}
	b := progressbar.NewOptions(-1, append(more,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionThrottle(65*time.Millisecond),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionClearOnFinish())...)
	_ = b.RenderBlank()
	return &Bar{b}
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

// Say changes what the line says is going on. Several goroutines may call it.
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

// Announce says what takes time until done is called: on a terminal with a spinner,
// elsewhere in a line.
func Announce(log io.Writer, what string) (done func()) {
	if !IsTerminal(log) {
		fmt.Fprintln(log, what)
	}
	return Start(log, what).Done
}
