// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package endgame

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// MaxPlacements is the most placements of one player that can still become legal in a position to
// solve. With more, the position is too far from the end.
const MaxPlacements = 1024

// set is a set of a player's placements, by their numbers: bit i%64 of word i/64.
type set []uint64

func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

func (s set) empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// meets reports whether the sets intersect.
func (s set) meets(t set) bool {
	for i, w := range s {
		if w&t[i] != 0 {
			return true
		}
	}
	return false
}

func (s set) or(t set) {
	for i, w := range t {
		s[i] |= w
	}
}

func (s set) not(t set) {
	for i, w := range t {
		s[i] &^= w
	}
}

func (s set) and(t set) {
	for i, w := range t {
		s[i] &= w
	}
}

// common returns the size of the sets' intersection.
func (s set) common(t set) (n int) {
	for i, w := range t {
		n += bits.OnesCount64(s[i] & w)
	}
	return n
}

// each calls a function for each member.
func (s set) each(f func(i int)) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			f(w*64 + bits.TrailingZeros64(word))
		}
	}
}

// firstIn returns the first member that is also in t, or -1.
func (s set) firstIn(t set) int {
	for w, x := range t {
		if x &= s[w]; x != 0 {
			return w*64 + bits.TrailingZeros64(x)
		}
	}
	return -1
}

// placement is a placement that can still become legal.
type placement struct {
	move  duo.Move
	tile  duo.Tile
	size  int
	cover duo.Bitboard
	// Sets of placements of the same player. excludes holds the placements that this one makes
	// impossible, itself included: they have the same tile or would touch it at an edge. opens
	// holds the placements that touch it at a corner.
	excludes, opens set
	cliques         []int // its cliques
	worth           int   // see price, in units
	blocks          set   // the rival's placements that cover one of its squares
}

// side is a player's part of a position: all placements that can still become legal, sorted by
// tile, the largest tile first, and for each tile the placements of greatest worth first. From here
// on the player can only lose squares to cover. A placement is therefore legal later in the game if
// it is left and open. Left means neither excluded nor blocked by another placement; open means
// legal already, or opened by a placement made since. The game on the board has become a game on
// two sets of numbers.
type side struct {
	words      int
	placements []placement
	tiles      []tileRange // tiles that have placements
	cliques    []clique    // see findCliques
	openers    []int       // reach's last opener of each placement, or the placement itself
}

// clique is a set of placements that exclude each other pairwise.
type clique struct {
	members set
	price   int // see side.price, in units
	witness int // a member that was left at the last call of upper
}

// tileRange holds the placements of a tile: first up to, but not including, end.
type tileRange struct {
	tile       duo.Tile
	size       int
	first, end int
}

// any reports whether the set has a placement of the tile.
func (r *tileRange) any(s set) bool {
	w, last := r.first/64, (r.end-1)/64
	low, high := ^uint64(0)<<(r.first%64), ^uint64(0)>>(63-(r.end-1)%64)
	if w == last {
		return s[w]&low&high != 0
	}
	if s[w]&low != 0 || s[last]&high != 0 {
		return true
	}
	for w++; w < last; w++ {
		if s[w] != 0 {
			return true
		}
	}
	return false
}

// firstIn returns the tile's first placement in a set, or -1.
func (r *tileRange) firstIn(s set) int {
	low := ^uint64(0) << (r.first % 64)
	for w := r.first / 64; w*64 < r.end; w++ {
		if x := s[w] & low; x != 0 {
			if i := w*64 + bits.TrailingZeros64(x); i < r.end {
				return i
			}
			return -1
		}
		low = ^uint64(0)
	}
	return -1
}

// clear removes the members from first up to, but not including, end. It reports whether it removed
// any.
func (s set) clear(first, end int) (any bool) {
	low := ^uint64(0) << (first % 64)
	for w := first / 64; w*64 < end; w++ {
		if end < w*64+64 {
			low &= 1<<(end%64) - 1
		}
		if s[w]&low != 0 {
			any = true
			s[w] &^= low
		}
		low = ^uint64(0)
	}
	return any
}

// newSides returns both sides of a position, with the sets of placements left and open; ok is false
// if a player has more than MaxPlacements placements, or both have more than most.
func newSides(p *duo.Position, most int) (sides [2]side, left, open [2]set, ok bool) {
	for pl := range duo.Player(2) {
		sides[pl].list(p, pl)
		n := len(sides[pl].placements)
		if most -= n; n > MaxPlacements || most < 0 {
			return sides, left, open, false
		}
	}
	for pl := range duo.Player(2) {
		sides[pl].order()
	}
	for pl := range duo.Player(2) {
		open[pl] = sides[pl].relate(p, pl, &sides[pl.Rival()])
		left[pl] = make(set, sides[pl].words)
		for i := range sides[pl].placements {
			left[pl].add(i)
		}
	}
	return sides, left, open, true
}

// list lists the placements of a player that can still become legal, by tiles.
func (s *side) list(p *duo.Position, pl duo.Player) {
	allowed, anchors := p.Anchors(pl)
	var rows [duo.BoardSize]uint16
	for r := range rows {
		rows[r] = allowed.Row(r)
	}
	var all []placement
	for t := duo.Tile(duo.NumTiles); t > 0; {
		if t--; !p.TilesLeft(pl).Has(t) {
			continue
		}
		for o := range duo.Orientation(t.Rows().Count) {
			o += t.Rows().First
			for sq := range duo.Square(duo.NumSquares) {
				if fits(o.Cells(), &rows, sq) {
					all = append(all, placement{move: duo.NewMove(o, sq), cover: duo.NewMove(o, sq).Cover(), tile: t, size: t.Size()})
				}
			}
		}
	}
	// Remove the placements that nothing can open.
	reachable := make([]bool, len(all))
	for reach, grown := anchors, true; grown; {
		grown = false
		for i := range all {
			if cover := all[i].cover; !reachable[i] && cover.And(reach) != (duo.Bitboard{}) {
				reachable[i], grown = true, true
				reach = reach.Or(cover.Diagonals().AndNot(cover.Edges()))
			}
		}
	}
	for t := range duo.Tile(duo.NumTiles) {
		t = duo.NumTiles - 1 - t
		r := tileRange{tile: t, size: t.Size(), first: len(s.placements)}
		for i := range all {
			if all[i].tile == t && reachable[i] {
				s.placements = append(s.placements, all[i])
			}
		}
		r.end = len(s.placements)
		if r.end > r.first {
			s.tiles = append(s.tiles, r)
		}
	}
	s.words = max(1, (len(s.placements)+63)/64)
}

