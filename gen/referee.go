package gen

import (
	"github.com/tessera-fpga/tessera/golden/duo"
)

// moveDecoder writes the table of module move_decoder: what each of the eight
// rotation codes of each tile means.
func moveDecoder(w *writer) {
	w.line("// Move codes: row 8 * tile + rotation code.")
	w.line("// A row, highest bits first: shift of the reference row (2, two's complement),")
	w.line("// shift of the reference column (2), orientation (%d).", OrientBits)
	shift := func(row, col int8) string {
		if row < -1 || row > 1 || col < -1 || col > 1 {
			w.fail("reference shift (%d,%d), want -1..1 each", row, col)
		}
		return w.bits(2, uint64(row)&3) + ", " + w.bits(2, uint64(col)&3)
	}
	for t := range duo.Tile(duo.NumTiles) {
		for r := range duo.Rotation(duo.NumRotations) {
			o, by := t.CanonicalRotation(r)
			w.line("codes[%d] = {%s, %s};  // %s%d is %s%d", int(t)*duo.NumRotations+int(r),
				shift(by.Row, by.Col), w.number(OrientBits, uint64(o)), t, r, o.Tile(), o.Rotation())
		}
	}
	w.line("")
	w.line("// No tile.")
	for i := duo.NumTiles * duo.NumRotations; i < 1<<(TileBits+3); i++ {
		w.line("codes[%d] = %s;", i, w.number(4+OrientBits, 0))
	}
}

// moveEncoder writes the table of module move_encoder: the names of the
// orientations.
func moveEncoder(w *writer) {
	w.line("// Names of the orientations, in search order.")
	w.line("// A row, highest bits first: tile (%d), canonical rotation code (3).", TileBits)
	for o := range duo.Orientation(duo.NumOrientations) {
		w.line("names[%d] = {%s, %s};  // %s%d", o, w.number(TileBits, uint64(o.Tile())),
			w.number(3, uint64(o.Rotation())), o.Tile(), o.Rotation())
	}
	w.line("")
	w.line("// No orientation.")
	for o := duo.NumOrientations; o < 1<<OrientBits; o++ {
		w.line("names[%d] = %s;", o, w.number(TileBits+3, 0))
	}
}
