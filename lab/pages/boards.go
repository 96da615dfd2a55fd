// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/lab/bench"
	"github.com/tessera-fpga/tessera/lab/pentobi"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/play/plural"
)

// column is a board with its last measurement of a configuration.
type column struct {
	flow.Measurement
	on     *board.Board
	former string // formerMark, or nothing
}

type columns []column

// columns returns a column for each of the two boards with a model, if it has a measurement of a
// configuration. "" stands for the configuration of each board's player.
func (f *figures) columns(config string) columns {
	return f.builds(config, board.HX8K, board.ULX3S)
}

// builds returns the boards with a measurement of a configuration.
func (f *figures) builds(config string, boards ...*board.Board) (all columns) {
	for _, b := range boards {
		if r, ok := f.measurements.Last(b.Name, cmp.Or(config, b.Player)); ok {
			all = append(all, f.column(r, b))
		}
	}
	return all
}

// formerMark stands behind the clock of a build whose design has changed since. A table with such a figure
// ends with formerText.
const (
	formerMark = "†"
	formerText = "\n" + formerMark + " built before the design's last change\n"
)

// column returns the column of a measurement.
func (f *figures) column(r flow.Measurement, on *board.Board) column {
	c := column{Measurement: r, on: on}
	former, err := r.Former(f.design(c))
	f.miss(err)
	if former {
		c.former = formerMark
	}
	return c
}

// head returns the head of a table.
func (c columns) head(what string) []string {
	out := []string{what}
	for _, r := range c {
		out = append(out, r.on.Chip)
	}
	return out
}

// row returns a row with a cell for each board.
func (c columns) row(what string, cell func(r column) string) []string {
	out := []string{what}
	for _, r := range c {
		out = append(out, cell(r))
	}
	return out
}

// single returns a row with one value, which does not depend on the board.
func single(what, value string) []string { return []string{what, value, ""} }

// reached writes the frequency of the slowest seed.
func reached(r column) string { return decimal(r.FmaxMin, 1) + " MHz" + r.former }

// clock writes the clock of the bitstreams.
func clock(r column) string { return strconv.FormatFloat(r.ClockMHz, 'f', -1, 64) + " MHz" }

// area writes the numbers of look-up tables, flip-flops and block RAMs.
func area(r column) string {
	return count(r.LUT4) + " / " + count(r.FF) + " / " + count(r.BRAM)
}

// lanes writes the number of lanes. Measurements lack it, but it follows from their rates.
func (f *figures) lanes(r column) string {
	return decimal(f.extra(r.Measurement, "playouts_per_s")*f.extra(r.Measurement, "cycles_per_playout")/(r.FmaxMin*1e6), 0)
}

// extras writes an optional column of a measurement, with digits after the point.
func (f *figures) extras(name string, digits int) func(column) string {
	return func(r column) string { return decimal(f.extra(r.Measurement, name), digits) }
}

// millions writes an optional column of a measurement in millions.
func (f *figures) millions(name string, digits int) func(column) string {
	return func(r column) string { return decimal(f.extra(r.Measurement, name)/1e6, digits) + " M" }
}

// find returns a configuration.
func (f *figures) find(name string) config.Config {
	c, err := config.Find(name, config.HasChip)
	f.miss(err)
	return c
}

// design returns what a measurement is of.
func (f *figures) design(r column) flow.Design {
	return flow.Design{Board: r.on, Config: f.find(r.Config)}
}

// leafRates writes the least and the most leaves a second of a chip over whole moves, each with a mark before
// and behind it; "" if the chip has no model.
func (f *figures) leafRates(d flow.Design, mark string) string {
	var rates []float64
	if chip := d.TreeChip(); chip != nil {
		for _, leaves := range f.treeLeaves(chip) {
			rates = append(rates, moveRate(leaves))
		}
	} else if _, ok := d.AlphaBeta(); ok {
		for _, pos := range twin.CountedPositions() {
			rates = append(rates, f.value(bench.AlphaBetaMoveFigure(d.Board.Name, d.Config.Name, &pos)))
		}
	} else {
		return ""
	}
	return mark + perSecond(slices.Min(rates)) + mark + " to " + mark + perSecond(slices.Max(rates)) + mark
}

// treeLeaves returns the leaves of a tree search's moves, one for each position counted.
func (f *figures) treeLeaves(chip *search.TreeChip) (leaves []float64) {
	for _, pos := range twin.CountedPositions() {
		leaves = append(leaves, f.value(twin.MoveFigure(chip, &pos)+"leaves"))
	}
	return leaves
}

// MoveLeaves returns the mean number of leaves of a chip's move according to bench.json, rounded
// down to two digits. search.TreeChip has the same number.
func MoveLeaves(root string, chip *search.TreeChip) (int, error) {
	f, err := readFigures(root)
	if err != nil {
		return 0, err
	}
	sum, moves := 0.0, f.treeLeaves(chip)
	for _, leaves := range moves {
		sum += leaves
	}
	return int(digits(sum/float64(len(moves)), 2, math.Floor)), f.missing
}

