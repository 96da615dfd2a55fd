package twin

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreeCore counts the cycles of a tree core: what its tree_walk does, to the cycle, and around it
// the lanes, to the cycle, too, and what is not built yet, by the numbers of TreeCoreCosts. It does
// not choose: it is told what a search in golden did, which does not depend on time.
type TreeCore struct {
	costs   TreeCoreCosts
	flights []coreFlight
	walk    TreeWalk
	lanes   *Lanes

	now    int // cycles that the lanes have done
	moment int // tree_walk is at START from here on
	leaves int

	// The leaf whose rows go to the lanes, from when on, and the jobs for the lanes.
	loader    int
	jobs      []coreJob
	tags      map[*Job]int // flights of the jobs under way
	Report    TreeCoreReport
	activeSum int
}

// TreeCoreCosts are cycles of the parts around tree_walk.
type TreeCoreCosts struct {
	Copy     int // to go back to the root's position
	Play     int // to make a move of the path
	Scan     int // of each child that a choice looks at: 1, or more where nothing is multiplied at once
	Expand   int // to list moves, besides one for each corner, each move, and each child kept
	Load     int // to give a position to the lanes
	Value    int // from the last playout of a leaf to its value
	Playouts int // of a leaf
}

// TreeCoreReport says where the cycles of tree_walk went.
type TreeCoreReport struct {
	Leaves, Steps, Scanned, Expansions, Moves int
	// Cycles of all: on the way down, in expansions, backing up, waiting for a value, and
	// waiting until the lanes take a leaf.
	Down, Expand, Back, AwaitValue, AwaitLanes int
	Cycles                                     int
	Active                                     float64 // the share of the lanes' games that are on
}

type coreFlight struct {
	steps int
	left  int // playouts without a result
	due   int // the value is there from this cycle on, if none are left
}

type coreJob struct {
	from int // the cycle
	job  *Job
}

// NewTreeCore returns a core with that many lanes and leaves under way.
func NewTreeCore(lanes, flights int, costs TreeCoreCosts) *TreeCore {
	return &TreeCore{costs: costs, flights: make([]coreFlight, flights), lanes: NewLanes(lanes), tags: map[*Job]int{}}
}

// Leaf counts the next leaf of a search: the state at each node of its way, that of the leaf last,
// and the number of legal moves of the nodes that have just been given children, else 0.
func (c *TreeCore) Leaf(d *tree.Descent, at []playout.State, moves []int) {
	r := &c.Report
	f := &c.flights[c.leaves%len(c.flights)]
	start := c.moment
	if c.leaves >= len(c.flights) {
		for f.left > 0 {
			c.step()
		}
		r.AwaitValue += max(0, f.due-start)
		start = max(start, f.due)
		back := c.walk.Back(start, f.steps)
		r.Back += back - start
		start = back
	}
	t := c.walk.Begin(start) + 1
	settled := t + c.costs.Copy // the position
	r.Back += t - 1 - start
	down := t
	for i, l := range d.Levels {
		if moves[i] > 0 {
			asked := max(c.walk.Expand(t), settled)
			last := asked + c.costs.Expand + corners(&at[i]) + moves[i] + l.Count
			r.Expand += last - t
			down += last - t
			if t = c.walk.Expanded(last); i == 0 { // a leaf begins only now
				t = c.walk.Begin(t) + 1
			}
			r.Expansions++
			r.Moves += moves[i]
		}
		t = max(c.walk.Down(t, l.Scanned()*c.costs.Scan), settled) + 1
		settled = t + c.costs.Play
		r.Scanned += l.Scanned()
	}
	r.Down += t - down
	// The rows go to the lanes when they have room for another root: there are two.
	for c.now < t || c.busyRoots() >= laneRoots {
		c.step()
	}
	taken := max(t, c.now, settled, c.loader)
	r.AwaitLanes += taken - t
	*f = coreFlight{steps: len(d.Levels), due: taken + c.costs.Value}
	state := at[len(d.Levels)]
	if !d.Over {
		c.loader = taken + c.costs.Load
		f.left = c.costs.Playouts
		from := playout.NewRootAt(&state)
		for i := range c.costs.Playouts {
			job := &Job{
				From: from, Policy: playout.Largest, First: playout.NoFirst,
				Stream: playout.NewRNG(RateSeed, d.Number*uint32(c.costs.Playouts)+uint32(i)),
			}
			c.jobs = append(c.jobs, coreJob{c.loader, job})
			c.tags[job] = c.leaves % len(c.flights)
		}
	}
	c.moment = taken + 1
	c.leaves++
	r.Leaves++
	r.Steps += len(d.Levels)
	r.Cycles = c.moment
	r.Active = float64(c.activeSum) / float64(max(1, c.now)) / float64(LaneGames*c.lanes.count())
}

// laneRoots is the number of positions that lanes hold.
const laneRoots = 2

// busyRoots returns how many positions have jobs that no lane has begun.
func (c *TreeCore) busyRoots() int {
	waiting := len(c.jobs) + c.lanes.jobs - c.lanes.ActiveGames()
	return (waiting + c.costs.Playouts - 1) / c.costs.Playouts
}

// step does a cycle of the lanes.
func (c *TreeCore) step() {
	var in LanesIn
	if len(c.jobs) > 0 && c.jobs[0].from <= c.now && c.loader <= c.now {
		in.Job = c.jobs[0].job
	}
	c.activeSum += c.lanes.ActiveGames()
	out := c.lanes.Step(in)
	if out.JobReady && in.Job != nil {
		c.jobs = c.jobs[1:]
	}
	if out.Result != nil {
		for job, flight := range c.tags {
			if *job == out.Result.Job {
				f := &c.flights[flight]
				f.left--
				f.due = max(f.due, c.now+c.costs.Value)
				delete(c.tags, job)
				break
			}
		}
	}
	c.now++
}

func (l *Lanes) count() (n int) {
	for _, s := range l.stations {
		n += len(s.lanes)
	}
	return n
}

// corners returns the number of squares at which an expansion looks for moves.
func corners(st *playout.State) (n int) {
	for row := range duo.BoardSize {
		_, anchors := st.Row(st.ToMove(), row)
		n += bits.OnesCount16(anchors)
	}
	return n
}
