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
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// field packs numbers of a few bits, the first one lowest.
type field struct {
	bits  verilator.Bits
	width int
}

func newField(width, n int) *field {
	return &field{make(verilator.Bits, (width*n+63)/64), width}
}

func (f *field) set(i int, v uint64) {
	for b := range f.width {
		if v>>b&1 != 0 {
			f.bits[(f.width*i+b)/64] |= 1 << ((f.width*i + b) % 64)
		}
	}
}

func (f *field) get(i int) (v uint64) {
	for b := range f.width {
		if f.bits.Bit(f.width*i + b) {
			v |= 1 << b
		}
	}
	return v
}

// ownCode is the hardware's code of the level of an own square, in two bits.
var ownCode = [...]uint64{twin.LevelAllowed: 1, twin.LevelNear: 2, twin.LevelCorner: 3}

// setWindow sets a module's inputs for a window.
func setWindow(p *verilator.Proc, in verilator.Inputs, w *twin.MoveWindow) {
	const cells = twin.MoveWindowSide * twin.MoveWindowSide
	own, rival, rings := newField(2, cells), newField(3, cells), newField(2, cells)
	for i := range cells {
		own.set(i, ownCode[w.Own[i]])
		rival.set(i, uint64(w.Rival[i]))
		rings.set(i, uint64(w.Rings[i]))
	}
	p.MustPort("own_i").SetBits(in, own.bits)
	p.MustPort("rival_i").SetBits(in, rival.bits)
	p.MustPort("rings_i").SetBits(in, rings.bits)
}

// randomMoveWindow returns the window around a random anchor of a position from a game, or one of
// noise with a prevailing level.
func randomMoveWindow(rng *rand.Rand) (w twin.MoveWindow) {
	if rng.IntN(3) > 0 {
		pos := duo.RandomGame(rng, rng.IntN(38))
		levels := twin.LevelsOf(&pos)
		return twin.MoveWindowAt(&levels, duo.Square(rng.IntN(duo.NumSquares)), playout.Flip(rng.IntN(4)))
	}
	own := [...]uint8{twin.LevelNone, twin.LevelAllowed, twin.LevelNear, twin.LevelCorner}
	often, density := rng.IntN(60), rng.Float64()
	for i := range w.Own {
		v := often
		if rng.Float64() < density {
			v = rng.IntN(60)
		}
		w.Own[i], w.Rival[i], w.Rings[i] = own[v%4], uint8(v/4%5), uint8(v/20%3+rng.IntN(2))
	}
	return w
}

// TestMoveFeatures loads windows and lays patterns in them, often in the first possible cycle.
func TestMoveFeatures(t *testing.T) {
	t.Parallel()
	const masked, latency, loadAfter, between = 3, 10, 2, 4
	simtest.Cosim(t, model("move_features"), func(p *verilator.Proc, rng *rand.Rand) error {
		load, pattern, features := p.MustPort("load_i"), p.MustPort("pattern_i"), p.MustPort("features_o")
		masks := [evaluation.NumRoles]verilator.Port{p.MustPort("tile_o"), p.MustPort("beside_o"), p.MustPort("diagonal_o")}
		b := p.NewBatch(simtest.Times(12000))
		windows := make([]*twin.MoveWindow, b.Len()) // window loaded in the cycle
		patterns := make([]playout.Pattern, b.Len())
		next := 0
		for i := range patterns {
			w := new(twin.MoveWindow)
			if i == 0 || i >= next && rng.IntN(4) == 0 {
				next = i + between
				*w = randomMoveWindow(rng)
				windows[i] = w
				load.Set(b.In(i), 1)
			}
			setWindow(p, b.In(i), w)
			patterns[i] = playout.Pattern(rng.IntN(playout.NumPatterns))
			pattern.Set(b.In(i), uint64(patterns[i]))
		}
		if err := p.Step(b); err != nil {
			return err
		}
		var now *twin.MoveWindow
		loaded := 0
		for i := range b.Len() - latency {
			p.SetTransaction(i)
			for ; loaded <= i+loadAfter; loaded++ {
				if w := windows[loaded]; w != nil {
					now = w
				}
			}
			var cells [evaluation.NumRoles]*field
			for role, port := range masks {
				cells[role] = newField(1, port.Width)
			}
			for _, c := range twin.TouchedCells(patterns[i]) {
				cells[c.Role].set(twin.MoveWindowSide*c.Row+c.Col, 1)
			}
			for role, port := range masks {
				if got, want := port.Bits(b.Out(i+masked)), cells[role].bits; got.String() != want.String() {
					return p.Mismatch(port.Name, got, want, "pattern %d", patterns[i]).At(b.Cycle(i + masked))
				}
			}
			got := field{features.Bits(b.Out(i + latency)), gen.FeatureBits}
			for f, want := range now.Features(patterns[i]) {
				if v := int32(got.get(f)); v != want {
					return p.Mismatch("features_o", v, want, "%v of pattern %d in\n%+v", evaluation.Feature(f), patterns[i], *now).At(b.Cycle(i + latency))
				}
			}
		}
		return nil
	})
}

