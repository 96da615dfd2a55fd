package variants

import (
	"encoding/json"
	"regexp"
	"slices"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/elo"
)

// Report is what variants have reached.
type Report struct {
	Results []Result `json:"results"` // in the order of the studies
}

// Result is a variant's result against the base of its study.
type Result struct {
	Study   string    `json:"study"`
	What    string    `json:"what"`
	Base    string    `json:"base"`
	Variant string    `json:"variant"`
	Players [2]string `json:"players"` // specifications of variant and base
	Leaves  int       `json:"leaves"`  // leaves of the base, a move
	Version string    `json:"version"` // version of the program that played
	Weights string    `json:"weights"` // hash of the built-in weights
	// Results of the variant.
	Wins   int       `json:"wins"`
	Draws  int       `json:"draws"`
	Losses int       `json:"losses"`
	Pairs  elo.Pairs `json:"pairs"`
	Elo    float64   `json:"elo"`
	Low    float64   `json:"elo_low"`
	High   float64   `json:"elo_high"`
	// Cost is the variant's time for a leaf divided by the base's, on some machine.
	Cost float64 `json:"cost"`
}

// open reads a report.
func open(text []byte) (lab.Record, error) {
	r := new(Report)
	return r, lab.Read(text, r)
}

// Text returns the report's text.
func (r *Report) Text() ([]byte, error) {
	text, err := json.MarshalIndent(r, "", "  ")
	return append(text, '\n'), err
}

// find returns the place of a variant's result, -1 if it is not there.
func (r *Report) find(of of) int {
	return slices.IndexFunc(r.Results, func(o Result) bool {
		return o.Study == of.study.Name && o.Variant == of.variant.name
	})
}

// Games returns the number of games of a variant; games with another number of leaves do not count.
func (r *Report) Games(row *lab.Row) int {
	of := row.Of.(of)
	if i := r.find(of); i >= 0 && r.Results[i].Leaves == of.study.leaves() {
		return r.Results[i].Wins + r.Results[i].Draws + r.Results[i].Losses
	}
	return 0
}

// Take puts the result of a variant on record, a new one behind the others of its study.
func (r *Report) Take(p *lab.Played) error {
	of := p.Of.(of)
	s := &of.study
	result := Result{
		Study: s.Name, What: s.What, Base: s.Base, Variant: of.variant.name, Leaves: s.leaves(), Version: p.Version, Weights: evaluation.Default.Hash(),
		Wins: p.Score.Wins, Draws: p.Score.Draws, Losses: p.Score.Losses, Pairs: p.Score.Pairs,
	}
	for i, spec := range p.Players {
		result.Players[i] = portable(spec)
	}
	perLeaf := func(w match.Work) float64 { return w.Seconds / float64(max(1, w.Work)) }
	if b := perLeaf(p.Work[1]); b > 0 {
		result.Cost = lab.Round(perLeaf(p.Work[0])/b, 2)
	}
	result.rate()
	if i := r.find(of); i >= 0 {
		r.Results[i] = result
		return nil
	}
	at := len(r.Results)
	for i, o := range r.Results {
		if o.Study == s.Name {
			at = i + 1
		}
	}
	r.Results = slices.Insert(r.Results, at, result)
	return nil
}

// rate computes the figures that follow from the pairs.
func (r *Result) rate() {
	e := r.Pairs.Estimate()
	r.Elo, r.Low, r.High = lab.Round(e.Elo, 1), lab.Round(e.Low, 1), lab.Round(e.High, 1)
}

// folder is the way to a file of weights, which differs from machine to machine.
var folder = regexp.MustCompile(`weights=[^,]*/([^/,]*/[^/,]*)`)

// portable returns a specification without it.
func portable(spec string) string { return folder.ReplaceAllString(spec, "weights=$1") }
