// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// pagerSize holds the parameters of a tree_pager_bench.
type pagerSize struct{ blocks, places, children, row, fresh, head int }

// slotBits is the width of a number of children.
func (s pagerSize) slotBits() int { return widthOf(s.children) }

func widthOf(most int) (bits int) {
	for ; most > 0; most >>= 1 {
		bits++
	}
	return bits
}

// pagedBlock is the expected content of a block, at any place.
type pagedBlock struct {
	head           verilator.Bits
	rows           []verilator.Bits
	count, visited int
	changed        uint64 // children that have changed at their place
}

// pagerBench uses a tree_pager_bench.
type pagerBench struct {
	p      *verilator.Proc
	rng    *rand.Rand
	size   pagerSize
	cycles twin.SDRAMCycles
	chip   sdramChip
	twin   *twin.TreePager
	sdram  *twin.SDRAM
	blocks []*pagedBlock
}

func (w *pagerBench) port(name string) verilator.Port { return w.p.MustPort(name) }

// inputs returns the inputs of a cycle without a change of a block.
func (w *pagerBench) inputs(block, way int) verilator.Inputs {
	in := w.p.NewInputs()
	w.chip.set(w.p, in)
	w.port("block_i").Set(in, uint64(block))
	w.port("way_i").Set(in, uint64(way))
	w.port("still_i").Set(in, 1)
	return in
}

// now is the next cycle.
func (w *pagerBench) now() int { return int(w.p.Cycle()) }

// begin resets everything, and waits until the memory has been tested.
func (w *pagerBench) begin(testBits int) error {
	if err := w.p.Reset(); err != nil {
		return err
	}
	w.sdram = twin.NewSDRAM(w.cycles)
	at := 0
	for _, a := range twin.SDRAMTest(testBits) {
		var data []uint16
		if a.Write {
			data = a.Words
		}
		at = w.sdram.Request(at, a.Address, len(a.Words), data).First + len(a.Words)
	}
	w.twin = twin.NewTreePager(twin.TreePagerConfig{Places: w.size.places, Children: w.size.children, Head: w.size.head, Fresh: w.size.fresh}, w.sdram)
	w.blocks = nil
	_, err := w.p.Run(verilator.Run{Hold: w.inputs(0, 0), Stop: "tested_o", Max: 100_000})
	if got := w.now() - 1; err == nil && got != at {
		return w.p.Mismatch("tested_o", got, at, "cycle")
	}
	return err
}

// want has the pager bring or make a block, while changes are under way for some cycles, or until it is done,
// and compares the cycle of its completion.
func (w *pagerBench) want(k twin.TreeWant, isNew bool, changing, done int) error {
	in := w.inputs(k.Block, k.Way)
	w.port("want_i").Set(in, 1)
	w.port("known_i").Set(in, flagBit(k.Known))
	w.port("close_i").Set(in, flagBit(k.Close))
	w.port("new_i").Set(in, flagBit(isNew))
	w.port("still_i").Set(in, 0)
	b := w.p.NewBatch(min(changing, done-w.now()))
	for i := range b.Len() {
		copy(b.In(i), in)
	}
	if err := w.p.Step(b); err != nil {
		return err
	}
	w.port("still_i").Set(in, 1)
	if _, err := w.p.Run(verilator.Run{Hold: in, Stop: "done_o", Max: 100_000}); err != nil {
		return err
	}
	if got := w.now() - 1; got != done {
		return w.p.Mismatch("done_o", got, done, "cycle of %+v, new: %v", k, isNew)
	}
	w.sdram.Commands = nil
	return nil
}

// bits draws a value of that width.
func (w *pagerBench) bits(width int) verilator.Bits {
	v := make(verilator.Bits, (width+63)/64)
	for i := range v {
		v[i] = w.rng.Uint64()
	}
	if r := width % 64; r > 0 {
		v[len(v)-1] &= 1<<r - 1
	}
	return v
}

// drawHead gives a block a new head.
func (w *pagerBench) drawHead(b *pagedBlock) {
	s := w.size.slotBits()
	b.head = w.bits(w.size.head)
	b.head[0] = b.head[0]&^(1<<(2*s)-1) | uint64(b.count) | uint64(b.visited)<<s
}

// put writes the head of a block at its place and the rows of some children.
func (w *pagerBench) put(block int, slots []int, made bool) error {
	b := w.p.NewBatch(1 + len(slots))
	v := w.blocks[block]
	way, _ := w.twin.Way(block)
	for i := range b.Len() {
		in := b.In(i)
		copy(in, w.inputs(block, way))
		if i < len(slots) {
			w.port("row_we_i").Set(in, 1)
			w.port("row_slot_i").Set(in, uint64(slots[i]))
			w.port("place_row_i").SetBits(in, v.rows[slots[i]])
			continue
		}
		w.port("place_we_i").Set(in, 1)
		w.port("place_head_i").SetBits(in, v.head)
		w.port("place_changed_i").Set(in, v.changed)
		w.port("place_changes_i").Set(in, uint64(bits.OnesCount64(v.changed&(1<<v.count-1))))
		w.port("made_i").Set(in, flagBit(made))
		w.port("made_count_i").Set(in, uint64(v.count))
	}
	return w.p.Step(b)
}