// digits rounds to this many significant digits.
func digits(v float64, n int, round func(float64) float64) float64 {
	if v <= 0 {
		return 0
	}
	scale := math.Pow10(int(math.Floor(math.Log10(v))) + 1 - n)
	return round(v/scale) * scale
}

// strength returns the results of a chip's model against each level of Pentobi, of all games with as
// much work as the chip has in a move. Without any it returns those of the chip as it was when its
// model had another name.
func (f *figures) strength(d flow.Design) string {
	chip, model := d.TreeChip(), d.Model()
	now, former := map[string]match.Score{}, map[string]match.Score{}
	for _, r := range f.labs[pentobi.Experiment] {
		player, level := r.Terms.Players[0], pentobi.Level(r)
		g := chipPattern.FindStringSubmatch(player)
		switch {
		case r.Terms.Game != "" || model == "":
		case player == model || chip != nil && player == fmt.Sprintf("%s,leaves=%d", model, chip.Leaves):
			now[level] = now[level].Plus(r.Score)
		case chip != nil && g != nil && g[1] != chip.Name && search.FindTreeChip(g[1]) == chip:
			former[level] = former[level].Plus(r.Score)
		}
	}
	if len(now) > 0 || len(former) == 0 {
		return strings.Join(levelScores(now), ", ")
	}
	return "with its former weights " + strings.Join(levelScores(former), ", ")
}

// levelScores returns the share of the points at each level of Pentobi.
func levelScores(byLevel map[string]match.Score) (out []string) {
	for _, level := range slices.Sorted(maps.Keys(byLevel)) {
		score := byLevel[level]
		games := score.Wins + score.Draws + score.Losses
		out = append(out, fmt.Sprintf("%s of %s at level %s", pointShare(score), plural.Count(games, "game", "games"), level))
	}
	return out
}

// chipPattern is a tree search's model as a player: its name, and its leaves a move if they are given.
var chipPattern = regexp.MustCompile(`^tree:chip=([\w-]+)(?:,leaves=\d+)?$`)

// chipFigures lists the chips of the boards, and the rates of the Monte Carlo chips.
func chipFigures(f *figures) string {
	c := f.columns("")
	return table(
		c.head("what `make bitstream` builds"),
		c.row("configuration", func(r column) string {
			d := f.design(r)
			if units := d.LeafUnits(); units > 0 {
				return fmt.Sprintf("`%s`, leaf units: %d", r.Config, units)
			}
			return fmt.Sprintf("`%s`, playout lanes: %d", r.Config, d.Lanes())
		}),
		c.row("leaves a second, over a whole move of 0.8 s", func(r column) string { return f.leafRates(f.design(r), "**") }),
		c.row("points won against [Pentobi](docs/ladder.md), by its model", func(r column) string { return f.strength(f.design(r)) }),
		c.row("clock after place and route, slowest of 3 seeds", reached),
		c.row("LUT4 / flip-flops / block RAMs, whole chip", area),
		c.row("playouts a second of the Monte Carlo chip (`CONFIG=montecarlo`), from the opening", func(r column) string {
			if r, ok := f.measurements.Last(r.Board, "montecarlo"); ok {
				return decimal(f.extra(r, "playouts_per_s"), 0)
			}
			return ""
		}),
	)
}

// moveRate returns the leaves a second of a move with these leaves.
func moveRate(leaves float64) float64 { return leaves * 1000 / search.MoveMS }

// perSecond writes a rate to three digits.
func perSecond(rate float64) string { return decimal(digits(rate, 3, math.Round), 0) }

// moveFigures lists whole moves of the tree core, and the leaves of all chips' moves.
func moveFigures(f *figures) string {
	rows := [][]string{{"search", "plies", "down", "waits for the position", "children", "back", "waits for the SDRAM", "waits for the lanes",
		"all", "leaves of a move", "leaves a second", "games on", "nodes brought for a leaf", "leaves a second with a kept tree"}}
	for _, chip := range twin.CountedChips() {
		for k, pos := range twin.CountedPositions() {
			name := twin.MoveFigure(chip, &pos)
			row := []string{"", strconv.Itoa(pos.Plies())}
			if k == 0 {
				row[0] = "`" + chip.Name + "`"
			}
			for _, part := range []string{"down", "position", "expansion", "back", "memory"} {
				row = append(row, decimal(f.value(name+part), 0))
			}
			row = append(row, decimal(f.value(name+"value")+f.value(name+"room"), 0), decimal(f.value(name+"cycles"), 0), decimal(f.value(name+"leaves"), 0),
				perSecond(moveRate(f.value(name+"leaves"))), decimal(f.value(name+"games"), 0)+" %", decimal(f.value(name+"brought"), 2),
				perSecond(moveRate(f.value(name+"kept"))))
			rows = append(rows, row)
		}
	}
	return table(rows...)
}

