// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"cmp"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tessera-fpga/tessera/lab/thesis"
	"github.com/tessera-fpga/tessera/match/elo"
)

// firstShare returns the share of the games that the first player won, with its interval.
func firstShare(r *thesis.Result) string {
	return fmt.Sprintf("%s %% (%s to %s)", decimal(100*float64(r.Wins[0])/float64(r.Games), 1), decimal(r.Low, 0), decimal(r.High, 0))
}

func wonDrawnLost(r *thesis.Result) string {
	return fmt.Sprintf("%d-%d-%d", r.Wins[0], r.Games-r.Wins[0]-r.Wins[1], r.Wins[1])
}

// thesisCells is the number of cells that the thesis prints.
const thesisCells = 129

// cells returns the results of some cells by table. It groups the cells of a pair of players and
// sorts each group by seconds. The matches are played in another order, the most telling first.
func (f *figures) cells(pick func(r *thesis.Result) bool) (out []*thesis.Result) {
	first := map[string]int{}
	pair := func(r *thesis.Result) string { return r.Table + " " + strings.Join(r.Players[:], " ") }
	for i := range f.thesis.Results {
		if r := &f.thesis.Results[i]; pick(r) {
			out = append(out, r)
			if _, known := first[pair(r)]; !known {
				first[pair(r)] = i
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *thesis.Result) int {
		return cmp.Or(compareTables(a.Table, b.Table), cmp.Compare(first[pair(a)], first[pair(b)]), cmp.Compare(a.Playouts, b.Playouts),
			cmp.Compare(a.Seconds[0], b.Seconds[0]), cmp.Compare(a.Seconds[1], b.Seconds[1]))
	})
	return out
}

// played returns the results of the cells of the thesis.
func (f *figures) played() []*thesis.Result {
	return f.cells(func(r *thesis.Result) bool { return r.Printed != nil })
}

// ofTable returns the results of one of our tables.
func (f *figures) ofTable(name string) []*thesis.Result {
	return f.cells(func(r *thesis.Result) bool { return r.Table == name })
}

// playedFigures counts the cells of the thesis that have been played.
func playedFigures(f *figures) string {
	cells := f.played()
	counts := map[string]int{}
	games := 0
	var tables []string
	for _, r := range cells {
		if counts[r.Table] == 0 {
			tables = append(tables, r.Table)
		}
		counts[r.Table]++
		games += r.Games
	}
	slices.SortFunc(tables, compareTables)
	for i, t := range tables {
		tables[i] = fmt.Sprintf("%s (%d)", t, counts[t])
	}
	switch {
	case len(cells) == 0:
		return "None of the cells has been played yet.\n"
	case len(cells) == thesisCells:
		return fmt.Sprintf("All %d cells have been played here, %s games.\n", thesisCells, count(games))
	}
	return fmt.Sprintf("**%d of the %d cells have been played here so far**, %s games: of the tables %s.\nThe rest of this page fills as `tessera lab thesis` goes on.\n",
		len(cells), thesisCells, count(games), strings.Join(tables, ", "))
}

// compareTables orders numbers of tables: 5.2, ..., 6.9, 6.10.
func compareTables(a, b string) int {
	var chapter, table [2]int
	for i, t := range []string{a, b} {
		fmt.Sscanf(t, "%d.%d", &chapter[i], &table[i])
	}
	return cmp.Or(cmp.Compare(chapter[0], chapter[1]), cmp.Compare(table[0], table[1]))
}

// pointsOf returns the first player's share of the points with its Wilson interval, as fractions of
// 1. A draw counts as half a game.
func pointsOf(r *thesis.Result) (share, low, high float64) {
	n := float64(r.Games)
	share = 0.5 + float64(r.Wins[0]-r.Wins[1])/(2*n)
	w := elo.Wilson(share*n, n)
	return share, w.Low, w.High
}

// percent returns the share of the points with its interval as text.
func percent(r *thesis.Result) string {
	share, low, high := pointsOf(r)
	return fmt.Sprintf("%s %% (%s to %s)", decimal(100*share, 1), decimal(100*low, 0), decimal(100*high, 0))
}

// thesisFigures shows the cells of the thesis beside ours.
func thesisFigures(f *figures) string {
	head := []string{"table", "first player", "second player", "seconds", "printed: wins", "squares left", "here: wins (95 %)", "won-drawn-lost", "squares left", "score", "verdict"}
	return list(f.played(), head, func(r *thesis.Result) []string {
		return []string{
			r.Table, r.Players[0], r.Players[1], fmt.Sprintf("%d, %d", r.Seconds[0], r.Seconds[1]),
			fmt.Sprintf("%g - %g %%", r.Printed.Wins[0], r.Printed.Wins[1]), fmt.Sprintf("%.1f, %.1f", r.Printed.Left[0], r.Printed.Left[1]),
			firstShare(r), wonDrawnLost(r),
			fmt.Sprintf("%.1f ± %.1f, %.1f ± %.1f", r.Left[0], r.LeftInterval[0], r.Left[1], r.LeftInterval[1]),
			fmt.Sprintf("%.1f, %.1f", r.Score[0], r.Score[1]), r.Agreement,
		}
	})
}

// verdictFigures counts the verdicts by table.
func verdictFigures(f *figures) string {
	const all = "**all**"
	verdicts := []string{thesis.Agrees, thesis.SameSide, thesis.Disagrees}
	var tables []string
	count := map[[2]string]int{} // by table and verdict
	for _, r := range f.played() {
		if !slices.Contains(tables, r.Table) {
			tables = append(tables, r.Table)
		}
		count[[2]string{r.Table, r.Agreement}]++
		count[[2]string{all, r.Agreement}]++
	}
	rows := [][]string{append([]string{"table"}, verdicts...)}
	for _, t := range append(tables, all) {
		row := []string{t}
		for _, v := range verdicts {
			row = append(row, fmt.Sprint(count[[2]string{t, v}]))
		}
		rows = append(rows, row)
	}
	return table(rows...) + "\n" + powerOfAgreement(f)
}

// powerOfAgreement says how much the cells that agree can tell.
func powerOfAgreement(f *figures) string {
	agree, wide := 0, 0
	for _, r := range f.played() {
		if r.Agreement == thesis.Agrees {
			agree++
			if math.Abs(r.Printed.Wins[0]-100*float64(r.Wins[0])/float64(r.Games)) >= 15 {
				wide++
			}
		}
	}
	return fmt.Sprintf("*Agrees* is weak: %d of these %d cells differ from the printed share by 15 points or more. Near\n"+
		"an even share, a cell of 40 games finds a difference of %.0f points with a probability of 80 %%, and\na cell of 200 games one of %.0f points.\n",
		wide, agree, 100*thesis.Detectable(40), 100*thesis.Detectable(200))
}

// claimFigures lists the thesis's conclusions.
func claimFigures(f *figures) string {
	rows := [][]string{{"", "the thesis says", "holds", "share of the points (95 %)", "games", ""}}
	for _, c := range f.thesis.Claims {
		if c.Games == 0 {
			rows = append(rows, []string{fmt.Sprint(c.Number), c.Text, c.Holds, "", "", ""})
			continue
		}
		unit := " %"
		if strings.HasPrefix(c.Why, "in squares") {
			unit = " squares"
		}
		rows = append(rows, []string{
			fmt.Sprint(c.Number), c.Text, "**" + c.Holds + "**",
			fmt.Sprintf("%g%s (%g to %g)", c.Share, unit, c.Interval.Low, c.Interval.High), fmt.Sprint(c.Games), c.Why,
		})
	}
	return table(rows...)
}

// notPlayed returns a note on how to play one of our tables.
func notPlayed(name string) string {
	return fmt.Sprintf("Not played yet; `tessera lab thesis --only ^%s` plays it.\n", name)
}

// questionFigures lists the cells of one of our own tables.
func questionFigures(name string) func(*figures) string {
	return func(f *figures) string {
		rows := [][]string{{"first player", "second player", "seconds", "points of the first (95 %)", "won-drawn-lost", "squares left"}}
		for _, r := range f.ofTable(name) {
			rows = append(rows, []string{
				r.Players[0], r.Players[1], fmt.Sprintf("%d, %d", r.Seconds[0], r.Seconds[1]), percent(r), wonDrawnLost(r),
				fmt.Sprintf("%.1f, %.1f", r.Left[0], r.Left[1]),
			})
		}
		if len(rows) == 1 {
			return notPlayed(name)
		}
		return table(rows...)
	}
}

// calibrationFigures shows the first row of table 5.3 for several values of N.
func calibrationFigures(f *figures) string {
	type budget struct {
		rival    string
		playouts int
	}
	rows := map[budget][]string{}
	for _, r := range f.cells(func(r *thesis.Result) bool {
		return r.Table == thesis.Calibration || r.Table == "5.3" && r.Players == [2]string{"fpu-size", "uct"}
	}) {
		b := budget{r.Players[1], cmp.Or(r.Playouts, thesis.Budget)}
		if rows[b] == nil {
			rows[b] = []string{count(b.playouts), "`" + b.rival + "`", "not played", "not played", "not played"}
		}
		rows[b][2+slices.Index([]int{1, 2, 5}, r.Seconds[0])] = firstShare(r)
	}
	lines := [][]string{
		{"N", "the second player is", "1 s: wins of `fpu-size`", "2 s", "5 s"},
		{"printed", "", "92.5 %", "77.5 %", "72.5 %"},
	}
	for _, b := range slices.SortedFunc(maps.Keys(rows), func(a, b budget) int {
		return cmp.Or(strings.Compare(a.rival, b.rival), cmp.Compare(a.playouts, b.playouts))
	}) {
		lines = append(lines, rows[b])
	}
	return table(lines...)
}

// fitFigures shows how far each baseline is from the printed shares of tables 5.2 to 5.7.
func fitFigures(f *figures) string {
	printed, fits := f.thesis.Fits()
	head := []string{"N", "options of all players"}
	for _, pair := range thesis.FitPairs {
		head = append(head, pair[0]+" - "+pair[1])
	}
	line := func(n, options string, shares []float64, distance float64) []string {
		row := []string{n, options}
		for _, v := range append(slices.Clone(shares), distance) {
			if math.IsNaN(v) {
				row = append(row, "not played")
			} else {
				row = append(row, decimal(v, 0))
			}
		}
		return row
	}
	rows := [][]string{append(head, "mean distance"), line("printed", "", printed, 0)}
	for _, b := range fits {
		options := strings.TrimPrefix(b.Options, ",")
		if b.Sorted {
			options = "`rollout-units` also sorts the list, large tiles first"
		}
		rows = append(rows, line(count(b.Playouts), options, b.Shares, b.Distance))
	}
	return table(rows...)
}

// subsetFigures shows the subsets of the enhancements against both rivals.
func subsetFigures(f *figures) string {
	var order []string
	points := map[[2]string]string{} // by enhancements and rival
	for _, r := range f.ofTable("subsets") {
		name := strings.TrimPrefix(r.Players[0], "uct+")
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
		points[[2]string{name, r.Players[1]}] = percent(r)
	}
	if len(order) == 0 {
		return notPlayed("subsets")
	}
	rows := [][]string{{"enhancements", "points against `uct` (95 %)", "against `mc`"}}
	for _, name := range order {
		rows = append(rows, []string{name, cmp.Or(points[[2]string{name, "uct"}], "-"), cmp.Or(points[[2]string{name, "mc"}], "not played")})
	}
	for _, e := range []string{"tuned", "fpu", "bias", "units"} {
		for _, with := range []bool{true, false} {
			row := []string{"*all with " + e + "*"}
			if !with {
				row[0] = "*all without " + e + "*"
			}
			for _, rival := range []string{"uct", "mc"} {
				row = append(row, f.subsetsPercent(e, with, rival))
			}
			rows = append(rows, row)
		}
	}
	return table(rows...)
}

// subsetsPercent returns the share of the points of all subsets with or without an enhancement.
func (f *figures) subsetsPercent(enhancement string, with bool, rival string) string {
	var sum thesis.Result
	for _, c := range f.ofTable("subsets") {
		has := slices.Contains(strings.Split(strings.TrimPrefix(c.Players[0], "uct+"), "+"), enhancement)
		if has == with && c.Players[1] == rival {
			sum.Games += c.Games
			sum.Wins[0] += c.Wins[0]
			sum.Wins[1] += c.Wins[1]
		}
	}
	if sum.Games == 0 {
		return "not played"
	}
	return percent(&sum)
}

// thesisChart draws the wins of the first player in each cell of the thesis, printed and here, and
// the points of UCT against flat Monte Carlo by the number of playouts.
func (f *figures) thesisChart() (string, error) {
	cells, err := f.cellPanel()
	if err != nil {
		return "", err
	}
	overtake, err := f.overtakePanel()
	if err != nil {
		return "", err
	}
	return chart(9*vg.Centimeter, cells, overtake)
}

func (f *figures) cellPanel() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "wins of the first player, each cell"
	p.X.Label.Text, p.Y.Label.Text = "printed, %", "here, %"
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 150, 0, 100 // leaves room for the key
	p.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 50, Label: "50"}, {Value: 100, Label: "100"}}
	same, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 100, Y: 100}})
	if err != nil {
		return nil, err
	}
	same.Color = chartGrey
	p.Add(same)
	for _, v := range []struct {
		verdict string
		color   color.Color
	}{{"agrees", chartBlue}, {"same side", chartAmber}, {"disagrees", chartRed}} {
		var points plotter.XYs
		for _, r := range f.played() {
			if r.Agreement == v.verdict {
				points = append(points, plotter.XY{X: r.Printed.Wins[0], Y: 100 * float64(r.Wins[0]) / float64(r.Games)})
			}
		}
		if len(points) == 0 {
			continue
		}
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return nil, err
		}
		dots.Color, dots.Shape = v.color, draw.CircleGlyph{}
		p.Add(dots)
		p.Legend.Add(v.verdict, dots)
	}
	return p, nil
}

