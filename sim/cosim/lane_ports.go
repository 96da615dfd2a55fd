// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// lanePorts are the common ports of a lane and of a group of lanes.
type lanePorts struct {
	jobValid, jobRoot, jobSeed, jobLargest, jobPick, jobFirstValid, jobFirst verilator.Port
	root, player, over, row, allowed, corners                                verilator.Port // fields of a command

	jobReady, idle                                     verilator.Port
	resultValid, resultPick, resultFirst, resultMargin verilator.Port
	pickNone, pickMoves, pickPattern, pickName         verilator.Port
	pickFlipRows, pickFlipCols, pickRow, pickCol       verilator.Port
}

// bind looks the ports up.
func (l *lanePorts) bind(p *verilator.Proc) error {
	if err := p.Bind(map[string]*verilator.Port{
		"job_valid_i": &l.jobValid, "job_ready_o": &l.jobReady,
		"idle_o": &l.idle, "result_valid_o": &l.resultValid, "result_pick_o": &l.resultPick,
	}); err != nil {
		return err
	}
	return bindFields(p, map[string]busFields{
		"job_i": {
			gen.JobRoot: &l.jobRoot, gen.JobSeed: &l.jobSeed, gen.JobLargest: &l.jobLargest, gen.JobPick: &l.jobPick,
			gen.JobFirstValid: &l.jobFirstValid, gen.JobFirst: &l.jobFirst,
		},
		"command_i": {
			gen.CommandRoot: &l.root, gen.CommandPlayer: &l.player, gen.CommandOver: &l.over, gen.CommandRow: &l.row,
			gen.CommandAllowed: &l.allowed, gen.CommandCorners: &l.corners,
		},
		"result_o": {gen.ResultFirst: &l.resultFirst, gen.ResultMargin: &l.resultMargin},
		"pick_o": {
			gen.PickNone: &l.pickNone, gen.PickMoves: &l.pickMoves, gen.PickPattern: &l.pickPattern, gen.PickName: &l.pickName,
			gen.PickFlipRows: &l.pickFlipRows, gen.PickFlipCols: &l.pickFlipCols, gen.PickRow: &l.pickRow, gen.PickCol: &l.pickCol,
		},
	})
}

// busFields maps fields of a packed port to the variables for them.
type busFields map[gen.Field]*verilator.Port

// bindFields looks up fields of packed ports.
func bindFields(p *verilator.Proc, buses map[string]busFields) error {
	for name, fields := range buses {
		bus, err := p.Port(name)
		if err != nil {
			return err
		}
		for f, port := range fields {
			*port = bus.Field(f.Name, f.Low, f.Width)
		}
	}
	return nil
}

// setRow sets a player's row for loading.
func (l *lanePorts) setRow(in verilator.Inputs, root int, pl duo.Player, row int, r twin.Row) {
	l.root.Set(in, uint64(root))
	l.player.Set(in, uint64(pl))
	l.row.Set(in, uint64(row))
	l.allowed.Set(in, uint64(r.Allowed))
	l.corners.Set(in, uint64(r.Corners))
}

// setTurn sets the player to move.
func (l *lanePorts) setTurn(in verilator.Inputs, root int, from *playout.Root) {
	pl, over := from.ToMove()
	l.root.Set(in, uint64(root))
	l.player.Set(in, uint64(pl))
	l.over.Set(in, bit(over))
}

// setJob offers a job.
func (l *lanePorts) setJob(in verilator.Inputs, root int, job *twin.Job) {
	l.jobValid.Set(in, 1)
	l.jobRoot.Set(in, uint64(root))
	l.jobLargest.Set(in, bit(job.Policy == playout.Largest))
	l.jobPick.Set(in, bit(job.Pick))
	l.setStream(in, job)
}

// setStream sets the seed and the first move of a job.
func (l *lanePorts) setStream(in verilator.Inputs, job *twin.Job) {
	l.jobSeed.Set(in, uint64(job.Stream))
	l.jobFirstValid.Set(in, bit(job.First >= 0))
	l.jobFirst.Set(in, uint64(max(job.First, 0)))
}

// PatternName is pattern_rom's word for the name of a pattern's tile: its rotation, the cell that
// names the square, the tile, and the cell at the anchor.
func PatternName(q playout.Pattern) uint64 {
	up, left := 0, 0
	for _, c := range q.Cells() {
		up, left = max(up, -int(c.Row)), max(left, -int(c.Col))
	}
	_, ref := q.Flipped(0)
	return uint64(q.Orientation().Rotation())<<13 | uint64(up+int(ref.Row))<<11 | uint64(left+int(ref.Col))<<9 |
		uint64(q.Tile())<<4 | uint64(up)<<2 | uint64(left)
}

// checkResult compares a result.
func (l *lanePorts) checkResult(c *comparison, r *twin.Result) {
	c.flag(l.resultValid, r != nil)
	if r == nil {
		return
	}
	c.flag(l.resultPick, r.Job.Pick)
	if !r.Job.Pick {
		c.signed(l.resultMargin, r.Margin)
		c.number(l.resultFirst, max(r.Job.First, 0)) // passed through, even if not valid
		return
	}
	c.number(l.pickMoves, r.Moves)
	c.flag(l.pickNone, r.None)
	if !r.None {
		c.number(l.pickPattern, int(r.Move.Pattern))
		c.number(l.pickName, int(PatternName(r.Move.Pattern)))
		c.flag(l.pickFlipRows, r.Move.Flip&playout.FlipRows != 0)
		c.flag(l.pickFlipCols, r.Move.Flip&playout.FlipCols != 0)
		c.number(l.pickRow, r.Move.Anchor.Row())
		c.number(l.pickCol, r.Move.Anchor.Col())
	}
}

// comparison compares the outputs of a cycle with the expected ones; err is the first difference.
type comparison struct {
	p     *verilator.Proc
	out   verilator.Outputs
	cycle uint64
	err   error
}

func (c *comparison) equal(port verilator.Port, got, want int) {
	if c.err == nil && got != want {
		c.err = c.p.Mismatch(port.Name, got, want, "").At(c.cycle)
	}
}

func (c *comparison) number(port verilator.Port, want int) {
	c.equal(port, int(port.Uint(c.out)), want)
}
func (c *comparison) signed(port verilator.Port, want int) { c.equal(port, int(port.Int(c.out)), want) }
func (c *comparison) flag(port verilator.Port, want bool)  { c.number(port, int(bit(want))) }

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
