// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

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

// Solver finds the values of positions by alpha-beta search with an empty window, as Barker and
// Korf do (Solving Dots-And-Boxes, AAAI 2012). The solver takes boxes without a choice if taking
// them is best (graph.harvest), tries only one edge of a chain, and values endgames of chains and
// loops by their sizes. Positions of the same shape share an entry of the table: not only images of
// each other, but all positions with the same graph of joints and chains. The boxes taken so far do
// not affect the best moves: values count the boxes still open.
type Solver struct {
	// Told, if set before a search, receives Value's results so far: the value of its position is
	// low..high.
	Told func(low, high int)

	graph *graph
	table []uint64 // buckets of entries, see store; for atomic operations
	nodes atomic.Uint64
	bits  int // bits of the index of a bucket
	busy  [1 << busyBits]atomic.Uint64

	mu   sync.Mutex
	idle []*thread
}

// busyBits is the number of bits of the index of Solver.busy. Solver.busy has the marks of states
// that a thread is searching. Other threads leave these states for last (simplified ABDADA; T.
// Kerrigan, after J.-C. Weill, The ABDADA Distributed Minimax Search Algorithm, ICCA Journal 19,
// 1996).
const busyBits = 12

// maxBoxes bounds the boxes of a board.
const maxBoxes = 25

// bucketSize is the number of entries that can hold a state.
const bucketSize = 4

// Bounds of a solver's memory, in entries of 8 bytes.
const (
	MinSolverEntries = 1 << 18
	MaxSolverEntries = 1 << 32
)

// NewSolver returns a solver with that many entries, rounded down to a power of two. Any number
// finds a value; more entries find it faster.
func NewSolver(b *Grid, entries int) (*Solver, error) {
	if entries < MinSolverEntries || entries > MaxSolverEntries {
		return nil, fmt.Errorf("dotsboxes: %d entries, want %d..%d", entries, MinSolverEntries, MaxSolverEntries)
	}
	n := bits.Len(uint(entries)) - 1
	return &Solver{graph: makeGraph(b), table: make([]uint64, 1<<n), bits: n - bits.Len(bucketSize-1)}, nil
}

// Nodes returns the number of positions searched so far.
func (v *Solver) Nodes() uint64 { return v.nodes.Load() }

// quiet takes boxes while there is no choice. It returns the number taken, the number on offer, and
// the remaining position.
func (v *Solver) quiet(drawn Edges) (s state, taken, offer int) {
	s = v.graph.stateOf(drawn)
	taken, offer = v.graph.harvest(&s)
	s.takeOffAll(v.graph)
	return s, taken, offer
}

// Value returns, with best play by both, the boxes that the player to move will have of the open
// ones, less the rival's. That many threads search side by side; the value does not depend on their
// number. The error of Value is ctx's.
func (v *Solver) Value(ctx context.Context, drawn Edges, threads int) (int, error) {
	s, taken, offer := v.quiet(drawn)
	low, high := -s.open, s.open
	for guess := s.open & 1; low < high; {
		// The value has the parity of the boxes. Each test answers whether the value is at least
		// guess.
		yes, err := v.race(ctx, &s, guess, threads)
		if err != nil {
			return 0, err
		}
		if yes {
			low, guess = guess, guess+2
		} else {
			high, guess = guess-2, guess-2
		}
		if v.Told != nil && offer == 0 {
			v.Told(taken+low, taken+high)
		}
	}
	if offer > 0 {
		return taken + abs(offer+low), nil
	}
	return taken + low, nil
}

// holds reports whether a position has at least that value for the player to move.
func (v *Solver) holds(ctx context.Context, drawn Edges, value, threads int) (bool, error) {
	s, taken, offer := v.quiet(drawn)
	value -= taken
	switch {
	case offer == 0:
		return v.race(ctx, &s, value, threads)
	case value <= 0: // the better of taking and leaving the offer: abs(offer + rest)
		return true, nil
	}
	yes, err := v.race(ctx, &s, value-offer, threads)
	if yes || err != nil {
		return yes, err
	}
	more, err := v.race(ctx, &s, 1-value-offer, threads)
	return !more, err
}

