// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package elo

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Link holds the results between two players of a ladder.
type Link struct {
	Players [2]int // from 0
	Pairs   Pairs  // the first player's results
}

// ErrApart means that no chain of results links some players of a ladder.
var ErrApart = errors.New("no chain of results links all players")

// Rate returns the maximum-likelihood ratings for the results of all links. The difference of two
// ratings gives the expected share of the points, as in Score (R. A. Bradley, M. E. Terry, Rank
// Analysis of Incomplete Block Designs, Biometrika 39, 1952). The player zero has rating 0, and
// each interval is for the difference from this player.
//
// As in Estimate, a player who has won every game of a link counts half a point less. The intervals
// come from the curvature of the likelihood and from the variance of the results (the sandwich
// estimator: P. J. Huber, 1967), because the two games of a pair are not independent. Each link
// counts with the greater of its observed variance and the variance of independent games.
//
// Rate ignores links without pairs. It fails with ErrApart if a player is not linked.
func Rate(players, zero int, links []Link) ([]Estimate, error) {
	if err := linked(players, zero, links); err != nil {
		return nil, err
	}
	n := players - 1
	if n == 0 {
		return make([]Estimate, 1), nil
	}
	// place returns the index of a player among the unknowns; -1 for zero.
	place := func(player int) int {
		switch {
		case player < zero:
			return player
		case player == zero:
			return -1
		}
		return player - 1
	}
	// add adds v times the outer product of a link's difference vector to a matrix.
	add := func(m *mat.SymDense, l Link, v float64) {
		a, b := place(l.Players[0]), place(l.Players[1])
		if a >= 0 {
			m.SetSym(a, a, m.At(a, a)+v)
		}
		if b >= 0 {
			m.SetSym(b, b, m.At(b, b)+v)
		}
		if a >= 0 && b >= 0 {
			m.SetSym(a, b, m.At(a, b)-v)
		}
	}
	x := make([]float64, n) // in units of the logistic curve
	expected := func(l Link) float64 {
		d := 0.0
		if i := place(l.Players[0]); i >= 0 {
			d += x[i]
		}
		if i := place(l.Players[1]); i >= 0 {
			d -= x[i]
		}
		return 1 / (1 + math.Exp(-d))
	}
	var chol mat.Cholesky
	for range 1000 {
		// The likelihood is concave, so Newton's method with bounded steps reaches its only
		// maximum.
		slope, curve := mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
		for _, l := range links {
			pairs := l.Pairs.Count()
			if pairs == 0 {
				continue
			}
			p, half := expected(l), 1/(4*pairs)
			d := pairs * (max(half, min(1-half, l.Pairs.Mean())) - p)
			if i := place(l.Players[0]); i >= 0 {
				slope.SetVec(i, slope.AtVec(i)+d)
			}
			if i := place(l.Players[1]); i >= 0 {
				slope.SetVec(i, slope.AtVec(i)-d)
			}
			add(curve, l, pairs*p*(1-p))
		}
		var step mat.VecDense
		if !chol.Factorize(curve) || chol.SolveVecTo(&step, slope) != nil {
			return nil, errors.New("elo: the ratings are too far apart to be computed")
		}
		longest := mat.Norm(&step, math.Inf(1))
		for i := range x {
			x[i] += step.AtVec(i) * min(1, 1/longest)
		}
		if longest < 1e-9 {
			break
		}
	}
	spread := mat.NewSymDense(n, nil)
	for _, l := range links {
		if pairs := l.Pairs.Count(); pairs > 0 {
			p := expected(l)
			add(spread, l, pairs*max(variance(l.Pairs.distribution()), p*(1-p)/2))
		}
	}
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		return nil, fmt.Errorf("elo: %w", err)
	}
	var covariance mat.Dense
	covariance.Product(&inverse, spread, &inverse)
	const unit = 400 / math.Ln10
	out := make([]Estimate, players)
	for player := range out {
		if i := place(player); i >= 0 {
			error := Z * math.Sqrt(covariance.At(i, i))
			out[player] = Estimate{unit * x[i], unit * (x[i] - error), unit * (x[i] + error)}
		}
	}
	return out, nil
}

// linked returns an error if a chain of results does not link every player to zero.
func linked(players, zero int, links []Link) error {
	reached, found := map[int]bool{zero: true}, true
	for found {
		found = false
		for _, l := range links {
			if a, b := l.Players[0], l.Players[1]; l.Pairs.Count() > 0 && reached[a] != reached[b] {
				reached[a], reached[b], found = true, true, true
			}
		}
	}
	for player := range players {
		if !reached[player] {
			return fmt.Errorf("elo: player %d: %w", player+1, ErrApart)
		}
	}
	return nil
}
