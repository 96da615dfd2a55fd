// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
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
	"github.com/tessera-fpga/tessera/lab/pentobi"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/play/plural"
)

// columns are the boards that a table has columns for.
type columns []*board.Board

// columns returns the boards with a measurement of a configuration. "" stands for the configuration
// of each board's player.
func (f *figures) columns(config string) columns {
	return slices.DeleteFunc(board.Boards(), func(b *board.Board) bool {
		name := config
		if name == "" {
			name = b.Player
		}
		_, ok := f.measurements[[2]string{b.Name, name}]
		return !ok
	})
}

// head returns the head of a table.
func (c columns) head(what string) []string {
	out := []string{what}
	for _, b := range c {
		out = append(out, b.Chip)
	}
	return out
}

// row returns a row with a cell for each board.
func (c columns) row(what string, cell func(b *board.Board) string) []string {
	out := []string{what}
	for _, b := range c {
		out = append(out, cell(b))
	}
	return out
}

// find returns a configuration.
func (f *figures) find(name string) config.Config {
	c, err := config.Find(name, config.HasChip)
	f.miss(err)
	return c
}

// moveLeaves returns the leaves of a chip's moves, one for each position counted.
func (f *figures) moveLeaves(chip *search.TreeChip) (leaves []float64) {
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
	sum, moves := 0.0, f.moveLeaves(chip)
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
// many leaves as the chip makes in a move.
func (f *figures) strength(chip *search.TreeChip) string {
	byLevel := map[string]match.Score{}
	for _, r := range f.labs[pentobi.Experiment] {
		if r.Terms.Game == "" && plays(r.Terms.Players[0], chip) {
			level := pentobi.Level(r)
			byLevel[level] = byLevel[level].Plus(r.Score)
		}
	}
	var out []string
	for _, level := range slices.Sorted(maps.Keys(byLevel)) {
		score := byLevel[level]
		games := score.Wins + score.Draws + score.Losses
		out = append(out, fmt.Sprintf("%s of %s at level %s", pointShare(score), plural.Count(games, "game", "games"), level))
	}
	return strings.Join(out, ", ")
}

// plays reports whether a player is a chip's model, with the leaves of the chip's moves.
func plays(spec string, chip *search.TreeChip) bool {
	g := chipPattern.FindStringSubmatch(spec)
	return g != nil && search.FindTreeChip(g[1]) == chip && (g[2] == "" || g[2] == strconv.Itoa(chip.Leaves))
}

var chipPattern = regexp.MustCompile(`^tree:chip=([\w-]+)(?:,leaves=(\d+))?$`)

// chipFigures lists the chips of the boards, and the rates of the Monte Carlo chips.
func chipFigures(f *figures) string {
	c := f.columns("")
	ofModel := func(text func(*search.TreeChip) string) func(*board.Board) string {
		return func(b *board.Board) string {
			if model := f.find(b.Player).Model; model != nil {
				return text(model)
			}
			return ""
		}
	}
	return table(
		c.head("what `make bitstream` builds"),
		c.row("configuration", func(b *board.Board) string {
			return fmt.Sprintf("`%s`, playout lanes: %d", b.Player, flow.Design{Board: b, Config: f.find(b.Player)}.Lanes())
		}),
		c.row("leaves a second, over a whole move of 0.8 s", ofModel(func(model *search.TreeChip) string {
			leaves := f.moveLeaves(model)
			return fmt.Sprintf("**%s** to **%s**", perSecond(slices.Min(leaves)), perSecond(slices.Max(leaves)))
		})),
		c.row("points won against [Pentobi](docs/ladder.md), by its model", ofModel(f.strength)),
		c.row("clock after place and route, slowest of 3 seeds", func(b *board.Board) string {
			return decimal(f.measurement(b.Name, b.Player).FmaxMin, 1) + " MHz"
		}),
		c.row("LUT4 / flip-flops / block RAMs, whole chip", func(b *board.Board) string { return f.area(f.measurement(b.Name, b.Player)) }),
		c.row("playouts a second of the Monte Carlo chip (`CONFIG=montecarlo`), from the opening", func(b *board.Board) string {
			if r, ok := f.measurements[[2]string{b.Name, "montecarlo"}]; ok {
				return decimal(f.extra(r, "playouts_per_s"), 0)
			}
			return ""
		}),
	)
}

// perSecond returns a move's leaves per second, to three digits.
func perSecond(leaves float64) string {
	return decimal(digits(leaves*1000/search.MoveMS, 3, math.Round), 0)
}

// moveFigures lists whole moves of the tree core, and the leaves of all chips' moves.
func moveFigures(f *figures) string {
	rows := [][]string{{"search", "plies", "down", "waits for the position", "expansion", "back", "waits for the SDRAM", "waits for the lanes",
		"all", "leaves of a move", "leaves a second", "games on", "nodes brought for a leaf"}}
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
				perSecond(f.value(name+"leaves")), decimal(f.value(name+"games"), 0)+" %", decimal(f.value(name+"brought"), 2))
			rows = append(rows, row)
		}
	}
	return table(rows...)
}

