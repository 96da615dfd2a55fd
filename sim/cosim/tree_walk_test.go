// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// chanceGame is a random game: a position follows from a number, which each move changes. Players
// need not alternate.
type chanceGame struct {
	root, at uint64
	begun    int // plies before the root
	plies    int
	width    int // the most moves of a position
	length   int // the most plies
	extreme  bool
	named    bool // moves are placements with names, and it has passes
}

// mixed returns a number that looks unrelated to the given ones.
func mixed(a, b uint64) uint64 { return rand.NewPCG(a, b).Uint64() }

func (g *chanceGame) Reset()      { g.at, g.plies = g.root, g.begun }
func (g *chanceGame) ToMove() int { return int(g.at >> 7 & 1) }

func (g *chanceGame) Over() (tree.Leaf, bool) {
	return g.value(g.at >> 20), g.plies == g.length || g.plies > 0 && g.at>>40%24 == 0
}

func (g *chanceGame) value(from uint64) tree.Leaf {
	v := tree.Value(from)
	if g.extreme {
		v = []tree.Value{0, tree.MaxValue, tree.MaxValue / 2, 1}[from>>60&3]
	}
	return tree.Leaf{Values: tree.Values{v, tree.MaxValue - v}}
}

func (g *chanceGame) Moves(dst []tree.Choice) []tree.Choice {
	if g.named && g.at>>48%8 == 0 {
		return append(dst, tree.Choice{Move: passMove})
	}
	spread := int32(g.at>>11&7) * 100
	for i := range 1 + int(g.at%uint64(g.width)) {
		x := mixed(g.at, uint64(i))
		m := tree.Move(x & (1<<17 - 1))
		if g.named {
			row, col := 4+x%6, 4+x>>8%6 // no reference cell lies outside
			m = tree.Move(x>>16%playout.NumPatterns | x>>30&3<<7 | row<<9 | col<<13)
		}
		dst = append(dst, tree.Choice{Move: m, Logit: int32(x>>32) % (spread + 1)})
	}
	return dst
}

func (g *chanceGame) Play(m tree.Move) {
	g.at = mixed(g.at, uint64(m)+1<<32)
	g.plies++
}

// advance makes a move at the root, which becomes another position.
func (g *chanceGame) advance(m tree.Move) {
	g.Reset()
	g.Play(m)
	g.root, g.begun = g.at, g.plies
}

func (g *chanceGame) Leaf(number uint32) tree.Leaf { return g.value(mixed(g.at, uint64(number)+1<<33)) }

// walkLimits are the parameters of a tree_walk.
type walkLimits struct {
	visitBits, blocks, children, flights, expand int
	exploration, reduction                       int
	places                                       int // 0: all blocks are in block RAM
	bank                                         int // words of a bank of the children's memories; 0: the chip's number
}

func (l walkLimits) config() tree.Config {
	return tree.Config{
		VisitBits: l.visitBits, Expanded: l.blocks, Children: l.children, InFlight: l.flights, ExpandVisits: l.expand,
		Exploration: l.exploration, Reduction: l.reduction, NoProofs: true, InPlace: true, LateChildren: true, Nodes: max(2*tree.MaxChildren, 1+l.blocks*l.children),
	}
}

func (l walkLimits) model() verilator.Model {
	m := verilator.Model{Top: "tree_walk", Params: map[string]int{
		"VISIT_BITS": l.visitBits, "BLOCKS": l.blocks, "CHILDREN": l.children, "FLIGHTS": l.flights,
		"EXPAND_VISITS": l.expand, "EXPLORATION": l.exploration, "REDUCTION": l.reduction,
	}}
	if l.bank > 0 {
		m.Params["BANK"] = l.bank
	}
	if l.places > 0 {
		m.Top, m.Sources = "tree_walk_bench", benchSources
		m.Params["PLACES"] = l.places
	}
	return m
}

// expandedNode is a node with children from the search.
type expandedNode struct {
	level    tree.Level // names the children
	children []tree.Child
}

