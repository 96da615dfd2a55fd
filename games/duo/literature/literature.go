// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package literature holds the players of the thesis that this project follows, and of the work
// behind the thesis, as their authors described them. They serve to reproduce the thesis's tables
// and to compare. They are not twins of hardware: numbers are float64. Their optimizations change
// no move: tests compare them with plain searches written from the texts.
//
// The thesis is Nikolakaki, Algorithm Modeling for Hardware Implementation of a Blokus Duo Player,
// Technical University of Crete, 2014. Where it is silent or contradicts itself, a comment at the
// constant or field states our decision.
//
//   - uct.go has the tree search (2.7.4, 4.3), node.go its tree and formula.go its enhancements
//     (2.7.5, 5),
//   - flat.go the flat Monte Carlo search (4.4),
//   - minimax.go alpha-beta (4.2), and evaluation.go its evaluations (4.2, 3),
//   - rollout.go the playouts (5.2.4), reward.go the value of a game's end (5.2.5),
//   - parallel.go searches on several threads or lanes (2.7.6; Chaslot, Winands, van den
//     Herik, Parallel Monte-Carlo Tree Search, 2008),
//   - board.go the position, surroundings.go the effect of placements on its corners, config.go the
//     named players.
//
// A player without a move passes and is out for good (2.1.2), as in the playouts of the hardware.
package literature
