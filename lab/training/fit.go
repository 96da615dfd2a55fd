// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// hat returns the two knots between which a phase lies, and the part of the upper one: what
// evaluation.New does with the weights at the knots.
func hat(placed, step, knots int) (k int, upper float64) {
	k = placed / step
	if k == knots-1 {
		return k - 1, 1
	}
	return k, float64(placed%step) / float64(step)
}

// priorSize is the number of the weights of the prior, knot by knot.
const priorSize = evaluation.PriorKnots * int(evaluation.NumFeatures)

// sums are what choices add up to at some weights: the cross-entropy of shares and prior in
// nats, and its first and second derivatives by the weights.
type sums struct {
	loss     float64
	gradient []float64
	hessian  *mat.SymDense
}

func newSums() *sums {
	return &sums{gradient: make([]float64, priorSize), hessian: mat.NewSymDense(priorSize, nil)}
}

// add adds the sums of choices at the weights x. It computes the derivatives only on request.
func (s *sums) add(choices []Choice, x []float64, derivatives bool) {
	const n = int(evaluation.NumFeatures)
	var w, mean, want [n]float64
	var square [n][n]float64 // sums of the upper triangle
	var p []float64
	for i := range choices {
		c := &choices[i]
		k, upper := hat(c.Placed, evaluation.PriorKnotStep, evaluation.PriorKnots)
		for f := range w {
			w[f] = (1-upper)*x[k*n+f] + upper*x[(k+1)*n+f]
		}
		p = p[:0]
		most := math.Inf(-1)
		for j := range c.Features {
			sum := 0.0
			for f, v := range &c.Features[j] {
				sum += w[f] * float64(v)
			}
			p = append(p, sum)
			most = max(most, sum)
		}
		total := 0.0
		for _, v := range p {
			total += math.Exp(v - most)
		}
		log := math.Log(total) + most
		for j, v := range p {
			if share := float64(c.Shares[j]); share > 0 {
				s.loss += share * (log - v)
			}
		}
		if !derivatives {
			continue
		}
		clear(mean[:])
		clear(want[:])
		clear(square[:])
		for j, v := range p {
			prior, share := math.Exp(v-log), float64(c.Shares[j])
			var set [n]int // features that are not 0
			count := 0
			for f, v := range &c.Features[j] {
				if v > 0 {
					set[count] = f
					count++
				}
			}
			for a, f := range set[:count] {
				v := float64(c.Features[j][f])
				mean[f] += prior * v
				want[f] += share * v
				for _, g := range set[a:count] {
					square[f][g] += prior * v * float64(c.Features[j][g])
				}
			}
		}
		for f := range n {
			s.gradient[k*n+f] += (1 - upper) * (mean[f] - want[f])
			s.gradient[(k+1)*n+f] += upper * (mean[f] - want[f])
			for g := f; g < n; g++ {
				h := square[f][g] - mean[f]*mean[g]
				add := func(i, j int, v float64) { s.hessian.SetSym(i, j, s.hessian.At(i, j)+v) }
				add(k*n+f, k*n+g, (1-upper)*(1-upper)*h)
				add((k+1)*n+f, (k+1)*n+g, upper*upper*h)
				add(k*n+f, (k+1)*n+g, (1-upper)*upper*h)
				if f != g {
					add(k*n+g, (k+1)*n+f, (1-upper)*upper*h)
				}
			}
		}
	}
}

// meanOf returns the mean sums of choices at the weights x, by several goroutines. They are
// added in a fixed order, so that the result does not depend on how many there are.
func meanOf(choices []Choice, x []float64, derivatives bool) *sums {
	const parts = 16
	var each [parts]*sums
	var group sync.WaitGroup
	for i := range each {
		group.Go(func() {
			each[i] = newSums()
			each[i].add(choices[i*len(choices)/parts:(i+1)*len(choices)/parts], x, derivatives)
		})
	}
	group.Wait()
	all := each[0]
	for _, s := range each[1:] {
		all.loss += s.loss
		floats.Add(all.gradient, s.gradient)
		all.hessian.AddSym(all.hessian, s.hessian)
	}
	scale := 1 / float64(max(1, len(choices)))
	all.loss *= scale
	floats.Scale(scale, all.gradient)
	all.hessian.ScaleSym(scale, all.hessian)
	return all
}

// ridge keeps weights small that the games barely determine, in nats per weight squared; leaveOut
// keeps a weight at 0.
const (
	ridge    = 1e-4
	leaveOut = 1e9
)

