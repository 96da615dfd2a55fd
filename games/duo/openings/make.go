// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package openings

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// The search for an opening's moves, and the judgement of their outcome.
const (
	candidates    = 12   // random moves of the largest tiles, among which the best is chosen
	glance        = 40   // playouts that judge each of them
	judgePlayouts = 2000 // playouts that judge the opening: their margins deviate by some 20 squares
)

// Candidate returns candidate number n of the list with that seed: at each ply the best of a few
// random moves. The moves therefore resemble a player's and still differ.
func Candidate(seed uint64, n int) Opening {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	p := duo.NewPosition(duo.Player1)
	for p.Plies() < Plies {
		best, bestValue := duo.Pass, math.Inf(-1)
		for range candidates {
			m := RandomMove(&p, rng, true)
			p.Play(m)
			value := Judge(&p, glance, rng.Uint32())
			p.Undo()
			if p.ToMove() == duo.Player2 {
				value = -value
			}
			if value > bestValue {
				best, bestValue = m, value
			}
		}
		p.Play(best)
	}
	return Opening{append([]duo.Move(nil), p.History()...), Rejudge(seed, n, &p)}
}

// Rejudge is the judgement of candidate number n, rounded as in the list.
func Rejudge(seed uint64, n int, p *duo.Position) float64 {
	return math.Round(Judge(p, judgePlayouts, uint32(seed)+uint32(n))*1000) / 1000
}

// Make makes a list of the first candidates that are even and new, and returns the number of
// candidates examined. progress receives the number of openings found. The result does not depend
// on jobs.
func Make(ctx context.Context, seed uint64, size, jobs int, progress func(found int)) (list []Opening, looked int, err error) {
	seen := map[string]bool{}
	for batch := 0; len(list) < size; batch++ {
		made := make([]Opening, 16*jobs)
		var workers sync.WaitGroup
		for w := range jobs {
			workers.Go(func() {
				for i := w; i < len(made) && ctx.Err() == nil; i += jobs {
					made[i] = Candidate(seed, batch*len(made)+i)
				}
			})
		}
		workers.Wait()
		if err := ctx.Err(); err != nil {
			return nil, looked, err
		}
		for _, o := range made {
			if len(list) == size {
				break
			}
			looked++
			p := o.Position()
			if key := Key(&p); math.Abs(o.Margin) <= MaxMargin && !seen[key] {
				seen[key] = true
				list = append(list, o)
			}
		}
		progress(len(list))
	}
	return list, looked, nil
}

// RandomMove returns a random placement, each equally likely, or a pass if no placement is legal;
// with largest, only a placement of the largest tiles that fit.
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
