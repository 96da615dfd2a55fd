// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// naive is the slow and obvious counterpart of Position: the rules to the letter, square by square.
type naive struct {
	pawns    [2][2]int // column, row
	barred   map[[4]int]bool
	occupied map[[2]int]bool // middles of fences
	left     [2]int
	turn     int
}

func newNaive() *naive {
	return &naive{pawns: [2][2]int{{4, 0}, {4, 8}}, barred: map[[4]int]bool{}, occupied: map[[2]int]bool{}, left: [2]int{10, 10}}
}

func (n *naive) open(x, y, dx, dy int) bool {
	tx, ty := x+dx, y+dy
	return tx >= 0 && tx < 9 && ty >= 0 && ty < 9 && !n.barred[[4]int{x, y, tx, ty}]
}

var directions = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

func (n *naive) distance(player int) int {
	goal := 8 - 8*player
	seen := map[[2]int]bool{n.pawns[player]: true}
	at := [][2]int{n.pawns[player]}
	for d := 0; len(at) > 0; d++ {
		var next [][2]int
		for _, s := range at {
			if s[1] == goal {
				return d
			}
			for _, v := range directions {
				if to := [2]int{s[0] + v[0], s[1] + v[1]}; n.open(s[0], s[1], v[0], v[1]) && !seen[to] {
					seen[to] = true
					next = append(next, to)
				}
			}
		}
		at = next
	}
	return -1
}

// edges returns the four passages, in both directions, that a fence closes.
func edges(m Move) (out [][4]int) {
	s, upright := m.Fence()
	x, y := int(s)%8, int(s)/8
	pairs := [][4]int{{x, y, x, y + 1}, {x + 1, y, x + 1, y + 1}}
	if upright {
		pairs = [][4]int{{x, y, x + 1, y}, {x, y + 1, x + 1, y + 1}}
	}
	for _, e := range pairs {
		out = append(out, e, [4]int{e[2], e[3], e[0], e[1]})
	}
	return out
}

func (n *naive) moves() (out []Move) {
	own, rival := n.pawns[n.turn], n.pawns[1-n.turn]
	add := func(x, y int) { out = append(out, Step(Square(9*y+x))) }
	for _, v := range directions {
		if !n.open(own[0], own[1], v[0], v[1]) {
			continue
		}
		to := [2]int{own[0] + v[0], own[1] + v[1]}
		switch {
		case to != rival:
			add(to[0], to[1])
		case n.open(to[0], to[1], v[0], v[1]):
			add(to[0]+v[0], to[1]+v[1])
		default:
			for _, side := range [][2]int{{v[1], v[0]}, {-v[1], -v[0]}} {
				if n.open(to[0], to[1], side[0], side[1]) {
					add(to[0]+side[0], to[1]+side[1])
				}
			}
		}
	}
	slices.Sort(out)
	if n.left[n.turn] > 0 {
		for m := 128; m < 256; m++ {
			m := Move(m)
			s, _ := m.Fence()
			if n.occupied[[2]int{int(s) % 8, int(s) / 8}] {
				continue
			}
			var closed [][4]int
			for _, e := range edges(m) {
				if !n.barred[e] {
					closed = append(closed, e)
					n.barred[e] = true
				}
			}
			if len(closed) == 4 && n.distance(0) >= 0 && n.distance(1) >= 0 {
				out = append(out, m)
			}
			for _, e := range closed {
				delete(n.barred, e)
			}
		}
	}
	return out
}

func (n *naive) play(m Move) {
	if m.IsFence() {
		s, _ := m.Fence()
		n.occupied[[2]int{int(s) % 8, int(s) / 8}] = true
		for _, e := range edges(m) {
			n.barred[e] = true
		}
		n.left[n.turn]--
	} else {
		n.pawns[n.turn] = [2]int{m.To().Column(), m.To().Row()}
	}
	n.turn = 1 - n.turn
}

// TestNaive plays random games with both implementations and compares moves and distances. Most
// moves are fences, and the pawns tend towards each other, so that corner cases come up; the test
// continues until all of them have.
func TestNaive(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	jumps, closed := 0, 0
	for i := 0; i < simtest.Long(4, 100) || jumps == 0 || closed == 0; i++ {
		p, n := New(), newNaive()
		if i%2 == 0 { // the pawns face each other
			require.NoError(t, p.PlayText("e2 e8 e3 e7 e4 e6 e5"))
			n.pawns, n.turn = [2][2]int{{4, 4}, {4, 5}}, 1
		}
		for !p.Over() && p.Plies() < 120 {
			want := n.moves()
			require.Equal(t, want, p.Moves(nil), "%v", &p)
			require.Equal(t, len(want), p.CountMoves())
			for pl := range Player(2) {
				require.Equal(t, n.distance(int(pl)), p.Distance(pl), "%v", &p)
				require.Equal(t, p.Distance(pl), p.Way(pl).Distance, "%v", &p)
			}
			require.NotEmpty(t, p.Steps(nil), "there always is a step")
			if p.Plies()%4 == 0 {
				checkWays(t, &p)
				for m := range 256 {
					if slices.Contains(want, Move(m)) != (p.Check(Move(m)) == nil) {
						t.Fatalf("%v: %v\n%v", Move(m), p.Check(Move(m)), &p)
					}
				}
			}
			freeH, freeV := p.free()
			if h, v := p.LegalFences(); h != freeH || v != freeV {
				closed++
			}
			m := want[rng.IntN(len(want))]
			if steps := p.Steps(nil); len(steps) > 0 && rng.IntN(2) == 0 {
				m = steps[rng.IntN(len(steps))]
				own, rival := p.Pawn(p.ToMove()), p.Pawn(p.ToMove().Rival())
				if own.Column() == rival.Column() && own.Row() != rival.Row() && rng.IntN(2) == 0 {
					m = p.ShortestSteps(nil)[0]
				}
				if d := int(m.To()) - int(own); d != 1 && d != -1 && d != 9 && d != -9 {
					jumps++
				}
			}
			p.Play(m)
			n.play(m)
		}
	}
	t.Logf("%d jumps, %d positions in which a fence closes a way", jumps, closed)
}

