// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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

// Port is a port of a running model, or a field of one; get it from [Proc.Port] and [Port.Field].
// Reading an input or writing an output is a mistake in the calling program and panics.
type Port struct {
	Name  string
	Width int  // bits
	Input bool // driven by Go; otherwise read by Go
	at    int  // first word in an Inputs or Outputs
	low   int  // first bit of a field in the words of its port
}

func (p Port) words() int { return (p.low + p.Width + 31) / 32 }

// Field returns bits low to low+width-1 of a packed port as a separate port: setting one field does
// not change the others.
func (p Port) Field(name string, low, width int) Port {
	if low < 0 || width < 1 || low+width > p.Width {
		panic(fmt.Sprintf("sim: field %s has bits %d to %d of %s, which has %d", name, low, low+width-1, p.Name, p.Width))
	}
	p.Name += "." + name
	p.low += low
	p.Width = width
	return p
}

// Set gives an input the low bits of v, as a Verilog assignment does; higher bits become 0.
func (p Port) Set(in Inputs, v uint64) { p.SetBits(in, Bits{v}) }

// SetBits gives an input the low bits of v; missing words are 0.
func (p Port) SetBits(in Inputs, v Bits) {
	p.check(true)
	for done, n := 0, 0; done < p.Width; done += n {
		shift := (p.low + done) % 32
		n = min(32-shift, p.Width-done)
		mask := uint32(1<<n-1) << shift
		w := &in[p.at+(p.low+done)/32]
		*w = *w&^mask | uint32(v.from(done))<<shift&mask
	}
}

// from returns the bits from bit i on, 64 of them at most.
func (b Bits) from(i int) (v uint64) {
	if i/64 < len(b) {
		v = b[i/64] >> (i % 64)
	}
	if i%64 > 0 && i/64+1 < len(b) {
		v |= b[i/64+1] << (64 - i%64)
	}
	return v
}

// Uint is the value of an output of at most 64 bits.
func (p Port) Uint(out Outputs) uint64 {
	if p.Width > 64 {
		panic(fmt.Sprintf("sim: %s has %d bits: read it with Bits", p.Name, p.Width))
	}
	p.check(false)
	return p.bits(out, 0, p.Width)
}

// bits returns n bits from bit i on, 64 at most.
func (p Port) bits(out Outputs, i, n int) uint64 {
	i += p.low
	v := uint64(out[p.at+i/32]) >> (i % 32)
	for done := 32 - i%32; done < n; done += 32 {
		v |= uint64(out[p.at+(i+done)/32]) << done
	}
	return v & (1<<n - 1)
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
	for i := range b {
		b[i] = p.bits(out, 64*i, min(64, p.Width-64*i))
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

// portsInc returns the text of ports.inc, which driver/dut.cpp describes.
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
			// The driver itself sets these inputs: no vector has them.
		case dir == "IN":
			fmt.Fprintf(&in, " X(%s, %d)", name, width)
		case dir == "OUT":
			fmt.Fprintf(&out, " X(%s, %d)", name, width)
		default:
			return nil, fmt.Errorf("sim: port %s is an inout, which is not supported", name)
		}
	}
	return fmt.Appendf(nil, "#define HAS_CLK %d\n#define HAS_RST %d\n#define MUTANT_BITS %d\n#define PORTS_IN(X)%s\n#define PORTS_OUT(X)%s\n",
		has["clk_i"], has["rst_i"], has["mutant_i"], in.String(), out.String()), nil
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
