// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package thesis plays the tables of the thesis again (see games/duo/literature): the same pairs of
// players, from the empty board, with budgets that do not depend on the machine. It compares the
// results with the printed ones.
//
// tables.go has the players and the cells, report.go counts their games, and claims.go judges the
// thesis's conclusions.
package thesis

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/games/duo/literature"
)

//go:embed thesis.csv
var files embed.FS

// Cell is a pair of players with their budgets.
type Cell struct {
	// Table is the thesis's number, such as "6.1", or a name of ours.
	Table string
	// Players are names for Spec.
	Players [2]string
	// Alternate makes the players take turns at moving first. Otherwise the first player always
	// moves first.
	Alternate bool
	// Seconds are the thesis's seconds per move. Each second stands for N playouts.
	Seconds [2]int
	// Playouts is the number of playouts for a second, and Games the number of the cell's games. 0
	// stands for the default.
	Playouts int
	Games    int
	// Printed is the thesis's result, nil for a cell of ours.
	Printed *Printed
}

// Printed is a cell of the thesis, of 40 games.
type Printed struct {
	Wins [2]float64 // percent
	Left [2]float64 // mean of the squares left
}

// printedGames is the number of games in each cell of the thesis.
const printedGames = 40

// pair names the players of the cell with their seconds.
func (c *Cell) pair() string {
	text := fmt.Sprintf("%s %d - %s %d", c.Players[0], c.Seconds[0], c.Players[1], c.Seconds[1])
	if c.Playouts > 0 {
		text += fmt.Sprintf(" at %d", c.Playouts)
	}
	return text
}

// Cells returns the cells of the thesis and ours.
func Cells() ([]Cell, error) {
	f, err := files.Open("thesis.csv")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("thesis: %w", err)
	}
	var cells []Cell
	for _, row := range rows[1:] {
		var v [6]float64
		for i, text := range row[4:] {
			if v[i], err = strconv.ParseFloat(text, 64); err != nil {
				return nil, fmt.Errorf("thesis: thesis.csv: %w", err)
			}
		}
		games := 0
		if row[0] == tunedTable {
			games = tunedGames
		}
		cells = append(cells, Cell{
			Games: games, Table: row[0], Players: [2]string{row[1], row[2]}, Alternate: row[3] == "both",
			Seconds: [2]int{int(v[0]), int(v[1])},
			Printed: &Printed{Wins: [2]float64{v[2], v[3]}, Left: [2]float64{v[4], v[5]}},
		})
	}
	return append(cells, questions()...), nil
}

// Names of our tables.
const (
	Calibration = "calibration" // the first calibration of the budget, by the first row of 5.3
	Fit         = "fit"         // all pairs of 5.2 to 5.7 at one second, for other baselines
	Exploration = "C"           // table 5.1, whose numbers the thesis does not print
	Subsets     = "subsets"     // subsets of the enhancements, against UCT and against flat Monte Carlo
	Overtaking  = "overtake"    // UCT against flat Monte Carlo at increasing numbers of playouts
	Today       = "today"       // the literature against today's tree search
	Readings    = "readings"    // two readings of ambiguous passages of the thesis
	Parallel    = "parallel"    // leaf, root and tree parallelisation at equal playouts and at equal time
	Others      = "others"      // other authors' evaluations, in minimax
	Hundred     = "hundred"     // at 100 times the playouts
	enhancedWin = "enhanced"    // table 6.6 claims a win over minimax at every time
)

// Table 5.2 alone carries claim 2, so each of its cells has more games than the thesis's.
const (
	tunedTable = "5.2"
	tunedGames = 300
)

// hundredGames is less than 40, because each game takes some 10 s of a processor.
const hundredGames = 10

// Baseline is a reading of what the thesis does not state: the playouts of a second, the order of the
// list of moves, and the final move. Options are the options of all players.
type Baseline struct {
	Playouts int
	Options  string
}

// Baselines are the readings that Fit compares. The tables use the first.
var Baselines = []Baseline{
	{Budget, ""},
	{Budget, ",final=robust-mean"},
	{5 * Budget, ""},
	{Budget, ",order=large,final=robust-mean"},
}

// FitPairs are the pairs of tables 5.2 to 5.7, without playouts by function, which take ten times
// the processor.
var FitPairs = [][2]string{
	{"ucb1-tuned", "uct"}, {"fpu-size", "uct"}, {"fpu-size", "fpu-0.1"}, {"fpu-0.1", "uct"}, {"bias-function", "uct"}, {"bias-units", "uct"}, {"rollout-units", "uct"},
}

