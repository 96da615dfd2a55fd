// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// patternWindow is module pattern_fit's view of a corner: the allowed cells, relative to the
// corner, and the cells to cover. A pattern must cover at least one of the latter; nil means no
// such condition.
type patternWindow struct {
	allowed map[duo.Cell]bool
	tiles   duo.TileSet
	cover   map[duo.Cell]bool
}

// fits decides on a pattern with golden's rules, without golden's tables of windows. A pattern that
// must cover a cell covers none before the corner.
func (w *patternWindow) fits(p playout.Pattern) bool {
	covers := w.cover == nil
	for _, c := range p.Cells() {
		if c != (duo.Cell{}) && !w.allowed[c] {
			return false
		}
		if w.cover != nil && (c.Row < 0 || c.Row == 0 && c.Col < 0) {
			return false
		}
		covers = covers || w.cover[c]
	}
	return covers && w.tiles.Has(p.Tile())
}

// set returns the patterns that fit.
func (w *patternWindow) set() (set verilator.Bits) {
	set = verilator.Bits{0, 0}
	for p := range playout.Pattern(playout.NumPatterns) {
		if w.fits(p) {
			set[p/64] |= 1 << (p % 64)
		}
	}
	return set
}

// coverCells are the cells of the bits of cover_i: row by row, the first and the last column of
// each.
var coverCells = func() (cells []duo.Cell) {
	for row, cols := range [][2]int8{{0, 4}, {-3, 3}, {-2, 2}, {-1, 1}, {0, 0}} {
		for col := cols[0]; col <= cols[1]; col++ {
			cells = append(cells, duo.Cell{Row: int8(row), Col: col})
		}
	}
	return cells
}()

// gameWindow returns the window at a corner of a position from a random game, mirrored so that the
// cells above the corner and to its left are not allowed. If the player has placed nothing, it
// returns the window at a square near the start square.
func gameWindow(rng *rand.Rand) patternWindow {
	for {
		pos := duo.RandomGame(rng, rng.IntN(36))
		pl := pos.ToMove()
		allowed, corners := pos.Allowed(pl), pos.Corners(pl)
		w := patternWindow{allowed: map[duo.Cell]bool{}, tiles: pos.TilesLeft(pl)}
		var at duo.Square
		start := pl.Start()
		first := w.tiles == duo.AllTiles
		if first {
			cover := coverCells[rng.IntN(len(coverCells))]
			w.cover = map[duo.Cell]bool{cover: true}
			at = duo.NewSquare(start.Row()-int(cover.Row), start.Col()-int(cover.Col))
		} else if n := corners.Count(); n > 0 {
			k := rng.IntN(n)
			for s := range duo.Square(duo.NumSquares) {
				if corners.Has(s) {
					if k == 0 {
						at = s
					}
					k--
				}
			}
		} else {
			continue
		}
		has := func(row, col int) bool {
			inside := row >= 0 && row < duo.BoardSize && col >= 0 && col < duo.BoardSize
			return inside && allowed.Has(duo.NewSquare(row, col))
		}
		down, right := 1, 1
		if !first && has(at.Row()-1, at.Col()) {
			down = -1
		}
		if !first && has(at.Row(), at.Col()-1) {
			right = -1
		}
		for _, c := range playout.WindowCells {
			row, col := at.Row()+down*int(c.Row), at.Col()+right*int(c.Col)
			// A corner visited before counts as not allowed.
			w.allowed[c] = has(row, col) && !(!first && duo.NewSquare(row, col) < at && corners.Has(duo.NewSquare(row, col)))
		}
		return w
	}
}

