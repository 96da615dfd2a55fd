// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/service"
)

// busNumbers writes the registers of a core on an AXI4-Lite bus.
func busNumbers(w *writer) {
	w.line("// The registers of a core on an AXI4-Lite bus, from package service: the number of the word.")
	w.line("`ifndef TESSERA_BUS")
	w.line("`define TESSERA_BUS")
	w.line("")
	w.line("`define BUS_MAGIC %s", w.hex(32, service.BusMagic))
	w.line("`define BUS_VERSION %s", w.number(8, service.BusVersion))
	for _, r := range service.BusRegisters {
		w.line("`define BUS_%s %s  // %s", r.Name, w.number(3, uint64(r.Register/4)), r.About)
	}
	w.line("")
	w.line("`endif")
}
