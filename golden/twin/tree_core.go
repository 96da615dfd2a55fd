// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreeCore counts the cycles of a tree_walk with a tree_leaf, and with the tree_pager and its
// SDRAM, exactly. It does not choose. A search in golden, independent of time, provides the walk's
// choices, and a test can compare the tree_leaf's results with it.
type TreeCore struct {
	// OnChildren, if not nil, gets the children of the root, or those that a leaf has asked for, and
	// OnValue the value of a leaf. number is the leaf's; the root's children come before any value.
	OnChildren func(number uint32, children []LeafChild)
	OnValue    func(number uint32, v *LeafValue)
	Report     TreeCoreReport

	cfg     TreeCoreConfig
	flights []coreFlight
	flight  int // flight of the next leaf
	walk    TreeWalk
	leaf    *TreeLeaf
	nodes   *tree.Tree
	memory  *SDRAM // behind the pager; nil: all nodes are in block RAM

	now    int  // cycles that the tree_leaf has done
	moment int  // first cycle with tree_walk at START
	left   bool // the tree_leaf has taken a leaf, in the cycle before now
	room   int  // cycles that the last leaf waited for room
	moves  []queuedMove
	active int
}

// TreeCoreConfig holds the parameters of a tree core.
type TreeCoreConfig struct {
	TreeLeafConfig
	VisitBits int // of a number of visits
	Blocks    int // nodes with children, at most
	Places    int // nodes with children in block RAM
	// Memory holds the other nodes if there are fewer places than blocks.
	Memory SDRAMCycles
}

// TreeCoreReport splits the cycles of tree_walk.
type TreeCoreReport struct {
	Leaves, Steps, Scanned, Expansions, Moves int
	// Down, Expand and Back are the cycles on the way down, until nodes have got their children, and
	// in backups. The others are waits: AwaitPosition for the position to settle, AwaitMemory for the SDRAM,
	// AwaitValue for a value, and AwaitRoom for room for another position, until the lanes have
	// begun one.
	Down, AwaitPosition, Expand, Back, AwaitMemory, AwaitValue, AwaitRoom int

	Cycles int
	Active float64 // the share of the lanes' games that are on
	Pager  TreePagerReport
}

type coreFlight struct {
	number   uint32
	node     uint32 // golden's index of the last node
	children []LeafChild
	back     TreeBack // without a path no leaf is under way
}

// queuedMove is a move of the way down that the position has not made, offered from a cycle on.
type queuedMove struct {
	at   int
	move tree.Move
}

// NewTreeCore returns a core with golden's root of the search, and its tree. Its SDRAM test is done.
func NewTreeCore(cfg TreeCoreConfig, root *search.Place, nodes *tree.Tree) *TreeCore {
	c := &TreeCore{
		cfg: cfg, flights: make([]coreFlight, cfg.Flights), leaf: NewTreeLeaf(cfg.TreeLeafConfig), nodes: nodes,
	}
	c.forget()
	if cfg.Places < cfg.Blocks {
		c.memory = NewSDRAM(cfg.Memory)
		c.walk.Pager = NewTreePager(NewTreePagerConfig(cfg.Places, cfg.Children, cfg.VisitBits), c.memory)
		for c.now < c.memory.idle {
			c.step(TreeLeafIn{})
		}
	}
	for !c.step(TreeLeafIn{}).Idle {
	}
	c.leaf.SetRoot(search.PlaceOf(root.Pos()))
	c.moment, c.active = c.now, 0
	return c
}

// forget empties the tree.
func (c *TreeCore) forget() { c.walk.Nodes = NewTreeNodes(c.cfg.Places, c.cfg.Blocks) }

// step does a cycle of the tree_leaf.
func (c *TreeCore) step(in TreeLeafIn) TreeLeafOut {
	out := c.leaf.Step(in)
	if v := out.Value; v != nil {
		f := &c.flights[v.Flight]
		f.back.Valued = c.now + 1
		if c.OnValue != nil {
			c.OnValue(f.number, v)
		}
	}
	if child := out.Child; child != nil && child.Flight >= 0 {
		f := &c.flights[child.Flight]
		if f.children = append(f.children, *child); child.Last {
			c.listed(f.number, f.children)
		}
	}
	c.active += c.leaf.playouts.lanes.ActiveGames()
	c.now++
	return out
}

