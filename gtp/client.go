// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package gtp runs programs that speak the Go Text Protocol, in any game of package play. The
// dialect is Pentobi's, the strongest public Blokus program (see its Pentobi-GTP.md). [StartClient]
// starts a program. Importing the package registers GTP programs as players of all games:
// "gtp:COMMAND". Package engine implements the answering side.
//
// A command is a line: an optional number, a name and arguments. The answer begins with =, or with
// ? after a failure; the command's number follows, if it had one. An empty line ends the answer.
// Colours and moves have the game's own names: in Blokus Duo, b and w, and lists of squares. Passes
// are not sent, because a colour may play twice in a row.
//
// File client.go (here) has the client, player.go the player.
package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/google/shlex"

	"github.com/tessera-fpga/tessera/internal/process"
	"github.com/tessera-fpga/tessera/play"
)

// Kinds of engine failures. An error of a Client is an *EngineError that wraps one of them, or
// ctx's error.
var (
	ErrStart   = play.ErrStart
	ErrCrashed = errors.New("has ended")
	ErrTimeout = errors.New("does not answer in time")
	ErrRubbish = errors.New("gives an answer that is none of the protocol")
	ErrRefused = errors.New("refuses a command")
)

// EngineError is a failure of an engine.
type EngineError struct {
	Engine string // command line
	Kind   error  // one of the errors above
	Detail string
	Stderr string // end of its standard error
}

func (e *EngineError) Error() string {
	text := fmt.Sprintf("gtp: engine %q %v", e.Engine, e.Kind)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Stderr != "" {
		text += fmt.Sprintf(" (it wrote %q)", e.Stderr)
	}
	return text
}

// Unwrap returns the kind.
func (e *EngineError) Unwrap() error { return e.Kind }

// Client controls an engine that runs as a child process. Only one goroutine may use a Client.
type Client struct {
	command string
	timeout time.Duration // timeout of an answer; 0: none

	cmd    *exec.Cmd
	stdin  io.WriteCloser
	lines  chan string // lines of standard output; closed at its end
	done   chan struct{}
	ended  error // exit error of the process, valid once done is closed
	stderr tail
	dead   error // set once the engine is unusable
}

// startTimeout bounds the wait for an engine's first answer, as the engine may load an opening book
// first.
const startTimeout = 30 * time.Second

// StartClient starts an engine: a program with its arguments, in shell syntax. A timeout other than
// 0 limits the time for each answer. The first command is set_game with the game. If game is "",
// for an engine of a single game, the first command is name.
func StartClient(ctx context.Context, command string, timeout time.Duration, game string) (*Client, error) {
	c := &Client{command: command, timeout: timeout}
	words, err := shlex.Split(command)
	if err == nil && len(words) == 0 {
		err = errors.New("the command is empty, want a program and its arguments")
	}
	if err != nil {
		return nil, c.fail(ErrStart, "%v", err)
	}
	c.cmd = exec.Command(words[0], words[1:]...)
	process.Group(c.cmd)
	c.cmd.Stderr = &c.stderr
	c.cmd.WaitDelay = time.Second
	if c.stdin, err = c.cmd.StdinPipe(); err != nil {
		return nil, c.fail(ErrStart, "%v", err)
	}
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, c.fail(ErrStart, "%v", err)
	}
	if err := c.cmd.Start(); err != nil {
		return nil, c.fail(ErrStart, "%v", err)
	}
	c.lines, c.done = make(chan string, 64), make(chan struct{})
	go c.read(stdout)
	start := max(timeout, startTimeout)
	first := "set_game " + game
	if game == "" {
		first = "name"
	}
	if _, err := c.ask(ctx, start, first); err != nil {
		c.kill()
		// A failure before the first answer counts as a failure to start.
		if e := (*EngineError)(nil); errors.As(err, &e) {
			e.Detail, e.Kind = strings.TrimSpace(fmt.Sprintf("it %v: %s", e.Kind, e.Detail)), ErrStart
		}
		return nil, err
	}
	return c, nil
}

// maxLine bounds the length of a line.
const maxLine = 1 << 20

