// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package bench takes the measurements of "tessera bench" and of the boards.
package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/play/progress"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// Options select the measurements.
type Options struct {
	Only, Omit []string  // names of parts: only these, or all, but without these
	Log        io.Writer // shows the current measurement if it is a terminal
}

// check reports a name that no part has.
func (o *Options) check() error {
	for _, name := range slices.Concat(o.Only, o.Omit) {
		if !slices.Contains(Parts(), name) {
			return fmt.Errorf("part %q, want one of %s", name, strings.Join(Parts(), ", "))
		}
	}
	return nil
}

// wants reports whether a part is to be measured.
func (o *Options) wants(name string) bool {
	return (len(o.Only) == 0 || slices.Contains(o.Only, name)) && !slices.Contains(o.Omit, name)
}

// part is a part of the measurements that can be taken alone.
type part struct {
	name    string
	measure func(*meter) error
}

var parts = []part{
	{"golden", (*meter).measureGolden},
	{"alphabeta", (*meter).measureAlphaBeta},
	{"minimax", (*meter).measureMinimax},
	{"lane", (*meter).measureLane},
	{"lanes", (*meter).measureLanes},
	{"search", (*meter).measureSearch},
	{"expansion", (*meter).measureExpansion},
	{"tree", (*meter).measureTree},
	{"processor", (*meter).measureProcessor},
	{"moves", (*meter).measureMoves},
	{"service", (*meter).measureService},
	{"boards", (*meter).deriveBoards},
}

// Parts are the names of the parts.
func Parts() (names []string) {
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}

// All measures golden, the simulated chips and, using the measured frequencies, the boards. After
// an error the report still holds the earlier measurements.
func All(ctx context.Context, o Options) (*Report, error) {
	b := meter{ctx: ctx, log: o.Log}
	if err := o.check(); err != nil {
		return &b.Report, err
	}
	defer func() { b.bar.Done() }()
	for _, p := range parts {
		if err := ctx.Err(); err != nil {
			return &b.Report, err
		}
		if !o.wants(p.name) {
			b.partial = true
			continue
		}
		if err := p.measure(&b); err != nil {
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

	// Measured once, for several parts; nil: not yet. See minimaxCore and alphaBetaCore.
	minimax   *bench.MinimaxFigures
	alphaBeta map[alphabeta.Config]*bench.AlphaBetaFigures
}

// progress shows the current measurement. The returned function shows its progress.
func (b *meter) progress(part string) func(done, of int) {
	b.bar.Done()
	b.bar = progress.Start(b.log, part)
	return b.bar.Set
}
