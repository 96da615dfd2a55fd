// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// treeBenchLimits are the limits of a core with an SDRAM. A search makes many nodes, because they
// get children at their second visit.
var treeBenchLimits = search.TreeConfig{
	Playouts: 8,
	Config: tree.Config{
		VisitBits: 12, Expanded: 20, Children: 8, InFlight: 6, ExpandVisits: 2, Nodes: 1 << 9, NoProofs: true, LateChildren: true,
	},
}

const treeBenchPlaces = 8

// TestTreeBench searches with a few blocks in block RAM and most of them in an SDRAM. The model of
// the SDRAM checks every command. Answers and nodes must equal golden's, also in games that keep
// the tree. Some searches are stopped, some fill the memory, and the board is reset during its
// work. With a broken memory the core has only the nodes in block RAM.
func TestTreeBench(t *testing.T) {
	t.Parallel()
	m := cosim.TreeBenchModel(treeBenchLimits, treeBenchPlaces, treeCoreLanes)
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		full, deep, stopped, broken, kept := 0, 0, 0, 0, 0
		least := simtest.Times(simtest.Long(4, 60))
		for n := 0; n < least || full == 0 || deep == 0 || stopped == 0 || broken == 0 || kept == 0; n++ {
			p.SetTransaction(n)
			faulty := n%4 == 2
			core, err := cosim.NewTreeBench(p, treeBenchLimits, treeBenchPlaces, treeCoreLanes, faulty)
			if err != nil {
				return err
			}
			for range simtest.Long(1, 2) {
				pos := duo.RandomGame(rng, 18+rng.IntN(16))
				if err := core.Load(&pos); err != nil {
					return err
				}
				leaves := 40 + rng.IntN(50)
				r, cycles, err := core.Search(leaves, rng.Uint32(), 0)
				if err != nil {
					return err
				}
				switch nodes := core.Expanded(); {
				case faulty && nodes == treeBenchPlaces:
					broken++
				case nodes == treeBenchLimits.Expanded:
					full++
				case nodes > treeBenchPlaces+4:
					deep++
				}
				s, _, err := core.Search(leaves, rng.Uint32(), 1+rng.Uint64N(cycles))
				if err != nil {
					return err
				}
				if s.Leaves < r.Leaves {
					stopped++
				}
				if err := core.Load(&pos); err != nil {
					return err
				}
				more, err := playOn(core, &pos, rng, 5)
				if err != nil {
					return err
				}
				kept += more
			}
			// The last search is cut off.
			if err := core.Begin(100, rng.Uint32(), 1+rng.Uint64N(20_000)); err != nil {
				return err
			}
			last, err := p.Run(verilator.Run{Max: 1})
			if err != nil {
				return err
			}
			if rule := cosim.SDRAMRule(p, last.Out); rule != "" {
				return p.Mismatch("rule_o", rule, "", "")
			}
			if err := p.Reset(); err != nil {
				return err
			}
		}
		return nil
	})
}
