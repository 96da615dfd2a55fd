// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package golden is the reference model of tessera: pure Go, deterministic, in integers. Each of its
// packages is compared with hardware, or is what such a package needs. It imports neither gen nor
// Verilog nor tools. Package search has the limits of the chips with a tree core, package twin counts
// cycles, and packages processor and firmware hold the assembler and the source (.asm) of the
// processor's ROM.
//
// Each of the following packages needs only packages above it:
//
//	duo         the rules of Blokus Duo: tiles, boards, moves, notations, perft
//	playout     corners and patterns, playout policies and random streams
//	evaluation  the prior on moves and the expected margin of positions, with learned weights
//	tree        the tree search of any game
//	search      the searches: minimax, which counts the cycles of its hardware, Monte Carlo, and
//	            the tree search of Blokus Duo
//	alphabeta   the alpha-beta search that values its leaves without making them, and its cycles
//	contest     the protocol of the public contest, and the players built into its host
//	twin        the cycle-exact twins of playout lanes and chains of them, of the units of the tree
//	            core, of the SDRAM's controller, and of the contest player at its serial line
//	processor   a small processor, its instruction set and its assembler
//	firmware    the tree search as a program of that processor: the source of its ROM
//	service     frames and requests of the port by which programs use the playout lanes, or have
//	            the leaves of a tree search valued
//
// Package seedtest gives random tests their seed.
//
// # How exact the twins are
//
// The twins of the minimax core, the playout lane, the chain of lanes, the Monte Carlo core, the
// units of the tree core and the contest player give every answer and the cycle of its arrival. The
// twin of the service port (service.Model) gives only the answers, because its playouts end in no
// fixed order.
//
// # The anchor method
//
// The anchor method lists the legal moves: it visits the player's corners in reading order and
// tests at each corner all placements that cover it at once.
//
//   - Each placement is listed once: at a corner, the corners visited before count as not allowed,
//     so a placement is listed at the first corner that it covers.
//   - A corner has one of the player's own squares at a vertex, so one vertical and one
//     horizontal neighbour are not allowed. The window around the corner is
//     mirrored so that these two lie above it and to its left (playout.Flip has a drawing).
//     Only 127 patterns over 29 cells can then cover the corner, instead of 414 over
//     41 (playout.WindowCells has another drawing).
//   - A first placement has no such neighbours. The method then visits, in the same order, the
//     squares at most four steps from the start square that do not come after it, and takes only
//     patterns that cover the start square.
//
// The hardware's playout lanes list moves in this order: corners in reading order, and at each
// corner the patterns in ascending order. An anchor is a visited square: a corner or a square near
// the start.
package golden
