// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TestBestMoves gives lists of moves, many with equal weights, and takes the best of them.
func TestBestMoves(t *testing.T) {
	t.Parallel()
	for _, k := range []int{2, 16} {
		t.Run(fmt.Sprintf("K=%d", k), func(t *testing.T) {
			t.Parallel()
			m := model("best_moves")
			m.Params = map[string]int{"K": k}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				return compareBestMoves(p, rng, k)
			})
		})
	}
}

func compareBestMoves(p *verilator.Proc, rng *rand.Rand, k int) error {
	clear, valid, logit, move, take := p.MustPort("clear_i"), p.MustPort("valid_i"), p.MustPort("logit_i"), p.MustPort("move_i"), p.MustPort("take_i")
	bestLogit, lastValid, lastLogit, lastMove := p.MustPort("best_logit_o"), p.MustPort("last_valid_o"), p.MustPort("last_logit_o"), p.MustPort("last_move_o")
	type choice struct{ logit, move int }
	type state struct {
		best  []choice
		taken int
	}
	var now state
	var coming []choice // the move of the cycle before, if any
	b := p.NewBatch(simtest.Times(16000))
	states := make([]state, b.Len()) // state before each cycle
	left, spread := 0, 1
	for i := range states {
		in := b.In(i)
		states[i] = state{slices.Clone(now.best), now.taken}
		placed := len(coming) == 0
		now.best = append(now.best, coming...)
		slices.SortStableFunc(now.best, func(a, b choice) int { return b.logit - a.logit })
		now.best, coming = now.best[:min(k, len(now.best))], nil
		logit.Set(in, rng.Uint64()&(1<<logit.Width-1))
		move.Set(in, rng.Uint64()&(1<<move.Width-1))
		switch {
		case i == 0 || now.taken >= k && rng.IntN(2) == 0 || rng.IntN(300) == 0:
			clear.Set(in, 1)
			now, left = state{}, rng.IntN(4*k)
			spread = 1 << rng.IntN(logit.Width+1)
		case left == 0:
			if placed && rng.IntN(3) > 0 {
				take.Set(in, 1)
				now.taken++
			}
		case rng.IntN(4) > 0:
			left--
			c := choice{rng.IntN(spread) - spread/2, rng.IntN(1 << move.Width)}
			valid.Set(in, 1)
			logit.Set(in, uint64(c.logit)&(1<<logit.Width-1))
			move.Set(in, uint64(c.move))
			coming = []choice{c}
		}
	}
	if err := p.Step(b); err != nil {
		return err
	}
	for i, want := range states[1:] { // before the first clear_i the state is arbitrary
		p.SetTransaction(i + 1)
		out, at := b.Out(i+1), b.Cycle(i+1)
		place := k - 1 - want.taken
		is := place >= 0 && place < len(want.best)
		if got := lastValid.Bool(out); got != is {
			return p.Mismatch("last_valid_o", got, is, "").At(at)
		}
		if is {
			if got := (choice{int(lastLogit.Int(out)), int(lastMove.Uint(out))}); got != want.best[place] {
				return p.Mismatch("last_logit_o, last_move_o", got, want.best[place], "").At(at)
			}
		}
		if want.taken == 0 && len(want.best) > 0 {
			if got := int(bestLogit.Int(out)); got != want.best[0].logit {
				return p.Mismatch("best_logit_o", got, want.best[0].logit, "").At(at)
			}
		}
	}
	return nil
}

// sparsePatternSet returns a set with a few members, near each other, in some of the groups of 16.
func sparsePatternSet(rng *rand.Rand) verilator.Bits {
	set := verilator.Bits{0, 0}
	for group := 0; group < playout.NumPatterns; group += 16 {
		if rng.IntN(3) > 0 {
			continue
		}
		from, span := rng.IntN(16), 1+rng.IntN(16)
		for range 1 + rng.IntN(3) {
			if q := group + (from+rng.IntN(span))%16; q < playout.NumPatterns {
				set[q/64] |= 1 << (q % 64)
			}
		}
	}
	return set
}

