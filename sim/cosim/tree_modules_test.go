// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// randomVisits draws a number of up to that many bits, with small and great numbers equally likely.
func randomVisits(rng *rand.Rand, width int) uint32 {
	switch n := rng.Uint32() >> (32 - width) >> rng.IntN(width); rng.IntN(8) {
	case 0:
		return 1<<width - 1
	case 1:
		return uint32(1) << rng.IntN(width)
	default:
		return n
	}
}

// TestTreeBanks writes words anywhere in memories of one bank and of several, reads others in the
// same cycles, and compares the words that come three cycles later.
func TestTreeBanks(t *testing.T) {
	t.Parallel()
	const latency = 3
	for _, c := range []struct{ width, words, bank int }{{5, 45, 16}, {33, 16, 16}, {14, 4096, 2048}} {
		t.Run(fmt.Sprintf("WORDS=%d BANK=%d", c.words, c.bank), func(t *testing.T) {
			t.Parallel()
			m := verilator.Model{Top: "tree_banks", Params: map[string]int{"WIDTH": c.width, "WORDS": c.words, "BANK": c.bank}}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				we, waddr, wdata := p.MustPort("we_i"), p.MustPort("waddr_i"), p.MustPort("wdata_i")
				raddr, rdata := p.MustPort("raddr_i"), p.MustPort("rdata_o")
				words := make([]uint64, c.words)
				b := p.NewBatch(4 * c.words)
				want := make([]uint64, b.Len())
				for i := range b.Len() {
					at, word, write := i%c.words, rng.Uint64N(1<<c.width), i < c.words || rng.IntN(2) == 0
					if i >= c.words { // all have been written
						at = rng.IntN(c.words)
					}
					waddr.Set(b.In(i), uint64(at))
					wdata.Set(b.In(i), word)
					// A word is not read in the cycle that writes it.
					read := (at + 1 + rng.IntN(c.words-1)) % c.words
					raddr.Set(b.In(i), uint64(read))
					want[i] = words[read]
					if write {
						we.Set(b.In(i), 1)
						words[at] = word
					}
				}
				if err := p.Step(b); err != nil {
					return err
				}
				for i := c.words + latency; i < b.Len(); i++ {
					if got := rdata.Uint(b.Out(i)); got != want[i-latency] {
						return p.Mismatch("rdata_o", got, want[i-latency], "").At(b.Cycle(i))
					}
				}
				return nil
			})
		})
	}
}

// TestTreeGroup writes words and reads others, each with its group.
func TestTreeGroup(t *testing.T) {
	t.Parallel()
	const latency, words, width, group = 3, 76, 7, twin.TreeGroup
	m := verilator.Model{Top: "tree_group", Params: map[string]int{"WIDTH": width, "WORDS": words, "BANK": 16}}
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		now := make([]uint64, words)
		tries := make([]try, 4000)
		for i := range tries {
			at, data, read := i%words, rng.Uint64N(1<<width), rng.IntN(words)
			if i >= words { // all have been written
				at = rng.IntN(words)
			}
			write := i < words || rng.IntN(2) == 0 && at/group != read/group
			tries[i].in = []signal{word("we_i", flagBit(write)), word("waddr_i", at), word("wdata_i", data), word("raddr_i", read)}
			if i >= words {
				together := uint64(0)
				for n := range group {
					together |= now[read/group*group+n] << (n * width)
				}
				tries[i].out = []signal{word("rdata_o", now[read]), word("words_o", together)}
			}
			tries[i].about = fmt.Sprintf("word %d", read)
			if write {
				now[at] = data
			}
		}
		return compareTries(p, latency, tries)
	})
}

