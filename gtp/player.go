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

// player is another program, at the other end of GTP.
type player struct {
	game    *play.Game
	command string
	timeout time.Duration // timeout of an answer; 0: none
	client  *Client
	first   int         // the seat that began the game on the program's board
	known   []play.Move // the moves on the program's board, passes included
	seed    *uint64     // to be told to the program before the next move
	clock   *play.Clock // clock of the next move; nil: the game has none
	settled bool        // the program knows the time of this game
}

// timeoutOption stands before the command, and a comma behind its value.
const timeoutOption = "timeout="

func newPlayer(env play.Env, o *play.Options) (play.Player, error) {
	p := &player{game: env.Game}
	p.command, p.timeout = options(o)
	return p, nil
}

// opens returns the program that a specification names.
func opens(o *play.Options) []play.Resource {
	command, _ := options(o)
	return []play.Resource{{Kind: play.Program, Name: command}}
}

// options reads the text after "gtp:": the command of a program, perhaps with the time for an
// answer before it; 0: no limit.
func options(o *play.Options) (command string, timeout time.Duration) {
	command = o.Raw()
	if text, ok := strings.CutPrefix(command, timeoutOption); ok {
		text, command, _ = strings.Cut(text, ",")
		var err error
		if timeout, err = time.ParseDuration(text); err != nil || timeout <= 0 {
			o.Wrong("timeout", text, "a time such as 500ms or 10s")
		}
	}
	// Quotation marks around the whole belong to gtp:"COMMAND", others to the command.
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

// Reseed has the program begin afresh, with a seed if it takes one, before the next move.
func (p *player) Reseed(seed uint64) { p.seed = &seed }

// begin carries out a Reseed.
func (p *player) begin(ctx context.Context) error {
	seed := *p.seed & math.MaxInt32 // a value that fits every program's numbers
	if _, err := p.client.Ask(ctx, fmt.Sprint("set_random_seed ", seed)); err != nil && !errors.Is(err, ErrRefused) {
		return err
	}
	p.seed = nil
	return p.clear(ctx, 0)
}

// clear begins a game on the program's board.
func (p *player) clear(ctx context.Context, first int) error {
	_, err := p.client.Ask(ctx, "clear_board")
	p.first, p.known, p.settled = first, nil, false
	return err
}

// Move asks the program for a move. A program that does not answer in time has lost this game; it
// is started afresh for the next.
func (p *player) Move(ctx context.Context, pos play.Position) (play.Move, error) {
	m, err := p.move(ctx, pos)
	if p.client != nil && errors.Is(err, ErrTimeout) {
		p.client.Close()
		p.client, p.known, p.settled = nil, nil, false
		return 0, fmt.Errorf("%w: %w", play.ErrLate, err)
	}
	return m, err
}

// move tells the program of the moves that are new to it and asks for one. Passes are never
// sent: a colour may play twice in a row.
func (p *player) move(ctx context.Context, pos play.Position) (play.Move, error) {
	g := p.game
	if err := p.Prepare(ctx); err != nil {
		return 0, err
	}
	if g.OnlyPass(pos) {
		return g.Pass, nil
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
	replay, err := g.Begin(first) // knows which colours made the moves
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
		return 0, play.ErrResign
	}
	p.known = append(p.known, m) // the program has made it
	return m, nil
}

// SetClock keeps the clock of the next move for the program.
func (p *player) SetClock(c *play.Clock) { p.clock = c }

// tellTime tells the program the clock of a colour. GTP has no increments: they are in the time
// that is left. A program without these commands goes on without them.
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

// seconds writes a time as GTP has it, in whole seconds, rounded down. Below ten seconds that would
// be too coarse: there are tenths, if it is not whole.
func seconds(d time.Duration) string {
	if d >= 10*time.Second || d%time.Second == 0 {
		return strconv.Itoa(int(d / time.Second))
	}
	return strconv.FormatFloat(float64(d/(100*time.Millisecond))/10, 'f', 1, 64)
}

// Identity returns the name and the version that the program states.
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
