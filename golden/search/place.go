// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// Place is a position on a path through a tree, in the form of the tree's game.
type Place struct{ at duoRoot }

// PlaceOf returns the place of a position. No player may be out of the game, except in a finished
// game, where a player has placed all his tiles.
func PlaceOf(pos *duo.Position) Place {
	st := playout.NewState(pos)
	over := pos.TilesLeft(duo.Player1) == 0 || pos.TilesLeft(duo.Player2) == 0
	values := [2]int{st.Value(duo.Player1), st.Value(duo.Player2)}
	return Place{duoRoot{*pos, playout.NewRootWith(pos, values, over).State()}}
}

// Pos returns the position. A player who is out of the game passes there.
func (p *Place) Pos() *duo.Position { return &p.at.pos }

// State returns the state of the place for playouts.
func (p *Place) State() playout.State { return p.at.state }

// ToMove returns the player to move.
func (p *Place) ToMove() duo.Player { return p.at.state.ToMove() }

// Over reports whether the game is over.
func (p *Place) Over() bool { return p.at.state.Over() }

// Root returns the root of playouts from the place. In a Root no player is out of the game. A
// player who is out in the place has no move there, and passes.
func (p *Place) Root() *playout.Root {
	values := [2]int{p.at.state.Value(duo.Player1), p.at.state.Value(duo.Player2)}
	return playout.NewRootWith(&p.at.pos, values, false)
}

// Play makes a move of the player to move.
func (p *Place) Play(m tree.Move) { p.at.play(m) }

// PassMove is the pass of a tree.
const PassMove = passMove

// AnchorMove returns the anchor move of a tree's move other than a pass.
func AnchorMove(m tree.Move) playout.AnchorMove { return anchorMove(m) }

// MoveOf returns a move in the tree's form.
func MoveOf(m playout.AnchorMove) tree.Move { return treeMove(m) }

// ChildrenOf returns the children that a level names, in descending order of priors.
func (t *Tree) ChildrenOf(l *tree.Level) []tree.Child { return t.tree.ChildrenOf(l, nil) }
