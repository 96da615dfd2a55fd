// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// LaneModel is the model of module playout_lane.
func LaneModel() verilator.Model { return verilator.Model{Top: "playout_lane"} }

// Lane drives a playout_lane and its golden twin side by side, cycle by cycle.
type Lane struct {
	// OnEvent, if not nil, receives the twin's events of every compared cycle.
	OnEvent func(twin.LaneOut)

	// OnTrace, if not nil, receives the model's events of every compared cycle.
	OnTrace func(LaneTrace)

	p     *verilator.Proc
	twin  *twin.Lane
	froms [2]*playout.Root // positions of the roots

	before twin.LaneOut // the last cycle of a run
	took   *twin.Job    // job taken in that cycle

	lanePorts
	jobWait, resultReady, loadValid, loadReady, turnWE verilator.Port

	take, takeGame                                       verilator.Port
	chosen, chosenGame, chosenNone, chosenMoves, chosenK verilator.Port
	move, moveNone, moveGame, movePattern, moveFlip      verilator.Port
	moveRow, moveCol                                     verilator.Port
	fits, fitsGame, fitsSet                              verilator.Port
}

// LaneTrace holds the events of a lane's model in a cycle, for measurements.
type LaneTrace struct {
	Cycle uint64

	Take     bool // a scan begins
	TakeGame int  // game of the scan

	Fits       bool // the placements of an anchor are out
	FitsGame   int  // game of the placements
	Placements int  // number of the placements

	Chosen bool // a choice has been made
	None   bool // the game has no moves
	Moves  int  // number of moves to choose from

	Result bool // a result is offered
}

func (l *Lane) trace(cycle uint64, out verilator.Outputs) LaneTrace {
	t := LaneTrace{
		Cycle:    cycle,
		Take:     l.take.Bool(out),
		TakeGame: int(l.takeGame.Uint(out)),
		Fits:     l.fits.Bool(out),
		FitsGame: int(l.fitsGame.Uint(out)),
		Chosen:   l.chosen.Bool(out),
		None:     l.chosenNone.Bool(out),
		Moves:    int(l.chosenMoves.Uint(out)),
		Result:   l.resultValid.Bool(out),
	}
	for _, w := range l.fitsSet.Bits(out) {
		t.Placements += bits.OnesCount64(w)
	}
	return t
}

// NewLane returns the pair for a running model of playout_lane after reset.
func NewLane(p *verilator.Proc) (*Lane, error) {
	l := &Lane{p: p, twin: twin.NewLane()}
	if err := l.lanePorts.bind(p); err != nil {
		return l, err
	}
	if err := p.Bind(map[string]*verilator.Port{
		"job_wait_i": &l.jobWait, "result_ready_i": &l.resultReady,
		"load_valid_i": &l.loadValid, "load_ready_o": &l.loadReady, "turn_we_i": &l.turnWE,
	}); err != nil {
		return l, err
	}
	return l, bindFields(p, map[string]busFields{"trace_o": {
		gen.TraceTake: &l.take, gen.TraceTakeGame: &l.takeGame,
		gen.TraceFitsValid: &l.fits, gen.TraceFitsGame: &l.fitsGame, gen.TraceFits: &l.fitsSet,
		gen.TraceChosen: &l.chosen, gen.TraceChosenGame: &l.chosenGame,
		gen.TraceChosenNone: &l.chosenNone, gen.TraceChosenMoves: &l.chosenMoves,
		gen.TraceChosenK: &l.chosenK, gen.TraceMove: &l.move, gen.TraceMoveNone: &l.moveNone,
		gen.TraceMoveGame: &l.moveGame, gen.TraceMovePattern: &l.movePattern,
		gen.TraceMoveFlip: &l.moveFlip, gen.TraceMoveRow: &l.moveRow, gen.TraceMoveCol: &l.moveCol,
	}})
}