// fitPrior returns the weights of the prior that minimise the cross-entropy of the shares. It is
// convex in few weights, so Newton's method needs some ten iterations, and less from weights that
// are near.
func fitPrior(ctx context.Context, train []Choice, without map[evaluation.Feature]bool, near *evaluation.Weights) ([]float64, error) {
	if len(train) == 0 {
		return nil, errors.New("training: no choices to fit the prior to")
	}
	ridges, start := make([]float64, priorSize), priorOf(near)
	for i := range ridges {
		ridges[i] = ridge
		if without[evaluation.Feature(i%int(evaluation.NumFeatures))] {
			ridges[i], start[i] = leaveOut, 0
		}
	}
	var latest *sums
	var latestAt []float64
	derivatives := func(x []float64) *sums { // the optimiser calls it twice at each x
		if latest == nil || !slices.Equal(x, latestAt) {
			latest, latestAt = meanOf(train, x, true), slices.Clone(x)
		}
		return latest
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			loss := meanOf(train, x, false).loss
			for i, v := range x {
				loss += ridges[i] * v * v
			}
			return loss
		},
		Grad: func(gradient, x []float64) {
			copy(gradient, derivatives(x).gradient)
			for i, v := range x {
				gradient[i] += 2 * ridges[i] * v
			}
		},
		Hess: func(h *mat.SymDense, x []float64) {
			h.CopySym(derivatives(x).hessian)
			for i := range priorSize {
				h.SetSym(i, i, h.At(i, i)+2*ridges[i])
			}
		},
	}
	settings := &optimize.Settings{MajorIterations: 50, GradientThreshold: 1e-5, Recorder: stopper{ctx}}
	r, err := optimize.Minimize(problem, start, settings, &optimize.Newton{})
	if err != nil {
		return nil, fmt.Errorf("training: fit of the prior: %w", err)
	}
	return r.X, nil
}

// priorOf returns the weights of the prior, knot by knot.
func priorOf(w *evaluation.Weights) (x []float64) {
	for k := range w.Prior {
		for _, v := range w.Prior[k] {
			x = append(x, float64(v)/evaluation.One)
		}
	}
	return x
}

// stopper ends an optimisation when its context is done.
type stopper struct{ ctx context.Context }

func (stopper) Init() error { return nil }

func (s stopper) Record(*optimize.Location, optimize.Operation, *optimize.Stats) error {
	return s.ctx.Err()
}

// The penalties bound the margin's weights about which the games say little: the weights stay near
// 0, and near the weights of the next knot. The unit is the squared unit of the columns.
const (
	marginRidge = 1
	smoothness  = 100
)

// fitMargin returns the weights at the knots, knot by knot, that minimise the sum of the squared
// errors of the margin to fit to. columns returns the terms of a sample's margin, a weighted sum.
func fitMargin(samples []Sample, width int, without map[evaluation.Term]bool, columns func(*Sample, []float64)) ([]float64, error) {
	size := evaluation.MarginKnots * width
	gram := mat.NewSymDense(size, nil)
	right := mat.NewVecDense(size, nil)
	x := make([]float64, width)
	row := mat.NewVecDense(size, nil)
	for i := range samples {
		s := &samples[i]
		columns(s, x)
		k, upper := hat(s.Placed, evaluation.MarginKnotStep, evaluation.MarginKnots)
		row.Zero()
		for j, v := range x {
			row.SetVec(k*width+j, (1-upper)*v)
			row.SetVec((k+1)*width+j, upper*v)
		}
		gram.SymRankOne(gram, 1, row)
		right.AddScaledVec(right, s.Target, row)
	}
	for i := range size {
		gram.SetSym(i, i, gram.At(i, i)+marginRidge)
		if without[evaluation.Term(i%width)] {
			gram.SetSym(i, i, gram.At(i, i)+leaveOut)
		}
		if next := i + width; next < size {
			gram.SetSym(i, i, gram.At(i, i)+smoothness)
			gram.SetSym(next, next, gram.At(next, next)+smoothness)
			gram.SetSym(i, next, gram.At(i, next)-smoothness)
		}
	}
	var c mat.Cholesky
	if !c.Factorize(gram) {
		return nil, errors.New("training: fit of the margin: the equations are singular")
	}
	out := mat.NewVecDense(size, nil)
	if err := c.SolveVecTo(out, right); err != nil {
		return nil, fmt.Errorf("training: fit of the margin: %w", err)
	}
	return out.RawVector().Data, nil
}

