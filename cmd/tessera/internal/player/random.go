package player

import (
	"context"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// randomPlayer plays random placements, each as likely as any other.
type randomPlayer struct {
	rng     *rand.Rand
	largest bool // only among those of the largest tiles that fit
}

func newRandom(env Env, o *Options) (Player, error) {
	seed := o.Uint64("seed", env.Seed)
	return &randomPlayer{
		rng:     rand.New(rand.NewPCG(seed, uint64(env.Player))),
		largest: o.Choice("pick", "uniform", "uniform", "largest") == "largest",
	}, nil
}

func (a *randomPlayer) Name() string { return "random" }

func (a *randomPlayer) Close() error { return nil }

func (a *randomPlayer) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return RandomMove(pos, a.rng, a.largest), nil
}

// RandomMove returns a random placement, each as likely as any other, or a pass if there is
// none; with largest only among those of the largest tiles that fit.
func RandomMove(pos *duo.Position, rng *rand.Rand, largest bool) duo.Move {
	moves := pos.LegalMoves(nil)
	if len(moves) == 0 {
		return duo.Pass
	}
	n := len(moves)
	if largest { // large tiles come first in search order
		size := moves[0].Tile().Size()
		for n = 1; n < len(moves) && moves[n].Tile().Size() == size; n++ {
		}
	}
	return moves[rng.IntN(n)]
}
