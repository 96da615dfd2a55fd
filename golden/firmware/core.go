// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/processor"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// Core is the twin of module processor_core: the processor with the program, and one playout lane.
type Core struct {
	processor.Machine
	Seed  uint32 // seed of the searches
	Limit uint16 // leaves of a search

	// OnStep, if not nil, is called with the routine and the cycles of each instruction.
	OnStep func(routine string, cycles int)
	// StopAt is the cycle since the reset that ends a search, with the leaves under way; 0: none.
	StopAt int64

	firmware *Firmware
	routines []routine // sorted by address
	lanes    *twin.Lanes

	// The current command, and the answer.
	command, move uint16
	answered      bool
	answer        Answer

	// The data on the way to the lane.
	rows      [flights][2]playout.Rows
	words     [2]uint16
	table     uint16 // address in the tables
	tableWord uint16
	load      *uint16 // a command that the lane has not taken
	seed      uint32
	roots     [flights]*playout.Root
	turn      [flights]duo.Player
	job       int // the next job
	jobs      int // jobs left
	slot      int // root of the jobs
	results   [flights]int
	sums      [flights]int32
	owner     map[*playout.Root]int

	next        pending // the last instruction's word for a port
	now         int64   // cycles since the reset
	taken, done int64
}

// flights is the number of leaves under way: the lane has two roots.
const flights = 2

// playouts is the number of playouts of a leaf.
const playouts = 8

// Answer is the answer to a command.
type Answer struct {
	OK, Pass bool
	Move     uint16 // see [Code]
	Leaves   int
}

// The commands of all cores.
const (
	CommandReset  = 0
	CommandPlay   = 1
	CommandSearch = 2
)

type routine struct {
	at   int
	name string
}

type pending struct {
	port int // -1: no port
	word uint16
}

// NewCore returns a core after a reset.
func NewCore() (*Core, error) {
	f, err := Load()
	if err != nil {
		return nil, err
	}
	c := &Core{firmware: f, lanes: twin.NewLanes(1), owner: map[*playout.Root]int{}, next: pending{port: -1}, Limit: 1<<Limits().VisitBits - 1}
	c.Program, c.Data = new([processor.ProgramWords]processor.Instruction), new([processor.DataWords]uint16)
	copy(c.Program[:], f.Program)
	c.Ports = c
	for range processor.ResetCycles {
		c.cycle()
	}
	for name, at := range f.Labels {
		if !strings.Contains(name, ".") {
			c.routines = append(c.routines, routine{at, name})
		}
	}
	slices.SortFunc(c.routines, func(a, b routine) int { return a.at - b.at })
	return c, nil
}

// Code returns a move in the firmware's form; see the constant pass.
func Code(m duo.Move) uint16 {
	if m == duo.Pass {
		return pass
	}
	return uint16(m.Orientation())<<8 | uint16(m.Square().Row())<<4 | uint16(m.Square().Col())
}

// In returns the word at a port; see module processor_core.
func (c *Core) In(port int) uint16 {
	bit := func(b bool, at int) uint16 {
		if b {
			return 1 << at
		}
		return 0
	}
	switch port {
	case InCommand:
		return c.command
	case InMove:
		return c.move
	case InStop:
		return bit(c.StopAt > 0 && c.now > c.StopAt, 0)
	case InLane:
		return bit(c.load != nil, 0) | bit(c.jobs > 0, 1) | bit(c.results[0] == playouts, 2) | bit(c.results[1] == playouts, 3)
	case InSum0, InSum1:
		return uint16(c.sums[port-InSum0])
	case InSeedLow:
		return uint16(c.Seed)
	case InSeedHigh:
		return uint16(c.Seed >> 16)
	case InLimit:
		return c.Limit
	case InTable:
		return c.tableWord
	}
	return 0
}

// Out gives a port a word at the end of the cycle.
func (c *Core) Out(port int, word uint16) { c.next = pending{port, word} }

