// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// The fit of the prior with patterns: all its weights together, by Adam.
const (
	epochs     = 8
	batch      = 64 // choices a step
	learnRate  = 0.004
	decay1     = 0.9   // decay of the mean gradient
	decay2     = 0.999 // decay of its mean square
	tinyStep   = 1e-8
	leastError = 1e-4 // smaller errors of a move's share are left out of the gradient
)

// linearChoices bounds the choices that the linear start of the fit is fitted to.
const linearChoices = 10_000

// hidden units, and the offsets of the weights of each kind in a net.
const (
	units      = evaluation.HiddenUnits
	netSquares = priorSize
	netTiles   = netSquares + int(evaluation.NumRoles)*evaluation.NumCodes*units
	netOut     = netTiles + tiles*units
	netSize    = netOut + evaluation.PriorKnots*units
	tiles      = len(evaluation.Patterns{}.Tiles)
)

// net holds the weights of the prior in floating point: of the features, knot by knot, of the
// squares by role and code, of the tiles, and of the hidden units by knot.
type net [netSize]float32

// newNet returns a net that begins with the features' weights, and with small random patterns.
func newNet(linear []float64, rng *rand.Rand) *net {
	n := new(net)
	for i := range n {
		switch {
		case i < netSquares:
			n[i] = float32(linear[i])
		case i < netTiles:
			n[i] = float32(rng.NormFloat64() * 0.1)
		case i >= netOut:
			if n[i] = 0.3; i%2 == 1 { // the sign alternates from unit to unit
				n[i] = -0.3
			}
		}
	}
	return n
}

// limit keeps the weights within the ranges of evaluation.Patterns.
func (n *net) limit() {
	const unit = evaluation.SquareUnit
	for i := netSquares; i < netTiles; i++ {
		n[i] = min(max(n[i], math.MinInt8/float32(unit)), math.MaxInt8/float32(unit))
	}
	for i := netTiles; i < netOut; i++ {
		n[i] = min(max(n[i], -evaluation.MaxBias/float32(unit)), evaluation.MaxBias/float32(unit))
	}
}

// quantise copies the net's weights to the prior, rounded.
func (n *net) quantise(w *evaluation.Weights) error {
	round := func(v float32) float64 { return math.Round(float64(v) * evaluation.SquareUnit) }
	var err error
	set := func(to *int16, v float32) {
		if err == nil {
			*to, err = fixed(float64(v))
		}
	}
	p := new(evaluation.Patterns)
	for k := range w.Prior {
		for f := range w.Prior[k] {
			set(&w.Prior[k][f], n[k*int(evaluation.NumFeatures)+f])
		}
		for u := range units {
			set(&p.Out[k][u], n[netOut+k*units+u])
		}
	}
	for role := range p.Squares {
		for code := range p.Squares[role] {
			for u := range units {
				p.Squares[role][code][u] = int8(round(n[netSquares+(role*evaluation.NumCodes+code)*units+u]))
			}
		}
	}
	for t := range p.Tiles {
		for u := range units {
			p.Tiles[t][u] = int16(round(n[netTiles+t*units+u]))
		}
	}
	w.Patterns = p
	return err
}

// pass is the work of a net on one choice: the moves' squares, sums, logarithms and errors.
type pass struct {
	rows []int32 // offsets of the squares' weights in the net
	ends []int32 // for each move, the offsets of its rows
	sums [][units]float32
	logs []float32
}

