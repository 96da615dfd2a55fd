// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/firmware"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// jobsBench asks a lane for playouts through the ports of the processor.
type jobsBench struct {
	p                           *verilator.Proc
	rng                         *rand.Rand
	rst, out, port, word        verilator.Port
	commandWait, jobsWait, done verilator.Port
	sum                         [2]verilator.Port
	resultValid, resultRoot     verilator.Port
	wants                       [2]int  // expected sums of the roots' games
	asked                       [2]bool // the root is being played out, or has been
	due                         [2]int  // games that are not over
	seed                        uint32
}

// cycle does a cycle, with an optional write of a word to a port, and returns the outputs.
func (b *jobsBench) cycle(set func(v verilator.Inputs)) (verilator.Outputs, error) {
	batch := b.p.NewBatch(1)
	if set != nil {
		set(batch.In(0))
	} else { // words that go to no port
		b.port.Set(batch.In(0), b.rng.Uint64())
		b.word.Set(batch.In(0), b.rng.Uint64())
	}
	if err := b.p.Step(batch); err != nil {
		return nil, err
	}
	out := batch.Out(0)
	for root := range b.due {
		if !b.asked[root] {
			continue
		}
		if got, want := b.done.Uint(out)>>root&1 != 0, b.due[root] == 0; got != want {
			return nil, b.p.Mismatch("done_o", got, want, "%d games of root %d are not over", b.due[root], root)
		}
		if got := b.sum[root].Int(out); b.due[root] == 0 && got != int64(b.wants[root]) {
			return nil, b.p.Mismatch("sum_o", got, b.wants[root], "root %d", root)
		}
	}
	if b.resultValid.Bool(out) {
		b.due[b.resultRoot.Uint(out)]--
	}
	return out, nil
}

// write writes a word to a port.
func (b *jobsBench) write(port int, word uint16) error {
	_, err := b.cycle(func(v verilator.Inputs) {
		b.out.Set(v, 1)
		b.port.Set(v, uint64(port))
		b.word.Set(v, uint64(word))
	})
	if err != nil {
		return err
	}
	// The lane has it in the next cycle.
	var waits verilator.Port
	switch port {
	case firmware.OutLane:
		waits = b.commandWait
	case firmware.OutGo:
		waits = b.jobsWait
	default:
		return nil
	}
	out, err := b.cycle(nil)
	if err == nil && !waits.Bool(out) {
		err = b.p.Mismatch(waits.Name, 0, 1, "a cycle after the word")
	}
	return err
}

// until does cycles until an output is 0, or all games of a root are over.
func (b *jobsBench) until(what string, so func(verilator.Outputs) bool) error {
	for range 100_000 {
		out, err := b.cycle(nil)
		if err != nil || so(out) {
			return err
		}
	}
	return b.p.Mismatch(what, "waits", "in 100,000 cycles", "")
}

// reset lets cycles pass and resets everything: nothing is under way afterwards.
func (b *jobsBench) reset(cycles int) error {
	for range cycles {
		if _, err := b.cycle(nil); err != nil {
			return err
		}
	}
	if err := b.p.Reset(); err != nil {
		return err
	}
	b.asked, b.due = [2]bool{}, [2]int{}
	out, err := b.cycle(nil)
	if err == nil && (b.commandWait.Bool(out) || b.jobsWait.Bool(out)) {
		err = b.p.Mismatch("command_wait_o, jobs_wait_o", 1, 0, "after a reset")
	}
	return err
}

