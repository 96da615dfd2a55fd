// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"fmt"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/processor"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// ProcessorModel is the model of module processor with memories of the largest size.
func ProcessorModel() verilator.Model {
	return verilator.Model{Top: "processor_bench", Sources: benchSources}
}

// Processor drives a processor_bench, and compares it with golden's machine in every cycle.
type Processor struct {
	p       *verilator.Proc
	rng     *rand.Rand // source of the words at the ports
	machine *processor.Machine
	known   int // number of instructions from the beginning that set flags and registers; flags are not compared before

	rst, programWE, dataWE, writeAddress, writeWord, in verilator.Port
	address, store, word, port, out                     verilator.Port
	begin, pc, write, register, registerWord, flags     verilator.Port
	inWords                                             []uint16 // words of the cycles of a run
	wants                                               []processorCycle
	cycle                                               int // the instruction's cycle that reads or writes a port
}

// processorCycle holds the processor's actions in a cycle.
type processorCycle struct {
	Begin    bool // an instruction begins
	PC       int  // address of the instruction
	Flags    processor.Flags
	Write    bool // a register gets a word
	Register int
	Word     uint16
	Store    bool
	Address  int
	Port     int // port that is read or written; -1: none
	Out      bool
	Data     uint16 // word that is stored or written to the port
}

// NewProcessor returns the driver of a running processor_bench. The first known instructions of
// each program set all registers and flags.
func NewProcessor(p *verilator.Proc, rng *rand.Rand, known int) (*Processor, error) {
	u := &Processor{p: p, rng: rng, known: known}
	u.machine = &processor.Machine{
		Program: new([processor.ProgramWords]processor.Instruction), Data: new([processor.DataWords]uint16), Ports: u,
	}
	return u, p.Bind(map[string]*verilator.Port{
		"rst_i": &u.rst, "program_we_i": &u.programWE, "data_we_i": &u.dataWE, "write_address_i": &u.writeAddress,
		"write_word_i": &u.writeWord, "in_i": &u.in, "address_o": &u.address, "store_o": &u.store, "word_o": &u.word,
		"port_o": &u.port, "out_o": &u.out, "trace_begin_o": &u.begin, "trace_pc_o": &u.pc, "trace_write_o": &u.write,
		"trace_register_o": &u.register, "trace_word_o": &u.registerWord, "trace_flags_o": &u.flags,
	})
}

// Load puts a program and its data into the memories.
func (u *Processor) Load(program *[processor.ProgramWords]processor.Instruction, data *[processor.DataWords]uint16) error {
	*u.machine.Program, *u.machine.Data = *program, *data
	b := u.p.NewBatch(len(program) + len(data))
	for i := range b.Len() {
		u.rst.Set(b.In(i), 1)
		if i < len(program) {
			u.programWE.Set(b.In(i), 1)
			u.writeAddress.Set(b.In(i), uint64(i))
			u.writeWord.Set(b.In(i), uint64(program[i]))
			continue
		}
		u.dataWE.Set(b.In(i), 1)
		u.writeAddress.Set(b.In(i), uint64(i-len(program)))
		u.writeWord.Set(b.In(i), uint64(data[i-len(program)]))
	}
	return u.p.Step(b)
}

// In reads a port.
func (u *Processor) In(port int) uint16 {
	u.wants[u.cycle].Port = port
	return u.inWords[u.cycle]
}

// Out writes to a port.
func (u *Processor) Out(port int, word uint16) {
	w := &u.wants[u.cycle]
	w.Port, w.Out, w.Data = port, true, word
}

