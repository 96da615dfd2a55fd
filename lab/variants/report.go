// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package variants

import (
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Of returns the study of a result, and its base's leaves per move.
func Of(r *lab.Result) (s Study, leaves int) {
	s = r.Row.Of.(of).study
	return s, s.leaves()
}

// Cost names the measure of a variant's time per leaf, divided by the base's, on some machine.
const Cost = "cost"

// measure returns the cost of a variant.
func measure(p *lab.Played) (lab.Measures, error) {
	cost := 0.0
	perLeaf := func(w match.Work) float64 { return w.Seconds / float64(max(1, w.Work)) }
	if base := perLeaf(p.Work[1]); base > 0 {
		cost = lab.Round(perLeaf(p.Work[0])/base, 2)
	}
	return lab.Measures{Cost: {cost}}, nil
}
