package twin

import (
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreeCore counts the cycles of a tree_walk with a tree_leaf, to the cycle. It makes no choices:
// its caller reports the course of a search in golden, which does not depend on time. The
// tree_leaf's answers can be compared with that search.
type TreeCore struct {
	// OnChildren, if not nil, receives the children that a node on the leaf's path has been given,
	// and OnValue the value of a leaf, which is named by its number.
	OnChildren func(level int, children []LeafChild)
	OnValue    func(number uint32, v *LeafValue)
	Report     TreeCoreReport

	cfg     TreeCoreConfig
	flights []coreFlight
	walk    TreeWalk
	leaf    *TreeLeaf

	now    int // cycles that the tree_leaf has done
	moment int // cycle from which tree_walk is at START
	active int
}

// TreeCoreConfig holds the parameters of a tree core.
type TreeCoreConfig struct{ TreeLeafConfig }

// TreeCoreReport says where the cycles of tree_walk went.
type TreeCoreReport struct {
	Leaves, Steps, Scanned, Expansions, Moves int
	// Cycles of all leaves: on the way down, waiting until the position stands, in expansions,
	// backing up, waiting for a value, and waiting for room (for another position, until the lanes
	// have begun one).
	Down, AwaitPosition, Expand, Back, AwaitValue, AwaitRoom int
	Cycles                                                   int
	Active                                                   float64 // share of the lanes' games that have a job
}

type coreFlight struct {
	number uint32
	steps  int
	valued int // the cycle in which the value came; 0: not yet
}

// NewTreeCore returns a core whose root is where the search in golden begins.
func NewTreeCore(cfg TreeCoreConfig, root *search.Place) *TreeCore {
	c := &TreeCore{cfg: cfg, flights: make([]coreFlight, cfg.Flights), leaf: NewTreeLeaf(cfg.TreeLeafConfig)}
	for !c.step(TreeLeafIn{}).Idle {
	}
	c.leaf.SetRoot(search.PlaceOf(root.Pos()))
	c.moment, c.active = c.now, 0
	return c
}

// step does a cycle of the tree_leaf.
func (c *TreeCore) step(in TreeLeafIn) TreeLeafOut {
	out := c.leaf.Step(in)
	if v := out.Value; v != nil {
		f := &c.flights[v.Flight]
		f.valued = c.now
		if c.OnValue != nil {
			c.OnValue(f.number, v)
		}
	}
	c.active += c.leaf.playouts.lanes.ActiveGames()
	c.now++
	return out
}

// at does the cycles before the given one, without a request to the tree_leaf, and then cycles with
// the request until the tree_leaf grants it. It returns the last cycle, and the number of cycles
// spent waiting for the position, which it also counts.
func (c *TreeCore) at(cycle int, in TreeLeafIn, done func(*TreeLeafOut) bool) (last, waited int) {
	for c.now < cycle {
		c.step(TreeLeafIn{})
	}
	for {
		full := c.leaf.path && len(c.leaf.queue) == leafGames
		out := c.step(in)
		if done(&out) {
			return c.now - 1, waited
		}
		switch {
		case out.MoveReady:
		case full:
			c.Report.AwaitRoom++
			waited++
		default:
			c.Report.AwaitPosition++
			waited++
		}
	}
}

// Leaf counts the next leaf of a search. expanded marks the nodes on its path that have just been
// given children, and seed is the seed of its playouts. asked: the game is over at the leaf, and
// children are asked for nevertheless.
func (c *TreeCore) Leaf(d *tree.Descent, expanded []bool, asked bool, seed uint32) {
	r := &c.Report
	flight := r.Leaves % c.cfg.Flights
	f := &c.flights[flight]
	first := c.moment
	start := first
	if r.Leaves >= c.cfg.Flights {
		for f.valued == 0 {
			c.step(TreeLeafIn{})
		}
		from := max(start, f.valued+1)
		r.AwaitValue += from - start
		start = c.walk.Back(from, f.steps)
		r.Back += start - from
	}
	t, _ := c.at(c.walk.Begin(start), TreeLeafIn{Path: true}, func(*TreeLeafOut) bool { return true })
	t++
	r.Back += t - start
	for i, l := range d.Levels {
		if expanded[i] {
			children := []LeafChild{}
			last, waited := c.at(c.walk.Expand(t), TreeLeafIn{Expand: true}, func(out *TreeLeafOut) bool {
				if out.Child != nil {
					children = append(children, *out.Child)
				}
				return out.Child != nil && out.Child.Last
			})
			if c.OnChildren != nil {
				c.OnChildren(i, children)
			}
			r.Expansions++
			r.Moves += children[0].Legal
			done := c.walk.Expanded(last)
			if i == 0 { // a new leaf begins
				path, _ := c.at(c.walk.Begin(done), TreeLeafIn{Path: true}, func(*TreeLeafOut) bool { return true })
				done = path + 1
			}
			r.Expand += done - t - waited
			t = done
		}
		offered := c.walk.Down(t, l.Scanned())
		made, waited := c.at(offered, TreeLeafIn{Move: &l.Move}, func(out *TreeLeafOut) bool { return out.MoveReady })
		r.Scanned += l.Scanned()
		r.Down += made + 1 - t - waited
		t = made + 1
	}
	if asked {
		said, waited := c.at(c.walk.Expand(t), TreeLeafIn{Expand: true}, func(out *TreeLeafOut) bool { return out.Over })
		r.Expand += said + 1 - t - waited
		t = said + 1
	}
	*f = coreFlight{number: d.Number, steps: len(d.Levels)}
	leaf := TreeLeafIn{Leaf: &LeafToPlay{flight, seed}}
	taken, waited := c.at(t, leaf, func(out *TreeLeafOut) bool { return out.LeafReady })
	r.Down += taken + 1 - t - waited
	c.moment = taken + 1
	r.Leaves++
	r.Steps += len(d.Levels)
	r.Cycles += c.moment - first
	r.Active = float64(c.active) / float64(r.Cycles) / float64(LaneGames*c.cfg.Lanes)
}

// Finish waits for the values of all leaves.
func (c *TreeCore) Finish() {
	for !c.step(TreeLeafIn{}).Idle {
	}
}
