package dotsboxes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// Solver finds the values of positions by alpha-beta search with an empty window, as Barker and Korf
// do (Solving Dots-And-Boxes, AAAI 2012): boxes that are best taken are taken without a choice
// (graph.harvest), of the edges of a chain one is tried, endgames of chains and loops are valued by
// their sizes, and positions that are images of each other, or differ in which outer edge of a
// corner is drawn, share an entry of the table. The boxes taken so far change nothing about the
// best moves: values are of boxes still open.
type Solver struct {
	graph *graph
	table []uint64 // buckets of entries, see store; for atomic operations
	nodes atomic.Uint64
	bits  int // of the index of a bucket
}

// maxBoxes bounds the boxes of a board.
const maxBoxes = 25

// bucketSize is the number of entries in which a state may stand.
const bucketSize = 4

// Bounds of a solver's memory, in entries of 8 bytes.
const (
	MinSolverEntries = 1 << 18
	MaxSolverEntries = 1 << 32
)

// NewSolver returns a solver with so many entries, rounded down to a power of two; a value is found
// with any number of them, but faster with more.
func NewSolver(b *Board, entries int) (*Solver, error) {
	if entries < MinSolverEntries || entries > MaxSolverEntries {
		return nil, fmt.Errorf("dotsboxes: %d entries, want %d..%d", entries, MinSolverEntries, MaxSolverEntries)
	}
	n := bits.Len(uint(entries)) - 1
	return &Solver{graph: makeGraph(b), table: make([]uint64, 1<<n), bits: n - bits.Len(bucketSize-1)}, nil
}

// Nodes returns the number of positions searched so far.
func (v *Solver) Nodes() uint64 { return v.nodes.Load() }

// Value returns the boxes that the player to move will have of those still open, less the other's,
// when both play as well as can be. Its error is ctx's. So many threads search side by side; the
// value does not depend on them.
func (v *Solver) Value(ctx context.Context, drawn Edges, threads int) (int, error) {
	s := v.graph.stateOf(drawn)
	taken, offer := v.graph.harvest(&s)
	open := v.graph.Boxes() - v.graph.Taken(s.drawn)
	s.takeOffAll(v.graph)
	low, high := -open, open
	for guess := open & 1; low < high; {
		// The value has the parity of open: tests are for a guess or more.
		yes, err := v.race(ctx, &s, open, guess, threads)
		if err != nil {
			return 0, err
		}
		if yes {
			low, guess = guess, guess+2
		} else {
			high, guess = guess-2, guess-2
		}
	}
	if offer > 0 {
		return taken + abs(offer+low), nil
	}
	return taken + low, nil
}

// holds reports whether a position is worth a value or more to the player to move.
func (v *Solver) holds(ctx context.Context, drawn Edges, value, threads int) (bool, error) {
	s := v.graph.stateOf(drawn)
	taken, offer := v.graph.harvest(&s)
	open := v.graph.Boxes() - v.graph.Taken(s.drawn)
	s.takeOffAll(v.graph)
	value -= taken
	switch {
	case offer == 0:
		return v.race(ctx, &s, open, value, threads)
	case value <= 0: // he takes the offer or leaves it, as is better: abs(offer + rest)
		return true, nil
	}
	yes, err := v.race(ctx, &s, open, value-offer, threads)
	if yes || err != nil {
		return yes, err
	}
	more, err := v.race(ctx, &s, open, 1-value-offer, threads)
	return !more, err
}

// Best returns a move with which the player to move keeps the value of a position that is not over,
// and that value.
func (v *Solver) Best(ctx context.Context, drawn Edges, threads int) (best Edge, value int, err error) {
	if value, err = v.Value(ctx, drawn, threads); err != nil {
		return 0, 0, err
	}
	b := v.graph.Board
	for free := b.All &^ drawn; free != 0; {
		e := b.First(free)
		free &^= b.Bit(e)
		yes := false
		if c := b.Captures(drawn, e); c > 0 {
			yes, err = v.holds(ctx, drawn|b.Bit(e), value-c, threads)
		} else {
			yes, err = v.holds(ctx, drawn|b.Bit(e), 1-value, threads)
			yes = !yes
		}
		if err != nil {
			return 0, 0, err
		}
		if yes {
			return e, value, nil
		}
	}
	return 0, 0, errors.New("dotsboxes: no move keeps the value") // cannot be: the value is that of a move
}

