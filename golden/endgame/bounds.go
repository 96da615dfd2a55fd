package endgame

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Points beside those for squares, see duo.Position.Score.
const (
	allBonus  = 15 // for placing all tiles
	lastBonus = 5  // if the last one was the single square
)

// infinite is more than any margin.
const infinite = 1000

// upper bounds what a player can still place, bonuses included. His placements left are parted
// into cliques, sets of which he makes one at most. With as many placements of k squares or
// more as there are such cliques, and as there are such tiles, each k at its best, he has the
// bound.
func (s *Solver) upper(f *frame, pl duo.Player) int {
	f.whole[pl] = false
	if f.open[pl].empty() {
		return 0
	}
	side := &s.sides[pl]
	rest := f.spare[0][:side.words]
	copy(rest, f.left[pl])
	var cliques, tiles [playout.MaxTileSize + 1]int // by the size of the largest placement
	for w := 0; w < len(rest); {
		if rest[w] == 0 {
			w++
			continue
		}
		// The largest of the rest are the first.
		b := bits.TrailingZeros64(rest[w])
		m := &side.placements[w*64+b]
		cliques[m.size]++
		best := side.greatest(m, rest)
		rest[w] &^= 1 << b
		rest.not(best)
	}
	stuck := f.tiles[pl]
	for i := range side.tiles {
		if r := &side.tiles[i]; r.any(f.left[pl]) {
			tiles[r.size]++
			stuck &^= 1 << r.tile
		}
	}
	whole := stuck == 0
	sum, c, t := 0, 0, 0
	for k := playout.MaxTileSize; k > 0; k-- {
		c += cliques[k]
		t += tiles[k]
		sum += min(c, t)
		whole = whole && c >= t
	}
	if f.whole[pl] = whole; whole {
		sum += allBonus
		if f.tiles[pl].Has(0) {
			sum += lastBonus
		}
	}
	return sum
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

// lower bounds from below what a player gets whatever the rival does, as long as that one does
// not end the game by his last tile: the largest placements one after another, none of which
// can be blocked. contest comes first.
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

// greatest returns that of the placement's cliques that has the most members in a set.
func (s *side) greatest(m *placement, in set) (best set) {
	most := -1
	for _, l := range m.cliques {
		members := s.cliques[l]
		n := 0
		for w, x := range in {
			n += bits.OnesCount64(x & members[w])
		}
		if n > most {
			best, most = members, n
		}
	}
	return best
}
