// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package elo rates the results of a match: the difference in strength with its 95 % interval, the
// ratings of more than two players, and the sequential probability ratio test that ends a match
// early. Count the results as [Pairs]; Pairs.Estimate, [Rate] and [SPRT] do the rest.
//
// Games come in pairs from one opening with colours swapped, and the two games of a pair are not
// independent. The unit is therefore the pair with its five possible results (the pentanomial
// model), not the game. Sources: M. Van den Bergh, "Comments on Normalized Elo" and "The
// generalized maximum likelihood ratio for the expectation value of a distribution"
// (www.cantate.be/Fishtest), which fishtest's LLRcalc.py implements; A. Wald, Sequential Analysis,
// 1947; E. B. Wilson, Probable Inference, JASA 22, 1927, for the interval.
//
// File elo.go (here) has the estimate, rating.go the ratings, sprt.go the test, share.go the
// intervals of shares of games.
package elo

import (
	"fmt"
	"math"
)

// Limit bounds a difference in Elo either way. It also represents an unbounded difference, such as
// the rating of a player with only wins.
const Limit = 4000

// FromScore returns the difference in Elo at which a player expects that share of the points, 0..1;
// -Limit for 0 and Limit for 1.
func FromScore(score float64) float64 {
	return max(-Limit, min(Limit, 400*math.Log10(score/(1-score))))
}

// Score returns the expected share of the points, 0..1, at a difference in Elo.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Pairs are a player's results: the number of pairs by half points, 0..4. A single game counts as
// half a pair with the game's result twice.
type Pairs [5]float64

// Add adds a pair with halfPoints for the player.
func (p *Pairs) Add(halfPoints int) { p[halfPoints]++ }

// AddSingle adds a game without a partner, with 0, 1 or 2 half points.
func (p *Pairs) AddSingle(halfPoints int) { p[2*halfPoints] += 0.5 }

// value returns the share of the points for a result.
func value(halfPoints int) float64 { return float64(halfPoints) / 4 }

// Count returns the number of pairs.
func (p Pairs) Count() (n float64) {
	for _, c := range p {
		n += c
	}
	return n
}

// Mean returns the share of the points, 0..1; 0.5 without pairs.
func (p Pairs) Mean() float64 {
	if p.Count() == 0 {
		return 0.5
	}
	return mean(p.distribution())
}

// distribution returns the shares of the results.
func (p Pairs) distribution() (d [5]float64) {
	n := p.Count()
	for i, c := range p {
		d[i] = c / n
	}
	return d
}

func mean(d [5]float64) (m float64) {
	for i, share := range d {
		m += share * value(i)
	}
	return m
}

func variance(d [5]float64) (v float64) {
	m := mean(d)
	for i, share := range d {
		v += share * (value(i) - m) * (value(i) - m)
	}
	return v
}

// unseen replaces a count of 0, because a result that has not occurred yet is not impossible. The
// number is fishtest's.
const unseen = 1e-3

// likeliest returns the maximum-likelihood distribution of the results with the given mean, between
// 0 and 1: shares d[i] / (1 + x (value(i) - mean)) with the x for which the mean is right (Van den
// Bergh, Proposition 1.1).
func (p Pairs) likeliest(mean float64) (d [5]float64) {
	for i := range p {
		p[i] = max(p[i], unseen)
	}
	seen := p.distribution()
	// The sum falls from +infinity to -infinity between the two x at which a denominator is 0.
	// Newton's method finds its zero; bisection replaces a step that would leave the bracket.
	low, high, x := -1/(1-mean), 1/mean, 0.0
	for range 100 {
		sum, slope := 0.0, 0.0
		for i, share := range seen {
			a := value(i) - mean
			q := a / (1 + x*a)
			sum += share * q
			slope += share * q * q
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
		next := x + sum/slope
		if !(low < next && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-x) <= 1e-14*math.Abs(x) {
			break
		}
		x = next
	}
	for i, share := range seen {
		d[i] = share / (1 + x*(value(i)-mean))
	}
	return d
}

// Estimate is a difference in Elo with its 95 % interval.
type Estimate struct{ Elo, Low, High float64 }

// String returns the difference with its interval.
func (e Estimate) String() string { return fmt.Sprintf("%+.1f (%+.1f to %+.1f)", e.Elo, e.Low, e.High) }

// Estimate returns the difference in Elo between the player and the rival.
//
// The interval contains every mean that is consistent with the results: its distance to the
// observed mean is at most Z standard errors of the likeliest distribution with that mean. For two
// kinds of results this is Wilson's interval. Error bars around the observed mean may shrink to
// nothing or leave the possible range when one side wins nearly all games; this interval does not.
// A player with only wins, or only losses, gets the Elo of half a point less, or more, and an
// interval that ends at Limit.
func (p Pairs) Estimate() Estimate {
	n := p.Count()
	if n == 0 {
		return Estimate{0, -Limit, Limit}
	}
	seen := p.Mean()
	// bound returns the end of the interval between the observed mean and a mean outside the
	// interval.
	bound := func(out float64) float64 {
		if seen == out {
			return out
		}
		in := seen
		for range 60 {
			s := (in + out) / 2
			if n*(seen-s)*(seen-s) <= Z*Z*variance(p.likeliest(s)) {
				in = s
			} else {
				out = s
			}
		}
		return in
	}
	halfPoint := 1 / (4 * n) // share of half a point in the 2n points of n pairs
	return Estimate{
		Elo:  FromScore(max(halfPoint, min(1-halfPoint, seen))),
		Low:  FromScore(bound(0)),
		High: FromScore(bound(1)),
	}
}
