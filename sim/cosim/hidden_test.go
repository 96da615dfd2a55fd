// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// Widths of the hidden units' numbers.
var squareBits, biasBits, hiddenBits = gen.SquareBits(), gen.BiasBits(), gen.HiddenBits()

// hiddenBanks is the number of the banks of squares.
const hiddenBanks = twin.HiddenBanks * twin.HiddenBanks

// bankOf returns the number of a square's bank.
func bankOf(s duo.Square) int {
	return twin.HiddenBanks*(s.Row()%twin.HiddenBanks) + s.Col()%twin.HiddenBanks
}

// setUnits writes the numbers of the hidden units to a field, from entry at on.
func setUnits(f *field, at int, values [evaluation.HiddenUnits]int) {
	for unit, v := range values {
		f.set(evaluation.HiddenUnits*at+unit, uint64(v)&(1<<f.width-1))
	}
}

// TestSquareWeights reads the whole table.
func TestSquareWeights(t *testing.T) {
	t.Parallel()
	const latency = 2 // to the first role; a cycle more to each further one
	simtest.Cosim(t, model("square_weights"), func(p *verilator.Proc, rng *rand.Rand) error {
		code := p.MustPort("code_i")
		ports := []verilator.Port{p.MustPort("covered_o"), p.MustPort("edge_o"), p.MustPort("diagonal_o")}
		weights := twin.HiddenWeightsOf(evaluation.Default.Patterns)
		codes := romAddresses(rng, evaluation.NumCodes)
		b := p.NewBatch(len(codes) + latency + len(ports) - 1)
		for i, c := range codes {
			code.Set(b.In(i), uint64(c))
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i, c := range codes {
			p.SetTransaction(i)
			for role, port := range ports {
				want := newField(squareBits, evaluation.HiddenUnits)
				setUnits(want, 0, weights.Squares[role][c])
				if got := port.Bits(b.Out(i + latency + role)); got.String() != want.bits.String() {
					return p.Mismatch(port.Name, got, want.bits, "code %d", c).At(b.Cycle(i + latency + role))
				}
			}
		}
		return nil
	})
}

// TestTileBiases reads the whole table.
func TestTileBiases(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("tile_biases"), func(p *verilator.Proc, rng *rand.Rand) error {
		weights := twin.HiddenWeightsOf(evaluation.Default.Patterns)
		var tries []try
		for _, a := range romAddresses(rng, 1<<gen.PatternBits) {
			want := newField(biasBits, evaluation.HiddenUnits)
			if q := playout.Pattern(a); q < playout.NumPatterns {
				setUnits(want, 0, weights.Tiles[q.Tile()])
			}
			tries = append(tries, try{[]signal{word("pattern_i", a)}, []signal{{port: "biases_o", bits: want.bits}}, fmt.Sprintf("pattern %d", a)})
		}
		return compareTries(p, 1, tries)
	})
}

// levelsRow returns the levels of a row of the board, in that many bits.
func levelsRow(levels *[duo.NumSquares]uint8, row, width int) verilator.Bits {
	f := newField(width/duo.BoardSize, duo.BoardSize)
	for col := range duo.BoardSize {
		v := uint64(levels[duo.NewSquare(row, col)])
		if f.width == 2 {
			v = ownCode[v]
		}
		f.set(col, v)
	}
	return f.bits
}

