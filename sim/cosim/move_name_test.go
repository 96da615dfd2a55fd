// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// byPlace sorts cells in reading order.
func byPlace(a, b duo.Cell) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col)) }

// TestMoveName mirrors every code of every tile, around any anchor and with any reference cell, and
// compares the squares: the squares of move_name's answer must be the mirrored ones. The answer
// must be there exactly after the latency of 2 cycles.
func TestMoveName(t *testing.T) {
	t.Parallel()
	const latency = 2
	simtest.Cosim(t, model("move_name"), func(p *verilator.Proc, rng *rand.Rand) error {
		name, row, col := p.MustPort("name_i"), p.MustPort("row_i"), p.MustPort("col_i")
		flipRows, flipCols := p.MustPort("flip_rows_i"), p.MustPort("flip_cols_i")
		orient, rowOut, colOut := p.MustPort("orient_o"), p.MustPort("row_o"), p.MustPort("col_o")
		type query struct {
			tile     duo.Tile
			code     duo.Rotation
			flip     int
			row, col int
			want     []duo.Cell
		}
		var queries []query
		b := p.NewBatch((latency + 1) * duo.NumTiles * duo.NumRotations * 4)
		for tile := range duo.Tile(duo.NumTiles) {
			for code := range duo.Rotation(duo.NumRotations) {
				for flip := range 4 {
					refRow, refCol, up, left := rng.IntN(4), rng.IntN(4), rng.IntN(4), rng.IntN(4)
					q := query{tile: tile, code: code, flip: flip, row: 4 + rng.IntN(6), col: 4 + rng.IntN(6)}
					o, by := tile.CanonicalRotation(code)
					for _, c := range o.Cells() {
						r := refRow - up + int(by.Row) + int(c.Row)
						s := refCol - left + int(by.Col) + int(c.Col)
						if flip&1 != 0 {
							r = -r
						}
						if flip&2 != 0 {
							s = -s
						}
						q.want = append(q.want, duo.Cell{Row: int8(q.row + r), Col: int8(q.col + s)})
					}
					slices.SortFunc(q.want, byPlace)
					for range latency + 1 {
						in := b.In(len(queries))
						name.Set(in, uint64(code)<<13|uint64(refRow)<<11|uint64(refCol)<<9|uint64(tile)<<4|uint64(up)<<2|uint64(left))
						flipRows.Set(in, uint64(flip&1))
						flipCols.Set(in, uint64(flip>>1))
						row.Set(in, uint64(q.row))
						col.Set(in, uint64(q.col))
						queries = append(queries, q)
					}
				}
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		early := 0 // answers that are there a cycle too soon
		for i, q := range queries {
			if i%(latency+1) == 0 {
				continue
			}
			out := b.Out(i)
			o := duo.Orientation(orient.Uint(out))
			var got []duo.Cell
			if o < duo.NumOrientations {
				for _, c := range o.Cells() {
					got = append(got, duo.Cell{Row: int8(rowOut.Uint(out)) + c.Row, Col: int8(colOut.Uint(out)) + c.Col})
				}
			}
			slices.SortFunc(got, byPlace)
			right := slices.Equal(got, q.want)
			switch {
			case i%(latency+1) < latency && right:
				early++
			case i%(latency+1) == latency && !right:
				return p.Mismatch("orient_o, row_o, col_o", got, q.want, "%s%d, flip %d", q.tile, q.code, q.flip).At(b.Cycle(i))
			}
		}
		if most := len(queries) / (latency + 1) / 10; early > most {
			return p.Mismatch("answers a cycle before their time", early, most, "at most, by chance")
		}
		return nil
	})
}
