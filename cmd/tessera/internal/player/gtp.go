package player

import (
	"context"
	"errors"
	"slices"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gtp"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// gtpPlayer is another program, at the other end of GTP.
type gtpPlayer struct {
	command string
	client  *gtp.Client
	first   duo.Player // of the game on the program's board
	known   []duo.Move // made on it, passes included
}

func newGTP(_ Env, o *Options) (Player, error) {
	command := o.Raw()
	if command == "" {
		o.first = errors.New("the command of the program is missing, want gtp:COMMAND")
	}
	return &gtpPlayer{command: command}, nil
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
		p.client, err = gtp.StartClient(ctx, p.command, 0)
	}
	return err
}

// Move tells the program of the moves that are new to it and asks for one. Passes are never
// sent: a colour may play twice in a row.
func (p *gtpPlayer) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	if err := p.Prepare(ctx); err != nil {
		return 0, err
	}
	if !pos.HasLegalMove() {
		return duo.Pass, nil
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
