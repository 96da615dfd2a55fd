// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/rtl"
)

// deriveBoards multiplies the measured frequencies by the measured cycles. It takes the latest
// measurement of each board and configuration.
func (b *meter) deriveBoards() error {
	root, err := rtl.Root()
	if err != nil {
		return err
	}
	measurements, err := flow.ReadMeasurements(filepath.Join(root, flow.MeasurementsFile))
	if err != nil {
		return err
	}
	b.begin("boards, derived")
	for _, on := range board.Boards() {
		for _, cfg := range config.All() {
			if r, ok := measurements.Last(on.Name, cfg.Name); ok && cfg.Plays() {
				if err := b.deriveBoard(flow.Design{Board: on, Config: cfg}, r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// boardFigure begins the names of the figures of a board with a configuration.
func boardFigure(board, config string) string { return fmt.Sprintf("board.%s.%s.", board, config) }

// deriveBoard adds the rate of a board by its last measurement.
func (b *meter) deriveBoard(d flow.Design, r flow.Measurement) error {
	name := boardFigure(r.Board, r.Config)
	b.progress(name)
	lanes := d.Lanes()
	if lanes == 0 {
		cycles, err := b.leafCycles(d)
		if err != nil {
			return err
		}
		b.add(name+"leaves", r.FmaxMin*1e6/cycles, 0, "leaves/s", "%s, %s, %.1f MHz, at depth 1", r.Board, r.Config, r.FmaxMin)
		if cfg, ok := d.AlphaBeta(); ok {
			if !cfg.Margin {
				b.deriveAlphaBeta(name, cfg, r.FmaxMin*1e6)
			}
			if err := b.deriveAlphaBetaMoves(d, cfg); err != nil {
				return err
			}
			return b.deriveAlphaBetaDepths(name, cfg, r.FmaxMin*1e6)
		}
		return nil
	}
	b.add(name+"playouts", r.FmaxMin*1e6*float64(lanes)/PlayoutCycles(lanes), 0, "playouts/s",
		"%s, %s, %.1f MHz, lanes: %d, largest, opening, without the core's pauses", r.Board, r.Config, r.FmaxMin, lanes)
	return nil
}

// leafCycles returns the cycles of a leaf at depth 1 of a chip that searches by depth.
func (b *meter) leafCycles(d flow.Design) (float64, error) {
	if cfg, ok := d.AlphaBeta(); ok {
		r, err := b.alphaBetaCore(cfg)
		if err != nil {
			return 0, err
		}
		return r.LeafCyclesMean, nil
	}
	r, err := b.minimaxCore()
	if err != nil {
		return 0, err
	}
	return r.LeafCyclesMean, nil
}

// Measure returns the measurement of a build: area and frequency, and the
// rates that follow from them and from the cycles of the simulated chip.
func Measure(ctx context.Context, d flow.Design, r *flow.Result, date time.Time) (flow.Measurement, error) {
	row := flow.NewMeasurement(r, date)
	if lanes := d.Lanes(); lanes > 0 {
		cycles := PlayoutCycles(lanes)
		row.Extra["cycles_per_playout"] = strconv.FormatFloat(cycles, 'f', 2, 64)
		row.Extra["playouts_per_s"] = strconv.FormatFloat(row.FmaxMin*1e6*float64(lanes)/cycles, 'f', 0, 64)
	} else if d.Config.Plays() {
		cycles, err := (&meter{ctx: ctx}).leafCycles(d)
		if err != nil {
			return row, err
		}
		row.Extra["cycles_per_leaf"] = strconv.FormatFloat(cycles, 'f', 2, 64)
		row.Extra["leaves_per_s"] = strconv.FormatFloat(row.FmaxMin*1e6/cycles, 'f', 0, 64)
	}
	return row, nil
}
