// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package processor

import (
	"fmt"
	"strconv"
	"strings"
)

// Source is a text in assembler.
//
//	; a comment
//	.def  SIZE 6+8            a number
//	.var  count               a word of the page; .var name N: N words
//	.array list 3*SIZE        words anywhere
//	.reg  row r3              another name of a register, from here on, in this text
//	sum:  ld    r1, [count]   a label; .name: one that only the lines up to the next one without point know
//	      ld    r2, [r3+1]    also ld r2, [r3+r4], st r2, [r3+1], st r2, [count]
//	      li    r4, 300       one word or two, as the number needs
//	      add   r4, -1        most functions take a register or a number of 8 bits
//	      bne   .again        beq bne blo bhs blt bge bmi bpl bhi bls bgt ble; of any distance
//	      call  sum           jmp, jr r1, ret
//	      mul   r1, r2        div, geth r1, seth r1, in r1, 3, out r1, 3, nop
//
// A number is a sum, difference or product of decimal and hexadecimal numbers and of names.
type Source struct{ Name, Text string }

// Image is the assembled form of sources.
type Image struct {
	Program []Instruction
	Symbols map[string]int // numbers, and addresses of data
	Labels  map[string]int // addresses of the program
	Page    int            // words of the page in use
	Data    int            // words of data in all
	Sources []Extent       // extents in the program, in order
	Arrays  []Extent       // extents in the data, in order
}

// Extent is the number of words of a source in the program, or of an array in the data.
type Extent struct {
	Name  string
	Words int
}

// Assemble makes a program of sources, in their order. symbols are names that the sources may use;
// arrays start at address arrays. An error names the file and the line.
func Assemble(sources []Source, symbols map[string]int, arrays int) (*Image, error) {
	a := &assembler{symbols: map[string]int{}, labels: map[string]int{}, registers: map[string]int{}, page: 0, arrays: arrays}
	for name, v := range symbols {
		a.symbols[name] = v
	}
	for _, s := range sources {
		if err := a.read(s); err != nil {
			return nil, err
		}
	}
	return a.assemble()
}

// statement is an instruction of the text.
type statement struct {
	where    string
	source   int
	scope    string // the label that owns its local labels
	mnemonic string
	operands []string // operands, with names of registers resolved
	size     int      // number of words
}

type assembler struct {
	symbols    map[string]int // data and numbers
	labels     map[string]int // for each label: the statement
	registers  map[string]int
	statements []statement
	scope      string
	page       int
	arrays     int
	sources    []Extent
	extents    []Extent // extents of the arrays
}

func (a *assembler) read(s Source) error {
	clear(a.registers)
	a.sources = append(a.sources, Extent{Name: s.Name})
	for i, line := range strings.Split(s.Text, "\n") {
		where := fmt.Sprintf("%s:%d", s.Name, i+1)
		line, _, _ = strings.Cut(line, ";")
		line = strings.TrimSpace(line)
		if label, rest, ok := strings.Cut(line, ":"); ok {
			label = strings.TrimSpace(label)
			if !strings.HasPrefix(label, ".") {
				a.scope = label
			} else {
				label = a.scope + label
			}
			if err := a.fresh(where, label); err != nil {
				return err
			}
			a.labels[label] = len(a.statements)
			line = strings.TrimSpace(rest)
		}
		if line == "" {
			continue
		}
		mnemonic, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		if strings.HasPrefix(mnemonic, ".") {
			if err := a.directive(where, mnemonic, strings.Fields(rest)); err != nil {
				return err
			}
			continue
		}
		st := statement{where: where, source: len(a.sources) - 1, scope: a.scope, mnemonic: mnemonic, size: 1}
		if rest != "" {
			for _, o := range strings.Split(rest, ",") {
				st.operands = append(st.operands, a.rename(strings.ReplaceAll(o, " ", "")))
			}
		}
		a.statements = append(a.statements, st)
	}
	return nil
}

