// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"fmt"
	"image/color"
	"path"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/lab/training"
)

func (f *figures) latest() training.Report { return f.training[len(f.training)-1] }

// ablated returns the latest generation with an ablation. ok is false if no generation has one.
func (f *figures) ablated() (g training.Report, ok bool) {
	for _, g := range slices.Backward(f.training) {
		if len(g.Features) > 0 {
			return g, true
		}
	}
	return g, false
}

// generationFigures lists the generations, and the gain of each over the previous one.
func generationFigures(f *figures) string {
	head := []string{"generation", "games", "positions fitted to", "prior, loss held out", "margin, error held out", "against the one before"}
	return list(f.training, head, func(g training.Report) []string {
		against := ""
		if a := g.Against; a != nil {
			against = fmt.Sprintf("%+.0f Elo, %+.0f to %+.0f (%d games of %d leaves a move)", a.Elo, a.EloLow, a.High, a.Won+a.Drawn+a.Lost, a.Leaves)
		}
		last := g.Curve[len(g.Curve)-1]
		return []string{
			strconv.Itoa(g.Generation), count(g.Games), count(g.Positions),
			decimal(last.PriorTest, 3), decimal(last.MarginTest, 2), against,
		}
	})
}

// weightFigures lists the built-in weights, and who plays with them.
func weightFigures(*figures) string {
	players := map[*evaluation.Weights][]string{&evaluation.Default: {"the program, on the page, too"}}
	for _, name := range config.Names(config.Config.Plays) {
		c, err := config.Find(name, config.Config.Plays)
		if err != nil || c.Model == nil {
			continue
		}
		who := "the boards' configuration `" + name + "`, with the model `tree:chip=" + c.Model.Name + "`"
		for _, m := range c.Models {
			who += ", or `tree:chip=" + m.Name + "` on a smaller chip"
		}
		players[c.Model.Weights] = append(players[c.Model.Weights], who)
	}
	players[&evaluation.Chip] = append(players[&evaluation.Chip], "the model `tree:weights=chip`")
	rows := [][]string{{"file", "generation", "hash", "patterns", "who plays with it"}}
	for _, w := range []struct {
		file   string
		of     *evaluation.Weights
		origin evaluation.Provenance
	}{
		{evaluation.DefaultFile, &evaluation.Default, evaluation.Origin},
		{evaluation.ChipFile, &evaluation.Chip, evaluation.ChipOrigin},
	} {
		file, patterns := training.Folder+w.file, "yes"
		if w.of.Patterns == nil {
			patterns = "no"
		}
		rows = append(rows, []string{"[" + path.Base(file) + "](../" + file + ")", strconv.Itoa(w.origin.Generation), "`" + w.of.Hash() + "`", patterns, strings.Join(players[w.of], "; ")})
	}
	return table(rows...)
}

// marginFigures lists the correlations of expected and real margins.
func marginFigures(f *figures) string {
	head := []string{"tiles placed by both", "positions", "playouts alone", "terms alone", "both", "error of both, points"}
	return list(f.latest().Margin, head, func(p training.MarginPhase) []string {
		return []string{
			fmt.Sprintf("%d to %d", p.From, p.To), count(p.Positions),
			decimal(p.Playouts, 3), decimal(p.Static, 3), "**" + decimal(p.Both, 3) + "**", decimal(p.Error, 1),
		}
	})
}

// priorFigures shows how often the prior ranks the search's choice among its best moves.
func priorFigures(f *figures) string {
	head := []string{"tiles placed by the player", "positions", "legal moves", "best 1", "best 4", "best 16", "best 32"}
	return list(f.latest().Prior, head, func(p training.PriorPhase) []string {
		row := []string{fmt.Sprintf("%d to %d", p.From, p.To), count(p.Positions), decimal(p.Moves, 0)}
		for _, share := range p.Best {
			row = append(row, decimal(100*share, 1)+" %")
		}
		return row
	})
}