// TestHiddenMaps gives the module the levels of positions, now and then during its work on the one
// before, and compares every write.
func TestHiddenMaps(t *testing.T) {
	t.Parallel()
	const between = 16 // cycles from a player's row to the rival's
	simtest.Cosim(t, model("hidden_maps"), func(p *verilator.Proc, rng *rand.Rand) error {
		ownWE, rivalWE, wrow := p.MustPort("own_we_i"), p.MustPort("rival_we_i"), p.MustPort("wrow_i")
		own, rival, start := p.MustPort("own_i"), p.MustPort("rival_i"), p.MustPort("start_i")
		row, we, waddr, wdata := p.MustPort("row_o"), p.MustPort("we_o"), p.MustPort("waddr_o"), p.MustPort("wdata_o")
		weights := twin.HiddenWeightsOf(evaluation.Default.Patterns)
		busy := true // the walk before has not ended; before the first one the state is arbitrary
		for n := range simtest.Times(60) {
			p.SetTransaction(n)
			pos := randomBoard(rng)
			levels := twin.LevelsOf(&pos)
			writes := twin.HiddenMaps(&levels)
			length := between + writes[len(writes)-1].Cycle + 3
			if rng.IntN(4) == 0 {
				length = between + duo.BoardSize + rng.IntN(length-between-duo.BoardSize)
			}
			b := p.NewBatch(length)
			for i := range duo.BoardSize {
				// The player's rows are there before the start; row 0 of the rival comes with it.
				ownWE.Set(b.In(i), 1)
				own.SetBits(b.In(i), levelsRow(&levels.Own, i, own.Width))
				wrow.Set(b.In(i), uint64(i))
				rivalWE.Set(b.In(between+i), 1)
				rival.SetBits(b.In(between+i), levelsRow(&levels.Rival, i, rival.Width))
				wrow.Set(b.In(between+i), uint64(i))
			}
			start.Set(b.In(between), 1)
			if err := p.Step(b); err != nil {
				return err
			}
			type port struct {
				we   uint64
				addr [twin.HiddenBanks]uint64
				data [twin.HiddenBanks][evaluation.HiddenUnits]int
			}
			wants := make([]port, length)
			for _, w := range writes {
				if at := between + w.Cycle; at < length {
					column := w.Square.Col() % twin.HiddenBanks
					wants[at].we |= 1 << bankOf(w.Square)
					wants[at].addr[column] = uint64(twin.HiddenEntry(w.Role, w.Square))
					wants[at].data[column] = weights.Squares[w.Role][w.Code]
				}
			}
			for i := range b.Len() {
				out := b.Out(i)
				if busy && i < between+2 {
					continue // the walk before
				}
				if got, want := row.Uint(out), uint64(min(duo.BoardSize, (i-between-1)/twin.HiddenRow)); i > between && got != want {
					return p.Mismatch("row_o", got, want, "").At(b.Cycle(i))
				}
				var got port
				got.we = we.Uint(out)
				addr, data := field{waddr.Bits(out), 4}, field{wdata.Bits(out), squareBits}
				for column := range twin.HiddenBanks {
					if wants[i].we>>column&0x40810204081 == 0 {
						continue
					}
					got.addr[column] = addr.get(column)
					for unit := range evaluation.HiddenUnits {
						v := data.get(evaluation.HiddenUnits*column + unit)
						got.data[column][unit] = int(int64(v<<(64-data.width)) >> (64 - data.width))
					}
				}
				if got != wants[i] {
					return p.Mismatch("we_o, waddr_o, wdata_o", got, wants[i], "cycle %d of\n%v", i, &pos).At(b.Cycle(i))
				}
			}
			busy = length < between+writes[len(writes)-1].Cycle+1
		}
		return nil
	})
}

// boardSquare returns the square of the board in a cell of the window around an anchor.
func boardSquare(anchor duo.Square, flip playout.Flip, row, col int) (s duo.Square, ok bool) {
	row, col = row-playout.Reach, col-playout.Reach
	if flip&playout.FlipRows != 0 {
		row = -row
	}
	if flip&playout.FlipCols != 0 {
		col = -col
	}
	if row, col = anchor.Row()+row, anchor.Col()+col; !duo.OnBoard(row, col) {
		return 0, false
	}
	return duo.NewSquare(row, col), true
}

