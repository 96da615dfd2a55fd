// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"math"
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Rollout is the rule for the moves of both players in a playout.
type Rollout uint8

// The rules.
const (
	// Uniform draws among all legal moves (2.7.4): the lanes' first policy.
	Uniform Rollout = iota
	// Units draws among the moves of the largest tiles that fit ("units", 5.2.4): the lanes' other
	// policy.
	Units
	// UnitsFirst takes the first move of Units, in the order of corners: 6.6 claims that playouts
	// have "no random factor", which a draw would contradict.
	UnitsFirst
	// Function draws among the moves with the greatest heuristic value ("function", 5.2.4). The
	// thesis does not describe its treatment of equal values, so the draw is ours.
	Function
)

// policy returns the lanes' policy for the rule, if there is one. Lanes can play only these rules.
func (r Rollout) policy() (playout.Policy, bool) {
	switch r {
	case Uniform:
		return playout.Uniform, true
	case Units:
		return playout.Largest, true
	}
	return 0, false
}

// play plays a board to its end. visit, if not nil, receives each placement and its player.
func (r Rollout) play(b *board, rng *playout.RNG, visit func(duo.Player, Move)) Ending {
	var list playout.List
	var best []Move
	policy := playout.Uniform
	if r == Units || r == UnitsFirst {
		policy = playout.Largest
	}
	for !b.state.Over() {
		anchors, n := b.state.List(policy, &list)
		if n == 0 {
			b.state.Pass()
			continue
		}
		var m Move
		switch r {
		case UnitsFirst:
			m.AnchorMove = list[0].Move(0)
		case Function:
			turn := newTurn(b)
			best = turn.best(list[:anchors], best[:0])
			k, _ := rng.Draw(len(best))
			m = best[k]
		default:
			k, _ := rng.Draw(n)
			i, j := list.Locate(k)
			m.AnchorMove = list[i].Move(j)
		}
		if visit != nil {
			visit(b.state.ToMove(), m)
		}
		if r == Function {
			b.play(m)
		} else {
			b.state.Play(m.AnchorMove)
		}
	}
	return endingOf(&b.state)
}

// turn is a board with the data for heuristic values of moves.
type turn struct {
	surroundings
	early bool
}

// earlyTurns is the number of early turns, of both players together. The thesis does not explain
// whose "turn" it counts; a game has some 31 placements.
const earlyTurns = 16

func newTurn(b *board) turn {
	return turn{b.surroundings(b.state.ToMove()), b.turns() < earlyTurns}
}

// heuristic returns H (2.7.5). a is the squares of the tile, b the increase of the mover's corners
// and c the decrease of his rival's:
//
//	0.5 a + b + 0.25 c    up to turn 16, and then
//	a + 0.25 b + c
func (t *turn) heuristic(m Move) float64 {
	if m.Pass {
		return 0
	}
	return float64(t.quarters(m.AnchorMove)) / 4
}

// quarters returns the heuristic value in quarters.
func (t *turn) quarters(m playout.AnchorMove) int {
	a := int(outlines[m.Pattern][0].size)
	b, c := t.change(m)
	if t.early {
		return 2*a + 4*b + c
	}
	return 4*a + b + 4*c
}

// best appends the moves of a list with the greatest value to dst, in order.
func (t *turn) best(list []playout.Listed, dst []Move) []Move {
	most := math.MinInt
	for i := range list {
		l := &list[i]
		m := playout.AnchorMove{Anchor: l.Square(), Flip: l.Flip()}
		for word, set := range l.Patterns() {
			for ; set != 0; set &= set - 1 {
				m.Pattern = playout.Pattern(64*word + bits.TrailingZeros64(set))
				switch h := t.quarters(m); {
				case h > most:
					dst, most = append(dst[:0], Move{AnchorMove: m}), h
				case h == most:
					dst = append(dst, Move{AnchorMove: m})
				}
			}
		}
	}
	return dst
}
