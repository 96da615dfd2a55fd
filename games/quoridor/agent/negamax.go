// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/games/quoridor/rules"
)

// Feature is a quantity of a position from the side of a player: greater is better for the player.
// A distance counts negative if a player wants it short. The features follow L. Glendenning,
// Mastering Quoridor, University of New Mexico, 2005.
type Feature int

// The eight features of the source.
const (
	SPP Feature = iota // minus the player's steps to the goal row
	SPO                // the rival's steps to the rival's goal row
	MDP                // minus the rows from the player to the goal row
	MDO                // the rows from the rival to the rival's goal row
	PD                 // minus the steps between the pawns
	GSP                // 1 if the player is past the middle row, else 0
	GSO                // minus the rival's GSP
	NFP                // the player's fences left
	FeatureCount
)

var featureNames = [FeatureCount]string{"spp", "spo", "mdp", "mdo", "pd", "gsp", "gso", "nfp"}

func (f Feature) String() string { return featureNames[f] }

// Weights are the weights of the features.
type Weights [FeatureCount]float64

// Chromosomes are the final weights of the source's genetic search (table 5.1), by their numbers.
// The source leaves open whether greater features are better; in this package they are.
var Chromosomes = [10]Weights{
	0: {PD: .412},
	1: {PD: .412, GSO: .649},
	2: {MDO: -.249, GSO: .649},
	3: {SPP: .244, GSO: -.073},
	4: {MDO: -.527},
	5: {SPP: .91, MDO: -.249, GSO: -.319},
	6: {NFP: -.078},
	7: {SPO: -.339, MDP: -.954, GSO: -.073},
	8: {PD: .412, GSO: .649},
	9: {SPO: -.339},
}

// Raw returns the weights for the plain distances, indicators and numbers, without the signs that
// make greater features better.
func (w Weights) Raw() Weights {
	for _, f := range []Feature{SPP, MDP, PD, GSO} {
		w[f] = -w[f]
	}
	return w
}

// FeatureNames returns the names of the features.
func FeatureNames() []string { return featureNames[:] }

// String returns the weights that are not zero, such as "spp=0.91 gso=-0.3".
func (w Weights) String() string {
	var parts []string
	for f, x := range w {
		if x != 0 {
			parts = append(parts, fmt.Sprintf("%v=%s", Feature(f), strconv.FormatFloat(x, 'g', 4, 64)))
		}
	}
	return strings.Join(parts, " ")
}

// value returns the weighted sum of the features for a player.
func (w *Weights) value(p *rules.Position, pl rules.Player) float64 {
	rival := pl.Rival()
	sum := 0.0
	for f, x := range w {
		if x == 0 {
			continue
		}
		v := 0
		switch Feature(f) {
		case SPP:
			v = -p.Distance(pl)
		case SPO:
			v = p.Distance(rival)
		case MDP:
			v = -rows(p, pl)
		case MDO:
			v = rows(p, rival)
		case PD:
			// The pawns may be separated by fences, which counts as the greatest distance.
			if v = -p.PawnDistance(); v > 0 {
				v = -rules.Squares
			}
		case GSP:
			if rows(p, pl) < rules.Size/2 {
				v = 1
			}
		case GSO:
			if rows(p, rival) < rules.Size/2 {
				v = -1
			}
		case NFP:
			v = p.FencesLeft(pl)
		}
		sum += float64(x * float64(v))
	}
	return sum
}

// rows returns the rows from a player's pawn to the goal row.
func rows(p *rules.Position, pl rules.Player) int {
	if pl == rules.Player1 {
		return rules.Size - 1 - p.Pawn(pl).Row()
	}
	return p.Pawn(pl).Row()
}

// NegamaxConfig holds the parameters of a Negamax.
type NegamaxConfig struct {
	Weights Weights
	Nodes   int // positions visited in a move; 0: no limit. The source allows 10 s.
	Depth   int // plies; 0: no limit
}

// maxDepth bounds a search without a limit, which usually ends earlier with the game.
const maxDepth = 64

// won exceeds any sum of features.
const won = 1e6