// race asks whether a state is worth a value or more, in several threads that share the table; the
// first answer counts.
func (v *Solver) race(ctx context.Context, s *state, open, atLeast, threads int) (yes bool, err error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	answers := make(chan bool, threads)
	var all sync.WaitGroup
	for i := range threads {
		all.Go(func() {
			t := &thread{Solver: v, loony: loony{}, stop: &stop, number: i}
			root := *s
			answer := t.atLeast(&root, open, atLeast)
			v.nodes.Add(t.nodes)
			if !t.stopped {
				answers <- answer
				stop.Store(true)
			}
		})
	}
	all.Wait()
	select {
	case yes := <-answers:
		return yes, nil
	default:
		if ctx.Err() == nil {
			return false, errors.New("dotsboxes: the search has stopped") // cannot be: nobody else stops it
		}
		return false, ctx.Err()
	}
}

// thread is a search under way.
type thread struct {
	*Solver
	loony   loony
	stop    *atomic.Bool
	stopped bool
	number  int
	nodes   uint64
	// history counts how often drawing an edge was good enough: by the parity of the edges drawn,
	// the number of boxes open, and the edge.
	history [2][maxBoxes + 1][MaxEdges]uint32
}

// atLeast reports whether a quiet state with so many boxes open is worth a value or more to the player
// to move. When the search has been stopped the answer means nothing.
func (t *thread) atLeast(s *state, open, value int) bool {
	value += (value + open) & 1
	switch {
	case value <= -open:
		return true
	case value > open:
		return false
	}
	key := s.key()
	low, high := t.find(key, open)
	switch {
	case low >= value:
		return true
	case high < value:
		return false
	}
	before := t.nodes
	t.nodes++
	if before&1023 == 0 && t.stop.Load() {
		t.stopped = true
	}
	if t.stopped {
		return false
	}
	yes := t.search(s, open, value, &low, &high)
	if t.stopped {
		return false
	}
	if yes {
		low = max(low, value)
	} else {
		high = min(high, value-2)
	}
	t.store(key, open, low, high, t.nodes-before)
	return yes
}

// search tries the moves of a state. It may find more than it was asked for.
func (t *thread) search(s *state, open, value int, low, high *int) bool {
	g := t.graph
	if s.drawn == g.All {
		*low = t.loony.value(s.parts)
		*high = *low
		return *low >= value
	}
	var buf [maxBoxes]opening
	chains := g.openings(s, buf[:0])
	// Edges that give nothing away: those of no box with two edges left. three are the edges of
	// boxes with three.
	safe, three := g.All&^s.drawn, [2]Edges{}
	for _, set := range g.boxes {
		switch left := set &^ s.drawn; left.Count() {
		case 2:
			safe &^= set
		case 3:
			three[1] |= three[0] & left
			three[0] |= left
		}
	}
	// Short chains first: a move that costs little and leaves less to search.
	for i, code := range s.parts {
		if code == 1 || code == 2 {
			rest := s.without(i)
			if t.gives(&rest, open, value, int(code), 0) {
				return true
			}
		}
	}
	slices.SortFunc(chains, func(a, b opening) int { return cmp.Compare(a.size, b.size) })
	small := 0
	for ; small < len(chains) && chains[small].size <= 2; small++ {
		if t.opens(s, chains[small].edge, open, value) {
			return true
		}
	}
	// Then edges that make chains, so that safe ones are soon used up, and of those what was good
	// elsewhere with as many boxes open.
	history := &t.history[s.drawn.Count()&1][open]
	var moves [MaxEdges]uint64
	n := 0
	for rest := safe; rest != 0; {
		e := g.First(rest)
		bit := g.Bit(e)
		rest &^= bit
		if g.later[e]&^s.drawn != 0 {
			continue // another outer edge stands for it
		}
		made := uint64(0)
		for _, set := range three {
			if set&bit != 0 {
				made++
			}
		}
		moves[n] = made<<40 | uint64(history[e])<<8 | uint64(e)
		n++
	}
	slices.SortFunc(moves[:n], func(a, b uint64) int { return cmp.Compare(b, a) })
	if t.number&1 == 1 && n > 1 { // another thread looks elsewhere first
		moves[0], moves[1] = moves[1], moves[0]
	}
	// A reply that is known already may settle it.
	for _, m := range moves[:n] {
		child := *s
		child.play(g, Edge(m&255))
		if _, h := t.find(child.key(), open); h <= -value {
			return true
		}
	}
	for _, m := range moves[:n] {
		e := Edge(m & 255)
		child := *s
		child.play(g, e)
		if !t.atLeast(&child, open, 1-value) && !t.stopped {
			history[e]++
			return true
		}
	}
	for _, o := range chains[small:] {
		if t.opens(s, o.edge, open, value) {
			return true
		}
	}
	for i, code := range s.parts {
		if code > 2 && (i == 0 || s.parts[i-1] != code) {
			rest := s.without(i)
			taken, offer := opened(code)
			if t.gives(&rest, open, value, taken, offer) {
				return true
			}
		}
	}
	return false
}

