// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import "math"

// Formula is the exploration term of a selection.
type Formula uint8

// The formulas, with X the mean reward of a child in [-1,1], n the visits of its parent and nj
// its own.
const (
	// UCB1 is X + C sqrt(2 ln n / nj) (eq. 5, including its 2 inside the root).
	UCB1 Formula = iota
	// TunedThesis is UCB1-Tuned with 2 ln n / nj in both places (eq. 6, 7), for the thesis's own
	// rewards in [-1,1] and with its bound of 1/4. As long as the bound applies, which is always for
	// a mean far from -1 and 1, the term is that of UCB1 with C = 1/2.
	TunedThesis
	// TunedAuer is UCB1-Tuned as published, with ln n / nj outside and rewards in [0,1] (Auer,
	// Cesa-Bianchi, Fischer, Finite-time Analysis of the Multiarmed Bandit Problem, 2002, section 4).
	TunedAuer
	// TunedMapped is eq. 6 and 7 with the rewards mapped to [0,1], as the bound of 1/4 requires.
	// The bound then applies to every child with fewer than 32 ln n visits, and the term is that of
	// UCB1 with C = 1: up to some thousand playouts the two play the same games.
	TunedMapped
)

// maxVariance is the bound on the variance. It is the largest variance of a reward in [0,1].
const maxVariance = 0.25

// term returns the exploration term, for rewards in [-1,1]. A formula for rewards in [0,1] takes the
// variance of (X+1)/2, and its term counts double for the range twice as wide. The children keep the
// order that they have with [0,1].
func (f Formula) term(c, logParent, visits, mean, meanSquare float64) float64 {
	ratio := logParent / visits
	if f == UCB1 {
		return c * math.Sqrt(2*ratio)
	}
	if f.mapped() {
		mean, meanSquare = (mean+1)/2, (meanSquare+2*mean+1)/4
	}
	return f.tuned(ratio, min(maxVariance, meanSquare-mean*mean+math.Sqrt(2*ratio)))
}

// mapped reports whether the formula is for rewards in [0,1].
func (f Formula) mapped() bool { return f == TunedAuer || f == TunedMapped }

// bound returns the greatest term of a child with that many visits.
func (f Formula) bound(c, logParent, visits float64) float64 {
	if f == UCB1 {
		return f.term(c, logParent, visits, 0, 0)
	}
	return f.tuned(logParent/visits, maxVariance)
}

func (f Formula) tuned(ratio, variance float64) float64 {
	if f != TunedAuer {
		ratio *= 2
	}
	term := math.Sqrt(ratio * variance)
	if f.mapped() {
		term *= 2
	}
	return term
}

// FirstPlay is the value of a child without a visit (first-play urgency: Gelly, Wang, Exploration
// Exploitation in Go, 2006; 5.2.1). The thesis gives the values without a scale; here they have the
// scale of the rewards, [-1,1].
type FirstPlay struct {
	Kind  FirstPlayKind
	Value float64 // urgency for Constant; for BySize the urgency of each square
}

// FirstPlayKind names a first-play urgency.
type FirstPlayKind uint8

// Urgencies.
const (
	// Always takes children without a visit before all others, in the order of the list: the
	// thesis's 10000, and plain UCT.
	Always FirstPlayKind = iota
	// Constant is equal for all children; the thesis has 0.1.
	Constant
	// BySize is Value for each square of the tile; the thesis has 0.1.
	BySize
)

// of returns the urgency of a move with a tile of size squares.
func (f FirstPlay) of(size int) float64 {
	switch f.Kind {
	case Always:
		return math.Inf(1)
	case BySize:
		return f.Value * float64(size)
	}
	return f.Value
}

// Bias is a progressive bias (eq. 8, 9; Chaslot et al., Progressive Strategies for Monte-Carlo Tree
// Search, 2008): a child's value gets Weight x H / (nj + 1) more, even at nj = 0, where the
// first-play urgency replaces the child's mean.
type Bias struct {
	Kind   BiasKind
	Weight float64 // 1 if 0: H is 1..15 against rewards in [-1,1]
}

// BiasKind names the H of a progressive bias.
type BiasKind uint8

// Kinds of progressive bias.
const (
	NoBias BiasKind = iota
	// BiasUnits takes the squares of the tile, at all levels.
	BiasUnits
	// BiasFunction takes the heuristic value for the children of the root. Deeper in the tree it
	// takes 0, since the thesis's "simple value" there is unspecified.
	BiasFunction
)

// Final is the rule that chooses a move by the statistics of the root (2.7.3.5, after Chaslot). The
// thesis does not name the rule of its players.
type Final uint8

// Rules of Final.
const (
	Robust     Final = iota // most visits
	Max                     // highest mean
	RobustMax               // both; the search continues until they agree, at most twice as long
	Secure                  // highest lower confidence bound: mean - 4 / sqrt(visits)
	RobustMean              // most visits, and among equals the highest mean
)

// secureFactor is Chaslot's A.
const secureFactor = 4

// best returns the index of the child to play, or -1 if no child has a visit, and whether the child
// fulfils the rule. Ties go to the first in the list.
func (f Final) best(children []child) (index int, fulfilled bool) {
	robust, highest := -1, -1
	for i := range children {
		c := &children[i]
		if c.visits == 0 {
			continue
		}
		if robust < 0 || f.moreRobust(c, &children[robust]) {
			robust = i
		}
		if highest < 0 || before(f.value(c), f.value(&children[highest]), c, &children[highest]) {
			highest = i
		}
	}
	switch {
	case robust < 0:
		return -1, true
	case f == Max || f == Secure:
		return highest, true
	case f == RobustMax:
		return robust, robust == highest
	}
	return robust, true
}

// moreRobust reports whether c is preferable to d by its visits.
func (f Final) moreRobust(c, d *child) bool {
	if f == RobustMean && c.visits == d.visits {
		return before(c.mean(), d.mean(), c, d)
	}
	return before(float64(c.visits), float64(d.visits), c, d)
}

// before reports whether a child with value v is preferable to one with value w.
func before(v, w float64, c, d *child) bool { return v > w || v == w && c.place < d.place }

func (f Final) value(c *child) float64 {
	if f == Secure {
		return c.mean() - secureFactor/math.Sqrt(float64(c.visits))
	}
	return c.mean()
}