// randomWindow returns a window from a game or a random one: noise of some density, all or all
// except one cell allowed, or exactly the cells of one pattern.
func randomWindow(rng *rand.Rand) patternWindow {
	kind := rng.IntN(8)
	if kind < 4 {
		return gameWindow(rng)
	}
	w := patternWindow{allowed: map[duo.Cell]bool{}, tiles: duo.AllTiles}
	switch rng.IntN(3) {
	case 0:
		w.tiles &= duo.TileSet(rng.Uint32())
	case 1:
		w.tiles &= duo.TileSet(rng.Uint32() & rng.Uint32() & rng.Uint32())
	}
	p := playout.Pattern(rng.IntN(playout.NumPatterns))
	hole := playout.WindowCells[rng.IntN(len(playout.WindowCells))]
	density := rng.Float64()
	for _, c := range playout.WindowCells {
		switch kind {
		case 4:
			w.allowed[c] = c != hole
		case 5:
			w.allowed[c] = true
		default:
			w.allowed[c] = rng.Float64() < density
		}
	}
	if kind == 6 {
		clear(w.allowed)
		for _, c := range p.Cells() {
			w.allowed[c] = true
		}
		delete(w.allowed, hole)
		if rng.IntN(2) == 0 {
			w.allowed[hole] = true
		}
	}
	if rng.IntN(3) == 0 {
		w.cover = map[duo.Cell]bool{coverCells[rng.IntN(len(coverCells))]: true}
	}
	return w
}

func TestPatternFit(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("pattern_fit"), func(p *verilator.Proc, rng *rand.Rand) error {
		tries := make([]try, 6000)
		var seen, missed [playout.NumPatterns]bool
		for i := range tries {
			w := randomWindow(rng)
			cells, cover, fits := uint64(0), uint64(0), w.set()
			for j, c := range playout.WindowCells {
				if w.allowed[c] {
					cells |= 1 << j
				}
			}
			for j, c := range coverCells {
				if w.cover == nil || w.cover[c] {
					cover |= 1 << j
				}
			}
			tries[i] = try{
				in:    []signal{word("cells_i", cells), word("tiles_i", w.tiles), word("cover_i", cover), word("first_i", flagBit(w.cover != nil))},
				out:   []signal{{port: "fits_o", bits: fits}},
				about: w,
			}
			for q := range seen {
				seen[q] = seen[q] || fits.Bit(q)
				missed[q] = missed[q] || !fits.Bit(q)
			}
		}
		for q := range seen {
			if !seen[q] || !missed[q] {
				return fmt.Errorf("pattern %d fits always or never", q)
			}
		}
		return compareTries(p, 0, tries)
	})
}

// randomPatternSet returns patterns that fit a random window, or any others: none, all, one, the
// patterns of one size or smaller, or noise.
func randomPatternSet(rng *rand.Rand) verilator.Bits {
	set := verilator.Bits{0, 0}
	kind := rng.IntN(10)
	if kind < 3 {
		w := randomWindow(rng)
		return w.set()
	}
	one := rng.IntN(playout.NumPatterns)
	size := rng.IntN(playout.MaxTileSize + 1)
	density := rng.Float64()
	for q := range playout.NumPatterns {
		in := false
		switch squares := playout.Pattern(q).Tile().Size(); kind {
		case 3: // none
		case 4:
			in = q == one
		case 5:
			in = q != one
		case 6:
			in = true
		case 7:
			in = squares == size
		case 8:
			in = squares <= size && rng.Float64() < density
		default:
			in = rng.Float64() < density
		}
		if in {
			set[q/64] |= 1 << (q % 64)
		}
	}
	return set
}

// choosable returns the patterns of a set that the policy may choose, in order, and the size_o of
// module pattern_count.
func choosable(set verilator.Bits, largest bool) (list []playout.Pattern, size int) {
	for p := range playout.Pattern(playout.NumPatterns) {
		if set.Bit(int(p)) {
			size = max(size, p.Tile().Size())
		}
	}
	for p := range playout.Pattern(playout.NumPatterns) {
		if set.Bit(int(p)) && (!largest || p.Tile().Size() == size) {
			list = append(list, p)
		}
	}
	if !largest {
		size = min(size, 1)
	}
	return list, size
}

func TestPatternCount(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("pattern_count"), func(p *verilator.Proc, rng *rand.Rand) error {
		tries := make([]try, 8000)
		for i := range tries {
			set, largest := randomPatternSet(rng), rng.IntN(2) == 0
			list, size := choosable(set, largest)
			tries[i] = try{
				in:    []signal{{port: "fits_i", bits: set}, word("largest_i", flagBit(largest))},
				out:   []signal{word("count_o", len(list)), word("size_o", size)},
				about: fmt.Sprintf("of %v, largest %v", set, largest),
			}
		}
		return compareTries(p, 3, tries)
	})
}