// read forwards the engine's output.
func (c *Client) read(stdout io.Reader) {
	s := bufio.NewScanner(stdout)
	s.Buffer(nil, maxLine)
	for s.Scan() {
		c.lines <- valid(strings.TrimRight(s.Text(), "\r"))
	}
	io.Copy(io.Discard, stdout)
	c.ended = c.cmd.Wait()
	close(c.done)
	close(c.lines)
}

func (c *Client) fail(kind error, format string, args ...any) error {
	return &EngineError{Engine: c.command, Kind: kind, Detail: fmt.Sprintf(format, args...), Stderr: c.stderr.String()}
}

// Ask sends a command and returns the answer without its = sign.
func (c *Client) Ask(ctx context.Context, command string) (string, error) {
	return c.ask(ctx, c.timeout, command)
}

func (c *Client) ask(ctx context.Context, timeout time.Duration, command string) (string, error) {
	if c.dead != nil {
		return "", c.dead
	}
	answer, err := c.exchange(ctx, timeout, command)
	if err != nil && !errors.Is(err, ErrRefused) {
		c.dead = err // a late answer would pass for the answer to the next command
	}
	return answer, err
}

func (c *Client) exchange(ctx context.Context, timeout time.Duration, command string) (string, error) {
	var late <-chan time.Time
	if timeout > 0 {
		timer := time.NewTimer(timeout)
		defer timer.Stop()
		late = timer.C
	}
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c.stdin, command+"\n")
		written <- err
	}()
	var answer []string
	for {
		select {
		case line, ok := <-c.lines:
			switch {
			case !ok:
				return "", c.crashed(command)
			case line == "" && len(answer) == 0: // blank line before an answer
				continue
			case line == "":
				return c.judge(command, answer)
			}
			if answer = append(answer, line); answer[0][0] != '=' && answer[0][0] != '?' {
				return "", c.fail(ErrRubbish, "%.80q to %q, want = or ?", line, command)
			}
		case err := <-written:
			if err != nil {
				<-c.done // the engine has closed its input
				return "", c.crashed(command)
			}
			written = nil
		case <-late:
			return "", c.fail(ErrTimeout, "nothing in %v to %q", timeout, command)
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

func (c *Client) crashed(command string) error {
	how := "exit status 0"
	if c.ended != nil {
		how = c.ended.Error()
	}
	return c.fail(ErrCrashed, "%s, asked %q", how, command)
}

// judge returns the text of an answer, or ErrRefused.
func (c *Client) judge(command string, lines []string) (string, error) {
	text := strings.TrimSpace(strings.Join(lines, "\n")[1:])
	if lines[0][0] == '?' {
		return "", c.fail(ErrRefused, "%q: %.200s", command, text)
	}
	return text, nil
}

// GenMove asks the engine for a colour's move. The engine also makes the move on its board.
// resigned is true if the engine resigns.
func (c *Client) GenMove(ctx context.Context, g *play.Game, colour int) (m play.Move, resigned bool, err error) {
	command := "genmove " + g.Colours[colour]
	text, err := c.Ask(ctx, command)
	if err != nil {
		return 0, false, err
	}
	if strings.EqualFold(text, "resign") {
		return 0, true, nil
	}
	if m, err = g.Parse(strings.ToLower(text)); err != nil {
		c.dead = c.fail(ErrRubbish, "%.80q to %q, want a move, pass or resign", text, command)
		return 0, false, c.dead
	}
	return m, false, nil
}

// Play makes a move of a colour on the engine's board.
func (c *Client) Play(ctx context.Context, g *play.Game, colour int, m play.Move) error {
	_, err := c.Ask(ctx, "play "+g.Colours[colour]+" "+g.External(m))
	return err
}

// Close sends quit and kills the engine if it does not exit within a second.
func (c *Client) Close() error {
	if c.dead == nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		c.ask(ctx, time.Second, "quit")
	}
	c.stdin.Close()
	select {
	case <-c.done:
	case <-time.After(time.Second):
	}
	c.kill()
	return nil
}

// kill kills the process and its children.
func (c *Client) kill() {
	process.Kill(c.cmd)
	for range c.lines { // drains until read is done
	}
}

// tail keeps the end of the text written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 300

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-tailBytes):]
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(valid(string(t.text)))
}

// valid returns a program's text as UTF-8, with U+FFFD for what is not: records and messages hold
// no other text.
func valid(text string) string { return strings.ToValidUTF8(text, string(utf8.RuneError)) }
