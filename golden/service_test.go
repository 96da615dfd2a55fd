package golden

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// respond asks the service and reads its response back.
func respond(t *testing.T, s *Service, r ServiceRequest) ServiceResponse {
	t.Helper()
	got := s.Handle(r.Append(nil, 77))
	back, err := ParseServiceResponse(got.Append(nil))
	require.NoError(t, err)
	require.Equal(t, got, back)
	require.Equal(t, byte(77), got.ID)
	return got
}

func TestService(t *testing.T) {
	rng := seedtest.Rand(t)
	s := &Service{Lanes: 3}
	for root := range ServiceTemplates {
		assert.Equal(t, ServiceNotLoaded, respond(t, s, ServiceRun{Root: root, First: NoFirst, Playouts: 1}).Status)
		assert.Equal(t, ServiceNotLoaded, respond(t, s, ServicePick{Root: root}).Status)
	}
	info := respond(t, s, ServiceInfoQuery{})
	assert.Equal(t, ServiceInfo{ServiceVersion, 3, LaneGames, ServiceRuns, ServiceQueue, 0}, info.Info)
	assert.Equal(t, ServiceOK, respond(t, s, ServiceCancel{}).Status)
	for n := range 60 {
		pos := RandomGame(rng, rng.IntN(45))
		if n < 3 {
			pos = RandomGame(rng, n)
		}
		root := rng.IntN(ServiceTemplates)
		require.Equal(t, ServiceOK, respond(t, s, NewServiceLoad(root, &pos)).Status)
		from := NewRoot(&pos)
		require.Equal(t, from, s.roots[root])
		run := ServiceRun{root, Policy(rng.IntN(NumPolicies)), NoFirst, rng.Uint32(), 1 + rng.IntN(20)}
		if rng.IntN(2) == 0 {
			run.First = rng.IntN(300)
		}
		got := respond(t, s, run)
		require.Equal(t, ServiceOK, got.Status)
		want := ServiceSums{Playouts: run.Playouts}
		for i := range run.Playouts {
			score := from.Play(run.Policy, run.First, NewRNG(run.Seed, uint32(i)), nil)
			want.Score += score
			if score > 0 {
				want.Wins[0]++
			}
			if score < 0 {
				want.Wins[1]++
			}
		}
		require.Equal(t, want, got.Sums)
		moves := AnchorMoves(&pos, nil)
		index := rng.IntN(len(moves) + 2)
		picked := respond(t, s, ServicePick{root, index}).Picked
		require.Equal(t, len(moves), picked.Moves)
		require.Equal(t, index >= len(moves), picked.None)
		if !picked.None {
			require.Equal(t, moves[index], picked.Move)
		}
	}
}

