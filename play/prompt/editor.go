// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package prompt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/progress"
)

// ErrInterrupt reports that the person pressed Ctrl-C on an empty line.
var ErrInterrupt = errors.New("interrupted")

const ctrlC = 3

// asker reads lines that answer a question.
type asker interface {
	// Ask puts the question and returns the answer as play.LineReader.Next does. complete returns
	// the words that can follow the text before the cursor.
	Ask(ctx context.Context, question string, complete func(before string) []string) (string, error)
}

// Lines returns the lines that a person types. At a terminal, the person can edit them, recall
// earlier lines with the arrows, and complete commands with the tabulator.
func Lines(in io.Reader, out io.Writer) play.LineReader {
	if progress.IsTerminal(in) && progress.CanErase(out) {
		return newEditor(progress.File(in), progress.File(out))
	}
	return play.NewLines(in)
}

// editor edits lines at a terminal. The terminal is raw during a prompt and in its original mode
// otherwise.
type editor struct {
	in       *os.File
	out      *os.File
	ahead    []byte // read, but not yet given to the terminal
	columns  int
	terminal *term.Terminal
	history  *history
	// interrupted is true from Ctrl-C to the end of the line.
	interrupted bool
}

func newEditor(in, out *os.File) *editor {
	e := &editor{in: in, out: out, history: &history{}}
	e.terminal = term.NewTerminal(e, "")
	e.terminal.History = e.history
	return e
}

// Next reads a line without a question.
func (e *editor) Next(ctx context.Context) (string, error) { return e.Ask(ctx, "", nil) }

// Ask asks at the terminal.
func (e *editor) Ask(ctx context.Context, question string, complete func(before string) []string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	before, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return "", fmt.Errorf("edit a line: %w", err)
	}
	defer term.Restore(int(e.in.Fd()), before)
	e.terminal.AutoCompleteCallback = func(line string, at int, key rune) (string, int, bool) {
		if key != '\t' || complete == nil {
			return "", 0, false
		}
		return e.complete(line, at, complete(line[:at]))
	}
	e.resize()
	e.terminal.SetPrompt(question)
	type answer struct {
		line string
		err  error
	}
	answered := make(chan answer, 1)
	go func() {
		line, err := e.readLine()
		answered <- answer{line, err}
	}()
	select {
	case a := <-answered:
		return a.line, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// dropped answers Ctrl-C on a line with text.
const dropped = "the line is dropped; to leave, press Ctrl-C again or type quit\n"

// readLine reads a line. Ctrl-C drops the text of the line, and is ErrInterrupt on an empty line.
func (e *editor) readLine() (string, error) {
	for {
		line, err := e.terminal.ReadLine()
		interrupted := e.interrupted
		e.interrupted, e.history.closed = false, false
		switch {
		case err != nil || !interrupted:
			return line, err
		case line == "":
			return "", ErrInterrupt
		}
		if _, err := io.WriteString(e.terminal, Fold(dropped, e.columns)); err != nil {
			return "", err
		}
	}
}

// Read reads from the terminal, for term.Terminal. It turns Ctrl-C, which term.Terminal takes for
// the end of the input, into the end of the line.
func (e *editor) Read(text []byte) (int, error) {
	if e.interrupted { // an unfinished escape sequence has swallowed the return; the tilde ends it
		return copy(text, "~\r"), nil
	}
	if len(e.ahead) == 0 {
		buffer := make([]byte, 256)
		n, err := e.in.Read(buffer)
		if n == 0 {
			return 0, err
		}
		e.ahead = buffer[:n]
		e.resize()
	}
	if e.ahead[0] == ctrlC {
		e.ahead = e.ahead[1:]
		e.interrupted, e.history.closed = true, true
		fmt.Fprint(e.out, "^C")
		return copy(text, "\r"), nil
	}
	n := len(e.ahead)
	if i := bytes.IndexByte(e.ahead, ctrlC); i >= 0 {
		n = i
	}
	n = copy(text, e.ahead[:n])
	e.ahead = e.ahead[n:]
	return n, nil
}

// Write writes to the terminal, for term.Terminal.
func (e *editor) Write(text []byte) (int, error) { return e.out.Write(text) }

// resize adopts the current width of the terminal.
func (e *editor) resize() {
	if columns, rows, err := term.GetSize(int(e.out.Fd())); err == nil && columns > 0 && columns != e.columns {
		e.columns = columns
		_ = e.terminal.SetSize(columns, rows)
	}
}

// complete completes the word before the cursor as far as the candidates agree. If they agree on no
// further letter, it lists them.
func (e *editor) complete(line string, at int, words []string) (string, int, bool) {
	begin := strings.LastIndexByte(line[:at], ' ') + 1
	word := line[begin:at]
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, word) })
	if len(words) == 0 {
		return line, at, true
	}
	common := words[0]
	for _, w := range words[1:] {
		for !strings.HasPrefix(w, common) {
			common = common[:len(common)-1]
		}
	}
	switch {
	case len(words) == 1 && !strings.HasSuffix(common, "/"):
		common += " "
	case len(words) > 1 && common == word:
		_, _ = io.WriteString(e.terminal, Fold(strings.Join(words, " ")+"\n", e.columns))
	}
	return line[:begin] + common + line[at:], begin + len(common), true
}

// history has a person's lines, without empty and repeated ones.
type history struct {
	lines  []string
	closed bool // takes no line
}

// Add adds a line.
func (h *history) Add(line string) {
	if line = strings.TrimSpace(line); line != "" && !h.closed && (len(h.lines) == 0 || h.lines[len(h.lines)-1] != line) {
		h.lines = append(h.lines, line)
	}
}

// Len returns the number of lines.
func (h *history) Len() int { return len(h.lines) }

// At returns a line, the latest first.
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }
