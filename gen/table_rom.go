// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import "github.com/tessera-fpga/tessera/golden/firmware"

// tableROM writes the tables.
func tableROM(w *writer) {
	f, err := firmware.Load()
	if err != nil {
		w.fail("%w", err)
		return
	}
	for at, word := range f.Tables {
		w.line("words[%d] = %s;", at, w.hex(16, uint64(word)))
	}
}
