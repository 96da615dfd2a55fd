package training

import (
	"context"
	"math"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// Against is the result of games of weights against others.
type Against struct {
	Rival             string // hash of the other weights
	Leaves            int    // of both, a move
	Won, Drawn, Lost  int
	Elo, EloLow, High float64 // difference, and the interval in which it lies with 95 %
}

// openingPlies is the number of random plies from which a pair of games starts.
const openingPlies = 2

// Match plays pairs of games of w against rival, with colours swapped in each pair, so many
// leaves a move for both.
func Match(ctx context.Context, w, rival *evaluation.Weights, leaves, pairs int, seed uint64, jobs int, progress func(done int)) (*Against, error) {
	points := make([][2]float64, pairs) // of w, in each game: 1 won, 0.5 drawn
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(jobs)
	done := make(chan struct{}, pairs)
	for i := range pairs {
		group.Go(func() error {
			for colour := range duo.Player(2) {
				rng := rand.New(rand.NewPCG(seed, uint64(i)))
				weights := [2]*evaluation.Weights{rival, rival}
				weights[colour] = w
				margin, err := matchGame(ctx, rng, weights, leaves, duo.Player(i%2))
				if err != nil {
					return err
				}
				if colour == duo.Player2 {
					margin = -margin
				}
				points[i][colour] = 0.5 + 0.5*float64(sign(margin))
			}
			done <- struct{}{}
			progress(len(done))
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	a := &Against{Rival: rival.Hash(), Leaves: leaves}
	sum, squares := 0.0, 0.0
	for _, pair := range points {
		for _, p := range pair {
			switch p {
			case 1:
				a.Won++
			case 0:
				a.Lost++
			default:
				a.Drawn++
			}
		}
		mean := (pair[0] + pair[1]) / 2
		sum += mean
		squares += mean * mean
	}
	// The pairs are independent, their games are not.
	n := float64(pairs)
	mean := sum / n
	deviation := math.Sqrt(max(0, squares/n-mean*mean) / n)
	a.Elo, a.EloLow, a.High = elo(mean), elo(mean-1.96*deviation), elo(mean+1.96*deviation)
	return a, nil
}

// elo returns the difference in Elo that goes with a mean score, a score of 0 or 1 being taken
// for nearly so.
func elo(score float64) float64 {
	score = min(max(score, 0.001), 0.999)
	return math.Round(400 * math.Log10(score/(1-score)))
}

func sign(x int) int { return min(max(x, -1), 1) }

// matchGame plays a game and returns its margin. Weights are those of player 1 and 2.
func matchGame(ctx context.Context, rng *rand.Rand, weights [2]*evaluation.Weights, leaves int, first duo.Player) (int, error) {
	var players [2]*deep
	for pl, w := range weights {
		var err error
		if players[pl], err = newDeep(w, leaves, rng.Uint32()); err != nil {
			return 0, err
		}
	}
	pos := duo.NewPosition(first)
	var buf [1024]duo.Move
	for !pos.Over() {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		moves := pos.LegalMoves(buf[:0])
		switch {
		case len(moves) == 0:
			pos.Play(duo.Pass)
		case pos.Plies() < openingPlies:
			pos.Play(randomMove(moves, rng))
		default:
			shares, err := players[pos.ToMove()].Search(&pos)
			if err != nil {
				return 0, err
			}
			pos.Play(shares[0].Move)
		}
	}
	return pos.Score(duo.Player1) - pos.Score(duo.Player2), nil
}
