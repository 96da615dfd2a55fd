package verilator

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Inputs is one vector of input values, and Outputs one of output values: 32-bit words, a port's
// least significant word first, port after port in the order of the Verilog header that Verilator
// writes. Read and write them through [Port].
type (
	Inputs  []uint32
	Outputs []uint32
)

// Bits is a value wider than 64 bits: bit i is bit i%64 of word i/64.
type Bits []uint64

// Bit reports whether bit i is 1; bits beyond the words are 0.
func (b Bits) Bit(i int) bool { return i/64 < len(b) && b[i/64]>>(i%64)&1 == 1 }

// String is the value in hexadecimal, as 0x12_0000000000000003: an underscore between words.
func (b Bits) String() string {
	top := len(b) - 1
	for top > 0 && b[top] == 0 {
		top--
	}
	if top < 0 {
		return "0x0"
	}
	var s strings.Builder
	fmt.Fprintf(&s, "0x%x", b[top])
	for i := top - 1; i >= 0; i-- {
		fmt.Fprintf(&s, "_%016x", b[i])
	}
	return s.String()
}

// Port is a port of a running model; get one from [Proc.Port]. Reading an input or writing an output
// is a mistake in the calling program and panics.
type Port struct {
	Name  string
	Width int  // bits
	Input bool // driven by Go; otherwise read by Go
	at    int  // first word in an Inputs or Outputs
}

func (p Port) words() int { return (p.Width + 31) / 32 }

// Set gives an input the low bits of v, as a Verilog assignment does; higher bits become 0.
func (p Port) Set(in Inputs, v uint64) {
	p.check(true)
	if p.Width < 64 {
		v &= 1<<p.Width - 1
	}
	w := in[p.at : p.at+p.words()]
	w[0] = uint32(v)
	if len(w) > 1 {
		w[1] = uint32(v >> 32)
		clear(w[2:])
	}
}

// SetBits gives an input the low bits of v; missing words are 0.
func (p Port) SetBits(in Inputs, v Bits) {
	p.check(true)
	w := in[p.at : p.at+p.words()]
	for i := range w {
		w[i] = 0
		if i/2 < len(v) {
			w[i] = uint32(v[i/2] >> (i % 2 * 32))
		}
	}
	if rest := p.Width % 32; rest != 0 {
		w[len(w)-1] &= 1<<rest - 1
	}
}

// Uint is the value of an output of at most 64 bits.
func (p Port) Uint(out Outputs) uint64 {
	p.check(false)
	switch p.words() {
	case 1:
		return uint64(out[p.at])
	case 2:
		return uint64(out[p.at]) | uint64(out[p.at+1])<<32
	}
	panic(fmt.Sprintf("sim: %s has %d bits: read it with Bits", p.Name, p.Width))
}

// Int is the value of an output of at most 64 bits as a two's complement number.
func (p Port) Int(out Outputs) int64 {
	unused := 64 - p.Width
	return int64(p.Uint(out)) << unused >> unused
}

// Bool reports whether an output is not 0.
func (p Port) Bool(out Outputs) bool { return p.Uint(out) != 0 }

// Bits is the value of an output of any width, in ceil(Width/64) words.
func (p Port) Bits(out Outputs) Bits {
	p.check(false)
	b := make(Bits, (p.Width+63)/64)
	for i, w := range out[p.at : p.at+p.words()] {
		b[i/2] |= uint64(w) << (i % 2 * 32)
	}
	return b
}

func (p Port) check(input bool) {
	if p.Input != input {
		dir := "output"
		if p.Input {
			dir = "input"
		}
		panic(fmt.Sprintf("sim: %s is an %s", p.Name, dir))
	}
}

// portDecl matches a port in the header of a verilated model: VL_OUTW(&board_o,195,0,7);
var portDecl = regexp.MustCompile(`\bVL_(IN|OUT|INOUT)(?:8|16|64|W)?\(&?(\w+),(\d+),(\d+)(?:,\d+)?\)`)

// portsInc returns the text of ports.inc, which driver/driver.cpp describes.
func portsInc(header []byte) ([]byte, error) {
	var in, out strings.Builder
	has := map[string]int{}
	for _, m := range portDecl.FindAllStringSubmatch(string(header), -1) {
		dir, name := m[1], m[2]
		msb, _ := strconv.Atoi(m[3])
		lsb, _ := strconv.Atoi(m[4])
		width := msb - lsb + 1
		has[name] = width
		switch {
		case name == "clk_i" && (dir != "IN" || width != 1), name == "rst_i" && (dir != "IN" || width != 1):
			return nil, fmt.Errorf("sim: %s is not an input of one bit", name)
		case name == "clk_i", name == "mutant_i":
			// The driver's own: no vector has it.
		case dir == "IN":
			fmt.Fprintf(&in, " X(%s, %d)", name, width)
		case dir == "OUT":
			fmt.Fprintf(&out, " X(%s, %d)", name, width)
		default:
			return nil, fmt.Errorf("sim: port %s is an inout, which is not supported", name)
		}
	}
	mutant := min(has["mutant_i"], 1)
	return fmt.Appendf(nil, "#define HAS_CLK %d\n#define HAS_RST %d\n#define HAS_MUTANT %d\n#define PORTS_IN(X)%s\n#define PORTS_OUT(X)%s\n",
		has["clk_i"], has["rst_i"], mutant, in.String(), out.String()), nil
}

// parsePorts reads the hello frame's text: lines "in step_i 1" or "out count_o 16".
func parsePorts(text string) (ports []Port, inWords, outWords int, err error) {
	for line := range strings.Lines(text) {
		var dir string
		var p Port
		if _, err := fmt.Sscanf(line, "%s %s %d", &dir, &p.Name, &p.Width); err != nil {
			return nil, 0, 0, fmt.Errorf("sim: bad hello line %q: %w", line, err)
		}
		at := &outWords
		if p.Input = dir == "in"; p.Input {
			at = &inWords
		}
		p.at = *at
		*at += p.words()
		ports = append(ports, p)
	}
	return ports, inWords, outWords, nil
}
