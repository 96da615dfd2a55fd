package gen

import "github.com/tessera-fpga/tessera/golden/firmware"

// dataRAM writes what the data memory holds at first.
func dataRAM(w *writer) {
	f, err := firmware.Load()
	if err != nil { // until it is whole
		w.memoryWord(0, firmware.DataWords, 0)
		return
	}
	for at, word := range f.Data {
		w.memoryWord(at, firmware.DataWords, word)
	}
}
