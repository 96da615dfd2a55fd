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
// (graph.harvest), of the edges of a chain one is tried, and endgames of chains and loops are valued by
// their sizes. Positions of the same shape share an entry of the table: images of each other, and
// all others that are the same graph of joints and chains. The boxes taken so far change nothing
// about the best moves: values are of boxes still open.
type Solver struct {
	// Told, if it is set before a search, is called with what Value has found so far: the value of the position
	// that it was asked for is low..high.
	Told func(low, high int)

	graph *graph
	table []uint64 // buckets of entries, see store; for atomic operations
	nodes atomic.Uint64
	bits  int // of the index of a bucket
	busy  [1 << busyBits]atomic.Uint64

	mu   sync.Mutex
	idle []*thread
}

// busyBits is the number of bits of the index of Solver.busy, which has the marks of states that are being
// searched: another thread looks elsewhere first (simplified ABDADA; T. Kerrigan, after J.-C. Weill,
// The ABDADA Distributed Minimax Search Algorithm, ICCA Journal 19, 1996).
const busyBits = 12

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

// quiet returns a position in which boxes have been taken as long as there was no choice: how many, how
// many are on offer, and what is left.
func (v *Solver) quiet(drawn Edges) (s state, taken, offer int) {
	s = v.graph.stateOf(drawn)
	taken, offer = v.graph.harvest(&s)
	s.takeOffAll(v.graph)
	return s, taken, offer
}

// Value returns the boxes that the player to move will have of those still open, less the other's,
// when both play as well as can be. Its error is ctx's. So many threads search side by side; the
// value does not depend on them.
func (v *Solver) Value(ctx context.Context, drawn Edges, threads int) (int, error) {
	s, taken, offer := v.quiet(drawn)
	low, high := -s.open, s.open
	for guess := s.open & 1; low < high; {
		// The value has the parity of the boxes: tests are for a guess or more.
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

// holds reports whether a position is worth a value or more to the player to move.
func (v *Solver) holds(ctx context.Context, drawn Edges, value, threads int) (bool, error) {
	s, taken, offer := v.quiet(drawn)
	value -= taken
	switch {
	case offer == 0:
		return v.race(ctx, &s, value, threads)
	case value <= 0: // he takes the offer or leaves it, as is better: abs(offer + rest)
		return true, nil
	}
	yes, err := v.race(ctx, &s, value-offer, threads)
	if yes || err != nil {
		return yes, err
	}
	more, err := v.race(ctx, &s, 1-value-offer, threads)
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
			return false, errors.New("dotsboxes: the search has stopped") // cannot be: nobody else stops it
		}
		return false, ctx.Err()
	}
}

// thread returns a thread that is idle, or a new one.
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

// free makes a thread idle, and counts what it has not counted yet.
func (v *Solver) free(t *thread) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.nodes.Add(t.nodes % pollNodes)
	t.nodes = 0
	v.idle = append(v.idle, t)
}

// thread is a search under way, and what it remembers for the next one.
type thread struct {
	*Solver
	loony   loony
	stop    *atomic.Bool
	stopped bool
	shared  bool // with other threads
	nodes   uint64
	places  [1 << placeBits]place // a cache
	// history counts how often drawing an edge was good enough: by the parity of the edges drawn,
	// the number of boxes open, and the edge.
	history [2][maxBoxes + 1][MaxEdges]uint32
}

// place is a state as it lies on the board, and the key of its shape.
type place struct {
	drawn Edges
	hash  uint64 // of the components
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

// pollNodes is the number of nodes after which a thread looks whether it is to stop.
const pollNodes = 1024

// atLeast reports whether a quiet state is worth a value or more to the player to move. When the search
// has been stopped the answer means nothing.
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

// busyAt returns where the mark of a state is while it is being searched.
func (v *Solver) busyAt(k key) *atomic.Uint64 { return &v.busy[k.index>>(64-busyBits)] }

// manySafe is the number of safe edges from which on replies are looked up to find the best order: that
// is dear, and pays where there is much to search.
const manySafe = 16

// search tries the moves of a state that is not known.
func (t *thread) search(s *state, value int) bool {
	g := t.graph
	var three [2]Edges // edges of boxes with three left: in one or more, in two
	safe := g.safe(s, &three)
	// A reply that is known already may settle it, or show that a move is not good enough.
	history := &t.history[s.drawn.Count()&1][s.open]
	var moves, marks [MaxEdges]uint64
	n := 0
	for rest := safe; rest != 0; {
		e := g.First(rest)
		bit := g.Bit(e)
		rest &^= bit
		if g.later[e]&^s.drawn != 0 {
			continue // another outer edge stands for it
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
		// Edges that make chains come first, so that safe ones are soon used up, and of those what was
		// good elsewhere with as many boxes open.
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
	// The reply of a player who copies the rival's moves, turned by 180 degrees: as long as it is good enough, only
	// positions follow that are their own image, which are few.
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
	// Short chains: a move that costs little and leaves less to search.
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

// byReplies sorts out moves that have a reply which is known to refute them, and puts those first
// that have the fewest replies of which nothing is known. It returns how many are left.
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

// safe returns the edges of a quiet state that give nothing away: those of no box with two edges left.
func (g *graph) safe(s *state, three *[2]Edges) Edges {
	safe := g.All &^ s.drawn
	for _, set := range g.boxes {
		left := set &^ s.drawn
		rest := left & (left - 1)
		rest &= rest - 1 // all but two
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

// opens reports whether a move that opens a chain is worth a value or more.
func (t *thread) opens(s *state, e Edge, value int) bool {
	child := *s
	child.draw(t.graph, e)
	taken, offer := t.graph.harvest(&child)
	child.takeOffAll(t.graph)
	return t.gives(&child, value, taken, offer)
}

// gives reports whether a move is worth a value or more after which the rival takes some boxes, has
// others on offer, and s is the rest.
func (t *thread) gives(s *state, value, taken, offer int) bool {
	most := -value - taken // that the rival may have of the rest
	if offer == 0 {
		return !t.atLeast(s, most+1) && !t.stopped
	}
	// He takes the offer and moves, or leaves it and does not: as is better.
	return most >= 0 && !t.atLeast(s, most-offer+1) && t.atLeast(s, -most-offer) && !t.stopped
}

// An entry of the table:
//
//	 63                    16 15      11 10      6 5      0
//	+------------------------+----------+---------+--------+
//	| low 48 bits of the mark| low      | high    | effort |
//	+------------------------+----------+---------+--------+
//
// Bounds are half of (value + open boxes), and effort is the logarithm of the nodes. Index and mark are
// independent, and of some 10^9 states that are looked for among 4 each, with 48 bits of the mark to
// tell them apart, one is taken for another one with a probability of 2 in 100,000.
const (
	keyShift  = 16
	lowShift  = 11
	highShift = 6
	half      = 31
	effort    = 63
)

// bucket returns the entries in which a state may stand, and its key in place.
func (v *Solver) bucket(k key) (entries []uint64, mark uint64) {
	i := k.index >> (64 - v.bits)
	return v.table[i*bucketSize : (i+1)*bucketSize], k.mark << keyShift
}

// find returns the bounds of a state, the widest ones if it is not there.
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

// store keeps the bounds of a state, in place of the one in its bucket that cost least.
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
