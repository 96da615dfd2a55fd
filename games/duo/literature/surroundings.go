// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"encoding/binary"
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// frame is a set of squares with a margin of one row above and one column to the left and to the
// right, so that it contains the surroundings of a tile at the edge: two bytes a row, bit 1 for the
// left column. The rows after the board are empty, so that 8 rows can be read from each row.
type frame [2 * (duo.BoardSize + 1 + 8)]byte

func frameOf(b duo.Bitboard) (f frame) {
	const shift = 16 + 1
	before := uint64(0)
	for w, word := range b {
		binary.LittleEndian.PutUint64(f[8*w:], word<<shift|before>>(64-shift))
		before = word
	}
	return f
}

// vicinity is a set of squares in and around the bounding box of a tile: 8 rows of 16 bits. The box
// begins in the second row, at bit 1.
type vicinity [2]uint64

// countIn returns the number of the vicinity's squares that are in a set, with the box's upper left
// square in the given row and column of the board.
func (v *vicinity) countIn(f *frame, row, col int) int {
	at := f[2*row:][:16]
	lo := binary.LittleEndian.Uint64(at) & (v[0] << (col & 15))
	hi := binary.LittleEndian.Uint64(at[8:]) & (v[1] << (col & 15))
	return bits.OnesCount64(lo) + bits.OnesCount64(hi)
}

// meets reports whether a square of the vicinity is in a set. within reports whether all its
// squares are in one of two sets.
func (v *vicinity) meets(f *frame, row, col int) bool {
	at := f[2*row:][:16]
	return binary.LittleEndian.Uint64(at)&(v[0]<<(col&15))|binary.LittleEndian.Uint64(at[8:])&(v[1]<<(col&15)) != 0
}

func (v *vicinity) within(f, g *frame, row, col int) bool {
	a, b := f[2*row:][:16], g[2*row:][:16]
	return v[0]<<(col&15)&^(binary.LittleEndian.Uint64(a)|binary.LittleEndian.Uint64(b)) == 0 &&
		v[1]<<(col&15)&^(binary.LittleEndian.Uint64(a[8:])|binary.LittleEndian.Uint64(b[8:])) == 0
}

// takeFrom removes the vicinity's squares from a set. moveTo adds to f the squares that are in
// from.
func (v *vicinity) takeFrom(f *frame, row, col int) {
	at := f[2*row:][:16]
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)&^(v[0]<<(col&15)))
	binary.LittleEndian.PutUint64(at[8:], binary.LittleEndian.Uint64(at[8:])&^(v[1]<<(col&15)))
}

func (v *vicinity) moveTo(f, from *frame, row, col int) {
	at, of := f[2*row:][:16], from[2*row:][:16]
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)|binary.LittleEndian.Uint64(of)&(v[0]<<(col&15)))
	binary.LittleEndian.PutUint64(at[8:], binary.LittleEndian.Uint64(at[8:])|binary.LittleEndian.Uint64(of[8:])&(v[1]<<(col&15)))
}

// outline is the effect of a pattern in a mirrored window on corners: its squares, the squares with
// all their neighbours, and the squares diagonal to them.
type outline struct {
	squares, around, diagonals vicinity
	top, left                  int8 // upper left square of its box, relative to the anchor
	size                       int8
}

var outlines = func() (out [playout.NumPatterns + 1][4]outline) {
	for p := range playout.Pattern(playout.NumPatterns) {
		for f := range playout.Flip(4) {
			o, ref := p.Flipped(f)
			l := outline{top: ref.Row, left: ref.Col, size: int8(o.Tile().Size())}
			for _, c := range o.Cells() {
				l.top, l.left = min(l.top, ref.Row+c.Row), min(l.left, ref.Col+c.Col)
			}
			add := func(v *vicinity, row, col int8) { v[row/4] |= 1 << (row%4*16 + col) }
			var diagonals vicinity
			for _, c := range o.Cells() {
				row, col := ref.Row+c.Row-l.top+1, ref.Col+c.Col-l.left+1
				add(&l.squares, row, col)
				add(&l.around, row, col)
				for _, d := range []int8{-1, 1} {
					add(&l.around, row+d, col)
					add(&l.around, row, col+d)
					add(&diagonals, row+d, col-1)
					add(&diagonals, row+d, col+1)
				}
			}
			for w := range diagonals {
				l.diagonals[w] = diagonals[w] &^ l.around[w]
			}
			out[p][f] = l
		}
	}
	return out
}()

// surroundings holds the data for computing the numbers of corners after a placement.
type surroundings struct {
	mover         duo.Player
	corners, room frame // the mover's corners, and the other squares open to him
	rival         frame // the rival's corners
	rivalRoom     frame // the other squares open to the rival
}

func (c *cover) surroundings(mover duo.Player) surroundings {
	rival := mover.Rival()
	return surroundings{
		mover:     mover,
		corners:   frameOf(c.corners(mover)),
		room:      frameOf(c.free[mover].AndNot(c.diagonals[mover])),
		rival:     frameOf(c.corners(rival)),
		rivalRoom: frameOf(c.free[rival].AndNot(c.diagonals[rival])),
	}
}

// after sets t to the surroundings of the next player after a placement of the mover.
func (s *surroundings) after(m playout.AnchorMove, next duo.Player, t *surroundings) {
	l, row, col := outlineOf(m)
	own, rival, room, rivalRoom := &t.rival, &t.corners, &t.rivalRoom, &t.room
	if next == s.mover {
		own, rival, room, rivalRoom = rival, own, rivalRoom, room
	}
	t.mover = next
	*own, *rival, *room, *rivalRoom = s.corners, s.rival, s.room, s.rivalRoom
	l.squares.takeFrom(rival, row, col)
	l.squares.takeFrom(rivalRoom, row, col)
	l.around.takeFrom(own, row, col)
	l.diagonals.moveTo(own, &s.room, row, col)
	l.around.takeFrom(room, row, col)
	l.diagonals.takeFrom(room, row, col)
}

// outlineOf returns the outline of a placement and its upper left square.
func outlineOf(m playout.AnchorMove) (l *outline, row, col int) {
	l = &outlines[m.Pattern][m.Flip&3]
	return l, m.Anchor.Row() + int(l.top), m.Anchor.Col() + int(l.left)
}

// legal reports whether a placement of the mover is legal. The mover must have placed a tile
// before, and has the given tiles left. The anchor need not be a corner.
func (s *surroundings) legal(tiles duo.TileSet, m playout.AnchorMove) bool {
	if !tiles.Has(m.Pattern.Tile()) {
		return false
	}
	l, row, col := outlineOf(m)
	return l.squares.within(&s.corners, &s.room, row, col) && l.squares.meets(&s.corners, row, col)
}

// change returns the number of corners that a placement adds for the mover and removes from his
// rival's corners.
func (s *surroundings) change(m playout.AnchorMove) (gained, taken int) {
	l, row, col := outlineOf(m)
	gained = l.diagonals.countIn(&s.room, row, col) - l.around.countIn(&s.corners, row, col)
	return gained, l.squares.countIn(&s.rival, row, col)
}

// countsAfter returns the numbers of corners of both players after a placement, given the numbers
// before.
func (s *surroundings) countsAfter(before *[2]int, m playout.AnchorMove) (n [2]int) {
	gained, taken := s.change(m)
	n[s.mover] = before[s.mover] + gained
	n[s.mover.Rival()] = before[s.mover.Rival()] - taken
	return n
}
