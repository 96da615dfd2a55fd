// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package duo holds the rules of Blokus Duo: its tiles and board, positions and legal moves,
// notations and perft.
//
// Two players own the 21 free polyominoes of one to five squares each and place them in turn on a
// board of 14x14 squares. A placement is legal when all its squares are allowed (on the board,
// empty, not edge-adjacent to one of the player's own squares) and at least one of them is a corner
// (allowed, and diagonally adjacent to one of them). A player's first placement covers the player's
// start square instead. A player without a legal placement passes; the game ends when both pass in
// succession or one has placed every tile.
//
// File types.go defines the basic types of the game, tiles.go draws the tiles, bitboard.go and
// position.go hold the rules, and notation.go reads and writes moves.
package duo

import (
	"fmt"
	"math/bits"
)

// BoardSize is the number of rows and of columns of the board.
const BoardSize = 14

// NumSquares is the number of squares of the board.
const NumSquares = BoardSize * BoardSize

// Player is a side of the game: Player1 or Player2. Either may move first; player 1 always owns the
// upper left start square.
type Player uint8

// The two players.
const (
	Player1 Player = 0
	Player2 Player = 1
)

// Rival returns the other player.
func (p Player) Rival() Player { return p ^ 1 }

// Start returns the square that the player's first placement must cover:
// (5,5) for player 1 and (10,10) for player 2, counted from 1.
func (p Player) Start() Square {
	if p == Player1 {
		return NewSquare(4, 4)
	}
	return NewSquare(9, 9)
}

// String returns "player 1" or "player 2".
func (p Player) String() string { return fmt.Sprintf("player %d", p+1) }

// Square is a square of the board, row*14 + column, both counted from 0 at the
// upper left corner; the row grows downwards.
//
//	  0   1   2 ..  13
//	 14  15  16 ..  27
//	 ..
//	182 183 184 .. 195
type Square uint8

// NewSquare returns the square in the given row and column, 0..13 each.
func NewSquare(row, col int) Square { return Square(row*BoardSize + col) }

// Row returns the row, 0 at the top.
func (s Square) Row() int { return int(s) / BoardSize }

// Col returns the column, 0 at the left.
func (s Square) Col() int { return int(s) % BoardSize }

// String returns the square as "(x,y)", both counted from 1 as the public
// contest counts them: x to the right, y downwards.
func (s Square) String() string { return fmt.Sprintf("(%d,%d)", s.Col()+1, s.Row()+1) }

// OnBoard reports whether a row and a column name a square of the board.
func OnBoard(row, col int) bool {
	return uint(row) < BoardSize && uint(col) < BoardSize
}

// Tile is one of the 21 free polyominoes, 0 (letter a, one square) to 20
// (letter u, the cross). Larger tiles have larger numbers.
type Tile uint8

// NumTiles is the number of tiles a player owns.
const NumTiles = 21

// NumCells is the number of squares of all tiles of one player.
const NumCells = 89

// Letter returns the contest's letter of the tile, 'a' to 'u'.
func (t Tile) Letter() byte { return 'a' + byte(t) }

// Size returns the number of squares of the tile, 1..5.
func (t Tile) Size() int { return len(drawings[t].cells) }

// Name returns the tile's usual name, which Pentobi has, too: the letter that a pentomino looks like,
// or a smaller tile, with the number of its squares where several tiles have the letter.
func (t Tile) Name() string { return tileNames[t] }

// String returns the letter of the tile.
func (t Tile) String() string { return string(t.Letter()) }

// TileSet is a set of tiles, bit t for tile t.
type TileSet uint32

// AllTiles holds every tile.
const AllTiles TileSet = 1<<NumTiles - 1

// Has reports whether the set holds the tile.
func (s TileSet) Has(t Tile) bool { return s>>t&1 != 0 }

// Count returns the number of tiles in the set.
func (s TileSet) Count() int { return bits.OnesCount32(uint32(s)) }

// String returns the letters of the tiles, or "none".
func (s TileSet) String() string {
	if s == 0 {
		return "none"
	}
	var letters []byte
	for t := range Tile(NumTiles) {
		if s.Has(t) {
			letters = append(letters, t.Letter())
		}
	}
	return string(letters)
}

// Rotation is one of the contest's eight codes for turning and mirroring a tile; rotations in
// tiles.go lists their effects.
type Rotation uint8

// NumRotations is the number of rotation codes.
const NumRotations = 8

// Orientation is one of the 91 distinct images of the tiles under rotation and
// reflection. Orientations are numbered in search order: tiles from u down to
// a (large tiles first), and within a tile by ascending canonical rotation
// code. The number is also the row of the image in the hardware tile ROM.
type Orientation uint8

// NumOrientations is the number of distinct orientations of all tiles.
const NumOrientations = 91

// Move is a placement or a pass. A placement is an orientation and the square
// that its reference cell covers, packed so that comparing two moves compares
// their places in the search order (orientation, then row, then column):
//
//	 15  14        8 7           0
//	+---+-----------+-------------+
//	| 0 |orientation|   square    |     Pass is 0xffff.
//	+---+-----------+-------------+
type Move uint16

// Pass is the move of a player who places nothing.
const Pass Move = 0xffff

// NewMove returns the placement of an orientation with its reference cell on
// the given square. The placement need not be on the board; see Position.Check.
func NewMove(o Orientation, s Square) Move { return Move(o)<<8 | Move(s) }

// Orientation returns the orientation of a placement.
func (m Move) Orientation() Orientation { return Orientation(m >> 8) }

// Square returns the square of the reference cell of a placement.
func (m Move) Square() Square { return Square(m) }

// Tile returns the tile of a placement.
func (m Move) Tile() Tile { return m.Orientation().Tile() }

// Cells calls yield for the row and column of each square that the placement covers, including
// squares off the board; a pass covers none.
func (m Move) Cells(yield func(row, col int) bool) {
	if m == Pass {
		return
	}
	for _, c := range orientations[m.Orientation()].cells {
		if !yield(m.Square().Row()+int(c.Row), m.Square().Col()+int(c.Col)) {
			return
		}
	}
}
