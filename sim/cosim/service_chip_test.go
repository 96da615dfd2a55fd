// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TestServiceChip sends requests over the serial line to the real lanes: positions of games and
// openings, runs, picks, illegal requests, and noise.
func TestServiceChip(t *testing.T) {
	t.Parallel()
	configs := []cosim.ServiceConfig{{UART: twin.UART{ClockHz: 48_000_000, Baud: 3_000_000}, Lanes: 4}}
	if simtest.All() {
		configs = append(configs, cosim.ServiceConfig{UART: twin.UART{ClockHz: 50_000_000, Baud: 12_000_000}, Lanes: 4})
	}
	if simtest.Trying() {
		configs[0].Lanes = 1 // mutants are not in the lanes
	}
	for _, cfg := range configs {
		t.Run(fmt.Sprintf("%d_at_%d", cfg.UART.Baud, cfg.UART.ClockHz), func(t *testing.T) {
			simtest.Cosim(t, cosim.ServiceModel(cfg), func(p *verilator.Proc, rng *rand.Rand) error {
				return compareServiceChip(p, cfg, rng)
			})
		})
	}
}

func compareServiceChip(p *verilator.Proc, cfg cosim.ServiceConfig, rng *rand.Rand) error {
	b := cosim.NewServiceBoard(p, cfg)
	twin := service.Model{Lanes: cfg.Lanes}
	var line service.Decoder // decodes the bytes that the chip receives
	var want, asked []string
	statuses := map[service.Status]int{}
	var seen uint8 // lamps
	lamps := func(settled bool) error {
		leds := b.LEDs()
		seen |= leds
		if leds>>4 != 0 || settled && leds&(1<<3) != 0 != (line.Bad > 0) {
			return p.Mismatch("led_o", fmt.Sprintf("%08b", leds), "0000 and whether a frame was dropped", "%d bad frames", line.Bad)
		}
		return nil
	}
	requests := simtest.Times(simtest.Long(150, 300))
	for n := range requests {
		p.SetTransaction(n)
		var request []byte
		id := byte(rng.Uint32())
		switch k := rng.IntN(12); {
		case k < 3 || n < 2:
			pos := duo.RandomGame(rng, rng.IntN(45))
			if rng.IntN(4) == 0 {
				pos = duo.RandomGame(rng, rng.IntN(3))
			}
			request = service.NewLoad(n%2, &pos).Append(nil, id)
		case k < 8:
			run := service.Run{
				Root: rng.IntN(2), Policy: playout.Policy(rng.IntN(playout.NumPolicies)), First: playout.NoFirst,
				Seed: rng.Uint32(), Playouts: 1 + rng.IntN(12),
			}
			if rng.IntN(2) == 0 {
				run.First = rng.IntN(400)
			}
			request = run.Append(nil, id)
		case k < 10:
			request = service.Pick{Root: rng.IntN(2), Index: rng.IntN(300)}.Append(nil, id)
		case k < 11:
			request = service.Run{Playouts: rng.IntN(2), First: 1020 * rng.IntN(2)}.Append(nil, id)[:10+rng.IntN(2)]
		default:
			request = randomPayload(rng, 20)
			request[0] |= 0x40
		}
		data := service.AppendFrame(nil, request)
		if rng.IntN(8) == 0 {
			data = append(damagedFrame(rng, data), 0)
		}
		for _, v := range data {
			if payload := line.Add(v); payload != nil {
				r := twin.Handle(payload)
				statuses[r.Status]++
				want = append(want, string(r.Append(nil)))
				asked = append(asked, string(payload))
			}
		}
		idles := 0
		for idle := rng.Uint64N(3000); ; idle = 2000 {
			got, err := b.Exchange(data, idle)
			if err == nil {
				err = lamps(idle >= 500)
			}
			if err != nil {
				return err
			}
			data = nil
			for _, g := range got {
				if len(want) == 0 || string(g) != want[0] {
					return p.Mismatch("response", fmt.Sprintf("%x", g), fmt.Sprintf("%x", want[:min(1, len(want))]),
						"after and with requests %.400x", asked[max(0, len(asked)-len(want)-8):max(1, len(asked)-len(want)+1)])
				}
				want = want[1:]
			}
			last := n == requests-1
			if len(want) <= 20 && !last || len(want) == 0 {
				break
			}
			if idles++; idles == 1000 {
				return p.Mismatch("responses", "none", fmt.Sprintf("%x", want[0]), "%d are missing, leds %08b", len(want), b.LEDs())
			}
		}
	}
	if _, err := b.Exchange(nil, 20_000); err != nil {
		return err
	}
	if got := b.LEDs() & (1<<1 | 1<<2); got != 0 || seen&(1<<1) == 0 {
		return p.Mismatch("led_o", fmt.Sprintf("%08b", got), "0", "at rest; before, these were lit: %08b", seen)
	}
	if line.Bad < requests/30 || statuses[service.OK] < requests/3 {
		return fmt.Errorf("%d bad frames, statuses %v", line.Bad, statuses)
	}
	return nil
}