// rename replaces the registers' other names.
func (a *assembler) rename(operand string) string {
	if inner, ok := strings.CutPrefix(operand, "["); ok {
		base, offset, plus := strings.Cut(strings.TrimSuffix(inner, "]"), "+")
		base = a.rename(base)
		if plus {
			return "[" + base + "+" + a.rename(offset) + "]"
		}
		return "[" + base + "]"
	}
	if r, ok := a.registers[operand]; ok {
		return "r" + strconv.Itoa(r)
	}
	return operand
}

func (a *assembler) fresh(where, name string) error {
	if _, ok := a.symbols[name]; ok {
		return fmt.Errorf("processor: %s: %q again", where, name)
	}
	if _, ok := a.labels[name]; ok {
		return fmt.Errorf("processor: %s: %q again", where, name)
	}
	return nil
}

func (a *assembler) directive(where, kind string, words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("processor: %s: %s without a name", where, kind)
	}
	name, n := words[0], 1
	if kind == ".reg" {
		if len(words) != 2 {
			return fmt.Errorf("processor: %s: .reg %s, want a name and a register", where, strings.Join(words, " "))
		}
		r, ok := register(words[1])
		if !ok {
			return fmt.Errorf("processor: %s: %q, want a register", where, words[1])
		}
		a.registers[name] = r
		return nil
	}
	if err := a.fresh(where, name); err != nil {
		return err
	}
	if len(words) > 1 {
		var err error
		if n, err = a.number(where, strings.Join(words[1:], "")); err != nil {
			return err
		}
	}
	switch kind {
	case ".def":
		a.symbols[name] = n
	case ".var":
		a.symbols[name] = a.page
		if a.page += n; a.page > PageWords {
			return fmt.Errorf("processor: %s: %d words in the page, want %d at most", where, a.page, PageWords)
		}
	case ".array":
		a.symbols[name] = a.arrays
		if a.arrays += n; a.arrays > DataWords {
			return fmt.Errorf("processor: %s: %d words of data, want %d at most", where, a.arrays, DataWords)
		}
		a.extents = append(a.extents, Extent{name, n})
	default:
		return fmt.Errorf("processor: %s: %q, want .def, .var, .array or .reg", where, kind)
	}
	return nil
}

func register(name string) (int, bool) {
	if digits, ok := strings.CutPrefix(name, "r"); ok {
		if r, err := strconv.Atoi(digits); err == nil && r >= 0 && r < NumRegisters {
			return r, true
		}
	}
	return 0, false
}

// number returns the value of an expression.
func (a *assembler) number(where, text string) (int, error) {
	sum, rest, sign := 0, text, 1
	if strings.HasPrefix(rest, "-") {
		rest, sign = rest[1:], -1
	}
	for {
		i := strings.IndexAny(rest, "+-")
		term := rest
		if i >= 0 {
			term = rest[:i]
		}
		product := sign
		for _, factor := range strings.Split(term, "*") {
			v, ok := a.symbols[factor]
			if !ok {
				n, err := strconv.ParseInt(factor, 0, 32)
				if err != nil {
					return 0, fmt.Errorf("processor: %s: %q, want a number or its name", where, factor)
				}
				v = int(n)
			}
			product *= v
		}
		sum += product
		if i < 0 {
			return sum, nil
		}
		sign = 1
		if rest[i] == '-' {
			sign = -1
		}
		rest = rest[i+1:]
	}
}

var functions = map[string]Function{
	"mov": Mov, "add": Add, "sub": Sub, "adc": Adc, "sbc": Sbc, "cmp": Cmp, "and": And, "or": Or,
	"xor": Xor, "andn": Andn, "shl": Shl, "shr": Shr, "ror": Ror, "sar": Sar, "pop": Pop, "neg": Neg,
}

var shifts = map[string]Shift{"shl": ShlI, "shr": ShrI, "ror": RorI, "sar": SarI}

var immediates = map[string]struct {
	op     Op
	signed bool
}{"add": {OpAddI, true}, "cmp": {OpCmpI, true}, "and": {OpAndI, false}}

var conditions = map[string]Condition{
	"beq": EQ, "bne": NE, "blo": LO, "bhs": HS, "blt": LT, "bge": GE, "bmi": MI, "bpl": PL,
	"bhi": HI, "bls": LS, "bgt": GT, "ble": LE,
}

