// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// infoOf has response_writer respond to INFO, and returns the payload. The first byte must come 2
// cycles after ready_i, and then one in each cycle.
func infoOf(p *verilator.Proc) ([]byte, error) {
	const latency, length = 2, 11
	b := p.NewBatch(latency + length + 2)
	ready, kind, rspReady := p.MustPort("ready_i"), p.MustPort("type_i"), p.MustPort("rsp_ready_i")
	valid, data, last := p.MustPort("rsp_valid_o"), p.MustPort("rsp_data_o"), p.MustPort("rsp_last_o")
	respond := p.MustPort("respond_o")
	for i := range b.Len() {
		kind.Set(b.In(i), service.KindInfo)
		rspReady.Set(b.In(i), 1)
		if i < latency+length-1 { // until respond_o
			ready.Set(b.In(i), 1)
		}
	}
	if err := p.Step(b); err != nil {
		return nil, err
	}
	var payload []byte
	for i := range b.Len() {
		out := b.Out(i)
		if got, want := valid.Bool(out), i >= latency && i < latency+length; got != want {
			return nil, p.Mismatch("rsp_valid_o", got, want, "%d cycles after ready_i", i).At(b.Cycle(i))
		}
		if got, want := respond.Bool(out), i == latency+length-2; got != want {
			return nil, p.Mismatch("respond_o", got, want, "%d cycles after ready_i", i).At(b.Cycle(i))
		}
		if !valid.Bool(out) {
			continue
		}
		payload = append(payload, byte(data.Uint(out)))
		if got, want := last.Bool(out), len(payload) == length; got != want {
			return nil, p.Mismatch("rsp_last_o", got, want, "byte %d", len(payload)).At(b.Cycle(i))
		}
	}
	return payload, nil
}

// TestResponseWriterCountsBadFrames drops more frames than the count in INFO can hold: the count
// must stay at its maximum. A reset clears it.
func TestResponseWriterCountsBadFrames(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("response_writer"), func(p *verilator.Proc, rng *rand.Rand) error {
		const most = 0xffff
		bad := p.MustPort("frame_bad_i")
		count := 0
		check := func() error {
			payload, err := infoOf(p)
			if err != nil {
				return err
			}
			r, err := service.ParseResponse(payload)
			if err != nil {
				return p.Mismatch("rsp_data_o", payload, "an INFO", "%v", err)
			}
			if want := min(count, most); r.Info.BadFrames != want {
				return p.Mismatch("frames dropped", r.Info.BadFrames, want, "after %d", count)
			}
			return nil
		}
		drop := func(n int) error {
			b := p.NewBatch(n)
			for i := range n {
				bad.Set(b.In(i), 1)
			}
			count += n
			return p.Step(b)
		}
		for _, n := range []int{1, 254, 1, 1 + rng.IntN(60_000)} {
			if err := drop(n); err != nil {
				return err
			}
			if err := check(); err != nil {
				return err
			}
		}
		if err := drop(most - 1 - count); err != nil {
			return err
		}
		for range 4 {
			if err := check(); err != nil {
				return err
			}
			if err := drop(1); err != nil {
				return err
			}
		}
		if err := p.Reset(); err != nil {
			return err
		}
		count = 0
		return check()
	})
}

// randomResponse returns a response that the writer may have to write.
func randomResponse(rng *rand.Rand) service.Response {
	info := (&service.Model{Lanes: 1}).Handle(service.InfoQuery{}.Append(nil, 0)).Info
	r := service.Response{
		Request: []byte{service.KindInfo, service.KindPick, service.KindRun, service.KindLoad, byte(rng.IntN(0x80))}[rng.IntN(5)],
		ID:      byte(rng.Uint32()),
		Status:  service.Status(rng.IntN(int(service.Cancelled) + 1)),
		Info:    info,
		Sums: service.Sums{
			Playouts: rng.IntN(1 << 16), Margin: rng.IntN(1<<25) - 1<<24, Wins: [2]int{rng.IntN(1 << 16), rng.IntN(1 << 16)},
		},
		Picked: service.Picked{
			Moves: rng.IntN(1 << gen.MoveBits), None: rng.IntN(4) == 0,
			Move: playout.AnchorMove{
				Pattern: playout.Pattern(rng.IntN(playout.NumPatterns)), Flip: playout.Flip(rng.IntN(4)),
				Anchor: duo.NewSquare(rng.IntN(duo.BoardSize), rng.IntN(duo.BoardSize)),
			},
		},
	}
	switch rng.IntN(4) {
	case 0, 1:
		r.Status = service.OK
	case 2:
		r.Status = service.Cancelled
	}
	return r
}

// TestResponseWriter takes responses of all kinds with pauses. Every byte must stay until it is
// taken, and only the last one may be marked.
func TestResponseWriter(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("response_writer"), func(p *verilator.Proc, rng *rand.Rand) error {
		port := p.MustPort
		placement := func(f gen.Field) verilator.Port { return busField(p, "pick_placement_i", f) }
		b := p.NewBatch(1)
		in := b.In(0)
		for n := range 300 {
			p.SetTransaction(n)
			r := randomResponse(rng)
			want := r.Append(nil)
			clear(in)
			set := func(name string, v int) { port(name).Set(in, uint64(v)) }
			set("ready_i", 1)
			set("type_i", int(r.Request))
			if r.Status != service.OK && rng.IntN(2) == 0 {
				set("type_i", int(r.Request)|service.ResponseBit) // absent from the record
				if r.Status == service.Cancelled {
					want = want[:3]
				}
			}
			set("id_i", int(r.ID))
			set("status_i", int(r.Status))
			set("sum_i", r.Sums.Margin&(1<<25-1))
			set("playouts_i", r.Sums.Playouts)
			set("wins1_i", r.Sums.Wins[0])
			set("wins2_i", r.Sums.Wins[1])
			set("pick_none_i", int(flagBit(r.Picked.None)))
			set("pick_moves_i", r.Picked.Moves)
			m := r.Picked.Move
			placement(gen.PlacementPattern).Set(in, uint64(m.Pattern))
			placement(gen.PlacementFlipRows).Set(in, flagBit(m.Flip&playout.FlipRows != 0))
			placement(gen.PlacementFlipCols).Set(in, flagBit(m.Flip&playout.FlipCols != 0))
			placement(gen.PlacementRow).Set(in, uint64(m.Anchor.Row()))
			placement(gen.PlacementCol).Set(in, uint64(m.Anchor.Col()))
			takes := 0.1 + rng.Float64()
			var got []byte
			for cycle := 0; len(got) < len(want); cycle++ {
				if cycle == 1000 {
					return p.Mismatch("rsp_valid_o", len(got), len(want), "bytes of %+v", r)
				}
				take := rng.Float64() < takes
				set("rsp_ready_i", int(flagBit(take)))
				if err := p.Step(b); err != nil {
					return err
				}
				out := func(name string) uint64 { return port(name).Uint(b.Out(0)) }
				if out("respond_o") == 1 {
					set("ready_i", 0)
				}
				if out("rsp_valid_o") == 0 {
					continue
				}
				// Compared whether the byte is taken or not.
				v, last := byte(out("rsp_data_o")), out("rsp_last_o") == 1
				if v != want[len(got)] || last != (len(got) == len(want)-1) {
					return p.Mismatch("rsp_data_o, rsp_last_o", fmt.Sprintf("%02x %v", v, last),
						fmt.Sprintf("%02x %v", want[len(got)], len(got) == len(want)-1), "byte %d of %+v", len(got), r)
				}
				if take {
					got = append(got, v)
				}
			}
		}
		return nil
	})
}