// checkWays checks that a fence lengthens a way only if it cuts the given shortest way, and that
// shortest steps are exactly the steps that leave the least distance.
func checkWays(t *testing.T, p *Position) {
	t.Helper()
	for pl := range Player(2) {
		w := p.Way(pl)
		for m := Move(128); m != 0; m++ {
			s, upright := m.Fence()
			cut := w.CutH
			if upright {
				cut = w.CutV
			}
			d := p.DistanceBehind(pl, m)
			if ok := d == w.Distance || cut>>s&1 != 0 && (d < 0 || d > w.Distance); !ok {
				t.Fatalf("%v: %d steps, without it %d\n%v", m, d, w.Distance, p)
			}
		}
	}
	least, want := Squares, []Move(nil)
	for _, m := range p.Steps(nil) {
		switch d := p.DistanceFrom(p.ToMove(), m.To()); {
		case d < least:
			least, want = d, []Move{m}
		case d == least:
			want = append(want, m)
		}
	}
	require.Equal(t, want, p.ShortestSteps(nil), "%v", p)
}

// TestRandomMove draws moves in positions with some closed free slots, and compares the frequencies
// with a uniform draw's.
func TestRandomMove(t *testing.T) {
	t.Parallel()
	r := RNG(seedtest.Rand(t).Uint64())
	p := New()
	require.NoError(t, p.PlayText("a1h a8h c1h c8h e1h e8h g1h g8h"))
	moves := p.Moves(nil)
	h, v := p.free()
	lh, lv := p.LegalFences()
	require.NotEqual(t, [2]uint64{h, v}, [2]uint64{lh, lv}, "some fence closes a way")
	const draws = 200
	count := map[Move]int{}
	for range draws * len(moves) {
		count[p.RandomMove(&r)]++
	}
	require.Len(t, count, len(moves))
	chi := 0.0
	for _, m := range moves {
		d := float64(count[m] - draws)
		chi += d * d / draws
	}
	// With 101 degrees of freedom, one test of half a million exceeds 180.
	assert.Less(t, chi, 180.0)
}

// TestDraw: a game ends after 300 plies.
func TestDraw(t *testing.T) {
	t.Parallel()
	p := New()
	for !p.Over() {
		require.NoError(t, p.PlayText("e2 e8 e1 e9"))
	}
	_, won := p.Winner()
	assert.False(t, won)
	assert.Equal(t, MaxPlies, p.Plies())
	assert.Empty(t, p.Moves(nil))
	assert.Zero(t, p.CountMoves())
	assert.ErrorContains(t, p.PlayText("e2"), "over")
}

func TestNotation(t *testing.T) {
	t.Parallel()
	for m := range 256 {
		m := Move(m)
		if !m.IsStep() && !m.IsFence() {
			continue
		}
		got, err := ParseMove(m.String())
		require.NoError(t, err)
		require.Equal(t, m, got)
	}
	for text, want := range map[string]Move{"E3": Step(22), "e3H": Horizontal(20), "h8v": Vertical(63), "a1h": Horizontal(0), "i9": Step(80)} {
		got, err := ParseMove(text)
		require.NoError(t, err)
		assert.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"": "want a square", "e": "want a square", "j1": "want a square", "a0": "want a square", "e33": "h or v",
		"i1h": "within a1..h8", "a9v": "within a1..h8", "e3hh": "want a square", "é1": "want a square",
	} {
		_, err := ParseMove(text)
		assert.ErrorContains(t, err, want, text)
	}
	for text, want := range map[string]string{
		"e2 e8 e4":        "e4: the pawn on e2 cannot go there, want one of e1 d2 f2 e3 (move 3 of the list)",
		"e1h e1v":         "overlaps or crosses",
		"e1h f1h":         "overlaps or crosses",
		"d1v a8h e1v d2h": "leaves a pawn no way",
		"pass":            "want a square",
		"a1h a2h c1h c2h e1h e2h g1h g2h a3h a4h c3h c4h e3h e4h g3h g4h a5h a6h c5h c6h e5h": "player 1 has no fence left",
	} {
		p := New()
		assert.ErrorContains(t, p.PlayText(text), want, text)
	}
}

func FuzzParseMove(f *testing.F) {
	for _, s := range []string{"e3", "E3h", "a1v", "i9h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			return
		}
		again, err := ParseMove(m.String())
		require.NoError(t, err)
		require.Equal(t, m, again)
		p := New()
		_ = p.Check(m)
	})
}

// TestNoAllocation: listing and counting moves allocates no memory.
func TestNoAllocation(t *testing.T) {
	p := New()
	require.NoError(t, p.PlayText("e2 e8 e3 e7 e4 e6 e3h g6v"))
	buf := make([]Move, 0, MaxMoves)
	r := RNG(seedtest.Rand(t).Uint64())
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		p.Moves(buf)
		p.CountMoves()
		p.RandomMove(&r)
		p.RandomShortest(&r)
	}))
}
