// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

// Distances are counted in steps, regardless of the other pawn.

// flood returns the number of steps from one set of squares to another, or -1 if no way connects
// them. north and east are the squares that can be left in these directions.
func flood(north, east, from, to set) int {
	for steps := 0; ; steps++ {
		if from.lo&to.lo|from.hi&to.hi != 0 {
			return steps
		}
		up := set{from.lo & north.lo, from.hi & north.hi}
		right := set{from.lo & east.lo, from.hi & east.hi}
		lo := from.lo | up.lo<<9 | (from.lo>>9|from.hi<<55)&north.lo | right.lo<<1 | (from.lo>>1|from.hi<<63)&east.lo
		hi := from.hi | up.hi<<9 | up.lo>>55 | from.hi>>9&north.hi | right.hi<<1 | right.lo>>63 | from.hi>>1&east.hi
		if lo == from.lo && hi == from.hi {
			return -1
		}
		from = set{lo, hi}
	}
}

// Distance returns the number of steps from a player's pawn to the goal row.
func (p *Position) Distance(pl Player) int {
	return flood(p.north, p.east, one(p.pawns[pl]), goals[pl])
}

// PawnDistance returns the number of steps from one pawn to the other, -1 if no way connects them.
func (p *Position) PawnDistance() int {
	return flood(p.north, p.east, one(p.pawns[0]), one(p.pawns[1]))
}

// DistanceFrom returns the number of steps from a square to a player's goal row, -1 if no way leads
// there.
func (p *Position) DistanceFrom(pl Player, s Square) int {
	return flood(p.north, p.east, one(s), goals[pl])
}

// DistanceBehind returns the Distance with one more fence, or -1 if the fence leaves no way.
func (p *Position) DistanceBehind(pl Player, fence Move) int {
	s, upright := fence.Fence()
	if upright {
		return flood(p.north, p.east.andNot(barredEast[s]), one(p.pawns[pl]), goals[pl])
	}
	return flood(p.north.andNot(barredNorth[s]), p.east, one(p.pawns[pl]), goals[pl])
}

// Way is a shortest way of a player to the goal row.
type Way struct {
	Distance int
	// CutH and CutV are the slots of horizontal and vertical fences that would cut the way, free or
	// not. No other fence lengthens the distance.
	CutH, CutV uint64
}

// Way returns a shortest way of a player, which always exists.
func (p *Position) Way(pl Player) (w Way) {
	var layers [Squares]set // layers[d]: at most d steps from the goal row
	pawn := p.pawns[pl]
	layers[0] = goals[pl]
	d := 0
	for ; !layers[d].has(pawn); d++ {
		from := &layers[d]
		layers[d+1] = from.or(p.neighbours(*from))
	}
	w.Distance = d
	for at := pawn; d > 0; d-- {
		nearer := &layers[d-1]
		switch north, east := p.north.has(at), p.east.has(at); {
		case north && nearer.has(at+Size):
			w.CutH |= cutNorth[at]
			at += Size
		case east && nearer.has(at+1):
			w.CutV |= cutEast[at]
			at++
		case at >= Size && p.north.has(at-Size) && nearer.has(at-Size):
			at -= Size
			w.CutH |= cutNorth[at]
		default:
			at--
			w.CutV |= cutEast[at]
		}
	}
	return w
}

// ShortestSteps appends to dst the legal steps of the player to move with the least remaining
// distance to the goal row, and returns it. Equal steps are all included.
func (p *Position) ShortestSteps(dst []Move) []Move {
	for to, _ := p.shortest(); !to.empty(); {
		dst = append(dst, Step(to.next()))
	}
	return dst
}

// shortest returns the squares of ShortestSteps, and the number of steps left from there.
func (p *Position) shortest() (to set, left int) {
	pl := p.ToMove()
	pawn := p.pawns[pl]
	steps := p.steps()
	// The flood contains exactly the squares nearer to the goal than the pawn's just before it
	// reaches the pawn.
	at, nearer := goals[pl], set{}
	for left = -1; !at.has(pawn); left++ {
		nearer = at
		at = at.or(p.neighbours(at))
	}
	if !p.neighbours(one(pawn)).has(p.pawns[pl.Rival()]) {
		return steps.and(nearer), left
	}
	best, least := set{}, Squares
	for rest := steps; !rest.empty(); {
		s := rest.next()
		switch d := flood(p.north, p.east, one(s), goals[pl]); {
		case d < least:
			best, least = one(s), d
		case d == least:
			best = best.or(one(s))
		}
	}
	return best, least
}
