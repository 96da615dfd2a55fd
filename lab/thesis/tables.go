// Package thesis plays the tables of the thesis again (see golden/literature): the same pairs of
// players, from the empty board, at budgets that do not depend on a machine, and compares the
// results with the printed ones.
//
// tables.go has the players and the cells, report.go counts their games, claims.go judges the
// thesis's conclusions.
package thesis

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/golden/literature"
)

//go:embed thesis.csv
var files embed.FS

// Cell is two players with their budgets.
type Cell struct {
	// Table is the thesis's number, such as "6.1", or a name of ours.
	Table string
	// Players are names of Spec.
	Players [2]string
	// Alternate says that the players move first in turn; else the first one always does.
	Alternate bool
	// Seconds are the thesis's seconds for a move: each stands for N playouts.
	Seconds [2]int
	// Playouts is the number of playouts for a second, and Games the number of the cell's games; 0:
	// the report's number.
	Playouts int
	Games    int
	// Printed is what the thesis prints; nil of a cell of ours.
	Printed *Printed
}

// Printed is a cell of the thesis, of 40 games.
type Printed struct {
	Wins [2]float64 // percent
	Left [2]float64 // squares left, mean
}

// printedGames is the number of games of a cell of the thesis.
const printedGames = 40

// ID names the cell.
func (c *Cell) ID() string { return c.Table + " " + c.pair() }

// pair names the players of the cell with their seconds.
func (c *Cell) pair() string {
	text := fmt.Sprintf("%s %d - %s %d", c.Players[0], c.Seconds[0], c.Players[1], c.Seconds[1])
	if c.Playouts > 0 {
		text += fmt.Sprintf(" at %d", c.Playouts)
	}
	return text
}

// Cells returns the cells of the thesis, and ours.
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
		cells = append(cells, Cell{
			Table: row[0], Players: [2]string{row[1], row[2]}, Alternate: row[3] == "both",
			Seconds: [2]int{int(v[0]), int(v[1])},
			Printed: &Printed{Wins: [2]float64{v[2], v[3]}, Left: [2]float64{v[4], v[5]}},
		})
	}
	return append(cells, questions()...), nil
}

// Names of our tables.
const (
	Calibration = "calibration" // calibration of the budget, by the first row of 5.3
	Exploration = "C"           // table 5.1, for which the thesis prints no numbers
	Subsets     = "subsets"     // subsets of the enhancements, against UCT and against flat Monte Carlo
	Overtaking  = "overtake"    // UCT against flat Monte Carlo at more and more playouts
	Today       = "today"       // the literature against today's tree search
	Readings    = "readings"    // where the thesis can be read in two ways
	Parallel    = "parallel"    // leaf, root and tree parallelisation at equal playouts and at equal time
	Others      = "others"      // evaluations of others, in minimax
	Hundred     = "hundred"     // at a hundred times the playouts
	enhancedWin = "enhanced"    // 6.6 claims that it beats minimax at every time
)

// hundredGames are fewer than 40, at some 10 s of a processor each.
const hundredGames = 20