// cycle does a cycle of everything except the processor.
func (c *Core) cycle() {
	var in twin.LanesIn
	if c.load != nil {
		in.Command = &twin.Command{Kind: twin.CommandLoad}
		if *c.load>>6 != 0 {
			in.Command.Kind = twin.CommandTurn
		}
	}
	if c.jobs > 0 {
		in.Job = &twin.Job{
			From: c.roots[c.slot], Policy: playout.Largest, First: playout.NoFirst,
			Stream: playout.NewRNG(c.seed, uint32(c.job)),
		}
	}
	out := c.lanes.Step(in)
	if out.CommandReady {
		c.write(*c.load)
		c.load = nil
	}
	if in.Job != nil && out.JobReady {
		c.job++
		c.jobs--
	}
	if r := out.Result; r != nil {
		slot := c.owner[r.Job.From]
		c.sums[slot] += int32(r.Margin)
		if c.results[slot]++; c.results[slot] == playouts {
			delete(c.owner, r.Job.From)
		}
	}
	if int(c.table) < len(c.firmware.Tables) {
		c.tableWord = c.firmware.Tables[c.table]
	}
	if c.next.port >= 0 {
		c.out(c.next.port, c.next.word)
		c.next.port = -1
	}
	c.now++
}

// step does an instruction, and the other units' cycles during it.
func (c *Core) step() (cycles int) {
	cycles = c.Step()
	for range cycles {
		c.cycle()
	}
	return cycles
}

// Wait advances to that cycle since the reset, and on to the end of the current instruction.
func (c *Core) Wait(cycle int64) {
	for c.now < cycle {
		c.step()
	}
}

// Taken and Done are the cycles since the reset of the latest command and its answer.
func (c *Core) Taken() int64 { return c.taken }
func (c *Core) Done() int64  { return c.done }

// write does a command on a root.
func (c *Core) write(word uint16) {
	slot, pl, row := word>>5&1, word>>4&1, word&15
	if word>>6 != 0 {
		c.turn[slot] = duo.Player(pl)
		return
	}
	r := &c.rows[slot][pl]
	switch {
	case row < duo.BoardSize:
		r.Allowed[row], r.Anchors[row] = c.words[0], c.words[1]
	case row == twin.TilesRow:
		r.Tiles = r.Tiles&^0xffff | duo.TileSet(c.words[0])
	default:
		r.Tiles = r.Tiles&0xffff | duo.TileSet(c.words[0]&31)<<16
		r.Value = int(c.words[0] >> 5)
	}
}

func (c *Core) out(port int, word uint16) {
	switch port {
	case OutAccept:
		c.command, c.taken = 0, c.now+1
	case OutMove:
		c.answer.Move = word
	case OutLeaves:
		c.answer.Leaves = int(word)
	case OutAnswer:
		c.answer.OK, c.answer.Pass = word&1 != 0, word&2 != 0
		c.answered, c.StopAt, c.done = true, 0, c.now+1
	case OutTable:
		c.table = word
	case OutAllowed, OutCorners:
		c.words[port-OutAllowed] = word
	case OutLane:
		c.load = &word
	case OutSeedLow:
		c.seed = c.seed&^0xffff | uint32(word)
	case OutSeedHigh:
		c.seed = c.seed&0xffff | uint32(word)<<16
	case OutGo:
		c.slot = int(word & 1)
		c.job, c.jobs = 0, playouts
		c.sums[c.slot], c.results[c.slot] = 0, 0
		c.roots[c.slot] = playout.NewRootOf(&c.rows[c.slot], c.turn[c.slot])
		c.owner[c.roots[c.slot]] = c.slot
	}
}

// Do gives a command, runs until the answer, and returns the cycles. ctx ends it.
func (c *Core) Do(ctx context.Context, op int, pl duo.Player, m duo.Move) (Answer, int64, error) {
	c.command, c.move, c.answered = 1<<15|uint16(op)<<13|uint16(pl)<<12, Code(m), false
	if m == duo.Pass {
		c.command |= 1 << 11
	}
	from := c.Cycles
	for n := 0; !c.answered; n++ {
		if n&0xffff == 0 && ctx.Err() != nil {
			return Answer{}, 0, fmt.Errorf("firmware: %w", ctx.Err())
		}
		at := c.PC
		cycles := c.step()
		if c.OnStep != nil {
			i, found := slices.BinarySearchFunc(c.routines, at, func(r routine, at int) int { return r.at - at })
			if !found {
				i--
			}
			c.OnStep(c.routines[i].name, cycles)
		}
	}
	return c.answer, c.Cycles - from, nil
}

// Set sets the core's position.
func (c *Core) Set(ctx context.Context, pos *duo.Position) error {
	if _, _, err := c.Do(ctx, CommandReset, pos.FirstToMove(), 0); err != nil {
		return err
	}
	pl := pos.FirstToMove()
	for _, m := range pos.History() {
		a, _, err := c.Do(ctx, CommandPlay, pl, m)
		if err != nil {
			return err
		}
		if !a.OK {
			return fmt.Errorf("firmware: %v of %v is refused", m, pl)
		}
		pl = pl.Rival()
	}
	return nil
}
