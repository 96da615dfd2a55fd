package game

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// Opening returns a position after the given number of random plies, of the
// largest tiles that fit, so that games can differ.
func Opening(ctx context.Context, first duo.Player, plies int, seed uint64) (duo.Position, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := duo.NewPosition(first)
	for range plies {
		if err := ctx.Err(); err != nil || p.Over() {
			return p, err
		}
		p.Play(player.RandomMove(&p, rng, true))
	}
	return p, nil
}

// First says who moves first in games that follow each other.
type First string

// The ways to say it.
const (
	Player1   First = "1"
	Player2   First = "2"
	Alternate First = "alternate" // player 1 in the first game
)

// In returns who moves first in a game, numbered from 0. The error is what is wrong with f.
func (f First) In(game int) (duo.Player, error) {
	switch f {
	case Player1:
		return duo.Player1, nil
	case Player2:
		return duo.Player2, nil
	case Alternate:
		return duo.Player(game % 2), nil
	}
	return 0, fmt.Errorf("%q, want 1, 2 or alternate", string(f))
}