// walkBench is tree_walk with a game around it that a search in golden has played before. It does
// the leaves of that search one by one, and predicts the cycle of each of the module's events.
type walkBench struct {
	p      *verilator.Proc
	rng    *rand.Rand
	port   map[string]verilator.Port
	limits walkLimits
	tree   *tree.Tree
	twin   twin.TreeWalk

	run      bool
	more     int             // leaves to come in the search
	wait     int             // the most cycles that a handshake waits
	delay    int             // the most cycles until a value comes
	nodes    []*expandedNode // by block
	rootAt   int             // the root's block
	game     *chanceGame
	kept     int               // number of kept roots
	moved    int               // number of moves at the root
	moment   int               // earliest cycle of the module's next way
	left     bool              // a leaf was taken in the cycle before taken
	taken    int               // first cycle after the last leaf was taken
	flight   int               // flight of the next leaf
	backs    []twin.TreeBack   // of the leaf pending in each flight; without a path there is none
	leaves   []uint32          // the last nodes of those leaves
	children map[int]walkChild // by the cycle of their coming
	listed   int               // first cycle after the last child of the latest leaf
	incoming map[int]walkValue

	begun  int // first cycle of the plan
	plan   []walkCycle
	number uint32 // number of the leaf

	memory *twin.SDRAM // memory behind the pager, if there is one

	// search is the bench around the module, if it is part of tree_search.
	search *treeSearchBench
}

type walkChild struct {
	tree.Child
	flight, player int
	last           bool
}

type walkValue struct {
	flight int
	value  tree.Value
}

// walkEvents are the event signals of tree_walk.
var walkEvents = []string{"path_o", "move_valid_o", "expand_valid_o", "leaf_valid_o"}

// walkCycle is a predicted cycle: its inputs, its event, if any, and its outputs.
type walkCycle struct {
	run   bool
	in    map[string]uint64
	event string
	out   map[string]uint64
	leaf  uint32
	host  searchCycle
}

// planned is the number of cycles that are predicted before they are done.
const planned = 20_000

// to predicts the idle cycles before the given one, and the inputs, the event and the outputs of
// that cycle.
func (w *walkBench) to(cycle int, event string, in, out map[string]uint64) error {
	now := w.begun + len(w.plan)
	if cycle < now {
		return fmt.Errorf("tree_walk: cycle %d is over", cycle)
	}
	for now < cycle {
		w.plan = append(w.plan, walkCycle{run: w.run, leaf: w.number, host: w.search.cycle(now)})
		now++
	}
	w.plan = append(w.plan, walkCycle{w.run, in, event, out, w.number, w.search.cycle(now)})
	if len(w.plan) < planned {
		return nil
	}
	return w.flush()
}

