// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package endgame

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// frame is a position on the path from the root.
type frame struct {
	left, open [2]set         // see side; empty for a player who is out
	tiles      [2]duo.TileSet // tiles not placed
	// fits reports whether each of a player's tiles has a placement left; reach sets it.
	fits [2]bool
	// whole reports whether a player can still place all his tiles, which would end the game; upper
	// sets it. upper also sets squares, its bound without the bonuses, in units.
	whole   [2]bool
	squares [2]int
	unsafe  [2]set // placements that the rival may still block; contest sets it
	spare   [3]set // scratch sets of the bounds
	moves   []choice
}

// choice is a placement with its rank. The search tries the greatest rank first.
type choice struct {
	placement int
	promise   int32
}

func (f *frame) init(sides *[2]side) {
	words := max(sides[0].words, sides[1].words)
	all := make(set, 9*words)
	take := func(n int) (s set) {
		s, all = all[:n:n], all[n:]
		return s
	}
	for pl := range sides {
		n := sides[pl].words
		f.left[pl], f.open[pl], f.unsafe[pl], f.spare[pl] = take(n), take(n), take(n), take(words)
	}
	f.spare[2] = take(words)
}

// enter counts a position and reports whether the search continues.
func (s *Solver) enter() bool {
	s.nodes++
	if s.limit.Nodes > 0 && s.nodes > s.limit.Nodes || s.nodes%512 == 0 && s.limit.Stop != nil && s.limit.Stop() {
		s.stopped = true
	}
	return !s.stopped
}

// value returns a bound of the further points of the player to move from the position of a frame,
// less the rival's. A bound of want or more is a lower bound, any other an upper bound.
func (s *Solver) value(d int, pl duo.Player, want int) int {
	if s.frames[d].open[pl.Rival()].empty() {
		return s.packed(d, pl, want)
	}
	return s.search(d, pl, want)
}

// after returns the bound of value for the player who makes a placement, after it.
func (s *Solver) after(d int, pl duo.Player, i, want int) int {
	points, next, over := s.play(d, pl, i)
	switch {
	case over:
		return points
	case next == pl:
		return points + s.pack(d+1, pl, want-points)
	}
	return points - s.value(d+1, next, points-want+1)
}

// play makes a placement: the position after it is in the next frame. It returns the placement's
// points, and the player to move then, if the game is not over.
func (s *Solver) play(d int, pl duo.Player, i int) (points int, next duo.Player, over bool) {
	f, c := &s.frames[d], &s.frames[d+1]
	m := &s.sides[pl].placements[i]
	rival := pl.Rival()
	own := place(m, f, c, pl)
	others := uint64(0)
	left, open := c.left[rival], c.open[rival]
	for w, b := range m.blocks {
		left[w] = f.left[rival][w] &^ b
		open[w] = f.open[rival][w] &^ b
		others |= open[w]
	}
	c.tiles[rival] = f.tiles[rival]
	if others == 0 {
		clear(left)
	}
	points = m.points(c.tiles[pl])
	next = rival
	if others == 0 {
		next = pl
	}
	return points, next, c.tiles[pl] == 0 || !own && others == 0
}

// place updates the mover's sets for his placement. It reports whether he has another placement.
func place(m *placement, f, c *frame, pl duo.Player) bool {
	any := uint64(0)
	left, open := c.left[pl], c.open[pl]
	for w, e := range m.excludes {
		left[w] = f.left[pl][w] &^ e
		open[w] = (f.open[pl][w] | m.opens[w]) & left[w]
		any |= open[w]
	}
	c.tiles[pl] = f.tiles[pl] &^ (1 << m.tile)
	if any == 0 {
		clear(left)
	}
	return any != 0
}

// points returns the points of a placement that leaves the given tiles, bonuses included.
func (m *placement) points(left duo.TileSet) int {
	switch {
	case left != 0:
		return m.size
	case m.tile == 0:
		return m.size + allBonus + lastBonus
	}
	return m.size + allBonus
}

// search is value for positions with a placement for both players.
func (s *Solver) search(d int, pl duo.Player, want int) int {
	if !s.enter() {
		return 0
	}
	f := &s.frames[d]
	rival := pl.Rival()
	s.reach(f, pl)
	s.reach(f, rival)
	key := s.key(f, pl)
	known := s.table.find(key)
	low, high := int(known.low), int(known.high)
	if low >= want {
		return low
	}
	if high < want {
		return high
	}
	most, mostRival := s.upper(f, pl), s.upper(f, rival)
	low, high = max(low, -mostRival), min(high, most)
	if low >= want {
		return low
	}
	if high < want {
		return high
	}
	// The points certain for each player, unless the rival may end the game.
	s.contest(f)
	least, leastRival := 0, 0
	if !f.whole[rival] {
		least = s.lower(f, pl)
	}
	if !f.whole[pl] {
		leastRival = s.lower(f, rival)
	}
	low, high = max(low, least-mostRival), min(high, most-leastRival)
	if low < want && high >= want {
		// The points that each player could place without the rival.
		if v := s.packed(d, pl, want+leastRival); v < want+leastRival {
			high = min(high, v-leastRival)
		} else if v := s.packed(d, rival, least-want+1); v < least-want+1 {
			low = max(low, least-v)
		}
	}
	bestMove := int(known.best)
	if low < want && high >= want && !s.stopped {
		var best int
		best, bestMove = s.try(d, pl, want, bestMove)
		if best >= want {
			low = max(low, best)
		} else {
			high = min(high, best)
		}
	}
	if s.stopped {
		return 0
	}
	s.table.put(key, low, high, bestMove)
	if low >= want {
		return low
	}
	return high
}