// TestPatternList names the members of sets, with and without pauses between them, and resets now
// and then. The module must become ready for the next set exactly in the cycle of the last pattern.
func TestPatternList(t *testing.T) {
	t.Parallel()
	const latency = 2
	simtest.Cosim(t, model("pattern_list"), func(p *verilator.Proc, rng *rand.Rand) error {
		rst, valid, fits := p.MustPort("rst_i"), p.MustPort("valid_i"), p.MustPort("fits_i")
		ready, busy, patternValid, pattern := p.MustPort("ready_o"), p.MustPort("busy_o"), p.MustPort("pattern_valid_o"), p.MustPort("pattern_o")
		b := p.NewBatch(simtest.Times(30000))
		wants := make([][]playout.Pattern, b.Len()) // the pattern of each cycle, if any
		readys, busys := make([]bool, b.Len()), make([]bool, b.Len())
		var named [playout.NumPatterns]bool
		free := 0 // first cycle that can take a set
		for i := range wants {
			in := b.In(i)
			set := sparsePatternSet(rng)
			switch rng.IntN(6) {
			case 0:
				set = randomPatternSet(rng)
			case 1: // one alone, so that now and then each input decides
				q := rng.IntN(playout.NumPatterns)
				set = verilator.Bits{0, 0}
				set[q/64] = 1 << (q % 64)
			}
			fits.SetBits(in, set)
			offer := rng.IntN(3) > 0
			valid.Set(in, flagBit(offer))
			readys[i] = i >= free
			if offer && readys[i] {
				list, _ := choosable(set, false)
				free = i + 1
				for j, q := range list {
					named[q] = true
					free = i + latency + j
					if free < len(wants) {
						wants[free] = []playout.Pattern{q}
					}
					for at := i + 1; at <= min(free, len(wants)-1); at++ {
						busys[at] = true
					}
				}
			}
			if rng.IntN(300) == 0 {
				rst.Set(in, 1)
				for at := i + 1; at < len(wants); at++ {
					wants[at], busys[at] = nil, false
				}
				free = i + 1
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i, want := range wants {
			p.SetTransaction(i)
			if got := ready.Bool(b.Out(i)); got != readys[i] {
				return p.Mismatch("ready_o", got, readys[i], "").At(b.Cycle(i))
			}
			if got := busy.Bool(b.Out(i)); got != busys[i] {
				return p.Mismatch("busy_o", got, busys[i], "").At(b.Cycle(i))
			}
			if got := patternValid.Bool(b.Out(i)); got != (want != nil) {
				return p.Mismatch("pattern_valid_o", got, want != nil, "").At(b.Cycle(i))
			}
			if want != nil {
				if got := playout.Pattern(pattern.Uint(b.Out(i))); got != want[0] {
					return p.Mismatch("pattern_o", got, want[0], "").At(b.Cycle(i))
				}
			}
		}
		for q, ok := range named {
			if !ok && !simtest.Trying() {
				return fmt.Errorf("pattern %d was never named", q)
			}
		}
		return nil
	})
}

// TestReachRows lets the rows of positions pass, for the player to move and for the rival.
func TestReachRows(t *testing.T) {
	t.Parallel()
	const empty, counted = 2, 18 // empty rows after a board; cycles from the last row to the last count
	simtest.Cosim(t, model("reach_rows"), func(p *verilator.Proc, rng *rand.Rand) error {
		clear, minus, allowedIn, cornersIn := p.MustPort("clear_i"), p.MustPort("minus_i"), p.MustPort("allowed_i"), p.MustPort("corners_i")
		allowedOut, reach4, near, cornersOut, counts := p.MustPort("allowed_o"), p.MustPort("reach4_o"), p.MustPort("near_o"), p.MustPort("corners_o"), p.MustPort("counts_o")
		if err := p.Step(p.NewBatch(counted)); err != nil {
			return err
		}
		for n := range simtest.Times(300) {
			p.SetTransaction(n)
			pos := randomBoard(rng)
			b := p.NewBatch(1 + 2*(duo.BoardSize+empty) + counted)
			clear.Set(b.In(0), 1)
			pl := pos.ToMove()
			type row struct{ allowed, reach4, near, corners uint16 }
			want := map[int]row{} // by cycle
			for side := range 2 {
				var sets [4]duo.Bitboard
				sets[0], _ = pos.Anchors(pl)
				for i, steps := range []int{4, 2, 0} {
					sets[i+1] = evaluation.Reach(&pos, pl, steps)
				}
				for r := range duo.BoardSize {
					at := 1 + side*(duo.BoardSize+empty) + r
					want[at+8] = row{sets[0].Row(r), sets[1].Row(r), sets[2].Row(r), sets[3].Row(r)}
					allowedIn.Set(b.In(at), uint64(sets[0].Row(r)))
					cornersIn.Set(b.In(at), uint64(sets[3].Row(r)))
					minus.Set(b.In(at), uint64(side))
				}
				pl = pl.Rival()
			}
			if err := p.Step(b); err != nil {
				return err
			}
			for i := range b.Len() {
				out := b.Out(i)
				got := row{uint16(allowedOut.Uint(out)), uint16(reach4.Uint(out)), uint16(near.Uint(out)), uint16(cornersOut.Uint(out))}
				if i > 8 && got != want[i] {
					return p.Mismatch("allowed_o, reach4_o, near_o, corners_o", got, want[i], "row %d of\n%v", i-9, &pos).At(b.Cycle(i))
				}
			}
			terms := evaluation.Terms(&pos)
			last := b.Len() - empty - 1 // first cycle with all rows counted
			got := field{counts.Bits(b.Out(last)), gen.TermBits}
			for i := range 6 {
				want := terms[evaluation.Corners+evaluation.Term(i)]
				if pos.ToMove() == duo.Player2 {
					want = -want
				}
				if v := int32(got.get(i)) << (32 - gen.TermBits) >> (32 - gen.TermBits); v != want {
					return p.Mismatch("counts_o", v, want, "%v of\n%v", evaluation.Corners+evaluation.Term(i), &pos).At(b.Cycle(last))
				}
			}
		}
		return nil
	})
}

// TestStaticMargin weighs random terms and sums of playouts, of all phases.
func TestStaticMargin(t *testing.T) {
	t.Parallel()
	const latency = 16
	for _, log2 := range []int{0, 3, 6} {
		t.Run(fmt.Sprintf("%d playouts", 1<<log2), func(t *testing.T) {
			t.Parallel()
			m := model("static_margin")
			m.Params = map[string]int{"LOG2_PLAYOUTS": log2}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				rst, start, placed, terms := p.MustPort("rst_i"), p.MustPort("start_i"), p.MustPort("placed_i"), p.MustPort("terms_i")
				player, playouts, sum := p.MustPort("player_i"), p.MustPort("playouts_i"), p.MustPort("sum_i")
				done, margin, spread := p.MustPort("done_o"), p.MustPort("margin_o"), p.MustPort("spread_o")
				rest, weight := p.MustPort("rest_o"), p.MustPort("playouts_o")
				e := evaluation.New(&evaluation.Default)
				for n := range simtest.Times(1500) {
					p.SetTransaction(n)
					phase, second, counted := rng.IntN(evaluation.MaxPlaced+1), rng.IntN(2) == 1, rng.IntN(3) > 0
					most := 1 << rng.IntN(8)
					x := newField(gen.TermBits, int(evaluation.NumTerms))
					weights := e.MarginWeights(phase)
					want := int32(0)
					for i := range int(evaluation.NumTerms) {
						v := int32(rng.IntN(2*most+1) - most)
						x.set(i, uint64(v)&(1<<gen.TermBits-1))
						if second {
							v = -v
						}
						w := weights.Static[i]
						if counted {
							w = weights.Rest[i]
						}
						want += w * v
					}
					total := int32(rng.IntN(2*109<<log2+1) - 109<<log2)
					if counted {
						want += weights.Playouts * total / (1 << log2)
					}
					added := int64(want) // rest_o, if it fits
					want = min(max(want, -evaluation.MarginLimit), evaluation.MarginLimit)
					reset := -1
					if rng.IntN(40) == 0 {
						reset = rng.IntN(latency)
					}
					pause := rng.IntN(3)
					b := p.NewBatch(latency + 1 + pause)
					for i := range b.Len() {
						in := b.In(i)
						start.Set(in, flagBit(i == 0))
						placed.Set(in, uint64(phase))
						terms.SetBits(in, x.bits)
						player.Set(in, flagBit(second))
						playouts.Set(in, flagBit(counted))
						sum.Set(in, uint64(total)&0x3fff)
						rst.Set(in, flagBit(i == reset))
					}
					if err := p.Step(b); err != nil {
						return err
					}
					for i := range b.Len() {
						if got, want := done.Bool(b.Out(i)), i == latency && reset < 0; got != want {
							return p.Mismatch("done_o", got, want, "").At(b.Cycle(i))
						}
						if i < latency || reset >= 0 {
							continue
						}
						if got := margin.Int(b.Out(i)); got != int64(want) {
							return p.Mismatch("margin_o", got, want, "phase %d", phase).At(b.Cycle(i))
						}
						if shift := 64 - rest.Width; rest.Int(b.Out(i)) != added<<shift>>shift {
							return p.Mismatch("rest_o", rest.Int(b.Out(i)), added, "phase %d", phase).At(b.Cycle(i))
						}
						if got := weight.Int(b.Out(i)); counted && got != int64(weights.Playouts) {
							return p.Mismatch("playouts_o", got, weights.Playouts, "phase %d", phase).At(b.Cycle(i))
						}
						if got := spread.Int(b.Out(i)); got != int64(weights.Spread) {
							return p.Mismatch("spread_o", got, weights.Spread, "phase %d", phase).At(b.Cycle(i))
						}
					}
				}
				return nil
			})
		})
	}
}

