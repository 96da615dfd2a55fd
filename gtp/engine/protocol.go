// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

// failure is an answer that begins with ?.
type failure struct{ error }

func failf(format string, args ...any) error { return failure{fmt.Errorf(format, args...)} }

// session answers lines from a table of commands. It is the common part of all engines.
type session struct {
	commands map[string]command
	quit     bool
}

// command is an engine's command.
type command struct {
	args int // maximal number of arguments; -1: the rest of the line as one
	run  func(ctx context.Context, args []string) (string, error)
}

// newSession returns a session with an engine's own commands and the commands of every engine.
func newSession(name, version string, own map[string]command) *session {
	s := &session{commands: own}
	says := func(text string) command {
		return command{0, func(context.Context, []string) (string, error) { return text, nil }}
	}
	s.commands["known_command"] = command{1, s.knownCommand}
	s.commands["list_commands"] = command{0, s.listCommands}
	s.commands["name"] = says(name)
	s.commands["protocol_version"] = says("2")
	s.commands["quit"] = command{0, func(context.Context, []string) (string, error) { s.quit = true; return "", nil }}
	s.commands["version"] = says(version)
	return s
}

func (s *session) knownCommand(_ context.Context, args []string) (string, error) {
	name, err := arg(args, 0, "a command")
	_, ok := s.commands[name]
	return strconv.FormatBool(ok), err
}

func (s *session) listCommands(context.Context, []string) (string, error) {
	return strings.Join(slices.Sorted(maps.Keys(s.commands)), "\n"), nil
}

// Serve answers the commands from in until quit, the end of in, or ctx is done.
func (s *session) Serve(ctx context.Context, in play.LineReader, out io.Writer) error {
	w := bufio.NewWriter(out)
	for !s.quit {
		line, err := in.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		answer, ok, err := s.Do(ctx, line)
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

// Do answers a line. ok is false if the line is empty or a comment and needs no answer. An error
// comes from the player or from ctx and ends the session.
func (s *session) Do(ctx context.Context, line string) (answer string, ok bool, err error) {
	line = strings.TrimSpace(clean(line))
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", false, nil
	}
	id := ""
	if _, err := strconv.Atoi(words[0]); err == nil && len(words) > 1 {
		id = words[0]
		line = strings.TrimSpace(strings.TrimPrefix(line, id))
		words = words[1:]
	}
	status := "="
	text, err := s.run(ctx, words[0], strings.TrimSpace(strings.TrimPrefix(line, words[0])))
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

// run runs a command; rest is the text after the command's name.
func (s *session) run(ctx context.Context, name, rest string) (string, error) {
	c, ok := s.commands[name]
	if !ok {
		return "", failf("unknown command (%s)", name)
	}
	args, err := arguments(c.args, rest)
	if err != nil {
		return "", err
	}
	return c.run(ctx, args)
}

// clean removes comments and control characters, as the protocol requires.
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

// arguments splits the text after a command into words, at most that many; -1 keeps a single text.
func arguments(most int, rest string) ([]string, error) {
	if most < 0 {
		return []string{rest}, nil
	}
	args, err := splitArgs(rest)
	if err != nil {
		return nil, err
	}
	if len(args) > most {
		return nil, failf("%s, want at most %d", plural.Count(len(args), "argument", "arguments"), most)
	}
	return args, nil
}

// splitArgs splits at blanks, except within double quotes.
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

// arg returns an argument, or a failure if it is missing.
func arg(args []string, i int, what string) (string, error) {
	if i >= len(args) || args[i] == "" {
		return "", failf("missing argument, want %s", what)
	}
	return args[i], nil
}
