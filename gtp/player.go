// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gtp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/play"
)

func init() {
	play.RegisterKinds("", play.Kind{
		Name: "gtp", Raw: true, Varies: play.Always, New: newPlayer, Opens: opens,
		Help: `another program that speaks GTP as Pentobi does: gtp:COMMAND, such as gtp:"pentobi-gtp --level 5"; gtp:timeout=10s,COMMAND has it lose when an answer takes longer`,
	})
}

// player is another program that speaks GTP.
type player struct {
	game    *play.Game
	command string
	timeout time.Duration // limit for an answer; 0: none
	client  *Client
	first   int         // seat that began the game on the program's board
	known   []play.Move // moves on the program's board, including passes
	seed    *uint64     // seed to send before the next move
	clock   *play.Clock // clock of the next move; nil: no clock
	settled bool        // the program has received time_settings for this game
	used    float64     // processor time of the program in seconds, at the latest answer
	before  float64     // processor time of the program in seconds, when the game began
	untimed bool        // the program does not tell its processor time
}

// timeoutOption precedes the command; a comma ends its value.
const timeoutOption = "timeout="

func newPlayer(env play.Env, o *play.Options) (play.Player, error) {
	p := &player{game: env.Game}
	p.command, p.timeout = options(o)
	return p, nil
}

// opens returns the program of a specification.
func opens(o *play.Options) []play.Resource {
	command, _ := options(o)
	return []play.Resource{{Kind: play.Program, Name: command}}
}

// options parses the text after "gtp:": the command of a program, with an optional timeout for
// answers before it; 0: no limit.
func options(o *play.Options) (command string, timeout time.Duration) {
	command = o.Raw()
	if text, ok := strings.CutPrefix(command, timeoutOption); ok {
		text, command, _ = strings.Cut(text, ",")
		var err error
		if timeout, err = time.ParseDuration(text); err != nil || timeout <= 0 {
			o.Wrong("timeout", text, "a time such as 500ms or 10s")
		}
	}
	// Quotation marks around the whole text belong to gtp:"COMMAND"; others belong to the command.
	if n := len(command); n >= 2 && command[0] == '"' && strings.IndexByte(command[1:], '"') == n-2 {
		command = command[1 : n-1]
	}
	if command == "" {
		o.Fail("the command of the program is missing, want gtp:COMMAND")
	}
	return command, timeout
}

func (p *player) Name() string { return "gtp" }

func (p *player) Close() error {
	if p.client == nil {
		return nil
	}
	return p.client.Close()
}

// Prepare starts the program.
func (p *player) Prepare(ctx context.Context) (err error) {
	if p.client == nil {
		p.client, err = StartClient(ctx, p.command, p.timeout, p.game.SetGame)
	}
	return err
}

// Work returns the processor time of the program in the game, in milliseconds. A program counts it
// only if it knows cputime.
func (p *player) Work() (done uint64, unit string) {
	return uint64(math.Round(1000 * max(0, p.used-p.before))), play.ProcessorTime
}

// count asks the program for its processor time.
func (p *player) count(ctx context.Context) error {
	if p.untimed {
		return nil
	}
	text, err := p.client.Ask(ctx, "cputime")
	if err != nil && !errors.Is(err, ErrRefused) {
		return err
	}
	if used, wrong := strconv.ParseFloat(text, 64); err == nil && wrong == nil {
		p.used = used
	} else {
		p.untimed = true
	}
	return nil
}

// Reseed makes the program start a new game before the next move, with a seed if the program
// supports one.
func (p *player) Reseed(seed uint64) { p.seed = &seed }

// begin carries out a Reseed.
func (p *player) begin(ctx context.Context) error {
	seed := *p.seed & math.MaxInt32 // fits the integers of every program
	if _, err := p.client.Ask(ctx, fmt.Sprint("set_random_seed ", seed)); err != nil && !errors.Is(err, ErrRefused) {
		return err
	}
	p.seed = nil
	if err := p.count(ctx); err != nil {
		return err
	}
	p.before = p.used
	return p.clear(ctx, 0)
}

// clear starts a game on the program's board.
func (p *player) clear(ctx context.Context, first int) error {
	_, err := p.client.Ask(ctx, "clear_board")
	p.first, p.known, p.settled = first, nil, false
	return err
}

