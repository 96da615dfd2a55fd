// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire_test

import (
	"testing"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
)

// BenchmarkService sends RUNs to a board that answers at once, 150 in flight. It measures the cost
// of the client and the frames.
func BenchmarkService(b *testing.B) {
	in, out := newStream(), newStream()
	line := &simBoard{in: in, out: out}
	go readFrames(in, func(request []byte) {
		r := service.Response{Request: request[0], ID: request[1]}
		switch r.Request {
		case service.KindInfo:
			r.Info.Version = service.Version
		case service.KindRun:
			r.Sums.Playouts = 1
		}
		out.Write(service.AppendFrame(nil, r.Append(nil)))
	})
	s := wire.NewService(line, wire.Limits{})
	defer s.Close()
	pos := duo.NewPosition(duo.Player1)
	if _, err := s.Send(b.Context(), service.NewLoad(0, &pos)).Wait(b.Context()); err != nil {
		b.Fatal(err)
	}
	calls := make(chan *wire.Call, 150)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for c := range calls {
			if _, err := c.Wait(b.Context()); err != nil {
				b.Error(err)
			}
		}
	}()
	for b.Loop() {
		calls <- s.Send(b.Context(), service.Run{First: playout.NoFirst, Seed: 1, Playouts: 1})
	}
	close(calls)
	<-done
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
}