func TestPatternPick(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("pattern_pick"), func(p *verilator.Proc, rng *rand.Rand) error {
		rst, start, fits, k := p.MustPort("rst_i"), p.MustPort("start_i"), p.MustPort("fits_i"), p.MustPort("k_i")
		done, pattern := p.MustPort("done_o"), p.MustPort("pattern_o")

		type pick struct {
			set    verilator.Bits
			k      int
			result playout.Pattern
		}
		starts, dones := map[int]pick{}, map[int]pick{} // by cycle
		const cycles, atOnce = 60000, 4000
		b := p.NewBatch(atOnce)
		next := 0
		var drawn [playout.NumPatterns]bool
		var last *pick // the pattern at the output
		for i := range cycles {
			// Between two starts the inputs are random. The policies' choices need no distinction:
			// the largest tiles come first.
			set, rule := randomPatternSet(rng), rng.IntN(2) == 0
			list, _ := choosable(set, rule)
			n := rng.IntN(playout.NumPatterns)
			in := b.In(i % atOnce)
			clear(in)
			if i == next && len(list) > 0 {
				n = rng.IntN(len(list))
				if rng.IntN(3) == 0 {
					n = len(list) - 1
				}
				latency := twin.PickCycles + int(list[n])/16
				starts[i] = pick{set, n, list[n]}
				dones[i+latency] = starts[i]
				drawn[list[n]] = true
				start.Set(in, 1)
				next = i + latency + rng.IntN(3)*rng.IntN(3)
			} else {
				next = max(next, i+1)
			}
			fits.SetBits(in, set)
			k.Set(in, uint64(n))
			if rng.IntN(100) == 0 { // a reset, most likely during the work: no answer comes
				rst.Set(in, 1)
				for cycle := i + 1; cycle <= i+twin.PickCycles+playout.NumPatterns/16; cycle++ {
					delete(dones, cycle)
				}
				next = i + 1
			}
			if (i+1)%atOnce != 0 {
				continue
			}
			if err := p.Step(b); err != nil {
				return err
			}
			for j := range atOnce {
				i := i + 1 - atOnce + j
				p.SetTransaction(i)
				d, isDone := dones[i]
				if got := done.Bool(b.Out(j)); got != isDone {
					return p.Mismatch("done_o", got, isDone, "%+v", d).At(b.Cycle(j))
				}
				if isDone {
					last = &d
				}
				if last != nil {
					if got := playout.Pattern(pattern.Uint(b.Out(j))); got != last.result {
						return p.Mismatch("pattern_o", got, last.result, "%+v", *last).At(b.Cycle(j))
					}
				}
				if _, ok := starts[i]; ok {
					last = nil
				}
			}
		}
		for q, ok := range drawn {
			if !ok {
				return fmt.Errorf("pattern %d was never picked", q)
			}
		}
		return nil
	})
}

func TestPatternROM(t *testing.T) {
	t.Parallel()
	for reg := range 2 {
		t.Run(fmt.Sprintf("RAM_REG=%d", reg), func(t *testing.T) {
			simtest.Cosim(t, withRAMReg(model("pattern_rom"), reg), func(p *verilator.Proc, rng *rand.Rand) error {
				return comparePatternROM(p, rng, 1+reg)
			})
		})
	}
}

// comparePatternROM reads all words.
func comparePatternROM(p *verilator.Proc, rng *rand.Rand, latency int) error {
	var tries []try
	for _, a := range romAddresses(rng, 2<<gen.PatternBits) {
		want := uint64(0)
		if q := playout.Pattern(a / 2); q < playout.NumPatterns {
			up, left := 0, 0
			for _, c := range q.Cells() {
				up, left = max(up, -int(c.Row)), max(left, -int(c.Col))
			}
			if a%2 == 1 {
				want = cosim.PatternName(q)
			} else {
				rowAt := [...]int{0, 5, 9, 12, 14}
				for _, c := range q.Cells() {
					want |= 1 << (rowAt[int(c.Row)+up] + int(c.Col) + left)
				}
			}
		}
		tries = append(tries, try{
			in:    []signal{word("pattern_i", a/2), word("word_i", a%2)},
			out:   []signal{word("data_o", want)},
			about: fmt.Sprintf("pattern %d, word %d", a/2, a%2),
		})
	}
	return compareTries(p, latency, tries)
}
