// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"fmt"
	"slices"
	"time"

	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/internal/cputime"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// AlphaBetaSearch is a benchmark position, searched by alpha-beta to a depth.
type AlphaBetaSearch struct {
	Position int // of duo.BenchPositions
	Depth    int
	Minimax  bool // the minimax core's search is soon counted
}

// AlphaBetaSearches are the searches of the figures.
var AlphaBetaSearches = []AlphaBetaSearch{
	{0, 1, true}, {0, 2, true}, {0, 3, true}, {8, 2, true}, {8, 3, true}, {8, 4, true},
	{14, 3, true}, {14, 4, true}, {14, 6, false}, {20, 3, true}, {20, 4, true}, {20, 8, false},
}

// Run searches with golden. Of the chip's configuration the leaf units and the banks matter.
func (a AlphaBetaSearch) Run(chip alphabeta.Config) alphabeta.Result {
	pos := a.Root()
	return alphabeta.New(alphabeta.Config{Weights: search.DefaultWeights, Units: chip.Units, Banks: chip.Banks}).Search(&pos, a.Depth, alphabeta.NeverStop, nil, nil)
}

// Root is the position.
func (a AlphaBetaSearch) Root() duo.Position { return duo.BenchPositions()[a.Position] }

// Deep reports whether several leaf units can share the search.
func (a AlphaBetaSearch) Deep() bool { return a.Depth > 2 }

// AlphaBetaTimings begins the names of the figures for golden's time.
const AlphaBetaTimings = "golden.alphabeta."

// Figure is the name of the figure for golden's time, in seconds.
func (a AlphaBetaSearch) Figure() string {
	return fmt.Sprintf("%sposition%d.depth%d", AlphaBetaTimings, a.Position, a.Depth)
}

// AlphaBetaDepthPositions are the positions, of duo.BenchPositions, whose depths in AlphaBetaTimes are
// counted.
var AlphaBetaDepthPositions = []int{0, 4, 8, 12, 16, 20}

// AlphaBetaTimes are the times of these searches, in seconds.
var AlphaBetaTimes = []float64{0.1, 1}

// AlphaBetaDepthFigure is the name of the figure for the depth, in plies, that a board's configuration
// reaches in a time.
func AlphaBetaDepthFigure(board, config string, position int, seconds float64) string {
	return alphaBetaDepthFigure(boardFigure(board, config), position, seconds)
}

func alphaBetaDepthFigure(name string, position int, seconds float64) string {
	return fmt.Sprintf("%sposition%d.depth_in_%gs", name, position, seconds)
}

// deriveAlphaBetaDepths counts the iterations that a core finishes in AlphaBetaTimes at a clock in Hz.
// The figures' names begin with name.
func (b *meter) deriveAlphaBetaDepths(name string, cfg alphabeta.Config, hz float64) error {
	all := duo.BenchPositions()
	s := alphabeta.New(cfg)
	for _, position := range AlphaBetaDepthPositions {
		pos := all[position]
		b.progress(alphaBetaDepthFigure(name, position, slices.Max(AlphaBetaTimes)))
		depths := make([]int, len(AlphaBetaTimes))
		s.OnIteration(func(r alphabeta.Result) {
			for i, seconds := range AlphaBetaTimes {
				if float64(r.Cycles) <= seconds*hz {
					depths[i] = r.Depth
				}
			}
		})
		stop := uint64(slices.Max(AlphaBetaTimes) * hz)
		s.Search(&pos, cfg.MaxDepth(), stop, nil, func(uint64) bool { return b.ctx.Err() != nil })
		if err := b.ctx.Err(); err != nil {
			return err
		}
		for i, seconds := range AlphaBetaTimes {
			b.add(alphaBetaDepthFigure(name, position, seconds), float64(depths[i]), 0, "plies",
				"the same, leaf units: %d, ply %d, in %g s", cfg.Units, pos.Plies(), seconds)
		}
	}
	return nil
}

// AlphaBetaMoveFigure is the name of the figure for the leaves a second in a move of a board's configuration.
func AlphaBetaMoveFigure(board, config string, pos *duo.Position) string {
	return fmt.Sprintf("%smove.%d.leaves", boardFigure(board, config), pos.Plies())
}

