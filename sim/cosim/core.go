// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package cosim has the pairs of module and twin, which run side by side with the same inputs and
// are compared cycle by cycle. Its tests compare every module.
package cosim

import (
	"fmt"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// corePorts are the common ports of all cores: commands and moves.
type corePorts struct {
	cmdValid, cmdOp, cmdPlayer, cmdPass, cmdOrient, cmdRow, cmdCol, stop verilator.Port
	rspOK, rspPass, rspOrient, rspRow, rspCol                            verilator.Port
}

// names returns the ports by name.
func (c *corePorts) names() map[string]*verilator.Port {
	return map[string]*verilator.Port{
		"cmd_valid_i": &c.cmdValid, "cmd_op_i": &c.cmdOp, "cmd_player_i": &c.cmdPlayer, "cmd_pass_i": &c.cmdPass,
		"cmd_orient_i": &c.cmdOrient, "cmd_row_i": &c.cmdRow, "cmd_col_i": &c.cmdCol, "stop_i": &c.stop,
		"rsp_ok_o": &c.rspOK, "rsp_pass_o": &c.rspPass, "rsp_orient_o": &c.rspOrient,
		"rsp_row_o": &c.rspRow, "rsp_col_o": &c.rspCol,
	}
}

// playCommand returns the command to make a move, without its valid signal.
func (c *corePorts) playCommand(p *verilator.Proc, pl duo.Player, m duo.Move) verilator.Inputs {
	cmd := p.NewInputs()
	c.cmdOp.Set(cmd, gen.CmdPlay)
	c.cmdPlayer.Set(cmd, uint64(pl))
	if m == duo.Pass {
		c.cmdPass.Set(cmd, 1)
	} else {
		c.cmdOrient.Set(cmd, uint64(m.Orientation()))
		c.cmdRow.Set(cmd, uint64(m.Square().Row()))
		c.cmdCol.Set(cmd, uint64(m.Square().Col()))
	}
	return cmd
}

// play has a core make a move of the player to move, who must be pl, if it is legal in pos, and
// reports whether it was; a legal move is made in pos, too. command gives a command and returns the
// first cycle of the answer.
func (c *corePorts) play(p *verilator.Proc, pos *duo.Position, pl duo.Player, m duo.Move,
	command func(cmd verilator.Inputs) (verilator.Result, error)) (legal bool, err error) {
	if pl != pos.ToMove() {
		return false, fmt.Errorf("sim: move of %v, but %v is to move", pl, pos.ToMove())
	}
	legal = m == duo.Pass || pos.Check(m) == nil
	r, err := command(c.playCommand(p, pl, m))
	if err != nil {
		return legal, err
	}
	if got := c.rspOK.Bool(r.Out); got != legal {
		return legal, p.Mismatch("rsp_ok_o", got, legal, "%v", m)
	}
	if legal {
		pos.Play(m)
	}
	return legal, nil
}

// slackCycles is the time beyond the prediction before a command counts as hanging.
const slackCycles = 10_000

// command gives a core a command and awaits its answer, which must come after the given number of cycles.
func (c *corePorts) command(p *verilator.Proc, cmd verilator.Inputs, cycles uint64) (verilator.Result, error) {
	c.cmdValid.Set(cmd, 1)
	r, err := p.Run(verilator.Run{First: cmd, Stop: "rsp_valid_o", Max: cycles + slackCycles})
	if err == nil {
		err = checkCycles(p, r.Cycles-1, cycles)
	}
	return r, err
}

// checkCycles compares the cycles from a command to its answer.
func checkCycles(p *verilator.Proc, got, want uint64) error {
	if got != want {
		return p.Mismatch("rsp_valid_o", fmt.Sprintf("after %d cycles", got), fmt.Sprintf("after %d cycles", want), "")
	}
	return nil
}

// searchCommand returns the command to search for a player.
func (c *corePorts) searchCommand(p *verilator.Proc, pl duo.Player) verilator.Inputs {
	cmd := p.NewInputs()
	c.cmdValid.Set(cmd, 1)
	c.cmdOp.Set(cmd, gen.CmdSearch)
	c.cmdPlayer.Set(cmd, uint64(pl))
	return cmd
}

// search gives a core with a trace a command to search and awaits its answer, by golden after the given
// number of cycles; a search that takes much longer is an error. In cycle stop, counted from the command,
// the stop signal rises for one cycle, unless the answer comes before. log receives every record of the
// trace with its cycle, counted from the command; took are the cycles to the answer.
func (c *corePorts) search(p *verilator.Proc, cmd verilator.Inputs, cycles, stop uint64,
	log func(rec verilator.Logged, cycle uint64) error) (r verilator.Result, took uint64, err error) {
	start := p.Cycle()
	run := verilator.Run{
		First: cmd, Hold: p.NewInputs(), Stop: "rsp_valid_o", Max: cycles + slackCycles,
		Log: "trace_valid_o", OnLog: func(rec verilator.Logged) error { return log(rec, rec.Cycle-start) },
	}
	if cycles > stop {
		before := run
		before.Stop, before.Max = "", stop
		if _, err := p.Run(before); err != nil {
			return r, 0, err
		}
		run.First = p.NewInputs()
		c.stop.Set(run.First, 1)
		run.Max -= stop
	}
	r, err = p.Run(run)
	return r, p.Cycle() - 1 - start, err
}

// answer reads a core's move.
func (c *corePorts) answer(out verilator.Outputs) duo.Move {
	return moveAt(out, c.rspPass, c.rspOrient, c.rspRow, c.rspCol)
}

// moveAt reads a move from four outputs.
func moveAt(out verilator.Outputs, pass, orient, row, col verilator.Port) duo.Move {
	if pass.Bool(out) {
		return duo.Pass
	}
	return duo.NewMove(duo.Orientation(orient.Uint(out)),
		duo.NewSquare(int(row.Uint(out)), int(col.Uint(out))))
}

// playMoves plays the moves that led to a position.
func playMoves(pos *duo.Position, play func(duo.Player, duo.Move) (legal bool, err error)) error {
	mover := pos.FirstToMove()
	for i, m := range pos.History() {
		legal, err := play(mover, m)
		if err != nil {
			return err
		}
		if !legal {
			return fmt.Errorf("sim: move %d (%v): %v is not legal", i+1, mover, m)
		}
		mover = mover.Rival()
	}
	return nil
}