// TestMoveWindow writes the levels of positions and fills windows around any of their squares, one
// after another, and looks at single rows in between.
func TestMoveWindow(t *testing.T) {
	t.Parallel()
	const side, rowLatency, windowLatency = twin.MoveWindowSide, 2, 3
	simtest.Cosim(t, model("move_window"), func(p *verilator.Proc, rng *rand.Rand) error {
		ownWE, rivalWE, wrow := p.MustPort("own_we_i"), p.MustPort("rival_we_i"), p.MustPort("wrow_i")
		allowed, reach4, near, corners := p.MustPort("allowed_i"), p.MustPort("reach4_i"), p.MustPort("near_i"), p.MustPort("corners_i")
		row, onBoard, shift, before, anchor := p.MustPort("row_i"), p.MustPort("on_board_i"), p.MustPort("shift_i"), p.MustPort("before_i"), p.MustPort("anchor_i")
		col, flipCols := p.MustPort("col_i"), p.MustPort("flip_cols_i")
		rowOwn, cells := p.MustPort("row_own_o"), p.MustPort("cells_o")
		written := [2]verilator.Port{p.MustPort("wown_o"), p.MustPort("wrival_o")}
		windows := []verilator.Port{p.MustPort("own_o"), p.MustPort("rival_o"), p.MustPort("rings_o")}
		for n := range simtest.Times(100) {
			p.SetTransaction(n)
			pos := randomBoard(rng)
			levels := twin.LevelsOf(&pos)
			b := p.NewBatch(2*duo.BoardSize + 20*(side+2) + windowLatency)
			for i := range b.Len() {
				in := b.In(i)
				for _, port := range []verilator.Port{wrow, allowed, reach4, near, corners, row, onBoard, before, anchor, col, flipCols} {
					port.Set(in, rng.Uint64()&(1<<port.Width-1))
				}
				if i >= 2*duo.BoardSize {
					continue
				}
				r := i % duo.BoardSize
				we, of := ownWE, &levels.Own
				if i >= duo.BoardSize {
					we, of = rivalWE, &levels.Rival
				}
				we.Set(in, 1)
				wrow.Set(in, uint64(r))
				for level, port := range map[uint8]verilator.Port{twin.LevelAllowed: allowed, twin.LevelReach: reach4, twin.LevelNear: near, twin.LevelCorner: corners} {
					set := uint64(0)
					for c := range duo.BoardSize {
						if of[duo.NewSquare(r, c)] >= level {
							set |= 1 << c
						}
					}
					port.Set(in, set)
				}
			}
			type look struct {
				anchor duo.Square
				flip   playout.Flip
			}
			looks, rows := map[int]look{}, map[int]int{} // by the cycle of the answer
			for at := 2 * duo.BoardSize; at+side+windowLatency < b.Len(); at += side + rng.IntN(3) {
				l := look{duo.Square(rng.IntN(duo.NumSquares)), playout.Flip(rng.IntN(4))}
				for i := range side {
					away := i - playout.Reach
					from := l.anchor.Row() + away
					if l.flip&playout.FlipRows != 0 {
						from, away = l.anchor.Row()-away, -away
					}
					in := b.In(at + i)
					row.Set(in, uint64(from)&15)
					onBoard.Set(in, flagBit(from >= 0 && from < duo.BoardSize))
					shift.Set(in, 1)
					before.Set(in, flagBit(away < 0))
					anchor.Set(in, flagBit(away == 0))
					rows[at+i+rowLatency] = from
					col.Set(b.In(at+i+rowLatency), uint64(l.anchor.Col()))
					flipCols.Set(b.In(at+i+rowLatency), flagBit(l.flip&playout.FlipCols != 0))
				}
				looks[at+side-1+windowLatency] = l
			}
			if err := p.Step(b); err != nil {
				return err
			}
			for i := range b.Len() {
				out, at := b.Out(i), b.Cycle(i)
				if side := i / duo.BoardSize; side < 2 {
					want := levelsRow([2]*[duo.NumSquares]uint8{&levels.Own, &levels.Rival}[side], i%duo.BoardSize, written[side].Width)
					if got := written[side].Bits(out); got.String() != want.String() {
						return p.Mismatch(written[side].Name, got, want, "row %d", i%duo.BoardSize).At(at)
					}
				}
				if from, ok := rows[i]; ok {
					got, want := field{rowOwn.Bits(out), 2}, newField(2, duo.BoardSize)
					for c := range duo.BoardSize {
						if from >= 0 && from < duo.BoardSize {
							want.set(c, ownCode[levels.Own[duo.NewSquare(from, c)]])
						}
					}
					if got.bits.String() != want.bits.String() {
						return p.Mismatch("row_own_o", got.bits, want.bits, "row %d", from).At(at)
					}
				}
				l, ok := looks[i]
				if !ok {
					continue
				}
				w := twin.MoveWindowAt(&levels, l.anchor, l.flip)
				for j, values := range [][side * side]uint8{w.Own, w.Rival, w.Rings} {
					width := windows[j].Width / (side * side)
					got := field{windows[j].Bits(out), width}
					for c, v := range values {
						want := uint64(v)
						if j == 0 {
							want = ownCode[v]
						}
						if v := got.get(c); v != want {
							return p.Mismatch(windows[j].Name, v, want, "cell %d around %v, mirrored %d", c, l.anchor, l.flip).At(at)
						}
					}
				}
				want := uint64(0)
				for j, c := range playout.WindowCells {
					r, k := int(c.Row), int(c.Col)
					if l.flip&playout.FlipRows != 0 {
						r = -r
					}
					if l.flip&playout.FlipCols != 0 {
						k = -k
					}
					if r, k = l.anchor.Row()+r, l.anchor.Col()+k; !duo.OnBoard(r, k) {
						continue
					}
					s := duo.NewSquare(r, k)
					if v := levels.Own[s]; v != twin.LevelNone && (v != twin.LevelCorner || s > l.anchor) {
						want |= 1 << j
					}
				}
				if got := cells.Uint(out); got != want {
					return p.Mismatch("cells_o", fmt.Sprintf("%028b", got), fmt.Sprintf("%028b", want), "around %v, mirrored %d", l.anchor, l.flip).At(at)
				}
			}
		}
		return nil
	})
}

