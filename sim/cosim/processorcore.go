// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"context"
	"fmt"
	"maps"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/firmware"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// ProcessorCoreModel is the model of module processor_core, with the most leaves of a search and
// its seed.
func ProcessorCoreModel(leaves uint16, seed uint32) verilator.Model {
	return verilator.Model{Top: "processor_core", Params: map[string]int{"LEAVES": int(leaves), "SEED": int(seed)}}
}

// ProcessorCore drives a processor_core and compares its answers with golden's.
type ProcessorCore struct {
	p      *verilator.Proc
	pos    duo.Position
	leaves int
	seed   uint32
	golden *search.TreeCore
	twin   *firmware.Core // runs ahead of the module, command by command

	corePorts
	cmdReady, rspValid, rspLeaves, lookAddress, lookWord verilator.Port
}

// NewProcessorCore returns the driver of a running model of processor_core after reset.
func NewProcessorCore(p *verilator.Proc, leaves uint16, seed uint32) (*ProcessorCore, error) {
	golden, err := search.NewTreeCore(firmware.Limits(), func() search.Evaluator { return evaluation.New(&evaluation.Chip) })
	if err != nil {
		return nil, err
	}
	twin, err := firmware.NewCore()
	if err != nil {
		return nil, err
	}
	twin.Seed, twin.Limit = seed, leaves
	c := &ProcessorCore{p: p, twin: twin, pos: duo.NewPosition(duo.Player1), leaves: int(leaves), seed: seed, golden: golden}
	ports := c.corePorts.names()
	maps.Copy(ports, map[string]*verilator.Port{
		"cmd_ready_o": &c.cmdReady, "rsp_valid_o": &c.rspValid, "rsp_leaves_o": &c.rspLeaves,
		"look_address_i": &c.lookAddress, "look_word_o": &c.lookWord,
	})
	return c, p.Bind(ports)
}

// order is a command to the core and to its twin.
type order struct {
	op   int
	pl   duo.Player
	move duo.Move
	stop uint64 // cycle of the stop signal, counted from the cycle after the command; 0: never
}

// give gives a command until it is taken, and removes it in the next cycle.
func (c *ProcessorCore) give(cmd verilator.Inputs) error {
	c.cmdValid.Set(cmd, 1)
	_, err := c.p.Run(verilator.Run{First: cmd, Hold: cmd, Stop: "cmd_ready_o", Max: slackCycles})
	return err
}

// command gives a command and returns the first cycle of the answer. The twin runs ahead: the core
// must take the command and answer it in the same cycles. There is no stop signal if the answer
// comes before it.
func (c *ProcessorCore) command(cmd verilator.Inputs, o order) (r verilator.Result, err error) {
	c.twin.Wait(int64(c.p.Cycle()))
	if err := c.give(cmd); err != nil {
		return r, err
	}
	behind := c.p.Cycle()
	if o.stop > 0 {
		c.twin.StopAt = int64(behind + o.stop)
	}
	if _, _, err := c.twin.Do(context.Background(), o.op, o.pl, o.move); err != nil {
		return r, err
	}
	if got, want := behind-1, uint64(c.twin.Taken()); got != want {
		return r, c.p.Mismatch("cmd_ready_o", fmt.Sprintf("in cycle %d", got), fmt.Sprintf("in cycle %d", want), "command %d of %v, %v", o.op, o.pl, o.move)
	}
	done := uint64(c.twin.Done())
	run := verilator.Run{Stop: "rsp_valid_o"}
	if o.stop > 0 && behind+o.stop < done-1 { // a stop in the cycle before the answer would apply to the next command
		if r, err = c.p.Run(verilator.Run{Max: o.stop}); err != nil {
			return r, err
		}
		run.First = c.p.NewInputs()
		c.stop.Set(run.First, 1)
	}
	run.Max = done - c.p.Cycle() + slackCycles
	if r, err = c.p.Run(run); err != nil {
		return r, err
	}
	if got := c.p.Cycle() - 1; got != done {
		return r, c.p.Mismatch("rsp_valid_o", fmt.Sprintf("in cycle %d", got), fmt.Sprintf("in cycle %d", done), "command %d of %v, %v", o.op, o.pl, o.move)
	}
	return r, nil
}

// ToMove returns the player to move.
func (c *ProcessorCore) ToMove() duo.Player { return c.pos.ToMove() }

