// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Levels of a square for one player, in one number: every corner is near, every near square is
// within reach, and every square within reach is allowed.
const (
	LevelNone    = iota // not allowed
	LevelAllowed        // the player may cover the square
	LevelReach          // within four steps of the player's corners; as an own square just allowed
	LevelNear           // within two steps
	LevelCorner         // a corner, or the start square of a first placement
)

// Levels holds the level of each square for the player to move, with LevelAllowed in place of
// LevelReach, and for the rival.
type Levels struct{ Own, Rival [duo.NumSquares]uint8 }

// LevelsOf returns the levels of a position.
func LevelsOf(pos *duo.Position) (l Levels) {
	own := pos.ToMove()
	add := func(levels *[duo.NumSquares]uint8, set duo.Bitboard, level uint8) {
		for s := range duo.Square(duo.NumSquares) {
			if set.Has(s) {
				levels[s] = level
			}
		}
	}
	for pl, levels := range map[duo.Player]*[duo.NumSquares]uint8{own: &l.Own, own.Rival(): &l.Rival} {
		allowed, _ := pos.Anchors(pl)
		add(levels, allowed, LevelAllowed)
		if pl != own {
			add(levels, evaluation.Reach(pos, pl, 4), LevelReach)
		}
		add(levels, evaluation.Reach(pos, pl, 2), LevelNear)
		add(levels, evaluation.Reach(pos, pl, 0), LevelCorner)
	}
	return l
}

// MoveWindowSide is the number of rows and columns of a MoveWindow. The window holds the cells that
// a pattern can cover or touch, from playout.Reach before the anchor to one square more behind it.
const MoveWindowSide = 2*playout.Reach + 2

// MoveWindow is the expansion unit's view of the squares around an anchor, mirrored like the window
// of the patterns: cell (row, column) relative to the anchor is entry
// MoveWindowSide*(row+playout.Reach) + column+playout.Reach. Cells beyond the board are 0.
type MoveWindow struct {
	Own, Rival, Rings [MoveWindowSide * MoveWindowSide]uint8
}

// MoveWindowAt cuts the window around an anchor out of the levels.
func MoveWindowAt(l *Levels, anchor duo.Square, flip playout.Flip) (w MoveWindow) {
	for i := range w.Own {
		row, col := i/MoveWindowSide-playout.Reach, i%MoveWindowSide-playout.Reach
		if flip&playout.FlipRows != 0 {
			row = -row
		}
		if flip&playout.FlipCols != 0 {
			col = -col
		}
		if row, col = anchor.Row()+row, anchor.Col()+col; duo.OnBoard(row, col) {
			s := duo.NewSquare(row, col)
			w.Own[i], w.Rival[i], w.Rings[i] = l.Own[s], l.Rival[s], uint8(evaluation.Rings(s))
		}
	}
	return w
}

// aroundReach is how far the floods of moves look from the reference cell of a tile.
const aroundReach = 3

// Around returns how many rows and columns around a pattern the floods of moves may use on either
// side. The window of the pattern's orientation has at least that many on both sides.
func Around(p playout.Pattern) (rows, cols int) {
	top, left, bottom, right := aroundReach, aroundReach, -aroundReach, -aroundReach
	for _, c := range p.Orientation().Cells() {
		top, left = min(top, int(c.Row)), min(left, int(c.Col))
		bottom, right = max(bottom, int(c.Row)), max(right, int(c.Col))
	}
	return min(aroundReach+top, aroundReach-bottom), min(aroundReach+left, aroundReach-right)
}

