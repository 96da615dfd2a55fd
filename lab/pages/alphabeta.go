// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"fmt"
	"strconv"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
)

// alphaBetaSearches are the searches of the figures.
var alphaBetaSearches = []struct {
	position, depth int
	minimax         bool // the minimax core's search is soon counted
}{
	{0, 1, true}, {0, 2, true}, {0, 3, true}, {8, 2, true}, {8, 3, true}, {8, 4, true},
	{14, 3, true}, {14, 4, true}, {14, 6, false}, {20, 3, true}, {20, 4, true}, {20, 8, false},
}

// alphaBetaFigures lists searches of the alpha-beta core beside those of the minimax core that find
// the same value, both counted by their twins. Lines that end the game have no exact values, as the
// minimax core has it. The times hold at the frequency of the slowest seed.
func alphaBetaFigures(f *figures) string {
	c := f.columns("alphabeta")
	head := append([]string{"ply", "depth", "nodes"}, c.head("cycles")...)
	rows := [][]string{append(head, "minimax core, nodes", "cycles", "times fewer")}
	for _, at := range alphaBetaSearches {
		pos := duo.BenchPositions()[at.position]
		r := alphabeta.New(alphabeta.Config{Weights: search.DefaultWeights}).Search(&pos, at.depth, alphabeta.NeverStop, nil, nil)
		row := []string{strconv.Itoa(pos.Plies()), strconv.Itoa(at.depth), count(r.Nodes)}
		row = append(row, c.row(count(r.Cycles), func(on column) string { return perMove(float64(r.Cycles) / (on.FmaxMin * 1e6)) })...)
		row = append(row, "", "", "")
		if at.minimax {
			core, err := search.NewMinimax(search.SignatureConfig)
			f.miss(err)
			f.miss(core.Load(&pos))
			m := core.Search(pos.ToMove(), at.depth, search.NeverStop, nil)
			if m.Value != r.Value {
				f.miss(fmt.Errorf("ply %d, depth %d: the alpha-beta core has value %d, the minimax core %d", pos.Plies(), at.depth, r.Value, m.Value))
			}
			times := float64(m.Cycles) / float64(r.Cycles)
			copy(row[len(row)-3:], []string{count(m.Nodes), count(m.Cycles), decimal(times, 0)})
		}
		rows = append(rows, row)
	}
	return table(rows...)
}

// alphaBetaUnitsFigures lists the cycles of the searches that hand out moves, and how many times
// fewer they are with several leaf units.
func alphaBetaUnitsFigures(f *figures) string {
	units := []int{4, 8, 12}
	head := []string{"ply", "depth", "1 unit, cycles"}
	for _, n := range units {
		head = append(head, fmt.Sprintf("%d units", n))
	}
	rows := [][]string{head}
	for _, at := range alphaBetaSearches {
		if at.depth < 3 {
			continue
		}
		pos := duo.BenchPositions()[at.position]
		search := func(units int) alphabeta.Result {
			cfg := alphabeta.Config{Weights: search.DefaultWeights, Units: units}
			return alphabeta.New(cfg).Search(&pos, at.depth, alphabeta.NeverStop, nil, nil)
		}
		one := search(1)
		row := []string{strconv.Itoa(pos.Plies()), strconv.Itoa(at.depth), decimal(float64(one.Cycles), 0)}
		for _, n := range units {
			r := search(n)
			if r.Move != one.Move || r.Value != one.Value {
				f.miss(fmt.Errorf("ply %d, depth %d: %d leaf units answer %v with value %d, one answers %v with %d",
					pos.Plies(), at.depth, n, r.Move, r.Value, one.Move, one.Value))
			}
			row = append(row, decimal(float64(one.Cycles)/float64(r.Cycles), 1))
		}
		rows = append(rows, row)
	}
	return table(rows...)
}

// alphaBetaChipFigures lists the last builds of the chip with the alpha-beta core.
func alphaBetaChipFigures(f *figures) string {
	c := f.columns("alphabeta")
	return table(
		c.head("the alpha-beta core, chip of the contest player"),
		c.row("whole board top, place and route, slowest of 3 seeds", reached),
		c.row("LUT4 / flip-flops / block RAMs", area),
		c.row("cycles per leaf at depth 1, over the benchmark positions", f.extras("cycles_per_leaf", 2)),
		c.row("leaves a second at depth 1, at that frequency", f.millions("leaves_per_s", 1)),
	)
}