// Move asks the program for a move. A program that exceeds its timeout loses the game and is
// restarted for the next game.
func (p *player) Move(ctx context.Context, pos play.Position) (play.Move, error) {
	m, err := p.move(ctx, pos)
	if p.client != nil && errors.Is(err, ErrTimeout) {
		p.client.Close()
		p.client, p.known, p.settled, p.used, p.before = nil, nil, false, 0, 0
		return 0, fmt.Errorf("%w: %w", play.ErrLate, err)
	}
	return m, err
}

// move sends the new moves to the program and asks it for one. Passes are not sent, because a
// colour may play twice in a row.
func (p *player) move(ctx context.Context, pos play.Position) (play.Move, error) {
	g := p.game
	if err := p.Prepare(ctx); err != nil {
		return 0, err
	}
	if g.OnlyPass(pos) {
		return g.Pass, nil
	}
	if play.SetupOf(pos) != nil {
		return 0, play.ErrSetup
	}
	first, moves := play.First(pos), pos.History()
	if p.seed != nil {
		if err := p.begin(ctx); err != nil {
			return 0, err
		}
		p.first = first
	}
	if n := len(p.known); n > len(moves) || p.first != first || !slices.Equal(p.known, moves[:n]) {
		if err := p.clear(ctx, first); err != nil {
			return 0, err
		}
	}
	replay, err := g.Begin(first) // determines the colour of each move
	if err != nil {
		return 0, err
	}
	for i, m := range moves {
		if i >= len(p.known) && !(g.HasPass && m == g.Pass) {
			if err := p.client.Play(ctx, g, g.ToMove(replay), m); err != nil {
				return 0, err
			}
		}
		if err := replay.Play(m); err != nil {
			return 0, err
		}
	}
	p.known = slices.Clone(moves)
	if err := p.tellTime(ctx, g.Colours[g.ToMove(pos)]); err != nil {
		return 0, err
	}
	m, resigned, err := p.client.GenMove(ctx, g, g.ToMove(pos))
	switch {
	case err != nil:
		return 0, err
	case resigned:
		_ = p.count(ctx) // a program that fails now has resigned all the same
		return 0, play.ErrResign
	}
	p.known = append(p.known, m) // the program has made the move on its board
	return m, p.count(ctx)
}

// SetClock stores the clock of the next move.
func (p *player) SetClock(c *play.Clock) { p.clock = c }

// tellTime sends the clock of a colour to the program. GTP has no increments, so the remaining time
// includes them. The program may refuse these commands.
func (p *player) tellTime(ctx context.Context, colour string) error {
	if p.clock == nil {
		return nil
	}
	commands := []string{fmt.Sprintf("time_left %s %s %d", colour, seconds(p.clock.Left), p.clock.Moves)}
	if !p.settled {
		settings := fmt.Sprintf("time_settings %s 0 0", seconds(p.clock.Left))
		if p.clock.Moves > 0 {
			settings = fmt.Sprintf("time_settings 0 %s %d", seconds(p.clock.Left), p.clock.Moves)
		}
		commands = slices.Insert(commands, 0, settings)
	}
	for _, command := range commands {
		if _, err := p.client.Ask(ctx, command); err != nil && !errors.Is(err, ErrRefused) {
			return err
		}
	}
	p.settled = true
	return nil
}

// seconds formats a time for GTP in whole seconds, rounded down. Below ten seconds this would be
// too coarse, so a fractional time keeps its tenths.
func seconds(d time.Duration) string {
	if d >= 10*time.Second || d%time.Second == 0 {
		return strconv.Itoa(int(d / time.Second))
	}
	return strconv.FormatFloat(float64(d/(100*time.Millisecond))/10, 'f', 1, 64)
}

// Identity returns the program's name and version.
func (p *player) Identity(ctx context.Context) (string, error) {
	if err := p.Prepare(ctx); err != nil {
		return "", err
	}
	var words []string
	for _, command := range []string{"name", "version"} {
		text, err := p.client.Ask(ctx, command)
		if err != nil && !errors.Is(err, ErrRefused) {
			return "", err
		}
		if text != "" {
			words = append(words, text)
		}
	}
	return strings.Join(words, " "), nil
}
