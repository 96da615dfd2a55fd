package pages

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tessera-fpga/tessera/lab/thesis"
	"github.com/tessera-fpga/tessera/match/elo"
)

// tablesReport and tableResult are the experiment's types with the pages' figures.
type (
	tablesReport thesis.Report
	tableResult  thesis.Result
)

// share returns the share of the games that the first player won, with its interval.
func (r *tableResult) share() string {
	return fmt.Sprintf("%s %% (%s to %s)", decimal(100*float64(r.Wins[0])/float64(r.Games), 1), decimal(r.Low, 0), decimal(r.High, 0))
}

func (r *tableResult) games() string {
	return fmt.Sprintf("%d-%d-%d", r.Wins[0], r.Games-r.Wins[0]-r.Wins[1], r.Wins[1])
}

// thesisCells is the number of cells that the thesis prints.
const thesisCells = 129

// played returns the results of the cells of the thesis.
func (r *tablesReport) played() (out []*tableResult) {
	for i := range r.Results {
		if r.Results[i].Printed != nil {
			out = append(out, (*tableResult)(&r.Results[i]))
		}
	}
	slices.SortStableFunc(out, func(a, b *tableResult) int { return compareTables(a.Table, b.Table) })
	inOrder(out)
	return out
}

// inOrder puts the cells of a table and a pair of players together, in the order of seconds. The
// matches are played in another order, the most telling first.
func inOrder(results []*tableResult) {
	first := map[string]int{}
	pair := func(r *tableResult) string { return r.Table + " " + strings.Join(r.Players[:], " ") }
	for i, r := range results {
		if _, known := first[pair(r)]; !known {
			first[pair(r)] = i
		}
	}
	slices.SortStableFunc(results, func(a, b *tableResult) int {
		return cmp.Or(cmp.Compare(first[pair(a)], first[pair(b)]), cmp.Compare(a.Playouts, b.Playouts),
			cmp.Compare(a.Seconds[0], b.Seconds[0]), cmp.Compare(a.Seconds[1], b.Seconds[1]))
	})
}

// playedFigures say how much of the thesis has been played.
func playedFigures(f *figures) string {
	cells := f.thesis.played()
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
		return fmt.Sprintf("All %d cells have been played here, %s games.\n", thesisCells, decimal(float64(games), 0))
	}
	return fmt.Sprintf("**%d of the %d cells have been played here so far**, %s games: of the tables %s.\nThe rest of this page fills as `tessera lab thesis` goes on.\n",
		len(cells), thesisCells, decimal(float64(games), 0), strings.Join(tables, ", "))
}

// compareTables orders numbers of tables: 5.2, ..., 6.9, 6.10.
func compareTables(a, b string) int {
	var chapter, table [2]int
	for i, t := range []string{a, b} {
		fmt.Sscanf(t, "%d.%d", &chapter[i], &table[i])
	}
	return cmp.Or(cmp.Compare(chapter[0], chapter[1]), cmp.Compare(table[0], table[1]))
}

// points returns the share of the points of the first player, and its interval (Wilson, of games
// with draws for half), all of 1.
func (r *tableResult) points() (share, low, high float64) {
	n := float64(r.Games)
	share = 0.5 + float64(r.Wins[0]-r.Wins[1])/(2*n)
	w := elo.Wilson(share*n, n)
	return share, w.Low, w.High
}

// percent returns the share of the points with its interval as text.
func (r *tableResult) percent() string {
	share, low, high := r.points()
	return fmt.Sprintf("%s %% (%s to %s)", decimal(100*share, 1), decimal(100*low, 0), decimal(100*high, 0))
}

// thesisFigures are the cells of the thesis beside ours.
func thesisFigures(f *figures) string {
	rows := [][]string{{"table", "first player", "second player", "seconds", "printed: wins", "squares left", "here: wins (95 %)", "won-drawn-lost", "squares left", "score", "verdict"}}
	for _, r := range f.thesis.played() {
		rows = append(rows, []string{
			r.Table, r.Players[0], r.Players[1], fmt.Sprintf("%d, %d", r.Seconds[0], r.Seconds[1]),
			fmt.Sprintf("%g - %g %%", r.Printed.Wins[0], r.Printed.Wins[1]), fmt.Sprintf("%.1f, %.1f", r.Printed.Left[0], r.Printed.Left[1]),
			r.share(), r.games(),
			fmt.Sprintf("%.1f ± %.1f, %.1f ± %.1f", r.Left[0], r.LeftInterval[0], r.Left[1], r.LeftInterval[1]),
			fmt.Sprintf("%.1f, %.1f", r.Score[0], r.Score[1]), r.Agreement,
		})
	}
	return table(rows...)
}

// verdictFigures count the verdicts by table.
func verdictFigures(f *figures) string {
	verdicts := []string{"agrees", "same side", "disagrees"}
	var order []string
	count := map[string]map[string]int{}
	for _, r := range f.thesis.played() {
		if count[r.Table] == nil {
			count[r.Table] = map[string]int{}
			order = append(order, r.Table)
		}
		count[r.Table][r.Agreement]++
	}
	rows := [][]string{append([]string{"table"}, verdicts...)}
	var sums [3]int
	for _, t := range order {
		row := []string{t}
		for i, v := range verdicts {
			row = append(row, fmt.Sprint(count[t][v]))
			sums[i] += count[t][v]
		}
		rows = append(rows, row)
	}
	rows = append(rows, []string{"**all**", fmt.Sprint(sums[0]), fmt.Sprint(sums[1]), fmt.Sprint(sums[2])})
	return table(rows...)
}