// TestMovePrior writes random weights and weighs random features.
func TestMovePrior(t *testing.T) {
	t.Parallel()
	const latency = 4
	simtest.Cosim(t, model("move_prior"), func(p *verilator.Proc, rng *rand.Rand) error {
		we, weight := p.MustPort("we_i"), p.MustPort("weight_i")
		features, hidden, logit := p.MustPort("features_i"), p.MustPort("hidden_i"), p.MustPort("logit_o")
		const units = int(evaluation.NumFeatures) // index of the hidden units' weights
		const n = units + evaluation.HiddenUnits
		weights := make([]int, n) // the last written ones
		b := p.NewBatch(simtest.Times(8000))
		wants := make([]int, b.Len())
		for i := range wants {
			x, sums := newField(gen.FeatureBits, units), newField(hiddenBits-1, evaluation.HiddenUnits)
			for unit := range evaluation.HiddenUnits {
				v := rng.IntN(1<<sums.width) >> rng.IntN(sums.width)
				sums.set(unit, uint64(v))
				wants[i] += v * weights[units+unit]
			}
			hidden.SetBits(b.In(i), sums.bits)
			wants[i] >>= 5
			for f := range units {
				v := rng.IntN(evaluation.MaxFeature + 1)
				if rng.IntN(2) == 0 {
					v >>= rng.IntN(6)
				}
				x.set(f, uint64(v))
				wants[i] += v * weights[f]
			}
			features.SetBits(b.In(i), x.bits)
			w := int(int16(rng.Uint32())) >> rng.IntN(16)
			weight.Set(b.In(i), uint64(w)&(1<<gen.WeightBits-1))
			if i < n || i%100 < n && rng.IntN(8) > 0 {
				we.Set(b.In(i), 1)
				weights = append(weights[1:], w)
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i := n; i+latency < b.Len(); i++ {
			p.SetTransaction(i)
			// The sum may not fit: then its lower bits are compared.
			shift := 64 - logit.Width
			if got, want := logit.Int(b.Out(i+latency)), int64(wants[i])<<shift>>shift; got != want {
				return p.Mismatch("logit_o", got, want, "").At(b.Cycle(i + latency))
			}
		}
		return nil
	})
}

// TestPatternCells reads the whole table.
func TestPatternCells(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("pattern_cells"), func(p *verilator.Proc, rng *rand.Rand) error {
		var tries []try
		for _, a := range romAddresses(rng, 1<<gen.PatternBits) {
			var cells, size uint64
			var rows, cols int
			if q := playout.Pattern(a); q < playout.NumPatterns {
				rows, cols = twin.Around(q)
				for j, c := range playout.WindowCells {
					if slices.Contains(q.Cells(), c) {
						cells |= 1 << j
					}
				}
				size = [...]uint64{1: 1, 2: 1, 3: 2, 4: 4, 5: 0}[len(q.Cells())]
			}
			tries = append(tries, try{
				in:    []signal{word("pattern_i", a)},
				out:   []signal{word("cells_o", cells), word("size_o", size), word("rows_o", rows), word("cols_o", cols)},
				about: fmt.Sprintf("pattern %d", a),
			})
		}
		return compareTries(p, 2, tries)
	})
}

// TestPriorWeights reads the whole table.
func TestPriorWeights(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("prior_weights"), func(p *verilator.Proc, rng *rand.Rand) error {
		e := evaluation.New(&evaluation.Default)
		var tries []try
		for _, a := range romAddresses(rng, gen.FeaturesRow*(duo.NumTiles+1)) {
			row, weights := make([]int32, gen.FeaturesRow), e.PriorWeights(a/gen.FeaturesRow)
			hidden := e.PatternWeights(a / gen.FeaturesRow)
			copy(row[copy(row, weights[:]):], hidden[:])
			tries = append(tries, try{
				in:    []signal{word("placed_i", a/gen.FeaturesRow), word("feature_i", a%gen.FeaturesRow)},
				out:   []signal{{"weight_o", verilator.Bits{uint64(row[a%gen.FeaturesRow])}, true}},
				about: fmt.Sprintf("word %d", a),
			})
		}
		return compareTries(p, 2, tries)
	})
}

