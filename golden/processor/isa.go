// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package processor is a small 16-bit processor: its instructions, an assembler, and a model that
// is exact to the cycle. Module processor (rtl/processor) is the same machine in Verilog. It serves
// boards without room for the tree core in gates: package firmware is the tree search as its
// program.
//
// The processor has 16 registers of 16 bits, r0 to r15, a register h beside the multiplier, and
// four flags. The program has a separate memory of up to 2,048 words. Data have another memory of
// up to 4,096 words. Instructions can contain the addresses of its first 256 words, the page.
//
// File isa.go (here) has the instructions, assembler.go makes a program from a text, machine.go
// runs it.
package processor

// Sizes.
const (
	WordBits     = 16
	NumRegisters = 16
	ProgramWords = 1 << 11 // words that an address can name; a machine may have fewer
	DataWords    = 1 << 12 // words that an address can name; an address beyond wraps to its 12 lowest bits
	PageWords    = 1 << 8  // words that OpLdA and OpStA reach
	NumPorts     = 16
	Link         = 15 // Call leaves the return address in this register
)

// Op is the operation of an instruction, bits 15..12. a, b and c are its other digits:
//
//	 15  12 11   8 7    4 3    0
//	+------+------+------+------+
//	|  op  |  a   |  b   |  c   |
//	+------+------+------+------+
//	              |   imm8      |
//	       |        to          |   jump: bit 11 is 1 for a call, bits 10..0 the address
type Op uint8

// Operations. Flags are Z (the result is 0), N (its highest bit), C (carry; of a difference:
// borrow) and V (overflow of signed numbers). Arithmetic sets all four; logic, shifts and the count
// set Z and N; the others set no flags.
const (
	OpALU    Op = iota // ra = ra f rb, f = c: see Function
	OpUnit             // c: see Unit
	OpAddI             // ra += imm8, signed
	OpLdI              // ra = imm8, not signed
	OpLuI              // high half of ra = imm8
	OpAndI             // ra &= imm8, not signed
	OpCmpI             // flags of ra - imm8, signed
	OpShift            // ra = ra shifted by c, b: see Shift
	OpLd               // ra = data[rb + c]
	OpSt               // data[rb + c] = ra
	OpLdX              // ra = data[rb + rc]
	OpLdA              // ra = data[imm8]
	OpStA              // data[imm8] = ra
	OpBranch           // if condition a holds: jump by imm8, signed, from the next instruction
	OpJump             // jump to the address; a call leaves the next instruction's address in r15
	OpNone             // does nothing
)

// Function is the function of an OpALU.
type Function uint8

// The functions.
const (
	Mov  Function = iota // rb, no flags
	Add                  // ra + rb
	Sub                  // ra - rb
	Adc                  // ra + rb + C
	Sbc                  // ra - rb - C
	Cmp                  // flags of ra - rb
	And                  // ra & rb
	Or                   // ra | rb
	Xor                  // ra ^ rb
	Andn                 // ra & ^rb
	Shl                  // ra << (rb & 15)
	Shr                  // ra >> (rb & 15), not signed
	Ror                  // ra rotated to the right by rb & 15
	Sar                  // ra >> (rb & 15), signed
	Pop                  // the number of bits of rb that are 1
	Neg                  // 0 - rb; flags of that difference
)

// Unit is the unit of an OpUnit.
type Unit uint8

// The units.
const (
	Mul  Unit = iota // h and ra = ra x rb, not signed: h the high half
	Div              // ra = (h, ra) / rb, h = the remainder; if h >= rb the result of the same steps
	GetH             // ra = h
	SetH             // h = rb
	Jr               // jump to rb
	In               // ra = port b
	Out              // port b = ra
)

// Shift is the shift of an OpShift.
type Shift uint8

// The shifts.
const (
	ShlI Shift = iota
	ShrI
	RorI
	SarI
)

// Condition is the condition of a branch.
type Condition uint8

// Conditions of the flags; after a comparison of x with y:
const (
	EQ Condition = iota // Z: x = y
	NE                  // x != y
	LO                  // C: x < y, not signed
	HS                  // x >= y, not signed
	LT                  // N != V: x < y, signed
	GE                  // x >= y, signed
	MI                  // N
	PL                  // not N
	AL                  // always
	HI                  // not C, not Z: unsigned x > y
	LS                  // x <= y, not signed
	GT                  // x > y, signed
	LE                  // x <= y, signed
	NumConditions
)

// Cycles of instructions. All others take one.
const (
	LateCycles  = 2  // OpLd, OpLdX, OpLdA, In, GetH, Pop
	JumpCycles  = 3  // OpJump, Jr, a taken branch
	UnitCycles  = 18 // Mul, Div
	ResetCycles = 3  // from the end of a reset to the first instruction
)

// Instruction is an instruction, word by word as in memory.
type Instruction uint16

func (i Instruction) op() Op    { return Op(i >> 12) }
func (i Instruction) a() int    { return int(i >> 8 & 15) }
func (i Instruction) b() int    { return int(i >> 4 & 15) }
func (i Instruction) c() int    { return int(i & 15) }
func (i Instruction) imm() int  { return int(i & 255) }
func (i Instruction) simm() int { return int(int8(i)) }
func (i Instruction) to() int   { return int(i & (ProgramWords - 1)) }
func (i Instruction) call() bool {
	return i>>11&1 != 0
}

func pack(op Op, a, b, c int) Instruction {
	return Instruction(int(op)<<12 | a<<8 | b<<4 | c)
}
