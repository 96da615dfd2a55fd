// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"fmt"
	"time"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// minimaxCore measures the minimax core, once.
func (b *meter) minimaxCore() (r *bench.MinimaxFigures, err error) {
	if b.minimax == nil {
		b.minimax, err = bench.Minimax(b.ctx, b.progress("minimax core"))
	}
	return b.minimax, err
}

func (b *meter) measureMinimax() error {
	var nodes uint64
	b.progress("golden, signature")
	start := time.Now()
	for _, pos := range duo.BenchPositions() {
		core, err := search.NewMinimax(search.SignatureConfig)
		if err != nil {
			return err
		}
		if err := core.Load(&pos); err != nil {
			return err
		}
		nodes += core.Search(pos.ToMove(), search.SignatureDepth, search.NeverStop, nil).Nodes
	}
	b.add("golden.nodes", float64(nodes)/time.Since(start).Seconds(), 0, "nodes/s", "minimax search, one thread")

	r, err := b.minimaxCore()
	if err != nil {
		return err
	}
	if r.Signature != nodes {
		return fmt.Errorf("the chip's signature is %d, golden's %d", r.Signature, nodes)
	}
	b.begin("minimax core")
	b.add("minimax.set.mean", r.MoveSetCyclesMean, 0, "cycles", "legal-move set, mean")
	b.add("minimax.set.max", float64(r.MoveSetCyclesMax), 0, "cycles", "legal-move set, max")
	b.add("minimax.parent", r.ParentCyclesMean, 0, "cycles", "parent, all its moves evaluated, mean")
	b.add("minimax.leaf", r.LeafCyclesMean, 1, "cycles", "leaf, at depth 1 (%.0f leaves a parent)", r.MovesMean)
	b.add("minimax.node", r.SignatureCyclesNode, 1, "cycles", "node, at depth %d with alpha-beta", search.SignatureDepth)
	b.add("signature", float64(r.Signature), 0, "nodes", "signature, golden = chip")
	return nil
}