// fit fits all weights to samples; near are some, without patterns, that may be near.
func (c *Config) fit(ctx context.Context, train *Samples, near *evaluation.Weights) (*evaluation.Weights, error) {
	w := new(evaluation.Weights)
	*w = *c.replaced()
	if !c.KeepMargin {
		if err := fitMargins(w, train.Values, nil); err != nil {
			return nil, err
		}
	}
	if c.KeepPrior {
		return w, nil
	}
	w.Prior = near.Prior
	return w, c.fitPrior(ctx, w, train.Choices, nil)
}

// fitPrior sets the features' weights of the prior, and the program's patterns; without selects the
// features to leave out.
func (c *Config) fitPrior(ctx context.Context, w *evaluation.Weights, choices []Choice, without map[evaluation.Feature]bool) error {
	if c.For == ForChip {
		return fitPriors(ctx, w, choices, without)
	}
	if err := fitPriors(ctx, w, choices[:min(linearChoices, len(choices))], without); err != nil {
		return err
	}
	n, err := fitPatterns(ctx, w, choices, without)
	if err != nil {
		return err
	}
	return n.quantise(w)
}

// fixed returns a weight in fixed point.
func fixed(v float64) (int16, error) {
	r := math.Round(v * evaluation.One)
	if !(r >= math.MinInt16 && r <= math.MaxInt16) {
		return 0, fmt.Errorf("training: weight %g does not fit 16 bits of 1/%d", v, evaluation.One)
	}
	return int16(r), nil
}

// fitPriors sets the weights of the prior, beginning with the present ones; without selects the
// features to leave out.
func fitPriors(ctx context.Context, w *evaluation.Weights, choices []Choice, without map[evaluation.Feature]bool) error {
	x, err := fitPrior(ctx, choices, without, w)
	for i := 0; i < len(x) && err == nil; i++ {
		w.Prior[i/int(evaluation.NumFeatures)][i%int(evaluation.NumFeatures)], err = fixed(x[i])
	}
	return err
}

// fitMargins sets the other weights. without selects the terms to leave out.
func fitMargins(w *evaluation.Weights, samples []Sample, without map[evaluation.Term]bool) error {
	const terms = int(evaluation.NumTerms)
	alone, err := fitMargin(samples, terms, without, termColumns)
	if err != nil {
		return err
	}
	both, err := fitMargin(samples, terms+1, without, bothColumns)
	if err != nil {
		return err
	}
	set := func(to *int16, v float64) {
		if err == nil {
			*to, err = fixed(v)
		}
	}
	for k := range evaluation.MarginKnots {
		for i := range terms {
			set(&w.Static[k][i], alone[k*terms+i])
			set(&w.Rest[k][i], both[k*(terms+1)+i])
		}
		set(&w.Playouts[k], both[k*(terms+1)+terms])
	}
	for _, spread := range []struct {
		of      *[evaluation.MarginKnots]int16
		predict func(*Sample) float64
	}{{&w.Spread, predictor(w)}, {&w.StaticSpread, staticPredictor(w)}} {
		// The root of the mean square by phase is fitted in the same way, to the squares.
		squares := make([]Sample, len(samples))
		for i := range squares {
			squares[i] = samples[i]
			d := squares[i].Margin - spread.predict(&squares[i])
			squares[i].Target = d * d
		}
		fitted, failed := fitMargin(squares, 1, nil, func(_ *Sample, x []float64) { x[0] = 1 })
		if failed != nil {
			return failed
		}
		for k, v := range fitted {
			set(&spread.of[k], math.Sqrt(max(1, v)))
		}
	}
	return err
}

func termColumns(s *Sample, x []float64) {
	for i, v := range s.Terms {
		x[i] = float64(v)
	}
}

func bothColumns(s *Sample, x []float64) {
	termColumns(s, x)
	x[evaluation.NumTerms] = s.Playouts
}

// predictor returns a function that expects the margin of a sample as the evaluation does, except
// for rounding.
func predictor(w *evaluation.Weights) func(*Sample) float64 {
	return func(s *Sample) (margin float64) {
		k, upper := hat(s.Placed, evaluation.MarginKnotStep, evaluation.MarginKnots)
		at := func(low, high int16) float64 {
			return ((1-upper)*float64(low) + upper*float64(high)) / evaluation.One
		}
		for i, v := range s.Terms {
			margin += float64(v) * at(w.Rest[k][i], w.Rest[k+1][i])
		}
		return margin + s.Playouts*at(w.Playouts[k], w.Playouts[k+1])
	}
}