// flush does the predicted cycles.
func (w *walkBench) flush() error {
	cut := w.search != nil && w.search.cut > 0 && w.search.cut <= w.begun+len(w.plan)
	if cut {
		w.plan = w.plan[:w.search.cut-w.begun]
	}
	b := w.p.NewBatch(len(w.plan))
	for i, c := range w.plan {
		v := b.In(i)
		if w.search == nil {
			w.port["run_i"].Set(v, flagBit(c.run))
		} else {
			w.search.drive(v, &c.host, w.begun+i)
		}
		if value, ok := w.incoming[w.begun+i]; ok {
			w.port["value_valid_i"].Set(v, 1)
			w.port["value_slot_i"].Set(v, uint64(value.flight))
			w.port["value_i"].Set(v, uint64(value.value))
			delete(w.incoming, w.begun+i)
		}
		if child, ok := w.children[w.begun+i]; ok {
			w.port["child_valid_i"].Set(v, 1)
			w.port["child_slot_i"].Set(v, uint64(child.flight))
			w.port["child_move_i"].Set(v, uint64(child.Move))
			w.port["child_prior_i"].Set(v, uint64(child.Prior))
			w.port["child_last_i"].Set(v, flagBit(child.last))
			w.port["child_player_i"].Set(v, uint64(child.player))
			delete(w.children, w.begun+i)
		}
		for name, value := range c.in {
			w.port[name].Set(v, value)
		}
		if c.event != "move_valid_o" { // ready without a move
			w.port["move_ready_i"].Set(v, flagBit((w.begun+i)%3 == 0))
		}
	}
	if err := w.p.Step(b); err != nil {
		return err
	}
	events := walkEvents
	if w.search != nil {
		events = slices.Concat(walkEvents, searchEvents)
	}
	for i, c := range w.plan {
		for _, name := range events {
			if got, want := w.port[name].Bool(b.Out(i)), name == c.event; got != want {
				return w.p.Mismatch(name, got, want, "leaf %d", c.leaf).At(b.Cycle(i))
			}
		}
		if w.search != nil {
			if err := w.search.check(b.Out(i), &c.host, b.Cycle(i)); err != nil {
				return err
			}
		}
		for name, want := range c.out {
			if got := w.port[name].Uint(b.Out(i)); got != want {
				return w.p.Mismatch(name, got, want, "leaf %d", c.leaf).At(b.Cycle(i))
			}
		}
	}
	w.begun += len(w.plan)
	w.plan = w.plan[:0]
	if w.memory != nil {
		w.memory.Commands = nil
	}
	if cut {
		return errCut
	}
	return nil
}

// held extends an event by a random number of cycles from its first cycle, and returns the last
// cycle.
func (w *walkBench) held(cycle int, event string) (int, error) {
	if w.wait == 0 {
		return cycle, nil
	}
	end := cycle + w.rng.IntN(w.wait+1)
	for ; cycle < end; cycle++ {
		if err := w.to(cycle, event, nil, nil); err != nil {
			return 0, err
		}
	}
	return end, nil
}

// backUp returns the first cycle after the backup of the flight's pending leaf, if there is one, and
// after its node has got children. at is the module's first possible cycle; turned says that the
// flight's turn begins with it.
func (w *walkBench) backUp(at int, turned bool) int {
	back := &w.backs[w.flight]
	if len(back.Path) == 0 {
		return at
	}
	at = w.twin.Back(at, back, turned)
	if l, ok := w.tree.At(w.leaves[w.flight]); ok && back.Gives {
		at = w.give(at, back.Path, &l)
	}
	*back = twin.TreeBack{}
	return at
}

// forget begins a tree without nodes.
func (w *walkBench) forget() {
	places := w.limits.places
	if places == 0 {
		places = w.limits.blocks
	}
	w.twin.Nodes, w.rootAt = twin.NewTreeNodes(places, w.limits.blocks), 0
	w.nodes = make([]*expandedNode, w.limits.blocks)
}

// give gives the node that a path leads to the children of a level, from a cycle on, and returns the
// first cycle after that.
func (w *walkBench) give(at int, path []twin.TreeStep, l *tree.Level) int {
	end := w.twin.Give(at, path, l)
	block, _ := w.twin.Nodes.Block(l.Node)
	w.nodes[block] = &expandedNode{*l, w.tree.ChildrenOf(l, nil)}
	return end
}