// opposite holds the negation of each condition.
var opposite = [NumConditions]Condition{
	EQ: NE, NE: EQ, LO: HS, HS: LO, LT: GE, GE: LT, MI: PL, PL: MI, HI: LS, LS: HI, GT: LE, LE: GT,
}

var units = map[string]Unit{"mul": Mul, "div": Div, "geth": GetH, "seth": SetH, "jr": Jr, "in": In, "out": Out}

func (a *assembler) assemble() (*Image, error) {
	// The number of words of each statement. All numbers are known by now. A branch begins with one
	// word and gets two when its target turns out to be too far.
	for i := range a.statements {
		st := &a.statements[i]
		if st.mnemonic == "li" && len(st.operands) == 2 {
			v, err := a.number(st.where, st.operands[1])
			if err != nil {
				return nil, err
			}
			if v&0xff00 != 0 {
				st.size = 2
			}
		}
	}
	var at []int
	for again := true; again; {
		again = false
		at = make([]int, len(a.statements)+1)
		for i := range a.statements {
			at[i+1] = at[i] + a.statements[i].size
		}
		for i := range a.statements {
			st := &a.statements[i]
			if _, ok := conditions[st.mnemonic]; ok && st.size == 1 {
				to, err := a.label(st, at)
				if err != nil {
					return nil, err
				}
				if d := to - at[i+1]; d < -128 || d > 127 {
					st.size, again = 2, true
				}
			}
		}
	}
	image := &Image{Symbols: a.symbols, Labels: map[string]int{}, Page: a.page, Data: a.arrays, Sources: a.sources, Arrays: a.extents}
	for i := range a.statements {
		words, err := a.encode(&a.statements[i], at, at[i])
		if err != nil {
			return nil, err
		}
		image.Program = append(image.Program, words...)
		image.Sources[a.statements[i].source].Words += len(words)
	}
	if len(image.Program) > ProgramWords {
		return nil, fmt.Errorf("processor: %d words of program, want %d at most", len(image.Program), ProgramWords)
	}
	for name, i := range a.labels {
		image.Labels[name] = at[i]
	}
	return image, nil
}

// label returns the address that the last operand names.
func (a *assembler) label(st *statement, at []int) (int, error) {
	if len(st.operands) != 1 {
		return 0, fmt.Errorf("processor: %s: %s with %d operands, want a label", st.where, st.mnemonic, len(st.operands))
	}
	name := st.operands[0]
	if strings.HasPrefix(name, ".") {
		name = st.scope + name
	}
	i, ok := a.labels[name]
	if !ok {
		return 0, fmt.Errorf("processor: %s: no label %q", st.where, name)
	}
	return at[i], nil
}

