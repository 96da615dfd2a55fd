package player

import (
	"context"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// randomPlayer plays random placements, each as likely as any other.
type randomPlayer struct {
	rand    *rand.Rand
	largest bool // only among those of the largest tiles that fit
	moves   []duo.Move
}

func newRandom(env Env, o *Options) (Player, error) {
	seed := o.Uint64("seed", env.Seed)
	return &randomPlayer{
		rand:    rand.New(rand.NewPCG(seed, uint64(env.Player))),
		largest: o.Choice("pick", "uniform", "uniform", "largest") == "largest",
	}, nil
}

func (a *randomPlayer) Name() string { return "random" }

func (a *randomPlayer) Close() error { return nil }

func (a *randomPlayer) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	a.moves = pos.LegalMoves(a.moves[:0])
	if len(a.moves) == 0 {
		return duo.Pass, nil
	}
	n := len(a.moves)
	if a.largest { // large tiles come first in search order
		size := a.moves[0].Tile().Size()
		for n = 1; n < len(a.moves) && a.moves[n].Tile().Size() == size; n++ {
		}
	}
	return a.moves[a.rand.IntN(n)], nil
}