func (f *figures) overtakePanel() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "points against flat Monte Carlo"
	p.X.Label.Text, p.Y.Label.Text = "playouts a move", "%"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 100, 100_000, 0, 100
	level, err := plotter.NewLine(plotter.XYs{{X: p.X.Min, Y: 50}, {X: p.X.Max, Y: 50}})
	if err != nil {
		return nil, err
	}
	level.Color = chartGrey
	p.Add(level)
	for _, v := range []struct {
		player string
		color  color.Color
	}{{"uct", chartBlue}, {"uct-large", chartAmber}} {
		var points struct {
			plotter.XYs
			plotter.YErrors
		}
		for _, r := range f.ofTable("overtake") {
			if r.Players[0] != v.player {
				continue
			}
			share, low, high := pointsOf(r)
			points.XYs = append(points.XYs, plotter.XY{X: float64(thesis.Budget * r.Seconds[0]), Y: 100 * share})
			points.YErrors = append(points.YErrors, struct{ Low, High float64 }{100 * (share - low), 100 * (high - share)})
		}
		if len(points.XYs) == 0 {
			continue
		}
		line, dots, err := plotter.NewLinePoints(points.XYs)
		if err != nil {
			return nil, err
		}
		bars, err := plotter.NewYErrorBars(points)
		if err != nil {
			return nil, err
		}
		line.Color, dots.Color, bars.Color, dots.Shape = v.color, v.color, v.color, draw.CircleGlyph{}
		p.Add(line, dots, bars)
		p.Legend.Add(v.player, line, dots)
	}
	p.Legend.Top = true
	return p, nil
}
