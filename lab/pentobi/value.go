// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pentobi

import (
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Named names the measure of the first player's values at the plies of NamedPlies, in decided games:
// the number of its moves whose value names the winner, the number of all these moves, and the mean
// square of the difference between value and result.
const Named = "named"

// NamedPlies are the plies whose values Named measures, the first and the last: where Pentobi saw
// the winner and the tree search often did not.
var NamedPlies = [2]int{14, 17}

// measure returns the measure Named; none if the first player's moves have no values there.
func measure(p *lab.Played) (lab.Measures, error) {
	var sum named
	if err := p.Each(sum.add); err != nil || sum.all == 0 {
		return nil, err
	}
	return lab.Measures{Named: {sum.right, sum.all, lab.Round(sum.square/sum.all, 3)}}, nil
}

// named sums the parts of Named.
type named struct{ right, all, square float64 }

// add adds the moves of a game.
func (n *named) add(g *match.Game) error {
	pos, err := g.Begin()
	if err != nil {
		return err
	}
	shares := g.FinalShares(g.End)
	for ply, m := range g.Moves {
		seat := g.Of.ToMove(pos)
		if err := pos.Play(m); err != nil {
			return err
		}
		if ply < NamedPlies[0] || ply > NamedPlies[1] || ply >= len(g.Notes) || g.Places[seat] != 0 {
			continue
		}
		value, won := g.Notes[ply].Value, shares[seat]
		if value == nil || won != 0 && won != 1 { // not decided
			continue
		}
		n.all++
		if (*value > 0.5) == (won == 1) {
			n.right++
		}
		n.square += (*value - won) * (*value - won)
	}
	return nil
}
