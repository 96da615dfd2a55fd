package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// maxLine is the number of bytes above which a line is not kept. No game is as
// long; the limit is there for what is not text at all.
const maxLine = 64 << 20

// errLongLine says that a line was longer than maxLine; the next can be read.
var errLongLine = errors.New("the line is too long")

// lines reads lines in the background, so that waiting for one can be ended by
// a context. It reads nothing before the first call of Next.
type lines struct {
	r     *bufio.Reader
	start sync.Once
	c     chan lineRead
}

type lineRead struct {
	text string
	err  error
}

func newLines(r io.Reader) *lines {
	return &lines{r: bufio.NewReaderSize(r, 1<<16), c: make(chan lineRead)}
}

// Next returns the next line without its end, \n or \r\n; the last line need
// not have one. At the end it returns io.EOF, when ctx is done ctx.Err().
func (l *lines) Next(ctx context.Context) (string, error) {
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

func (l *lines) run() {
	defer close(l.c)
	for {
		text, err := l.read()
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLongLine) {
			l.c <- lineRead{"", fmt.Errorf("read standard input: %w", err)}
			return
		}
		if errors.Is(err, io.EOF) && text == "" {
			return
		}
		if !errors.Is(err, errLongLine) {
			err = nil
		}
		l.c <- lineRead{text, err}
	}
}

// read reads one line; err is io.EOF if the input ended after it.
func (l *lines) read() (string, error) {
	var text []byte
	long := false
	for {
		part, err := l.r.ReadSlice('\n')
		if long = long || len(text)+len(part) > maxLine; long {
			text = nil
		} else {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && !errors.Is(err, io.EOF):
			return "", err
		case long:
			return "", errLongLine
		default:
			if n := len(text); n > 0 && text[n-1] == '\n' {
				text = text[:n-1]
			}
			if n := len(text); n > 0 && text[n-1] == '\r' {
				text = text[:n-1]
			}
			return string(text), err
		}
	}
}
