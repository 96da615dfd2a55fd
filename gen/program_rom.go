// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"github.com/tessera-fpga/tessera/golden/firmware"
	"github.com/tessera-fpga/tessera/golden/processor"
)

// programROM writes the program.
func programROM(w *writer) {
	f, err := firmware.Load()
	if err != nil {
		w.fail("%w", err)
		return
	}
	words := make([]processor.Instruction, firmware.ProgramWords)
	copy(words, f.Program)
	for at, i := range words {
		w.memoryWord(at, firmware.ProgramWords, uint16(i))
	}
}
