package docs

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// VariantsFile is the report of the variants of the tree search, which "tessera docs --variants"
// writes.
const VariantsFile = "docs/variants.json"

// variantResult is what the tables need of a result.
type variantResult struct {
	Study   string  `json:"study"`
	What    string  `json:"what"`
	Base    string  `json:"base"`
	Variant string  `json:"variant"`
	Leaves  int     `json:"leaves"`
	Wins    int     `json:"wins"`
	Draws   int     `json:"draws"`
	Losses  int     `json:"losses"`
	Elo     float64 `json:"elo"`
	Low     float64 `json:"elo_low"`
	High    float64 `json:"elo_high"`
	Cost    float64 `json:"cost"`
}

func readVariants(root string) ([]variantResult, error) {
	text, err := os.ReadFile(filepath.Join(root, VariantsFile))
	if err != nil {
		return nil, err
	}
	var r struct {
		Results []variantResult `json:"results"`
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", VariantsFile, err)
	}
	return r.Results, nil
}

// ofStudies are the results of the studies of those names, or of all others.
func (f *figures) ofStudies(others bool, names ...string) (out []variantResult) {
	for _, r := range f.variants {
		if slices.Contains(names, r.Study) != others {
			out = append(out, r)
		}
	}
	return out
}

// evaluationStudies are shown with the evaluation, not with the search.
var evaluationStudies = []string{"parts", "features", "terms"}

// parameterFigures are the results of the parameters of the search.
func parameterFigures(f *figures) string {
	rows := [][]string{{"parameter", "value", "instead of", "leaves a move", "won", "drawn", "lost", "Elo (95 % interval)", "time a leaf"}}
	what := ""
	for _, r := range f.ofStudies(true, evaluationStudies...) {
		row := []string{r.What, r.Variant, r.Base, decimal(float64(r.Leaves), 0)}
		if r.What == what {
			row[0] = ""
		}
		what = r.What
		row = append(row, r.score()...)
		rows = append(rows, append(row, "× "+decimal(r.Cost, 2)))
	}
	return table(rows...)
}

// partFigures say what the parts of the evaluation are worth.
func partFigures(f *figures) string {
	rows := [][]string{{"the search with", "won", "drawn", "lost", "Elo (95 % interval)", "time a leaf"}}
	for _, r := range f.ofStudies(false, "parts") {
		rows = append(rows, append(append([]string{r.Variant}, r.score()...), "× "+decimal(r.Cost, 2)))
	}
	return table(rows...)
}

// groupFigures say what is lost without groups of features and of terms.
func groupFigures(f *figures) string {
	rows := [][]string{{"left out", "loss on games held out", "won", "drawn", "lost", "Elo (95 % interval)"}}
	g := f.latest()
	losses := map[string]string{}
	for _, a := range g.FeatureGroups {
		losses[a.Without] = fmt.Sprintf("%+.4f nats", a.Loss)
	}
	for _, a := range g.TermGroups {
		losses[a.Without] = fmt.Sprintf("%+.3f points", a.Loss)
	}
	for _, r := range f.ofStudies(false, "features", "terms") {
		rows = append(rows, append([]string{r.Variant, losses[r.Variant]}, r.score()...))
	}
	return table(rows...)
}

// score returns the cells of a result.
func (r *variantResult) score() (cells []string) {
	for _, n := range []int{r.Wins, r.Draws, r.Losses} {
		cells = append(cells, decimal(float64(n), 0))
	}
	return append(cells, fmt.Sprintf("%+.0f (%+.0f to %+.0f)", r.Elo, r.Low, r.High))
}
