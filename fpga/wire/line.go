// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/tessera-fpga/tessera/golden/contest"
)

// Line is a line to a board: a serial port, a pseudo-terminal or a connection. Only one goroutine
// may use it.
type Line struct {
	rw     io.ReadWriteCloser
	chunks chan []byte
	done   chan struct{}
	rest   []byte // bytes received and not yet read
	err    error  // reason for the end of input; valid when chunks is closed
}

// ErrTimeout means that an answer did not come in time.
var ErrTimeout = errors.New("no answer in time")

// NewLine takes a line over. It reads in the background until Close.
func NewLine(rw io.ReadWriteCloser) *Line {
	l := &Line{rw: rw, chunks: make(chan []byte, 16), done: make(chan struct{})}
	go l.receive()
	return l
}

func (l *Line) receive() {
	defer close(l.chunks)
	for {
		buf := make([]byte, 256)
		n, err := l.rw.Read(buf)
		if n > 0 {
			select {
			case l.chunks <- buf[:n]:
			case <-l.done:
				return
			}
		}
		if err != nil {
			l.err = err
			return
		}
		select {
		case <-l.done: // a port without input for a while ends here
			return
		default:
		}
	}
}

// Close closes the line.
func (l *Line) Close() error {
	close(l.done)
	return l.rw.Close()
}

// Write writes a message.
func (l *Line) Write(message string) error {
	if _, err := io.WriteString(l.rw, message); err != nil {
		return fmt.Errorf("wire: write %q: %w", message, err)
	}
	return nil
}

// Read returns the next n bytes other than CR and LF. The error is ErrTimeout if they do not come
// within the time limit (0: no limit), and ctx.Err() when ctx is done; bytes received by then are
// lost, as with the contest's host.
func (l *Line) Read(ctx context.Context, n int, limit time.Duration) (string, error) {
	var expired <-chan time.Time
	if limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		expired = timer.C
	}
	text := make([]byte, 0, n)
	for {
		for len(l.rest) > 0 && len(text) < n {
			if b := l.rest[0]; !contest.Ignored(b) {
				text = append(text, b)
			}
			l.rest = l.rest[1:]
		}
		if len(text) == n {
			return string(text), nil
		}
		select {
		case chunk, ok := <-l.chunks:
			if !ok {
				return "", fmt.Errorf("wire: the line is dead: %w", l.err)
			}
			l.rest = chunk
		case <-expired:
			return "", ErrTimeout
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}
