package thesis

import "slices"

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
