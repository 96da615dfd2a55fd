// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2/maybe"
	"gonum.org/v1/gonum/stat"

	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// File holds the reports on the generations of the weights, the latest last.
const File = "docs/figures/training.json"

// Read returns the reports in File.
func Read(root string) (all []Report, err error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(File)))
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err == nil && len(all) == 0 {
		err = errors.New("no generation, want one or more")
	}
	if err != nil {
		return nil, fmt.Errorf("training: %s: %w", File, err)
	}
	return all, nil
}

// Report describes weights: their origin, and their results on held-out games.
type Report struct {
	Weights string // hash
	// For says whose weights they are to be: ForProgram, or ForChip; "" in reports from before there
	// were others than the program's.
	For string `json:",omitempty"`
	evaluation.Provenance
	Curve  []Loss // by the number of games fitted to, the last all of them
	Margin []MarginPhase
	Prior  []PriorPhase
	// The losses without each feature and term, and without each group of them; empty unless
	// requested.
	Features, Terms           []Ablation
	FeatureGroups, TermGroups []Ablation
	Against                   *Against // the weights before; nil if no games were played
}

// Loss is the loss of weights that are fitted to the first Games games, on these and on the
// held-out games.
type Loss struct {
	Games                   int
	PriorTrain, PriorTest   float64 // cross-entropy of the search's shares and the prior, in nats
	MarginTrain, MarginTest float64 // root mean square error of the expected margin, in points
}

// lossOf returns the losses of weights.
func lossOf(w *evaluation.Weights, games int, train, test *Samples) Loss {
	return Loss{games, priorLoss(w, train), priorLoss(w, test), marginError(w, train), marginError(w, test)}
}

func priorLoss(w *evaluation.Weights, s *Samples) float64 {
	loss := 0.0
	eachPrior(w, s.Choices, func(c *Choice, logits []int32) { loss += crossEntropy(logits, c.Shares) })
	return loss / float64(max(1, len(s.Choices)))
}

func marginError(w *evaluation.Weights, s *Samples) float64 {
	predict, sum := predictor(w), 0.0
	for i := range s.Values {
		d := s.Values[i].Margin - predict(&s.Values[i])
		sum += d * d
	}
	return math.Sqrt(sum / float64(max(1, len(s.Values))))
}

// MarginPhase is how the expected margin fares in a phase of the game.
type MarginPhase struct {
	From, To  int // tiles that both players have placed
	Positions int
	// Correlations with the final margin: of the mean margin of the playouts, of the
	// evaluation without playouts, and with them.
	Playouts, Static, Both float64
	Error                  float64 // root mean square, of both, in points
}

// PriorPhase is how the prior fares in a phase of the game.
type PriorPhase struct {
	From, To  int // tiles that the player to move has placed
	Positions int
	Moves     float64 // mean number of legal ones
	Best      [len(Ranks)]float64
}

// Ranks are the numbers of best moves, by the prior, among which the search's choice is
// looked for.
var Ranks = [...]int{1, 4, 16, 32}

// marginPhases and priorPhases bound the phases, in tiles placed.
var (
	marginPhases = [][2]int{{0, 6}, {7, 10}, {11, 14}, {15, 18}, {19, 22}, {23, 26}, {27, evaluation.MaxPlaced}}
	priorPhases  = [][2]int{{0, 2}, {3, 5}, {6, 9}, {10, 13}, {14, 20}}
)