// request does the cycles before the given one, without a request to the tree_leaf, and then cycles
// with the request until the tree_leaf grants it. It returns the last cycle, and the cycles spent
// waiting for the position, and for room.
func (c *TreeCore) request(cycle int, in TreeLeafIn, done func(*TreeLeafOut) bool) (last, position, room int) {
	for c.now < cycle {
		c.step(TreeLeafIn{})
	}
	for {
		full := c.leaf.path && c.leaf.full()
		out := c.step(in)
		if done(&out) {
			return c.now - 1, position, room
		}
		switch {
		case out.MoveReady:
		case full:
			room++
		default:
			position++
		}
	}
}

// until does the cycles before the given one, and offers the queued moves.
func (c *TreeCore) until(cycle int) {
	for c.now < cycle {
		if len(c.moves) == 0 || c.moves[0].at > c.now {
			c.step(TreeLeafIn{})
			continue
		}
		full := c.leaf.path && c.leaf.full()
		if out := c.step(TreeLeafIn{Move: &c.moves[0].move}); out.MoveReady {
			c.moves = slices.Delete(c.moves, 0, 1)
		} else if full {
			c.room++
		}
	}
}

// at is a request that the walk waits for. It counts the waits, and returns their sum.
func (c *TreeCore) at(cycle int, in TreeLeafIn, done func(*TreeLeafOut) bool) (last, waited int) {
	last, position, room := c.request(cycle, in, done)
	return last, c.await(position+room, room)
}

// await counts that many cycles of waiting, at most that many of them for room.
func (c *TreeCore) await(waited, room int) int {
	room = min(room, waited)
	c.Report.AwaitRoom += room
	c.Report.AwaitPosition += waited - room
	return waited
}

// awaited returns the cycles that the walk has waited for the SDRAM since it was last called.
func (c *TreeCore) awaited() int {
	if c.walk.Pager == nil {
		return 0
	}
	before := c.Report.AwaitMemory
	c.Report.Pager = c.walk.Pager.Report
	c.Report.AwaitMemory = c.Report.Pager.Cycles
	return c.Report.AwaitMemory - before
}

// back backs up the leaf of the next flight, if one is under way, and gives its node the children that
// it has asked for. It begins at cycle start, but not before the value arrives, and returns the first
// cycle after that. turned says that this leaf's turn begins with that cycle.
func (c *TreeCore) back(start int, turned bool) int {
	f := &c.flights[c.flight]
	if len(f.back.Path) == 0 {
		return start
	}
	for f.back.Valued == 0 {
		c.step(TreeLeafIn{})
	}
	from := max(start, f.back.Valued)
	c.Report.AwaitValue += from - start
	end := c.walk.Back(start, &f.back, turned)
	c.Report.Back += end - from - c.awaited()
	path := f.back.Path
	f.back.Path = path[:0]
	if l, ok := c.nodes.At(f.node); ok && f.back.Gives {
		return c.give(end, path, &l)
	}
	return end
}

// give gives the node that a path leads to the children of a level, from a cycle on, and returns the
// first cycle after that.
func (c *TreeCore) give(at int, path []TreeStep, l *tree.Level) int {
	end := c.walk.Give(at, path, l)
	c.Report.Expand += end - at - c.awaited()
	return end
}

// open gives the root its children. at is the first cycle that may request them. It returns the first
// cycle after that, and the cycles of waiting for the position. The root of a game that is over, which
// is not ok, gets none.
func (c *TreeCore) open(at int, root *tree.Level, ok bool) (end, waited int) {
	var children []LeafChild
	last, waited := c.at(c.walk.Expand(at), TreeLeafIn{Expand: true}, func(out *TreeLeafOut) bool {
		if out.Child != nil {
			children = append(children, *out.Child)
		}
		return out.Over || out.Child != nil && out.Child.Last
	})
	c.Report.Expand += last + 1 - at - waited
	if !ok {
		return last + 1, waited
	}
	c.listed(0, children)
	return c.give(last+1, nil, root), waited
}

