// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import "github.com/tessera-fpga/tessera/golden/twin"

// SDRAMHertz is the clock frequency of the default parameters of module sdram: the ULX3S's.
const SDRAMHertz = 95_000_000

// sdramNumbers writes the defaults of module sdram.
func sdramNumbers(w *writer) {
	c, err := twin.SlowestSDRAM().Cycles(SDRAMHertz)
	if err != nil {
		w.fail("%w", err)
	}
	w.line("// An SDRAM's timings in cycles at %d MHz, the slowest of twin.SDRAMParts.", SDRAMHertz/1_000_000)
	w.line("`ifndef TESSERA_SDRAM")
	w.line("`define TESSERA_SDRAM")
	w.line("")
	w.defines("SDRAM_", []number{
		{"POWER_UP", c.PowerUp, "wait without a command after reset"},
		{"RCD", c.RCD, "ACTIVE to READ or WRITE"},
		{"RP", c.RP, "PRECHARGE to ACTIVE"},
		{"RAS", c.RAS, "ACTIVE to PRECHARGE"},
		{"RFC", c.RFC, "REFRESH to the next command"},
		{"WR", c.WR, "last word written to PRECHARGE"},
		{"MRD", c.MRD, "MODE to the next command"},
		{"REFRESH", c.Refresh, "from one refresh to the next"},
		{"CAS", c.CAS, "CAS latency"},
	})
	w.line("")
	w.line("`endif")
}
