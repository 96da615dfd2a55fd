// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// MaxLine bounds the length of a line in bytes. No game is that long; the limit protects against
// input that is not text.
const MaxLine = 64 << 20

// ErrLongLine reports a line longer than MaxLine. The next line can be read.
var ErrLongLine = errors.New("the line is too long")

// Lines reads lines in the background, so that a context can end the wait for one. Reading starts
// with the first call of Next.
type Lines struct {
	scanner *bufio.Scanner
	max     int  // MaxLine, less in tests
	long    bool // the line under way is too long; of the goroutine that reads
	start   sync.Once
	c       chan lineRead
}

type lineRead struct {
	text string
	err  error
}

// NewLines returns the lines of a stream.
func NewLines(r io.Reader) *Lines { return newLines(r, MaxLine) }

func newLines(r io.Reader, max int) *Lines {
	l := &Lines{scanner: bufio.NewScanner(r), max: max, c: make(chan lineRead)}
	l.scanner.Buffer(nil, max+3) // room for the line's end, and one byte more so that the buffer is never full
	l.scanner.Split(l.split)
	return l
}

// Next returns the next line without its end, \n or \r\n; the last line need
// not have one. At the end it returns io.EOF, when ctx is done ctx.Err().
func (l *Lines) Next(ctx context.Context) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	l.start.Do(func() { go l.run() })
	select {
	case read, ok := <-l.c:
		if !ok {
			return "", io.EOF
		}
		return read.text, read.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (l *Lines) run() {
	defer close(l.c)
	for l.scanner.Scan() {
		read := lineRead{text: l.scanner.Text()}
		if l.long || len(read.text) > l.max {
			read, l.long = lineRead{err: ErrLongLine}, false
		}
		l.c <- read
	}
	if err := l.scanner.Err(); err != nil {
		l.c <- lineRead{err: fmt.Errorf("read standard input: %w", err)}
	}
}

// split is bufio.ScanLines, but drops the beginning of an overlong line, which would stop the
// scanner.
func (l *Lines) split(data []byte, atEOF bool) (advance int, token []byte, err error) {
	advance, token, err = bufio.ScanLines(data, atEOF)
	if advance == 0 && len(data) > l.max+1 {
		l.long = true
		return len(data), nil, nil
	}
	if l.long && atEOF && advance == 0 && len(data) == 0 {
		return 0, []byte{}, bufio.ErrFinalToken // the line ended with the input
	}
	return advance, token, err
}
