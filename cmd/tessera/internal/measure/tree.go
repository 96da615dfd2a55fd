package measure

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// countedLeaves is how many leaves each search has in which the cycles of a tree core are counted.
const countedLeaves = 1500

// measureTree counts the cycles of tree cores: of the ULX3S with several numbers of lanes, and of the HX8K.
func (b *meter) measureTree() error {
	b.begin("tree core")
	for i := range search.TreeChips {
		chip := &search.TreeChips[i]
		if chip.Name == "ulx3s-sdram" {
			continue // as the one before, until that one's memory is full
		}
		lanes := []int{chip.Lanes}
		if chip.Lanes > 1 {
			lanes = []int{4, 6, 8, 12}
		}
		for _, n := range lanes {
			for _, i := range []int{0, 8, 15, 22} {
				pos := duo.BenchPositions()[i]
				name := fmt.Sprintf("tree.%s.%d.%d.", chip.Name, n, pos.Plies())
				b.progress(name)
				r, err := twin.CountTreeCore(b.ctx, chip, n, &pos, countedLeaves)
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
					b.add(name+f.name, float64(f.of)/float64(r.Leaves), 0, "cycles", "%s, lanes: %d, ply %d: %s", chip.Name, n, pos.Plies(), f.what)
				}
				b.add(name+"games", 100*r.Active, 0, "%", "%s, lanes: %d, ply %d: games on", chip.Name, n, pos.Plies())
			}
		}
	}
	return nil
}
