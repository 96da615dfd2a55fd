// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// randomBoard returns a position to try a module on: from a random game, or an unreachable one,
// such as an empty or a full board, one hole, the rim, stripes, a checkerboard, or noise of some
// density.
func randomBoard(rng *rand.Rand) duo.Position {
	if rng.IntN(3) == 0 {
		return duo.RandomGame(rng, rng.IntN(40))
	}
	hole := duo.Square(rng.IntN(duo.NumSquares))
	density := rng.Float64()
	first := duo.Player(rng.IntN(2))
	kind := rng.IntN(9)
	var squares [2]duo.Bitboard
	for s := range duo.Square(duo.NumSquares) {
		row, col := s.Row(), s.Col()
		rim := row == 0 || col == 0 || row == duo.BoardSize-1 || col == duo.BoardSize-1
		own, rival := false, false
		switch kind {
		case 0: // empty except for one square
			own = s == hole
		case 1: // full except for one hole
			own = s != hole
		case 2: // the rival's, except for one hole
			rival = s != hole
		case 3:
			own = rim
		case 4:
			rival = rim
		case 5: // colours touch at edges, own squares only diagonally
			own = (row+col)%2 == 0
			rival = !own && rng.IntN(2) == 0
		case 6: // colours touch only diagonally
			own = row%2 == 0 && col%2 == 0
			rival = row%2 == 1 && col%2 == 1
		case 7: // sparse
			own = rng.Float64() < density/8
			rival = !own && rng.Float64() < density/8
		default: // dense
			own = rng.Float64() < density
			rival = !own && rng.Float64() < density
		}
		if own {
			squares[first].Set(s)
		} else if rival {
			squares[first.Rival()].Set(s)
		}
	}
	left := duo.TileSet(rng.Uint32()) & duo.AllTiles
	if squares[0].Empty() && rng.IntN(2) == 0 {
		left = duo.AllTiles
	}
	return duo.SetupPosition(squares, [2]duo.TileSet{left, left}, first)
}

// ringCell returns the cell of the ring board before the window, for each step of a revolution.
func ringCell(step int) int {
	const wall = duo.BoardSize * gen.RingStride
	if step < wall {
		return step
	}
	return wall + search.SkipCells*(step-wall)
}

// ringBits returns a set of squares, with or without the wall, as the bits of a ring at a step of
// its revolution.
func ringBits(b duo.Bitboard, wall bool, step int) verilator.Bits {
	bits := make(verilator.Bits, (gen.RingCells+63)/64)
	for i := range gen.RingCells {
		cell := (i + ringCell(step)) % gen.RingCells
		row, col := cell/gen.RingStride, cell%gen.RingStride
		set := wall
		if row < duo.BoardSize && col < duo.BoardSize {
			set = b.Has(duo.NewSquare(row, col))
		}
		if set {
			bits[i/64] |= 1 << (i % 64)
		}
	}
	return bits
}

func union(a, b duo.Bitboard) duo.Bitboard {
	for i := range a {
		a[i] |= b[i]
	}
	return a
}

// windowDigits returns module fit_check's view of the cells around a cell, as binary digits, the
// lower right cell first.
func windowDigits(p *duo.Position, row, col int, corners duo.Bitboard) string {
	digits := ""
	own, rival := p.Squares(p.ToMove()), p.Squares(p.ToMove().Rival())
	for dr := gen.WindowReach; dr >= -gen.WindowReach; dr-- {
		for dc := gen.WindowReach; dc >= -gen.WindowReach; dc-- {
			// In the ring the other side of the board follows after the wall.
			r := (row + dr + gen.RingStride) % gen.RingStride
			c := col + dc
			if c < 0 {
				c += gen.RingStride
				r = (r - 1 + gen.RingStride) % gen.RingStride
			} else if c >= gen.RingStride {
				c -= gen.RingStride
				r = (r + 1) % gen.RingStride
			}
			code := "10"
			if r < duo.BoardSize && c < duo.BoardSize {
				s := duo.NewSquare(r, c)
				switch {
				case corners.Has(s):
					code = "11"
				case own.Has(s):
					code = "01"
				case rival.Has(s):
					code = "10"
				default:
					code = "00"
				}
			}
			digits += code
		}
	}
	return digits
}