// opens reports whether a move that opens a chain is worth a value or more.
func (t *thread) opens(s *state, e Edge, open, value int) bool {
	child := *s
	child.draw(t.graph, e)
	taken, offer := t.graph.harvest(&child)
	child.takeOffAll(t.graph)
	return t.gives(&child, open, value, taken, offer)
}

// gives reports whether a move is worth a value or more after which the rival takes some boxes, has
// others on offer, and s is the rest; open are the boxes before it.
func (t *thread) gives(s *state, open, value, taken, offer int) bool {
	open -= taken + offer
	most := -value - taken // that the rival may have of the rest
	if offer == 0 {
		return !t.atLeast(s, open, most+1) && !t.stopped
	}
	// He takes the offer and moves, or leaves it and does not: as is better.
	return most >= 0 && !t.atLeast(s, open, most-offer+1) && t.atLeast(s, open, -most-offer) && !t.stopped
}

// An entry of the table:
//
//	 63                    16 15      11 10      6 5      0
//	+------------------------+----------+---------+--------+
//	| low 48 bits of the key | low      | high    | effort |
//	+------------------------+----------+---------+--------+
//
// Bounds are half of (value + open boxes), and effort is the logarithm of the nodes. Index and key
// together hold the 64 bits of the hash. Two states without components never have the same; that
// one of those which are looked for, some 10^10, is taken for another one has a probability of
// less than 10^-8.
const (
	keyShift  = 16
	lowShift  = 11
	highShift = 6
	half      = 31
	effort    = 63
)

// bucket returns the entries in which a state may stand, and its key in place.
func (v *Solver) bucket(key uint64) (entries []uint64, mark uint64) {
	i := key >> (64 - v.bits)
	return v.table[i*bucketSize : (i+1)*bucketSize], key << keyShift
}

// find returns the bounds of a state, the widest ones if it is not there.
func (v *Solver) find(key uint64, open int) (low, high int) {
	entries, mark := v.bucket(key)
	for i := range entries {
		e := atomic.LoadUint64(&entries[i])
		if e&^(1<<keyShift-1) == mark && e != 0 {
			return int(e>>lowShift&half)*2 - open, int(e>>highShift&half)*2 - open
		}
	}
	return -open, open
}

// store keeps the bounds of a state, in place of the one in its bucket that cost least.
func (v *Solver) store(key uint64, open, low, high int, nodes uint64) {
	entries, mark := v.bucket(key)
	e := mark | uint64(low+open)/2<<lowShift | uint64(high+open)/2<<highShift | uint64(min(bits.Len64(nodes), effort))
	worst, least := 0, uint64(effort+1)
	for i := range entries {
		old := atomic.LoadUint64(&entries[i])
		if old&^(1<<keyShift-1) == mark {
			worst = i
			break
		}
		if old&effort < least {
			worst, least = i, old&effort
		}
	}
	atomic.StoreUint64(&entries[worst], e)
}