// leafValueFigures lists the errors of estimates of the margin against deep searches.
func leafValueFigures(f *figures) string {
	head := []string{"estimate, against " + count(f.leafValues.Leaves) + " leaves"}
	for _, p := range f.leafValues.Phases {
		head = append(head, fmt.Sprintf("plies %d to %d (%d positions): error", p.From, p.To, p.Positions), "bias",
			fmt.Sprintf("right of %d", p.Near))
	}
	rows := [][]string{head}
	for i, name := range f.leafValues.Methods {
		row := []string{name}
		for _, p := range f.leafValues.Phases {
			row = append(row, decimal(p.Errors[i].RMS, 2), fmt.Sprintf("%+.2f", p.Errors[i].Bias), decimal(100*p.Errors[i].Right, 0)+" %")
		}
		rows = append(rows, row)
	}
	return table(rows...)
}

// ablationFigures lists the loss without each feature or term.
func ablationFigures(f *figures) string {
	rows := [][]string{{"feature of a move left out", "loss, nats", "term of a position left out", "error, points"}}
	g, ok := f.ablated()
	if !ok {
		return "Not measured; `tessera train --ablate` measures it.\n"
	}
	for i := range max(len(g.Features), len(g.Terms)) {
		row := make([]string, 4)
		if i < len(g.Features) {
			row[0], row[1] = g.Features[i].Without, fmt.Sprintf("%+.4f", g.Features[i].Loss)
		}
		if i < len(g.Terms) {
			row[2], row[3] = g.Terms[i].Without, fmt.Sprintf("%+.3f", g.Terms[i].Loss)
		}
		rows = append(rows, row)
	}
	return table(rows...)
}

// trainingChart draws the losses of the latest generation by the number of games.
func trainingChart(g training.Report) (string, error) {
	var plots []*plot.Plot
	for _, panel := range []struct {
		title, unit string
		of          func(training.Loss) (train, test float64)
	}{
		{"prior", "cross-entropy, nats", func(l training.Loss) (float64, float64) { return l.PriorTrain, l.PriorTest }},
		{"expected margin", "error, points", func(l training.Loss) (float64, float64) { return l.MarginTrain, l.MarginTest }},
	} {
		p := plot.New()
		p.Title.Text = panel.title
		p.X.Label.Text, p.Y.Label.Text = "games fitted to", panel.unit
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, gameTicks(g.Curve)
		p.Y.Tick.Marker = hundredths{}
		p.Legend.Top = true
		var train, test plotter.XYs
		for _, l := range g.Curve {
			a, b := panel.of(l)
			train = append(train, plotter.XY{X: float64(l.Games), Y: a})
			test = append(test, plotter.XY{X: float64(l.Games), Y: b})
		}
		for _, line := range []struct {
			name   string
			points plotter.XYs
			color  color.Color
		}{{"these games", train, chartGrey}, {"games held out", test, chartBlue}} {
			l, dots, err := plotter.NewLinePoints(line.points)
			if err != nil {
				return "", err
			}
			l.Color, dots.Color, dots.Shape = line.color, line.color, draw.CircleGlyph{}
			p.Add(l, dots)
			p.Legend.Add(line.name, l, dots)
		}
		p.Y.Max += 0.3 * (p.Y.Max - p.Y.Min) // leaves room for the legend
		plots = append(plots, p)
	}
	return chart(7*vg.Centimeter, plots...)
}

// hundredths marks an axis with two digits after the point.
type hundredths struct{}

func (hundredths) Ticks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = strconv.FormatFloat(ticks[i].Value, 'f', 2, 64)
		}
	}
	return ticks
}

// gameTicks marks the numbers of games.
func gameTicks(curve []training.Loss) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for _, l := range curve {
		ticks = append(ticks, plot.Tick{Value: float64(l.Games), Label: strconv.Itoa(l.Games)})
	}
	return ticks
}