// listed counts children that have been listed.
func (c *TreeCore) listed(number uint32, children []LeafChild) {
	c.Report.Expansions++
	c.Report.Moves += children[0].Legal
	if c.OnChildren != nil {
		c.OnChildren(number, children)
	}
}

// rest backs up all leaves, and returns the cycle with tree_walk at rest.
func (c *TreeCore) rest() int {
	taken := c.now
	at := c.back(c.moment, false)
	for slices.ContainsFunc(c.flights, func(f coreFlight) bool { return len(f.back.Path) > 0 }) {
		c.flight = (c.flight + 1) % c.cfg.Flights
		at = c.back(max(c.walk.Begin(at), taken)+1, true)
	}
	c.left = false
	return c.walk.Rest(at)
}

// Leaf counts the next leaf of a search, given the seed of its playouts.
func (c *TreeCore) Leaf(d *tree.Descent, seed uint32) {
	r := &c.Report
	f := &c.flights[c.flight]
	first := c.moment
	taken := c.now
	if c.left {
		c.path(taken)
	}
	start := c.back(first, false)
	lists := len(d.Late) > 0 && !c.walk.Nodes.Full()
	*f = coreFlight{number: d.Number, node: d.Node, back: TreeBack{Path: f.back.Path[:0], Gives: lists}}
	next := &c.flights[(c.flight+1)%c.cfg.Flights].back
	t := c.walk.Begin(start)
	if !c.left {
		c.path(t)
	}
	t++
	r.Back += t - start
	if c.walk.Nodes.Made() == 0 {
		t, _ = c.open(t, &d.Levels[0], true)
		begun := c.walk.Begin(t) + 1 // a leaf begins only now
		c.path(begun - 1)
		r.Back += begun - t
		t = begun
	}
	room := c.room
	c.room = 0
	for i, l := range d.Levels {
		step := c.walk.Nodes.Step(&l)
		read := c.walk.Reach(t, &step)
		f.back.Path = append(f.back.Path, step)
		chosen := c.walk.Chosen(read, l.Scanned())
		c.until(chosen)
		ends, last := 0, i+1 == len(d.Levels)
		if last {
			ends = taken
		}
		queued, waited := c.walk.Down(read, step, l.Scanned(), next, ends)
		c.moves = append(c.moves, queuedMove{queued + 1, l.Move})
		end := c.walk.Go(queued, !last)
		c.walk.Nodes.Visit(step)
		r.Scanned += l.Scanned()
		r.Down += end - t - c.awaited() - c.await(waited, room)
		t = end
	}
	for len(c.moves) > 0 {
		c.until(c.now + 1)
	}
	leaf := TreeLeafIn{Leaf: &LeafToPlay{Flight: c.flight, Seed: seed, List: lists}}
	_, _, full := c.request(c.now, leaf, func(out *TreeLeafOut) bool { return out.LeafReady })
	c.moment, c.left, c.room = t, true, c.room+full
	c.flight = (c.flight + 1) % c.cfg.Flights
	r.Leaves++
	r.Steps += len(d.Levels)
	r.Cycles += c.moment - first
	r.Active = float64(c.active) / float64(r.Cycles) / float64(LaneGames*c.cfg.Lanes)
	if c.memory != nil {
		c.memory.Commands = c.memory.Commands[:0]
	}
}

// next makes a position the root, with everything at rest, and begins another report.
func (c *TreeCore) next(pos *duo.Position) {
	c.leaf.SetRoot(search.PlaceOf(pos))
	c.Report, c.active, c.moment = TreeCoreReport{}, 0, c.walk.Rest(c.now)
	if c.walk.Pager != nil {
		c.walk.Pager.Report = TreePagerReport{}
	}
}

// path does the cycles to the given one, which sends the position back to the root.
func (c *TreeCore) path(cycle int) {
	c.at(cycle, TreeLeafIn{Path: true}, func(*TreeLeafOut) bool { return true })
}

// Finish backs up all leaves. Only the report's Pager counts that, too.
func (c *TreeCore) Finish() {
	report := c.Report
	c.rest()
	report.Pager = c.Report.Pager
	c.Report = report
	for !c.step(TreeLeafIn{}).Idle {
	}
}