// TestPatternTaps lays random cells of seven rows and columns around random anchors of the board,
// mirrored or not.
func TestPatternTaps(t *testing.T) {
	t.Parallel()
	const latency, side = 3, twin.MoveWindowSide
	simtest.Cosim(t, model("pattern_taps"), func(p *verilator.Proc, rng *rand.Rand) error {
		row, col, flipRows, flipCols := p.MustPort("row_i"), p.MustPort("col_i"), p.MustPort("flip_rows_i"), p.MustPort("flip_cols_i")
		ports := [evaluation.NumRoles]verilator.Port{p.MustPort("tile_i"), p.MustPort("beside_i"), p.MustPort("diagonal_i")}
		entries := p.MustPort("entries_o")
		wants := make([][hiddenBanks]int, simtest.Times(4000))
		b := p.NewBatch(len(wants) + latency)
		for i := range wants {
			anchor, flip := duo.Square(rng.IntN(duo.NumSquares)), playout.Flip(rng.IntN(4))
			in := b.In(i)
			row.Set(in, uint64(anchor.Row()))
			col.Set(in, uint64(anchor.Col()))
			flipRows.Set(in, uint64(flip&playout.FlipRows))
			flipCols.Set(in, uint64(flip&playout.FlipCols>>1))
			top, left := rng.IntN(side-twin.HiddenBanks+1), rng.IntN(side-twin.HiddenBanks+1)
			var masks [evaluation.NumRoles]*field
			for role, port := range ports {
				masks[role] = newField(1, port.Width)
			}
			for range 1 + rng.IntN(20) {
				r, c, role := top+rng.IntN(twin.HiddenBanks), left+rng.IntN(twin.HiddenBanks), evaluation.Role(rng.IntN(int(evaluation.NumRoles)))
				if s, ok := boardSquare(anchor, flip, r, c); ok {
					if wants[i][bankOf(s)] != 0 {
						continue // a cell has one role
					}
					wants[i][bankOf(s)] = twin.HiddenEntry(role, s)
				}
				masks[role].set(side*r+c, 1)
			}
			for role, port := range ports {
				port.SetBits(in, masks[role].bits)
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i, want := range wants {
			p.SetTransaction(i)
			got := field{entries.Bits(b.Out(i + latency)), 4}
			for k, want := range want {
				v := int(got.get(k))
				if v < twin.HiddenEntry(0, 0) {
					v = 0 // all these entries count 0
				}
				if v != want {
					return p.Mismatch("entries_o", v, want, "bank %d", k).At(b.Cycle(i + latency))
				}
			}
		}
		return nil
	})
}

// TestHiddenSums writes random weights to the banks, one in each column of banks in a cycle, and
// takes random entries meanwhile.
func TestHiddenSums(t *testing.T) {
	t.Parallel()
	const latency, none = 6, 4 // entries below none count 0
	simtest.Cosim(t, model("hidden_sums"), func(p *verilator.Proc, rng *rand.Rand) error {
		we, waddr, wdata := p.MustPort("we_i"), p.MustPort("waddr_i"), p.MustPort("wdata_i")
		entries, pattern, hidden := p.MustPort("entries_i"), p.MustPort("pattern_i"), p.MustPort("hidden_o")
		biases := twin.HiddenWeightsOf(evaluation.Default.Patterns).Tiles
		var banks [hiddenBanks][16][evaluation.HiddenUnits]int
		var written [hiddenBanks][16]bool
		b := p.NewBatch(simtest.Times(6000) + latency)
		wants := make([][evaluation.HiddenUnits]int, b.Len()-latency)
		for i := range wants {
			in := b.In(i)
			q := playout.Pattern(rng.IntN(playout.NumPatterns))
			pattern.Set(in, uint64(q))
			taken := newField(4, hiddenBanks)
			sums := biases[q.Tile()]
			for k := range hiddenBanks {
				entry := 0
				if rng.IntN(2) == 0 {
					entry = rng.IntN(16)
				}
				if entry >= none && !written[k][entry] {
					entry = 0
				}
				taken.set(k, uint64(entry))
				if entry < none {
					continue
				}
				for unit, v := range banks[k][entry] {
					sums[unit] += v
				}
			}
			entries.SetBits(in, taken.bits)
			for unit, sum := range sums {
				// A sum of random weights may not fit: then its lower bits are compared.
				shift := 64 - hiddenBits
				wants[i][unit] = max(0, int(int64(sum)<<shift>>shift))
			}

			mask := uint64(0)
			addr, data := newField(4, twin.HiddenBanks), newField(squareBits, evaluation.HiddenUnits*twin.HiddenBanks)
			for column := range twin.HiddenBanks {
				k, entry := twin.HiddenBanks*rng.IntN(twin.HiddenBanks)+column, rng.IntN(16)
				var weights [evaluation.HiddenUnits]int
				for unit := range weights {
					weights[unit] = rng.IntN(1<<squareBits) - 1<<(squareBits-1)
				}
				addr.set(column, uint64(entry))
				setUnits(data, column, weights)
				if rng.IntN(2) == 0 {
					mask |= 1 << k
					banks[k][entry], written[k][entry] = weights, true
				}
			}
			we.Set(in, mask)
			waddr.SetBits(in, addr.bits)
			wdata.SetBits(in, data.bits)
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i, want := range wants {
			p.SetTransaction(i)
			got := field{hidden.Bits(b.Out(i + latency)), hiddenBits - 1}
			for unit, want := range want {
				if v := int(got.get(unit)); v != want {
					return p.Mismatch("hidden_o", v, want, "unit %d", unit).At(b.Cycle(i + latency))
				}
			}
		}
		return nil
	})
}
