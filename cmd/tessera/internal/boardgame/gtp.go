package boardgame

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gtp"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
)

// gtpPlayer is another program, at the other end of GTP.
type gtpPlayer struct {
	game    *Game
	command string
	timeout time.Duration // of an answer; 0: none
	client  *gtp.Client
	known   []string // moves made on the program's board
	seed    *uint64  // to be told to the program before the next move
}

func newGTP(env Env, o *player.Options) (Player, error) {
	p := &gtpPlayer{game: env.Game}
	p.command, p.timeout = player.GTPOptions(o)
	return p, nil
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
		p.client, err = gtp.StartClient(ctx, p.command, p.timeout, p.game.SetGame)
	}
	return err
}

// Reseed has the program begin afresh, with a seed if it takes one, before the next move.
func (p *gtpPlayer) Reseed(seed uint64) { p.seed = &seed }

// Move asks the program for a move. One that does not answer in time has lost this game; for
// the next it is started afresh.
func (p *gtpPlayer) Move(ctx context.Context, pos Position) (string, error) {
	m, err := p.move(ctx, pos)
	if p.client != nil && errors.Is(err, gtp.ErrTimeout) {
		p.client.Close()
		p.client, p.known = nil, nil
		return "", fmt.Errorf("%w: %w", player.ErrLate, err)
	}
	return m, err
}

// move tells the program of the moves that are new to it, and asks for one.
func (p *gtpPlayer) move(ctx context.Context, pos Position) (string, error) {
	if err := p.Prepare(ctx); err != nil {
		return "", err
	}
	moves := pos.History()
	again := len(p.known) > len(moves) || !slices.Equal(p.known, moves[:len(p.known)])
	if p.seed != nil {
		seed := *p.seed & math.MaxInt32 // what fits everybody's numbers
		if _, err := p.client.Ask(ctx, fmt.Sprint("set_random_seed ", seed)); err != nil && !errors.Is(err, gtp.ErrRefused) {
			return "", err
		}
		p.seed, again = nil, true
	}
	if again {
		if _, err := p.client.Ask(ctx, "clear_board"); err != nil {
			return "", err
		}
		p.known = nil
	}
	replay := p.game.Start() // knows whose moves they were
	for i, m := range moves {
		if i >= len(p.known) {
			if _, err := p.client.Ask(ctx, fmt.Sprintf("play %s %s", p.game.Colours[p.game.ToMove(replay)], m)); err != nil {
				return "", err
			}
		}
		if err := replay.Play(m); err != nil {
			return "", err
		}
	}
	p.known = slices.Clone(moves)
	text, err := p.client.Ask(ctx, "genmove "+p.game.Colours[p.game.ToMove(pos)])
	switch {
	case err != nil:
		return "", err
	case strings.EqualFold(text, "resign"):
		return "", player.ErrResign
	}
	if err := replay.Play(text); err != nil {
		p.known = []string{"?"} // its board is none of this game's
		return text, nil        // which loses by it
	}
	p.known = slices.Clone(replay.History()) // the program has made it
	return text, nil
}
