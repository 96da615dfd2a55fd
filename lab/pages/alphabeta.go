// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/lab/bench"
	"github.com/tessera-fpga/tessera/play/plural"
)

// alphaBetaFigures lists searches of the alpha-beta core beside those of the minimax core that find
// the same value, both counted by their twins. Lines that end the game have no exact values, as the
// minimax core has it.
func alphaBetaFigures(f *figures) string {
	rows := [][]string{{"ply", "depth", "nodes", "cycles", "minimax core, nodes", "cycles", "times fewer"}}
	for _, at := range bench.AlphaBetaSearches {
		pos := at.Root()
		r := at.Run(alphabeta.Config{Units: 1})
		row := []string{strconv.Itoa(pos.Plies()), strconv.Itoa(at.Depth), count(r.Nodes), count(r.Cycles), "", "", ""}
		if at.Minimax {
			core, err := search.NewMinimax(search.SignatureConfig)
			f.miss(err)
			f.miss(core.Load(&pos))
			m := core.Search(pos.ToMove(), at.Depth, search.NeverStop, nil)
			if m.Value != r.Value {
				f.miss(fmt.Errorf("ply %d, depth %d: the alpha-beta core has value %d, the minimax core %d", pos.Plies(), at.Depth, r.Value, m.Value))
			}
			times := float64(m.Cycles) / float64(r.Cycles)
			copy(row[len(row)-3:], []string{count(m.Nodes), count(m.Cycles), decimal(times, 0)})
		}
		rows = append(rows, row)
	}
	return table(rows...)
}

// alphaBetaBankFigures lists the cycles that a second bank of rows saves.
func alphaBetaBankFigures(*figures) string {
	pos := duo.NewPosition(duo.Player1)
	st := playout.NewState(&pos)
	head, move := []string{"cycles"}, []string{"to make a move"}
	window, leaf := []string{"to read the window around a corner"}, []string{"from the start of a list to its first value"}
	for banks := 1; banks <= alphabeta.MaxBanks; banks++ {
		cfg := alphabeta.Config{Banks: banks}
		leaves, _ := alphabeta.Leaves(&st, cfg, nil)
		head = append(head, plural.Count(banks, "bank", "banks"))
		move = append(move, count(cfg.MoveCycles()))
		window = append(window, count(cfg.WindowCycles()))
		leaf = append(leaf, count(leaves[0].Cycle))
	}
	return table(head, move, window, leaf)
}

// alphaBetaUnitsFigures lists the cycles of the searches that several leaf units share, and how many
// times fewer they are with a second bank of rows, and with more units.
func alphaBetaUnitsFigures(f *figures) string {
	const banks = alphabeta.MaxBanks
	units := slices.Compact([]int{1, 4, 8, flow.Design{Board: board.ULX3S, Config: f.find("alphabeta")}.LeafUnits()})
	head := []string{"ply", "depth", "1 unit, 1 bank, cycles"}
	for _, n := range units {
		name := fmt.Sprintf("%d units", n)
		if n == 1 {
			name = "1 unit"
		}
		head = append(head, fmt.Sprintf("%s, %d banks", name, banks))
	}
	rows := [][]string{head}
	for _, at := range bench.AlphaBetaSearches {
		if !at.Deep() {
			continue
		}
		pos := at.Root()
		plies := pos.Plies()
		one := at.Run(alphabeta.Config{Units: 1})
		row := []string{strconv.Itoa(plies), strconv.Itoa(at.Depth), count(one.Cycles)}
		for _, n := range units {
			r := at.Run(alphabeta.Config{Units: n, Banks: banks})
			if r.Move != one.Move || r.Value != one.Value {
				f.miss(fmt.Errorf("ply %d, depth %d: %d leaf units answer %v with value %d, one answers %v with %d",
					plies, at.Depth, n, r.Move, r.Value, one.Move, one.Value))
			}
			row = append(row, decimal(float64(one.Cycles)/float64(r.Cycles), 1))
		}
		rows = append(rows, row)
	}
	return table(rows...)
}

