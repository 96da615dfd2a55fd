// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// halvingBench is sequential_halving with lanes whose results are random. It compares the module
// with the definition: the requested playouts, their order, and the answer.
type halvingBench struct {
	p    *verilator.Proc
	rng  *rand.Rand
	b    *verilator.Batch
	port map[string]verilator.Port

	moves   int
	spread  int // margins are -spread..spread
	ready   float64
	delay   int
	asked   []int // candidates of the taken jobs
	due     []halvingResult
	sums    []int
	latest  uint64 // cycle of the latest result
	resting int    // cycles until the next result may come
}

type halvingResult struct {
	cycle     uint64
	candidate int
}

func (h *halvingBench) out(name string) uint64 { return h.port[name].Uint(h.b.Out(0)) }

// step does a cycle with the given inputs and the lanes' inputs.
func (h *halvingBench) step(in map[string]uint64) error {
	shift := search.CandidateShift(h.moves)
	beyond := h.out("index_o") >= uint64(h.moves) // state of the cycle before
	v := h.b.In(0)
	clear(v)
	for name, value := range in {
		h.port[name].Set(v, value)
	}
	h.port["beyond_i"].Set(v, flagBit(beyond))
	ready := h.rng.Float64() < h.ready
	h.port["job_ready_i"].Set(v, flagBit(ready))
	h.port["lanes_idle_i"].Set(v, flagBit(len(h.due) == 0))
	if h.resting == 0 && len(h.due) > 0 {
		if i := h.rng.IntN(len(h.due)); h.due[i].cycle <= h.p.Cycle() {
			margin := h.rng.IntN(2*h.spread+1) - h.spread
			h.port["result_valid_i"].Set(v, 1)
			h.port["result_first_i"].Set(v, uint64(h.due[i].candidate)<<shift)
			h.port["result_margin_i"].Set(v, uint64(int64(margin)))
			h.sums[h.due[i].candidate] += min(max(margin, -search.ClipMargin), search.ClipMargin)
			h.due = slices.Delete(h.due, i, i+1)
			h.latest, h.resting = h.p.Cycle(), 2
		}
	}
	h.resting = max(h.resting-1, 0)
	if err := h.p.Step(h.b); err != nil {
		return err
	}
	if h.out("job_valid_o") == 1 && ready {
		c := int(h.out("index_o")) >> shift
		h.asked = append(h.asked, c)
		// A result does not come before the module waits for it.
		h.due = append(h.due, halvingResult{h.p.Cycle() + 6 + uint64(h.rng.IntN(h.delay+1)), c})
	}
	return nil
}

// search compares a search.
func (h *halvingBench) search(visits int, ramReg int) error {
	seed := h.rng.Uint32()
	h.asked, h.due = nil, nil
	h.sums = make([]int, search.MaxCandidates)
	if err := h.step(map[string]uint64{"begin_i": 1, "visits_i": uint64(visits), "seed_i": uint64(seed)}); err != nil {
		return err
	}
	for range h.rng.IntN(5) {
		if err := h.step(nil); err != nil {
			return err
		}
	}
	var left []int
	for i := 0; i < h.moves; i += 1 << search.CandidateShift(h.moves) {
		left = append(left, len(left))
	}
	begun := h.p.Cycle()
	if err := h.step(map[string]uint64{"start_i": 1, "moves_i": uint64(h.moves)}); err != nil {
		return err
	}
	passes, playouts, last := 0, 0, 0
	// await does cycles up to the cycle of a signal, which must be the given one.
	await := func(signal string, cycle uint64) error {
		for h.out(signal) == 0 && h.p.Cycle() < cycle+100 {
			if err := h.step(nil); err != nil {
				return err
			}
		}
		if got := h.p.Cycle() - 1; got != cycle {
			return h.p.Mismatch("cycle of "+signal, got, cycle, "%d candidates left of %d moves", len(left), h.moves)
		}
		return nil
	}
	at := begun + search.MaxCandidates + 2 // cycle of done_o; a job comes a cycle later
	for round := 0; len(left) > 1; round++ {
		if err := await("job_valid_o", at+1); err != nil {
			return err
		}
		for len(h.asked) < playouts+len(left)*visits<<round || len(h.due) > 0 {
			if h.out("job_valid_o") == 1 {
				n := len(h.asked) // or the candidate before, if its job was taken in this cycle
				if want := uint64(playout.NewRNG(seed, uint32(n))); h.out("job_seed_o") != want && h.out("job_seed_o") != uint64(playout.NewRNG(seed, uint32(n-1))) {
					return h.p.Mismatch("job_seed_o", h.out("job_seed_o"), want, "playout %d", n)
				}
			}
			if err := h.step(nil); err != nil {
				return err
			}
			if h.p.Cycle() > begun+5_000_000 {
				return h.p.Mismatch("jobs", len(h.asked), playouts+len(left)*visits<<round, "")
			}
		}
		for range visits << round {
			if got := h.asked[playouts : playouts+len(left)]; !slices.Equal(got, left) {
				return h.p.Mismatch("candidates of a pass", got, left, "round %d", round)
			}
			playouts += len(left)
			passes++
		}
		at = h.latest + 6 + uint64(4*len(left)*(search.SumBits+2)+2*search.SumBits+ramReg)
		slices.SortFunc(left, func(a, b int) int { return cmp.Or(cmp.Compare(h.sums[b], h.sums[a]), cmp.Compare(a, b)) })
		left = left[:(len(left)+1)/2]
		last = h.sums[left[0]]
		slices.Sort(left)
	}
	if err := await("done_o", at); err != nil {
		return err
	}
	for signal, want := range map[string]int{
		"index_o": left[0] << search.CandidateShift(h.moves), "visits_o": passes, "playouts_o": playouts,
	} {
		if got := int(h.out(signal)); got != want {
			return h.p.Mismatch(signal, got, want, "%d moves", h.moves)
		}
	}
	if got := int(h.port["sum_o"].Int(h.b.Out(0))); got != last {
		return h.p.Mismatch("sum_o", got, last, "%d moves", h.moves)
	}
	return h.step(nil)
}

// TestSequentialHalving compares searches among any number of moves, with equal and with different
// values, and their latencies.
func TestSequentialHalving(t *testing.T) {
	t.Parallel()
	for ramReg := range 2 {
		t.Run(fmt.Sprintf("RAM_REG=%d", ramReg), func(t *testing.T) {
			m := verilator.Model{Top: "sequential_halving", Params: map[string]int{"RAM_REG": ramReg}}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				h := &halvingBench{p: p, rng: rng, b: p.NewBatch(1), port: portsOf(p)}
				for n := range simtest.Times(40) {
					p.SetTransaction(n)
					h.moves = 1 + rng.IntN(24)
					if n >= 33 {
						h.moves = []int{1, 2, 3, 4, 5, 256, 1023}[n-33]
					}
					h.spread = []int{0, 2, 60, 66, 200}[rng.IntN(5)]
					h.ready, h.delay = 0.1+rng.Float64(), 1+rng.IntN(400)
					if err := h.search(1+rng.IntN(2), ramReg); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}
