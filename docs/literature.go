package docs

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// TablesFile is the report of the thesis's tables, which "tessera docs --tables" writes.
const TablesFile = "docs/tables.json"

// tablesReport is what the pages need of the report.
type tablesReport struct {
	Playouts int           `json:"playouts"`
	Games    int           `json:"games"`
	Results  []tableResult `json:"results"`
	Claims   []struct {
		Number   int                         `json:"number"`
		Text     string                      `json:"text"`
		Share    float64                     `json:"share"`
		Interval struct{ Low, High float64 } `json:"interval"`
		Games    int                         `json:"games"`
		Holds    string                      `json:"holds"`
		Why      string                      `json:"why"`
	} `json:"claims"`
}

type tableResult struct {
	Table   string    `json:"table"`
	Players [2]string `json:"players"`
	Seconds [2]int    `json:"seconds"`
	Printed *struct {
		Wins [2]float64 `json:"wins"`
		Left [2]float64 `json:"left"`
	} `json:"printed"`
	Games        int        `json:"games"`
	Wins         [2]int     `json:"wins"`
	Low          float64    `json:"low"`
	High         float64    `json:"high"`
	Left         [2]float64 `json:"left_mean"`
	LeftInterval [2]float64 `json:"left_interval"`
	Score        [2]float64 `json:"score_mean"`
	Agreement    string     `json:"agreement"`
}

func readTables(root string) (r tablesReport, err error) {
	text, err := os.ReadFile(filepath.Join(root, TablesFile))
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%s: %w", TablesFile, err)
	}
	return r, nil
}

// share returns what the first player won, drew and lost, with the interval of the wins.
func (r *tableResult) share() string {
	return fmt.Sprintf("%s %% (%s to %s)", decimal(100*float64(r.Wins[0])/float64(r.Games), 1), decimal(r.Low, 0), decimal(r.High, 0))
}

func (r *tableResult) games() string {
	return fmt.Sprintf("%d-%d-%d", r.Wins[0], r.Games-r.Wins[0]-r.Wins[1], r.Wins[1])
}

// thesisFigures are the cells of the thesis beside ours.
func thesisFigures(f *figures) string {
	rows := [][]string{{"table", "first player", "second player", "seconds", "printed: wins", "squares left", "here: wins (95 %)", "won-drawn-lost", "squares left", "score", "verdict"}}
	for i := range f.thesis.Results {
		r := &f.thesis.Results[i]
		if r.Printed == nil {
			continue
		}
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
	for i := range f.thesis.Results {
		r := &f.thesis.Results[i]
		if r.Printed == nil {
			continue
		}
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

// questionFigures are the cells of one of our own tables.
func questionFigures(name string) func(*figures) string {
	return func(f *figures) string {
		rows := [][]string{{"first player", "second player", "seconds", "wins of the first (95 %)", "won-drawn-lost", "squares left"}}
		for i := range f.thesis.Results {
			r := &f.thesis.Results[i]
			if r.Table == name {
				rows = append(rows, []string{
					r.Players[0], r.Players[1], fmt.Sprintf("%d, %d", r.Seconds[0], r.Seconds[1]), r.share(), r.games(),
					fmt.Sprintf("%.1f, %.1f", r.Left[0], r.Left[1]),
				})
			}
		}
		if len(rows) == 1 {
			return fmt.Sprintf("Not played yet: `tessera tables --only %s` does.\n", name)
		}
		return table(rows...)
	}
}