// Negamax is the source's second agent: negamax with alpha-beta and iterative deepening over a
// linear evaluation. An unfinished last depth counts once its first move, the best one of the
// previous depth, is done. It chooses randomly among equal moves.
type Negamax struct {
	cfg   NegamaxConfig
	rng   rules.RNG
	work  uint64
	nodes int
	stop  func() bool
	ended bool
}

// NewNegamax returns a Negamax. Without a limit on nodes or depth it searches until stopped.
func NewNegamax(cfg NegamaxConfig, seed uint64) *Negamax {
	return &Negamax{cfg: cfg, rng: rules.RNG(seed)}
}

// Work implements Agent: it counts the positions visited.
func (a *Negamax) Work() uint64 { return a.work }

// Reset implements Agent.
func (a *Negamax) Reset(seed uint64) { a.rng, a.work = rules.RNG(seed), 0 }

// Move implements Agent.
func (a *Negamax) Move(p *rules.Position, stop func() bool) rules.Move {
	a.nodes, a.ended, a.stop = 0, false, stop
	moves := p.Moves(nil)
	for i := len(moves) - 1; i > 0; i-- {
		j := a.rng.Below(i + 1)
		moves[i], moves[j] = moves[j], moves[i]
	}
	limit := a.cfg.Depth
	if limit == 0 {
		limit = maxDepth
	}
	for depth := 1; depth <= limit && len(moves) > 1; depth++ {
		best, value := 0, math.Inf(-1)
		for i, m := range moves {
			q := *p
			q.Play(m)
			v := -a.search(&q, depth-1, math.Inf(-1), -value)
			if a.ended {
				break
			}
			if v > value {
				best, value = i, v
			}
		}
		m := moves[best]
		copy(moves[1:best+1], moves[:best]) // the other moves keep their order
		moves[0] = m
		if a.ended || math.Abs(value) > won/2 {
			break
		}
	}
	a.work += uint64(a.nodes)
	return moves[0]
}

// search returns the value of a position for the player to move, within the bounds. The result is
// invalid once a.ended is set.
func (a *Negamax) search(p *rules.Position, depth int, alpha, beta float64) float64 {
	a.nodes++
	if a.cfg.Nodes > 0 && a.nodes > a.cfg.Nodes || a.nodes%256 == 0 && asked(a.stop) {
		a.ended = true
		return 0
	}
	if p.Over() {
		if _, ok := p.Winner(); ok {
			return -won + float64(p.Plies()) // the rival won with the last move; a later loss is better
		}
		return 0
	}
	if depth == 0 {
		return a.cfg.Weights.value(p, p.ToMove())
	}
	var buf [rules.MaxMoves]rules.Move
	value := math.Inf(-1)
	for _, m := range ordered(p, buf[:0]) {
		q := *p
		q.Play(m)
		v := -a.search(&q, depth-1, -beta, -alpha)
		if a.ended {
			return 0
		}
		value, alpha = max(value, v), max(alpha, v)
		if alpha >= beta {
			break
		}
	}
	return value
}

// ordered appends the legal moves in the order of their promise: steps along a shortest way, fences
// across the rival's shortest way, the others.
func ordered(p *rules.Position, dst []rules.Move) []rules.Move {
	dst = p.ShortestSteps(dst)
	shortest := len(dst)
	h, v := p.LegalFences()
	way := p.Way(p.ToMove().Rival())
	dst = appendFences(dst, h&way.CutH, v&way.CutV)
	var steps [rules.MaxSteps]rules.Move
	for _, m := range p.Steps(steps[:0]) {
		if !slices.Contains(dst[:shortest], m) {
			dst = append(dst, m)
		}
	}
	return appendFences(dst, h&^way.CutH, v&^way.CutV)
}

func appendFences(dst []rules.Move, h, v uint64) []rules.Move {
	for ; h != 0; h &= h - 1 {
		dst = append(dst, rules.Horizontal(rules.Slot(bits.TrailingZeros64(h))))
	}
	for ; v != 0; v &= v - 1 {
		dst = append(dst, rules.Vertical(rules.Slot(bits.TrailingZeros64(v))))
	}
	return dst
}
