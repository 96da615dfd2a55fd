// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package playout plays out games: it lists moves by the anchor method (see package golden),
// chooses among them by a policy from a random stream, and keeps the board in the form of the
// hardware's lanes.
//
// File rng.go has the random streams, pattern.go the 127 patterns and their window, fit.go the
// tables that find the patterns that fit, list.go the list of moves, board.go the board and its
// mirrors, state.go the positions, and playout.go the playouts.
package playout

import (
	"cmp"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Policy is the rule for the moves of both players in a playout.
type Policy uint8

// Policies.
const (
	// Uniform chooses among all legal moves, all equally likely.
	Uniform Policy = 0
	// Largest chooses among the legal moves of the largest placeable tiles, all equally likely.
	Largest Policy = 1
)

// NumPolicies is the number of policies.
const NumPolicies = 2

// String returns "uniform" or "largest".
func (p Policy) String() string {
	switch p {
	case Uniform:
		return "uniform"
	case Largest:
		return "largest"
	}
	return fmt.Sprintf("policy %d", uint8(p))
}

// Ply is a turn of a playout: of the Moves moves that the policy may choose, it makes the Choice-th
// in move order. Without moves the player passes, for the rest of the game.
type Ply struct {
	Player  duo.Player // player to move
	Anchors int        // anchors with such a move
	Moves   int        // 0: the player passes
	Choice  int        // 0..Moves-1
	Tries   int        // numbers drawn from the stream; 0 for a given first move
	Move    AnchorMove // unless Moves is 0
}

// Root is the start position of playouts.
type Root struct{ start State }

// NewRoot returns the root at a position. A player who passed despite having a move is still in the
// game, as in Position; in the playout a pass is final.
func NewRoot(p *duo.Position) *Root { return &Root{NewState(p)} }

// NewRootAt returns the root of games from a state.
func NewRootAt(st *State) *Root { return &Root{*st} }

// NewRootWith returns the root at a position with the given values (see State.Value) of player 1
// and player 2. If over is true, the game is over there, even for a player with moves.
func NewRootWith(p *duo.Position, value [2]int, over bool) *Root {
	st := NewState(p)
	for pl := range st.sides {
		st.sides[pl].value, st.sides[pl].out = value[pl], over
	}
	return &Root{st}
}

// State returns the state at the root.
func (g *Root) State() State { return g.start }

// Moves appends the legal moves of the player to move to dst; see AnchorMoves.
func (g *Root) Moves(dst []AnchorMove) []AnchorMove { return g.start.Moves(dst) }

// NoFirst leaves the first move of a playout to the policy.
const NoFirst = -1

// Play plays one game with the numbers of the stream and returns the margin: the score of player 1
// less the score of player 2, bonuses included. The first move has index first among all legal
// moves, in move order, and the stream is RNG.WithFirst's. If there are fewer moves, Play draws the
// first move among all of them, regardless of the policy. NoFirst leaves the first move to the
// policy. Play calls visit, if not nil, before each ply.
func (g *Root) Play(policy Policy, first int, rng RNG, visit func(Ply)) int {
	st := g.start
	return st.playOut(policy, first, rng.WithFirst(first), visit)
}

// PlayOut plays the game that Root.Play plays from the state, without a given first move, and
// returns its margin. The state becomes the last one of the game.
func (st *State) PlayOut(policy Policy, rng RNG) int {
	var list List
	for !st.Over() {
		st.turn(policy, &rng, &list)
	}
	return st.Margin()
}

// Winner returns the sign of the margin of the game that PlayOut plays. It plays on only until the
// winner is certain: a player has won who leads and whose rival is out. The state becomes the last
// one that Winner reached.
func (st *State) Winner(policy Policy, rng RNG) int {
	var list List
	for !st.Over() {
		mover, rival := &st.sides[st.toMove], &st.sides[st.toMove.Rival()]
		if rival.out && mover.value > rival.value {
			break
		}
		st.turn(policy, &rng, &list)
	}
	return cmp.Compare(st.Margin(), 0)
}

// turn has the policy make a move, or pass without one. It overwrites the list.
func (st *State) turn(policy Policy, rng *RNG, list *List) {
	_, n := st.List(policy, list)
	if n == 0 {
		st.Pass()
		return
	}
	k, _ := rng.Draw(n)
	i, k := list.Locate(k)
	l := &list[i]
	st.play(l.at(), l.Flip(), l.fits.nth(k))
}

func (st *State) playOut(policy Policy, first int, rng RNG, visit func(Ply)) int {
	var list List
	for ply := 0; !st.Over(); ply++ {
		turn := Ply{Player: st.toMove}
		given := ply == 0 && first >= 0
		rule := policy
		if given {
			rule = Uniform
		}
		turn.Anchors, turn.Moves = st.List(rule, &list)
		if turn.Moves == 0 {
			if visit != nil {
				visit(turn)
			}
			st.Pass()
			continue
		}
		if given && first < turn.Moves {
			turn.Choice = first
		} else {
			turn.Choice, turn.Tries = rng.Draw(turn.Moves)
		}
		i, k := list.Locate(turn.Choice)
		turn.Move = list[i].Move(k)
		if visit != nil {
			visit(turn)
		}
		st.play(list[i].at(), turn.Move.Flip, turn.Move.Pattern)
	}
	return st.Margin()
}

// ToMove returns the player to move at the root, and reports whether the game is
// over there.
func (g *Root) ToMove() (pl duo.Player, over bool) { return g.start.toMove, g.start.Over() }

// Rows holds a player's data in a lane: see State.Row, State.Tiles and State.Value. An anchor that is
// not allowed does not count.
type Rows struct {
	Allowed, Anchors [duo.BoardSize]uint16
	Tiles            duo.TileSet
	Value            int
}

// NewRootOf returns the root of a lane with these rows. No player is out of the game there.
func NewRootOf(rows *[2]Rows, toMove duo.Player) *Root {
	st := State{toMove: toMove}
	for pl := range st.sides {
		s, from := &st.sides[pl], &rows[pl]
		for row := range duo.BoardSize {
			for col := range duo.BoardSize {
				if from.Allowed[row]>>col&1 == 0 {
					continue
				}
				s.allowed.set(withAnchors, placeOf(row, col))
				if from.Anchors[row]>>col&1 == 0 {
					s.allowed.set(noAnchors, placeOf(row, col))
				}
			}
		}
		s.tiles, s.usable, s.hopes, s.value = from.Tiles, ofTiles(from.Tiles), allHopes, from.Value
	}
	return &Root{st}
}
