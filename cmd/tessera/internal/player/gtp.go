package player

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gtp"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// gtpPlayer is another program, at the other end of GTP.
type gtpPlayer struct {
	command string
	timeout time.Duration // of an answer; 0: none
	client  *gtp.Client
	first   duo.Player // of the game on the program's board
	known   []duo.Move // made on it, passes included
	seed    *uint64    // to be told to the program before the next move
}

// timeoutOption stands before the command, and a comma behind its value.
const timeoutOption = "timeout="

func newGTP(_ Env, o *Options) (Player, error) {
	p := &gtpPlayer{}
	p.command, p.timeout = GTPOptions(o)
	return p, nil
}

// GTPOptions reads what stands behind "gtp:": the command of a program, perhaps with the time for an
// answer before it; 0: no limit.
func GTPOptions(o *Options) (command string, timeout time.Duration) {
	command = o.Raw()
	if text, ok := strings.CutPrefix(command, timeoutOption); ok {
		text, command, _ = strings.Cut(text, ",")
		var err error
		if timeout, err = time.ParseDuration(text); err != nil || timeout <= 0 {
			o.wrong("timeout", text, "a time such as 500ms or 10s")
		}
	}
	// The quotation marks around the whole are those of gtp:"COMMAND", others the command's.
	if n := len(command); n >= 2 && command[0] == '"' && strings.IndexByte(command[1:], '"') == n-2 {
		command = command[1 : n-1]
	}
	if command == "" && o.first == nil {
		o.Fail("the command of the program is missing, want gtp:COMMAND")
	}
	return command, timeout
}

func (p *gtpPlayer) Name() string { return "gtp" }

func (p *gtpPlayer) Close() error {
	if p.client == nil {
		return nil
	}
	return p.client.Close()
}

// Prepare starts the program.
func (p *gtpPlayer) Prepare(ctx context.Context) (err error) {
	if p.client == nil {
		p.client, err = gtp.StartClient(ctx, p.command, p.timeout, record.GameName)
	}
	return err
}

// Reseed has the program begin afresh, with a seed if it takes one, before the next move.
func (p *gtpPlayer) Reseed(seed uint64) { p.seed = &seed }

// begin does what Reseed has asked for.
func (p *gtpPlayer) begin(ctx context.Context, pos *duo.Position) error {
	seed := *p.seed & math.MaxInt32 // what fits everybody's numbers
	if _, err := p.client.Ask(ctx, fmt.Sprint("set_random_seed ", seed)); err != nil && !errors.Is(err, gtp.ErrRefused) {
		return err
	}
	if _, err := p.client.Ask(ctx, "clear_board"); err != nil {
		return err
	}
	p.first, p.known, p.seed = pos.FirstToMove(), nil, nil
	return nil
}

// Move asks the program for a move. One that does not answer in time has lost this game; for
// the next it is started afresh.
func (p *gtpPlayer) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	m, err := p.move(ctx, pos)
	if p.client != nil && errors.Is(err, gtp.ErrTimeout) {
		p.client.Close()
		p.client, p.known = nil, nil
		return 0, fmt.Errorf("%w: %w", ErrLate, err)
	}
	return m, err
}

// move tells the program of the moves that are new to it and asks for one. Passes are never
// sent: a colour may play twice in a row.
func (p *gtpPlayer) move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	if err := p.Prepare(ctx); err != nil {
		return 0, err
	}
	if !pos.HasLegalMove() {
		return duo.Pass, nil
	}
	if p.seed != nil {
		if err := p.begin(ctx, pos); err != nil {
			return 0, err
		}
	}
	moves := pos.History()
	if n := len(p.known); n > len(moves) || p.first != pos.FirstToMove() || !slices.Equal(p.known, moves[:n]) {
		if _, err := p.client.Ask(ctx, "clear_board"); err != nil {
			return 0, err
		}
		p.first, p.known = pos.FirstToMove(), nil
	}
	mover := p.first
	for i, m := range moves {
		if i >= len(p.known) && m != duo.Pass {
			if err := p.client.Play(ctx, mover, m); err != nil {
				return 0, err
			}
		}
		mover = mover.Rival()
	}
	p.known = slices.Clone(moves)
	m, resigned, err := p.client.GenMove(ctx, pos.ToMove())
	switch {
	case err != nil:
		return 0, err
	case resigned:
		return 0, ErrResign
	}
	p.known = append(p.known, m) // the program has made it
	return m, nil
}