// Assess returns how weights fare on games that they were not fitted to.
func Assess(w *evaluation.Weights, test *Samples) (margin []MarginPhase, prior []PriorPhase) {
	both, static := predictor(w), staticPredictor(w)
	for _, phase := range marginPhases {
		m := MarginPhase{From: phase[0], To: phase[1]}
		var final, playouts, alone, all []float64
		squares := 0.0
		for i := range test.Values {
			s := &test.Values[i]
			if s.Placed < m.From || s.Placed > m.To {
				continue
			}
			final, playouts = append(final, s.Margin), append(playouts, s.Playouts)
			alone, all = append(alone, static(s)), append(all, both(s))
			squares += (s.Margin - both(s)) * (s.Margin - both(s))
		}
		if m.Positions = len(final); m.Positions < 2 {
			continue
		}
		m.Playouts = stat.Correlation(playouts, final, nil)
		m.Static = stat.Correlation(alone, final, nil)
		m.Both = stat.Correlation(all, final, nil)
		m.Error = math.Sqrt(squares / float64(m.Positions))
		margin = append(margin, m)
	}
	for _, phase := range priorPhases {
		p := PriorPhase{From: phase[0], To: phase[1]}
		eachPrior(w, test.Choices, func(c *Choice, logits []int32) {
			if c.Placed < p.From || c.Placed > p.To {
				return
			}
			p.Positions++
			p.Moves += float64(len(c.Moves))
			rank := rankOfChoice(logits, c)
			for j, limit := range Ranks {
				if rank < limit {
					p.Best[j]++
				}
			}
		})
		if p.Positions == 0 {
			continue
		}
		p.Moves /= float64(p.Positions)
		for j := range p.Best {
			p.Best[j] /= float64(p.Positions)
		}
		prior = append(prior, p)
	}
	return margin, prior
}

// eachPrior calls f for each choice with the prior's logarithms, computed as the player computes
// them.
func eachPrior(w *evaluation.Weights, choices []Choice, f func(c *Choice, logits []int32)) {
	e := evaluation.New(w)
	var logits []int32
	for i := range choices {
		c := &choices[i]
		logits = append(logits[:0], make([]int32, len(c.Moves))...)
		e.Prior(&c.Pos, c.Moves, logits)
		f(c, logits)
	}
}

// rankOfChoice returns the number of moves that the prior prefers to the move with the largest
// share. Moves of equal value count half.
func rankOfChoice(logits []int32, c *Choice) int {
	chosen := 0
	for j, share := range c.Shares {
		if share > c.Shares[chosen] {
			chosen = j
		}
	}
	better, equal := 0, 0
	for j, v := range logits {
		switch limit := logits[chosen]; {
		case v > limit:
			better++
		case v == limit && j != chosen:
			equal++
		}
	}
	return better + equal/2
}

func staticPredictor(w *evaluation.Weights) func(*Sample) float64 {
	return func(s *Sample) (margin float64) {
		k, upper := hat(s.Placed, evaluation.MarginKnotStep, evaluation.MarginKnots)
		for i, v := range s.Terms {
			margin += float64(v) * ((1-upper)*float64(w.Static[k][i]) + upper*float64(w.Static[k+1][i])) / evaluation.One
		}
		return margin
	}
}

// Write makes weights built-in ones of the next build, and adds their report to the earlier
// generations' reports. Only the program's weights go on from generation to generation: those of the
// chips are fitted to games of the program's.
func Write(root string, w *evaluation.Weights, r *Report) error {
	source, err := w.Text(r.Provenance)
	if err != nil {
		return err
	}
	all, err := Read(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	all = slices.DeleteFunc(all, func(old Report) bool { return old.ofChip() == r.ofChip() && old.Generation >= r.Generation })
	text, err := json.MarshalIndent(append(all, *r), "", "  ")
	if err != nil {
		return err
	}
	if err := maybe.WriteFile(filepath.Join(root, filepath.FromSlash(File)), append(text, '\n'), 0o666); err != nil {
		return err
	}
	return maybe.WriteFile(filepath.Join(root, filepath.FromSlash(weightsFile(r.For))), source, 0o666)
}

// ofChip reports whether the weights are for the chips.
func (r *Report) ofChip() bool { return r.For == ForChip }

// Generations returns the reports on the program's weights.
func Generations(all []Report) []Report {
	return slices.DeleteFunc(slices.Clone(all), func(r Report) bool { return r.ofChip() })
}

// crossEntropy returns the cross-entropy of shares and of the prior with these logarithms, in nats.
func crossEntropy(logits []int32, shares []float32) (loss float64) {
	most, total := slices.Max(logits), 0.0
	for _, v := range logits {
		total += math.Exp(float64(v-most) / evaluation.One)
	}
	for i, v := range logits {
		loss += float64(shares[i]) * (math.Log(total) - float64(v-most)/evaluation.One)
	}
	return loss
}