// leaf does a leaf.
func (w *walkBench) leaf(d *tree.Descent) error {
	w.number = d.Number
	at := w.twin.Begin(w.backUp(w.moment, false))
	home := at
	if w.left {
		home = w.taken
	}
	if err := w.to(home, "path_o", nil, nil); err != nil {
		return err
	}
	if w.search != nil {
		w.search.begins = append(w.search.begins, at)
	} else if w.more--; w.more == 0 { // the next way would begin before this leaf is taken
		if at >= w.begun+len(w.plan) {
			if err := w.to(at, "", nil, nil); err != nil {
				return err
			}
		}
		w.run = false
	}
	at++
	var path []twin.TreeStep
	var queued []int // cycles that queue the moves
	next := &w.backs[(w.flight+1)%w.limits.flights]
	for i := range d.Levels {
		l := &d.Levels[i]
		s := w.twin.Nodes.Step(l)
		read := w.twin.Reach(at, &s)
		taken := 0
		if i+1 == len(d.Levels) {
			taken = w.taken
		}
		q, _ := w.twin.Down(read, s, l.Scanned(), next, taken)
		queued = append(queued, q)
		at = w.twin.Go(q, i+1 < len(d.Levels))
		path = append(path, s)
		w.twin.Nodes.Visit(s)
	}
	for i, l := range d.Levels {
		held, err := w.held(max(queued[i]+1, w.begun+len(w.plan)), "move_valid_o")
		if err == nil {
			err = w.to(held, "move_valid_o", map[string]uint64{"move_ready_i": 1}, map[string]uint64{"move_o": uint64(l.Move)})
		}
		if err != nil {
			return err
		}
	}
	lists := int(d.Visits) == w.limits.expand && !w.twin.Nodes.Full()
	held, err := w.held(w.begun+len(w.plan), "leaf_valid_o")
	if err == nil {
		out := map[string]uint64{"leaf_slot_o": uint64(w.flight), "leaf_list_o": flagBit(lists)}
		if w.search != nil {
			out["leaf_seed_o"] = uint64(w.search.leafSeed(d.Number))
		}
		err = w.to(held, "leaf_valid_o", map[string]uint64{"leaf_ready_i": 1}, out)
	}
	if err != nil {
		return err
	}
	gives := lists && len(d.Late) > 0
	if gives {
		w.listed = max(w.listed, held+1)
		for i, c := range d.Late {
			w.listed += w.rng.IntN(w.wait + 1)
			w.children[w.listed] = walkChild{c, w.flight, w.game.ToMove(), i == len(d.Late)-1}
			w.listed++
		}
	}
	due := max(held+1, w.listed) + w.rng.IntN(w.delay+1)
	for {
		if _, taken := w.incoming[due]; !taken {
			break
		}
		due++
	}
	w.backs[w.flight] = twin.TreeBack{Valued: due + 1, Path: path, Gives: gives}
	w.leaves[w.flight] = d.Node
	w.incoming[due] = walkValue{w.flight, d.Leaf.Values[0]}
	w.flight = (w.flight + 1) % w.limits.flights
	w.moment, w.taken, w.left = at, held+1, true
	return nil
}

// root sets another root.
func (w *walkBench) root() error {
	w.forget()
	if err := w.to(max(w.moment, w.begun+len(w.plan)), "", map[string]uint64{"new_i": 1}, nil); err != nil {
		return err
	}
	return w.rootChildren()
}

// rootChildren gives the root its children. The module requests them even without run_i.
func (w *walkBench) rootChildren() error {
	w.tree.Search(0, nil)
	at := w.twin.Begin(w.begun + len(w.plan))
	if err := w.to(at, "path_o", nil, nil); err != nil {
		return err
	}
	at++
	if l, ok := w.tree.Root(); ok {
		last, err := w.expand(at, w.tree.ChildrenOf(&l, nil), l.Player)
		w.moment = w.give(last+1, nil, &l)
		return err
	}
	held, err := w.held(w.twin.Expand(at), "expand_valid_o")
	if err == nil {
		err = w.to(held, "expand_valid_o", map[string]uint64{"expand_over_i": 1}, nil)
	}
	w.moment = held + 1
	return err
}

// expand lists the children of the root, and returns the cycle of the last one.
func (w *walkBench) expand(at int, children []tree.Child, player int) (last int, err error) {
	at = w.twin.Expand(at)
	for i, c := range children {
		if at, err = w.held(at, "expand_valid_o"); err != nil {
			return 0, err
		}
		if err := w.to(at, "expand_valid_o", map[string]uint64{
			"child_valid_i": 1, "child_move_i": uint64(c.Move), "child_prior_i": uint64(c.Prior),
			"child_last_i": flagBit(i == len(children)-1), "child_player_i": uint64(player),
		}, nil); err != nil {
			return 0, err
		}
		at++
	}
	return at - 1, nil
}

