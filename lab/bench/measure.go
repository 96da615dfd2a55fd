// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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
	Service bool      // also measure the playout service
	Moves   bool      // also measure whole moves of the tree cores, which take the longest
	Log     io.Writer // shows the current measurement if it is a terminal
}

// All measures golden, the simulated chips and, using the measured frequencies, the boards. After
// an error the report still holds the earlier measurements.
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

// progress shows the current measurement. The returned function shows its progress.
func (b *meter) progress(part string) func(done, of int) {
	b.bar.Done()
	b.bar = progress.Start(b.log, part)
	return b.bar.Set
}