// make makes a new block.
func (w *pagerBench) make() error {
	block := len(w.blocks)
	if err := w.want(twin.TreeWant{Block: block, Way: w.twin.Newest(block)}, true, 0, w.twin.Room(w.now(), block)); err != nil {
		return err
	}
	v := &pagedBlock{count: 1 + w.rng.IntN(w.size.children)}
	if w.rng.IntN(2) == 0 {
		v.count = w.size.children
	}
	var slots []int
	for i := range v.count {
		v.rows = append(v.rows, append(w.bits(w.size.fresh), make(verilator.Bits, (w.size.row+63)/64-(w.size.fresh+63)/64)...))
		slots = append(slots, i)
	}
	w.drawHead(v)
	w.blocks = append(w.blocks, v)
	w.twin.Made(block, v.count)
	v.changed = w.rng.Uint64()<<v.count | 1<<v.count - 1 // what lies beyond the children must not matter
	if err := w.put(block, slots, true); err != nil {
		return err
	}
	return w.look(block)
}

// anyWay draws the way that a block is looked for first: its own one until all places have blocks.
func (w *pagerBench) anyWay(block int) int {
	if way, ok := w.twin.Way(block); ok && (w.rng.IntN(4) > 0 || len(w.blocks) < w.size.places) {
		return way
	}
	return w.rng.IntN(twin.TreeWays)
}

// bring brings a block and compares its content; then it changes some of that.
func (w *pagerBench) bring(block int) error {
	v := w.blocks[block]
	brought := w.twin.Report.Brought
	way := w.anyWay(block)
	k := twin.TreeWant{
		Block: block, Way: way, Visited: v.visited, Count: v.count, Known: w.rng.IntN(4) > 0, Close: w.rng.IntN(4) == 0,
	}
	if k.Known { // the place has been there for three cycles
		b := w.p.NewBatch(3)
		for i := range b.Len() {
			copy(b.In(i), w.inputs(block, way))
		}
		if err := w.p.Step(b); err != nil {
			return err
		}
	}
	changing := max(0, w.rng.IntN(2*twin.TreeSteps+6)-twin.TreeSteps-3)
	if changing > 0 {
		k.Still = w.now() + changing
	}
	if err := w.want(k, false, changing, w.twin.Bring(w.now(), k)); err != nil {
		return err
	}
	if w.twin.Report.Brought > brought {
		v.changed = 0
	}
	if w.rng.IntN(4) == 0 { // the next request comes at once
		return nil
	}
	if err := w.look(block); err != nil || w.rng.IntN(4) == 0 {
		return err
	}
	need := twin.PagerNeed(v.visited, v.count)
	slot := w.rng.IntN(need)
	v.rows[slot] = w.bits(w.size.row)
	v.changed |= 1 << slot
	w.twin.Change(block, slot)
	if slot == v.visited {
		v.visited++
	}
	w.drawHead(v)
	return w.put(block, []int{slot}, false)
}

// look compares the content of a block's place with the expected one: here_o, and, if the block is
// here, its head and its children.
func (w *pagerBench) look(block int) error {
	const headLatency, hereLatency, rowLatency = 2, 3, 4
	v := w.blocks[block]
	need := twin.PagerNeed(v.visited, v.count)
	way := w.anyWay(block)
	b := w.p.NewBatch(need + rowLatency)
	for i := range b.Len() {
		copy(b.In(i), w.inputs(block, way))
		w.port("row_slot_i").Set(b.In(i), uint64(min(i, need-1)))
	}
	if err := w.p.Step(b); err != nil {
		return err
	}
	here := w.twin.Here(block, way, v.visited, v.count)
	if got := w.port("here_o").Bool(b.Out(hereLatency)); got != here {
		return w.p.Mismatch("here_o", got, here, "block %d", block).At(b.Cycle(hereLatency))
	}
	if !here {
		return nil
	}
	if got := w.port("head_o").Bits(b.Out(headLatency)); !slices.Equal(got, v.head) {
		return w.p.Mismatch("head_o", got, v.head, "block %d", block).At(b.Cycle(headLatency))
	}
	for i := range need {
		if got := w.port("place_row_o").Bits(b.Out(i + rowLatency)); !slices.Equal(got, v.rows[i]) {
			return w.p.Mismatch("place_row_o", got, v.rows[i], "block %d, child %d", block, i).At(b.Cycle(i + rowLatency))
		}
	}
	return nil
}

