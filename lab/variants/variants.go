// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package variants measures the worth of each choice of the tree search in games: player tree, with
// one parameter or one part of its evaluation changed, plays against the unchanged player.
//
// A study is a choice, and a variant is one of its other values. Each variant is a row of the
// experiment.
//
// variants.go has the studies, report.go their results.
package variants

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/training"
)

// Experiment plays all studies.
var Experiment = &lab.Experiment{
	Name:    "variants",
	What:    "what each choice of the tree search and each part of its evaluation is worth",
	File:    "docs/figures/variants.json",
	Rows:    rows,
	Measure: measure,
}

// games is the number of games of a variant.
const (
	games      = 400
	roundGames = 100
)

// leaves returns the leaves per move of a study's base.
func (s *Study) leaves() int {
	switch {
	case strings.HasSuffix(s.Name, "-deep"):
		return 4000
	case s.Name == "children": // wide nodes only matter with many leaves
		return 1000
	}
	return 500
}

// of is the Row.Of of a variant.
type of struct {
	study   Study
	variant variant
}

// weightsFolder is where "tessera train --ablate" writes weights.
var weightsFolder = "build/train/ablation-" + evaluation.Default.Hash()

// rows returns a row for each variant.
func rows() (all []lab.Row, err error) {
	for _, s := range Studies(weightsFolder) {
		for _, v := range s.each {
			changed, base := s.players(&v, s.leaves())
			r := lab.Row{Table: s.Name, Name: v.name, Players: []string{changed, base}, Games: games, Round: roundGames, Seed: 1, Of: of{s, v}}
			for _, spec := range r.Players {
				if m := weightsFile.FindStringSubmatch(spec); m != nil {
					r.Needs, r.Hint = m[1], "tessera train --ablate"
				}
			}
			all = append(all, r)
		}
	}
	return all, nil
}

// weightsFile finds the file of weights of a specification.
var weightsFile = regexp.MustCompile(`weights=([^,]*)`)

// Study is a choice of the search.
type Study struct {
	Name string // display name
	What string // display text of the choice
	Base string // the value that the others play against
	// options apply to both players, for a study whose base differs from the unchanged player.
	options string
	each    []variant
}

// variant is another value of a choice.
type variant struct {
	name    string
	options string  // options of player tree that differ from the base
	leaves  float64 // leaves per move, divided by the base's; 0 is 1
}

// Studies returns all studies. weights is the folder of the weights that "tessera train --ablate"
// has fitted to the same games, with and without parts.
func Studies(weights string) []Study {
	of := func(option string, values ...int) (out []variant) {
		for _, v := range values {
			out = append(out, variant{name: fmt.Sprint(v), options: fmt.Sprintf("%s=%d", option, v)})
		}
		return out
	}
	named := func(option string, unit float64, names ...string) (out []variant) {
		for _, name := range names {
			var v float64
			fmt.Sscan(name, &v)
			out = append(out, variant{name: name, options: fmt.Sprintf("%s=%d", option, max(1, int(v*unit+0.5)))})
		}
		return out
	}
	fitted := func(file string) string { return "weights=" + filepath.Join(weights, file) }
	all := fitted(training.AllWeights)
	without := func(groups []string) (out []variant) {
		for _, g := range groups {
			out = append(out, variant{name: g, options: fitted(training.WithoutFile(g))})
		}
		return out
	}
	features, terms := training.Groups()
	features, terms = features[:len(features)-1], terms[:len(terms)-1] // "parts" covers leaving out everything
	return []Study{
		{"children", "children of a node, at most", "32", "", of("children", 8, 16, 24, 64)},
		{"children-deep", "children of a node, at most, more leaves", "32", "", of("children", 16, 24, 64)},
		{"expand", "visits to expand a node", "4", "", of("expand", 2, 8, 16)},
		{"expand-time", "visits to expand a node, equal time", "4", "", []variant{{"2", "expand=2", 0.8}, {"8", "expand=8", 1.2}}},
		{"expand-deep", "visits to expand a node, equal time, more leaves", "4", "", []variant{{"2", "expand=2", 0.8}, {"8", "expand=8", 1.2}}},
		{"exploration", "weight of the exploration term, c", "1", "", named("exploration", 256, "0.75", "1.25", "1.5", "2")},
		{"exploration-deep", "weight of the exploration term, c, more leaves", "1", "", named("exploration", 256, "0.5", "0.75")},
		{"growth-deep", "growth of c for each doubling of the visits, from c = 0.75, more leaves", "0, c = 1", "", []variant{
			{name: "0.125", options: "exploration=192,growth=32"}, {name: "0.25", options: "exploration=192,growth=64"}, {name: "0.5", options: "exploration=192,growth=128"},
		}},
		{"reduction", "reduction of an unvisited move", "0.05", "", named("reduction", 65535, "0", "0.1", "0.2")},
		{"reduction-deep", "reduction of an unvisited move, more leaves", "0.05", "", named("reduction", 65535, "0", "0.1", "0.2")},
		{"win", "share of the chance to win in a value", "0.7", "", named("win", 256, "0.4", "0.55", "0.85", "1")},
		{"scale", "margin scale, points", "8", "", of("scale", 4, 16)},
		{"inflight", "leaves in flight", "1", "", of("inflight", 4, 16, 64)},
		{"playouts", "playouts of a leaf, equal leaves", "1", all, of("playouts", 0, 2, 4)},
		{"time", "playouts of a leaf, equal time", "1", all, equalTime},
		{"parts", "what a leaf and the prior know", "all", all, []variant{
			{name: "no prior: all moves alike", options: fitted(training.WithoutFile("prior"))},
			{name: "no static evaluation: playouts alone", options: fitted(training.WithoutFile("terms"))},
			{name: "no playouts: static evaluation alone", options: "playouts=0"},
		}},
		{"features", "features of moves left out", "none", all, without(features)},
		{"terms", "terms of positions left out", "none", all, without(terms)},
	}
}

// equalTime has numbers of playouts per leaf, with the leaves that take equal time. They are the
// inverse of the time per leaf that the study of equal leaves has measured.
var equalTime = []variant{
	{"0", "playouts=0", 3.2},
	{"2", "playouts=2", 0.59},
	{"4", "playouts=4", 0.33},
}

// spec returns the specification of a player with this many leaves per move.
func spec(leaves int, options ...string) string {
	text := fmt.Sprintf("tree:leaves=%d", leaves)
	names := map[string]bool{}
	for i := range options { // the first option of a name counts
		if options[i] == "" {
			continue
		}
		name, _, _ := strings.Cut(options[i], "=")
		if !names[name] {
			names[name] = true
			text += "," + options[i]
		}
	}
	return text
}

// players returns the specifications of the variant and of the base.
func (s *Study) players(v *variant, leaves int) (changed, base string) {
	factor := v.leaves
	if factor == 0 {
		factor = 1
	}
	return spec(max(1, int(factor*float64(leaves)+0.5)), v.options, s.options), spec(leaves, s.options)
}
