// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package openings

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// The search for an opening's moves.
const (
	candidates = 12 // random moves of the largest tiles, among which the best is chosen
	glance     = 40 // playouts that judge each of them
)

// A Judgement decides which openings are even.
type Judgement struct {
	// Margin returns the margin to expect of a position, for player 1, rounded as in the list. seed and n are
	// those of the candidate.
	Margin func(p *duo.Position, seed uint64, n int) float64
	// Most is the greatest margin of an even opening, either way.
	Most float64
}

// ByPlayouts judges by the mean margin of playouts, in squares. The margins of playouts deviate by some 20
// squares: Most is about the standard deviation of the mean, so a smaller one would choose by luck.
var ByPlayouts = Judgement{
	Margin: func(p *duo.Position, seed uint64, n int) float64 {
		const playouts = 2000
		return rounded(Judge(p, playouts, uint32(seed)+uint32(n)))
	},
	Most: 0.5,
}

// BySearch judges by the points that the tree search expects after 8,000 leaves. Few candidates are even in its
// eyes, so a search of an eighth of the leaves first rejects those that are far from it.
var BySearch = Judgement{
	Margin: func(p *duo.Position, _ uint64, _ int) float64 {
		const leaves, glance, far = 8000, 1000, 4
		if margin := searched(p, glance); math.Abs(margin) > far {
			return margin
		}
		return searched(p, leaves)
	},
	Most: 1,
}

// searched returns the points that the search expects for player 1, who is to move. Visits and children
// are those of the search that made the list.
func searched(p *duo.Position, leaves int) float64 {
	t, err := search.NewTree(search.TreeConfig{Config: tree.Config{ExpandVisits: 8, Children: 64, Nodes: 16 * leaves}}, func() search.Evaluator {
		return evaluation.New(&evaluation.Default)
	})
	if err == nil {
		t.SetRoot(p)
		_, err = t.Search(leaves, func(int) bool { return false })
	}
	if err != nil {
		panic(err) // the configuration is valid, and nothing stops the search
	}
	return rounded(float64(t.Candidates()[0].Margin) / evaluation.One)
}

func rounded(margin float64) float64 { return math.Round(margin*1000) / 1000 }

// Candidate returns the moves of candidate number n of the list with that seed: at each ply the best of a few
// random moves. The moves therefore resemble a player's and still differ.
func Candidate(seed uint64, n int) duo.Position {
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
	return p
}

// Make makes a list of the first candidates that are even and new, and returns the number of
// candidates examined. progress receives the number of openings found. The result does not depend
// on jobs.
func Make(ctx context.Context, by Judgement, seed uint64, size, jobs int, progress func(found int)) (list []Opening, looked int, err error) {
	seen := map[string]bool{}
	for batch := 0; len(list) < size; batch++ {
		made := make([]Opening, 16*jobs)
		var workers sync.WaitGroup
		for w := range jobs {
			workers.Go(func() {
				for i := w; i < len(made) && ctx.Err() == nil; i += jobs {
					n := batch*len(made) + i
					p := Candidate(seed, n)
					made[i] = Opening{append([]duo.Move(nil), p.History()...), by.Margin(&p, seed, n)}
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
			if key := Key(&p); math.Abs(o.Margin) <= by.Most && !seen[key] {
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
