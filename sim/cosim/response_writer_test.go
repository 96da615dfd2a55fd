package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// infoOf lets response_writer respond to INFO, and returns the payload. The first byte must come 2
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

// TestResponseWriterCountsBadFrames drops more frames than the count in INFO has room for: it must stay
// at its greatest number. A reset sets it back.
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
