// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package book

import (
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// imageOf returns the position that the images of its moves lead to.
func imageOf(t *testing.T, p *duo.Position, s symmetry) duo.Position {
	t.Helper()
	first := p.FirstToMove()
	if s&swapped != 0 {
		first = first.Rival()
	}
	image := duo.NewPosition(first)
	for _, m := range p.History() {
		if m != duo.Pass {
			m = s.move(m)
		}
		require.NoError(t, image.MakeMove(m))
	}
	return image
}

// TestSymmetries shows that the images of a game are legal games with the same key.
func TestSymmetries(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	keys := map[Key]Key{}
	for range 60 {
		p := duo.RandomGame(rng, 1+rng.IntN(12))
		for s := range symmetry(4) {
			image := imageOf(t, &p, s)
			require.Equal(t, KeyOf(&p), KeyOf(&image))
			require.Equal(t, p.CountLegalMoves(), image.CountLegalMoves())
			for _, m := range p.LegalMoves(nil) {
				require.NoError(t, image.Check(s.move(m)))
				require.Equal(t, m, s.move(s.move(m)))
			}
		}
		keys[KeyOf(&p)] = Key{p.Squares(p.ToMove()), p.Squares(p.ToMove().Rival())}
	}
	assert.Greater(t, len(keys), 40)
}

// TestDefault looks up every position of the committed book and its images. Parse has checked that
// all moves are legal and that no position occurs twice.
func TestDefault(t *testing.T) {
	t.Parallel()
	b := Default()
	require.GreaterOrEqual(t, len(b.Entries), 100)
	require.Equal(t, len(b.Entries), len(b.found))
	for _, e := range b.Entries {
		p := duo.NewPosition(duo.Player1)
		for _, m := range e.Moves {
			require.NoError(t, p.MakeMove(m))
		}
		f, ok := b.Lookup(&p)
		require.True(t, ok)
		require.Equal(t, e.Found, f)
		for s := range symmetry(4) {
			image := imageOf(t, &p, s)
			f, ok := b.Lookup(&image)
			require.True(t, ok)
			require.NoError(t, image.Check(f.Move))
			require.Equal(t, [2]float64{e.Value, e.Margin}, [2]float64{f.Value, f.Margin})
			// The image of the move. If the position is its own image, an image of that move also
			// counts.
			after, want := image, imageOf(t, &p, s)
			after.Play(f.Move)
			want.Play(s.move(e.Move))
			require.Equal(t, KeyOf(&want), KeyOf(&after))
		}
		again, err := Parse(e.String())
		require.NoError(t, err)
		require.Equal(t, e, again.Entries[0])
	}
	start := duo.NewPosition(duo.Player2)
	_, ok := b.Lookup(&start)
	assert.True(t, ok, "the empty board, the other player first")
	far := duo.RandomGame(rand.New(rand.NewPCG(1, 1)), 20)
	_, ok = b.Lookup(&far)
	assert.False(t, ok)
}

// largest is a searcher without knowledge: it plays the first legal move, and expects each of the
// first four with equal probability.
type largest struct{ asked atomic.Int32 }

func (s *largest) Best(p *duo.Position) (Found, error) {
	s.asked.Add(1)
	return Found{Move: p.LegalMoves(nil)[0], Value: 0.5}, nil
}

func (s *largest) Replies(p *duo.Position) (shares []Share, err error) {
	for i, m := range p.LegalMoves(nil)[:4] {
		shares = append(shares, Share{m, []float64{0.4, 0.3, 0.2, 0.1}[i]})
	}
	return shares, nil
}

func TestGrow(t *testing.T) {
	t.Parallel()
	var s largest
	var grown []Entry
	b, err := Grow(&s, 40, 3, func(e Entry) { grown = append(grown, e) })
	require.NoError(t, err)
	require.Len(t, b.Entries, 40)
	assert.Empty(t, cmp.Diff(b.Entries, grown))
	assert.Less(t, int(s.asked.Load()), 40+batch, "each position once")
	assert.Empty(t, b.Entries[0].Moves)
	seen := map[Key]bool{}
	text := ""
	for _, e := range b.Entries {
		p := duo.NewPosition(duo.Player1)
		for _, m := range e.Moves {
			require.NoError(t, p.MakeMove(m))
		}
		require.False(t, seen[KeyOf(&p)])
		seen[KeyOf(&p)] = true
		text += e.String() + "\n"
	}
	again, err := Parse(text)
	require.NoError(t, err)
	assert.Equal(t, b.Entries, again.Entries)
	for _, e := range b.Entries {
		p := duo.NewPosition(duo.Player1)
		for _, m := range e.Moves {
			p.Play(m)
		}
		want, _ := b.Lookup(&p)
		got, ok := again.Lookup(&p)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	smaller, err := Grow(&largest{}, 10, 1, func(Entry) {})
	require.NoError(t, err)
	assert.Equal(t, b.Entries[:10], smaller.Entries)
	_, err = Grow(&failing{}, 10, 2, func(Entry) {})
	assert.ErrorIs(t, err, errFailing)
}

var errFailing = errors.New("no search today")

type failing struct{ largest }

func (*failing) Best(*duo.Position) (Found, error) { return Found{}, errFailing }

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0.5 +1":                           "book: line 1: \"0.5 +1\", want moves, a value and a margin",
		"# x\n\n66l2 2 +1":                 `book: line 3: value "2", want 0..1`,
		"66l2 0.5 NaN":                     `book: line 1: margin "NaN", want a number`,
		"66l2 66l2 0.5 1":                  "book: line 1: move 2: player 2: 66l2: ",
		"66l2 abk4 0000 0.5 1":             "book: line 1: move 3: a pass, want a placement",
		"66l2 abk4 0.5 1\n66l2 99t7 0.5 1": "book: line 2: the same position as in line 1, or its image",
	} {
		_, err := Parse(text)
		assert.ErrorContains(t, err, want, "%q", text)
	}
}