// forward computes the logarithms of the moves, and returns the cross-entropy. It leaves the error
// of each move's share in logs.
func (p *pass) forward(n *net, c *Choice) (loss float64) {
	const features = int(evaluation.NumFeatures)
	k, upper := hat(c.Placed, evaluation.PriorKnotStep, evaluation.PriorKnots)
	high := float32(upper)
	low := 1 - high
	var w [features]float32
	for f := range w {
		w[f] = low*n[k*features+f] + high*n[(k+1)*features+f]
	}
	var out [units]float32
	for u := range out {
		out[u] = low*n[netOut+k*units+u] + high*n[netOut+(k+1)*units+u]
	}
	p.rows, p.ends, p.sums, p.logs = p.rows[:0], p.ends[:0], p.sums[:0], p.logs[:0]
	most := float32(math.Inf(-1))
	evaluation.TouchedSquares(&c.Pos, c.Moves, func(i int, squares []evaluation.Touched) {
		sum := *(*[units]float32)(n[netTiles+int(c.Moves[i].Tile())*units:])
		for _, s := range squares {
			at := netSquares + (int(s.Role)*evaluation.NumCodes+int(s.Code))*units
			p.rows = append(p.rows, int32(at))
			for u, v := range (*[units]float32)(n[at:]) {
				sum[u] += v
			}
		}
		log := float32(0)
		for f, v := range &c.Features[i] {
			log += w[f] * float32(v)
		}
		for u, v := range sum {
			log += out[u] * max(0, v)
		}
		p.ends, p.sums, p.logs = append(p.ends, int32(len(p.rows))), append(p.sums, sum), append(p.logs, log)
		most = max(most, log)
	})
	total := 0.0
	for _, v := range p.logs {
		total += math.Exp(float64(v - most))
	}
	log := math.Log(total) + float64(most)
	for i, v := range p.logs {
		share := float64(c.Shares[i])
		if share > 0 {
			loss += share * (log - float64(v))
		}
		p.logs[i] = float32(math.Exp(float64(v)-log) - share)
	}
	return loss
}

// backward adds the gradient of the choice that forward took last.
func (p *pass) backward(n, gradient *net, c *Choice) {
	const features = int(evaluation.NumFeatures)
	k, upper := hat(c.Placed, evaluation.PriorKnotStep, evaluation.PriorKnots)
	high := float32(upper)
	low := 1 - high
	var w [features]float32
	var out, slope [units]float32
	for u := range out {
		out[u] = low*n[netOut+k*units+u] + high*n[netOut+(k+1)*units+u]
	}
	begin := int32(0)
	for i, e := range p.logs {
		end := p.ends[i]
		if e > leastError || e < -leastError {
			for f, v := range &c.Features[i] {
				w[f] += e * float32(v)
			}
			var back [units]float32
			for u, v := range p.sums[i] {
				if v > 0 {
					slope[u] += e * v
					back[u] = e * out[u]
				}
			}
			add := func(at int) {
				g := (*[units]float32)(gradient[at:])
				for u, v := range back {
					g[u] += v
				}
			}
			add(netTiles + int(c.Moves[i].Tile())*units)
			for _, at := range p.rows[begin:end] {
				add(int(at))
			}
		}
		begin = end
	}
	for f, v := range w {
		gradient[k*features+f] += low * v
		gradient[(k+1)*features+f] += high * v
	}
	for u, v := range slope {
		gradient[netOut+k*units+u] += low * v
		gradient[netOut+(k+1)*units+u] += high * v
	}
}

// fitPatterns fits the weights of the prior to choices, with patterns. It begins with the present
// weights of the features. without selects features whose weights stay as they are. The seed is
// fixed: equal choices give equal weights.
func fitPatterns(ctx context.Context, w *evaluation.Weights, choices []Choice, without map[evaluation.Feature]bool) (*net, error) {
	rng := rand.New(rand.NewPCG(1, 0))
	n := newNet(priorOf(w), rng)
	var gradient, mean, square net
	var p pass
	steps := epochs * ((len(choices) + batch - 1) / batch)
	step, fade1, fade2 := 0, 1.0, 1.0
	for range epochs {
		order := rng.Perm(len(choices))
		for len(order) > 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			these := order[:min(batch, len(order))]
			order = order[len(these):]
			clear(gradient[:])
			for _, i := range these {
				p.forward(n, &choices[i])
				p.backward(n, &gradient, &choices[i])
			}
			for i := range netSquares {
				if without[evaluation.Feature(i%int(evaluation.NumFeatures))] {
					gradient[i] = 0
				}
			}
			// The rate falls along half a cosine.
			rate := learnRate / 2 * (1 + math.Cos(math.Pi*float64(step)/float64(steps)))
			step++
			fade1, fade2 = fade1*decay1, fade2*decay2
			rate *= math.Sqrt(1-fade2) / (1 - fade1)
			scale := 1 / float32(len(these))
			for i, g := range gradient {
				g *= scale
				mean[i] += (1 - decay1) * (g - mean[i])
				square[i] += (1 - decay2) * (g*g - square[i])
				n[i] -= float32(rate) * mean[i] / (float32(math.Sqrt(float64(square[i]))) + tinyStep)
			}
			n.limit()
		}
	}
	for i, v := range square {
		if v == 0 { // no choice has this square
			n[i] = 0
		}
	}
	return n, nil
}
