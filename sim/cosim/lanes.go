// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// LanesModel is the model of module playout_lanes with a number of lanes.
func LanesModel(lanes int) verilator.Model {
	return verilator.Model{Top: "playout_lanes", Params: map[string]int{"LANES": lanes}}
}

// Lanes drives a playout_lanes and its golden twin side by side, cycle by cycle.
type Lanes struct {
	p     *verilator.Proc
	lanes int
	twin  *twin.Lanes
	froms [2]*playout.Root // positions of the roots

	before twin.LanesOut // the last cycle of a run
	taken  bool

	lanePorts
	commandValid, commandReady, load, turn, waits verilator.Port
}

// NewLanes returns the pair for a running model of playout_lanes with that many
// lanes after reset.
func NewLanes(p *verilator.Proc, lanes int) (*Lanes, error) {
	l := &Lanes{p: p, lanes: lanes, twin: twin.NewLanes(lanes)}
	if err := p.Step(p.NewBatch(1)); err != nil { // reset lasts a cycle longer inside the module
		return nil, err
	}
	if err := l.lanePorts.bind(p); err != nil {
		return l, err
	}
	if err := bindFields(p, map[string]busFields{"command_i": {gen.CommandLoad: &l.load, gen.CommandTurn: &l.turn}}); err != nil {
		return l, err
	}
	return l, p.Bind(map[string]*verilator.Port{"command_valid_i": &l.commandValid, "command_ready_o": &l.commandReady, "waits_o": &l.waits})
}

// Load writes a position to a root; all lanes must be idle.
func (l *Lanes) Load(root int, from *playout.Root) error {
	for i := range 2 * twin.NumRows {
		pl, row := duo.Player(i/twin.NumRows), i%twin.NumRows
		r := twin.RowsOf(from, pl)[row]
		if row >= duo.BoardSize {
			r.Corners = 0 // the lanes make the map of rows with corners
		}
		if err := l.command(func(in verilator.Inputs) {
			l.load.Set(in, 1)
			l.setRow(in, root, pl, row, r)
		}); err != nil {
			return err
		}
	}
	if err := l.command(func(in verilator.Inputs) {
		l.turn.Set(in, 1)
		l.setTurn(in, root, from)
	}); err != nil {
		return err
	}
	// The command goes on through all stations, and the report that they have done it comes back.
	if err := l.rest(commandCycles*l.lanes + 2); err != nil {
		return err
	}
	l.froms[root] = from
	l.before, l.taken = twin.LanesOut{}, false
	return nil
}

// commandCycles is the time that a command stays in a station when no lane is at work.
const commandCycles = 3

// command gives a command until it is taken.
func (l *Lanes) command(set func(verilator.Inputs)) error {
	for range commandCycles {
		b := l.p.NewBatch(1)
		l.commandValid.Set(b.In(0), 1)
		set(b.In(0))
		if err := l.p.Step(b); err != nil {
			return err
		}
		l.twin.Step(twin.LanesIn{})
		if l.commandReady.Bool(b.Out(0)) {
			return nil
		}
	}
	return l.p.Mismatch("command_ready_o", 0, 1, "the lanes are not at rest")
}

// rest lets cycles pass.
func (l *Lanes) rest(cycles int) error {
	for range cycles {
		l.twin.Step(twin.LanesIn{})
	}
	return l.p.Step(l.p.NewBatch(cycles))
}

// Run does a number of cycles. In each of them offer returns the lanes' job, or nil, and its root,
// given the twin's outputs of the cycle before (at first of the last run) and whether the twin took
// the job then.
func (l *Lanes) Run(cycles int, offer func(before twin.LanesOut, taken bool) (*twin.Job, int)) error {
	b := l.p.NewBatch(cycles)
	want := make([]twin.LanesOut, cycles)
	waits := make([]uint64, cycles)
	for i := range cycles {
		job, root := offer(l.before, l.taken)
		if job != nil {
			l.setJob(b.In(i), root, job)
			job.From = l.froms[root]
		}
		for root, from := range l.froms {
			waits[i] |= bit(from != nil && l.twin.Waits(from)) << root
		}
		want[i] = l.twin.Step(twin.LanesIn{Job: job})
		l.before, l.taken = want[i], job != nil && want[i].JobReady
	}
	if err := l.p.Step(b); err != nil {
		return err
	}
	for i := range want {
		if err := l.compare(b.Out(i), &want[i], b.Cycle(i)); err != nil {
			return err
		}
		if got := l.waits.Uint(b.Out(i)); got != waits[i] {
			return l.p.Mismatch("waits_o", got, waits[i], "").At(b.Cycle(i))
		}
	}
	return nil
}

// compare compares a cycle.
func (l *Lanes) compare(out verilator.Outputs, want *twin.LanesOut, cycle uint64) error {
	c := comparison{p: l.p, out: out, cycle: cycle}
	c.flag(l.jobReady, want.JobReady)
	c.flag(l.idle, want.Idle)
	l.checkResult(&c, want.Result)
	return c.err
}
