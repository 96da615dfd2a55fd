// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/processor"
)

// machine is the processor with the firmware; tests call its routines.
type machine struct {
	*processor.Machine
	t        *testing.T
	firmware *Firmware
}

// newMachine returns a machine that waits for its first command.
func newMachine(t *testing.T) *machine {
	f, err := Load()
	require.NoError(t, err)
	m := &machine{&processor.Machine{Program: new([processor.ProgramWords]processor.Instruction), Data: new([processor.DataWords]uint16)}, t, f}
	copy(m.Program[:], f.Program)
	for i := range m.Data {
		m.Data[i] = 0xdead // anything may be left after a reset
	}
	m.Ports = &tablePorts{m: m, tables: f.Tables, since: -2}
	m.runTo("main.wait")
	return m
}

// runTo executes instructions up to a label.
func (m *machine) runTo(label string) {
	to, ok := m.firmware.Labels[label]
	require.True(m.t, ok, label)
	for m.PC != to {
		m.Step()
		if m.Cycles > 1e8 {
			require.Fail(m.t, "it does not come to "+label)
		}
	}
}

// call runs a routine with the first registers set until it returns, and returns its cycles.
func (m *machine) call(name string, registers ...uint16) int64 {
	at, ok := m.firmware.Labels[name]
	require.True(m.t, ok, name)
	for i := range m.R {
		m.R[i] = 0xdead
	}
	copy(m.R[:], registers)
	m.R[processor.Link], m.PC, m.Cycles = uint16(m.firmware.Labels["halt"]), at, 0
	m.runTo("halt")
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
	m       *machine
	tables  []uint16
	address uint16
	since   int64 // cycle of the write of address
	others  processor.Ports
}

func (p *tablePorts) In(port int) uint16 {
	if port == InTable {
		require.GreaterOrEqual(p.m.t, p.m.Cycles, p.since+2, "a word of the tables too early")
		return p.tables[p.address]
	}
	return p.others.In(port)
}

func (p *tablePorts) Out(port int, word uint16) {
	if port == OutTable {
		p.address, p.since = word, p.m.Cycles
		return
	}
	p.others.Out(port, word)
}