// claimFigures are the thesis's conclusions.
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

// notPlayed says how to play one of our tables.
func notPlayed(name string) string {
	return fmt.Sprintf("Not played yet; `tessera lab thesis --only ^%s` plays it.\n", name)
}

// ofTable returns the results of one of our tables.
func (r *tablesReport) ofTable(name string) (out []*tableResult) {
	for i := range r.Results {
		if r.Results[i].Table == name {
			out = append(out, (*tableResult)(&r.Results[i]))
		}
	}
	inOrder(out)
	return out
}

// questionFigures are the cells of one of our own tables.
func questionFigures(name string) func(*figures) string {
	return func(f *figures) string {
		rows := [][]string{{"first player", "second player", "seconds", "points of the first (95 %)", "won-drawn-lost", "squares left"}}
		for _, r := range f.thesis.ofTable(name) {
			rows = append(rows, []string{
				r.Players[0], r.Players[1], fmt.Sprintf("%d, %d", r.Seconds[0], r.Seconds[1]), r.percent(), r.games(),
				fmt.Sprintf("%.1f, %.1f", r.Left[0], r.Left[1]),
			})
		}
		if len(rows) == 1 {
			return notPlayed(name)
		}
		return table(rows...)
	}
}

// calibrationFigures are the first row of 5.3 at several N.
func calibrationFigures(f *figures) string {
	type row struct {
		playouts int
		rival    string
		cells    [3]string // 1, 2, 5 s
	}
	var rows []*row
	at := map[int]int{1: 0, 2: 1, 5: 2}
	printed := [3]string{"92.5 %", "77.5 %", "72.5 %"}
	take := func(r *tableResult) {
		n := cmp.Or(r.Playouts, thesis.Budget)
		i := slices.IndexFunc(rows, func(o *row) bool { return o.playouts == n && o.rival == r.Players[1] })
		if i < 0 {
			i = len(rows)
			rows = append(rows, &row{playouts: n, rival: r.Players[1]})
		}
		rows[i].cells[at[r.Seconds[0]]] = r.share()
	}
	for i := range f.thesis.Results {
		if r := (*tableResult)(&f.thesis.Results[i]); r.Table == "5.3" && r.Players == [2]string{"fpu-size", "uct"} {
			take(r)
		}
	}
	for _, r := range f.thesis.ofTable("calibration") {
		take(r)
	}
	slices.SortFunc(rows, func(a, b *row) int {
		return cmp.Or(strings.Compare(a.rival, b.rival), cmp.Compare(a.playouts, b.playouts))
	})
	lines := [][]string{
		{"N", "the second player is", "1 s: wins of `fpu-size`", "2 s", "5 s"},
		{"printed", "", printed[0], printed[1], printed[2]},
	}
	for _, r := range rows {
		line := []string{decimal(float64(r.playouts), 0), "`" + r.rival + "`"}
		for _, c := range r.cells {
			line = append(line, cmp.Or(c, "not played"))
		}
		lines = append(lines, line)
	}
	return table(lines...)
}

// subsetFigures are the subsets of the enhancements against both rivals.
func subsetFigures(f *figures) string {
	var order []string
	points := map[string]map[string]string{}
	for _, r := range f.thesis.ofTable("subsets") {
		name := strings.TrimPrefix(r.Players[0], "uct+")
		if points[name] == nil {
			points[name] = map[string]string{}
			order = append(order, name)
		}
		points[name][r.Players[1]] = r.percent()
	}
	if len(order) == 0 {
		return notPlayed("subsets")
	}
	rows := [][]string{{"enhancements", "points against `uct` (95 %)", "against `mc`"}}
	for _, name := range order {
		rows = append(rows, []string{name, cmp.Or(points[name]["uct"], "-"), cmp.Or(points[name]["mc"], "not played")})
	}
	for _, e := range []string{"tuned", "fpu", "bias", "units"} {
		for _, with := range []bool{true, false} {
			row := []string{"*all with " + e + "*"}
			if !with {
				row[0] = "*all without " + e + "*"
			}
			for _, rival := range []string{"uct", "mc"} {
				row = append(row, f.thesis.subsetsPercent(e, with, rival))
			}
			rows = append(rows, row)
		}
	}
	return table(rows...)
}

// subsetsPercent returns the share of the points of all subsets with an enhancement, or all without.
func (r *tablesReport) subsetsPercent(enhancement string, with bool, rival string) string {
	var sum tableResult
	for _, c := range r.ofTable("subsets") {
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
	return sum.percent()
}

// thesisChart draws the wins of the first player in each cell of the thesis, printed and here, and
// the points of UCT against flat Monte Carlo by the number of playouts.
func thesisChart(report *tablesReport) (string, error) {
	cells, err := cellPanel(report)
	if err != nil {
		return "", err
	}
	overtake, err := overtakePanel(report)
	if err != nil {
		return "", err
	}
	return chart(9*vg.Centimeter, cells, overtake)
}

func cellPanel(report *tablesReport) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "wins of the first player, each cell"
	p.X.Label.Text, p.Y.Label.Text = "printed, %", "here, %"
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 150, 0, 100 // the key stands where no cell is
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
		for _, r := range report.played() {
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

func overtakePanel(report *tablesReport) (*plot.Plot, error) {
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
		for _, r := range report.ofTable("overtake") {
			if r.Players[0] != v.player {
				continue
			}
			share, low, high := r.points()
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