// alphaBetaMarginFigures lists searches by the margin to expect, counted by the twin: with one leaf unit
// and with as many as the largest board has.
func alphaBetaMarginFigures(f *figures) string {
	units := flow.Design{Board: board.ULX3S, Config: f.find("alphabeta-margin")}.LeafUnits()
	rows := [][]string{{"ply", "depth", "leaves", "cycles", "cycles a leaf", fmt.Sprintf("%d units, cycles", units), "times fewer"}}
	for _, at := range []bench.AlphaBetaSearch{
		{Position: 0, Depth: 2}, {Position: 0, Depth: 3}, {Position: 8, Depth: 3}, {Position: 14, Depth: 3}, {Position: 14, Depth: 4},
		{Position: 20, Depth: 4}, {Position: 20, Depth: 5},
	} {
		pos := at.Root()
		search := func(units int) alphabeta.Result {
			cfg := alphabeta.MarginConfig
			cfg.Units = units
			return alphabeta.New(cfg).Search(&pos, at.Depth, alphabeta.NeverStop, nil, nil)
		}
		one, all := search(1), search(units)
		if one.Move != all.Move || one.Value != all.Value {
			f.miss(fmt.Errorf("ply %d, depth %d, by the margin: %d leaf units answer %v with value %d, one answers %v with %d",
				pos.Plies(), at.Depth, units, all.Move, all.Value, one.Move, one.Value))
		}
		rows = append(rows, []string{
			strconv.Itoa(pos.Plies()), strconv.Itoa(at.Depth), count(one.Leaves), count(one.Cycles),
			decimal(float64(one.Cycles)/float64(one.Leaves), 0), count(all.Cycles), decimal(float64(one.Cycles)/float64(all.Cycles), 1),
		})
	}
	return table(rows...)
}

// alphaBetaSpeed is a search by golden on one core of a PC, and by the chip on a board.
type alphaBetaSpeed struct {
	bench.AlphaBetaSearch
	software float64   // seconds
	chips    []float64 // seconds, for each board
	moves    []float64 // a second, for each board: valued, made or refuted
}

// alphaBetaSpeeds returns the searches that several leaf units can share, and the boards, each at
// the frequency of its slowest seed.
func (f *figures) alphaBetaSpeeds() (all []alphaBetaSpeed, on columns) {
	on = f.columns("alphabeta")
	for _, at := range bench.AlphaBetaSearches {
		if !at.Deep() {
			continue
		}
		s := alphaBetaSpeed{AlphaBetaSearch: at, software: f.value(at.Figure())}
		for _, c := range on {
			seconds, moves := at.Chip(f.alphaBeta(c), c.FmaxMin*1e6)
			s.chips = append(s.chips, seconds)
			s.moves = append(s.moves, moves)
		}
		all = append(all, s)
	}
	return all, on
}

// alphaBetaDepthFigures lists the depths that the boards reach in a time.
func alphaBetaDepthFigures(f *figures) string {
	on := f.columns("alphabeta")
	head := []string{"ply"}
	for _, c := range on {
		for _, seconds := range bench.AlphaBetaTimes {
			head = append(head, fmt.Sprintf("%s, %g s", f.alphaBetaChip(c), seconds))
		}
	}
	rows, all := [][]string{head}, duo.BenchPositions()
	for _, position := range bench.AlphaBetaDepthPositions {
		row := []string{strconv.Itoa(all[position].Plies())}
		for _, c := range on {
			for _, seconds := range bench.AlphaBetaTimes {
				row = append(row, decimal(f.value(bench.AlphaBetaDepthFigure(c.on.Name, c.Config, position, seconds)), 0))
			}
		}
		rows = append(rows, row)
	}
	return table(rows...)
}

// alphaBeta is the configuration of a board's chip with the alpha-beta core.
func (f *figures) alphaBeta(c column) alphabeta.Config {
	cfg, _ := f.design(c).AlphaBeta()
	return cfg
}

// alphaBetaChip names the chip, with the numbers of its leaf units and banks of rows.
func (f *figures) alphaBetaChip(c column) string {
	cfg := f.alphaBeta(c)
	return fmt.Sprintf("%s, leaf units: %d, banks: %d", c.on.Chip, cfg.Units, cfg.Banks)
}

// alphaBetaSpeedFigures compares golden's processor time with the boards' time.
func alphaBetaSpeedFigures(f *figures) string {
	all, on := f.alphaBetaSpeeds()
	head := []string{"ply", "depth", "golden, one core"}
	for _, c := range on {
		head = append(head, f.alphaBetaChip(c), "moves a second", "times as fast")
	}
	rows := [][]string{head}
	for _, s := range all {
		pos := s.Root()
		row := []string{strconv.Itoa(pos.Plies()), strconv.Itoa(s.Depth), perMove(s.software)}
		for i := range on {
			row = append(row, perMove(s.chips[i]), decimal(s.moves[i]/1e6, 0)+" M", decimal(s.software/s.chips[i], 1))
		}
		rows = append(rows, row)
	}
	return table(rows...)
}

