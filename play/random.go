// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"context"
	"math/rand/v2"
)

// randomKind is the player of random moves, a player of every game.
var randomKind = Kind{
	Name: "random", Help: "random legal moves; option seed=N", Varies: Always,
	New: func(env Env, o *Options) (Player, error) {
		return NewRandom(env, o.Uint64("seed", env.Seed), RandomMove), nil
	},
}

// randomPlayer plays random moves.
type randomPlayer struct {
	rng    *rand.Rand
	choose func(p Position, rng *rand.Rand) Move
}

// NewRandom returns a player that draws its moves by choose.
func NewRandom(env Env, seed uint64, choose func(p Position, rng *rand.Rand) Move) Player {
	return &randomPlayer{rand.New(rand.NewPCG(seed, uint64(env.Seat))), choose}
}

func (a *randomPlayer) Name() string { return "random" }

func (a *randomPlayer) Close() error { return nil }

func (a *randomPlayer) Move(ctx context.Context, p Position) (Move, error) {
	return a.choose(p, a.rng), ctx.Err()
}