// TestVisitSqrt compares the weight of the exploration after any number of visits, with the
// latency.
func TestVisitSqrt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ visitBits, exploration int }{{20, 384}, {10, 4096}, {15, 1}} {
		t.Run(fmt.Sprintf("VISIT_BITS=%d", c.visitBits), func(t *testing.T) {
			t.Parallel()
			m := verilator.Model{Top: "visit_sqrt", Params: map[string]int{"VISIT_BITS": c.visitBits, "EXPLORATION": c.exploration}}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				cfg := tree.Config{Exploration: c.exploration}
				tries := make([]try, 20_000)
				for i := range tries {
					visits := uint32(i)
					if i >= 2000 || i >= 1<<c.visitBits {
						visits = randomVisits(rng, c.visitBits)
					}
					tries[i] = try{[]signal{word("visits_i", visits)}, []signal{word("scale_o", cfg.Scale(visits))}, fmt.Sprintf("%d visits", visits)}
				}
				return compareTries(p, 4, tries)
			})
		})
	}
}

// TestTreeSelect chooses among random children, many of them equal, and compares the choice and its
// cycle.
func TestTreeSelect(t *testing.T) {
	t.Parallel()
	const latency, slots, visitBits, group = 5, 24, 20, twin.TreeGroup
	simtest.Cosim(t, model("tree_select"), func(p *verilator.Proc, rng *rand.Rand) error {
		in := func(name string) verilator.Port { return p.MustPort(name) }
		valid, first, last, there, slot, fresh := in("valid_i"), in("first_i"), in("last_i"), in("there_i"), in("slot_i"), in("fresh_i")
		scale, base := in("scale_i"), in("base_i")
		var shares, means [group]verilator.Port
		for n := range group {
			shares[n] = in("share_i").Field("share", n*20, 20)
			means[n] = in("mean_i").Field("mean", n*tree.ValueBits, tree.ValueBits)
		}
		done, chosen := in("done_o"), in("slot_o")
		b := p.NewBatch(simtest.Times(40_000))
		want := map[int]int{} // the choice, by cycle
		for at := 0; at+4*slots < b.Len(); {
			count := 1 + rng.IntN(slots)
			alike := rng.IntN(4) // how the children differ, by bits; 3: equal scores from any values
			s := uint64(rng.Uint32() >> (32 - 22) >> rng.IntN(22))
			common := int64(rng.IntN(1<<16)) - []int64{0, 3276, 65535}[rng.IntN(3)]
			near := rng.Uint64N(1<<16 - 32) // leaves room for a difference in any bit of a value
			if alike == 1 {
				s, common = uint64(rng.IntN(4)), int64(near)+int64(rng.IntN(32))
			}
			const points = tree.ScalePoint + tree.SharePoint
			target := rng.Uint64N(1<<16 - 4)
			if alike == 3 {
				common = int64(target)
			}
			best, most := 0, int64(-1<<62)
			draw := func(width int) uint64 {
				switch alike {
				case 0:
					return uint64(rng.IntN(1 << width))
				case 1:
					return 1<<(width-1) + uint64(rng.IntN(3))
				default:
					return uint64(rng.IntN(2)) * (1<<width - 1)
				}
			}
			for i := 0; i < count; i += group {
				for range max(0, rng.IntN(6)-4) {
					scale.Set(b.In(at), s)
					base.Set(b.In(at), uint64(common))
					for n := range group {
						shares[n].Set(b.In(at), uint64(rng.IntN(1<<20)))
					}
					last.Set(b.In(at), uint64(rng.IntN(2)))
					first.Set(b.In(at), uint64(rng.IntN(2)))
					there.Set(b.In(at), rng.Uint64N(1<<group))
					at++
				}
				v := b.In(at)
				var isFresh, isThere uint64
				for n := range group {
					sh, m := draw(20), draw(16)
					switch alike {
					case 1:
						m = near + rng.Uint64N(32)
					case 3:
						// Scores near the edge of rounding, where the bits below it decide.
						for range 16 {
							sh = rng.Uint64N(max(1, min(1<<20, (target+1)<<points/(s+1))))
							if edge := (sh*s + 4) & (1<<points - 1); edge < 8 {
								break
							}
						}
						m = target - sh*s>>points + rng.Uint64N(1+uint64(rng.IntN(3)))
					}
					shares[n].Set(v, sh)
					means[n].Set(v, m)
					if i+n >= count { // no child, but any words
						continue
					}
					isThere |= 1 << n
					value := int64(m)
					if i+n == count-1 && rng.IntN(2) == 0 {
						isFresh, value = isFresh|1<<n, common
					}
					if score := value + int64(sh*s>>points); score > most {
						best, most = i+n, score
					}
				}
				valid.Set(v, 1)
				first.Set(v, flagBit(i == 0))
				last.Set(v, flagBit(i+group >= count))
				there.Set(v, isThere)
				slot.Set(v, uint64(i/group))
				fresh.Set(v, isFresh)
				scale.Set(v, s)
				base.Set(v, uint64(common))
				at++
			}
			want[at-1+latency] = best
			for range latency {
				scale.Set(b.In(at), s)
				base.Set(b.In(at), uint64(common))
				at++
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i := range b.Len() {
			best, ends := want[i]
			if got := done.Bool(b.Out(i)); i >= latency && got != ends {
				return p.Mismatch("done_o", got, ends, "").At(b.Cycle(i))
			}
			if got := int(chosen.Uint(b.Out(i))); ends && got != best {
				return p.Mismatch("slot_o", got, best, "").At(b.Cycle(i))
			}
		}
		return nil
	})
}

// account holds the sums of a child, or of all children of a node.
type account struct {
	visits uint32
	sum    uint64
}

// mean returns mean and rest.
func (a account) mean() (mean, rest uint64) {
	if a.visits == 0 {
		return 0, 0
	}
	return a.sum / uint64(a.visits), a.sum % uint64(a.visits)
}

// randomAccount draws an account with room for one more visit, or one more value, also at the edges
// of the range.
func randomAccount(rng *rand.Rand, width int, add bool) (a account) {
	a.visits = min(randomVisits(rng, width), 1<<width-2)
	valued := uint64(a.visits)
	if add {
		a.visits++
		valued = uint64(a.visits) - 1 // the visit's own value is still to come
	}
	switch most := valued * tree.MaxValue; rng.IntN(6) {
	case 0:
	case 3:
		a.sum = min(most, rng.Uint64N(2*uint64(a.visits)+2)) // the rest is more than the mean
	case 1:
		a.sum = most
	case 2:
		a.sum = most - min(most, uint64(rng.IntN(5)))
	default:
		a.sum = rng.Uint64N(most + 1)
	}
	return a
}

// TestTreeUpdate adds visits and values to random children and nodes, and compares the results and
// their cycles; now and then a reset comes in between.
func TestTreeUpdate(t *testing.T) {
	t.Parallel()
	const steps = twin.TreeSteps
	for _, width := range []int{20, 10} {
		t.Run(fmt.Sprintf("VISIT_BITS=%d", width), func(t *testing.T) {
			t.Parallel()
			m := verilator.Model{Top: "tree_update", Params: map[string]int{"VISIT_BITS": width}}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				port := portsOf(p)
				b := p.NewBatch(simtest.Times(60_000))
				want := map[int]map[string]uint64{}
				reset, starts := map[int]bool{}, map[int]bool{}
				for at := 1; at+2*steps+20 < b.Len(); {
					for range rng.IntN(3) { // nothing to do: the inputs do not matter
						for name, q := range port {
							if q.Input && name != "start_i" && name != "rst_i" {
								q.Set(b.In(at), rng.Uint64())
							}
						}
						at++
					}
					add := rng.IntN(2) == 0
					child, all := randomAccount(rng, width, add), randomAccount(rng, width, add)
					prior, value := uint64(rng.IntN(1<<16)), []uint64{0, tree.MaxValue, uint64(rng.IntN(1 << 16))}[rng.IntN(3)]
					share, visited, fresh := rng.Uint64N(1<<20), rng.Uint64N(24), rng.Uint64N(2)
					address, block := rng.Uint64N(1<<14), rng.Uint64N(1<<9)
					mean, rest := child.mean()
					allMean, allRest := all.mean()
					in := map[string]uint64{
						"start_i": 1, "add_i": flagBit(add), "value_i": value, "child_i": address, "block_i": block,
						"visits_i": uint64(child.visits), "mean_i": mean, "rest_i": rest, "prior_i": prior, "share_i": share,
						"all_visits_i": uint64(all.visits), "all_mean_i": allMean, "all_rest_i": allRest,
						"visited_i": visited, "fresh_i": fresh,
					}
					starts[at] = true
					for name, v := range in {
						port[name].Set(b.In(at), v)
					}
					if add {
						child.sum += value
						all.sum += value
					} else {
						child.visits++
						all.visits++
						visited += fresh
						share = uint64(tree.Share(uint16(prior), child.visits))
					}
					if rng.IntN(20) == 0 {
						at += 1 + rng.IntN(steps)
						port["rst_i"].Set(b.In(at), 1)
						reset[at+1] = true
						at += 1 + rng.IntN(2*steps)
						continue
					}
					at += steps + 2
					out := map[string]uint64{
						"child_o": address, "block_o": block, "visits_o": uint64(child.visits), "share_o": share,
						"all_visits_o": uint64(all.visits), "visited_o": visited,
					}
					out["mean_o"], out["rest_o"] = child.mean()
					out["all_mean_o"], out["all_rest_o"] = all.mean()
					want[at] = out
				}
				if err := p.Step(b); err != nil {
					return err
				}
				busy, moves := 0, 0 // cycles until another change may begin, and until none is under way
				for i := range b.Len() {
					out := want[i]
					if got := port["write_o"].Bool(b.Out(i)); got != (out != nil) {
						return p.Mismatch("write_o", got, out != nil, "").At(b.Cycle(i))
					}
					if reset[i] {
						busy, moves = 0, 0
					}
					if got := port["soon_o"].Bool(b.Out(i)); got != (busy <= twin.TreeSoon) {
						return p.Mismatch("soon_o", got, busy <= twin.TreeSoon, "").At(b.Cycle(i))
					}
					if got := port["still_o"].Bool(b.Out(i)); got != (moves == 0) {
						return p.Mismatch("still_o", got, moves == 0, "").At(b.Cycle(i))
					}
					for name, v := range out {
						if got := port[name].Uint(b.Out(i)); got != v {
							return p.Mismatch(name, got, v, "").At(b.Cycle(i))
						}
					}
					busy, moves = max(0, busy-1), max(0, moves-1)
					if starts[i] {
						busy, moves = steps+1, steps+2
					}
				}
				return nil
			})
		})
	}
}

