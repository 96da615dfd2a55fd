package measure

import (
	"github.com/tessera-fpga/tessera/golden/firmware"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// countedLeaves is how many leaves each search has in which the cycles of a tree core are counted.
const countedLeaves = 1500

// measureTree counts the cycles of tree cores.
func (b *meter) measureTree() error {
	b.begin("tree core")
	for _, core := range twin.CountedCores() {
		for _, pos := range twin.CountedPositions() {
			name := core.Figure(&pos)
			b.progress(name)
			r, err := twin.CountTreeCore(b.ctx, core.Chip, core.Lanes, &pos, countedLeaves)
			if err != nil {
				return err
			}
			for _, f := range []struct {
				name string
				of   int
				what string
			}{
				{"down", r.Down, "down"}, {"position", r.AwaitPosition, "waits for the position"}, {"expansion", r.Expand, "expansion"},
				{"back", r.Back, "back"}, {"value", r.AwaitValue, "waits for a value"}, {"room", r.AwaitRoom, "waits for room in the lanes"},
				{"cycles", r.Cycles, "all"},
			} {
				b.add(name+f.name, float64(f.of)/float64(r.Leaves), 0, "cycles", "%s, lanes: %d, ply %d: %s", core.Chip.Name, core.Lanes, pos.Plies(), f.what)
			}
			b.add(name+"games", 100*r.Active, 0, "%", "%s, lanes: %d, ply %d: games on", core.Chip.Name, core.Lanes, pos.Plies())
		}
	}
	return nil
}

// measureProcessor counts the cycles of the tree search that is a program, in the time for a move.
func (b *meter) measureProcessor() error {
	b.begin("processor")
	for _, pos := range twin.CountedPositions() {
		name := firmware.Figure(&pos)
		b.progress(name)
		r, err := firmware.Count(b.ctx, &pos, firmware.MoveCycles())
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
