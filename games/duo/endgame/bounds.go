// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package endgame

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Points in addition to the squares, see duo.Position.Score.
const (
	allBonus  = 15 // bonus for placing all tiles
	lastBonus = 5  // if the last one was the single square
)

// infinite exceeds any margin.
const infinite = 1000

// upper returns an upper bound of the points that a player can still place, bonuses included. It
// uses the prices of the cliques that have a placement left, and the best placement left of each
// tile, see price. The caller must run reach first.
func (s *Solver) upper(f *frame, pl duo.Player) int {
	f.whole[pl], f.squares[pl] = false, 0
	if f.open[pl].empty() {
		return 0
	}
	side, left := &s.sides[pl], f.left[pl]
	sum, size := 0, 0
	for i := range side.tiles {
		r := &side.tiles[i]
		if m := r.firstIn(left); m >= 0 {
			sum += max(0, side.placements[m].worth)
			size += r.size
		}
	}
	for i := range side.cliques {
		c := &side.cliques[i]
		if !left.has(c.witness) {
			w := left.firstIn(c.members)
			if w < 0 {
				continue
			}
			c.witness = w
		}
		sum += c.price
	}
	f.squares[pl] = sum
	f.whole[pl] = f.fits[pl] && sum >= size*unit
	return sum/unit + f.bonus(pl)
}

// bonus returns the greatest bonus that a player can still get.
func (f *frame) bonus(pl duo.Player) int {
	switch {
	case !f.whole[pl]:
		return 0
	case f.tiles[pl].Has(0):
		return allBonus + lastBonus
	}
	return allBonus
}

// contest finds the placements that the rival may still block.
func (s *Solver) contest(f *frame) {
	clear(f.unsafe[0])
	clear(f.unsafe[1])
	for i := range s.shared {
		both := &s.shared[i]
		if both[0].meets(f.left[0]) && both[1].meets(f.left[1]) {
			f.unsafe[0].or(both[0])
			f.unsafe[1].or(both[1])
		}
	}
}

// lower returns a lower bound of a player's points against any play of the rival, unless the rival
// ends the game by his last tile. It takes the largest placements that the rival cannot block, one
// after another. The caller must run contest first.
func (s *Solver) lower(f *frame, pl duo.Player) (sum int) {
	side := &s.sides[pl]
	left, open := f.spare[0][:side.words], f.spare[1][:side.words]
	for w := range left {
		left[w] = f.left[pl][w] &^ f.unsafe[pl][w]
		open[w] = f.open[pl][w] & left[w]
	}
	for w := 0; w < len(open); {
		if open[w] == 0 {
			w++
			continue
		}
		m := &side.placements[w*64+bits.TrailingZeros64(open[w])]
		sum += m.size
		w = len(open)
		for j, e := range m.excludes {
			left[j] &^= e
			if open[j] = (open[j] | m.opens[j]) & left[j]; open[j] != 0 {
				w = min(w, j)
			}
		}
	}
	return sum
}

// greatest returns the placement's clique with the most members in a set, restricted to that set.
func (s *side) greatest(m *placement, in set) (best set) {
	most := -1
	for _, l := range m.cliques {
		members := s.cliques[l].members
		if n := members.common(in); n > most {
			best, most = members, n
		}
	}
	return best
}

// unit is one square in prices.
const unit = 1 << 16

// Parameters of the search for prices: its rounds, the first price of a clique, and the rounds
// without success before the step shrinks.
const (
	priceRounds   = 100
	firstPrice    = unit / 4
	pricePatience = 20
)