// TestTreeBest compares answers about random children, many of them alike, with golden's, in the
// cycle that the module's head states: the best child, and whether a move is among the children.
func TestTreeBest(t *testing.T) {
	t.Parallel()
	const children, look, step = 24, 4, 6 // cycles until a child is there, and from one child to the next
	const base = 3                        // cycles until the first child's number is there
	simtest.Cosim(t, model("tree_best"), func(p *verilator.Proc, rng *rand.Rand) error {
		port := portsOf(p)
		type child struct{ visits, mean, move, link uint64 }
		for n := range simtest.Times(300) {
			p.SetTransaction(n)
			var root []child
			width := 1 + rng.IntN(20)
			visited := rng.IntN(children + 1)
			for i := range 1 + rng.IntN(children) {
				c := child{move: rng.Uint64N(1 << 17), link: rng.Uint64N(1<<9) * rng.Uint64N(2)}
				if i < visited {
					c.visits, c.mean = 1+rng.Uint64N(1<<width-1|1), rng.Uint64N(1<<16)>>rng.IntN(17)
					switch k := rng.IntN(6); {
					case k == 0:
						c.visits = 1 << rng.IntN(20)
					case k < 3 && i > 0: // almost equal to another one
						c.visits, c.mean = root[0].visits, root[0].mean^1<<rng.IntN(16)
					case k == 3 && i > 0:
						c.visits = max(1, root[0].visits^1<<rng.IntN(20))
					}
				}
				root = append(root, c)
			}
			looked := min(visited+1, len(root))
			find := rng.IntN(2)
			wanted, found := rng.Uint64N(1<<17), false
			if rng.IntN(4) > 0 {
				wanted = root[rng.IntN(len(root))].move
				if rng.IntN(8) == 0 {
					wanted ^= 1 << rng.IntN(17)
				}
			}
			best := root[0]
			for _, c := range root[:looked] {
				switch {
				case find == 1:
					if c.move == wanted {
						best, found = c, c.link != 0
					}
				case c.visits > best.visits || c.visits == best.visits && c.mean > best.mean:
					best = c
				}
			}
			compared := find == 0 || best.move == wanted
			// The module requests a child in one cycle. The child arrives four cycles later, and
			// stays as long as the request. Two cycles suffice.
			ready := 1 + rng.IntN(3)*rng.IntN(9) // the root's block has been brought
			first, place := ready+base, rng.Uint64N(1<<14)
			b := p.NewBatch(first + step*looked + 2 + rng.IntN(5))
			port["start_i"].Set(b.In(0), 1)
			for i := range b.Len() {
				v := b.In(i)
				slot := max(0, i-first-look) / step
				c := child{rng.Uint64N(1 << 20), rng.Uint64N(1 << 16), rng.Uint64N(1 << 17), rng.Uint64N(1 << 9)}
				if last := (i - first) % step; i >= first+look && last >= look && slot < len(root) {
					c = root[slot]
				}
				port["idle_i"].Set(v, flagBit(i == 0 || i >= ready))
				port["find_i"].Set(v, uint64(find))
				port["find_move_i"].Set(v, wanted)
				port["look_base_i"].Set(v, place)
				if i < first-1 {
					port["look_base_i"].Set(v, rng.Uint64N(1<<14))
				}
				port["look_visits_i"].Set(v, c.visits)
				port["look_mean_i"].Set(v, c.mean)
				port["look_move_i"].Set(v, c.move)
				port["look_link_i"].Set(v, c.link)
				port["look_count_i"].Set(v, uint64(len(root)))
			}
			if err := p.Step(b); err != nil {
				return err
			}
			end := first + step*looked + 1
			for i := range b.Len() {
				out := b.Out(i)
				if got, want := port["done_o"].Bool(out), i == end; got != want {
					return p.Mismatch("done_o", got, want, "%d children, %d visited", len(root), visited).At(b.Cycle(i))
				}
				if got, want := port["look_o"].Bool(out), i == 0; got != want {
					return p.Mismatch("look_o", got, want, "").At(b.Cycle(i))
				}
				if i >= first && i < first+step*looked {
					if got, want := port["look_child_o"].Uint(out), (place+uint64(i-first)/step)&(1<<14-1); got != want {
						return p.Mismatch("look_child_o", got, want, "").At(b.Cycle(i))
					}
				}
				if i < end {
					continue
				}
				got := child{port["visits_o"].Uint(out), port["mean_o"].Uint(out), port["move_o"].Uint(out), port["link_o"].Uint(out)}
				if got != best && compared {
					return p.Mismatch("visits_o, mean_o, move_o, link_o", got, best, "%d children, %d visited", len(root), visited).At(b.Cycle(i))
				}
				if got := port["found_o"].Bool(out); got != found {
					return p.Mismatch("found_o", got, found, "%v in %v", wanted, root).At(b.Cycle(i))
				}
				if got, want := port["sole_o"].Bool(out), len(root) == 1; got != want {
					return p.Mismatch("sole_o", got, want, "").At(b.Cycle(i))
				}
			}
			if rng.IntN(8) == 0 { // a reset in the middle
				b := p.NewBatch(3 + rng.IntN(20))
				at := 1 + rng.IntN(b.Len()-2)
				port["start_i"].Set(b.In(0), 1)
				port["rst_i"].Set(b.In(at), 1)
				if err := p.Step(b); err != nil {
					return err
				}
				idle := p.NewBatch(20)
				if err := p.Step(idle); err != nil {
					return err
				}
				for i := range idle.Len() {
					if port["done_o"].Bool(idle.Out(i)) {
						return p.Mismatch("done_o", 1, 0, "after a reset").At(idle.Cycle(i))
					}
				}
			}
		}
		return nil
	})
}