// Best returns a move that keeps the value of a position for the player to move, and that value.
// The game must not be over.
func (v *Solver) Best(ctx context.Context, drawn Edges, threads int) (best Edge, value int, err error) {
	if value, err = v.Value(ctx, drawn, threads); err != nil {
		return 0, 0, err
	}
	b := v.graph.Grid
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
	return 0, 0, errors.New("dotsboxes: no move keeps the value") // impossible: some move keeps the value of its state
}

// race finds out whether a state has at least that value, with several threads that share the
// table. The first answer counts.
func (v *Solver) race(ctx context.Context, s *state, atLeast, threads int) (yes bool, err error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	answers := make(chan bool, threads)
	var all sync.WaitGroup
	for range threads {
		all.Go(func() {
			t := v.thread()
			defer v.free(t)
			t.stop, t.stopped, t.shared = &stop, false, threads > 1
			root := *s
			answer := t.atLeast(&root, atLeast)
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
			return false, errors.New("dotsboxes: the search has stopped") // impossible: nothing else stops the search
		}
		return false, ctx.Err()
	}
}

// thread returns an idle thread, or a new one.
func (v *Solver) thread() *thread {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := len(v.idle) - 1
	if n < 0 {
		return &thread{Solver: v, loony: loony{}}
	}
	t := v.idle[n]
	v.idle = v.idle[:n]
	return t
}

// free makes a thread idle, and adds its uncounted nodes.
func (v *Solver) free(t *thread) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.nodes.Add(t.nodes % pollNodes)
	t.nodes = 0
	v.idle = append(v.idle, t)
}

// thread is a search under way, with its memory for the next search.
type thread struct {
	*Solver
	loony   loony
	stop    *atomic.Bool
	stopped bool
	shared  bool // shared with other threads
	nodes   uint64
	places  [1 << placeBits]place // a cache
	// history counts how often drawing an edge was good enough, indexed by the parity of the drawn
	// edges, the number of open boxes, and the edge.
	history [2][maxBoxes + 1][MaxEdges]uint32
}

// place is a state at its place on the board, with the key of its shape.
type place struct {
	drawn Edges
	hash  uint64 // hash of the components
	key   key
}

// placeBits is the number of bits of the index of thread.places.
const placeBits = 15

// key returns the key of a state.
func (t *thread) key(s *state) key {
	if s.drawn == t.graph.All {
		return key{s.hash, mix(s.hash)}
	}
	p := &t.places[(uint64(s.drawn)*0xd6e8feb86659fd93+s.hash)>>(64-placeBits)]
	if p.drawn != s.drawn || p.hash != s.hash || p.key == (key{}) {
		var sh shape
		t.graph.shapeOf(s, &sh)
		*p = place{s.drawn, s.hash, sh.key}
	}
	return p.key
}

// pollNodes is the number of nodes between checks whether the thread should stop.
const pollNodes = 1024

// atLeast reports whether a quiet state has at least that value for the player to move. After a
// stop of the search the answer has no meaning.
func (t *thread) atLeast(s *state, value int) bool {
	value += (value + s.open) & 1
	switch {
	case value <= -s.open:
		return true
	case value > s.open:
		return false
	case s.drawn == t.graph.All:
		return t.loony.value(s.parts) >= value
	}
	k := t.key(s)
	low, high := t.find(k, s.open)
	switch {
	case low >= value:
		return true
	case high < value:
		return false
	}
	before := t.nodes
	if t.nodes++; t.nodes%pollNodes == 0 {
		t.Solver.nodes.Add(pollNodes)
		t.stopped = t.stopped || t.stop.Load()
	}
	if t.stopped {
		return false
	}
	var busy *atomic.Uint64
	if t.shared {
		if busy = t.busyAt(k); busy.Load() == 0 {
			busy.Store(k.mark)
		} else {
			busy = nil
		}
	}
	yes := t.search(s, value)
	if busy != nil {
		busy.Store(0)
	}
	if t.stopped {
		return false
	}
	if yes {
		low = max(low, value)
	} else {
		high = min(high, value-2)
	}
	t.store(k, s.open, low, high, t.nodes-before)
	return yes
}

