package firmware

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/processor"
)

// machine is the processor with the firmware, of which a test calls a routine.
type machine struct {
	*processor.Machine
	t        *testing.T
	firmware *Firmware
}

func newMachine(t *testing.T) *machine {
	f, err := Load()
	require.NoError(t, err)
	m := &machine{&processor.Machine{Program: new([processor.ProgramWords]processor.Instruction), Data: new([processor.DataWords]uint16)}, t, f}
	copy(m.Program[:], f.Program)
	m.Ports = &tablePorts{tables: f.Tables}
	return m
}

// call runs a routine with the first registers set, until it returns, and tells its cycles.
func (m *machine) call(routine string, registers ...uint16) int64 {
	at, ok := m.firmware.Labels[routine]
	require.True(m.t, ok, routine)
	for i := range m.R {
		m.R[i] = 0xdead
	}
	copy(m.R[:], registers)
	halt := m.firmware.Labels["halt"]
	m.Data[f(m, "reach")+14] = 0
	m.R[processor.Link], m.PC, m.Cycles = uint16(halt), at, 0
	for m.PC != halt {
		m.Step()
		require.Less(m.t, m.Cycles, int64(1e8), "%s does not return", routine)
	}
	return m.Cycles
}

// at returns the words of an array.
func (m *machine) at(name string, words int) []uint16 {
	a, ok := m.firmware.Symbols[name]
	require.True(m.t, ok, name)
	return m.Data[a : a+words]
}

// tablePorts are the ports of the tables, and others.
type tablePorts struct {
	tables  []uint16
	address uint16
	others  processor.Ports
}

func (p *tablePorts) In(port int) uint16 {
	if port == InTable {
		return p.tables[p.address]
	}
	return p.others.In(port)
}

func (p *tablePorts) Out(port int, word uint16) {
	if port == OutTable {
		p.address = word
		return
	}
	p.others.Out(port, word)
}

func f(m *machine, name string) int { return m.firmware.Symbols[name] }