// alphaBetaLeafCycles returns the cycles of a leaf at depth 1, over the benchmark positions, counted by
// the twin. A build's own record has those of the core that it was built from.
func alphaBetaLeafCycles(cfg alphabeta.Config) float64 {
	var cycles, leaves uint64
	s := alphabeta.New(cfg)
	for _, pos := range duo.BenchPositions() {
		r := s.Search(&pos, 1, alphabeta.NeverStop, nil, nil)
		cycles += r.Cycles
		leaves += r.Leaves
	}
	return float64(cycles) / float64(leaves)
}

// alphaBetaChipFigures lists the last builds of the chips with the alpha-beta core, on all boards.
func alphaBetaChipFigures(f *figures) string {
	all := append(f.builds("alphabeta", board.Boards()...), f.builds("alphabeta-margin", board.Boards()...)...)
	head := []string{"`CONFIG`", "`BOARD`", "device", "leaf units", "banks of rows", "clock reached, slowest of 3 seeds", "of the one needed", "LUT4 / flip-flops / block RAMs",
		"cycles per leaf at depth 1, over the benchmark positions", "leaves a second in a whole move"}
	return list(all, head, func(r column) []string {
		cfg := f.alphaBeta(r)
		return []string{"`" + r.Config + "`", "`" + r.Board + "`", r.on.Chip, strconv.Itoa(cfg.Units), strconv.Itoa(cfg.Banks), reached(r), clock(r), area(r),
			decimal(alphaBetaLeafCycles(cfg), 2), f.leafRates(f.design(r), "")}
	})
}

// reportTimes is how many times faster than a PC the report on the minimax player promises an FPGA.
const reportTimes = 20

// alphaBetaChart draws how many times as fast as golden the boards are, the first search on top.
func (f *figures) alphaBetaChart() (string, error) {
	const row = 0.6 * vg.Centimeter
	all, on := f.alphaBetaSpeeds()
	if f.missing != nil {
		return "", f.missing // a time of 0 has no place on the axis
	}
	p := plot.New()
	p.X.Label.Text = "times as fast as one core of a PC"
	p.X.Scale = plot.LogScale{}
	p.Y.Min, p.Y.Max = -0.7, float64(len(all))+2.2 // with room for the legend
	low, high := 1.0, float64(reportTimes)
	var names plot.ConstantTicks
	dots := make([]plotter.XYs, len(on))
	for i, s := range all {
		pos := s.Root()
		y := float64(len(all) - 1 - i)
		names = append(names, plot.Tick{Value: y, Label: fmt.Sprintf("ply %d, depth %d", pos.Plies(), s.Depth)})
		for b := range on {
			times := s.software / s.chips[b]
			low, high = min(low, times), max(high, times)
			dots[b] = append(dots[b], plotter.XY{X: times, Y: y})
		}
	}
	p.Y.Tick.Marker = names
	var ticks plot.ConstantTicks
	for _, v := range []float64{0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100} {
		ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', -1, 64)})
	}
	p.X.Tick.Marker = ticks
	p.X.Min, p.X.Max = low/1.3, high*1.3
	for _, at := range []struct {
		times float64
		name  string
		in    color.Color
	}{{1, "as fast", chartGrey}, {reportTimes, "the report's promise", chartRed}} {
		line, err := plotter.NewLine(plotter.XYs{{X: at.times, Y: p.Y.Min}, {X: at.times, Y: float64(len(all)) - 0.3}})
		if err != nil {
			return "", err
		}
		line.Color = at.in
		p.Add(line)
		p.Legend.Add(at.name, line)
	}
	colours := []color.Color{chartAmber, chartBlue}
	for b, c := range on {
		points, err := plotter.NewScatter(dots[b])
		if err != nil {
			return "", err
		}
		points.Color, points.Shape, points.Radius = colours[b%len(colours)], draw.CircleGlyph{}, vg.Points(4)
		p.Add(points)
		p.Legend.Add(f.alphaBetaChip(c), points)
	}
	p.Legend.Top, p.Legend.Left = true, true
	return chart(vg.Length(len(all)+5)*row, p)
}