// Load writes a position to a root; the lane must be idle.
func (l *Lane) Load(root int, from *playout.Root) error {
	b := l.p.NewBatch(2*twin.NumRows + 1)
	for i := range b.Len() {
		in := b.In(i)
		if i == 2*twin.NumRows {
			l.turnWE.Set(in, 1)
			l.setTurn(in, root, from)
			break
		}
		pl, row := duo.Player(i/twin.NumRows), i%twin.NumRows
		l.loadValid.Set(in, 1)
		l.setRow(in, root, pl, row, twin.RowsOf(from, pl)[row])
	}
	if err := l.p.Step(b); err != nil {
		return err
	}
	for i := range 2 * twin.NumRows {
		if !l.loadReady.Bool(b.Out(i)) {
			return l.p.Mismatch("load_ready_o", 0, 1, "the lane is not at rest").At(b.Cycle(i))
		}
	}
	for range b.Len() {
		l.twin.Step(twin.LaneIn{})
	}
	l.froms[root] = from
	l.before, l.took = twin.LaneOut{}, nil
	return nil
}

// Offer holds a lane's inputs in a cycle: see twin.LaneIn. The job begins at the position of the
// given root.
type Offer struct {
	Wait  bool
	Job   *twin.Job
	Root  int
	Ready bool

	// Turn repeats the player to move of that root, which changes nothing; not in a cycle with a
	// job.
	Turn     bool
	TurnRoot int
}

// Run does a number of cycles. In each of them offer returns the lane's inputs, given the twin's
// outputs of the cycle before (at first of the last run) and whether the twin took the job then.
func (l *Lane) Run(cycles int, offer func(before twin.LaneOut, taken bool) Offer) error {
	b := l.p.NewBatch(cycles)
	want := make([]twin.LaneOut, cycles)
	for i := range cycles {
		o := offer(l.before, l.took != nil)
		in := b.In(i)
		l.jobWait.Set(in, bit(o.Wait))
		l.resultReady.Set(in, bit(o.Ready))
		if job := o.Job; job != nil {
			job.From = l.froms[o.Root]
			job.Stream = job.Stream.WithFirst(job.First) // playout_lanes does the same
			l.setJob(in, o.Root, job)
		}
		if o.Turn && o.Job == nil && l.froms[o.TurnRoot] != nil {
			l.turnWE.Set(in, 1)
			l.setTurn(in, o.TurnRoot, l.froms[o.TurnRoot])
		}
		if l.took != nil {
			l.setStream(in, l.took) // the job stays for one more cycle
		}
		want[i] = l.twin.Step(twin.LaneIn{Wait: o.Wait, Job: o.Job, ResultReady: o.Ready})
		l.before, l.took = want[i], nil
		if want[i].JobReady {
			l.took = o.Job
		}
	}
	if err := l.p.Step(b); err != nil {
		return err
	}
	for i := range want {
		if err := l.compare(b.Out(i), &want[i], b.Cycle(i)); err != nil {
			return err
		}
		if l.OnTrace != nil {
			l.OnTrace(l.trace(b.Cycle(i), b.Out(i)))
		}
		if l.OnEvent != nil {
			l.OnEvent(want[i])
		}
	}
	return nil
}

// compare compares a cycle.
func (l *Lane) compare(out verilator.Outputs, want *twin.LaneOut, cycle uint64) error {
	c := comparison{p: l.p, out: out, cycle: cycle}
	c.flag(l.idle, want.Idle)
	c.flag(l.take, want.Take >= 0)
	if want.Take >= 0 {
		c.number(l.takeGame, want.Take)
	}
	c.flag(l.chosen, want.Chosen != nil)
	if w := want.Chosen; w != nil {
		c.number(l.chosenGame, w.Game)
		c.flag(l.chosenNone, w.None)
		c.number(l.chosenMoves, w.Moves)
		if !w.None {
			c.number(l.chosenK, w.K)
		}
	}
	c.flag(l.move, want.Move != nil)
	if w := want.Move; w != nil {
		c.number(l.moveGame, w.Game)
		c.flag(l.moveNone, w.None)
		if !w.None {
			c.number(l.movePattern, int(w.Move.Pattern))
			c.number(l.moveFlip, int(w.Move.Flip))
			c.number(l.moveRow, w.Move.Anchor.Row())
			c.number(l.moveCol, w.Move.Anchor.Col())
		}
	}
	c.flag(l.jobReady, want.JobReady)
	l.checkResult(&c, want.Result)
	return c.err
}
