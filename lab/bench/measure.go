// Package bench takes the measurements of "tessera bench" and of the boards.
package bench

import (
	"context"
	"io"

	"github.com/tessera-fpga/tessera/play/progress"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// Options select the measurements.
type Options struct {
	Service bool      // the playout service, too
	Moves   bool      // whole moves of the tree cores, too, which take the longest
	Log     io.Writer // if a terminal, shows what is being measured
}

// All measures golden, the simulated chips and, with the frequencies measured, the boards.
// On an error the report has what was measured before.
func All(ctx context.Context, o Options) (*Report, error) {
	b := meter{ctx: ctx, log: o.Log}
	defer func() { b.bar.Done() }()
	parts := []func() error{b.measureGolden, b.measureMinimax, b.measureLane, b.measureLanes, b.measureSearch, b.measureExpansion, b.measureTree, b.measureProcessor}
	if o.Moves {
		parts = append(parts, b.measureMoves)
	}
	if o.Service {
		parts = append(parts, b.measureService)
	}
	for _, measure := range append(parts, b.deriveBoards) {
		if err := ctx.Err(); err != nil {
			return &b.Report, err
		}
		if err := measure(); err != nil {
			return &b.Report, err
		}
	}
	return &b.Report, nil
}

// meter takes the measurements.
type meter struct {
	Report
	ctx context.Context
	log io.Writer
	bar *progress.Bar

	minimax       *bench.MinimaxFigures
	cyclesPerLeaf float64
}

// progress shows the current measurement. The function that it returns shows how far the
// measurement is.
func (b *meter) progress(part string) func(done, of int) {
	b.bar.Done()
	b.bar = progress.Start(b.log, part)
	return b.bar.Set
}
