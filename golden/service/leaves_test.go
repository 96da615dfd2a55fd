// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package service

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// randomMove returns a move with a code.
func randomMove(rng *rand.Rand) tree.Move {
	if rng.IntN(10) == 0 {
		return passCode
	}
	return tree.Move(rng.IntN(duo.NumSquares)<<9 | rng.IntN(4)<<7 | rng.IntN(playout.NumPatterns))
}

// randomLeaves returns a request with random, meaningless paths.
func randomLeaves(rng *rand.Rand) Leaves {
	l := Leaves{Tag: uint16(rng.Uint32()), Sums: rng.IntN(2) == 0, Children: 1 + rng.IntN(MaxLeafChildren), Seed: rng.Uint32()}
	var path []tree.Move
	for range 1 + rng.IntN(MaxLeaves) {
		path = slices.Clone(path[:rng.IntN(len(path)+1)])
		for range rng.IntN(4) {
			path = append(path, randomMove(rng))
		}
		next := l
		next.Leaves = append(slices.Clone(l.Leaves), Leaf{Index: rng.IntN(MaxLeaves), Path: path, Children: rng.IntN(8) == 0})
		if next.Validate() != nil {
			break
		}
		l = next
	}
	return l
}

func TestLeavesRoundTrip(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 500 {
		want := randomLeaves(rng)
		if len(want.Leaves) == 0 {
			continue
		}
		data := want.Append(nil, 9)
		size, answer := want.Size()
		require.Len(t, data, size)
		got, status, err := ParseLeaves(data)
		require.NoError(t, err)
		require.Equal(t, OK, status)
		for i := range got.Leaves { // a nil path equals an empty one
			got.Leaves[i].Path = append([]tree.Move{}, got.Leaves[i].Path...)
			want.Leaves[i].Path = append([]tree.Move{}, want.Leaves[i].Path...)
		}
		require.Equal(t, want, got)

		r := LeavesResponse{Request: KindLeaves, ID: 9, Tag: want.Tag}
		for _, leaf := range want.Leaves {
			f := search.Finding{Margin: int32(int16(rng.Uint32()))}
			if want.Sums {
				f.Sum = int32(int16(rng.Uint32()))
			}
			if leaf.Children {
				f.Static, f.Complete = int32(int16(rng.Uint32())), rng.IntN(2) == 0
				for range rng.IntN(want.Children + 1) {
					f.Children = append(f.Children, tree.Child{Move: randomMove(rng), Prior: uint16(rng.Uint32())})
				}
			}
			r.Findings = append(r.Findings, f)
		}
		line := r.Append(nil, want)
		require.LessOrEqual(t, len(line), answer)
		back, err := ParseLeavesResponse(line, want)
		require.NoError(t, err)
		require.Equal(t, r, back)
		_, err = ParseLeavesResponse(line[:len(line)-1], want)
		require.ErrorIs(t, err, ErrLeavesResponse)
		_, err = ParseLeavesResponse(append(line, 0), want)
		require.ErrorIs(t, err, ErrLeavesResponse)
	}
}

func TestLeavesValidate(t *testing.T) {
	t.Parallel()
	leaf := Leaf{}
	for _, tt := range []struct {
		l    Leaves
		want string
	}{
		{Leaves{Children: 1}, "service: LEAVES: number of leaves 0, want 1..32"},
		{Leaves{Leaves: []Leaf{leaf}}, "service: LEAVES: children 0, want 1..32"},
		{Leaves{Leaves: []Leaf{{Index: 32}}, Children: 1}, "service: LEAVES: index 32, want 0..31"},
		{Leaves{Leaves: []Leaf{{Path: make([]tree.Move, 64)}}, Children: 1}, "service: LEAVES: moves of a path 64, want 0..63"},
		{Leaves{Leaves: []Leaf{{Path: []tree.Move{196 << 9}}}, Children: 1}, "service: LEAVES: move 18800, want an anchor, a flip and a pattern, or a pass"},
		{Leaves{Leaves: []Leaf{{Path: []tree.Move{127}}}, Children: 1}, "service: LEAVES: move 0007f, want an anchor, a flip and a pattern, or a pass"},
		{Leaves{Leaves: []Leaf{{Children: true}, {Children: true}}, Children: 32}, "service: LEAVES: bytes of the answer 279, want 0..250"},
	} {
		assert.EqualError(t, tt.l.Validate(), tt.want)
	}
}