// fitGames is the number of games of a pair of Fit.
const fitGames = 20

func questions() (cells []Cell) {
	add := func(table, first, second string, seconds ...int) {
		for _, s := range seconds {
			cells = append(cells, Cell{Table: table, Players: [2]string{first, second}, Alternate: true, Seconds: [2]int{s, s}})
		}
	}
	calibrate := func(rival string, playouts int) {
		cells = append(cells, Cell{Table: Calibration, Players: [2]string{"fpu-size", rival}, Seconds: [2]int{1, 1}, Playouts: playouts})
	}
	for _, playouts := range []int{50, 100} { // table 5.3 has the cells with Budget
		calibrate("uct", playouts)
	}
	calibrate("uct-large", Budget)
	for _, b := range Baselines[1:] { // the other tables have the cells of the first
		for _, pair := range FitPairs {
			cells = append(cells, Cell{
				Table: Fit, Players: [2]string{pair[0] + b.Options, pair[1] + b.Options}, Alternate: true, Seconds: [2]int{1, 1}, Playouts: b.Playouts, Games: fitGames,
			})
		}
	}
	for c := 0; c <= 20; c += 2 {
		if c != 10 {
			add(Exploration, fmt.Sprintf("uct-c%.1f", float64(c)/10), "uct", 5)
		}
	}
	for _, s := range []int{1, 5, 10} {
		add(enhancedWin, "uct-enhanced", "minimax", s)
	}
	for e := range literature.AllEnhancements + 1 {
		name := "uct+" + e.String()
		if e != 0 {
			add(Subsets, name, "uct", 5)
		}
		add(Subsets, name, "mc", 5)
	}
	add(Overtaking, "uct", "mc", 1, 2, 5, 10, 20)
	add(Overtaking, "uct-large", "mc", 1, 2, 5, 10, 20)
	for _, pair := range [][2]string{
		{"mc-mean", "mc"}, {"mc-units", "mc"}, {"mc-units", "uct-enhanced"}, {"mc-units-mean", "mc-units"}, {"uct-large", "uct"}, {"uct-max", "uct"},
		{"uct-secure", "uct"}, {"uct-robust-max", "uct"}, {"uct-robust-mean", "uct"}, {"uct-auer", "ucb1-tuned"}, {"uct-rave", "uct"}, {"uct-history", "uct"}, {"uct-sigmoid", "uct"}, {"uct-squares", "uct"},
		{"rollout-units-first", "rollout-units"},
	} {
		add(Readings, pair[0], pair[1], 1)
	}
	add(Readings, "ucb1-tuned-01", "uct", 1, 2, 5)
	add(Readings, "uct+tuned+fpu+bias+units", "uct-enhanced", 1, 5)
	// If playouts by units also sort the list of moves, they are this player.
	add(Readings, "rollout-units-large", "uct", 1, 2, 5)
	for _, p := range []string{"uct-leaf4", "uct-root4", "uct-tree4"} {
		add(Parallel, p, "uct", 1)
		// At equal time four threads play four times as much, at best.
		for _, s := range []int{1, 5} {
			cells = append(cells, Cell{Table: Parallel, Players: [2]string{p, "uct"}, Alternate: true, Seconds: [2]int{4 * s, s}})
		}
	}
	for _, p := range []string{"minimax-line", "minimax-cai", "minimax-altman", "minimax-huang1", "minimax-huang2"} {
		add(Others, p, "minimax", 1)
	}
	add(Others, "minimax-huang2", "minimax-huang1", 1)
	add(Today, "host-1", "tree", 1)
	add(Today, "host-2", "tree", 1)
	add(Today, "minimax", "tree", 1)
	for _, p := range []string{"uct-enhanced", "mc-units", "rollout-units"} {
		add(Today, p, "tree", 1)
	}
	for _, pair := range [][2]string{
		{"uct-enhanced", "uct"}, {"uct-enhanced", "minimax"}, {"mc", "uct"}, {"mc", "uct-enhanced"}, {"ucb1-tuned-01", "uct"},
		{"fpu-size", "uct"}, {"rollout-units", "uct"}, {"uct", "minimax"}, {"mc", "minimax"}, {"rollout-units", "uct-enhanced"},
	} {
		cells = append(cells, Cell{Table: Hundred, Players: pair, Alternate: true, Seconds: [2]int{1, 1}, Playouts: 100 * Budget, Games: hundredGames})
	}
	return cells
}

