// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package alphabeta

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// TestFarReplies makes moves, and compares the rival's legal moves and their values before and
// after: those far from the move are the same. Nearer ones differ, or the rectangles would tell
// nothing.
func TestFarReplies(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	far, changed := 0, 0
	for range 400 {
		p := duo.RandomGame(rng, rng.IntN(24))
		if p.Over() {
			continue
		}
		before := playout.NewState(&p)
		moves := before.Moves(nil)
		if len(moves) == 0 {
			continue
		}
		m := moves[rng.IntN(len(moves))]
		after := before
		after.Play(m)
		after.SetToMove(p.ToMove().Rival())
		before.SetToMove(p.ToMove().Rival())
		values := func(st *playout.State) map[duo.Move]Leaf {
			of := map[duo.Move]Leaf{}
			leaves, _ := Leaves(st, DefaultConfig, nil)
			for _, l := range leaves {
				of[l.Move.Move()] = l
			}
			return of
		}
		then, now := values(&before), values(&after)
		for name, l := range then {
			got, legal := now[name]
			if BoxOf(l.Move).near(BoxOf(m)) {
				if !legal || got.Value != l.Value {
					changed++
				}
				continue
			}
			far++
			require.True(t, legal, "%v after %v\n%v", name, m.Move(), p.History())
			require.Equal(t, l.Value, got.Value, "%v after %v\n%v", name, m.Move(), p.History())
		}
		for name, l := range now {
			if _, legal := then[name]; !legal {
				require.True(t, BoxOf(l.Move).near(BoxOf(m)), "%v comes by %v\n%v", name, m.Move(), p.History())
			}
		}
	}
	require.NotZero(t, far)
	require.NotZero(t, changed)
}

// TestBoxes compares the rectangles with the squares of the placements.
func TestBoxes(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 100 {
		p := duo.RandomGame(rng, rng.IntN(30))
		st := playout.NewState(&p)
		for _, m := range st.Moves(nil) {
			want := Box{duo.BoardSize, -1, duo.BoardSize, -1}
			for row, col := range m.Move().Cells {
				want.Top, want.Bottom = min(want.Top, row), max(want.Bottom, row)
				want.Left, want.Right = min(want.Left, col), max(want.Right, col)
			}
			require.Equal(t, want, BoxOf(m), "%v", m.Move())
		}
	}
}
