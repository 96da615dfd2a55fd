// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package book

import "github.com/tessera-fpga/tessera/golden/duo"

// symmetry is an image of the board that leaves the game unchanged. Its bits:
//
//	transposed  rows and columns change places: both start squares lie on that diagonal
//	swapped     half a turn, which changes the start squares, and with them the players
//
// They commute, and each is its own inverse.
type symmetry uint8

const (
	transposed symmetry = 1 << iota
	swapped
)

func (s symmetry) cell(row, col int) (int, int) {
	if s&transposed != 0 {
		row, col = col, row
	}
	if s&swapped != 0 {
		row, col = duo.BoardSize-1-row, duo.BoardSize-1-col
	}
	return row, col
}

func (s symmetry) board(b duo.Bitboard) (image duo.Bitboard) {
	for sq := range duo.Square(duo.NumSquares) {
		if b.Has(sq) {
			image.Set(duo.NewSquare(s.cell(sq.Row(), sq.Col())))
		}
	}
	return image
}

// move returns the image of a placement.
func (s symmetry) move(m duo.Move) duo.Move {
	var cells []duo.Cell
	for row, col := range m.Cells {
		row, col = s.cell(row, col)
		cells = append(cells, duo.Cell{Row: int8(row), Col: int8(col)})
	}
	o, ref, ok := duo.FindOrientation(cells)
	if !ok {
		panic("book: the image of a tile is no tile")
	}
	return duo.NewMove(o, duo.NewSquare(int(ref.Row), int(ref.Col)))
}

// Key names a position up to symmetry: the squares of the player to move and of the rival, in the
// first image with player 1 to move. The squares determine the tiles left, since two tiles of a
// player never share an edge.
type Key struct{ own, rival duo.Bitboard }

// KeyOf returns the key of a position.
func KeyOf(p *duo.Position) Key {
	k, _ := canonical(p)
	return k
}

// canonical returns the key of a position and the symmetry that leads to it.
func canonical(p *duo.Position) (best Key, by symmetry) {
	turn := symmetry(0)
	if p.ToMove() == duo.Player2 {
		turn = swapped
	}
	image := func(s symmetry) Key {
		return Key{s.board(p.Squares(p.ToMove())), s.board(p.Squares(p.ToMove().Rival()))}
	}
	best, by = image(turn), turn
	if k := image(turn | transposed); k.less(best) {
		best, by = k, turn|transposed
	}
	return best, by
}

func (k Key) less(l Key) bool {
	if k.own != l.own {
		return less(k.own, l.own)
	}
	return less(k.rival, l.rival)
}

func less(b, c duo.Bitboard) bool {
	for i := range b {
		if b[i] != c[i] {
			return b[i] < c[i]
		}
	}
	return false
}
