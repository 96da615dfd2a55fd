// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package processor

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// run assembles a text, sets registers, and executes that many instructions.
func run(t *testing.T, text string, steps int, registers ...uint16) *Machine {
	image, err := Assemble([]Source{{"test", text}}, nil, PageWords)
	require.NoError(t, err, text)
	m := &Machine{Program: new([ProgramWords]Instruction), Data: new([DataWords]uint16)}
	copy(m.Program[:], image.Program)
	copy(m.R[:], registers)
	for range steps {
		m.Step()
	}
	return m
}

// numbers returns words at the edges of the range, and some others.
func numbers(rng *rand.Rand) (all []uint16) {
	all = []uint16{0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff}
	for range 12 {
		all = append(all, uint16(rng.Uint32()))
	}
	return all
}

// TestArithmetic compares results and conditions with computations in wider integers.
func TestArithmetic(t *testing.T) {
	rng := seedtest.Rand(t)
	for _, x := range numbers(rng) {
		for _, y := range numbers(rng) {
			u, v := int(x), int(y)
			sum := run(t, "add r0, r1\nadc r2, r3", 2, x, y, 3, 4)
			assert.Equal(t, uint16(u+v), sum.R[0])
			assert.Equal(t, uint16(7+(u+v)>>16), sum.R[2], "carry of %d + %d", u, v)
			less := run(t, "sub r0, r1\nsbc r2, r3", 2, x, y, 3, 4)
			assert.Equal(t, uint16(u-v), less.R[0])
			assert.Equal(t, uint16(-1+(u-v)>>16), less.R[2], "borrow of %d - %d", u, v)
			negative := run(t, "neg r0, r1", 1, x, y)
			assert.Equal(t, -y, negative.R[0])

			compared := run(t, "cmp r0, r1", 1, x, y)
			assert.Equal(t, x, compared.R[0])
			s, w := int16(x), int16(y)
			for c, want := range map[Condition]bool{
				EQ: x == y, NE: x != y, LO: x < y, HS: x >= y, HI: x > y, LS: x <= y,
				LT: s < w, GE: s >= w, GT: s > w, LE: s <= w, MI: x-y >= 1<<15, PL: x-y < 1<<15, AL: true,
			} {
				assert.Equal(t, want, compared.Flags.Holds(c), "condition %d of %#x, %#x", c, x, y)
			}

			product := run(t, "mul r0, r1\ngeth r2", 2, x, y)
			assert.Equal(t, uint32(x)*uint32(y), uint32(product.R[2])<<16|uint32(product.R[0]))
			if y > 0 {
				n := uint32(y-1)<<16 | uint32(x)
				quotient := run(t, "seth r2\ndiv r0, r1\ngeth r3", 3, x, y, y-1)
				assert.Equal(t, n/uint32(y), uint32(quotient.R[0]))
				assert.Equal(t, n%uint32(y), uint32(quotient.R[3]))
			}
			by := int(y & 15)
			for text, want := range map[string]uint16{
				"and": x & y, "or": x | y, "xor": x ^ y, "andn": x &^ y, "mov": y, "pop": uint16(bits.OnesCount16(y)),
				"shl": x << by, "shr": x >> by, "ror": bits.RotateLeft16(x, -by), "sar": uint16(s >> by),
			} {
				m := run(t, text+" r0, r1", 1, x, y)
				assert.Equal(t, want, m.R[0], "%s %#x, %#x", text, x, y)
				if text != "mov" {
					assert.Equal(t, want == 0, m.Flags.Z, "%s %#x, %#x: Z", text, x, y)
				}
			}
		}
	}
}

// TestProgram runs a program with each kind of jump, address and number, and counts its cycles.
func TestProgram(t *testing.T) {
	m := run(t, `
        .def   SIZE 2*3
        .array list SIZE
        .var   sum
        .reg   place r3
        li     r0, 0
        st     r0, [sum]
        li     place, list
        li     r1, SIZE          ; 6, 5, .. 1
        li     r15, 0
.fill:  st     r1, [place]
        add    place, 1
        add    r1, -1
        bne    .fill
        li     r4, list-1        ; and added up, from the last one
        li     r5, SIZE
        call   total
stop:   jmp    stop
total:  ld     r6, [r4+r5]
        ld     r7, [sum]
        add    r7, r6
        st     r7, [sum]
        add    r5, -1
        bne    total
        ret
`, 200)
	assert.Equal(t, uint16(21), m.Data[0])
	assert.Equal(t, []uint16{6, 5, 4, 3, 2, 1, 0}, m.Data[PageWords:PageWords+7])
	assert.Equal(t, "stop", nameOf(t, m))
}

