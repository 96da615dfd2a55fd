package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TestLeafChip sends requests over the serial line: what they are worth is TestLeafLink's, this is the chip around it.
func TestLeafChip(t *testing.T) {
	t.Parallel()
	cfg := cosim.ServiceConfig{UART: twin.UART{ClockHz: 12_000_000, Baud: 3_000_000}, Lanes: 1, Leaves: true}
	simtest.Cosim(t, cosim.ServiceModel(cfg), func(p *verilator.Proc, rng *rand.Rand) error {
		b := cosim.NewServiceBoard(p, cfg)
		model := service.Model{Lanes: cfg.Lanes, Leaves: service.NewLeafModel()}
		model.Leaves.Children = service.LeafChildren
		var seen uint8 // lamps
		for n := range simtest.Times(simtest.Long(4, 20)) {
			p.SetTransaction(n)
			pos := duo.RandomGame(rng, 8+rng.IntN(16))
			if pos.Over() {
				continue
			}
			root := service.NewRoot(uint16(rng.Uint32()), &pos)
			leaves := service.Leaves{Tag: root.Tag, Children: service.LeafChildren, Seed: rng.Uint32(), Leaves: []service.Leaf{{Children: true}, {Index: 7}}}
			var line []byte
			var want [][]byte
			for _, r := range [][]byte{root.Append(nil, 1), leaves.Append(nil, 2), service.InfoQuery{}.Append(nil, 3)} {
				line = service.AppendFrame(line, r)
				want = append(want, model.Answer(r))
			}
			var got [][]byte
			for tries := 0; len(got) < len(want) && tries < 100; tries++ {
				more, err := b.Exchange(line, 2000)
				if err != nil {
					return err
				}
				line, seen = nil, seen|b.LEDs()
				for _, m := range more {
					got = append(got, slices.Clone(m))
				}
			}
			if !slices.EqualFunc(got, want, slices.Equal) {
				return p.Mismatch("response", fmt.Sprintf("%x", got), fmt.Sprintf("%x", want), "")
			}
			if n == 0 { // from now on a frame has been dropped
				if leds := b.LEDs(); leds&(1<<3) != 0 {
					return p.Mismatch("led_o", leds, "no frame dropped", "")
				}
				if _, err := b.Exchange([]byte{5, 5, 0}, 500); err != nil {
					return err
				}
				model.BadFrames++
			}
		}
		if leds := b.LEDs(); leds>>1 != 1<<2 || seen&(1<<1|1<<2) != 1<<1|1<<2 {
			return p.Mismatch("led_o", fmt.Sprintf("%08b, %08b in all", leds, seen), "at rest, after a frame was dropped", "")
		}
		return nil
	})
}
