package thesis

import (
	"math"
	"slices"
)

// z is the quantile of an interval of 95 %.
const z = 1.959964

// Interval is one of 95 %.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Wilson returns the interval of a share of which k of n were counted (Wilson, Probable Inference,
// the Law of Succession, and Statistical Inference, 1927).
func Wilson(k, n float64) Interval {
	p := k / n
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return Interval{middle - half, middle + half}
}

// Newcombe returns the interval of the difference of two shares (Newcombe, Interval Estimation for
// the Difference Between Independent Proportions, 1998, method 10).
func Newcombe(k1, n1, k2, n2 float64) Interval {
	p1, p2 := k1/n1, k2/n2
	w1, w2 := Wilson(k1, n1), Wilson(k2, n2)
	d := p1 - p2
	return Interval{
		d - math.Hypot(p1-w1.Low, w2.High-p2),
		d + math.Hypot(w1.High-p1, p2-w2.Low),
	}
}

// differ returns the probability of two counts at least as different, if the shares are the same:
// the two-sided test of the pooled share, by the normal approximation.
func differ(k1, n1, k2, n2 float64) float64 {
	pooled := (k1 + k2) / (n1 + n2)
	deviation := math.Sqrt(pooled * (1 - pooled) * (1/n1 + 1/n2))
	if deviation == 0 {
		return 1
	}
	return math.Erfc(math.Abs(k1/n1-k2/n2) / deviation / math.Sqrt2)
}

// discoveries returns which of the probabilities stay below what is allowed for false discoveries
// (Benjamini, Hochberg, Controlling the False Discovery Rate, 1995).
func discoveries(p []float64, rate float64) []bool {
	sorted := slices.Clone(p)
	slices.Sort(sorted)
	bound := -1.0
	for i, v := range sorted {
		if v <= rate*float64(i+1)/float64(len(p)) {
			bound = v
		}
	}
	out := make([]bool, len(p))
	for i, v := range p {
		out[i] = v <= bound
	}
	return out
}