// nameOf returns the label of the jump to itself at which the machine stands.
func nameOf(t *testing.T, m *Machine) string {
	i := m.Program[m.PC]
	require.Equal(t, OpJump, i.op())
	require.Equal(t, m.PC, i.to())
	return "stop"
}

// TestFarBranch has branches over more words than one branch reaches, forward and back.
func TestFarBranch(t *testing.T) {
	text := "cmp r0, r1\nbeq far\nli r2, 1\nend: jmp end\nback: li r2, 3\njmp end\n" +
		strings.Repeat("add r5, 1\n", 200) + "far: cmp r0, r3\nbeq back\nli r2, 2\njmp end\n"
	for _, c := range []struct{ r0, r1, r3, want uint16 }{{1, 2, 0, 1}, {1, 1, 2, 2}, {1, 1, 1, 3}} {
		assert.Equal(t, c.want, run(t, text, 20, c.r0, c.r1, 0, c.r3).R[2], "%v", c)
	}
}

// TestExtents counts the words of sources, long instructions included, and of arrays.
func TestExtents(t *testing.T) {
	image, err := Assemble([]Source{
		{"one", ".array a 3\nli r1, 1\nli r1, 300\n"}, {"none", ".var v 2\n"}, {"two", "ret\n.array b 2*4\n"},
	}, nil, PageWords)
	require.NoError(t, err)
	assert.Equal(t, []Extent{{"one", 3}, {"none", 0}, {"two", 1}}, image.Sources)
	assert.Equal(t, []Extent{{"a", 3}, {"b", 8}}, image.Arrays)
	assert.Equal(t, []int{2, PageWords + 11}, []int{image.Page, image.Data})
}

// TestAssemblerErrors assembles wrong texts.
func TestAssemblerErrors(t *testing.T) {
	for text, want := range map[string]string{
		"add r1":                      "processor: test:1: add: 1 operands, want 2",
		"\nadd r16, r1":               `processor: test:2: add: "r16", want a register`,
		"add r1, 128":                 "processor: test:1: add: 128 does not fit 8 bits",
		"sub r1, 1":                   "processor: test:1: sub: no such instruction with a register and a number",
		"push r1, r2":                 "processor: test:1: push: no such instruction with two registers",
		"jmp nowhere":                 `processor: test:1: no label "nowhere"`,
		"a: li r1, 1\na: ret":         `processor: test:2: "a" again`,
		"li r1, 65536":                "processor: test:1: li: 65536, want 16 bits",
		"li r1, x+1":                  `processor: test:1: "x", want a number or its name`,
		"ld r1, [r2+16]":              "processor: test:1: ld: offset 16, want 0..15",
		"ld r1, r2":                   `processor: test:1: ld: "r2", want an address in brackets`,
		"st r1, [r2+r3]":              "processor: test:1: st: [r2+r3], want a register and a number",
		"ld r1, [300]":                "processor: test:1: ld: address 300, want one of the page, 0..255",
		"in r1, 16":                   "processor: test:1: in: port 16, want 0..15",
		"shl r1, 16":                  "processor: test:1: shl: by 16, want 0..15",
		"ret r1":                      "processor: test:1: ret: 1 operands, want none",
		"geth r1, r2":                 "processor: test:1: geth: 2 operands, want 1",
		".var a 257":                  "processor: test:1: 257 words in the page, want 256 at most",
		".array a 5000":               "processor: test:1: 5256 words of data, want 4096 at most",
		".reg a 3":                    `processor: test:1: "3", want a register`,
		".var":                        "processor: test:1: .var without a name",
		".words a 3":                  `processor: test:1: ".words", want .def, .var, .array or .reg`,
		"bne":                         "processor: test:1: bne with 0 operands, want a label",
		strings.Repeat("ret\n", 2049): "processor: 2049 words of program, want 2048 at most",
		"beq a\na:ret\nbeq .local\n":  `processor: test:3: no label "a.local"`,
	} {
		_, err := Assemble([]Source{{"test", text}}, nil, PageWords)
		assert.EqualError(t, err, want)
	}
}
