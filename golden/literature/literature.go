// Package literature holds the players of the thesis that this project follows, and of the
// work it builds on, as they were described: to run its tables again, and to compare. They are
// not hardware's twins: numbers are float64. What makes them fast changes no move: tests compare
// them with searches as plain as the texts.
//
// The thesis is Nikolakaki, Algorithm Modeling for Hardware Implementation of a Blokus Duo
// Player, Technical University of Crete, 2014. Where it is silent or contradicts itself, the
// decision stands at the constant or field concerned.
//
//   - uct.go has the tree search (2.7.4, 4.3), node.go its tree and formula.go its enhancements
//     (2.7.5, 5),
//   - flat.go the flat Monte Carlo search (4.4),
//   - minimax.go alpha-beta (4.2), and evaluation.go its evaluations (4.2, 3),
//   - rollout.go the playouts (5.2.4), reward.go what a game's end is worth (5.2.5),
//   - parallel.go searches on several threads or lanes (2.7.6; Chaslot, Winands, van den
//     Herik, Parallel Monte-Carlo Tree Search, 2008),
//   - board.go the position, surroundings.go how placements change its corners, config.go the
//     named players.
//
// A player who has no move passes and is out for good (2.1.2), as in the playouts of the
// hardware.
package literature