// contacts returns the corners or, before the first placement, the start square if it is free.
func contacts(p *duo.Position) duo.Bitboard {
	pl := p.ToMove()
	if p.TilesLeft(pl) != duo.AllTiles {
		return p.Corners(pl)
	}
	var b duo.Bitboard
	if allowed := p.Allowed(pl); allowed.Has(pl.Start()) {
		b.Set(pl.Start())
	}
	return b
}

// parseBits reads binary digits, the highest bit first.
func parseBits(digits string) verilator.Bits {
	bits := make(verilator.Bits, (len(digits)+63)/64)
	for i := range bits {
		end := len(digits) - 64*i
		word, err := strconv.ParseUint(digits[max(end-64, 0):end], 2, 64)
		if err != nil {
			panic(err)
		}
		bits[i] = word
	}
	return bits
}

func model(top string) verilator.Model { return verilator.Model{Top: top} }

// portsOf returns the ports of a model by name.
func portsOf(p *verilator.Proc) map[string]verilator.Port {
	ports := map[string]verilator.Port{}
	for _, port := range p.Ports() {
		ports[port.Name] = port
	}
	return ports
}

func TestCornerFinder(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("corner_finder"), func(p *verilator.Proc, rng *rand.Rand) error {
		tries := make([]try, 4000)
		for i := range tries {
			board, step := randomBoard(rng), rng.IntN(search.RevolutionCycles)
			pl := board.ToMove()
			own, all := board.Squares(pl), union(board.Squares(pl), board.Squares(pl.Rival()))
			tries[i] = try{
				in:    []signal{{port: "own_i", bits: ringBits(own, false, step)}, {port: "taken_i", bits: ringBits(all, true, step)}},
				out:   []signal{{port: "corners_o", bits: ringBits(board.Corners(pl), false, step)}},
				about: &board,
			}
		}
		return compareTries(p, 0, tries)
	})
}