// TestMarginWeights reads the whole table.
func TestMarginWeights(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("margin_weights"), func(p *verilator.Proc, rng *rand.Rand) error {
		e := evaluation.New(&evaluation.Default)
		var tries []try
		for _, a := range romAddresses(rng, gen.MarginRow*(evaluation.MaxPlaced+1)) {
			w := e.MarginWeights(a / gen.MarginRow)
			words := make([]int32, gen.MarginRow)
			copy(words[gen.MarginStatic:], w.Static[:])
			copy(words[gen.MarginRest:], w.Rest[:])
			words[gen.MarginPlayouts], words[gen.MarginSpread] = w.Playouts, w.Spread
			tries = append(tries, try{
				in:    []signal{word("placed_i", a/gen.MarginRow), word("word_i", a%gen.MarginRow)},
				out:   []signal{{"weight_o", verilator.Bits{uint64(words[a%gen.MarginRow])}, true}},
				about: fmt.Sprintf("word %d", a),
			})
		}
		return compareTries(p, 2, tries)
	})
}

// TestExpTable looks at all arguments in the table's range, and at others.
func TestExpTable(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("exp_table"), func(p *verilator.Proc, rng *rand.Rand) error {
		arguments := romAddresses(rng, 1<<12)
		for range 500 {
			arguments = append(arguments, int(rng.Uint64()>>(64-p.MustPort("x_i").Width)>>rng.IntN(8)))
		}
		var tries []try
		for _, x := range arguments {
			tries = append(tries, try{[]signal{word("x_i", x)}, []signal{word("exp_o", tree.Exp(int32(x)))}, fmt.Sprintf("of %d", x)})
		}
		return compareTries(p, 2, tries)
	})
}

