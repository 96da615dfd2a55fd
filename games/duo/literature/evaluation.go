// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"math"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Line is an evaluation's view of a line of play in minimax.
type Line struct {
	Me     duo.Player // the player who searches
	Number int        // his move's number, from 1
	// Root is the start of the search, After its leaf, and Before the position before the last
	// move.
	Root, Before, After *cover
}

// Evaluation values a line of play for the player who searches: more is better, within
// +-rootWindow.
type Evaluation struct {
	Name   string
	Source string
	value  func(*Line) float64
	// sum marks a value that eq. 13 gives for one or several placements. The value needs only the
	// numbers of squares and corners, not the squares.
	sum bool
}

// Evaluations returns the evaluations of the literature.
func Evaluations() []Evaluation {
	return []Evaluation{
		{"thesis", "Nikolakaki 2014, eq. 13, of the line's last placement", thesis, true},
		{"thesis-line", "the same, summed over the line", thesisLine, true},
		{"cai", "Cai et al., FPT 2013; weights ours", cai, false},
		{"altman", "Altman et al., FPT 2013, square influence; weights ours", altman, false},
		{"huang1", "Huang 2012, group 1", huang1, false},
		{"huang2", "Huang 2012, group 2", huang2, false},
	}
}

// thesis is 0.5 a - 0.5 b + 0.7 c (eq. 13), with a the increase of my corners by the last
// placement, b the increase of the rival's, and c the squares of the tile, negative if the rival
// placed it. The thesis has "-0.5 b" with b a decrease, which would punish a block, and gives 0.7 c
// to either player's tile. We consider both slips.
func thesis(l *Line) float64 { return l.change(l.Before) }

// thesisLine sums eq. 13 over the line; the thesis's leaf sees only the last placement.
func thesisLine(l *Line) float64 { return l.change(l.Root) }

func (l *Line) change(from *cover) float64 {
	rival := l.Me.Rival()
	before, after := &from.counts, &l.After.counts
	a := after[l.Me] - before[l.Me]
	b := after[rival] - before[rival]
	c := l.gain(l.Me, from) - l.gain(rival, from)
	return cornerWeight*float64(a) - cornerWeight*float64(b) + squareWeight*float64(c)
}

// The weights of eq. 13.
const (
	cornerWeight = 0.5
	squareWeight = 0.7
)

// gain returns the number of squares that the player has covered since position from.
func (l *Line) gain(pl duo.Player, from *cover) int {
	return l.After.placed[pl] - from.placed[pl]
}

// caiWeights are ours: the paper gives none, but ranks reachability as the most useful term, then
// the influence area.
var caiWeights = struct{ squares, touching, influence, reach float64 }{1, 0.5, 0.5, 0.25}

// influenceSteps is the distance from a corner that a tile can reach.
const influenceSteps = 4

// cai is the difference, mine less the rival's, of a weighted sum of four terms: the squares
// placed; the corners beside squares of the other player; the influence area, which is the squares
// where a tile could lie; and weighted reachability. For reachability the empty squares within s
// orthogonal steps of a corner count 1/s each, for up to a tile's number of steps (the paper says
// "less the farther").
func cai(l *Line) float64 {
	side := func(pl duo.Player) float64 {
		b := l.After
		corners, allowed := b.corners(pl), b.free[pl]
		touching := corners.And(b.squares[pl.Rival()].Edges())
		area := steps(corners, allowed, influenceSteps)
		empty := duo.AllSquares().AndNot(b.squares[0].Or(b.squares[1]))
		reach, at := 0.0, corners
		for s := 1; s <= influenceSteps; s++ {
			next := steps(at, empty, 1)
			ring := next.AndNot(at)
			reach += float64(ring.Count()) / float64(s)
			at = next
		}
		w := &caiWeights
		return w.squares*float64(b.placed[pl]) + w.touching*float64(touching.Count()) +
			w.influence*float64(area.Count()) + w.reach*reach
	}
	return side(l.Me) - side(l.Me.Rival())
}

// altmanWeight is the weight of a square of influence relative to a covered one; the value is ours.
const altmanWeight = 0.5

// altman is the difference, mine less the rival's, of the squares placed and of the influence,
// which is the allowed squares within two steps of a corner (the paper: "a small neighbourhood").
func altman(l *Line) float64 {
	side := func(pl duo.Player) float64 {
		near := steps(l.After.corners(pl), l.After.free[pl], 2)
		return float64(l.After.placed[pl]) + altmanWeight*float64(near.Count())
	}
	return side(l.Me) - side(l.Me.Rival())
}

// Numbers of the own move where Huang's group 1 changes its formula.
const (
	huangOpening = 3
	huangMiddle  = 16
)

// huang1 depends on the number of the own move. For moves 1 to 3 it is a - b, the distances from
// the rival's start to the nearest own square before and after (0 before the first). For moves 4 to
// 16 it is 3c + 5d + 2e, and then 3c + 3d + 4e, with c the squares placed, d the increase of own
// corners and e the decrease of the rival's, over the line.
func huang1(l *Line) float64 {
	rival := l.Me.Rival()
	if l.Number <= huangOpening {
		return float64(distance(l.Root, l.Me) - distance(l.After, l.Me))
	}
	before, after := l.Root.counts, l.After.counts
	c := float64(l.gain(l.Me, l.Root) - l.gain(rival, l.Root))
	d := float64(after[l.Me] - before[l.Me])
	e := float64(before[rival] - after[rival])
	if l.Number <= huangMiddle {
		return 3*c + 5*d + 2*e
	}
	return 3*c + 3*d + 4*e
}

// huang2 is 10a - 5b + 10c + d over the line: a and b as in huang1, c the decrease of the rival's
// corners, d the difference of the squares where a piece can go. For d we take the allowed squares
// within four steps of a corner. The weights 10 and 5 are odd for a single distance; we keep them.
func huang2(l *Line) float64 {
	rival := l.Me.Rival()
	before, after := l.Root.corners(rival), l.After.corners(rival)
	area := func(pl duo.Player) int {
		a := steps(l.After.corners(pl), l.After.free[pl], influenceSteps)
		return a.Count()
	}
	return 10*float64(distance(l.Root, l.Me)) - 5*float64(distance(l.After, l.Me)) +
		10*float64(before.Count()-after.Count()) + float64(area(l.Me)-area(rival))
}

// distance returns the steps, along rows and columns, from the start square of the player's rival
// to the player's nearest square, or 0 without squares.
func distance(b *cover, pl duo.Player) int {
	start := pl.Rival().Start()
	least := math.MaxInt
	for s := range duo.Square(duo.NumSquares) {
		if b.squares[pl].Has(s) {
			rows, cols := s.Row()-start.Row(), s.Col()-start.Col()
			least = min(least, max(rows, -rows)+max(cols, -cols))
		}
	}
	if least == math.MaxInt {
		return 0
	}
	return least
}
