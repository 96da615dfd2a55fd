package variants

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/tessera-fpga/tessera/match/elo"
)

// Report is what variants have reached.
type Report struct {
	Results []Result `json:"results"` // in the order of the studies
}

// Result is what a variant has reached against the base of its study.
type Result struct {
	Study   string    `json:"study"`
	What    string    `json:"what"`
	Base    string    `json:"base"`
	Variant string    `json:"variant"`
	Players [2]string `json:"players"` // specifications of variant and base
	Leaves  int       `json:"leaves"`  // of the base, a move
	Version string    `json:"version"` // of the program that played
	Weights string    `json:"weights"` // built-in ones, their hash
	// Of the variant.
	Wins   int       `json:"wins"`
	Draws  int       `json:"draws"`
	Losses int       `json:"losses"`
	Pairs  elo.Pairs `json:"pairs"`
	Elo    float64   `json:"elo"`
	Low    float64   `json:"elo_low"`
	High   float64   `json:"elo_high"`
	// Cost is the time of a leaf of the variant, by that of the base, on some machine.
	Cost float64 `json:"cost"`
}

// Read reads a report.
func Read(r io.Reader) (*Report, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	report := new(Report)
	if err := d.Decode(report); err != nil {
		return nil, fmt.Errorf("variants: %w", err)
	}
	return report, nil
}

// Write writes a report.
func (r *Report) Write(w io.Writer) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("variants: %w", err)
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Take replaces the results of studies by newer ones of the same studies, and keeps the order of
// those that were there.
func (r *Report) Take(newer *Report) {
	replaced := map[string]bool{}
	for _, n := range newer.Results {
		replaced[n.Study] = true
	}
	var all []Result
	done := map[string]bool{}
	study := func(name string) {
		if done[name] {
			return
		}
		done[name] = true
		for _, n := range newer.Results {
			if n.Study == name {
				all = append(all, n)
			}
		}
	}
	for _, old := range r.Results {
		if replaced[old.Study] {
			study(old.Study)
		} else {
			all = append(all, old)
		}
	}
	for _, n := range newer.Results {
		study(n.Study)
	}
	r.Results = all
}

func round(v float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(v*scale)/scale + 0 // never -0
}

// String returns the result in a line.
func (r *Result) String() string {
	return fmt.Sprintf("%s: %s instead of %s: won %d, drawn %d, lost %d: %+.0f Elo (%+.0f to %+.0f), %.2f of the time a leaf",
		r.What, r.Variant, r.Base, r.Wins, r.Draws, r.Losses, r.Elo, r.Low, r.High, r.Cost)
}
