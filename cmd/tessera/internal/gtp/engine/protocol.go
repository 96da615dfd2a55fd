package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
)

// failure is an answer that begins with ?.
type failure struct{ error }

func failf(format string, args ...any) error { return failure{fmt.Errorf(format, args...)} }

// serve answers the commands that in gives until quit is true, the end of in, or ctx is done.
func serve(ctx context.Context, in player.LineReader, out io.Writer, quit *bool, do func(ctx context.Context, line string) (string, bool, error)) error {
	w := bufio.NewWriter(out)
	for !*quit {
		line, err := in.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		answer, ok, err := do(ctx, line)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		w.WriteString(answer)
		if err := w.Flush(); err != nil {
			return fmt.Errorf("gtp: %w", err)
		}
	}
	return nil
}

// respond takes a line apart, has its command run, and returns the answer. ok is false if there is
// nothing to answer: the line is empty or a comment. A failure of the command is an answer, other
// errors are returned.
func respond(line string, run func(name, rest string) (string, error)) (answer string, ok bool, err error) {
	line = clean(line)
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", false, nil
	}
	id := ""
	if _, err := strconv.Atoi(words[0]); err == nil && len(words) > 1 {
		id = words[0]
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), id))
		words = words[1:]
	}
	status := "="
	text, err := run(words[0], strings.TrimSpace(strings.TrimPrefix(line, words[0])))
	if bad := (failure{}); errors.As(err, &bad) {
		status, text, err = "?", bad.Error(), nil
	}
	if err != nil {
		return "", false, err
	}
	text = strings.TrimRight(text, "\n")
	for strings.Contains(text, "\n\n") { // an empty line would end the answer
		text = strings.ReplaceAll(text, "\n\n", "\n \n")
	}
	return status + id + " " + text + "\n\n", true, nil
}

// clean takes comments and control characters out, as the protocol wants it.
func clean(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7f:
			return -1
		}
		return r
	}, line)
}

// arguments splits what stands behind a command into at most so many words; -1 means that it is one
// text.
func arguments(most int, rest string) ([]string, error) {
	if most < 0 {
		return []string{rest}, nil
	}
	args, err := splitArgs(rest)
	if err != nil {
		return nil, err
	}
	if len(args) > most {
		return nil, failf("%d arguments, want at most %d", len(args), most)
	}
	return args, nil
}

// splitArgs splits at blanks but within double quotes.
func splitArgs(text string) (args []string, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] != '"' {
			word, rest, _ := strings.Cut(text, " ")
			args, text = append(args, word), rest
			continue
		}
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, failf("argument %s: its closing quote is missing", text)
		}
		word, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, failf("argument %s: %v", quoted, err)
		}
		args, text = append(args, word), text[len(quoted):]
	}
	return args, nil
}

// arg returns an argument, or the failure that it is missing.
func arg(args []string, i int, what string) (string, error) {
	if i >= len(args) || args[i] == "" {
		return "", failf("missing argument, want %s", what)
	}
	return args[i], nil
}