func TestCornerCount(t *testing.T) {
	t.Parallel()
	const latency = 3
	simtest.Cosim(t, model("corner_count"), func(p *verilator.Proc, rng *rand.Rand) error {
		en, corners, count := p.MustPort("en_i"), p.MustPort("corners_i"), p.MustPort("count_o")
		b := p.NewBatch(4000)
		var pipeline []int // counts of the maps taken, in cycles with en_i
		wants := make([]int, b.Len())
		for i := range b.Len() {
			board := randomBoard(rng)
			set := board.Allowed(board.ToMove())
			if rng.IntN(2) == 0 {
				set = board.Corners(board.ToMove())
			}
			corners.SetBits(b.In(i), ringBits(set, false, rng.IntN(search.RevolutionCycles)))
			wants[i] = -1
			if n := len(pipeline); n >= latency {
				wants[i] = pipeline[n-latency]
			}
			if rng.IntN(8) != 0 {
				en.Set(b.In(i), 1)
				pipeline = append(pipeline, set.Count())
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i, want := range wants {
			p.SetTransaction(i)
			if got := int(count.Uint(b.Out(i))); want >= 0 && got != want {
				return p.Mismatch("count_o", got, want, "").At(b.Cycle(i))
			}
		}
		return nil
	})
}

func TestFitCheck(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("fit_check"), func(p *verilator.Proc, rng *rand.Rand) error {
		var rows [duo.NumOrientations]verilator.Bits
		for o := range rows {
			rows[o] = parseBits(gen.TileROMBits(duo.Orientation(o)))
		}
		fits := 0
		for range 150 {
			pos := randomBoard(rng)
			corners := contacts(&pos)
			legal := map[duo.Move]bool{}
			for _, m := range pos.LegalMoves(nil) {
				legal[m] = true
			}
			fits += len(legal)
			// Every legal placement, and as many random ones.
			var tries []try
			for s := range duo.Square(duo.NumSquares) {
				for o := range duo.Orientation(duo.NumOrientations) {
					m := duo.NewMove(o, s)
					left := pos.TilesLeft(pos.ToMove())
					if left.Has(m.Tile()) && (legal[m] || rng.IntN(20) == 0) {
						window := parseBits(windowDigits(&pos, s.Row(), s.Col(), corners))
						tries = append(tries, try{
							in:    []signal{{port: "tile_i", bits: rows[o]}, {port: "window_i", bits: window}},
							out:   []signal{word("fit_o", flagBit(legal[m]))},
							about: placement{m, &pos},
						})
					}
				}
			}
			if err := compareTries(p, 0, tries); err != nil {
				return err
			}
		}
		if fits < 1000 {
			return fmt.Errorf("only %d of the placements tried are legal, want 1000 or more", fits)
		}
		return nil
	})
}

// placement is a placement tried on a position.
type placement struct {
	move duo.Move
	on   *duo.Position
}

func (m placement) String() string {
	return fmt.Sprintf("%v at %v: %v\n%v", m.move.Orientation(), m.move.Square(), m.move, m.on)
}

// TestFitCheckCells tries every orientation, and sets of squares that are not tiles, on windows
// that differ in a single cell from a fitting window. In some windows a square touches a corner, in
// others no square touches one.
func TestFitCheckCells(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("fit_check"), func(p *verilator.Proc, rng *rand.Rand) error {
		const cells = gen.WindowSize * gen.WindowSize
		const empty, own, corner, codes = 0, 1, 3, 4 // codes of a cell of the window
		const square, beside = 1, 2                  // bits of a cell of the tile
		pack := func(values [cells]int) verilator.Bits {
			bits := make(verilator.Bits, (2*cells+63)/64)
			for i, v := range values {
				bits[2*i/64] |= uint64(v) << (2 * i % 64)
			}
			return bits
		}
		for n := range 3 * duo.NumOrientations {
			var is [cells]int
			if n < duo.NumOrientations {
				row := parseBits(gen.TileROMBits(duo.Orientation(n)))
				for i := range is {
					for bit := range 2 {
						if row.Bit(2*i + bit) {
							is[i] |= 1 << bit
						}
					}
				}
			} else {
				for range 1 + rng.IntN(8) {
					is[rng.IntN(cells)] = 1 + rng.IntN(3)
				}
			}
			touches := []int{-1}
			for i := range is {
				if is[i]&square != 0 {
					touches = append(touches, i)
				}
			}
			var tries []try
			for _, touching := range touches {
				for cell := range cells {
					for code := range codes {
						var around [cells]int
						for c := range around {
							if is[c] == 0 { // not a square of the tile or a neighbour: the cell does not matter
								around[c] = rng.IntN(codes)
							}
						}
						if touching >= 0 {
							around[touching] = corner
						}
						around[cell] = code
						legal, touched := true, false
						for c, code := range around {
							legal = legal && (is[c]&square == 0 || code == empty || code == corner) && (is[c]&beside == 0 || code != own)
							touched = touched || is[c]&square != 0 && code == corner
						}
						tries = append(tries, try{
							in:    []signal{{port: "tile_i", bits: pack(is)}, {port: "window_i", bits: pack(around)}},
							out:   []signal{word("fit_o", flagBit(legal && touched))},
							about: is,
						})
					}
				}
			}
			if err := compareTries(p, 0, tries); err != nil {
				return err
			}
		}
		return nil
	})
}

// romAddresses returns all addresses of a ROM in a random order, and then random repetitions.
func romAddresses(rng *rand.Rand, words int) []int {
	addresses := rng.Perm(words)
	for range 500 {
		addresses = append(addresses, rng.IntN(words))
	}
	return addresses
}

func TestTileROM(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("tile_rom"), func(p *verilator.Proc, rng *rand.Rand) error {
		var tries []try
		for _, a := range romAddresses(rng, 1<<gen.OrientBits) {
			cells, tile, size, last := verilator.Bits{0}, duo.Tile(0), 0, false
			if o := duo.Orientation(a); o < duo.NumOrientations {
				cells, tile, size = parseBits(gen.TileROMBits(o)), o.Tile(), o.Tile().Size()
				last = o == duo.NumOrientations-1 || (o+1).Tile() != tile
			}
			tries = append(tries, try{
				in:    []signal{word("orient_i", a)},
				out:   []signal{{port: "cells_o", bits: cells}, word("tile_o", tile), word("size_o", size), word("last_o", flagBit(last))},
				about: fmt.Sprintf("row %d", a),
			})
		}
		return compareTries(p, 2, tries)
	})
}

