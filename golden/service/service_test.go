// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package service

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// respond sends a request to the service and parses the response.
func respond(t *testing.T, s *Model, r Request) Response {
	t.Helper()
	got := s.Handle(r.Append(nil, 77))
	back, err := ParseResponse(got.Append(nil))
	require.NoError(t, err)
	require.Equal(t, got, back)
	require.Equal(t, byte(77), got.ID)
	return got
}

func TestService(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	s := &Model{Lanes: 3}
	for root := range NumRoots {
		assert.Equal(t, NotLoaded, respond(t, s, Run{Root: root, First: playout.NoFirst, Playouts: 1}).Status)
		assert.Equal(t, NotLoaded, respond(t, s, Pick{Root: root}).Status)
	}
	info := respond(t, s, InfoQuery{})
	assert.Equal(t, Info{Version, 3, twin.LaneGames, MaxRuns, QueueBytes, 0}, info.Info)
	assert.Equal(t, OK, respond(t, s, Cancel{}).Status)
	for n := range 60 {
		pos := duo.RandomGame(rng, rng.IntN(45))
		if n < 3 {
			pos = duo.RandomGame(rng, n)
		}
		root := rng.IntN(NumRoots)
		load, tag := NewLoad(root, &pos), uint16(rng.Uint32())
		load.Tag = tag
		require.Equal(t, OK, respond(t, s, load).Status)
		from := playout.NewRoot(&pos)
		require.Equal(t, from, s.roots[root])
		run := Run{root, playout.Policy(rng.IntN(playout.NumPolicies)), playout.NoFirst, rng.Uint32(), 1 + rng.IntN(20), tag}
		if rng.IntN(2) == 0 {
			run.First = rng.IntN(300)
		}
		got := respond(t, s, run)
		require.Equal(t, OK, got.Status)
		want := Sums{Playouts: run.Playouts}
		for i := range run.Playouts {
			score := from.Play(run.Policy, run.First, playout.NewRNG(run.Seed, uint32(i)), nil)
			want.Margin += score
			if score > 0 {
				want.Wins[0]++
			}
			if score < 0 {
				want.Wins[1]++
			}
		}
		require.Equal(t, want, got.Sums)
		moves := playout.AnchorMoves(&pos, nil)
		index := rng.IntN(len(moves) + 2)
		picked := respond(t, s, Pick{root, index, tag}).Picked
		require.Equal(t, len(moves), picked.Moves)
		require.Equal(t, index >= len(moves), picked.None)
		if !picked.None {
			require.Equal(t, moves[index], picked.Move)
		}
	}
}

// illegalRequests returns wrong requests and their faults, for a service with a loaded root 0 and
// an unloaded root 1.
func illegalRequests() (out []struct {
	name    string
	request []byte
	want    Status
}) {
	add := func(name string, want Status, request ...byte) {
		out = append(out, struct {
			name    string
			request []byte
			want    Status
		}{name, request, want})
	}
	pos := duo.RandomGame(rand.New(rand.NewPCG(1, 1)), 12)
	loaded := NewLoad(0, &pos)
	loaded.Tag = 0x1234
	load := loaded.Append(nil, 9)
	run := Run{0, playout.Largest, 5, 1, 1, 0x1234}.Append(nil, 9)
	pick := Pick{0, 5, 0x1234}.Append(nil, 9)
	change := func(request []byte, at int, v ...byte) []byte {
		return append(append(append([]byte{}, request[:at]...), v...), request[at+len(v):]...)
	}
	add("no request", Unknown, 0, 9)
	add("beyond the last one", Unknown, 6, 9)
	add("a response", Unknown, 0x81, 9)
	add("unknown, alone", Unknown, 0x55)
	add("alone", BadLength, 3)
	add("long INFO", BadLength, 1, 9, 0)
	add("long CANCEL", BadLength, 5, 9, 0)
	add("short RUN", BadLength, run[:12]...)
	add("long RUN", BadLength, append(run, 0)...)
	add("short PICK", BadLength, pick[:6]...)
	add("long PICK", BadLength, append(pick, 0)...)
	add("short LOAD", BadLength, load[:68]...)
	add("long LOAD", BadLength, append(load, 0)...)
	add("RUN: flags", BadField, change(run, 2, 4)...)
	add("RUN: no playouts", BadField, change(run, 5, 0, 0)...)
	add("RUN: first", BadField, change(run, 3, 3, 0xfc)...)
	add("RUN: first, high", BadField, change(run, 3, 0x80, 0)...)
	add("RUN: first, almost none", BadField, change(run, 3, 0xff, 0xfe)...)
	add("RUN: not loaded", NotLoaded, change(run, 2, 1)...)
	add("RUN: another tag", NotLoaded, change(run, 11, 0x12, 0x35)...)
	add("RUN: another tag, high", NotLoaded, change(run, 11, 0x92, 0x34)...)
	add("RUN: field and another tag", BadField, change(change(run, 11, 0x92, 0x34), 5, 0, 0)...)
	add("RUN: field and not loaded", BadField, change(run, 2, 0x81)...)
	add("PICK: policy", BadField, change(pick, 2, 2)...)
	add("PICK: none", BadField, change(pick, 3, 0xff, 0xff)...)
	add("PICK: number", BadField, change(pick, 3, 3, 0xff)...)
	add("PICK: not loaded", NotLoaded, change(pick, 2, 1)...)
	add("PICK: another tag", NotLoaded, change(pick, 5, 0x02, 0x34)...)
	add("LOAD: flags", BadField, change(load, 2, 8)...)
	add("LOAD: tiles of player 1", BadField, change(load, 3, 0x20)...)
	add("LOAD: tiles of player 2", BadField, change(load, 7, 0x80)...)
	add("LOAD: value of player 1", BadField, change(load, 6, 128)...)
	add("LOAD: value of player 2", BadField, change(load, 10, 255)...)
	add("LOAD: off the board", BadPosition, change(load, 11, 0x40)...)
	add("LOAD: off the board, last row", BadPosition, change(load, 65, 0x80)...)
	add("LOAD: both players", BadPosition, change(load, 11+4*7, 0, 3, 0, 2)...)
	add("LOAD: field and position", BadField, change(change(load, 11, 0x40), 10, 128)...)
	return out
}