// try looks for a placement with at least the wanted value, starting with hint. It returns the best
// value found, a bound in the sense of value, and its placement.
func (s *Solver) try(d int, pl duo.Player, want, hint int) (best, bestMove int) {
	f := &s.frames[d]
	s.list(f, pl, hint)
	best, bestMove = -infinite, -1
	for k := range f.moves {
		i := f.next(k)
		v := s.after(d, pl, i, want)
		if s.stopped {
			return 0, -1
		}
		if v > best {
			if best, bestMove = v, i; best >= want {
				s.history[pl][i] = min(s.history[pl][i]+1, maxHistory)
				break
			}
		}
	}
	return best, bestMove
}

// maxHistory keeps the rank of a placement within 32 bits.
const maxHistory = 1 << 16

// list lists the open placements: hint first, then by size of tile, number of blocked placements of
// the rival, and success elsewhere.
func (s *Solver) list(f *frame, pl duo.Player, hint int) {
	f.moves = f.moves[:0]
	rivals := f.open[pl.Rival()]
	for w, word := range f.open[pl] {
		for ; word != 0; word &= word - 1 {
			i := w*64 + bits.TrailingZeros64(word)
			m := &s.sides[pl].placements[i]
			promise := int32(1 << 30)
			if i != hint {
				blocked := 0
				for j, b := range m.blocks {
					blocked += bits.OnesCount64(b & rivals[j])
				}
				promise = int32(m.size)*1024 + int32(blocked)*64 + s.history[pl][i]
			}
			f.moves = append(f.moves, choice{i, promise})
		}
	}
}

// next moves the most promising of the moves from the k-th on to the k-th place, and returns its
// placement. A search with a cutoff thus sorts only the moves that it tries.
func (f *frame) next(k int) int {
	best := k
	for j := k + 1; j < len(f.moves); j++ {
		if f.moves[j].promise > f.moves[best].promise {
			best = j
		}
	}
	f.moves[k], f.moves[best] = f.moves[best], f.moves[k]
	return f.moves[k].placement
}

// best returns a placement with at least the wanted value, which must exist, and its value.
func (s *Solver) best(d int, pl duo.Player, want int) (i, v int) {
	f := &s.frames[d]
	for side := range duo.Player(2) {
		s.reach(f, side) // the key depends on it
	}
	hint := int(s.table.find(s.keyAt(f, pl)).best)
	v, i = s.try(d, pl, want, hint)
	return i, v
}

// packed returns a bound, as pack does, of the points that a player could place from the position
// of a frame if the rival had no placement.
func (s *Solver) packed(d int, pl duo.Player, want int) int {
	f, c := &s.frames[d], &s.frames[d+1]
	copy(c.left[pl], f.left[pl])
	copy(c.open[pl], f.open[pl])
	c.tiles[pl] = f.tiles[pl]
	return s.pack(d+1, pl, want)
}

// pack is value for a position with the rival out: only the player places tiles. A tried placement
// is not left to the placements tried after it, because any packing with it can begin with it. The
// single square is an exception: it scores more as the last of all tiles than as the first, so pack
// tries it last while the player can still place all tiles. pack changes the frame.
func (s *Solver) pack(d int, pl duo.Player, want int) int {
	if !s.enter() {
		return 0
	}
	if want <= 0 {
		return 0
	}
	f := &s.frames[d]
	s.reach(f, pl)
	key := s.packKey(f, pl)
	known := s.table.find(key)
	low, high := max(0, int(known.low)), int(known.high)
	if low >= want {
		return low
	}
	if high < want {
		return high
	}
	high = min(high, s.upper(f, pl))
	if high < want {
		return high
	}
	if !s.trim(f, pl, want) {
		s.table.put(key, low, want-1, -1)
		return want - 1
	}
	c := &s.frames[d+1]
	best, bestMove := 0, -1
	open, left := f.open[pl], f.left[pl]
	todo := f.spare[1][:len(open)]
	copy(todo, open)
	var clique set
	for {
		// The loop tries all open placements of a clique. If all fail, the squares of the clique
		// stay empty, which lowers the bound.
		i := todo.firstIn(clique)
		if i < 0 || f.whole[pl] && s.sides[pl].placements[i].tile == 0 {
			if i = todo.firstIn(todo); i < 0 {
				break
			}
			clique = s.sides[pl].greatest(&s.sides[pl].placements[i], todo)
		}
		m := &s.sides[pl].placements[i]
		more := place(m, f, c, pl)
		v := m.points(c.tiles[pl])
		if more && c.tiles[pl] != 0 {
			v += s.pack(d+1, pl, want-v)
		}
		if s.stopped {
			return 0
		}
		if v > best {
			if best, bestMove = v, i; best >= want {
				break
			}
		}
		todo.remove(i)
		open.remove(i)
		left.remove(i)
		if todo.meets(clique) {
			continue // the bound would hardly fall
		}
		s.reach(f, pl)
		if s.upper(f, pl) < want || !s.trim(f, pl, want) {
			break
		}
		for w := range todo {
			todo[w] &= open[w]
		}
	}
	if best >= want {
		low = max(low, best)
	} else { // the placements that trim removed do not reach want either
		best = want - 1
		high = min(high, best)
	}
	s.table.put(key, low, high, bestMove)
	return best
}
