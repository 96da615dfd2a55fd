// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tictactoe

import (
	"math/bits"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play"
)

// searchable is the game's interface to the tree search: a board that moves, and goes back to its
// root.
type searchable struct{ root, at board }

// SetRoot makes a position the root.
func (s *searchable) SetRoot(p play.Position) {
	s.root = p.(*Position).board
	s.at = s.root
}

// Reset goes back to the root.
func (s *searchable) Reset() { s.at = s.root }

// ToMove returns the player to move.
func (s *searchable) ToMove() int { return s.at.mover }

// Play takes a square.
func (s *searchable) Play(m tree.Move) { s.at.play(m) }

// Moves appends the free squares. The prior prefers the centre, then the corners.
func (s *searchable) Moves(dst []tree.Choice) []tree.Choice {
	for free := s.at.free(); free != 0; free &= free - 1 {
		m := tree.Move(bits.TrailingZeros16(free))
		logit := int32(0)
		switch {
		case m == 4:
			logit = tree.Nat
		case m%2 == 0:
			logit = tree.Nat / 2
		}
		dst = append(dst, tree.Choice{Move: m, Logit: logit})
	}
	return dst
}

// Over returns the value of the end.
func (s *searchable) Over() (tree.Leaf, bool) { return leaf(s.at.winner()), s.at.over() }

// Leaf plays on at random, and returns the value of that game's end.
func (s *searchable) Leaf(number uint32) tree.Leaf {
	rng := rand.New(rand.NewPCG(uint64(number), 0))
	for !s.at.over() {
		free := s.at.free()
		for range rng.IntN(bits.OnesCount16(free)) {
			free &= free - 1
		}
		s.at.play(play.Move(bits.TrailingZeros16(free)))
	}
	return leaf(s.at.winner())
}

// leaf returns the value of a win, or with winner -1 of a draw.
func leaf(winner int) tree.Leaf {
	l := tree.Leaf{Values: tree.Values{tree.MaxValue / 2, tree.MaxValue - tree.MaxValue/2}}
	if winner >= 0 {
		l.Values = tree.Values{}
		l.Values[winner] = tree.MaxValue
	}
	return l
}
