package training

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
)

// Flat is the search of the first generation, which has no weights yet: Monte Carlo by
// sequential halving. All shares go to the move chosen.
type Flat struct{ Visits int }

// Search chooses a move.
func (f Flat) Search(pos *duo.Position, seed uint64) (duo.Move, []Share) {
	r := search.MonteCarloConfig{Policy: playout.Largest, Visits: f.Visits, Seed: uint32(seed)}.Search(pos, nil)
	return r.Move, []Share{{r.Move, max(1, r.Visits)}}
}