// Features returns the features of the move that lays a pattern in the window. They equal
// evaluation.MoveFeatures if the window belongs to a position and the move is legal.
func (w *MoveWindow) Features(p playout.Pattern) (x [evaluation.NumFeatures]int32) {
	var tile, beside, diagonal [MoveWindowSide + 2][MoveWindowSide + 2]bool // a border of one around the window
	for _, c := range p.Cells() {
		row, col := int(c.Row)+playout.Reach+1, int(c.Col)+playout.Reach+1
		tile[row][col] = true
		for _, d := range [...]int{-1, 1} {
			beside[row+d][col], beside[row][col+d] = true, true
			diagonal[row+d][col-1], diagonal[row+d][col+1] = true, true
		}
	}
	add := func(f evaluation.Feature, is bool) {
		if is {
			x[f]++
		}
	}
	size := len(p.Cells())
	add(evaluation.Size4, size == 4)
	add(evaluation.Size3, size == 3)
	add(evaluation.Size2, size <= 2)
	for i := range w.Own {
		row, col := i/MoveWindowSide+1, i%MoveWindowSide+1
		own, rival := w.Own[i], w.Rival[i]
		switch {
		case tile[row][col]:
			add(evaluation.CornersCovered, own == LevelCorner)
			add(evaluation.RivalCorners, rival == LevelCorner)
			add(evaluation.RivalNear, rival >= LevelNear)
			add(evaluation.RivalReach, rival >= LevelReach)
			add(evaluation.RivalAllowed, rival >= LevelAllowed)
			add(evaluation.Border, w.Rings[i] == 0)
		case beside[row][col]:
			add(evaluation.AllowedLost, own >= LevelAllowed)
			add(evaluation.CornersLost, own == LevelCorner)
		case diagonal[row][col] && own != LevelNone && own != LevelCorner:
			x[evaluation.NewCorners]++
			x[evaluation.Centre] += int32(w.Rings[i])
			add(evaluation.FarCorners, own < LevelNear)
			add(evaluation.ContestedOnes, rival >= LevelNear)
		}
	}
	w.floods(p, &x)
	add(evaluation.RivalCornerAny, x[evaluation.RivalCorners] > 0)
	add(evaluation.FarCornerAny, x[evaluation.FarCorners] > 0)
	return x
}

// floods computes the features that are floods around the tile.
func (w *MoveWindow) floods(p playout.Pattern, x *[evaluation.NumFeatures]int32) {
	const cells = MoveWindowSide * MoveWindowSide
	var tile, beside, diagonal, around [cells]bool
	top, left, bottom, right := MoveWindowSide, MoveWindowSide, 0, 0
	for _, c := range p.Cells() {
		row, col := int(c.Row)+playout.Reach, int(c.Col)+playout.Reach
		tile[MoveWindowSide*row+col] = true
		top, left, bottom, right = min(top, row), min(left, col), max(bottom, row), max(right, col)
	}
	rows, cols := Around(p)
	for i := range cells {
		row, col := i/MoveWindowSide, i%MoveWindowSide
		around[i] = row >= top-rows && row <= bottom+rows && col >= left-cols && col <= right+cols
		for _, d := range [...]int{-1, 1} {
			beside[i] = beside[i] || at(&tile, row+d, col) || at(&tile, row, col+d)
			diagonal[i] = diagonal[i] || at(&tile, row+d, col-1) || at(&tile, row+d, col+1)
		}
	}
	var fresh, free, corners, allowed, cornersLeft, allowedLeft [cells]bool
	for i := range cells {
		own, rival := w.Own[i], w.Rival[i]
		fresh[i] = diagonal[i] && !beside[i] && !tile[i] && own != LevelNone && own != LevelCorner
		free[i] = around[i] && !beside[i] && !tile[i] && own != LevelNone
		corners[i] = around[i] && rival == LevelCorner
		allowed[i] = around[i] && rival != LevelNone
		cornersLeft[i], allowedLeft[i] = corners[i] && !tile[i], allowed[i] && !tile[i]
	}
	gained := flood(fresh, &free, 2)
	before, after := flood(corners, &allowed, 3), flood(cornersLeft, &allowedLeft, 3)
	for i := range cells {
		if gained[i] && w.Own[i] < LevelNear {
			x[evaluation.ReachGained]++
		}
		if before[i] && !after[i] {
			x[evaluation.RivalReachLost]++
		}
	}
}

// at reports whether the window has the cell and the set contains it.
func at(set *[MoveWindowSide * MoveWindowSide]bool, row, col int) bool {
	return row >= 0 && row < MoveWindowSide && col >= 0 && col < MoveWindowSide && set[MoveWindowSide*row+col]
}

// flood returns the set grown by that many steps within another one.
func flood(set [MoveWindowSide * MoveWindowSide]bool, within *[MoveWindowSide * MoveWindowSide]bool, steps int) [MoveWindowSide * MoveWindowSide]bool {
	for range steps {
		next := set
		for i := range set {
			row, col := i/MoveWindowSide, i%MoveWindowSide
			near := at(&set, row-1, col) || at(&set, row+1, col) || at(&set, row, col-1) || at(&set, row, col+1)
			next[i] = set[i] || within[i] && near
		}
		set = next
	}
	return set
}