// rest waits until the values of all leaves have been backed up, and compares the tree.
func (w *walkBench) rest() error {
	if w.left && w.search.goesOn(w.taken) {
		if err := w.to(w.taken, "path_o", nil, nil); err != nil {
			return err
		}
	}
	w.run, w.left = false, false
	at := w.backUp(w.moment, false)
	for w.pending() > 0 {
		at = max(w.twin.Begin(at), w.taken) + 1
		w.flight = (w.flight + 1) % w.limits.flights
		at = w.backUp(at, true)
	}
	at = w.twin.Rest(at)
	if w.search != nil {
		w.moment = at
		return nil
	}
	over, short := flagBit(w.twin.Nodes.Made() == 0), flagBit(w.limits.blocks-w.twin.Nodes.Made() < w.limits.blocks/4)
	if at > w.begun+len(w.plan) {
		if err := w.to(at-1, "", nil, map[string]uint64{"idle_o": 0}); err != nil {
			return err
		}
	}
	if err := w.to(at, "", nil, map[string]uint64{"idle_o": 1, "over_o": over}); err != nil {
		return err
	}
	at++
	if err := w.to(at, "", nil, map[string]uint64{"short_o": short}); err != nil {
		return err
	}
	return w.look(at)
}

// place returns the place of a block with that way.
func (w *walkBench) place(block, way int) int {
	sets := w.limits.places / twin.TreeWays
	return way*sets + block%sets
}

// link returns the link to a block.
func (w *walkBench) link(block int) uint64 {
	if w.twin.Pager == nil {
		return uint64(block)
	}
	return uint64(w.twin.Pager.Link(block)<<widthOf(w.limits.blocks-1) | block)
}

// look compares all data of all children.
func (w *walkBench) look(at int) error {
	const latency = 4
	rootPort := "root_o"
	if w.search != nil {
		rootPort = "look_root_o"
	}
	for block, n := range w.nodes {
		if n == nil {
			continue
		}
		place, known, link := block, len(n.children), w.link(block)
		if w.twin.Pager != nil {
			at++
			in := map[string]uint64{"look_i": 1, "look_block_i": link}
			if err := w.to(at, "", in, map[string]uint64{"idle_o": 1}); err != nil {
				return err
			}
			s := w.twin.Nodes.Step(&n.level)
			end := w.twin.Look(at, s)
			for at++; at < end; at++ {
				if err := w.to(at, "", map[string]uint64{"look_block_i": link}, map[string]uint64{"idle_o": 0}); err != nil {
					return err
				}
			}
			if err := w.to(at, "", map[string]uint64{"look_block_i": link}, map[string]uint64{"idle_o": 1}); err != nil {
				return err
			}
			way, _ := w.twin.Pager.Way(block)
			place, known = w.place(block, way), twin.PagerNeed(s.Visited, s.Count)
		}
		for slot, c := range n.children[:known] {
			// The node arrives a cycle before the child, and stays as long as its request.
			for range latency {
				at++
				if err := w.to(at, "", map[string]uint64{
					"look_child_i": uint64(place*w.limits.children + slot), "look_block_i": link,
				}, nil); err != nil {
					return err
				}
			}
			visits, sum := w.tree.Statistics(&n.level, slot)
			want := map[string]uint64{
				"look_visits_o": uint64(visits), "look_mean_o": 0, "look_rest_o": 0, "look_move_o": uint64(c.Move),
				"look_prior_o": uint64(c.Prior), "look_count_o": uint64(len(n.children)), rootPort: w.link(w.rootAt),
			}
			if w.search == nil {
				want["look_base_o"] = uint64(place * w.limits.children)
			}
			if visits > 0 {
				want["look_mean_o"], want["look_rest_o"] = sum/uint64(visits), sum%uint64(visits)
			}
			at++
			if err := w.to(at, "", map[string]uint64{"look_block_i": link}, want); err != nil {
				return err
			}
		}
	}
	w.moment = at + 1
	return w.flush()
}