func (a *assembler) encode(st *statement, at []int, here int) ([]Instruction, error) {
	fail := func(format string, args ...any) ([]Instruction, error) {
		return nil, fmt.Errorf("processor: %s: %s: %s", st.where, st.mnemonic, fmt.Sprintf(format, args...))
	}
	if c, ok := conditions[st.mnemonic]; ok {
		to, err := a.label(st, at)
		if err != nil {
			return nil, err
		}
		if st.size == 1 {
			return []Instruction{pack(OpBranch, int(c), 0, 0) | Instruction(uint8(to-here-1))}, nil
		}
		return []Instruction{pack(OpBranch, int(opposite[c]), 0, 0) | 1, pack(OpJump, 0, 0, 0) | Instruction(to)}, nil
	}
	switch st.mnemonic {
	case "jmp", "call":
		to, err := a.label(st, at)
		if err != nil {
			return nil, err
		}
		i := pack(OpJump, 0, 0, 0) | Instruction(to)
		if st.mnemonic == "call" {
			i |= ProgramWords
		}
		return []Instruction{i}, nil
	case "ret":
		if len(st.operands) != 0 {
			return fail("%d operands, want none", len(st.operands))
		}
		return []Instruction{pack(OpUnit, 0, Link, int(Jr))}, nil
	case "nop":
		if len(st.operands) != 0 {
			return fail("%d operands, want none", len(st.operands))
		}
		return []Instruction{pack(OpNone, 0, 0, 0)}, nil
	}
	if len(st.operands) == 0 {
		return fail("no operand, want a register")
	}
	ra, ok := register(st.operands[0])
	if !ok {
		return fail("%q, want a register", st.operands[0])
	}
	if u, ok := units[st.mnemonic]; ok {
		want := 2
		if u == GetH || u == SetH || u == Jr {
			want = 1
		}
		if len(st.operands) != want {
			return fail("%d operands, want %d", len(st.operands), want)
		}
		switch u {
		case GetH:
			return []Instruction{pack(OpUnit, ra, 0, int(u))}, nil
		case SetH, Jr:
			return []Instruction{pack(OpUnit, 0, ra, int(u))}, nil
		case In, Out:
			port, err := a.number(st.where, st.operands[1])
			if err != nil {
				return nil, err
			}
			if port < 0 || port >= NumPorts {
				return fail("port %d, want 0..%d", port, NumPorts-1)
			}
			return []Instruction{pack(OpUnit, ra, port, int(u))}, nil
		}
		rb, ok := register(st.operands[1])
		if !ok {
			return fail("%q, want a register", st.operands[1])
		}
		return []Instruction{pack(OpUnit, ra, rb, int(u))}, nil
	}
	if len(st.operands) != 2 {
		return fail("%d operands, want 2", len(st.operands))
	}
	second := st.operands[1]
	if st.mnemonic == "ld" || st.mnemonic == "st" {
		inner, bracket := strings.CutPrefix(second, "[")
		inner, closed := strings.CutSuffix(inner, "]")
		if !bracket || !closed {
			return fail("%q, want an address in brackets", second)
		}
		load := st.mnemonic == "ld"
		base, offset, _ := strings.Cut(inner, "+")
		rb, ok := register(base)
		if !ok {
			v, err := a.number(st.where, inner)
			if err != nil {
				return nil, err
			}
			if v < 0 || v >= PageWords {
				return fail("address %d, want one of the page, 0..%d", v, PageWords-1)
			}
			op := OpStA
			if load {
				op = OpLdA
			}
			return []Instruction{pack(op, ra, 0, 0) | Instruction(v)}, nil
		}
		if rc, ok := register(offset); ok {
			if !load {
				return fail("[%s], want a register and a number", inner)
			}
			return []Instruction{pack(OpLdX, ra, rb, rc)}, nil
		}
		v := 0
		if offset != "" {
			var err error
			if v, err = a.number(st.where, offset); err != nil {
				return nil, err
			}
		}
		if v < 0 || v > 15 {
			return fail("offset %d, want 0..15", v)
		}
		op := OpSt
		if load {
			op = OpLd
		}
		return []Instruction{pack(op, ra, rb, v)}, nil
	}
	if rb, ok := register(second); ok {
		f, ok := functions[st.mnemonic]
		if !ok {
			return fail("no such instruction with two registers")
		}
		return []Instruction{pack(OpALU, ra, rb, int(f))}, nil
	}
	v, err := a.number(st.where, second)
	if err != nil {
		return nil, err
	}
	if st.mnemonic == "li" {
		if v < -1<<15 || v >= 1<<16 {
			return fail("%d, want 16 bits", v)
		}
		low := pack(OpLdI, ra, 0, 0) | Instruction(v&255)
		if st.size == 1 {
			return []Instruction{low}, nil
		}
		return []Instruction{low, pack(OpLuI, ra, 0, 0) | Instruction(v>>8&255)}, nil
	}
	if s, ok := shifts[st.mnemonic]; ok {
		if v < 0 || v > 15 {
			return fail("by %d, want 0..15", v)
		}
		return []Instruction{pack(OpShift, ra, int(s), v)}, nil
	}
	if im, ok := immediates[st.mnemonic]; ok {
		if im.signed && (v < -128 || v > 127) || !im.signed && (v < 0 || v > 255) {
			return fail("%d does not fit 8 bits", v)
		}
		return []Instruction{pack(im.op, ra, 0, 0) | Instruction(uint8(v))}, nil
	}
	return fail("no such instruction with a register and a number")
}
