// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package processor

import "math/bits"

// Ports connect the processor to the world.
type Ports interface {
	// In returns the word at a port in the cycle of the reading instruction.
	In(port int) uint16
	// Out writes a word to a port; the port has it in the next cycle.
	Out(port int, word uint16)
}

// Flags are the flags; see Op.
type Flags struct{ Z, N, C, V bool }

// Machine is the model of module processor. An instruction begins in the cycle of its execution;
// further cycles come after it.
type Machine struct {
	Program *[ProgramWords]Instruction
	Data    *[DataWords]uint16
	R       [NumRegisters]uint16
	H       uint16
	Flags   Flags
	PC      int   // address of the next instruction
	Cycles  int64 // cycles of the instructions so far
	Ports   Ports
}

// Reset restarts the program. Data and registers keep their contents.
func (m *Machine) Reset() { m.PC, m.Cycles = 0, 0 }

func (m *Machine) load(address int) uint16 { return m.Data[address&(DataWords-1)] }

func (m *Machine) store(address int, w uint16) { m.Data[address&(DataWords-1)] = w }

// sum returns x + y + carry and sets the flags.
func (m *Machine) sum(x, y uint16, carry bool) uint16 {
	s := uint32(x) + uint32(y)
	if carry {
		s++
	}
	r := uint16(s)
	m.Flags = Flags{Z: r == 0, N: r>>15 != 0, C: s>>16 != 0, V: (x^r)&(y^r)>>15 != 0}
	return r
}

// difference returns x - y - borrow and sets the flags.
func (m *Machine) difference(x, y uint16, borrow bool) uint16 {
	r := m.sum(x, ^y, !borrow)
	m.Flags.C = !m.Flags.C
	return r
}

// logic returns w and sets Z and N.
func (m *Machine) logic(w uint16) uint16 {
	m.Flags.Z, m.Flags.N = w == 0, w>>15 != 0
	return w
}

func shifted(w uint16, by int, kind Shift) uint16 {
	switch kind {
	case ShlI:
		return w << by
	case ShrI:
		return w >> by
	case RorI:
		return bits.RotateLeft16(w, -by)
	default:
		return uint16(int16(w) >> by)
	}
}

// Holds reports whether a condition holds.
func (f Flags) Holds(c Condition) bool {
	less := f.N != f.V
	switch c {
	case EQ:
		return f.Z
	case NE:
		return !f.Z
	case LO:
		return f.C
	case HS:
		return !f.C
	case LT:
		return less
	case GE:
		return !less
	case MI:
		return f.N
	case PL:
		return !f.N
	case AL:
		return true
	case HI:
		return !f.C && !f.Z
	case LS:
		return f.C || f.Z
	case GT:
		return !less && !f.Z
	case LE:
		return less || f.Z
	}
	return false
}

// Step executes an instruction and returns its number of cycles.
func (m *Machine) Step() int {
	i := m.Program[m.PC]
	next := (m.PC + 1) & (ProgramWords - 1)
	cycles := 1
	a := &m.R[i.a()]
	b := m.R[i.b()]
	jump := func(to int) {
		next, cycles = to&(ProgramWords-1), JumpCycles
	}
	switch i.op() {
	case OpALU:
		switch f := Function(i.c()); f {
		case Mov:
			*a = b
		case Add:
			*a = m.sum(*a, b, false)
		case Sub:
			*a = m.difference(*a, b, false)
		case Adc:
			*a = m.sum(*a, b, m.Flags.C)
		case Sbc:
			*a = m.difference(*a, b, m.Flags.C)
		case Cmp:
			m.difference(*a, b, false)
		case And:
			*a = m.logic(*a & b)
		case Or:
			*a = m.logic(*a | b)
		case Xor:
			*a = m.logic(*a ^ b)
		case Andn:
			*a = m.logic(*a &^ b)
		case Shl:
			*a = m.logic(shifted(*a, int(b&15), ShlI))
		case Shr:
			*a = m.logic(shifted(*a, int(b&15), ShrI))
		case Ror:
			*a = m.logic(shifted(*a, int(b&15), RorI))
		case Sar:
			*a = m.logic(shifted(*a, int(b&15), SarI))
		case Pop:
			*a, cycles = m.logic(uint16(bits.OnesCount16(b))), LateCycles
		case Neg:
			*a = m.difference(0, b, false)
		}
	case OpUnit:
		switch Unit(i.c()) {
		case Mul:
			p := uint32(*a) * uint32(b)
			*a, m.H, cycles = uint16(p), uint16(p>>16), UnitCycles
		case Div:
			*a, m.H = divide(m.H, *a, b)
			cycles = UnitCycles
		case GetH:
			*a, cycles = m.H, LateCycles
		case SetH:
			m.H = b
		case Jr:
			jump(int(b))
		case In:
			*a, cycles = m.Ports.In(i.b()), LateCycles
		case Out:
			m.Ports.Out(i.b(), *a)
		}
	case OpAddI:
		*a = m.sum(*a, uint16(i.simm()), false)
	case OpLdI:
		*a = uint16(i.imm())
	case OpLuI:
		*a = *a&255 | uint16(i.imm())<<8
	case OpAndI:
		*a = m.logic(*a & uint16(i.imm()))
	case OpCmpI:
		m.difference(*a, uint16(i.simm()), false)
	case OpShift:
		*a = m.logic(shifted(*a, i.c(), Shift(i.b()&3)))
	case OpLd:
		*a, cycles = m.load(int(b)+i.c()), LateCycles
	case OpSt:
		m.store(int(b)+i.c(), *a)
	case OpLdX:
		*a, cycles = m.load(int(b)+int(m.R[i.c()])), LateCycles
	case OpLdA:
		*a, cycles = m.load(i.imm()), LateCycles
	case OpStA:
		m.store(i.imm(), *a)
	case OpBranch:
		if m.Flags.Holds(Condition(i.a())) {
			jump(next + i.simm())
		}
	case OpJump:
		if i.call() {
			m.R[Link] = uint16(next)
		}
		jump(i.to())
	}
	m.PC = next
	m.Cycles += int64(cycles)
	return cycles
}

// divide returns quotient and remainder of (high, low) / d in 16 steps: each doubles the remainder,
// takes in the next bit of low, and subtracts d unless the result would be negative.
func divide(high, low, d uint16) (quotient, rest uint16) {
	r := uint32(high)
	for k := 15; k >= 0; k-- {
		r = r<<1 | uint32(low>>k&1)
		quotient <<= 1
		if r >= uint32(d) {
			r -= uint32(d)
			quotient |= 1
		}
		r &= 1<<16 - 1
	}
	return quotient, uint16(r)
}