// TestLeafModel requests leaves of positions of random games, and compares the responses with the
// answers of the search's own model. Then it sends wrong requests.
func TestLeafModel(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	m := NewLeafModel()
	assert.Nil(t, m.Handle([]byte{KindInfo, 1}))
	assert.Equal(t, []byte{0x87, 3, byte(NotLoaded)}, m.Handle(Leaves{Tag: 5, Children: 1, Leaves: []Leaf{{}}}.Append(nil, 3)))
	for range 40 {
		pos := duo.RandomGame(rng, rng.IntN(34))
		if pos.Over() || !pos.HasLegalMove() {
			continue
		}
		tag := uint16(rng.Uint32())
		root := NewRoot(tag, &pos)
		require.NoError(t, root.Validate())
		require.Equal(t, []byte{0x86, 7, 0, byte(tag >> 8), byte(tag)}, m.Handle(root.Append(nil, 7)))
		own := search.NewLeafModel(evaluation.New(&evaluation.Default), LeafPlayouts)
		own.SetRoot(&pos, playout.NewState(&pos))
		l := Leaves{Tag: tag, Sums: rng.IntN(2) == 0, Children: 1 + rng.IntN(20), Seed: rng.Uint32()}
		var want []search.Finding
		for range 1 + rng.IntN(6) {
			leaf := Leaf{Index: rng.IntN(MaxLeaves), Children: rng.IntN(3) == 0}
			// A path: the children of each position offer the next move.
			for range rng.IntN(5) {
				f, err := own.Find(search.Question{Path: leaf.Path, Children: 8})
				require.NoError(t, err)
				if len(f.Children) == 0 {
					break
				}
				leaf.Path = append(leaf.Path, f.Children[rng.IntN(len(f.Children))].Move)
			}
			next := l
			next.Leaves = append(slices.Clone(l.Leaves), leaf)
			if next.Validate() != nil {
				break
			}
			l = next
			q := search.Question{Path: leaf.Path, Seed: l.Seed + uint32(leaf.Index)*LeafPlayouts*playout.SeedStep}
			if leaf.Children {
				q.Children = l.Children
			}
			f, err := own.Find(q)
			require.NoError(t, err)
			if !l.Sums {
				f.Sum = 0
			}
			if !leaf.Children {
				f.Static = 0
			}
			want = append(want, f)
		}
		id := byte(rng.Uint32())
		request := l.Append(nil, id)
		for range 2 { // the request may be repeated
			r, err := ParseLeavesResponse(m.Handle(request), l)
			require.NoError(t, err)
			require.Equal(t, LeavesResponse{Request: KindLeaves, ID: id, Tag: tag, Findings: want}, r)
		}
		for _, wrong := range []struct {
			status Status
			edit   func(b []byte) []byte
		}{
			{NotLoaded, func(b []byte) []byte { b[3]++; return b }},
			{BadField, func(b []byte) []byte { b[4] |= 1 << 5; return b }},
			{BadField, func(b []byte) []byte { b[5] = 0; return b }},
			{BadField, func(b []byte) []byte { b[5] = MaxLeafChildren + 1; return b }},
			{BadLength, func(b []byte) []byte { return append(b, 0) }},
			{BadLength, func(b []byte) []byte { return b[:leavesHead] }},
			{BadLength, func(b []byte) []byte { return b[:1] }},
			{BadLength, func(b []byte) []byte { return b[:leavesHead+1] }},
			{BadField, func(b []byte) []byte { b[leavesHead+1] |= 1 << 4; return b }}, // the first leaf has no leaf before it
		} {
			b := wrong.edit(slices.Clone(request))
			r, err := ParseLeavesHead(m.Handle(b))
			require.NoError(t, err)
			require.Equal(t, wrong.status, r.Status, "%x", b)
		}
		bad := l
		bad.Leaves = []Leaf{{Path: []tree.Move{passCode, passCode, passCode}}}
		assert.Equal(t, []byte{0x87, 1, byte(BadField)}, m.Handle(bad.Append(nil, 1)))
	}
	pos := duo.NewPosition(duo.Player1)
	root := NewRoot(1, &pos)
	both := root.Append(nil, 2)
	both[13], both[15] = 1, 1
	assert.Equal(t, []byte{0x86, 2, byte(BadPosition)}, m.Handle(both))
	assert.Equal(t, []byte{0x87, 1, byte(NotLoaded)}, m.Handle(Leaves{Tag: 1, Children: 1, Leaves: []Leaf{{}}}.Append(nil, 1)))
	assert.Equal(t, []byte{0x86, 2, byte(BadLength)}, m.Handle(both[:20]))
	both[4] = 1
	assert.Equal(t, []byte{0x86, 2, byte(BadField)}, m.Handle(both))
}

func FuzzParseLeaves(f *testing.F) {
	f.Add(Leaves{Tag: 1, Children: 8, Leaves: []Leaf{{Path: []tree.Move{1, 2, 3}}, {Path: []tree.Move{1, 2, 4}, Children: true}}}.Append(nil, 1))
	m := NewLeafModel()
	pos := duo.NewPosition(duo.Player1)
	m.Handle(NewRoot(1, &pos).Append(nil, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > MaxPayload {
			return
		}
		l, status, err := ParseLeaves(data)
		require.Equal(t, status == OK, err == nil)
		if err == nil {
			require.NoError(t, l.Validate())
			again := l.Append(nil, data[1])
			back, _, err := ParseLeaves(again)
			require.NoError(t, err)
			require.Equal(t, l.Leaves, back.Leaves)
		}
		if r := m.Handle(data); r != nil {
			_, err := ParseLeavesHead(r)
			require.NoError(t, err)
		}
	})
}

// FuzzParseLeavesResponse reads any bytes as the answer to a request. An answer has a finding for
// each leaf.
func FuzzParseLeavesResponse(f *testing.F) {
	l := Leaves{Tag: 1, Children: 3, Leaves: []Leaf{{Path: []tree.Move{1}}, {Path: []tree.Move{1, 2}, Children: true}}}
	f.Fuzz(func(t *testing.T, sums bool, data []byte) {
		l := l
		l.Sums = sums
		r, err := ParseLeavesResponse(data, l)
		if err != nil || r.Status != OK {
			return
		}
		require.EqualValues(t, KindLeaves, r.Request)
		require.Len(t, r.Findings, len(l.Leaves))
		require.LessOrEqual(t, len(r.Findings[1].Children), l.Children)
	})
}
