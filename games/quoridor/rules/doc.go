// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package rules is the reference model of Quoridor: the rules for two players on the board of 9
// x 9 squares, with ten fences each. Its players are in package agent.
//
// Player 1 starts at e1 and goes up, player 2 at e9 and goes down; player 1 moves first. A move is
// a step of the pawn or a fence. The rules leave some questions open. This package answers them as
// follows:
//
//   - A pawn jumps straight over the other one. Where a fence or the edge of the board is behind
//     the other pawn, the pawn steps diagonally to the other pawn's sides.
//   - A fence must leave each player a way to the goal row, regardless of the pawns.
//   - A player can therefore always step, and no rule is needed for a player who cannot move.
//     Proof: if a pawn's only way leads to the other pawn's square, that square has another exit,
//     because a fence never shuts off two squares, and at most one of these two squares is in the
//     goal row of the player who must leave them. If the exit is straight ahead, the pawn can jump
//     to it. Otherwise the way ahead is barred and the pawn can step diagonally to the exit.
//   - A game without a winner after [MaxPlies] plies is a draw.
//
// The notation and the questions come from V. Massagué Respall, Quoridor Agent using Monte Carlo
// Tree Search, graduate thesis, Innopolis University; the answers come from the engines Titanium
// and KataQuoridor, whose counts of positions the tests check.
package rules
