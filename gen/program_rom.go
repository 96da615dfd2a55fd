package gen

import (
	"github.com/tessera-fpga/tessera/golden/firmware"
	"github.com/tessera-fpga/tessera/golden/processor"
)

// programROM writes the program.
func programROM(w *writer) {
	words := make([]processor.Instruction, firmware.ProgramWords)
	f, err := firmware.Load()
	if err != nil { // until it is whole
		words[0] = 0xe000
	} else {
		copy(words, f.Program)
	}
	for at, i := range words {
		w.memoryWord(at, firmware.ProgramWords, uint16(i))
	}
}