// busyAt returns the place of a state's mark during its search.
func (v *Solver) busyAt(k key) *atomic.Uint64 { return &v.busy[k.index>>(64-busyBits)] }

// manySafe is the least number of safe edges for looking up replies to order the moves. The look-up
// is expensive, and pays in large searches.
const manySafe = 16

// search tries the moves of a state whose value is unknown.
func (t *thread) search(s *state, value int) bool {
	g := t.graph
	var three [2]Edges // edges of boxes with three edges left: one such box or more, two such boxes
	safe := g.safe(s, &three)
	// A reply with a known value may settle the search, or refute a move.
	history := &t.history[s.drawn.Count()&1][s.open]
	var moves, marks [MaxEdges]uint64
	n := 0
	for rest := safe; rest != 0; {
		e := g.First(rest)
		bit := g.Bit(e)
		rest &^= bit
		if g.later[e]&^s.drawn != 0 {
			continue // another outer edge represents this one
		}
		child := *s
		child.play(g, e)
		k := t.key(&child)
		low, high := t.find(k, child.open)
		switch {
		case high <= -value:
			return true
		case low > -value || slices.Contains(marks[:n], k.mark):
			continue
		}
		marks[n] = k.mark
		// Edges that make chains come first, so that safe ones are soon used up. Among these come
		// first the edges that were good elsewhere with as many open boxes.
		order := uint64(0)
		if three[0]&bit != 0 {
			order++
		}
		if three[1]&bit != 0 {
			order++
		}
		moves[n] = order<<40 | uint64(history[e])<<8 | uint64(e)
		n++
	}
	// The next candidate copies the rival's move, turned by 180 degrees. As long as this is good
	// enough, only positions that are their own image follow, and these are few.
	if copied := g.missing(s.drawn) & safe; copied != 0 {
		for _, m := range moves[:n] {
			e := Edge(m & 255)
			if g.Bit(e) != copied {
				continue
			}
			child := *s
			child.play(g, e)
			if !t.atLeast(&child, 1-value) && !t.stopped {
				history[e]++
				return true
			}
		}
	}
	// Short chains cost little and leave less of the board to search.
	for i, code := range s.parts {
		if code == 1 || code == 2 {
			rest := s.without(i)
			if t.gives(&rest, value, int(code), 0) {
				return true
			}
		}
	}
	var sh shape
	g.shapeOf(s, &sh)
	chains := sh.chains[:sh.n]
	slices.SortFunc(chains, func(a, b opening) int { return cmp.Compare(a.size, b.size) })
	for ; len(chains) > 0 && chains[0].size <= 2; chains = chains[1:] {
		if t.opens(s, chains[0].edge, value) {
			return true
		}
	}
	if safe.Count() >= manySafe {
		n = t.byReplies(s, value, moves[:n])
	}
	slices.Sort(moves[:n])
	for deferred := false; ; deferred = true {
		later := 0
		for i := n - 1; i >= 0; i-- {
			e := Edge(moves[i] & 255)
			child := *s
			child.play(g, e)
			if t.shared && !deferred && i < n-1 {
				if k := t.key(&child); t.busyAt(k).Load() == k.mark {
					later++
					moves[n-later] = moves[i]
					continue
				}
			}
			if !t.atLeast(&child, 1-value) && !t.stopped {
				history[e]++
				return true
			}
		}
		if later == 0 {
			break
		}
		n = copy(moves[:], moves[n-later:n])
	}
	for _, o := range chains {
		if t.opens(s, o.edge, value) {
			return true
		}
	}
	for i, code := range s.parts {
		if code > 2 && (i == 0 || s.parts[i-1] != code) {
			rest := s.without(i)
			taken, offer := opened(code)
			if t.gives(&rest, value, taken, offer) {
				return true
			}
		}
	}
	return false
}

