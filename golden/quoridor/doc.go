// Package quoridor is the reference model of Quoridor: the rules for two players on the board of 9
// x 9 squares, with ten fences each. Its players are in package agent.
//
// Player 1 starts at e1 and goes up, player 2 at e9 and goes down; player 1 moves first. A move is
// a step of the pawn or a fence. The rules leave some questions open; these are the answers here:
//
//   - A pawn jumps straight over the other one. Where a fence or the edge of the board is behind
//     that, it steps diagonally to its sides.
//   - A fence must leave each player a way to the goal row, whatever squares the pawns are on.
//   - So there always is a step, and no need for a rule for who cannot move. For if a pawn's only
//     way leads to the other pawn's square, this has another exit: a fence never shuts off two
//     squares, of which one at most is in the goal row of who must leave it. If that exit is
//     straight ahead, it can be jumped to; if not, the way ahead is barred and it can be
//     stepped to diagonally.
//   - A game without a winner after [MaxPlies] plies is a draw.
//
// The notation and the questions come from V. Massagué Respall, Quoridor Agent using Monte Carlo
// Tree Search, graduate thesis, Innopolis University; the answers come from the engines Titanium
// and KataQuoridor, whose counts of positions the tests check.
package quoridor
