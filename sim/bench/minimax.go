// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"context"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// MinimaxFigures holds the cycles of the minimax core on the benchmark positions, measured on the
// simulated hardware.
type MinimaxFigures struct {
	Positions int       `json:"positions"`
	MoveSets  []MoveSet `json:"-"` // set of each position

	// A legal-move set: from the position ready to the last legal placement
	// found, without the evaluation of the placements.
	MoveSetCyclesMean float64 `json:"move_set_cycles_mean"`
	MoveSetCyclesMax  uint64  `json:"move_set_cycles_max"`
	MovesMean         float64 `json:"moves_mean"`

	// Depth 1: one parent, all of its moves evaluated.
	ParentCyclesMean float64 `json:"parent_cycles_mean"`
	LeafCyclesMean   float64 `json:"leaf_cycles_mean"` // cycles of the searches divided by leaves

	// The signature: nodes of the searches to search.SignatureDepth, equal in golden and on the
	// chip.
	Signature           uint64  `json:"signature"`
	SignatureCycles     uint64  `json:"signature_cycles"`
	SignatureCyclesNode float64 `json:"signature_cycles_per_node"`
}

// MoveSet is a legal-move set: the number of moves, and the cycles to find them, or to find that
// there are no moves.
type MoveSet struct {
	Moves  int
	Cycles uint64
}

// Minimax runs the minimax core on the benchmark positions, and checks it against golden node by
// node. It calls progress, if not nil, after each position.
func Minimax(ctx context.Context, progress func(done, of int)) (*MinimaxFigures, error) {
	p, err := verilator.Start(ctx, cosim.MinimaxModel(search.SignatureConfig))
	if err != nil {
		return nil, err
	}
	defer p.Close()
	core, err := cosim.NewMinimax(p, search.SignatureConfig)
	if err != nil {
		return nil, err
	}
	positions := duo.BenchPositions()
	b := &MinimaxFigures{Positions: len(positions)}
	var leaves, parentCycles, setCycles uint64
	for i := range positions {
		p.SetTransaction(i)
		pos := &positions[i]
		if err := core.Load(pos); err != nil {
			return nil, err
		}
		scan := scanMeter{}
		core.OnNode = scan.see
		r, err := core.Search(pos.ToMove(), 1, search.NeverStop)
		if err != nil {
			return nil, fmt.Errorf("position %d: %w", i+1, err)
		}
		core.OnNode = nil
		leaves += r.Nodes
		parentCycles += r.Cycles
		setCycles += scan.cycles()
		b.MoveSets = append(b.MoveSets, MoveSet{pos.CountLegalMoves(), scan.cycles()})
		b.MoveSetCyclesMax = max(b.MoveSetCyclesMax, scan.cycles())
		if r, err = core.Search(pos.ToMove(), search.SignatureDepth, search.NeverStop); err != nil {
			return nil, fmt.Errorf("position %d: %w", i+1, err)
		}
		b.Signature += r.Nodes
		b.SignatureCycles += r.Cycles
		if progress != nil {
			progress(i+1, len(positions))
		}
	}
	n := float64(len(positions))
	b.MoveSetCyclesMean = float64(setCycles) / n
	b.MovesMean = float64(leaves) / n
	b.ParentCyclesMean = float64(parentCycles) / n
	b.LeafCyclesMean = float64(parentCycles) / float64(leaves)
	b.SignatureCyclesNode = float64(b.SignatureCycles) / float64(b.Signature)
	return b, nil
}

// scanMeter takes the cycles of only the scan from the trace of a search to depth 1: the
// evaluations come between its hits.
type scanMeter struct {
	leaves, last uint64
}

func (s *scanMeter) see(n search.Node) {
	if !n.Leave {
		s.leaves++
		s.last = n.Cycle
	}
}

// The cycles count from the command. The start of a search evaluates the root, which a legal-move
// set does not need.
func (s *scanMeter) cycles() uint64 {
	if s.leaves == 0 {
		return 0
	}
	return s.last - s.leaves*search.LeafCycles - (search.EvaluateCycles + 1)
}
