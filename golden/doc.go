// Package golden is the reference model of tessera: the rules of Blokus Duo,
// its notations, and bit- and cycle-exact twins of every core that exists in
// hardware. It is pure Go, uses integers only, is deterministic, and knows
// nothing of Verilog or of tools.
//
// # The game
//
// Two players own the 21 free polyominoes of one to five squares each and
// place them in turn on a board of 14x14 squares. A placement is legal when
// every square of it is allowed (on the board, empty, not edge-adjacent to an
// own square) and at least one of them is a corner (allowed, and diagonally
// adjacent to an own square). A player's first placement covers the player's
// start square instead. A player without a legal placement passes; the game
// ends when both pass in succession or one has placed every tile.
//
// # Reading order
//
// types.go names the things of the game, tiles.go draws them, bitboard.go and
// position.go hold the rules, notation.go reads and writes moves, and
// minimax.go is the twin of the classic hardware core.
package golden
