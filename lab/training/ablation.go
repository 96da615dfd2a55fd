// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// Ablation is the loss, on the games held out, when the weights are fitted without some features or
// terms.
type Ablation struct {
	Without string
	Loss    float64 // more cross-entropy in nats, or more error in points
}

// group is a set of features and terms left out of a fit.
type group struct {
	name     string
	features []evaluation.Feature
	terms    []evaluation.Term
}

// groups are features and terms that carry similar information. One can replace another that is
// left out, so their worth only shows without the whole group.
func groups() []group {
	return []group{
		{name: "sizes", features: []evaluation.Feature{evaluation.Size4, evaluation.Size3, evaluation.Size2}},
		{name: "new corners", features: []evaluation.Feature{evaluation.NewCorners, evaluation.FarCorners, evaluation.ContestedOnes, evaluation.FarCornerAny}},
		{name: "centre", features: []evaluation.Feature{evaluation.Centre}},
		{name: "own losses", features: []evaluation.Feature{evaluation.CornersLost, evaluation.CornersCovered, evaluation.AllowedLost}},
		{name: "rival's corners", features: []evaluation.Feature{evaluation.RivalCorners, evaluation.RivalCornerAny}},
		{name: "rival's room", features: []evaluation.Feature{evaluation.RivalAllowed, evaluation.RivalNear, evaluation.RivalReach}},
		{name: "reach gained", features: []evaluation.Feature{evaluation.ReachGained}},
		{name: "rival's reach lost", features: []evaluation.Feature{evaluation.RivalReachLost}},
		{name: "border", features: []evaluation.Feature{evaluation.Border}},
		{name: "both reaches", features: []evaluation.Feature{evaluation.ReachGained, evaluation.RivalReachLost}},
		{name: "prior", features: allFeatures()},
		{name: "squares covered", terms: []evaluation.Term{evaluation.SquaresCovered}},
		{name: "corners and allowed squares", terms: []evaluation.Term{evaluation.Corners, evaluation.Allowed}},
		{name: "reach", terms: []evaluation.Term{evaluation.Reach1, evaluation.Reach2, evaluation.Reach4, evaluation.Reach8}},
		{name: "side to move and first player", terms: []evaluation.Term{evaluation.SideToMove, evaluation.FirstPlayer}},
		{name: "terms", terms: allTerms()},
	}
}

func allFeatures() (all []evaluation.Feature) {
	for f := range evaluation.NumFeatures {
		all = append(all, f)
	}
	return all
}

func allTerms() (all []evaluation.Term) {
	for t := range evaluation.NumTerms {
		all = append(all, t)
	}
	return all
}

// Groups returns the names of the groups of features and of terms.
func Groups() (features, terms []string) {
	for _, g := range groups() {
		if g.terms == nil {
			features = append(features, g.name)
		} else {
			terms = append(terms, g.name)
		}
	}
	return features, terms
}

// AllWeights names the file of the weights fitted with everything.
const AllWeights = "all.json"

// WithoutFile returns the name of the file of the weights fitted without a group.
func WithoutFile(group string) string {
	return "without-" + strings.NewReplacer(" ", "-", "'", "").Replace(group) + ".json"
}

// ablate fits the weights again without each group, which it writes to files for games, and then
// without each feature and term.
func (c *Config) ablate(ctx context.Context, all *evaluation.Weights, r *Report, train, test *Samples, progress func(done, of int)) error {
	dir, origin := filepath.Join(c.Dir, "ablation-"+all.Hash()), r.Provenance
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := weights.Write(filepath.Join(dir, AllWeights), all, origin); err != nil {
		return err
	}
	without := groups()
	single := int(evaluation.NumFeatures) + int(evaluation.NumTerms)
	loss := r.Curve[len(r.Curve)-1]
	try := func(done int, g *group) (*evaluation.Weights, error) {
		progress(done, single+len(without))
		w := *all
		if g.terms != nil {
			set := map[evaluation.Term]bool{}
			for _, t := range g.terms {
				set[t] = true
			}
			if err := fitMargins(&w, train.Values, set); err != nil {
				return nil, err
			}
			r.Terms = append(r.Terms, Ablation{g.name, marginError(&w, test) - loss.MarginTest})
			return &w, nil
		}
		set := map[evaluation.Feature]bool{}
		for _, f := range g.features {
			set[f] = true
		}
		w.Patterns = nil
		fit := c.fitPrior
		if len(set) == int(evaluation.NumFeatures) { // without any knowledge of moves
			fit = fitPriors
		}
		if err := fit(ctx, &w, train.Choices, set); err != nil {
			return nil, err
		}
		r.Features = append(r.Features, Ablation{g.name, priorLoss(&w, test) - loss.PriorTest})
		return &w, nil
	}
	for i := range without {
		w, err := try(i, &without[i])
		if err != nil {
			return err
		}
		if err := weights.Write(filepath.Join(dir, WithoutFile(without[i].name)), w, origin); err != nil {
			return err
		}
	}
	r.FeatureGroups, r.TermGroups, r.Features, r.Terms = r.Features, r.Terms, nil, nil
	done := len(without)
	for f := range evaluation.NumFeatures {
		if _, err := try(done, &group{name: f.String(), features: []evaluation.Feature{f}}); err != nil {
			return err
		}
		done++
	}
	for t := range evaluation.NumTerms {
		if _, err := try(done, &group{name: t.String(), terms: []evaluation.Term{t}}); err != nil {
			return err
		}
		done++
	}
	return nil
}
