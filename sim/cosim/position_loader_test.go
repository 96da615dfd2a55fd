// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// loaderAtRest checks that position_loader takes and offers no row, whatever its inputs.
func loaderAtRest(p *verilator.Proc, rng *rand.Rand, cycles int) error {
	b := p.NewBatch(cycles)
	for i := range cycles {
		for _, port := range p.Ports() {
			if port.Input && port.Name != "start_i" && port.Name != "rst_i" {
				port.Set(b.In(i), rng.Uint64())
			}
		}
	}
	if err := p.Step(b); err != nil {
		return err
	}
	for _, name := range []string{"row_ready_o", "load_valid_o", "done_o"} {
		for i := range cycles {
			if port := p.MustPort(name); port.Bool(b.Out(i)) {
				return p.Mismatch(name, 1, 0, "%d cycles after the end of the work", i).At(b.Cycle(i))
			}
		}
	}
	return nil
}

// TestPositionLoaderRests loads whole positions, and others only in part before a reset. In between
// the loader must be idle: it takes and gives nothing.
func TestPositionLoaderRests(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("position_loader"), func(p *verilator.Proc, rng *rand.Rand) error {
		if err := loaderAtRest(p, rng, 20); err != nil {
			return err
		}
		for n := range 200 {
			p.SetTransaction(n)
			pos := randomBoard(rng)
			from := playout.NewRoot(&pos)
			pl := duo.Player(rng.IntN(2))
			want := twin.RowsOf(from, pl)
			want[twin.TilesRow].Corners = 0 // playout_lanes makes the map
			cut := twin.NumRows             // rows until the reset
			if n%2 == 1 {
				cut = rng.IntN(twin.NumRows)
			}
			row, rows := 0, 0
			done := false
			for cycle := 0; !done && rows < cut; cycle++ {
				b := p.NewBatch(1)
				set := func(name string, v uint64) { p.MustPort(name).Set(b.In(0), v) }
				out := func(name string) uint64 { return p.MustPort(name).Uint(b.Out(0)) }
				set("start_i", flagBit(cycle == 0))
				set("player_i", uint64(pl))
				set("tiles_i", uint64(pos.TilesLeft(pl)))
				set("value_i", uint64(want[twin.ValueRow].Allowed>>5))
				offer := cycle > 0 && row < duo.BoardSize
				if offer {
					set("row_valid_i", 1)
					set("own_i", boardRow(pos.Squares(pl), row))
					set("rival_i", boardRow(pos.Squares(pl.Rival()), row))
				}
				set("load_ready_i", flagBit(cycle > 0))
				if err := p.Step(b); err != nil {
					return err
				}
				if cycle == 0 {
					continue
				}
				if offer && out("row_ready_o") == 1 {
					row++
				}
				if out("load_valid_o") == 1 {
					got := twin.Row{Allowed: uint16(out("load_allowed_o")), Corners: uint16(out("load_corners_o"))}
					if got != want[rows] || int(out("load_row_o")) != rows {
						return p.Mismatch("load_*_o", got, want[rows], "row %d of %v\n%v", rows, pl, &pos)
					}
					rows++
				}
				done = out("done_o") == 1
				if cycle > 100 {
					return p.Mismatch("done_o", 0, 1, "")
				}
			}
			if !done {
				if err := p.Reset(); err != nil {
					return err
				}
			}
			if err := loaderAtRest(p, rng, 1+rng.IntN(20)); err != nil {
				return err
			}
		}
		return nil
	})
}