// measurementFigures lists the last builds of all configurations on all boards.
func measurementFigures(f *figures) string {
	rows := [][]string{{"board", "configuration", "LUT4", "flip-flops", "logic cells", "block RAMs", "clock, MHz", "reached, slowest seed", "median"}}
	for _, name := range config.Names(config.HasChip) {
		for _, b := range f.columns(name) {
			rows = append(rows, append([]string{b.Name, name}, f.built(f.measurement(b.Name, name))...))
		}
	}
	return table(rows...)
}

// built returns the cells of a measurement.
func (f *figures) built(r flow.Measurement) []string {
	return []string{
		decimal(float64(r.LUT4), 0), decimal(float64(r.FF), 0), decimal(float64(r.Logic), 0), decimal(float64(r.BRAM), 0),
		strconv.FormatFloat(r.ClockMHz, 'f', -1, 64), decimal(r.FmaxMin, 1), decimal(r.FmaxMed, 1),
	}
}

// builtFigures lists the last build of a configuration on each board.
func builtFigures(name string) func(*figures) string {
	return func(f *figures) string {
		rows := [][]string{{"the whole chip", "LUT4", "flip-flops", "logic cells", "block RAMs", "clock, MHz", "reached, slowest of 3 seeds", "median"}}
		for _, b := range f.columns(name) {
			rows = append(rows, append([]string{b.Chip}, f.built(f.measurement(b.Name, name))...))
		}
		return table(rows...)
	}
}

// boardFigures lists the boards.
func boardFigures(*figures) string {
	rows := [][]string{{"`BOARD`", "board", "device", "file"}}
	for _, b := range board.Boards() {
		file := "fpga/board/" + b.Name + ".go"
		rows = append(rows, []string{"`" + b.Name + "`", b.Title, b.Chip, "[" + file + "](../" + file + ")"})
	}
	return table(rows...)
}

// configFigures lists the configurations with a chip, and the boards with room for each.
func configFigures(*figures) string {
	rows := [][]string{{"`CONFIG`", "what goes onto the board", "boards"}}
	for _, name := range config.Names(config.HasChip) {
		c, _ := config.Find(name, config.HasChip)
		var on []string
		for _, b := range board.Boards() {
			switch {
			case b.Player == name:
				on = append(on, b.Name+", by default")
			case c.Builds(b.Family):
				on = append(on, b.Name)
			}
		}
		rows = append(rows, []string{"`" + name + "`", c.About, strings.Join(on, "; ")})
	}
	return table(rows...)
}

// choiceFigures lists what each board can be built as, its strongest player first: what it does, its
// size and clock, its work in a second, and its strength. Only builds on record count.
func choiceFigures(f *figures) string {
	rows := [][]string{{"`BOARD`", "`CONFIG`", "what it does", "LUT4 / flip-flops / block RAMs", "clock reached, of the one needed", "work a second", "points against Pentobi, by its model"}}
	for _, b := range board.Boards() {
		others := slices.DeleteFunc(config.Names(config.HasChip), func(name string) bool { return name == b.Player })
		for _, name := range append([]string{b.Player}, others...) {
			c := f.find(name)
			r, built := f.measurements[[2]string{b.Name, name}]
			if !built || !config.HasCore(c) {
				continue
			}
			strength := ""
			if c.Model != nil {
				strength = f.strength(c.Model)
			}
			rows = append(rows, []string{
				"`" + b.Name + "`", "`" + name + "`", c.About, f.area(r),
				decimal(r.FmaxMin, 1) + " of " + strconv.FormatFloat(r.ClockMHz, 'f', -1, 64) + " MHz", f.work(c, r), strength,
			})
		}
	}
	return table(rows...)
}

// work returns the work of a chip in a second, in its own unit.
func (f *figures) work(c config.Config, r flow.Measurement) string {
	switch {
	case c.Model != nil:
		leaves := f.moveLeaves(c.Model)
		return perSecond(slices.Min(leaves)) + " to " + perSecond(slices.Max(leaves)) + " leaves"
	case r.Extra["leaves_per_s"] != "":
		return decimal(f.extra(r, "leaves_per_s"), 0) + " leaves"
	case r.Extra["playouts_per_s"] != "":
		return decimal(f.extra(r, "playouts_per_s"), 0) + " playouts"
	}
	return ""
}
