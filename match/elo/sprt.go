// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package elo

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test of two differences in Elo, Elo0 and Elo1. The match
// goes on until one of the two hypotheses is much likelier than the other. The test is the
// generalised one on the pentanomial model, in which a hypothesis fixes only the mean.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`  // above Elo0
	Alpha float64 `json:"alpha"` // probability of accepting Elo1 when Elo0 is true
	Beta  float64 `json:"beta"`  // probability of accepting Elo0 when Elo1 is true
}

// Validate returns an error if the test is invalid.
func (s SPRT) Validate() error {
	for _, e := range []float64{s.Elo0, s.Elo1} {
		if math.IsNaN(e) || math.Abs(e) > Limit/2 {
			return fmt.Errorf("a difference of %v Elo, want %d..%d", e, -Limit/2, Limit/2)
		}
	}
	if s.Elo0 >= s.Elo1 {
		return fmt.Errorf("elo0 = %v and elo1 = %v, want the smaller first", s.Elo0, s.Elo1)
	}
	for _, p := range []float64{s.Alpha, s.Beta} {
		if !(p > 0 && p < 0.5) {
			return fmt.Errorf("an error rate of %v, want more than 0 and less than 0.5", p)
		}
	}
	return nil
}

// Bounds returns the bounds of the log-likelihood ratio (Wald 1947): Elo0 is accepted at or below
// lower, Elo1 at or above upper.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// LLR returns the log-likelihood ratio of Elo1 to Elo0.
func (s SPRT) LLR(p Pairs) (llr float64) {
	d0, d1 := p.likeliest(Score(s.Elo0)), p.likeliest(Score(s.Elo1))
	for i, n := range p {
		llr += max(n, unseen) * math.Log(d1[i]/d0[i])
	}
	return llr
}

// Verdict is the outcome of a test.
type Verdict string

// The outcomes of a test.
const (
	Open       Verdict = "" // more pairs are needed
	AcceptElo0 Verdict = "elo0"
	AcceptElo1 Verdict = "elo1"
)

// Verdict returns the verdict on the pairs. Call it after every pair: the first answer other than
// Open is final.
func (s SPRT) Verdict(p Pairs) Verdict {
	lower, upper := s.Bounds()
	switch llr := s.LLR(p); {
	case llr <= lower:
		return AcceptElo0
	case llr >= upper:
		return AcceptElo1
	}
	return Open
}