func questions() (cells []Cell) {
	add := func(table, first, second string, seconds ...int) {
		for _, s := range seconds {
			cells = append(cells, Cell{Table: table, Players: [2]string{first, second}, Alternate: true, Seconds: [2]int{s, s}})
		}
	}
	calibrate := func(rival string, playouts int) {
		for _, s := range []int{1, 2, 5} {
			cells = append(cells, Cell{Table: Calibration, Players: [2]string{"fpu-size", rival}, Seconds: [2]int{s, s}, Playouts: playouts})
		}
	}
	for _, playouts := range []int{50, 100, 400, 800} { // table 5.3 has the cells with Budget
		calibrate("uct", playouts)
	}
	calibrate("uct-large", Budget)
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
	add(Overtaking, "uct", "mc", 1, 2, 5, 10, 20, 50, 100)
	add(Overtaking, "uct-large", "mc", 1, 2, 5, 10, 20, 50, 100)
	add(Readings, "mc-mean", "mc", 1, 10)
	add(Readings, "mc-units", "mc", 1, 10)
	add(Readings, "mc-units", "uct-enhanced", 1, 10)
	add(Readings, "mc-units-mean", "mc-units", 1, 10)
	add(Readings, "uct-large", "uct", 1, 10)
	add(Readings, "uct-max", "uct", 1, 10)
	add(Readings, "uct-secure", "uct", 1, 10)
	add(Readings, "uct-robust-max", "uct", 1, 10)
	add(Readings, "uct-auer", "ucb1-tuned", 1, 10)
	add(Readings, "uct-rave", "uct", 1, 10)
	add(Readings, "uct-history", "uct", 1, 10)
	add(Readings, "rollout-units-first", "rollout-units", 1, 10)
	for _, p := range []string{"uct-leaf4", "uct-root4", "uct-tree4"} {
		add(Parallel, p, "uct", 1, 10)
		// At equal time four threads play four times as much, at best.
		for _, s := range []int{1, 5} {
			cells = append(cells, Cell{Table: Parallel, Players: [2]string{p, "uct"}, Alternate: true, Seconds: [2]int{4 * s, s}})
		}
	}
	for _, p := range []string{"minimax-line", "minimax-cai", "minimax-altman", "minimax-huang1", "minimax-huang2"} {
		add(Others, p, "minimax", 1)
	}
	add(Today, "host-1", "tree", 1)
	add(Today, "host-2", "tree", 1)
	add(Today, "minimax", "tree", 1)
	for _, p := range []string{"uct-enhanced", "mc-units", "rollout-units"} {
		add(Today, p, "tree", 1, 10)
	}
	for _, pair := range [][2]string{
		{"uct-enhanced", "uct"}, {"uct-enhanced", "minimax"}, {"mc", "uct"}, {"mc", "uct-enhanced"}, {"ucb1-tuned", "uct"},
		{"fpu-size", "uct"}, {"rollout-units", "uct"}, {"uct", "minimax"}, {"mc", "minimax"}, {"rollout-units", "uct-enhanced"},
	} {
		cells = append(cells, Cell{Table: Hundred, Players: pair, Alternate: true, Seconds: [2]int{1, 1}, Playouts: 100 * Budget, Games: hundredGames})
	}
	return cells
}

// Spec returns the specification of a player, for package player, with that many playouts for
// each of the thesis's seconds.
func Spec(name string, seconds, playouts int) (string, error) {
	n := seconds * playouts
	budget := fmt.Sprintf("playouts=%d", n)
	with := func(kind, options string) (string, error) {
		if options != "" {
			options = "," + options
		}
		return kind + ":" + budget + options, nil
	}
	if options, ok := variants[name]; ok {
		kind, rest, _ := strings.Cut(options, ":")
		return with(kind, rest)
	}
	switch {
	case name == "tree":
		return fmt.Sprintf("tree:leaves=%d", n), nil
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
		return with("uct", "c="+strings.TrimPrefix(name, "uct-c"))
	case strings.HasPrefix(name, "uct+"):
		var options []string
		for _, e := range strings.Split(strings.TrimPrefix(name, "uct+"), "+") {
			if option := enhancements[e]; option != "" {
				options = append(options, option)
			}
		}
		return with("uct", strings.Join(options, ","))
	}
	return "", fmt.Errorf("thesis: no player is named %q", name)
}

// minimax returns the player of a number of seconds: the thesis reaches depth 3 in one, and 4 in
// five and in ten (6.2). That is its only budget which depends on no machine.
func minimax(evaluation string, seconds int) string {
	depth := 3
	if seconds >= 5 {
		depth = 4
	}
	return fmt.Sprintf("minimax:evaluation=%s,depth=%d", evaluation, depth)
}

// variants are players by name: kind and options besides the budget.
var variants = map[string]string{
	"uct":                 "uct",
	"mc":                  "mc",
	"uct-enhanced":        "uct-enhanced",
	"ucb1-tuned":          "uct:formula=tuned",
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
	"uct-auer":            "uct:formula=auer",
	"uct-rave":            "uct:fpu=0.1,rave=100",
	"uct-history":         "uct:history=5",
	"uct-leaf4":           "uct:leaf=4",
	"uct-root4":           "uct:parallel=root,threads=4",
	"uct-tree4":           "uct:parallel=tree,threads=4",
}

var enhancements = map[string]string{
	"none": "", "tuned": "formula=tuned", "fpu": "fpu=size", "bias": "bias=function", "units": "rollout=units",
}

// Budget is the number of playouts for each of the thesis's seconds that brings the first row of
// table 5.3 nearest to the printed result: see docs/literature.md.
const Budget = 200