// pending returns the number of leaves whose values have not been backed up.
func (w *walkBench) pending() (n int) {
	for _, back := range w.backs {
		if len(back.Path) > 0 {
			n++
		}
	}
	return n
}

// compare does searches of a random game.
func (w *walkBench) compare(searches []int) error {
	w.game = &chanceGame{
		root: w.rng.Uint64(), width: []int{1, 3, 2 * w.limits.children, 4 * w.limits.children}[w.rng.IntN(4)],
		length: []int{0, 1, 3, 8, 40}[w.rng.IntN(5)], extreme: w.rng.IntN(3) == 0,
	}
	var err error
	if w.tree, err = tree.New(w.limits.config(), []tree.Game{w.game}); err != nil {
		return err
	}
	w.wait, w.delay = []int{0, 0, 3, 40}[w.rng.IntN(4)], []int{0, 30, 300, 1500}[w.rng.IntN(4)]
	if err := w.root(); err != nil {
		return err
	}
	for _, leaves := range searches {
		var failed error
		w.tree.Trace(func(d *tree.Descent) {
			if failed != nil {
				return
			}
			failed = w.leaf(d)
		})
		w.run, w.more = leaves > 0, leaves
		if n := w.tree.Search(leaves, nil); failed != nil {
			return failed
		} else if w.run = n == 0 && (w.twin.Nodes.Made() == 0 || w.full()); w.run { // run_i without work to do
			if err := w.to(w.moment+w.rng.IntN(9), "", nil, map[string]uint64{"idle_o": 1}); err != nil {
				return err
			}
			w.moment = w.begun + len(w.plan)
		}
		if err := w.rest(); err != nil {
			return err
		}
		for w.rng.IntN(3) > 0 {
			if err := w.advance(); err != nil {
				return err
			}
		}
	}
	return nil
}

// full reports whether the root's visits have reached their greatest number.
func (w *walkBench) full() bool { return w.tree.State().Visits == 1<<w.limits.visitBits-1 }

// advance makes a move at the root: the tree is kept, or another one begins.
func (w *walkBench) advance() error {
	if _, ok := w.tree.Root(); !ok {
		return nil
	}
	block, visits, kept := w.keep(w.pick())
	if !kept {
		return w.root()
	}
	if err := w.to(max(w.moment, w.begun+len(w.plan)), "", map[string]uint64{
		"keep_i": 1, "keep_link_i": w.link(block), "keep_visits_i": visits,
	}, map[string]uint64{"idle_o": 1}); err != nil {
		return err
	}
	// A former root can still be read.
	return w.look(w.begun + len(w.plan))
}

// pick draws a move at the root: mostly one that has children.
func (w *walkBench) pick() tree.Move {
	root, _ := w.tree.Root()
	children := w.tree.ChildrenOf(&root, nil)
	slot := w.rng.IntN(root.Count)
	for range 20 {
		if _, ok := w.tree.Below(&root, slot); ok {
			break
		}
		slot = w.rng.IntN(root.Count)
	}
	return children[slot].Move
}

// keep has golden make a move at the root, which has children. It returns the new root's block and
// visits, if the tree is kept.
func (w *walkBench) keep(m tree.Move) (block int, visits uint64, kept bool) {
	w.moved++
	kept = w.tree.Advance(func(c tree.Move) bool { return c == m })
	w.game.advance(m)
	if kept {
		w.kept++
		below, _ := w.tree.Root()
		w.rootAt, _ = w.twin.Nodes.Block(below.Node)
	}
	return w.rootAt, uint64(w.tree.State().Visits), kept
}