// TestTileWalk gives random commands, and compares the module with sets of tiles.
func TestTileWalk(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("tile_walk"), func(p *verilator.Proc, rng *rand.Rand) error {
		in := portsOf(p)
		type state struct {
			orient               duo.Orientation
			none, last           bool
			has, hasAll, hasNone bool
		}
		largest := func(set duo.TileSet) duo.Orientation {
			for t := duo.NumTiles - 1; t >= 0; t-- {
				if set.Has(duo.Tile(t)) {
					return duo.Tile(t).Rows().First
				}
			}
			return 0
		}
		left := [2]duo.TileSet{duo.AllTiles, duo.AllTiles}
		var orient duo.Orientation
		var candidates duo.TileSet // candidates of the cycle before
		var none, started bool
		b := p.NewBatch(6000)
		wants := make([]state, b.Len())
		for i := range b.Len() {
			set := func(name string, v int) { in[name].Set(b.In(i), uint64(v)) }
			pl, start := rng.IntN(2), rng.IntN(2)
			tile := orient.Tile()
			rows := tile.Rows()
			lastOfTile := int(orient) == int(rows.First)+rows.Count-1
			wants[i] = state{
				orient: orient, none: none, last: lastOfTile && candidates == 0,
				has: left[pl].Has(tile), hasAll: left[pl] == duo.AllTiles, hasNone: left[pl] == 0,
			}
			set("player_i", pl)
			set("start_player_i", start)
			set("tile_i", int(tile))
			if lastOfTile {
				set("tile_last_i", 1)
			}
			nextOrient, nextNone := orient, none
			if started {
				nextOrient, nextNone = largest(candidates), candidates == 0
			}
			next := left[pl] & (1<<tile - 1)
			nextStarted, before := false, left
			k := rng.IntN(40)
			if k == 0 && i/1000%2 == 1 && rng.IntN(20) > 0 {
				k = 1 // few are cleared, so that even the last tiles are reached
			}
			if i == 0 {
				k = 16 // a jump, and a start, because their registers have no reset
			} else if i == 1 {
				k = 13
			}
			switch {
			case k == 0:
				set([]string{"clear_i", "rst_i"}[rng.IntN(2)], 1)
				left = [2]duo.TileSet{duo.AllTiles, duo.AllTiles}
			case k < 12:
				set("take_i", 1)
				left[pl] &^= 1 << tile
			case k < 13:
				set("give_i", 1)
				left[pl] |= 1 << tile
			case k < 16:
				set("start_i", 1)
				next, nextStarted = before[start], true
			case k < 20:
				nextOrient = duo.Orientation(rng.IntN(duo.NumOrientations))
				set("jump_i", 1)
				set("jump_to_i", int(nextOrient))
			case !started && !wants[i].last:
				set("next_i", 1)
				nextOrient = orient + 1
				if lastOfTile {
					nextOrient = largest(candidates)
				}
			}
			orient, none, candidates, started = nextOrient, nextNone, next, nextStarted
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i, want := range wants {
			if i < 4 {
				continue // nothing is defined before the first jump and the first start
			}
			p.SetTransaction(i)
			out := b.Out(i)
			got := state{
				duo.Orientation(in["orient_o"].Uint(out)), in["none_o"].Bool(out), in["last_o"].Bool(out),
				in["has_tile_o"].Bool(out), in["has_all_o"].Bool(out), in["has_none_o"].Bool(out),
			}
			if got != want {
				return p.Mismatch("*_o", fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want), "").At(b.Cycle(i))
			}
		}
		return nil
	})
}

