// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import (
	"math/bits"
	"slices"

	"github.com/tessera-fpga/tessera/games/quoridor/rules"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreeConfig holds the parameters of package tree that make our player strongest.
var TreeConfig = tree.Config{Exploration: 384, ExpandVisits: 2, Children: 32}

// TreeGame is Quoridor for package tree: our player. Its prior depends on the effect of a fence on
// both distances, and its static value of a leaf on the race and the fences left.
type TreeGame struct {
	root rules.Position
	rules.Position
}

// NewTreeGame returns the game at a position.
func NewTreeGame(p *rules.Position) *TreeGame { return &TreeGame{root: *p, Position: *p} }

// SetRoot makes p the position that Reset restores.
func (g *TreeGame) SetRoot(p *rules.Position) { g.root, g.Position = *p, *p }

// Reset implements tree.Game.
func (g *TreeGame) Reset() { g.Position = g.root }

// ToMove implements tree.Game.
func (g *TreeGame) ToMove() int { return int(g.Position.ToMove()) }

// Play implements tree.Game.
func (g *TreeGame) Play(m tree.Move) { g.Position.Play(rules.Move(m)) }

// Over implements tree.Game.
func (g *TreeGame) Over() (tree.Leaf, bool) {
	if !g.Position.Over() {
		return tree.Leaf{}, false
	}
	value := tree.Value(tree.MaxValue / 2)
	if pl, ok := g.Winner(); ok && pl == rules.Player1 {
		value = tree.MaxValue
	} else if ok {
		value = 0
	}
	return leafOf(value, 0), true
}

// leafOf returns a leaf by its value for player 1.
func leafOf(value tree.Value, margin int32) tree.Leaf {
	return tree.Leaf{Values: tree.Values{value, tree.MaxValue - value}, Margin: margin}
}

// Weights of the prior, in 1/tree.Nat, set by hand.
const (
	stepLogit  = 1024 // for each step nearer to the goal
	fenceLogit = -768 // for a fence
	gainLogit  = 320  // for each step that a fence costs the rival
	lossLogit  = 320  // for each step that a fence costs the mover
	pawnLogit  = 256  // for a fence at the rival's pawn
	joinLogit  = 192  // for a fence that touches another one
	maxGain    = 6    // most steps to count
)

// Moves implements tree.Game.
func (g *TreeGame) Moves(dst []tree.Choice) []tree.Choice {
	pl := g.Position.ToMove()
	own, rival := g.Way(pl), g.Way(pl.Rival())
	var buf [rules.MaxSteps]rules.Move
	for _, m := range g.Steps(buf[:0]) {
		nearer := own.Distance - g.DistanceFrom(pl, m.To())
		dst = append(dst, tree.Choice{Move: tree.Move(m), Logit: int32(nearer) * stepLogit})
	}
	h, v := g.LegalFences()
	at := near(g.Pawn(pl.Rival()))
	joinH, joinV := g.Touching()
	for i, free := range [2]uint64{h, v} {
		cutOwn, cutRival, join := own.CutH, rival.CutH, joinH
		if i == 1 {
			cutOwn, cutRival, join = own.CutV, rival.CutV, joinV
		}
		for ; free != 0; free &= free - 1 {
			s := rules.Slot(bits.TrailingZeros64(free))
			m := rules.Horizontal(s)
			if i == 1 {
				m = rules.Vertical(s)
			}
			logit := int32(fenceLogit)
			if cutRival>>s&1 != 0 {
				logit += gainLogit * int32(min(maxGain, g.DistanceBehind(pl.Rival(), m)-rival.Distance))
			}
			if cutOwn>>s&1 != 0 {
				logit -= lossLogit * int32(min(maxGain, g.DistanceBehind(pl, m)-own.Distance))
			}
			if at>>s&1 != 0 {
				logit += pawnLogit
			}
			if join>>s&1 != 0 {
				logit += joinLogit
			}
			dst = append(dst, tree.Choice{Move: tree.Move(m), Logit: logit})
		}
	}
	return dst
}

// near returns the slots of fences that touch a square; they are the same in both directions.
func near(s rules.Square) (slots uint64) {
	for dy := -1; dy <= 0; dy++ {
		for dx := -1; dx <= 0; dx++ {
			x, y := s.Column()+dx, s.Row()+dy
			if x >= 0 && x < rules.SlotSize && y >= 0 && y < rules.SlotSize {
				slots |= 1 << (y*rules.SlotSize + x)
			}
		}
	}
	return slots
}

// worth is the static value of a step in the race and of a fence more than the rival, in
// 1/tree.Nat, by the number of fences that both have left. A logistic regression over 14,000
// positions of games between this player and Negamax gave approximately these values.
type worth struct {
	upTo        int // the most fences left
	step, fence int32
}

var worths = [...]worth{{0, 1220, 0}, {4, 138, 140}, {8, 138, 250}, {14, 76, 115}, {2 * rules.FencesEach, 76, 40}}

// Leaf implements tree.Game. It is deterministic.
func (g *TreeGame) Leaf(uint32) tree.Leaf {
	pl := g.Position.ToMove()
	rival := pl.Rival()
	left, rivalLeft := g.FencesLeft(pl), g.FencesLeft(rival)
	// The race counts half steps: the player to move is half a step ahead.
	race := int32(2*(g.Distance(rival)-g.Distance(pl)) + 1)
	w := worths[slices.IndexFunc(worths[:], func(w worth) bool { return left+rivalLeft <= w.upTo })]
	value := tree.Logistic(race*w.step/2 + w.fence*int32(left-rivalLeft))
	if pl == rules.Player2 {
		value, race = tree.MaxValue-value, -race
	}
	return leafOf(value, race*128)
}
