// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/variants"
)

// parameters returns the results of the studies of the search. The studies of its evaluation are on
// another page.
func (f *figures) parameters() lab.Record {
	return slices.DeleteFunc(slices.Clone(f.labs[variants.Experiment]), func(r *lab.Result) bool {
		return slices.Contains([]string{"parts", "features", "terms"}, r.Table)
	})
}

// variantScore returns the cells of a result.
func variantScore(r *lab.Result) []string { return append(scoreOf(r.Score), eloOf(r.Score)) }

// variantCost writes a variant's time for a leaf.
func variantCost(r *lab.Result) string { return "× " + decimal(r.Measures[variants.Cost][0], 2) }

// parameterFigures lists the results of the parameters of the search.
func parameterFigures(f *figures) string {
	rows := [][]string{{"parameter", "value", "instead of", "leaves a move", "won", "drawn", "lost", "Elo (95 % interval)", "time a leaf"}}
	what := ""
	for _, r := range f.parameters() {
		study, leaves := variants.Of(r)
		row := []string{study.What, r.Name, study.Base, count(leaves)}
		if study.What == what {
			row[0] = ""
		}
		what = study.What
		rows = append(rows, append(append(row, variantScore(r)...), variantCost(r)))
	}
	return table(rows...)
}

// partFigures lists the gains from the parts of the evaluation.
func partFigures(f *figures) string {
	head := []string{"the search with", "won", "drawn", "lost", "Elo (95 % interval)", "time a leaf"}
	return list(f.labs[variants.Experiment].Table("parts"), head, func(r *lab.Result) []string {
		return append(append([]string{r.Name}, variantScore(r)...), variantCost(r))
	})
}

// groupFigures lists the losses without groups of features and of terms.
func groupFigures(f *figures) string {
	head := []string{"left out", "loss on games held out", "leaves a move", "won", "drawn", "lost", "Elo (95 % interval)"}
	g, _ := f.ablated()
	losses := map[string]string{}
	for _, a := range g.FeatureGroups {
		losses[a.Without] = fmt.Sprintf("%+.4f nats", a.Loss)
	}
	for _, a := range g.TermGroups {
		losses[a.Without] = fmt.Sprintf("%+.3f points", a.Loss)
	}
	return list(f.labs[variants.Experiment].Table("features", "terms"), head, func(r *lab.Result) []string {
		_, leaves := variants.Of(r)
		return append([]string{r.Name, losses[r.Name], count(leaves)}, variantScore(r)...)
	})
}

// variantsChart draws the Elo differences of the parameters with their intervals, the first on top.
func variantsChart(results lab.Record) (string, error) {
	const row = 0.55 * vg.Centimeter
	p := plot.New()
	p.X.Label.Text = "Elo against the search as it is"
	p.Y.Min, p.Y.Max = -0.7, float64(len(results))-0.3
	var points struct {
		plotter.XYs
		plotter.XErrors
	}
	var names plot.ConstantTicks
	for i, r := range results {
		y := float64(len(results) - 1 - i)
		points.XYs = append(points.XYs, plotter.XY{X: r.Elo, Y: y})
		points.XErrors = append(points.XErrors, struct{ Low, High float64 }{r.Elo - r.EloLow, r.EloHigh - r.Elo})
		study, _ := variants.Of(r)
		what, time := strings.CutSuffix(study.What, ", equal time")
		what, _ = strings.CutSuffix(what, ", equal leaves")
		name := what + ": " + r.Name
		if time {
			name += ", equal time"
		}
		names = append(names, plot.Tick{Value: y, Label: name})
	}
	p.Y.Tick.Marker = names
	const step = 50 // Elo from tick to tick
	p.X.Tick.Marker = plot.TickerFunc(func(low, high float64) (ticks []plot.Tick) {
		for v := step * math.Ceil(low/step); v <= high; v += step {
			ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', 0, 64)})
		}
		return ticks
	})
	zero, err := plotter.NewLine(plotter.XYs{{X: 0, Y: p.Y.Min}, {X: 0, Y: p.Y.Max}})
	if err != nil {
		return "", err
	}
	zero.Color = chartGrey
	bars, err := plotter.NewXErrorBars(points)
	if err != nil {
		return "", err
	}
	dots, err := plotter.NewScatter(points.XYs)
	if err != nil {
		return "", err
	}
	bars.Color, dots.Color, dots.Shape = chartBlue, chartBlue, draw.CircleGlyph{}
	p.Add(zero, bars, dots)
	p.X.Min, p.X.Max = p.X.Min-10, p.X.Max+10
	return chart(vg.Length(len(results)+3)*row, p)
}
