// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import (
	"slices"

	"github.com/tessera-fpga/tessera/games/quoridor/rules"
)

// EvolveConfig holds the parameters of a genetic search of weights. The source gives the first
// three and leaves the others open.
type EvolveConfig struct {
	Chromosomes int     // chromosomes of a generation: 10
	Plies       int     // plies before a game ends without a winner: 120
	NonZero     float64 // probability that a weight of the first generation is not 0: 0.3
	Generations int
	Nodes       int     // nodes of Negamax for a move
	Tournament  int     // number of chromosomes in a draw; a parent is the best of them
	Mutation    float64 // probability that a weight is drawn afresh
	Seed        uint64
}

// DefaultEvolve holds the parameters of the search for Evolved.
var DefaultEvolve = EvolveConfig{
	Chromosomes: 10, Plies: 120, NonZero: 0.3,
	Generations: 8, Nodes: 400, Tournament: 3, Mutation: 0.1, Seed: 1,
}

// Chromosome is a set of weights with its won games.
type Chromosome struct {
	Weights Weights
	Wins    int // wins against the rest of its generation, with both colours
}

// Evolve searches weights. In each generation all play against all, with both colours, and a
// chromosome's fitness is its number of won games. The best one stays; the others are children of
// two parents each, which tournaments choose: each weight comes from either parent, and may be
// drawn afresh. Evolve calls told with every generation, the best first; when told returns false,
// the search ends. Evolve returns the last generation.
func Evolve(cfg EvolveConfig, told func(generation int, all []Chromosome) bool) []Chromosome {
	r := rules.RNG(cfg.Seed)
	all := make([]Chromosome, cfg.Chromosomes)
	for i := range all {
		for f := range all[i].Weights {
			all[i].Weights[f] = cfg.weight(&r)
		}
	}
	for g := range cfg.Generations {
		if g > 0 {
			all = cfg.breed(all, &r)
		}
		cfg.rank(all, &r)
		if !told(g, all) {
			break
		}
	}
	return all
}

// weight draws a weight: 0, or within -1..1.
func (cfg *EvolveConfig) weight(r *rules.RNG) float64 {
	if unit(r) >= cfg.NonZero {
		return 0
	}
	return 2*unit(r) - 1
}

// unit returns a number from 0 to 1.
func unit(r *rules.RNG) float64 { return float64(r.Next()>>11) / (1 << 53) }

// rank plays the games and sorts the chromosomes by their wins. Ties keep their order.
func (cfg *EvolveConfig) rank(all []Chromosome, r *rules.RNG) {
	for i := range all {
		all[i].Wins = 0
	}
	for i := range all {
		for j := range all {
			if i == j {
				continue
			}
			p := rules.New()
			Play(&p, [2]Agent{
				NewNegamax(NegamaxConfig{Weights: all[i].Weights, Nodes: cfg.Nodes}, r.Next()),
				NewNegamax(NegamaxConfig{Weights: all[j].Weights, Nodes: cfg.Nodes}, r.Next()),
			}, cfg.Plies, nil)
			switch pl, won := p.Winner(); {
			case won && pl == rules.Player1:
				all[i].Wins++
			case won:
				all[j].Wins++
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Chromosome) int { return b.Wins - a.Wins })
}

// breed returns the generation after a sorted one.
func (cfg *EvolveConfig) breed(all []Chromosome, r *rules.RNG) []Chromosome {
	next := []Chromosome{{Weights: all[0].Weights}}
	for len(next) < len(all) {
		a, b := cfg.parent(all, r), cfg.parent(all, r)
		var child Weights
		for f := range child {
			child[f] = a.Weights[f]
			if r.Next()&1 == 0 {
				child[f] = b.Weights[f]
			}
			if unit(r) < cfg.Mutation {
				child[f] = cfg.weight(r)
			}
		}
		next = append(next, Chromosome{Weights: child})
	}
	return next
}

// parent draws some chromosomes and returns the best.
func (cfg *EvolveConfig) parent(all []Chromosome, r *rules.RNG) *Chromosome {
	best := r.Below(len(all))
	for range cfg.Tournament - 1 {
		best = min(best, r.Below(len(all)))
	}
	return &all[best]
}

// Evolved are the best weights of the last generation of DefaultEvolve.
var Evolved = Weights{SPP: 0.588, SPO: 0.9058, GSO: 0.2907, NFP: 0.7879}