func TestServiceErrors(t *testing.T) {
	t.Parallel()
	s := &Model{}
	pos := duo.NewPosition(duo.Player1)
	load := NewLoad(0, &pos)
	load.Tag = 0x1234
	require.Equal(t, OK, respond(t, s, load).Status)
	before := *s.roots[0]
	for _, tt := range illegalRequests() {
		got := s.Handle(tt.request)
		id := byte(9)
		if len(tt.request) < 2 {
			id = 0
		}
		assert.Equal(t, Response{Request: tt.request[0] & 0x7f, ID: id, Status: tt.want}, got, tt.name)
		assert.Equal(t, before, *s.roots[0], tt.name)
		assert.Nil(t, s.roots[1])
	}
}

// A root has the tag of its latest good LOAD.
func TestTags(t *testing.T) {
	t.Parallel()
	s := &Model{}
	pos := duo.NewPosition(duo.Player1)
	load := NewLoad(0, &pos)
	run := func(tag uint16) Status {
		return respond(t, s, Run{First: playout.NoFirst, Playouts: 1, Tag: tag}).Status
	}
	load.Tag = 1
	assert.Equal(t, OK, respond(t, s, load).Status)
	assert.Equal(t, OK, run(1))
	assert.Equal(t, NotLoaded, run(2))
	bad := load
	bad.Tag, bad.Squares[0], bad.Squares[1] = 2, pos.Squares(0), pos.Squares(0)
	bad.Squares[0].AddRow(0, 1)
	bad.Squares[1].AddRow(0, 1)
	assert.Equal(t, BadPosition, respond(t, s, bad).Status)
	assert.Equal(t, OK, run(1))
	assert.Equal(t, NotLoaded, run(2))
	load.Tag = 2
	assert.Equal(t, OK, respond(t, s, load).Status)
	assert.Equal(t, NotLoaded, run(1))
	assert.Equal(t, OK, run(2))
}

func FuzzService(f *testing.F) {
	for _, tt := range illegalRequests() {
		f.Add(tt.request)
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		if len(request) == 0 || len(request) > MaxPayload || len(request) == 13 && request[5] > 0 {
			return // long runs take too long
		}
		s := &Model{}
		pos := duo.NewPosition(duo.Player1)
		s.Handle(NewLoad(0, &pos).Append(nil, 1))
		r := s.Handle(request)
		data := r.Append(nil)
		require.LessOrEqual(t, len(data), MaxResponse)
		back, err := ParseResponse(data)
		require.NoError(t, err)
		require.Equal(t, r, back)
	})
}

func FuzzParseServiceResponse(f *testing.F) {
	f.Add([]byte{0x83, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{0x84, 1, 0, 0, 1, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseResponse(data)
		if err == nil && !(r.Request == KindPick && r.Picked.None) {
			require.Equal(t, data, r.Append(nil))
		}
	})
}