// illegalRequests returns requests that are no requests, for a service of which
// root 0 is loaded and root 1 is not, and what is wrong with them.
func illegalRequests() (out []struct {
	name    string
	request []byte
	want    ServiceStatus
}) {
	add := func(name string, want ServiceStatus, request ...byte) {
		out = append(out, struct {
			name    string
			request []byte
			want    ServiceStatus
		}{name, request, want})
	}
	pos := RandomGame(rand.New(rand.NewPCG(1, 1)), 12)
	load := NewServiceLoad(0, &pos).Append(nil, 9)
	run := ServiceRun{0, LargestPolicy, 5, 1, 1}.Append(nil, 9)
	pick := ServicePick{0, 5}.Append(nil, 9)
	change := func(request []byte, at int, v ...byte) []byte {
		return append(append(append([]byte{}, request[:at]...), v...), request[at+len(v):]...)
	}
	add("no request", ServiceUnknown, 0, 9)
	add("beyond the last one", ServiceUnknown, 6, 9)
	add("a response", ServiceUnknown, 0x81, 9)
	add("unknown, alone", ServiceUnknown, 0x55)
	add("alone", ServiceBadLength, 3)
	add("long INFO", ServiceBadLength, 1, 9, 0)
	add("long CANCEL", ServiceBadLength, 5, 9, 0)
	add("short RUN", ServiceBadLength, run[:10]...)
	add("long RUN", ServiceBadLength, append(run, 0)...)
	add("short PICK", ServiceBadLength, pick[:4]...)
	add("long PICK", ServiceBadLength, append(pick, 0)...)
	add("short LOAD", ServiceBadLength, load[:66]...)
	add("long LOAD", ServiceBadLength, append(load, 0)...)
	add("RUN: flags", ServiceBadField, change(run, 2, 4)...)
	add("RUN: no playouts", ServiceBadField, change(run, 5, 0, 0)...)
	add("RUN: first", ServiceBadField, change(run, 3, 3, 0xfc)...)
	add("RUN: first, high", ServiceBadField, change(run, 3, 0x80, 0)...)
	add("RUN: first, almost none", ServiceBadField, change(run, 3, 0xff, 0xfe)...)
	add("RUN: not loaded", ServiceNotLoaded, change(run, 2, 1)...)
	add("RUN: field and not loaded", ServiceBadField, change(run, 2, 0x81)...)
	add("PICK: policy", ServiceBadField, change(pick, 2, 2)...)
	add("PICK: none", ServiceBadField, change(pick, 3, 0xff, 0xff)...)
	add("PICK: number", ServiceBadField, change(pick, 3, 3, 0xff)...)
	add("PICK: not loaded", ServiceNotLoaded, change(pick, 2, 1)...)
	add("LOAD: flags", ServiceBadField, change(load, 2, 8)...)
	add("LOAD: tiles of player 1", ServiceBadField, change(load, 3, 0x20)...)
	add("LOAD: tiles of player 2", ServiceBadField, change(load, 7, 0x80)...)
	add("LOAD: value of player 1", ServiceBadField, change(load, 6, 128)...)
	add("LOAD: value of player 2", ServiceBadField, change(load, 10, 255)...)
	add("LOAD: off the board", ServiceBadPosition, change(load, 11, 0x40)...)
	add("LOAD: off the board, last row", ServiceBadPosition, change(load, 65, 0x80)...)
	add("LOAD: both players", ServiceBadPosition, change(load, 11+4*7, 0, 3, 0, 2)...)
	add("LOAD: field and position", ServiceBadField, change(change(load, 11, 0x40), 10, 128)...)
	return out
}

func TestServiceErrors(t *testing.T) {
	s := &Service{}
	pos := NewPosition(Player1)
	require.Equal(t, ServiceOK, respond(t, s, NewServiceLoad(0, &pos)).Status)
	before := *s.roots[0]
	for _, tt := range illegalRequests() {
		got := s.Handle(tt.request)
		id := byte(9)
		if len(tt.request) < 2 {
			id = 0
		}
		assert.Equal(t, ServiceResponse{Request: tt.request[0] & 0x7f, ID: id, Status: tt.want}, got, tt.name)
		assert.Equal(t, before, *s.roots[0], tt.name)
		assert.Nil(t, s.roots[1])
	}
}

func FuzzService(f *testing.F) {
	for _, tt := range illegalRequests() {
		f.Add(tt.request)
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		if len(request) == 0 || len(request) > MaxPayload || len(request) == 11 && request[5] > 0 {
			return // long runs take long
		}
		s := &Service{}
		pos := NewPosition(Player1)
		s.Handle(NewServiceLoad(0, &pos).Append(nil, 1))
		r := s.Handle(request)
		data := r.Append(nil)
		require.LessOrEqual(t, len(data), MaxServiceResponse)
		back, err := ParseServiceResponse(data)
		require.NoError(t, err)
		require.Equal(t, r, back)
	})
}

func FuzzParseServiceResponse(f *testing.F) {
	f.Add([]byte{0x83, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{0x84, 1, 0, 0, 1, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseServiceResponse(data)
		if err == nil && !(r.Request == ServicePickRequest && r.Picked.None) {
			require.Equal(t, data, r.Append(nil))
		}
	})
}