// TestChildPriors divides among random children, also none and one, and resets now and then.
func TestChildPriors(t *testing.T) {
	t.Parallel()
	for _, k := range []int{2, 16, 64} {
		t.Run(fmt.Sprintf("K=%d", k), func(t *testing.T) {
			t.Parallel()
			m := model("child_priors")
			m.Params = map[string]int{"K": k}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				return compareChildPriors(p, rng, k)
			})
		})
	}
}

func compareChildPriors(p *verilator.Proc, rng *rand.Rand, k int) error {
	rst, start, ready, best, take := p.MustPort("rst_i"), p.MustPort("start_i"), p.MustPort("ready_o"), p.MustPort("best_logit_i"), p.MustPort("take_o")
	childValid, childMove, childLogit := p.MustPort("child_valid_i"), p.MustPort("child_move_i"), p.MustPort("child_logit_i")
	priorValid, index, move, prior := p.MustPort("prior_valid_o"), p.MustPort("index_o"), p.MustPort("move_o"), p.MustPort("prior_o")
	type child struct{ index, move, prior int }
	for n := range simtest.Times(120) {
		p.SetTransaction(n)
		count := rng.IntN(k + 1)
		if n%4 == 0 {
			count = k
		}
		// Logits differ as much as possible, or are equal; the greatest first.
		logits := make([]int, count)
		width := best.Width
		spread := 1 << rng.IntN(width)
		offset := -1<<(width-1) + rng.IntN(1<<width-spread+1)
		for i := range logits {
			logits[i] = offset + rng.IntN(spread)
		}
		slices.Sort(logits)
		slices.Reverse(logits)
		children, sum := make([]child, count), 0
		for i := range logits {
			children[i] = child{index: i, move: rng.IntN(1 << move.Width)}
			sum += int(tree.Exp(int32(logits[0] - logits[i])))
		}
		want := map[int]child{}
		end := k + 8
		for i := range children {
			children[i].prior = max(1, int(tree.Exp(int32(logits[0]-logits[i])))*tree.MaxValue/sum)
			end = k + 26 + i
			want[end] = children[i]
			end++
		}
		b := p.NewBatch(end + 1 + rng.IntN(4))
		reset := b.Len()
		if n%10 == 9 {
			reset = rng.IntN(end + 1)
		}
		for i := range b.Len() {
			in := b.In(i)
			// The inputs change while the module does not read them.
			best.Set(in, rng.Uint64()&(1<<width-1))
			childLogit.Set(in, rng.Uint64()&(1<<width-1))
			childMove.Set(in, rng.Uint64()&(1<<move.Width-1))
			childValid.Set(in, rng.Uint64()&1)
			switch place := k - i; {
			case i == 0:
				start.Set(in, 1)
				if count > 0 {
					best.Set(in, uint64(logits[0])&(1<<width-1))
				}
			case place < 0:
				start.Set(in, flagBit(i < end && rng.IntN(2) == 0)) // ignored during the work
			case place < count:
				childValid.Set(in, 1)
				childLogit.Set(in, uint64(logits[place])&(1<<width-1))
				childMove.Set(in, uint64(children[place].move))
			default:
				childValid.Set(in, 0)
			}
			if i == reset {
				rst.Set(in, 1)
			}
			if i > reset {
				start.Set(in, 0)
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i := range b.Len() {
			out, at := b.Out(i), b.Cycle(i)
			on := i <= reset
			if got, want := ready.Bool(out), i == 0 || i >= end || !on; got != want {
				return p.Mismatch("ready_o", got, want, "%d children, cycle %d", count, i).At(at)
			}
			if got, want := take.Bool(out), i >= 1 && i <= k && on; got != want {
				return p.Mismatch("take_o", got, want, "cycle %d", i).At(at)
			}
			c, is := want[i]
			is = is && on
			if got := priorValid.Bool(out); got != is {
				return p.Mismatch("prior_valid_o", got, is, "%d children, cycle %d", count, i).At(at)
			}
			if got := (child{int(index.Uint(out)), int(move.Uint(out)), int(prior.Uint(out))}); is && got != c {
				return p.Mismatch("index_o, move_o, prior_o", got, c, "logits %v", logits).At(at)
			}
		}
	}
	return nil
}
