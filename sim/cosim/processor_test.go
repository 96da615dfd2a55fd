// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/processor"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// processorBegins is the number of instructions at the beginning of a random program that set all
// registers, h and the flags.
const processorBegins = 2*processor.NumRegisters + 2

// randomProgram returns a program of instructions of all kinds. Most use few registers, so that an
// instruction often uses the result of the one before.
func randomProgram(rng *rand.Rand) *[processor.ProgramWords]processor.Instruction {
	var ops []processor.Op // each as often as it should come; unknown ones come, too
	for op, times := range []int{
		processor.OpALU: 30, processor.OpUnit: 12, processor.OpAddI: 4, processor.OpLdI: 4, processor.OpLuI: 4,
		processor.OpAndI: 2, processor.OpCmpI: 4, processor.OpShift: 8, processor.OpLd: 8, processor.OpSt: 6, processor.OpLdX: 6,
		processor.OpLdA: 5, processor.OpStA: 4, processor.OpBranch: 14, processor.OpJump: 4, processor.OpNone: 1,
	} {
		for range times {
			ops = append(ops, processor.Op(op))
		}
	}
	few := 1 + rng.IntN(processor.NumRegisters)
	digit := func() processor.Instruction {
		if rng.IntN(4) == 0 {
			return processor.Instruction(rng.IntN(16))
		}
		return processor.Instruction(rng.IntN(few))
	}
	var p [processor.ProgramWords]processor.Instruction
	for n := range p {
		op := ops[rng.IntN(len(ops))]
		i := processor.Instruction(op)<<12 | digit()<<8 | digit()<<4 | digit()
		switch op {
		case processor.OpALU, processor.OpShift:
			i = i&^15 | processor.Instruction(rng.IntN(16))
		case processor.OpUnit:
			i = i&^15 | processor.Instruction(rng.IntN(8))
			if rng.IntN(8) == 0 {
				i |= 8 // no valid unit
			}
		case processor.OpBranch:
			i = processor.Instruction(op)<<12 | processor.Instruction(rng.IntN(1<<12))
		case processor.OpAddI, processor.OpLdI, processor.OpLuI, processor.OpAndI, processor.OpCmpI, processor.OpLdA, processor.OpStA:
			i = i&^255 | processor.Instruction(rng.IntN(256))
		case processor.OpJump:
			i = processor.Instruction(op)<<12 | processor.Instruction(rng.IntN(1<<12))
		}
		p[n] = i
	}
	for r := range processor.NumRegisters {
		a := processor.Instruction(r) << 8
		p[2*r] = processor.Instruction(processor.OpLdI)<<12 | a | processor.Instruction(rng.IntN(256))
		p[2*r+1] = processor.Instruction(processor.OpLuI)<<12 | a | processor.Instruction(rng.IntN(256))
	}
	p[processorBegins-2] = processor.Instruction(processor.OpUnit)<<12 | digit()<<4 | processor.Instruction(processor.SetH)
	p[processorBegins-1] = processor.Instruction(processor.OpAddI)<<12 | digit()<<8 | processor.Instruction(rng.IntN(256))
	return &p
}

// compareProcessor compares that many random programs, with resets during the work.
func compareProcessor(p *verilator.Proc, rng *rand.Rand, programs int) error {
	u, err := cosim.NewProcessor(p, rng, processorBegins)
	if err != nil {
		return err
	}
	for n := range programs {
		p.SetTransaction(n)
		var data [processor.DataWords]uint16
		for i := range data {
			data[i] = uint16(rng.Uint32())
			if rng.IntN(3) == 0 {
				data[i] = []uint16{0, 1, 0x7fff, 0x8000, 0xffff, uint16(rng.IntN(64))}[rng.IntN(6)]
			}
		}
		if err := u.Load(randomProgram(rng), &data); err != nil {
			return err
		}
		for range 3 {
			if err := u.Run(1 + rng.IntN(4000)); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestProcessor runs random programs and compares every cycle: the instruction that begins, its
// flags, and the words for registers, data and ports.
func TestProcessor(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, cosim.ProcessorModel(), func(p *verilator.Proc, rng *rand.Rand) error {
		return compareProcessor(p, rng, simtest.Times(simtest.Long(40, 1000)))
	})
}