// measurementFigures lists the last builds of all configurations on all boards.
func measurementFigures(f *figures) string {
	rows := [][]string{{"board", "configuration", "LUT4", "flip-flops", "logic cells", "block RAMs", "clock, MHz", "reached, slowest seed", "median"}}
	for _, name := range config.Names(config.HasChip) {
		for _, r := range f.builds(name, board.Boards()...) {
			rows = append(rows, append([]string{r.Board, name}, built(r)...))
		}
	}
	return table(rows...)
}

// pathFigures lists the slowest path of each placement of the last builds.
func pathFigures(f *figures) string {
	rows := [][]string{{"board", "configuration", "reached, MHz", "from", "to", "levels", "wires"}}
	for _, name := range config.Names(config.HasChip) {
		for _, r := range f.builds(name, board.Boards()...) {
			paths, err := r.SlowPaths()
			f.miss(err)
			for _, p := range paths {
				rows = append(rows, []string{r.Board, name, decimal(p.MHz, 1), "`" + p.From + "`", "`" + p.To + "`", count(p.Levels), decimal(100*p.Wires, 0) + " %"})
			}
		}
	}
	return table(rows...)
}

// built returns the cells of a measurement.
func built(r column) []string {
	return []string{
		count(r.LUT4), count(r.FF), count(r.Logic), count(r.BRAM),
		strconv.FormatFloat(r.ClockMHz, 'f', -1, 64), decimal(r.FmaxMin, 1) + r.former, decimal(r.FmaxMed, 1),
	}
}

// builtFigures lists the last build of a configuration on each board.
func builtFigures(name string) func(*figures) string {
	return func(f *figures) string {
		head := []string{"the whole chip", "LUT4", "flip-flops", "logic cells", "block RAMs", "clock, MHz", "reached, slowest of 3 seeds", "median"}
		return list(f.builds(name, board.Boards()...), head, func(r column) []string {
			return append([]string{r.on.Chip}, built(r)...)
		})
	}
}

// boardFigures lists the boards.
func boardFigures(*figures) string {
	return list(board.Boards(), []string{"`BOARD`", "board", "device", "`CONFIG` by default", "file"}, func(b *board.Board) []string {
		file := b.Name + board.Extension
		return []string{"`" + b.Name + "`", b.Title, b.Chip, "`" + b.Player + "`", "[" + file + "](../fpga/board/" + file + ")"}
	})
}

// configFigures lists the configurations with a chip, and the boards with room for each.
func configFigures(*figures) string {
	return list(config.Names(config.HasChip), []string{"`CONFIG`", "what goes onto the board", "boards"}, func(name string) []string {
		c, _ := config.Find(name, config.HasChip)
		var on []string
		for _, b := range board.Boards() {
			if b.Builds(&c) {
				on = append(on, b.Name)
			}
		}
		boards := strings.Join(on, ", ")
		if len(on) == len(board.Boards()) {
			boards = "all"
		}
		return []string{"`" + name + "`", c.About, boards}
	})
}

// choiceFigures lists what each board can be built as, its strongest player first: what it does, its
// size and clock, its work in a second, and its strength. Only builds on record count.
func choiceFigures(f *figures) string {
	rows := [][]string{{"`BOARD`", "`CONFIG`", "what it does", "LUT4 / flip-flops / block RAMs", "clock reached, of the one needed", "work a second", "points against Pentobi, by its model"}}
	for _, b := range board.Boards() {
		others := slices.DeleteFunc(config.Names(config.HasChip), func(name string) bool { return name == b.Player })
		for _, name := range append([]string{b.Player}, others...) {
			c := f.find(name)
			last, built := f.measurements.Last(b.Name, name)
			if !built || !config.HasCore(c) {
				continue
			}
			r := f.column(last, b)
			d := flow.Design{Board: b, Config: c}
			rows = append(rows, []string{
				"`" + b.Name + "`", "`" + name + "`", c.About, area(r),
				r.Reached() + r.former, f.work(d, last), f.strength(d),
			})
		}
	}
	return table(rows...)
}

// work returns the work of a chip in a second, in its own unit.
func (f *figures) work(d flow.Design, r flow.Measurement) string {
	rates := f.leafRates(d, "")
	switch {
	case rates != "":
		return rates + " leaves"
	case r.Extra["leaves_per_s"] != "":
		return decimal(f.extra(r, "leaves_per_s"), 0) + " leaves"
	case r.Extra["playouts_per_s"] != "":
		return decimal(f.extra(r, "playouts_per_s"), 0) + " playouts"
	}
	return ""
}
