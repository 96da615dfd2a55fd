package literature

import (
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// FlatConfig holds the parameters of a flat Monte Carlo search (4.4): playouts from the moves
// of the root, drawn uniformly at random.
type FlatConfig struct {
	// Mean takes the move with the highest mean reward. Without it the highest sum decides,
	// as the thesis says: visits differ by chance, and in a lost position moves that were drawn
	// less look better.
	Mean    bool
	Rollout Rollout
	Reward  Reward
}

// Search plays that many playouts, or fewer if stop says so, and returns the move. The game
// must not be over; a single move needs no playouts.
func (c FlatConfig) Search(pos *duo.Position, seed uint32, playouts int, stop func() bool) Result {
	root := newBoard(pos)
	var buf []playout.AnchorMove
	moves := root.moves(nil, &buf)
	mover := root.state.ToMove()
	totals := make([]average, len(moves))
	done := 0
	if len(moves) > 1 {
		draw := rand.New(rand.NewPCG(uint64(seed), 0))
		for ; done < playouts && (stop == nil || !stop()); done++ {
			i := draw.IntN(len(moves))
			b := root
			b.play(moves[i])
			rng := playout.NewRNG(seed, uint32(done))
			totals[i].sum += c.Reward.of(c.Rollout.play(&b, &rng, nil))[mover]
			totals[i].visits++
		}
	}
	best := 0
	for i := range totals {
		if c.value(totals[i]) > c.value(totals[best]) {
			best = i
		}
	}
	r := Result{Move: moves[best].Duo(), Playouts: done}
	if a := totals[best]; a.visits > 0 {
		r.Value = a.sum / float64(a.visits)
	}
	return r
}

// value returns what decides; a move without a playout has a mean below all others, and the
// sum 0.
func (c FlatConfig) value(a average) float64 {
	switch {
	case !c.Mean:
		return a.sum
	case a.visits == 0:
		return -2
	}
	return a.sum / float64(a.visits)
}
