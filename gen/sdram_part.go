// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"time"

	"github.com/tessera-fpga/tessera/golden/twin"
)

// SDRAMPartTestBits is the size of the memory in the benches: they test 2^SDRAMPartTestBits words.
const SDRAMPartTestBits = 9

// SDRAMPart returns the timings of the memory in the tree core's benches. They are the timings of
// the slowest part that the controller supports, except for the time after power-up: it is short,
// because every simulation begins with it.
func SDRAMPart() twin.SDRAMTimings {
	part := twin.SlowestSDRAM()
	part.PowerUp = 500 * time.Nanosecond
	return part
}

// sdramPart writes the timings of SDRAMPart.
func sdramPart(w *writer) {
	part := SDRAMPart()
	c, err := part.Cycles(SDRAMHertz)
	if err != nil {
		w.fail("%w", err)
	}
	const second = 1_000_000_000_000 // ps
	w.line("// The slowest of twin.SDRAMParts, with a short time after power-up, at %d MHz; in ps.", SDRAMHertz/1_000_000)
	w.line("`ifndef TESSERA_SDRAM_PART")
	w.line("`define TESSERA_SDRAM_PART")
	w.line("")
	w.line("`define SDRAM_PART_WAIT %d  // cycles without a command after reset", c.PowerUp)
	w.line("`define SDRAM_PART_TEST_BITS %d  // the test covers 2^%d words", SDRAMPartTestBits, SDRAMPartTestBits)
	w.line("`define SDRAM_PART_PERIOD 32'd%d  // of the clock", (second+SDRAMHertz-1)/SDRAMHertz)
	for _, n := range []struct {
		name string
		time time.Duration
	}{
		{"POWER_UP", part.PowerUp}, {"RCD", part.RCD}, {"RP", part.RP}, {"RAS", part.RAS}, {"RAS_MAX", part.RASMax},
		{"RC", part.RC}, {"RRD", part.RRD}, {"RFC", part.RFC}, {"WR", part.WR}, {"MRD", part.MRD},
		{"CK2", part.CK2}, {"CK3", part.CK3},
	} {
		w.line("`define SDRAM_PART_%s 32'd%d", n.name, n.time.Nanoseconds()*1000)
	}
	w.line("`define SDRAM_PART_REF 64'd%d  // in which each row needs a refresh", part.Refresh.Nanoseconds()*1000)
	w.line("")
	w.line("`endif")
}