// deriveAlphaBetaMoves counts the leaves of whole moves, at the clock of the bitstream. Late in the game a
// search can end before its time.
func (b *meter) deriveAlphaBetaMoves(d flow.Design, cfg alphabeta.Config) error {
	stop, err := d.MoveCycles()
	if err != nil {
		return err
	}
	hz, err := d.Clock()
	if err != nil {
		return err
	}
	s := alphabeta.New(cfg)
	for _, pos := range twin.CountedPositions() {
		name := AlphaBetaMoveFigure(d.Board.Name, d.Config.Name, &pos)
		b.progress(name)
		r := s.Search(&pos, cfg.MaxDepth(), uint64(stop), nil, func(uint64) bool { return b.ctx.Err() != nil })
		if err := b.ctx.Err(); err != nil {
			return err
		}
		b.add(name, float64(r.Leaves)*float64(hz)/float64(r.Cycles), 0, "leaves/s", "the same, leaf units: %d, ply %d, over a move", cfg.Units, pos.Plies())
	}
	return nil
}

// Chip returns the time of the search on a chip with that configuration at a clock in Hz, in seconds, and
// the moves that the chip values, makes or refutes in a second.
func (a AlphaBetaSearch) Chip(chip alphabeta.Config, hz float64) (seconds, moves float64) {
	r := a.Run(chip)
	seconds = float64(r.Cycles) / hz
	return seconds, float64(r.Nodes) / seconds
}

// alphaBetaCore measures the alpha-beta core in a configuration, once. At depth 1 several leaf units
// share the moves only by the margin.
func (b *meter) alphaBetaCore(cfg alphabeta.Config) (r *bench.AlphaBetaFigures, err error) {
	if !cfg.Margin {
		cfg.Units = 1
	}
	if r, ok := b.alphaBeta[cfg]; ok {
		return r, nil
	}
	b.progress("alpha-beta core")
	if r, err = bench.AlphaBeta(b.ctx, cfg); err != nil {
		return nil, err
	}
	if b.alphaBeta == nil {
		b.alphaBeta = map[alphabeta.Config]*bench.AlphaBetaFigures{}
	}
	b.alphaBeta[cfg] = r
	return r, nil
}

// alphaBetaTime is the least processor time for the searches of a position to a depth.
const alphaBetaTime = 1 * time.Second

// measureAlphaBeta measures the processor time of golden's searches. Searches repeat with the memory
// of the one before.
func (b *meter) measureAlphaBeta() error {
	b.begin("alpha-beta, this machine")
	for _, at := range AlphaBetaSearches {
		if !at.Deep() {
			continue
		}
		if err := b.ctx.Err(); err != nil {
			return err
		}
		b.progress(at.Figure())
		pos := at.Root()
		s := alphabeta.New(alphabeta.Config{Weights: search.DefaultWeights})
		begun, n := cputime.Process(), 0
		for cputime.Process()-begun < alphaBetaTime {
			s.Search(&pos, at.Depth, alphabeta.NeverStop, nil, nil)
			n++
		}
		b.add(at.Figure(), (cputime.Process()-begun).Seconds()/float64(n), 5, "s",
			"processor time of a search, ply %d, depth %d", pos.Plies(), at.Depth)
	}
	return nil
}

// deriveAlphaBeta adds the rates of a chip in the searches that several leaf units can share, and how
// many times as fast as golden it is, if this run measured golden.
func (b *meter) deriveAlphaBeta(name string, chip alphabeta.Config, hz float64) {
	for _, at := range AlphaBetaSearches {
		if !at.Deep() {
			continue
		}
		pos := at.Root()
		seconds, moves := at.Chip(chip, hz)
		figure := fmt.Sprintf("%sposition%d.depth%d.", name, at.Position, at.Depth)
		b.add(figure+"moves", moves, 0, "moves/s", "the same, leaf units: %d, ply %d, depth %d", chip.Units, pos.Plies(), at.Depth)
		if golden, ok := b.value(at.Figure()); ok {
			b.add(figure+"times", golden/seconds, 1, "times", "as fast as golden")
		}
	}
}