// expansionPosition returns a position of any kind that is not over: from games, from their end,
// and unreachable ones.
func expansionPosition(rng *rand.Rand, n int) duo.Position {
	for {
		var pos duo.Position
		switch n {
		case 0, 1:
			pos = duo.NewPosition(duo.Player(n))
		case 2, 3, 4:
			pos = duo.ScatteredPosition(duo.Player(rng.IntN(2)), n+1)
		default:
			switch rng.IntN(4) {
			case 0:
				pos = randomBoard(rng)
			case 1:
				pos = duo.RandomGame(rng, 24+rng.IntN(16))
			default:
				pos = duo.RandomGame(rng, rng.IntN(30))
			}
		}
		st := playout.NewState(&pos)
		// The unit, like a lane, follows the player to move in the position, even if he is out of
		// the game.
		if !st.Over() {
			return pos
		}
	}
}

func TestExpansion(t *testing.T) {
	t.Parallel()
	for _, param := range []struct{ k, log2 int }{{32, 3}, {16, 0}} {
		t.Run(fmt.Sprintf("K=%d", param.k), func(t *testing.T) {
			t.Parallel()
			simtest.Cosim(t, cosim.ExpansionModel(param.k, param.log2), func(p *verilator.Proc, rng *rand.Rand) error {
				u, err := cosim.NewExpansionUnit(p, param.k, param.log2)
				if err != nil {
					return err
				}
				for n := range simtest.Times(simtest.Long(60, 3000)) {
					p.SetTransaction(n)
					pos := expansionPosition(rng, n)
					cfg := twin.ExpansionConfig{K: param.k, Moves: rng.IntN(5) > 0}
					if rng.IntN(4) > 0 {
						cfg.Playouts = 1 << param.log2
						cfg.Sum = (rng.IntN(2*109+1) - 109) * cfg.Playouts
						if rng.IntN(2) == 0 {
							cfg.Sum = rng.IntN(2*109*cfg.Playouts+1) - 109*cfg.Playouts
						}
					}
					if rng.IntN(10) == 0 {
						if err := u.Reset(&pos, cfg, rng.IntN(200)); err != nil {
							return err
						}
					}
					if _, err := u.Expand(&pos, cfg, rng.IntN(8), rng); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}