// byReplies removes moves with a known refutation, and puts moves with the fewest unknown replies
// first. It returns how many moves are left.
func (t *thread) byReplies(s *state, value int, moves []uint64) (n int) {
	g := t.graph
next:
	for _, m := range moves {
		child := *s
		child.play(g, Edge(m&255))
		open := uint64(0)
		var three [2]Edges
		for rest := g.safe(&child, &three); rest != 0; {
			e := g.First(rest)
			rest &^= g.Bit(e)
			if g.later[e]&^child.drawn != 0 {
				continue
			}
			reply := child
			reply.play(g, e)
			low, high := t.find(t.key(&reply), reply.open)
			if high < value {
				continue next
			}
			if low < value {
				open++
			}
		}
		const most = 1 << 10
		moves[n] = m + (most-4*open)<<40
		n++
	}
	return n
}

// safe returns the edges of a quiet state that give no box away: the edges without a box that has
// two edges left.
func (g *graph) safe(s *state, three *[2]Edges) Edges {
	safe := g.All &^ s.drawn
	for _, set := range g.boxes {
		left := set &^ s.drawn
		rest := left & (left - 1)
		rest &= rest - 1 // all except two
		switch {
		case left == 0:
		case rest == 0:
			safe &^= left
		case rest&(rest-1) == 0:
			three[1] |= three[0] & left
			three[0] |= left
		}
	}
	return safe
}

// opens reports whether a move that opens a chain has at least that value.
func (t *thread) opens(s *state, e Edge, value int) bool {
	child := *s
	child.draw(t.graph, e)
	taken, offer := t.graph.harvest(&child)
	child.takeOffAll(t.graph)
	return t.gives(&child, value, taken, offer)
}

// gives reports whether a move has at least that value. After the move the rival takes some boxes
// and has others on offer, and s is the rest.
func (t *thread) gives(s *state, value, taken, offer int) bool {
	most := -value - taken // the most that the rival may have of the rest
	if offer == 0 {
		return !t.atLeast(s, most+1) && !t.stopped
	}
	// The rival takes the offer and moves, or leaves it and does not move. He does the better of
	// the two.
	return most >= 0 && !t.atLeast(s, most-offer+1) && t.atLeast(s, -most-offer) && !t.stopped
}

// An entry of the table:
//
//	 63                    16 15      11 10      6 5      0
//	+------------------------+----------+---------+--------+
//	| low 48 bits of the mark| low      | high    | effort |
//	+------------------------+----------+---------+--------+
//
// Bounds are stored as half of (value + open boxes), effort as the logarithm of the nodes. Index
// and mark are independent. Some 10^9 look-ups compare 48 bits of the mark with 4 entries each, so
// that one state is mistaken for another with a probability of 2 in 100,000.
const (
	keyShift  = 16
	lowShift  = 11
	highShift = 6
	half      = 31
	effort    = 63
)

// bucket returns the entries that can hold a state, and its key shifted into place.
func (v *Solver) bucket(k key) (entries []uint64, mark uint64) {
	i := k.index >> (64 - v.bits)
	return v.table[i*bucketSize : (i+1)*bucketSize], k.mark << keyShift
}

// find returns the bounds of a state, or the widest bounds if the table does not have it.
func (v *Solver) find(k key, open int) (low, high int) {
	entries, mark := v.bucket(k)
	for i := range entries {
		e := atomic.LoadUint64(&entries[i])
		if e&^(1<<keyShift-1) == mark && e != 0 {
			return int(e>>lowShift&half)*2 - open, int(e>>highShift&half)*2 - open
		}
	}
	return -open, open
}

// store saves the bounds of a state, in place of the cheapest entry in its bucket.
func (v *Solver) store(k key, open, low, high int, nodes uint64) {
	entries, mark := v.bucket(k)
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
