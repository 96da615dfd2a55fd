// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// try is the inputs of a module, and outputs that follow from them alone.
type try struct {
	in, out []signal
	about   any // explains a difference
}

// signal is the value of a port.
type signal struct {
	port   string
	bits   verilator.Bits
	signed bool
}

func word[T ~int | ~uint8 | ~uint16 | ~uint32 | ~uint64](port string, v T) signal {
	return signal{port: port, bits: verilator.Bits{uint64(v)}}
}

// of returns the value of the port in the outputs of a cycle.
func (s signal) of(p *verilator.Proc, out verilator.Outputs) verilator.Bits {
	port := p.MustPort(s.port)
	if s.signed {
		return verilator.Bits{uint64(port.Int(out))}
	}
	return port.Bits(out)
}

// compareTries gives a module the inputs of a try in each cycle, and compares the outputs when the
// latency has passed; 0 is for modules without a clock.
func compareTries(p *verilator.Proc, latency int, tries []try) error {
	b := p.NewBatch(len(tries) + latency)
	for i, c := range tries {
		for _, s := range c.in {
			p.MustPort(s.port).SetBits(b.In(i), s.bits)
		}
	}
	run := p.Step
	if latency == 0 {
		run = p.Eval
	}
	if err := run(b); err != nil {
		return err
	}
	for i, c := range tries {
		p.SetTransaction(i)
		for _, want := range c.out {
			if got := want.of(p, b.Out(i+latency)); got.String() != want.bits.String() {
				return p.Mismatch(want.port, got, want.bits, "%v", c.about).At(b.Cycle(i + latency))
			}
		}
	}
	return nil
}
