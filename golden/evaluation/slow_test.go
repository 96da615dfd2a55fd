// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import "github.com/tessera-fpga/tessera/golden/duo"

// slow is the slow and obvious counterpart of the features and terms: it looks at squares one by
// one, only through the accessors of the position.
type slow struct {
	pos     *duo.Position
	squares [2]map[duo.Square]bool
}

func newSlow(pos *duo.Position) *slow {
	s := &slow{pos: pos}
	for pl := range duo.Player(2) {
		s.squares[pl] = setOf(pos.Squares(pl))
	}
	return s
}

func setOf(b duo.Bitboard) map[duo.Square]bool {
	set := map[duo.Square]bool{}
	for s := range duo.Square(duo.NumSquares) {
		if b.Has(s) {
			set[s] = true
		}
	}
	return set
}

// around returns the squares on the board at the given distances from a square, rows and
// columns apart.
func around(s duo.Square, by ...[2]int) (out []duo.Square) {
	for _, d := range by {
		if row, col := s.Row()+d[0], s.Col()+d[1]; duo.OnBoard(row, col) {
			out = append(out, duo.NewSquare(row, col))
		}
	}
	return out
}

func edgesOf(s duo.Square) []duo.Square {
	return around(s, [2]int{-1, 0}, [2]int{1, 0}, [2]int{0, -1}, [2]int{0, 1})
}

func diagonalsOf(s duo.Square) []duo.Square {
	return around(s, [2]int{-1, -1}, [2]int{-1, 1}, [2]int{1, -1}, [2]int{1, 1})
}

func anyIn(squares []duo.Square, set map[duo.Square]bool) bool {
	for _, s := range squares {
		if set[s] {
			return true
		}
	}
	return false
}

func (w *slow) allowed(pl duo.Player) map[duo.Square]bool {
	set := map[duo.Square]bool{}
	for s := range duo.Square(duo.NumSquares) {
		if !w.squares[0][s] && !w.squares[1][s] && !anyIn(edgesOf(s), w.squares[pl]) {
			set[s] = true
		}
	}
	return set
}

func (w *slow) anchors(pl duo.Player) map[duo.Square]bool {
	set := map[duo.Square]bool{}
	for s := range w.allowed(pl) {
		if w.pos.TilesLeft(pl) == duo.AllTiles && s == pl.Start() ||
			w.pos.TilesLeft(pl) != duo.AllTiles && anyIn(diagonalsOf(s), w.squares[pl]) {
			set[s] = true
		}
	}
	return set
}

// reach returns the allowed squares at most that many steps from an anchor.
func (w *slow) reach(pl duo.Player, steps int) map[duo.Square]bool {
	return flood(w.anchors(pl), w.allowed(pl), steps)
}

// flood returns the set and the squares of within at most that many steps from it.
func flood(set, within map[duo.Square]bool, steps int) map[duo.Square]bool {
	for range steps {
		next := map[duo.Square]bool{}
		for s, there := range set {
			if !there {
				continue
			}
			next[s] = true
			for _, t := range edgesOf(s) {
				if within[t] {
					next[t] = true
				}
			}
		}
		set = next
	}
	return set
}

func (w *slow) terms() (t [NumTerms]int32) {
	for pl, sign := range map[duo.Player]int32{duo.Player1: 1, duo.Player2: -1} {
		t[SquaresCovered] += sign * int32(len(w.squares[pl]))
		t[Corners] += sign * int32(len(w.anchors(pl)))
		t[Allowed] += sign * int32(len(w.allowed(pl)))
		t[Reach1] += sign * int32(len(w.reach(pl, 1)))
		t[Reach2] += sign * int32(len(w.reach(pl, 2)))
		t[Reach4] += sign * int32(len(w.reach(pl, 4)))
		t[Reach8] += sign * int32(len(w.reach(pl, 8)))
		if w.pos.ToMove() == pl {
			t[SideToMove] = sign
		}
		if w.pos.FirstToMove() == pl {
			t[FirstPlayer] = sign
		}
	}
	return t
}

func (w *slow) features(m duo.Move) (x [NumFeatures]int32) {
	own := w.pos.ToMove()
	rival := own.Rival()
	tile := setOf(m.Cover())
	switch len(tile) {
	case 4:
		x[Size4] = 1
	case 3:
		x[Size3] = 1
	case 2, 1:
		x[Size2] = 1
	}
	before, near := w.anchors(own), w.reach(own, 2)
	rivalCorners, rivalAllowed := w.anchors(rival), w.allowed(rival)
	rivalNear, rivalReach := w.reach(rival, 2), w.reach(rival, 4)
	for s := range tile {
		x[CornersCovered] += is(before[s])
		x[RivalCorners] += is(rivalCorners[s])
		x[RivalAllowed] += is(rivalAllowed[s])
		x[RivalNear] += is(rivalNear[s])
		x[RivalReach] += is(rivalReach[s])
		x[Border] += is(s.Row() == 0 || s.Row() == 13 || s.Col() == 0 || s.Col() == 13)
	}
	for s := range w.allowed(own) {
		x[AllowedLost] += is(!tile[s] && anyIn(edgesOf(s), tile))
	}
	for s := range before {
		x[CornersLost] += is(!tile[s] && anyIn(edgesOf(s), tile))
	}
	after := *w.pos
	after.Play(m)
	for s := range newSlow(&after).anchors(own) {
		if before[s] {
			continue
		}
		x[NewCorners]++
		x[FarCorners] += is(!near[s])
		x[ContestedOnes] += is(rivalNear[s])
		for _, inset := range []int{1, 3, 5} {
			x[Centre] += is(s.Row() >= inset && s.Row() < 14-inset && s.Col() >= inset && s.Col() < 14-inset)
		}
	}
	// The part of the board around the tile: within three squares of its reference cell, and
	// equally far on both sides of the tile.
	var low, high [2]int // reach of the tile from the reference cell, in rows and columns
	offset := func(s duo.Square) [2]int {
		return [2]int{s.Row() - m.Square().Row(), s.Col() - m.Square().Col()}
	}
	for s := range tile {
		for i, d := range offset(s) {
			low[i], high[i] = min(low[i], d), max(high[i], d)
		}
	}
	inWindow := func(set map[duo.Square]bool) map[duo.Square]bool {
		out := map[duo.Square]bool{}
		for s := range set {
			out[s] = set[s]
			for i, d := range offset(s) {
				more := min(3+low[i], 3-high[i])
				out[s] = out[s] && d >= low[i]-more && d <= high[i]+more
			}
		}
		return out
	}
	fresh := map[duo.Square]bool{}
	for s := range newSlow(&after).anchors(own) {
		fresh[s] = !before[s]
	}
	for s, there := range flood(inWindow(fresh), inWindow(newSlow(&after).allowed(own)), 2) {
		x[ReachGained] += is(there && !near[s])
	}
	for _, there := range flood(inWindow(rivalCorners), inWindow(rivalAllowed), 3) {
		x[RivalReachLost] += is(there)
	}
	for s := range tile {
		rivalCorners[s], rivalAllowed[s] = false, false
	}
	for _, there := range flood(inWindow(rivalCorners), inWindow(rivalAllowed), 3) {
		x[RivalReachLost] -= is(there)
	}
	x[RivalCornerAny] = min(x[RivalCorners], 1)
	x[FarCornerAny] = min(x[FarCorners], 1)
	return x
}