// searchCommand returns the command to search for the player to move, without its valid signal.
func (c *ProcessorCore) searchCommand() verilator.Inputs {
	cmd := c.p.NewInputs()
	c.cmdOp.Set(cmd, gen.CmdSearch)
	c.cmdPlayer.Set(cmd, uint64(c.pos.ToMove()))
	return cmd
}

// Break begins a search and resets the core after that many cycles.
func (c *ProcessorCore) Break(cycles uint64) error {
	if err := c.give(c.searchCommand()); err != nil {
		return err
	}
	if _, err := c.p.Run(verilator.Run{Max: cycles}); err != nil {
		return err
	}
	if err := c.p.Reset(); err != nil {
		return err
	}
	fresh, err := NewProcessorCore(c.p, uint16(c.leaves), c.seed)
	if err == nil {
		*c = *fresh
	}
	return err
}

// Reset goes back to the empty board, with that player to move first.
func (c *ProcessorCore) Reset(first duo.Player) error {
	cmd := c.p.NewInputs()
	c.cmdOp.Set(cmd, gen.CmdReset)
	c.cmdPlayer.Set(cmd, uint64(first))
	c.pos = duo.NewPosition(first)
	c.golden.Reset()
	_, err := c.command(cmd, order{op: gen.CmdReset, pl: first})
	return err
}

// Play makes a move of the player to move, who must be pl, if it is legal, and reports whether it
// was.
func (c *ProcessorCore) Play(pl duo.Player, m duo.Move) (legal bool, err error) {
	return c.play(c.p, &c.pos, pl, m, func(cmd verilator.Inputs) (verilator.Result, error) {
		return c.command(cmd, order{op: gen.CmdPlay, pl: pl, move: m})
	})
}

// Load puts a position on the board by playing its moves.
func (c *ProcessorCore) Load(p *duo.Position) error {
	if err := c.Reset(p.FirstToMove()); err != nil {
		return err
	}
	return playMoves(p, c.Play)
}

// Search chooses a move for the player to move and compares the answer with golden's. In cycle stop
// of the search the stop signal rises for one cycle; 0: never. After a stop golden searches with
// the core's number of leaves. Search also returns the cycles of the search.
func (c *ProcessorCore) Search(stop uint64) (want search.TreeCoreResult, cycles uint64, err error) {
	start := c.p.Cycle()
	r, err := c.command(c.searchCommand(), order{op: gen.CmdSearch, pl: c.pos.ToMove(), stop: stop})
	if err != nil {
		return want, 0, err
	}
	cycles = c.p.Cycle() - start
	leaves := c.leaves
	if stop > 0 {
		leaves = min(leaves, int(c.rspLeaves.Uint(r.Out)))
	}
	want = c.golden.Search(&c.pos, leaves, c.seed)
	if got := c.answer(r.Out); got != want.Move {
		return want, cycles, c.p.Mismatch("rsp_orient_o, rsp_row_o, rsp_col_o", got, want.Move, "%+v", want)
	}
	if got := c.rspLeaves.Uint(r.Out); want.Move != duo.Pass && got != uint64(want.Leaves) {
		return want, cycles, c.p.Mismatch("rsp_leaves_o", got, want.Leaves, "%+v", want)
	}
	data, err := c.Data()
	if err != nil {
		return want, cycles, err
	}
	for i, w := range c.twin.Data[:len(data)] { // a word that is 0 may never have been written
		if w != 0 && data[i] != w {
			return want, cycles, c.p.Mismatch("look_word_o", data[i], w, "word %#x of the data", i)
		}
	}
	f, err := firmware.Load()
	if err == nil && want.Leaves > 0 {
		err = f.Compare(data, c.golden.Tree)
	}
	return want, cycles, err
}

// Data returns the words of the data memory.
func (c *ProcessorCore) Data() ([]uint16, error) {
	b := c.p.NewBatch(firmware.DataWords + 1)
	for i := range firmware.DataWords {
		c.lookAddress.Set(b.In(i), uint64(i))
	}
	if err := c.p.Step(b); err != nil {
		return nil, err
	}
	words := make([]uint16, firmware.DataWords)
	for i := range words {
		words[i] = uint16(c.lookWord.Uint(b.Out(i + 1)))
	}
	return words, nil
}
