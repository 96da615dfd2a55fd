// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"fmt"
	"math"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/firmware"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// counted limits the short searches that count a tree core's cycles.
var counted = twin.CountBudget{Leaves: 1500, Cycles: math.MaxInt}

// measureTree counts the cycles of tree cores.
func (b *meter) measureTree() error {
	b.begin("tree core")
	for _, core := range twin.CountedCores() {
		for _, pos := range twin.CountedPositions() {
			name := core.Figure(&pos)
			b.progress(name)
			r, err := twin.CountTreeCore(b.ctx, core.Chip, core.Lanes, &pos, counted, 1)
			if err != nil {
				return err
			}
			b.addTree(name, fmt.Sprintf("%s, lanes: %d, ply %d: ", core.Chip.Name, core.Lanes, pos.Plies()), &r[0])
		}
	}
	return nil
}

// keptSearches is the number of the search whose tree has been kept from the searches of the moves before.
const keptSearches = 3

// measureMoves counts the leaves and the cycles of whole moves of the tree cores, with a new tree and with
// a kept one. It runs one series of searches per processor at a time.
func (b *meter) measureMoves() error {
	b.begin("whole moves")
	type move struct {
		chip     *search.TreeChip
		pos      duo.Position
		searches []twin.TreeCoreReport
	}
	var moves []*move
	for _, chip := range twin.CountedChips() {
		for _, pos := range twin.CountedPositions() {
			moves = append(moves, &move{chip: chip, pos: pos})
		}
	}
	progress := b.progress("whole moves")
	var done atomic.Int32
	g, ctx := errgroup.WithContext(b.ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, m := range moves {
		g.Go(func() (err error) {
			m.searches, err = twin.CountTreeCore(ctx, m.chip, m.chip.Lanes, &m.pos, twin.MoveBudget(m.chip), keptSearches)
			progress(int(done.Add(1)), len(moves))
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, m := range moves {
		name := twin.MoveFigure(m.chip, &m.pos)
		what := fmt.Sprintf("%s, ply %d: ", m.chip.Name, m.pos.Plies())
		first, kept := &m.searches[0], &m.searches[keptSearches-1]
		b.add(name+"leaves", float64(first.Leaves), 0, "leaves", "%sleaves of a move", what)
		b.addTree(name, what, first)
		b.add(name+"memory", float64(first.AwaitMemory)/float64(first.Leaves), 0, "cycles", "%swaits for the SDRAM", what)
		b.add(name+"brought", float64(first.Pager.Brought)/float64(first.Leaves), 2, "nodes", "%sbrought from the SDRAM for a leaf", what)
		b.add(name+"kept", float64(kept.Leaves), 0, "leaves", "%sleaves of the third move with a kept tree", what)
	}
	return nil
}

// addTree adds the cycles per leaf of a tree core's search, stage by stage.
func (b *meter) addTree(name, what string, r *twin.TreeCoreReport) {
	for _, f := range []struct {
		name string
		of   int
		what string
	}{
		{"down", r.Down, "down"}, {"position", r.AwaitPosition, "waits for the position"}, {"expansion", r.Expand, "children"},
		{"back", r.Back, "back"}, {"value", r.AwaitValue, "waits for a value"}, {"room", r.AwaitRoom, "waits for room in the lanes"},
		{"cycles", r.Cycles, "all"},
	} {
		b.add(name+f.name, float64(f.of)/float64(r.Leaves), 0, "cycles", "%s", what+f.what)
	}
	b.add(name+"games", 100*r.Active, 0, "%", "%sgames on", what)
}

// measureProcessor counts the cycles of the tree search program during the time for a move.
func (b *meter) measureProcessor() error {
	b.begin("processor")
	for _, pos := range twin.CountedPositions() {
		name := twin.MoveFigure(search.HX8K, &pos)
		b.progress(name)
		r, err := firmware.Count(b.ctx, &pos, search.HX8K.MoveCycles())
		if err != nil {
			return err
		}
		b.add(name+"leaves", float64(r.Leaves), 0, "leaves", "processor, ply %d: leaves of a move", pos.Plies())
		b.add(name+"cycles", float64(r.Cycles)/float64(r.Leaves), 0, "cycles", "processor, ply %d: a leaf", pos.Plies())
		for _, part := range firmware.Parts() {
			b.add(name+string(part), float64(r.Parts[part])/float64(r.Leaves), 0, "cycles", "processor, ply %d: of it %s", pos.Plies(), part)
		}
	}
	return nil
}
