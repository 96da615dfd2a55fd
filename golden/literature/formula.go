package literature

import "math"

// Formula is the term of a selection that makes up for few visits.
type Formula uint8

// The formulas, with X the mean reward of a child in [-1,1], n the visits of its parent and nj
// its own.
const (
	// UCB1 is X + C sqrt(2 ln n / nj) (eq. 5, with its 2 inside the root).
	UCB1 Formula = iota
	// TunedThesis is UCB1-Tuned with 2 ln n / nj in both places (eq. 6, 7).
	TunedThesis
	// TunedAuer is UCB1-Tuned as published, with ln n / nj outside (Auer, Cesa-Bianchi,
	// Fischer, Finite-time Analysis of the Multiarmed Bandit Problem, 2002, section 4).
	TunedAuer
)

// maxVariance is the largest variance of a reward in [0,1].
const maxVariance = 0.25

// term returns the exploration term, for rewards in [-1,1]. UCB1-Tuned reckons with rewards in
// [0,1]: its variance is that of (X+1)/2, and its term counts double for a range twice as wide,
// which leaves the order of children as it is in [0,1].
func (f Formula) term(c, logParent, visits, mean, meanSquare float64) float64 {
	ratio := logParent / visits
	if f == UCB1 {
		return c * math.Sqrt(2*ratio)
	}
	mean01 := (mean + 1) / 2
	square01 := (meanSquare + 2*mean + 1) / 4
	return f.tuned(ratio, min(maxVariance, square01-mean01*mean01+math.Sqrt(2*ratio)))
}

// bound returns the greatest term that a child with so many visits can have.
func (f Formula) bound(c, logParent, visits float64) float64 {
	if f == UCB1 {
		return f.term(c, logParent, visits, 0, 0)
	}
	return f.tuned(logParent/visits, maxVariance)
}

func (f Formula) tuned(ratio, variance float64) float64 {
	if f == TunedThesis {
		ratio *= 2
	}
	return 2 * math.Sqrt(ratio*variance)
}

// FirstPlay says what a child without a visit counts as (first-play urgency: Gelly, Wang,
// Exploration Exploitation in Go, 2006; 5.2.1). The thesis gives the values without a scale;
// they are in that of the rewards, [-1,1].
type FirstPlay struct {
	Kind  FirstPlayKind
	Value float64 // of Constant; of BySize for each square of the tile
}

// FirstPlayKind names a first-play urgency.
type FirstPlayKind uint8

// The urgencies.
const (
	// Always takes children without a visit before all others, in the order of the list: the
	// thesis's 10000, and plain UCT.
	Always FirstPlayKind = iota
	// Constant is the same for all; the thesis has 0.1.
	Constant
	// BySize is Value for each square of the tile; the thesis has 0.1.
	BySize
)

// of returns the urgency of a move of a tile of so many squares.
func (f FirstPlay) of(size int) float64 {
	switch f.Kind {
	case Always:
		return math.Inf(1)
	case BySize:
		return f.Value * float64(size)
	}
	return f.Value
}

// Bias is a progressive bias (eq. 8, 9; Chaslot et al., Progressive Strategies for Monte-Carlo
// Tree Search, 2008): Weight x H / (nj + 1) is added to a child's value, also if nj is 0 and
// its first-play urgency stands for its mean.
type Bias struct {
	Kind   BiasKind
	Weight float64 // 1 if 0: H is 1..15 against rewards in [-1,1]
}

// BiasKind names what a progressive bias takes for H.
type BiasKind uint8

// The kinds.
const (
	NoBias BiasKind = iota
	// BiasUnits has the squares of the tile, at all levels.
	BiasUnits
	// BiasFunction has the heuristic value for the children of the root, and 0 deeper, where
	// the thesis has "a simple value" without saying which.
	BiasFunction
)

// Final is the rule that makes a move of the statistics of the root (2.7.3.5, after Chaslot).
// Which one the thesis's players used is not said.
type Final uint8

// The rules.
const (
	Robust    Final = iota // most visits
	Max                    // highest mean
	RobustMax              // both; the search goes on until they coincide, at most twice as long
	Secure                 // highest lower confidence bound: mean - 4 / sqrt(visits)
)

// secureFactor is Chaslot's A.
const secureFactor = 4

// best returns the index of the child to play, the first of the list among equals, and whether it
// fulfils the rule; -1 if none has a visit.
func (f Final) best(children []child) (index int, fulfilled bool) {
	robust, highest := -1, -1
	for i := range children {
		c := &children[i]
		if c.visits == 0 {
			continue
		}
		if robust < 0 || before(float64(c.visits), float64(children[robust].visits), c, &children[robust]) {
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

// before reports whether a child with value v is to be preferred to one with value w.
func before(v, w float64, c, d *child) bool { return v > w || v == w && c.place < d.place }

func (f Final) value(c *child) float64 {
	if f == Secure {
		return c.mean() - secureFactor/math.Sqrt(float64(c.visits))
	}
	return c.mean()
}
