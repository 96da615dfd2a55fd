// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/firmware"
)

// firmwareNumbers writes the ports of the processor and the sizes of its memories.
func firmwareNumbers(w *writer) {
	w.line("// The ports and the memories of the processor, from package firmware.")
	w.line("`ifndef TESSERA_FIRMWARE")
	w.line("`define TESSERA_FIRMWARE")
	type port struct {
		name   string
		number int
	}
	for _, group := range []struct {
		comment string
		ports   []port
	}{
		{"Ports that the program reads.", []port{
			{"IN_COMMAND", firmware.InCommand}, {"IN_MOVE", firmware.InMove}, {"IN_STOP", firmware.InStop},
			{"IN_LANE", firmware.InLane}, {"IN_SUM0", firmware.InSum0}, {"IN_SUM1", firmware.InSum1},
			{"IN_SEED_LOW", firmware.InSeedLow}, {"IN_SEED_HIGH", firmware.InSeedHigh}, {"IN_LIMIT", firmware.InLimit},
			{"IN_TABLE", firmware.InTable},
		}},
		{"Ports that the program writes.", []port{
			{"OUT_ACCEPT", firmware.OutAccept}, {"OUT_MOVE", firmware.OutMove}, {"OUT_LEAVES", firmware.OutLeaves},
			{"OUT_ANSWER", firmware.OutAnswer}, {"OUT_ALLOWED", firmware.OutAllowed}, {"OUT_CORNERS", firmware.OutCorners},
			{"OUT_LANE", firmware.OutLane}, {"OUT_SEED_LOW", firmware.OutSeedLow}, {"OUT_SEED_HIGH", firmware.OutSeedHigh},
			{"OUT_GO", firmware.OutGo}, {"OUT_TABLE", firmware.OutTable},
		}},
	} {
		w.line("")
		w.line("// %s", group.comment)
		for _, p := range group.ports {
			w.line("`define %s %s", p.name, w.number(4, uint64(p.number)))
		}
	}
	w.line("")
	w.line("// Words of the memories. Each has two parts: the lower part has the greatest power of two below")
	w.line("// all words.")
	for _, m := range []struct {
		name  string
		words int
	}{{"PROGRAM", firmware.ProgramWords}, {"DATA", firmware.DataWords}} {
		low := lowWords(m.words)
		w.line("`define %s_LOW %d", m.name, low)
		w.line("`define %s_HIGH %d", m.name, m.words-low)
	}
	f, err := firmware.Load()
	if err != nil {
		w.fail("%w", err)
		return
	}
	w.line("`define TABLE_WORDS %d", len(f.Tables))
	w.line("")
	w.line("`endif")
}

// lowWords is the size of the lower part of a memory, whose words are read through one multiplexer:
// each block RAM of a part holds its own bits of the part's words.
func lowWords(words int) int { return 1 << (bits.Len(uint(words-1)) - 1) }

// memoryWord writes a word of a memory with that many words.
func (w *writer) memoryWord(at, words int, word uint16) {
	part, low := "low", lowWords(words)
	if at >= low {
		part, at = "high", at-low
	}
	w.line("%s[%d] = %s;", part, at, w.hex(16, uint64(word)))
}
