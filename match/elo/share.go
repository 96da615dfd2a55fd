// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package elo

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Z is the 97.5 % quantile of the normal distribution, for 95 % intervals.
const Z = 1.959963984540054

// Interval is a 95 % interval.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Wilson returns the interval of a share with k successes in n trials (E. B. Wilson, Probable
// Inference, JASA 22, 1927).
func Wilson(k, n float64) Interval {
	p := k / n
	middle := (p + Z*Z/(2*n)) / (1 + Z*Z/n)
	half := Z / (1 + Z*Z/n) * math.Sqrt(p*(1-p)/n+Z*Z/(4*n*n))
	return Interval{max(0, middle-half), min(1, middle+half)}
}

// ClopperPearson returns the exact interval of a share with k successes in n trials (C. J. Clopper,
// E. S. Pearson, Biometrika 26, 1934).
func ClopperPearson(k, n int) Interval {
	of := Interval{0, 1}
	if k > 0 {
		of.Low = distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(0.025)
	}
	if k < n {
		of.High = distuv.Beta{Alpha: float64(k + 1), Beta: float64(n - k)}.Quantile(0.975)
	}
	return of
}

// Newcombe returns the interval of the difference of two shares (R. G. Newcombe, Interval
// Estimation for the Difference Between Independent Proportions, Statistics in Medicine 17, 1998,
// method 10).
func Newcombe(k1, n1, k2, n2 float64) Interval {
	p1, p2 := k1/n1, k2/n2
	w1, w2 := Wilson(k1, n1), Wilson(k2, n2)
	d := p1 - p2
	return Interval{
		d - math.Hypot(p1-w1.Low, w2.High-p2),
		d + math.Hypot(w1.High-p1, p2-w2.Low),
	}
}

// Differ returns the probability of two counts at least as different if the shares are equal: the
// two-sided test of the pooled share, by the normal approximation.
func Differ(k1, n1, k2, n2 float64) float64 {
	pooled := (k1 + k2) / (n1 + n2)
	deviation := math.Sqrt(pooled * (1 - pooled) * (1/n1 + 1/n2))
	if deviation == 0 {
		return 1
	}
	return math.Erfc(math.Abs(k1/n1-k2/n2) / deviation / math.Sqrt2)
}
