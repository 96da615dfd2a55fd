// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TestLeafChip sends requests over the serial line. TestLeafLink checks the answers; this test is
// for the chip around it.
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

// TestLeafChipRate counts the cycles that a chip with the lanes of the ULX3S takes for a leaf, with
// requests that wait for nothing: 16 leaves each, 20 children for every eighth leaf. The chip must
// be at least as fast as the board of TestLeafRate, 12.5 us at 60 MHz; the line takes 40 cycles a
// byte, fewer than the chip. The answers are the model's.
func TestLeafChipRate(t *testing.T) {
	t.Parallel()
	const frames, children, most = 6, 20, 750
	cfg := cosim.ServiceConfig{UART: twin.UART{ClockHz: 12_000_000, Baud: 3_000_000}, Lanes: 8, Leaves: true}
	simtest.Cosim(t, cosim.ServiceModel(cfg), func(p *verilator.Proc, rng *rand.Rand) error {
		b := cosim.NewServiceBoard(p, cfg)
		own := search.NewLeafModel(evaluation.New(&evaluation.Default), 1)
		for n, pos := range duo.BenchPositions() {
			if pos.Plies() > 16 || pos.Plies()%8 != 0 || !simtest.All() && pos.Plies() != 8 {
				continue
			}
			p.SetTransaction(n)
			model := service.Model{Lanes: cfg.Lanes, Leaves: service.NewLeafModel()}
			model.Leaves.Children = service.LeafChildren
			root := service.NewRoot(uint16(n), &pos)
			own.SetRoot(&pos, playout.NewState(&pos))
			requests := [][]byte{root.Append(nil, 0)}
			for f := range frames {
				l := service.Leaves{Tag: root.Tag, Children: children, Seed: rng.Uint32()}
				for i := range 16 {
					var path []tree.Move
					for range 2 + i%2 {
						found, err := own.Find(search.Question{Path: path, Children: 3})
						if err != nil {
							return err
						}
						if len(found.Children) == 0 {
							break
						}
						path = append(path, found.Children[rng.IntN(len(found.Children))].Move)
					}
					l.Leaves = append(l.Leaves, service.Leaf{Index: i, Path: path, Children: i%8 == 0})
				}
				if err := l.Validate(); err != nil {
					return err
				}
				requests = append(requests, l.Append(nil, byte(f+1)))
			}
			var line []byte
			var want [][]byte
			for _, r := range requests {
				line = service.AppendFrame(line, r)
				want = append(want, model.Answer(r))
			}
			var got [][]byte
			var first, last uint64 // cycle of the first answers with leaves, and of the last one
			leaves := 0            // leaves between them
			for tries := 0; len(got) < len(want) && tries < 500; tries++ {
				more, err := b.Exchange(line, 200)
				if err != nil {
					return err
				}
				line = nil
				for _, m := range more {
					got = append(got, slices.Clone(m))
				}
				if last = b.Cycle(); first == 0 && len(got) > 1 {
					first, leaves = last, 16*(len(want)-len(got))
				}
			}
			if !slices.EqualFunc(got, want, slices.Equal) {
				return p.Mismatch("response", fmt.Sprintf("%x", got), fmt.Sprintf("%x", want), "")
			}
			if leaves == 0 {
				return fmt.Errorf("%d plies: all leaves were answered before all had been asked for", pos.Plies())
			}
			cycles := float64(last-first) / float64(leaves)
			t.Logf("%2d plies: %.0f cycles a leaf", pos.Plies(), cycles)
			if cycles > most {
				return fmt.Errorf("%d plies: a leaf took %.0f cycles, want at most %d", pos.Plies(), cycles, most)
			}
		}
		return nil
	})
}
