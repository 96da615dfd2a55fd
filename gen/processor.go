// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import "github.com/tessera-fpga/tessera/golden/processor"

// processorNumbers writes the numbers of the processor's instructions.
func processorNumbers(w *writer) {
	w.line("// The instructions of the processor, from package processor.")
	w.line("`ifndef TESSERA_PROCESSOR")
	w.line("`define TESSERA_PROCESSOR")
	group := func(comment string) {
		w.line("")
		w.line("// %s", comment)
	}
	number := func(name string, width, value int) {
		w.line("`define %s %s", name, w.number(width, uint64(value)))
	}
	group("Operations: bits 15..12.")
	for _, o := range []struct {
		name string
		op   processor.Op
	}{
		{"ALU", processor.OpALU}, {"UNIT", processor.OpUnit}, {"ADDI", processor.OpAddI}, {"LDI", processor.OpLdI},
		{"LUI", processor.OpLuI}, {"ANDI", processor.OpAndI}, {"CMPI", processor.OpCmpI}, {"SHIFT", processor.OpShift},
		{"LD", processor.OpLd}, {"ST", processor.OpSt}, {"LDX", processor.OpLdX}, {"LDA", processor.OpLdA},
		{"STA", processor.OpStA}, {"BRANCH", processor.OpBranch}, {"JUMP", processor.OpJump},
	} {
		number("OP_"+o.name, 4, int(o.op))
	}
	group("Functions: bits 3..0 of OP_ALU.")
	for _, f := range []struct {
		name     string
		function processor.Function
	}{
		{"MOV", processor.Mov}, {"ADD", processor.Add}, {"SUB", processor.Sub}, {"ADC", processor.Adc}, {"SBC", processor.Sbc},
		{"CMP", processor.Cmp}, {"AND", processor.And}, {"OR", processor.Or}, {"XOR", processor.Xor}, {"ANDN", processor.Andn},
		{"SHL", processor.Shl}, {"SHR", processor.Shr}, {"ROR", processor.Ror}, {"SAR", processor.Sar}, {"POP", processor.Pop},
		{"NEG", processor.Neg},
	} {
		number("ALU_"+f.name, 4, int(f.function))
	}
	group("Units: bits 3..0 of OP_UNIT.")
	for _, u := range []struct {
		name string
		unit processor.Unit
	}{
		{"MUL", processor.Mul}, {"DIV", processor.Div}, {"GETH", processor.GetH}, {"SETH", processor.SetH},
		{"JR", processor.Jr}, {"IN", processor.In}, {"OUT", processor.Out},
	} {
		number("UNIT_"+u.name, 4, int(u.unit))
	}
	group("Shifts: bits 5..4 of OP_SHIFT.")
	for _, s := range []struct {
		name  string
		shift processor.Shift
	}{{"SHL", processor.ShlI}, {"SHR", processor.ShrI}, {"ROR", processor.RorI}, {"SAR", processor.SarI}} {
		number("SHIFT_"+s.name, 2, int(s.shift))
	}
	group("Conditions: bits 11..8 of OP_BRANCH.")
	for _, c := range []struct {
		name      string
		condition processor.Condition
	}{
		{"EQ", processor.EQ}, {"NE", processor.NE}, {"LO", processor.LO}, {"HS", processor.HS}, {"LT", processor.LT},
		{"GE", processor.GE}, {"MI", processor.MI}, {"PL", processor.PL}, {"AL", processor.AL}, {"HI", processor.HI},
		{"LS", processor.LS}, {"GT", processor.GT}, {"LE", processor.LE},
	} {
		number("IF_"+c.name, 4, int(c.condition))
	}
	group("The register in which a call leaves the return address.")
	number("LINK", 4, processor.Link)
	w.line("")
	w.line("`endif")
}