// price sets the prices of cliques, with which upper bounds the squares that a player can pack.
//
// Let the worth of a placement be its squares less the prices of its cliques. A player makes at
// most one placement of each clique, and at most one of each tile. For any prices of 0 and more, he
// therefore covers no more squares than the sum of all prices plus, for each tile, the worth of its
// best placement. The least sum belongs to the prices of the linear program that allows fractions
// of placements. Steps against the subgradient approximate them (Held, Wolfe, Crowder, Validation
// of Subgradient Optimization, Mathematical Programming 6, 1974): a clique's price rises if the
// best placements make more than one of the clique, and falls if they make none.
func (s *side) price() {
	prices := make([]int, len(s.cliques))
	for i := range prices {
		prices[i] = firstPrice
	}
	best := slices.Clone(prices)
	least := infinite * unit
	over := make([]int, len(prices)) // number of best placements in the clique, less 1
	step, since := unit/20, 0        // step is a share of the bound, in units
	for range priceRounds {
		sum := 0
		for i, x := range prices {
			sum += x
			over[i] = -1
		}
		for _, r := range s.tiles {
			most, at := 0, -1
			for i := r.first; i < r.end; i++ {
				w := r.size * unit
				for _, l := range s.placements[i].cliques {
					w -= prices[l]
				}
				if w > most {
					most, at = w, i
				}
			}
			sum += most
			if at >= 0 {
				for _, l := range s.placements[at].cliques {
					over[l]++
				}
			}
		}
		if sum < least {
			least, since = sum, 0
			copy(best, prices)
		} else if since++; since > pricePatience {
			since = 0
			step = step * 2 / 3
			copy(prices, best)
			continue
		}
		norm := 0 // square of the subgradient's length, without the parts that would make prices negative
		for i, o := range over {
			if prices[i] > 0 || o > 0 {
				norm += o * o
			}
		}
		if norm == 0 {
			break
		}
		for i, o := range over {
			prices[i] = max(0, prices[i]+o*(sum/norm*step/unit))
		}
	}
	for i := range s.cliques {
		s.cliques[i].price = best[i]
	}
	for i := range s.placements {
		m := &s.placements[i]
		m.worth = m.size * unit
		for _, l := range m.cliques {
			m.worth -= best[l]
		}
	}
}

// trim removes the remaining placements that rule out want points for the player: their worth is so
// far below the best one of their tile that the bound would drop below want. It reports whether
// want is still possible. The caller must run upper first.
func (s *Solver) trim(f *frame, pl duo.Player, want int) bool {
	side, left, open := &s.sides[pl], f.left[pl], f.open[pl]
	for {
		spare := f.squares[pl] + (f.bonus(pl)-want)*unit
		if spare < 0 {
			return false
		}
		changed := false
		for i := range side.tiles {
			r := &side.tiles[i]
			first := r.firstIn(left)
			if first < 0 {
				continue
			}
			least := max(0, side.placements[first].worth) - spare
			end := first + sort.Search(r.end-first, func(j int) bool { return side.placements[first+j].worth < least })
			if left.clear(end, r.end) {
				changed = true
			}
		}
		if !changed {
			return true
		}
		for w := range left {
			open[w] &= left[w]
		}
		s.reach(f, pl)
		s.upper(f, pl)
	}
}

// reach removes the remaining placements that no placement can open any more, and finds out whether
// each tile has a placement left.
func (s *Solver) reach(f *frame, pl duo.Player) {
	side, left := &s.sides[pl], f.left[pl]
	reached, rest := f.spare[0][:side.words], f.spare[2][:side.words]
	any := uint64(0) // union of the rest
	for w, o := range f.open[pl] {
		reached[w] = o
		rest[w] = left[w] &^ o
		any |= rest[w]
	}
	for grown := true; grown && any != 0; {
		grown, any = false, 0
		for w := range rest {
			for word := rest[w]; word != 0; word &= word - 1 {
				// A placement is opened by the same placements that it opens.
				b := bits.TrailingZeros64(word)
				o := &side.openers[w*64+b]
				if !reached.has(*o) {
					by := reached.firstIn(side.placements[w*64+b].opens)
					if by < 0 {
						continue
					}
					*o = by
				}
				reached[w] |= 1 << b
				rest[w] &^= 1 << b
				grown = true
			}
			any |= rest[w]
		}
	}
	if any != 0 {
		left.not(rest)
	}
	stuck := f.tiles[pl]
	for i := range side.tiles {
		if r := &side.tiles[i]; stuck.Has(r.tile) && r.any(left) {
			stuck &^= 1 << r.tile
		}
	}
	f.fits[pl] = stuck == 0
}
