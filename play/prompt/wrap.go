// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package prompt

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tessera-fpga/tessera/play/progress"
)

// textWidth is the width of help in columns, if the terminal is wide enough.
const textWidth = 100

// Wrap returns a writer that breaks lines between words where a terminal is too narrow for them.
// Texts for anything but a terminal stay unchanged.
func Wrap(w io.Writer) io.Writer { return &wrapper{w} }

type wrapper struct{ io.Writer }

func (w *wrapper) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, Fold(string(text), progress.Width(w.Writer))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Unwrap returns the stream itself.
func (w *wrapper) Unwrap() io.Writer { return w.Writer }

// Fold breaks lines between words to fit the columns; a longer word overflows. 0 columns: no line
// breaks.
func Fold(text string, columns int) string {
	if columns == 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, whole := strings.CutSuffix(line, "\n")
		b.WriteString(wrapLine(line, columns))
		if whole {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func wrapLine(line string, columns int) string {
	if width(line) <= columns {
		return line
	}
	indent := hang(line, columns/2)
	words := strings.Split(strings.TrimRight(line[indent:], " "), " ")
	var b strings.Builder
	b.WriteString(line[:indent])
	at := indent
	for i, word := range words {
		switch w := width(word); {
		case i == 0:
			at += w
		case at+1+w <= columns:
			b.WriteByte(' ')
			at += 1 + w
		default:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent + w
		}
		b.WriteString(word)
	}
	return b.String()
}

// hang returns the column for continuation lines: the second column of a table, unless it lies
// beyond the middle, otherwise the first word's.
func hang(line string, middle int) int {
	first := len(line) - len(strings.TrimLeft(line, " "))
	if strings.Contains(line, "\x1b") {
		return first
	}
	if i := strings.Index(line[first:], "  "); i >= 0 {
		column := first + i
		for column < len(line) && line[column] == ' ' {
			column++
		}
		if column <= middle {
			return column
		}
	}
	return first
}

// width returns the columns of a text on the terminal, without its escape sequences.
func width(text string) (columns int) {
	for {
		before, after, found := strings.Cut(text, "\x1b")
		columns += utf8.RuneCountInString(before)
		if !found {
			return columns
		}
		end := strings.IndexFunc(after, func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' })
		if end < 0 {
			return columns
		}
		text = after[end+1:]
	}
}
