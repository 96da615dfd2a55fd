// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreeConfig holds the parameters of package tree that make our player strongest.
var TreeConfig = tree.Config{Exploration: 256, ExpandVisits: 4}

// TreeGame is Blokus for package tree: our player. Its prior depends on the effect of a move on the
// corners of all colours, its playouts use the largest tiles that fit, and its value depends on the
// win and on the margin to the best rival.
type TreeGame struct {
	variant rules.Variant
	root    rules.Position
	rules.Position
}

// NewTreeGame returns the game at a position. Its players are the seats of the variant.
func NewTreeGame(p *rules.Position, v rules.Variant) *TreeGame {
	return &TreeGame{variant: v, root: *p, Position: *p}
}

// SetRoot makes p the position that Reset restores.
func (g *TreeGame) SetRoot(p *rules.Position) { g.root, g.Position = *p, *p }

// Reset implements tree.Game.
func (g *TreeGame) Reset() { g.Position = g.root }

// ToMove implements tree.Game.
func (g *TreeGame) ToMove() int { return g.variant.Seat(&g.Position, g.Position.ToMove()) }

// Play implements tree.Game.
func (g *TreeGame) Play(m tree.Move) { g.Position.Play(rules.Move(m)) }

// Over implements tree.Game.
func (g *TreeGame) Over() (tree.Leaf, bool) {
	if !g.Position.Over() {
		return tree.Leaf{}, false
	}
	return g.leaf(), true
}

// marginScale is the scale of a margin, in squares, for the logistic curve.
const marginScale = 8

// leaf returns the value of the end of a game: for each seat half its share of the first place, and
// half the logistic curve of its margin to the best rival. Each square therefore counts even when
// the first place is settled.
func (g *TreeGame) leaf() tree.Leaf {
	points := g.variant.Points(&g.Position)
	shares := rules.Shares(points)
	var l tree.Leaf
	for seat, n := range points {
		best := 0
		for other, n := range points {
			if other != seat {
				best = max(best, n)
			}
		}
		margin := n - best
		won := uint32(shares[seat] * tree.MaxValue)
		l.Values[seat] = tree.Value((won + uint32(tree.Logistic(int32(margin*tree.Nat/marginScale)))) / 2)
		if seat == 0 {
			l.Margin = int32(margin)
		}
	}
	return l
}

// Weights of the prior, in 1/tree.Nat, set by hand.
const (
	squareLogit = 256 // for each square of the tile
	cornerLogit = 40  // for each new corner of the mover
	blockLogit  = 60  // for each covered corner of another colour
	centreLogit = 30  // for each step nearer to the middle, while the mover has placed few tiles
	earlyTiles  = 6   // number of tiles that counts as few
)

// outline is an orientation in rows of bits: its cells, and the squares that touch them only
// diagonally. The rows begin one above the top cell, and bit 0 is one left of the leftmost.
type outline struct {
	size      int32
	cells     [playout.MaxTileSize + 2]uint32
	diagonals [playout.MaxTileSize + 2]uint32
	height    int // rows in use
	top, left int // place of the first row and bit, relative to the reference cell
}

var outlines = func() (out [duo.NumOrientations]outline) {
	for o := range out {
		l := &out[o]
		cells := duo.Orientation(o).Cells()
		l.size = int32(len(cells))
		bottom := 0
		for _, c := range cells {
			l.top, bottom, l.left = min(l.top, int(c.Row)), max(bottom, int(c.Row)), min(l.left, int(c.Col))
		}
		l.height = bottom - l.top + 3
		l.top--
		l.left--
		for _, c := range cells {
			l.cells[int(c.Row)-l.top] |= 1 << (int(c.Col) - l.left)
		}
		at := func(row int) uint32 {
			if row < 0 || row >= l.height {
				return 0
			}
			return l.cells[row]
		}
		for row := range l.height {
			beside := at(row-1) | at(row+1)
			near := at(row) | at(row)<<1 | at(row)>>1 | beside
			l.diagonals[row] = (beside<<1 | beside>>1) &^ near
		}
	}
	return out
}()

// window holds squares of the board with a frame of one around it: bit 1 of row 1 is the upper left
// corner.
type window [rules.BoardSize + 2]uint32

// Moves implements tree.Game.
func (g *TreeGame) Moves(dst []tree.Choice) []tree.Choice {
	mover := g.Position.ToMove()
	var allowed, own window
	var others [rules.NumColours - 1]window
	for row := range rules.BoardSize {
		own[row+1] = g.Anchors(mover, row) << 1
		allowed[row+1] = g.Allowed(mover, row) << 1
		for i := range others {
			others[i][row+1] = g.Anchors((mover+rules.Colour(i)+1)%rules.NumColours, row) << 1
		}
	}
	early := duo.NumTiles-g.TilesLeft(mover).Count() < earlyTiles
	var buf [512]rules.Move
	for _, m := range g.Position.Moves(buf[:0]) {
		l, s := &outlines[m.Orientation()], m.Square()
		row, col := s.Row()+l.top+1, s.Col()+l.left+1 // place in the window
		gained, blocked := 0, 0
		for i := range l.height {
			at := row + i
			diagonals, cells := l.diagonals[i]<<col, l.cells[i]<<col
			gained += bits.OnesCount32(diagonals & allowed[at] &^ own[at])
			for o := range others {
				blocked += bits.OnesCount32(cells & others[o][at])
			}
		}
		logit := l.size*squareLogit + int32(gained)*cornerLogit + int32(blocked)*blockLogit
		if early {
			logit -= int32(fromCentre(m)) * centreLogit
		}
		dst = append(dst, tree.Choice{Move: tree.Move(m), Logit: logit})
	}
	return dst
}

// fromCentre returns the steps from the placement's nearest square to the middle of the board.
func fromCentre(m rules.Move) int {
	least := 2 * rules.BoardSize
	for row, col := range m.Cells {
		least = min(least, half(row)+half(col))
	}
	return least
}

// half returns the distance of a row or column from the middle.
func half(i int) int {
	if i >= rules.BoardSize/2 {
		return i - rules.BoardSize/2
	}
	return rules.BoardSize/2 - 1 - i
}

// Leaf implements tree.Game with the end of a playout.
func (g *TreeGame) Leaf(number uint32) tree.Leaf {
	rng := playout.NewRNG(0, number)
	g.PlayOut(playout.Largest, &rng, nil)
	return g.leaf()
}