// beginMemory waits until the memory has been tested.
func (w *walkBench) beginMemory() error {
	slow, err := gen.SDRAMPart().Cycles(gen.SDRAMHertz)
	if err != nil {
		return err
	}
	w.memory = twin.NewSDRAM(slow)
	at := 0
	for _, a := range twin.SDRAMTest(gen.SDRAMPartTestBits) {
		var data []uint16
		if a.Write {
			data = a.Words
		}
		at = w.memory.Request(at, a.Address, len(a.Words), data).First + len(a.Words)
	}
	w.twin.Pager = twin.NewTreePager(twin.NewTreePagerConfig(w.limits.places, w.limits.children, w.limits.visitBits), w.memory)
	const registers = 2
	if err := w.to(at-1, "", nil, map[string]uint64{"tested_o": 0}); err != nil {
		return err
	}
	if err := w.to(at+registers, "", nil, map[string]uint64{"tested_o": 1}); err != nil {
		return err
	}
	return w.flush()
}

// memoryUsed reports whether the memory, if there is one, has had every kind of request.
func (w *walkBench) memoryUsed() bool {
	return w.twin.Pager == nil || w.twin.Pager.Report.Brought > 0 && w.twin.Pager.Report.Grown > 0
}

// endMemory checks that the memory was used as its data sheet allows.
func (w *walkBench) endMemory() error {
	r, err := w.p.Run(verilator.Run{Max: 1})
	if err != nil {
		return err
	}
	if rule := cosim.SDRAMRule(w.p, r.Out); rule != "" {
		return w.p.Mismatch("rule_o", rule, "", "")
	}
	return nil
}

// walkSizes are the parameters of the tested modules.
var walkSizes = []walkLimits{
	{visitBits: 20, blocks: 128, children: 24, flights: 16, expand: 8, exploration: 384, reduction: 3276},
	{visitBits: 10, blocks: 9, children: 8, flights: 3, expand: 2, exploration: 700, reduction: 1500},
	{visitBits: 12, blocks: 20, children: 20, flights: 2, expand: 1, exploration: 4096, reduction: 65535, bank: 32},
	{visitBits: 11, blocks: 33, children: 12, flights: 5, expand: 2, exploration: 384, reduction: 3276, places: 16},
}

// newWalkBench returns a bench for a module after a reset.
func newWalkBench(p *verilator.Proc, rng *rand.Rand, limits walkLimits) *walkBench {
	w := &walkBench{
		p: p, rng: rng, port: portsOf(p), limits: limits,
		backs: make([]twin.TreeBack, limits.flights), leaves: make([]uint32, limits.flights),
		incoming: map[int]walkValue{}, children: map[int]walkChild{},
	}
	return w
}

// compareWalk searches that many random games, or more, until every kind of event has been seen.
func compareWalk(p *verilator.Proc, rng *rand.Rand, limits walkLimits, games int) error {
	w := newWalkBench(p, rng, limits)
	if limits.places > 0 {
		if err := w.beginMemory(); err != nil {
			return err
		}
	}
	for n := 0; n < games || !w.memoryUsed() || w.kept == 0 || w.kept == w.moved; n++ {
		if err := w.compare([]int{1 + rng.IntN(20), rng.IntN(600), rng.IntN(700)}); err != nil {
			return err
		}
	}
	if limits.places > 0 {
		return w.endMemory()
	}
	return nil
}

// TestTreeWalk searches random games with golden. It compares every move of every path, each
// request for children, the cycle of each, and at the end of a search all data of all children.
// Values come at any time and in any order. Moves at the root come in between; they keep the tree
// unless the memory is short.
func TestTreeWalk(t *testing.T) {
	t.Parallel()
	for _, limits := range walkSizes {
		t.Run(fmt.Sprintf("children=%d", limits.children), func(t *testing.T) {
			t.Parallel()
			simtest.Cosim(t, limits.model(), func(p *verilator.Proc, rng *rand.Rand) error {
				games := simtest.Times(simtest.Long(12, 200))
				if limits.places > 0 {
					games = simtest.Times(simtest.Long(3, 100))
				}
				return compareWalk(p, rng, limits, games)
			})
		})
	}
}