func TestPositionScan(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("position_scan"), func(p *verilator.Proc, rng *rand.Rand) error {
		rst, step, skip := p.MustPort("rst_i"), p.MustPort("step_i"), p.MustPort("skip_o")
		row, col := p.MustPort("row_o"), p.MustPort("col_o")
		last, end := p.MustPort("last_o"), p.MustPort("end_o")
		b := p.NewBatch(5000)
		at := make([]int, b.Len()+1)
		for i := range b.Len() {
			at[i+1] = at[i]
			if rng.IntN(8) != 0 {
				step.Set(b.In(i), 1)
				at[i+1] = (at[i] + 1) % search.RevolutionCycles
			}
			if i > b.Len()/2 && rng.IntN(60) == 0 || at[i] > gen.RingStride*duo.BoardSize && rng.IntN(60) == 0 {
				rst.Set(b.In(i), 1) // during the work, and in the wall row
				at[i+1] = 0
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i := range b.Len() {
			p.SetTransaction(i)
			out, cell := b.Out(i), ringCell(at[i])
			next := ringCell((at[i] + 1) % search.RevolutionCycles)
			got := fmt.Sprint(row.Uint(out), col.Uint(out), skip.Bool(out), last.Bool(out), end.Bool(out))
			want := fmt.Sprint(cell/gen.RingStride, cell%gen.RingStride, (next-cell+gen.RingCells)%gen.RingCells == search.SkipCells,
				cell/gen.RingStride == duo.BoardSize-1 && cell%gen.RingStride == duo.BoardSize-1,
				next == 0)
			if got != want {
				return p.Mismatch("row_o col_o skip_o last_o end_o", got, want, "").At(b.Cycle(i))
			}
		}
		return nil
	})
}

func abs(n int) int { return max(n, -n) }

// TestRingBoard turns the board, places, erases and loads at random.
func TestRingBoard(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("ring_board"), func(p *verilator.Proc, rng *rand.Rand) error {
		in := portsOf(p)
		type state struct {
			own, taken, corners verilator.Bits
			window              string
			step                int
		}
		b := p.NewBatch(8000)
		wants := make([]state, b.Len())
		var squares [2]duo.Bitboard
		var corners duo.Bitboard
		at := 0
		for i := range b.Len() {
			set := func(name string, v int) { in[name].Set(b.In(i), uint64(v)) }
			pl, view := duo.Player(rng.IntN(2)), duo.Player(rng.IntN(2))
			cell := ringCell(at)
			row, col := cell/gen.RingStride, cell%gen.RingStride
			set("player_i", int(pl))
			set("view_i", int(view))
			set("row_i", row)
			set("col_i", col)

			pos := duo.SetupPosition(squares, [2]duo.TileSet{}, pl)
			contact := corners
			if rng.IntN(4) == 0 {
				set("first_i", 1)
				// The rim of the window only matters for own squares.
				near := max(abs(pl.Start().Row()-row), abs(pl.Start().Col()-(col+1))) < gen.WindowReach
				if taken := union(squares[0], squares[1]); near && !taken.Has(pl.Start()) {
					contact.Set(pl.Start())
				}
			}
			wants[i] = state{
				own:     ringBits(squares[view], false, at),
				taken:   ringBits(union(squares[0], squares[1]), true, at),
				corners: ringBits(corners, false, at),
				window:  windowDigits(&pos, row, col+1, contact), // the module looks ahead
				step:    at,
			}

			onBoard, free := row < duo.BoardSize && col < duo.BoardSize, true
			m := duo.NewMove(duo.Orientation(rng.IntN(duo.NumOrientations)), 0)
			if onBoard {
				m = duo.NewMove(m.Orientation(), duo.NewSquare(row, col))
			}
			var cover duo.Bitboard
			for row, col := range m.Cells {
				if row < 0 || col < 0 || row >= duo.BoardSize || col >= duo.BoardSize {
					onBoard = false
				} else if s := duo.NewSquare(row, col); onBoard {
					cover.Set(s)
					free = free && !squares[0].Has(s) && !squares[1].Has(s)
				}
			}
			in["tile_i"].SetBits(b.In(i), parseBits(gen.TileROMBits(m.Orientation())))
			switch k := rng.IntN(40); {
			case i == 0 || k == 0 && rng.IntN(5) == 0:
				set([]string{"clear_i", "rst_i"}[rng.IntN(2)], 1)
				set("load_i", 1) // no reset clears the corners
				squares, corners, at = [2]duo.Bitboard{}, duo.Bitboard{}, 0
			case k < 5 && onBoard && free:
				set("place_i", 1)
				squares[pl] = union(squares[pl], cover)
			case k < 7 && onBoard:
				set("erase_i", 1)
				for j := range cover {
					squares[pl][j] &^= cover[j]
				}
			case k < 9:
				set("load_i", 1)
				board := randomBoard(rng)
				corners = board.Corners(pl)
				in["corners_i"].SetBits(b.In(i), ringBits(corners, false, at))
			case k < 38:
				set("step_i", 1)
				next := (at + 1) % search.RevolutionCycles
				if (ringCell(next)-cell+gen.RingCells)%gen.RingCells == search.SkipCells {
					set("skip_i", 1)
				}
				at = next
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i, want := range wants {
			if i == 0 {
				continue // before the first clear
			}
			p.SetTransaction(i)
			out := b.Out(i)
			for _, c := range []struct {
				signal string
				want   verilator.Bits
			}{
				{"own_o", want.own}, {"taken_o", want.taken}, {"corners_o", want.corners},
				{"window_o", parseBits(want.window)},
			} {
				if got := in[c.signal].Bits(out); got.String() != c.want.String() {
					return p.Mismatch(c.signal, got, c.want, "at step %d of the revolution", want.step).At(b.Cycle(i))
				}
			}
		}
		return nil
	})
}

func TestSearchStack(t *testing.T) {
	t.Parallel()
	m := model("search_stack")
	m.Params = map[string]int{"FRAME_BITS": 77}
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		push, ply, frame := p.MustPort("push_i"), p.MustPort("push_ply_i"), p.MustPort("frame_i")
		top, out := p.MustPort("top_ply_i"), p.MustPort("frame_o")
		b := p.NewBatch(2000)
		var frames [4]verilator.Bits
		wants := make([]verilator.Bits, b.Len()+1)
		for i := range b.Len() {
			read := rng.IntN(4)
			top.Set(b.In(i), uint64(read))
			wants[i+1] = frames[read]
			f := verilator.Bits{rng.Uint64(), rng.Uint64() >> (128 - 77)}
			frame.SetBits(b.In(i), f)
			at := rng.IntN(4)
			ply.Set(b.In(i), uint64(at))
			if rng.IntN(2) == 0 {
				push.Set(b.In(i), 1)
				frames[at] = f
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i, want := range wants[:b.Len()] {
			p.SetTransaction(i)
			if got := out.Bits(b.Out(i)); want != nil && got.String() != want.String() {
				return p.Mismatch("frame_o", got, want, "").At(b.Cycle(i))
			}
		}
		return nil
	})
}

func TestMoveScore(t *testing.T) {
	t.Parallel()
	for _, w := range []search.Weights{search.DefaultWeights, {Own: 3, Rival: 7, Square: 5}, {Own: 0, Rival: 1, Square: 0}} {
		m := model("move_score")
		m.Params = map[string]int{"OWN_WEIGHT": w.Own, "RIVAL_WEIGHT": w.Rival, "SQUARE_WEIGHT": w.Square}
		t.Run(fmt.Sprintf("%+v", w), func(t *testing.T) {
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				count, weigh := p.MustPort("count_i"), p.MustPort("weigh_i")
				line, size := p.MustPort("line_i"), p.MustPort("size_i")
				mover, rival, score := p.MustPort("mover_o"), p.MustPort("rival_o"), p.MustPort("score_o")
				const rounds = 500
				b := p.NewBatch(4 * rounds)
				var wants [rounds][3]int
				for n := range rounds {
					own, other := rng.IntN(60), rng.IntN(60)
					if n%4 == 0 {
						own, other = rng.IntN(duo.NumSquares), rng.IntN(duo.NumSquares)
					}
					base, squares := rng.IntN(800)-400, 1+rng.IntN(5)
					for phase, c := range []int{own, other, rng.IntN(60)} {
						count.Set(b.In(4*n+phase), uint64(c))
						weigh.Set(b.In(4*n+phase), 1<<phase)
						line.Set(b.In(4*n+phase), uint64(base))
						size.Set(b.In(4*n+phase), uint64(squares))
					}
					line.Set(b.In(4*n+3), rng.Uint64()) // meaningless without weigh_i
					size.Set(b.In(4*n+3), rng.Uint64())
					count.Set(b.In(4*n+3), rng.Uint64())
					m := w.Own*own - w.Rival*other
					wants[n] = [3]int{m, w.Own*other - w.Rival*own, base + m + w.Square*squares}
				}
				if err := p.Step(b); err != nil {
					return err
				}
				for n, want := range wants {
					p.SetTransaction(n)
					// These values stay until the next round weighs the rival's corners.
					for at := 4*n + 3; at < min(4*n+6, b.Len()); at++ {
						out := b.Out(at)
						got := [3]int{int(mover.Int(out)), int(rival.Int(out)), int(score.Int(out))}
						if got != want {
							return p.Mismatch("mover_o, rival_o, score_o", got, want, "").At(b.Cycle(at))
						}
					}
				}
				return nil
			})
		})
	}
}