// Run restarts the program and compares that many cycles, with random words at the ports; then it
// resets the processor.
func (u *Processor) Run(cycles int) error {
	u.inWords = make([]uint16, cycles)
	u.wants = make([]processorCycle, cycles+processor.UnitCycles)
	for i := range u.wants {
		u.wants[i].Port = -1
	}
	m := u.machine
	m.Reset()
	for i := range u.inWords {
		u.inWords[i] = uint16(u.rng.Uint32())
	}
	for u.cycle = processor.ResetCycles; u.cycle < cycles; u.cycle = processor.ResetCycles + int(m.Cycles) {
		w, at := &u.wants[u.cycle], u.cycle
		w.Begin, w.PC, w.Flags = true, m.PC, m.Flags
		i := m.Program[m.PC]
		stores, address := storeOf(m, i)
		if stores {
			w.Store, w.Address = true, address
		}
		took := m.Step()
		if stores {
			w.Data = m.Data[address]
		}
		if r, late := writtenBy(i); r >= 0 {
			if late {
				at += took - 1
			}
			w = &u.wants[at]
			w.Write, w.Register, w.Word = true, r, m.R[r]
		}
	}

	b := u.p.NewBatch(cycles)
	for i := range cycles {
		u.in.Set(b.In(i), uint64(u.inWords[i]))
	}
	u.rst.Set(b.In(cycles-1), 1)
	if err := u.p.Step(b); err != nil {
		return err
	}
	begun := 0
	for i := range cycles {
		want := u.wants[i]
		if want.Begin {
			begun++
		}
		got, flags := u.does(b.Out(i), &want), begun > u.known
		if !flags {
			got.Flags, want.Flags = processor.Flags{}, processor.Flags{}
		}
		if got != want {
			return u.p.Mismatch("trace_*_o, store_o, out_o", fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want),
				"instruction %d of the run", begun).At(b.Cycle(i))
		}
	}
	return nil
}

// does reads the processor's actions in a cycle. Fields without meaning are taken from want.
func (u *Processor) does(out verilator.Outputs, want *processorCycle) processorCycle {
	c := *want
	if c.Begin = u.begin.Bool(out); c.Begin {
		f := u.flags.Uint(out)
		c.PC = int(u.pc.Uint(out))
		c.Flags = processor.Flags{Z: f&1 != 0, N: f&2 != 0, C: f&4 != 0, V: f&8 != 0}
	}
	if c.Write = u.write.Bool(out); c.Write {
		c.Register, c.Word = int(u.register.Uint(out)), uint16(u.registerWord.Uint(out))
	}
	if c.Store = u.store.Bool(out); c.Store {
		c.Address = int(u.address.Uint(out))
	}
	if c.Out = u.out.Bool(out); c.Out || c.Store {
		c.Data = uint16(u.word.Uint(out))
	}
	if want.Port >= 0 {
		c.Port = int(u.port.Uint(out))
	}
	return c
}

// storeOf reports whether an instruction stores, and returns the address.
func storeOf(m *processor.Machine, i processor.Instruction) (stores bool, address int) {
	switch processor.Op(i >> 12) {
	case processor.OpSt:
		return true, (int(m.R[i>>4&15]) + int(i&15)) & (processor.DataWords - 1)
	case processor.OpStA:
		return true, int(i & 255)
	}
	return false, 0
}

// writtenBy returns the register that an instruction writes, or -1, and whether the write comes in
// its last cycle rather than its first.
func writtenBy(i processor.Instruction) (register int, late bool) {
	a := int(i >> 8 & 15)
	switch op := processor.Op(i >> 12); op {
	case processor.OpALU:
		if f := processor.Function(i & 15); f != processor.Cmp {
			return a, f == processor.Pop
		}
	case processor.OpUnit:
		switch processor.Unit(i & 15) {
		case processor.Mul, processor.Div, processor.GetH, processor.In:
			return a, true
		}
	case processor.OpAddI, processor.OpLdI, processor.OpLuI, processor.OpAndI, processor.OpShift:
		return a, false
	case processor.OpLd, processor.OpLdX, processor.OpLdA:
		return a, true
	case processor.OpJump:
		if a>>3 != 0 {
			return processor.Link, false
		}
	}
	return -1, false
}
