// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// refusal is a request with a single fault, or with none.
type refusal struct {
	name    string
	request []byte
	want    service.Status
}

// refusals returns, in any order, a request for each bit of each field that may not be set, each
// number next to the bounds of its range, each length next to the right one, each unknown type, and
// each square of both players or off the board. Root 0 is loaded with the tag, root 1 is not.
func refusals(rng *rand.Rand, tag uint16) (list []refusal) {
	pos := duo.RandomGame(rng, 16)
	load := service.NewLoad(0, &pos).Append(nil, 1)
	run := service.Run{First: playout.NoFirst, Seed: rng.Uint32(), Playouts: 1, Tag: tag}.Append(nil, 2)
	pick := service.Pick{Index: 3, Tag: tag}.Append(nil, 3)
	info := service.InfoQuery{}.Append(nil, 4)
	cancel := service.Cancel{}.Append(nil, 5)
	add := func(want service.Status, request []byte, format string, args ...any) {
		list = append(list, refusal{fmt.Sprintf(format, args...), request, want})
	}
	set := func(request []byte, at int, bits byte) []byte {
		r := slices.Clone(request)
		r[at] |= bits
		return r
	}
	put := func(request []byte, at int, bytes ...byte) []byte {
		r := slices.Clone(request)
		copy(r[at:], bytes)
		return r
	}
	flags := func(name string, request []byte, allowed byte) {
		for bit := byte(1); bit != 0; bit <<= 1 {
			if allowed&bit == 0 {
				add(service.BadField, set(request, 2, bit), "%s: flag %#02x", name, bit)
			}
		}
	}
	flags("LOAD", load, 0x07)
	flags("RUN", run, 0x03)
	flags("PICK", pick, 0x01)
	for pl, at := range []int{3, 7} {
		for bit := byte(0x20); bit != 0; bit <<= 1 {
			add(service.BadField, set(load, at, bit), "LOAD: tiles of player %d, bit %#02x", pl+1, bit)
		}
		add(service.BadField, put(load, at+3, 128), "LOAD: value 128 of player %d", pl+1)
	}
	empty := slices.Clone(load)
	clear(empty[11:])
	for row := range duo.BoardSize {
		for pl := range 2 {
			for _, bit := range []byte{0x40, 0x80} {
				add(service.BadPosition, set(load, 11+4*row+2*pl, bit), "LOAD: row %d of player %d, off the board by %#02x", row, pl+1, bit)
			}
		}
		for col := range duo.BoardSize {
			at := 11 + 4*row + 1 - col/8
			both := set(set(empty, at, 1<<(col%8)), at+2, 1<<(col%8))
			add(service.BadPosition, both, "LOAD: both players at (%d,%d)", row, col)
		}
	}
	add(service.BadField, put(run, 5, 0, 0), "RUN: no playouts")
	for _, r := range []struct {
		name    string
		request []byte
	}{{"RUN", run}, {"PICK", pick}} {
		for n := 1020; n < 1024; n++ {
			add(service.BadField, put(r.request, 3, byte(n>>8), byte(n)), "%s: first move %d", r.name, n)
		}
		for bit := 10; bit < 16; bit++ {
			for _, n := range []int{1 << bit, 0xffff &^ (1 << bit)} {
				add(service.BadField, put(r.request, 3, byte(n>>8), byte(n)), "%s: first move %d", r.name, n)
			}
		}
		add(service.OK, put(r.request, 3, 1019>>8, 1019&0xff), "%s: first move 1019", r.name)
		add(service.NotLoaded, set(r.request, 2, 1), "%s: root 1", r.name)
		for bit := range 16 {
			other := slices.Clone(r.request)
			other[len(other)-1-bit/8] ^= 1 << (bit % 8)
			add(service.NotLoaded, other, "%s: bit %d of the tag", r.name, bit)
		}
	}
	add(service.BadField, put(pick, 3, 0xff, 0xff), "PICK: no first move")
	for _, request := range [][]byte{load, run, pick, info, cancel} {
		for _, n := range []int{2, len(request) - 1, len(request) + 1, service.MaxPayload} {
			if n != len(request) && n > 0 {
				r := make([]byte, n)
				copy(r, request)
				add(service.BadLength, r, "type %d with %d bytes", request[0], n)
			}
		}
		add(service.BadLength, request[:1], "type %d alone", request[0])
	}
	for kind := range 256 {
		if kind < service.KindInfo || kind > service.KindCancel {
			add(service.Unknown, []byte{byte(kind), 7}, "type %d", kind)
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// TestServiceRefusals sends every request that must be refused for a single bit or number. The
// position of root 0 does not change, and root 1 is never loaded.
func TestServiceRefusals(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("service_link"), func(p *verilator.Proc, rng *rand.Rand) error {
		s := newServiceBench(p, rng)
		pos := duo.RandomGame(rng, 20)
		s.load(0, &pos)
		if err := s.settle(); err != nil {
			return err
		}
		for i, r := range refusals(rng, s.tags[0]) {
			p.SetTransaction(i)
			before := s.answers[r.want]
			s.send(r.request)
			if err := s.settle(); err != nil {
				return err
			}
			if s.answers[r.want] != before+1 {
				return p.Mismatch("status", s.answers, r.want, "%s: %x", r.name, r.request)
			}
			if i%20 == 0 { // the root has not changed
				s.request(service.Run{First: playout.NoFirst, Seed: rng.Uint32(), Playouts: 2})
				if err := s.settle(); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// TestServiceResets resets the port in the middle of requests, jobs and responses: afterwards no
// root is loaded, no CANCEL is left, and all answers are golden's.
func TestServiceResets(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("service_link"), func(p *verilator.Proc, rng *rand.Rand) error {
		for n := range simtest.Times(150) {
			p.SetTransaction(n)
			s := newServiceBench(p, rng)
			s.badAt -= 5000 // the count of bad frames is 0 from the first cycle on
			s.gap, s.slow = rng.Float64()*rng.Float64(), rng.Float64()*rng.Float64()
			for root := range service.NumRoots { // neither root is loaded yet
				s.request(service.Run{Root: root, First: playout.NoFirst, Playouts: 1})
			}
			if n%2 == 0 { // first of all a RUN that a CANCEL from before the reset would end
				pos := duo.RandomGame(rng, 30)
				s.load(n/2%2, &pos)
				s.request(service.Run{Root: n / 2 % 2, First: playout.NoFirst, Playouts: 3})
				s.request(service.Pick{Root: n / 2 % 2, Index: rng.IntN(20)})
			}
			s.request(service.InfoQuery{})
			if err := s.settle(); err != nil {
				return err
			}
			for range 2 + rng.IntN(8) {
				if rng.IntN(6) == 0 {
					s.request(service.Cancel{})
				}
				if rng.IntN(6) == 0 { // a frame that ends too soon
					s.line = append(s.line, 9, 1, 0)
				}
				s.randomRequest(40)
			}
			if err := s.run(rng.IntN(1 + min(3000, 12*len(s.line)))); err != nil {
				return err
			}
			if err := p.Reset(); err != nil {
				return err
			}
		}
		return nil
	})
}