// order finds the cliques and their prices, and puts the placements in order.
func (s *side) order() {
	own := s.byCells()
	s.exclude(own)
	s.findCliques(own)
	s.price()
	for _, r := range s.tiles {
		slices.SortStableFunc(s.placements[r.first:r.end], func(a, b placement) int { return cmp.Compare(b.worth, a.worth) })
	}
	for l := range s.cliques {
		clear(s.cliques[l].members)
	}
	for i := range s.placements {
		for _, l := range s.placements[i].cliques {
			s.cliques[l].members.add(i)
			s.cliques[l].witness = i
		}
	}
	s.openers = make([]int, len(s.placements))
}

// fits reports whether all cells are squares of the rows.
func fits(cells []duo.Cell, rows *[duo.BoardSize]uint16, at duo.Square) bool {
	row, col := at.Row(), at.Col()
	for _, c := range cells {
		r, k := row+int(c.Row), col+int(c.Col)
		if !duo.OnBoard(r, k) || rows[r]>>k&1 == 0 {
			return false
		}
	}
	return true
}

// relate fills in the relations of the placements with each other and with the rival's, and returns
// the placements that would be legal now if it were the player's turn.
func (s *side) relate(p *duo.Position, pl duo.Player, rival *side) (open set) {
	_, anchors := p.Anchors(pl)
	own, rivals := s.byCells(), rival.byCells()
	s.exclude(own)
	open = make(set, s.words)
	for i := range s.placements {
		m := &s.placements[i]
		cover := m.cover
		if cover.And(anchors) != (duo.Bitboard{}) {
			open.add(i)
		}
		m.opens, m.blocks = make(set, s.words), make(set, rival.words)
		diagonals := cover.Diagonals().AndNot(cover.Edges())
		for sq := range duo.Square(duo.NumSquares) {
			if diagonals.Has(sq) {
				m.opens.or(own[sq])
			}
			if cover.Has(sq) {
				m.blocks.or(rivals[sq])
			}
		}
		m.opens.not(m.excludes)
		s.openers[i] = i
	}
	return open
}

// exclude fills in the excluded placements of each placement.
func (s *side) exclude(own [duo.NumSquares]set) {
	for i := range s.placements {
		m := &s.placements[i]
		m.excludes = make(set, s.words)
		for _, r := range s.tiles {
			if r.tile == m.tile {
				for j := r.first; j < r.end; j++ {
					m.excludes.add(j)
				}
			}
		}
		touched := m.cover.Or(m.cover.Edges())
		for sq := range duo.Square(duo.NumSquares) {
			if touched.Has(sq) {
				m.excludes.or(own[sq])
			}
		}
	}
}

// byCells returns for each square the placements that cover it.
func (s *side) byCells() (out [duo.NumSquares]set) {
	words := make(set, duo.NumSquares*s.words)
	for sq := range out {
		out[sq] = words[sq*s.words : (sq+1)*s.words]
	}
	for i := range s.placements {
		for row, col := range s.placements[i].move.Cells {
			out[duo.NewSquare(row, col)].add(i)
		}
	}
	return out
}

// findCliques finds the cliques of each placement. A clique begins as the set of placements that
// cover one of two adjacent squares, or a square without coverable neighbours: any two of them
// share a square or an edge. The clique then absorbs placements that all its members exclude, first
// the placements that exclude most of the others.
func (s *side) findCliques(own [duo.NumSquares]set) {
	add := func(of ...duo.Square) {
		members, others := make(set, s.words), make(set, s.words)
		for _, sq := range of {
			members.or(own[sq])
		}
		for w := range others {
			others[w] = ^members[w]
		}
		members.each(func(i int) { others.and(s.placements[i].excludes) })
		for !others.empty() {
			most, next := -1, -1
			others.each(func(i int) {
				if n := others.common(s.placements[i].excludes); n > most {
					most, next = n, i
				}
			})
			members.add(next)
			others.and(s.placements[next].excludes)
			others.remove(next)
		}
		if !slices.ContainsFunc(s.cliques, func(c clique) bool { return slices.Equal(c.members, members) }) {
			members.each(func(i int) {
				s.placements[i].cliques = append(s.placements[i].cliques, len(s.cliques))
			})
			s.cliques = append(s.cliques, clique{members: members})
		}
	}
	for sq := range duo.Square(duo.NumSquares) {
		if own[sq].empty() {
			continue
		}
		alone := sq.Col() == 0 || own[sq-1].empty()
		alone = alone && (sq.Row() == 0 || own[sq-duo.BoardSize].empty())
		if next := sq + 1; next.Col() > 0 && next < duo.NumSquares && !own[next].empty() {
			add(sq, next)
			alone = false
		}
		if next := sq + duo.BoardSize; next < duo.NumSquares && !own[next].empty() {
			add(sq, next)
			alone = false
		}
		if alone {
			add(sq)
		}
	}
}
