package literature

import "math"

// Formula is the exploration term of a selection.
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

// term returns the exploration term, for rewards in [-1,1]. UCB1-Tuned assumes rewards in [0,1]:
// its variance is the variance of (X+1)/2, and its term counts double for a range twice as wide, so
// that the order of children is the same as in [0,1].
func (f Formula) term(c, logParent, visits, mean, meanSquare float64) float64 {
	ratio := logParent / visits
	if f == UCB1 {
		return c * math.Sqrt(2*ratio)
	}
	mean01 := (mean + 1) / 2
	square01 := (meanSquare + 2*mean + 1) / 4
	return f.tuned(ratio, min(maxVariance, square01-mean01*mean01+math.Sqrt(2*ratio)))
}

// bound returns the greatest term of a child with that many visits.
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

// of returns the urgency of a move with a tile of that many squares.
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
// Search, 2008): Weight x H / (nj + 1) is added to a child's value, also at nj = 0, when the
// first-play urgency stands for the child's mean.
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
	// BiasFunction takes the heuristic value for the children of the root. Deeper it takes 0, where
	// the thesis has an unspecified "simple value".
	BiasFunction
)

// Final is the rule that chooses a move by the statistics of the root (2.7.3.5, after Chaslot). The
// thesis does not say which rule its players used.
type Final uint8

// Rules of Final.
const (
	Robust    Final = iota // most visits
	Max                    // highest mean
	RobustMax              // both; the search continues until they coincide, at most twice as long
	Secure                 // highest lower confidence bound: mean - 4 / sqrt(visits)
)

// secureFactor is Chaslot's A.
const secureFactor = 4

// best returns the index of the child to play, the first of the list among equals, and whether the
// child fulfils the rule; -1 if no child has a visit.
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

// before reports whether a child with value v is preferable to one with value w.
func before(v, w float64, c, d *child) bool { return v > w || v == w && c.place < d.place }

func (f Final) value(c *child) float64 {
	if f == Secure {
		return c.mean() - secureFactor/math.Sqrt(float64(c.visits))
	}
	return c.mean()
}