// Spec returns a player's specification for package play. The player has this many playouts for
// each of the thesis's seconds. A name may have options of the player after it, with commas.
func Spec(name string, seconds, playouts int) (string, error) {
	name, more, _ := strings.Cut(name, ",")
	spec, ok := variants[name]
	switch {
	case name == "tree":
		return fmt.Sprintf("tree:leaves=%d", seconds*playouts), nil
	case name == "minimax":
		return minimax("thesis", seconds), nil
	case strings.HasPrefix(name, "host-"):
		return "host:level=" + strings.TrimPrefix(name, "host-"), nil
	case strings.HasPrefix(name, "minimax-"):
		evaluation := strings.TrimPrefix(name, "minimax-")
		if evaluation == "line" {
			evaluation = "thesis-line"
		}
		return minimax(evaluation, seconds), nil
	case strings.HasPrefix(name, "uct-c"):
		spec = "uct:c=" + strings.TrimPrefix(name, "uct-c")
	case strings.HasPrefix(name, "uct+"):
		var options []string
		for _, e := range strings.Split(strings.TrimPrefix(name, "uct+"), "+") {
			if option := enhancements[e]; option != "" {
				options = append(options, option)
			}
		}
		spec = "uct:" + strings.Join(options, ",")
	case !ok:
		return "", fmt.Errorf("thesis: no player is named %q", name)
	}
	kind, options, _ := strings.Cut(spec, ":")
	for _, o := range []*string{&options, &more} {
		if *o != "" {
			*o = "," + *o
		}
	}
	return fmt.Sprintf("%s:playouts=%d%s%s", kind, seconds*playouts, options, more), nil
}

// minimax returns the minimax player for a number of seconds. The thesis reaches depth 3 in one
// second, and 4 in five and in ten (6.2). Only this budget of the thesis is independent of the
// machine.
func minimax(evaluation string, seconds int) string {
	depth := 3
	if seconds >= 5 {
		depth = 4
	}
	return fmt.Sprintf("minimax:evaluation=%s,depth=%d", evaluation, depth)
}

// variants maps the names of players to their kinds, with all options except the budget.
var variants = map[string]string{
	"uct":                 "uct",
	"mc":                  "mc",
	"uct-enhanced":        "uct-enhanced:formula=tuned-01", // as played, before the scale of +-1
	"ucb1-tuned":          "uct:formula=tuned",
	"ucb1-tuned-01":       "uct:formula=tuned-01",
	"fpu-size":            "uct:fpu=size",
	"fpu-0.1":             "uct:fpu=0.1",
	"bias-function":       "uct:bias=function",
	"bias-units":          "uct:bias=units",
	"rollout-function":    "uct:rollout=function",
	"rollout-units":       "uct:rollout=units",
	"rollout-units-first": "uct:rollout=units-first",
	"bonus-a":             "uct:reward=bonus-a",
	"bonus-b":             "uct:reward=bonus-b",
	"mc-mean":             "mc:score=mean",
	"mc-units":            "mc:rollout=units",
	"mc-units-mean":       "mc:rollout=units,score=mean",
	"uct-large":           "uct:order=large",
	"uct-max":             "uct:final=max",
	"uct-secure":          "uct:final=secure",
	"uct-robust-max":      "uct:final=robust-max",
	"uct-robust-mean":     "uct:final=robust-mean",
	"rollout-units-large": "uct:rollout=units,order=large",
	"uct-auer":            "uct:formula=auer",
	"uct-rave":            "uct:fpu=0.1,rave=100",
	"uct-history":         "uct:history=5",
	"uct-sigmoid":         "uct:reward=sigmoid,slope=0.1",
	"uct-squares":         "uct:reward=squares",
	"uct-leaf4":           "uct:leaf=4",
	"uct-root4":           "uct:parallel=root,threads=4",
	"uct-tree4":           "uct:parallel=tree,threads=4",
}

var enhancements = map[string]string{
	"none": "", "tuned": "formula=tuned", "fpu": "fpu=size", "bias": "bias=function", "units": "rollout=units",
}

// Budget is the number of playouts for each of the thesis's seconds. With it, the first row of
// table 5.3 comes closest to the printed result: see docs/literature.md.
const Budget = 200
