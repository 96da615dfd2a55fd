// Package golden is the reference model of tessera: the rules of Blokus Duo,
// its notations, and exact twins of every core that exists in hardware. Those of
// the classic core, the playout lanes and the referee give every answer and the
// cycle in which it comes; those of the Monte Carlo engine and of the service port,
// whose playouts end in any order, give the answers. It is pure Go, uses integers
// only, is deterministic, and knows nothing of Verilog or of tools.
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
// position.go hold the rules, notation.go reads and writes moves, and classic.go
// is the twin of the classic core.
//
// anchor.go lists moves as the playout lanes do, playout.go plays games out, lane.go
// and lanes.go are the twins of one lane and of a chain of them, and montecarlo.go
// is the search on top.
//
// referee.go and uart.go are the contest's side of the chip, service.go
// and frame.go that of programs that use the lanes.
//
// # The anchor method
//
// It lists the legal moves by visiting the player's corners in reading order and
// testing at each all placements that cover it at once.
//
//   - No placement is met twice: at a corner, the corners visited before count
//     as not allowed, so a placement is met at the first corner it covers.
//   - A corner has an own square at a vertex, hence one vertical and one
//     horizontal neighbour that are not allowed. The window around the corner is
//     mirrored so that they lie above it and to its left. What can then cover the
//     corner is one of 127 patterns over 29 cells, instead of 414 over 41.
//   - A first placement has no such neighbours. It visits instead, in the same
//     order, the squares at most four steps from the start square that do not come
//     after it, and takes only patterns that cover the start square.
//
// The order in which moves are met, corners in reading order and patterns in
// ascending order at each, is the move order of the hardware's playout lanes.
package golden