// play loads a position into a root and has it played out, with a new seed or, if seed is nil, from
// the last one on. A reset may come after the request for a command or for the games; then play
// ends.
func (b *jobsBench) play(root int, pos *duo.Position, seed *uint32) error {
	place := search.PlaceOf(pos)
	lane := func(word uint16) error {
		if err := b.write(firmware.OutLane, word|uint16(root)<<5); err != nil {
			return err
		}
		if b.rng.IntN(400) == 0 {
			return errReset
		}
		return b.until("command_wait_o", func(o verilator.Outputs) bool { return !b.commandWait.Bool(o) })
	}
	for pl := range duo.Player(2) {
		for row, r := range twin.RowsOf(place.Root(), pl) {
			if err := b.write(firmware.OutAllowed, r.Allowed); err != nil {
				return err
			}
			if row < duo.BoardSize { // the lane needs no rows below the board's
				if err := b.write(firmware.OutCorners, r.Corners); err != nil {
					return err
				}
			}
			if err := lane(uint16(pl)<<4 | uint16(row)); err != nil {
				return err
			}
		}
	}
	if err := lane(1<<6 | uint16(pos.ToMove())<<4 | uint16(b.rng.IntN(16))); err != nil {
		return err
	}
	if seed != nil {
		b.seed = *seed
		if err := b.write(firmware.OutSeedLow, uint16(*seed)); err != nil {
			return err
		}
		if err := b.write(firmware.OutSeedHigh, uint16(*seed>>16)); err != nil {
			return err
		}
	}
	const playouts = 8
	b.wants[root], b.due[root], b.asked[root] = 0, playouts, false
	for i := range uint32(playouts) {
		st := place.State()
		b.wants[root] += st.PlayOut(playout.Largest, playout.NewRNG(b.seed, i))
	}
	step := uint32(playout.SeedStep)
	b.seed += playouts * step
	if err := b.write(firmware.OutGo, uint16(root)); err != nil {
		return err
	}
	b.asked[root] = true
	if b.rng.IntN(12) == 0 {
		return errReset
	}
	return b.until("jobs_wait_o", func(o verilator.Outputs) bool { return !b.jobsWait.Bool(o) })
}

// errReset reports that a reset must come now.
var errReset = errors.New("reset")

// compareLaneJobs has positions played out, one root after the other, and resets during the work.
func compareLaneJobs(p *verilator.Proc, rng *rand.Rand, leaves int) error {
	b := &jobsBench{p: p, rng: rng}
	if err := p.Bind(map[string]*verilator.Port{
		"rst_i": &b.rst, "out_i": &b.out, "port_i": &b.port, "word_i": &b.word, "command_wait_o": &b.commandWait,
		"jobs_wait_o": &b.jobsWait, "done_o": &b.done, "sum0_o": &b.sum[0], "sum1_o": &b.sum[1],
		"result_valid_o": &b.resultValid, "result_root_o": &b.resultRoot,
	}); err != nil {
		return err
	}
	root := 0
	for n := range leaves {
		p.SetTransaction(n)
		pos := duo.RandomGame(rng, rng.IntN(34))
		place := search.PlaceOf(&pos)
		if place.Over() {
			continue
		}
		if b.asked[root] {
			if err := b.until(fmt.Sprintf("root %d", root), func(verilator.Outputs) bool { return b.due[root] == 0 }); err != nil {
				return err
			}
			for range rng.IntN(3) { // the sum stays
				if _, err := b.cycle(nil); err != nil {
					return err
				}
			}
		}
		var seed *uint32
		if s := rng.Uint32(); b.asked == [2]bool{} || rng.IntN(3) == 0 {
			seed = &s
		}
		err := b.play(root, &pos, seed)
		if err == nil && rng.IntN(20) == 0 {
			err = errReset
		}
		if errors.Is(err, errReset) {
			err = b.reset(rng.IntN(4) * rng.IntN(100))
		}
		if err != nil {
			return err
		}
		root ^= 1
	}
	return b.until("the last games", func(verilator.Outputs) bool { return b.due == [2]int{} })
}

var laneJobsModel = verilator.Model{Top: "lane_jobs_bench", Sources: []string{"rtl", "sim/testbench"}}

// TestLaneJobs compares the sums of playouts and their cycles with golden's.
func TestLaneJobs(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, laneJobsModel, func(p *verilator.Proc, rng *rand.Rand) error {
		return compareLaneJobs(p, rng, simtest.Times(simtest.Long(60, 1000)))
	})
}