// compare does the operations of a search, in any order, until everything that can happen to a
// block has happened.
func (w *pagerBench) compare() error {
	least := simtest.Times(simtest.Long(400, 20_000))
	for n := 0; ; n++ {
		w.p.SetTransaction(n)
		var err error
		switch k := w.rng.IntN(8); {
		case len(w.blocks) == 0 || k == 0 && len(w.blocks) < w.size.blocks:
			err = w.make()
		case k == 1:
			err = w.look(w.rng.IntN(len(w.blocks)))
		case k == 2: // a while without requests
			_, err = w.p.Run(verilator.Run{Hold: w.inputs(0, 0), Max: 1 + w.rng.Uint64N(uint64(3*w.cycles.Refresh))})
		case k < 5: // one of the last
			err = w.bring(max(0, len(w.blocks)-1-w.rng.IntN(4)))
		default:
			err = w.bring(w.rng.IntN(len(w.blocks)))
		}
		if err != nil {
			return err
		}
		if r := w.twin.Report; n >= least && r.Brought > 50 && r.Grown > 10 && len(w.blocks) == w.size.blocks {
			return nil
		}
	}
}

// pagerTestBits is the size of the tested memory in the benches of the pager.
const pagerTestBits = 9

// smallPager is the size of most benches. In a widePager a block can take longer to be saved than the
// wanted block takes to come.
var (
	smallPager = pagerSize{blocks: 64, places: 8, children: 6, row: 99, fresh: 40, head: 68}
	widePager  = pagerSize{blocks: 300, places: 16, children: 24, row: 128, fresh: 17, head: 128}
)

// pagerTimings returns the memory's timings in cycles, and the timings that its model checks: its
// power comes soon.
func pagerTimings() (twin.SDRAMCycles, twin.SDRAMTimings) {
	cycles, err := twin.SlowestSDRAM().Cycles(gen.SDRAMHertz)
	if err != nil {
		panic(err)
	}
	cycles.PowerUp = 50
	slow := twin.SlowestSDRAM()
	slow.PowerUp = 100
	return cycles, slow
}

// pagerModel is a tree_pager_bench of some size.
func pagerModel(size pagerSize) verilator.Model {
	cycles, _ := pagerTimings()
	params := sdramParams(cycles, pagerTestBits)
	params["BLOCKS"], params["PLACES"], params["CHILDREN"] = size.blocks, size.places, size.children
	params["ROW"], params["FRESH"], params["HEAD_ROW"] = size.row, size.fresh, size.head
	return verilator.Model{Top: "tree_pager_bench", Sources: benchSources, Params: params}
}

// comparePager uses a tree_pager_bench, resets it during its work, and uses it again.
func comparePager(p *verilator.Proc, rng *rand.Rand, size pagerSize) error {
	cycles, slow := pagerTimings()
	w := &pagerBench{p: p, rng: rng, size: size, cycles: cycles, chip: newSDRAMChip(slow, gen.SDRAMHertz)}
	for round := range 8 {
		if err := w.begin(pagerTestBits); err != nil {
			return err
		}
		for round > 0 && len(w.blocks) < size.places+2 {
			if err := w.make(); err != nil {
				return err
			}
		}
		if round > 0 { // the reset comes while the pager brings a missing block, and writes another one; block 0 is missing, too
			in := w.inputs(1, 0)
			w.port("want_i").Set(in, 1)
			if _, err := p.Run(verilator.Run{Hold: in, Max: 1 + rng.Uint64N(64)}); err != nil {
				return err
			}
			if err := w.begin(pagerTestBits); err != nil {
				return err
			}
		}
		if err := w.compare(); err != nil {
			return err
		}
		r, err := p.Run(verilator.Run{Hold: w.inputs(0, 0), Max: 1})
		if err != nil {
			return err
		}
		if rule := cosim.SDRAMRule(p, r.Out); rule != "" || w.port("wrong_o").Uint(r.Out) != 0 {
			return p.Mismatch("rule_o, wrong_o", []any{rule, w.port("wrong_o").Uint(r.Out)}, "none", "")
		}
	}
	return nil
}

// TestTreePager has blocks made, brought and changed in any order, with an SDRAM that checks every
// command. It compares all words read, and the cycle of every operation. In between the pager is
// reset during its work.
func TestTreePager(t *testing.T) {
	t.Parallel()
	for _, size := range []pagerSize{smallPager, widePager} {
		t.Run(fmt.Sprintf("children=%d", size.children), func(t *testing.T) {
			t.Parallel()
			if size != smallPager && !simtest.All() {
				t.Skip("builds another model: part of make test-all")
			}
			simtest.Cosim(t, pagerModel(size), func(p *verilator.Proc, rng *rand.Rand) error {
				return comparePager(p, rng, size)
			})
		})
	}
}
