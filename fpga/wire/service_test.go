package wire_test

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
)

// readFrames passes on what the frames that arrive hold, until the line is closed.
func readFrames(r io.Reader, frame func(payload []byte)) {
	var d service.Decoder
	buf := make([]byte, 100)
	for {
		n, err := r.Read(buf)
		if err != nil {
			return
		}
		for _, b := range buf[:n] {
			if p := d.Add(b); p != nil {
				frame(p)
			}
		}
	}
}

// lonely returns a service whose requests are read and not answered, and the far end of its line.
func lonely(t *testing.T) (*wire.Service, net.Conn) {
	near, far := net.Pipe()
	t.Cleanup(func() {
		near.Close()
		far.Close()
	})
	go io.Copy(io.Discard, far)
	return wire.NewService(near), far
}

// serveGolden answers the requests of a line with golden, out of step with reading: up to 20 wait.
func serveGolden(rw io.ReadWriter) {
	requests := make(chan []byte, 20)
	go func() {
		defer close(requests)
		readFrames(rw, func(payload []byte) { requests <- bytes.Clone(payload) })
	}()
	s := service.Model{Lanes: 5}
	for p := range requests {
		r := s.Handle(p)
		rw.Write(service.AppendFrame(nil, r.Append(nil)))
	}
}

func TestService(t *testing.T) {
	near, far := net.Pipe()
	go serveGolden(far)
	s := wire.NewService(near)
	info, err := s.Send(t.Context(), service.InfoQuery{}).Wait(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 5, info.Info.Lanes)
	_, err = s.Send(t.Context(), service.Run{Root: 1, First: playout.NoFirst, Playouts: 1}).Wait(t.Context())
	assert.EqualError(t, err, "wire: the service: root not loaded")

	// Two goroutines, each with a root and many requests in flight.
	var wait sync.WaitGroup
	for root := range 2 {
		wait.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(root)))
			type asked struct {
				call *wire.ServiceCall
				want service.Sums
			}
			var all []asked
			for range 100 {
				pos := duo.RandomGame(rng, 15+rng.IntN(25))
				load := s.Send(t.Context(), service.NewLoad(root, &pos))
				all = append(all, asked{load, service.Sums{}})
				run := service.Run{Root: root, First: playout.NoFirst, Seed: rng.Uint32(), Playouts: 1 + rng.IntN(4)}
				all = append(all, asked{s.Send(t.Context(), run), service.SumsOf(playout.NewRoot(&pos), run)})
			}
			for _, a := range all {
				r, err := a.call.Wait(t.Context())
				assert.NoError(t, err)
				assert.Equal(t, a.want, r.Sums)
			}
		})
	}
	wait.Wait()
	_, err = s.Send(t.Context(), service.Cancel{}).Wait(t.Context())
	require.NoError(t, err)

	far.Close()
	_, err = s.Send(t.Context(), service.InfoQuery{}).Wait(t.Context())
	assert.ErrorContains(t, err, "wire: ")
	near.Close()
}

// TestServiceLostResponse shows what becomes of the calls if a response is lost.
func TestServiceLostResponse(t *testing.T) {
	near, far := net.Pipe()
	defer near.Close()
	defer far.Close()
	s := wire.NewService(near)
	requests := 0
	go readFrames(far, func(payload []byte) {
		if requests++; requests == 2 {
			return
		}
		r := (&service.Model{}).Handle(payload)
		far.Write(service.AppendFrame(nil, r.Append(nil)))
	})
	_, err := s.Send(t.Context(), service.InfoQuery{}).Wait(t.Context())
	require.NoError(t, err)
	lost, next := s.Send(t.Context(), service.InfoQuery{}), s.Send(t.Context(), service.Cancel{})
	for _, c := range []*wire.ServiceCall{lost, next, s.Send(t.Context(), service.InfoQuery{})} {
		_, err := c.Wait(t.Context())
		assert.ErrorIs(t, err, wire.ErrServiceOrder)
	}
}

// TestServiceTakesOver begins while responses to a program before are on the line, the first one in part.
func TestServiceTakesOver(t *testing.T) {
	near, far := net.Pipe()
	defer near.Close()
	defer far.Close()
	s := wire.NewService(near)
	old := service.Response{Request: service.KindRun}
	frame := service.AppendFrame(nil, old.Append(nil))
	far.Write(frame[len(frame)/2:])
	for old.ID = range 200 {
		far.Write(service.AppendFrame(nil, old.Append(nil)))
	}
	go serveGolden(far)
	for range 3 {
		info, err := s.Send(t.Context(), service.InfoQuery{}).Wait(t.Context())
		require.NoError(t, err)
		assert.Equal(t, 5, info.Info.Lanes)
	}
}

// TestServiceInvalid sends nothing that the protocol has no form for.
func TestServiceInvalid(t *testing.T) {
	s, _ := lonely(t)
	for want, r := range map[string]service.Request{
		"service: RUN: playouts 70000, want 1..65535":  service.Run{First: playout.NoFirst, Playouts: 70_000},
		"service: RUN: root 2, want 0..1":              service.Run{Root: 2, First: playout.NoFirst, Playouts: 1},
		"service: RUN: policy 2, want 0..1":            service.Run{Policy: playout.NumPolicies, First: playout.NoFirst, Playouts: 1},
		"service: RUN: first move 1020, want -1..1019": service.Run{First: 1020, Playouts: 1},
		"service: PICK: move -1, want 0..1019":         service.Pick{Index: -1},
		"service: LOAD: value 128, want 0..127":        service.Load{Value: [2]int{0, 128}},
	} {
		_, err := s.Send(t.Context(), r).Wait(t.Context())
		assert.EqualError(t, err, want)
	}
}

// TestServiceCancelDoesNotWait cancels while another goroutine waits for room in the queue.
func TestServiceCancelDoesNotWait(t *testing.T) {
	near, far := net.Pipe()
	defer near.Close()
	defer far.Close()
	s := wire.NewService(near)
	heard := make(chan byte, 1000)
	go readFrames(far, func(payload []byte) { heard <- payload[0] })
	pos := duo.NewPosition(duo.Player1)
	const fit = service.MaxWaiting / 68
	for range fit {
		s.Send(t.Context(), service.NewLoad(0, &pos))
	}
	go s.Send(t.Context(), service.NewLoad(0, &pos)) // waits for ever
	s.Send(t.Context(), service.Cancel{})
	for range fit {
		assert.Equal(t, byte(service.KindLoad), <-heard)
	}
	assert.Equal(t, byte(service.KindCancel), <-heard)
}

// TestServiceSilence shows that nobody waits longer than he wants to for a board that says nothing.
func TestServiceSilence(t *testing.T) {
	s, _ := lonely(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	_, err := s.Send(t.Context(), service.InfoQuery{}).Wait(ctx)
	require.ErrorIs(t, err, context.DeadlineExceeded)

	// A full queue keeps Send waiting.
	pos := duo.NewPosition(duo.Player1)
	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	for err = nil; err == nil; {
		c := s.Send(ctx, service.NewLoad(0, &pos))
		if ctx.Err() != nil {
			_, err = c.Wait(ctx)
		}
	}
	require.ErrorIs(t, err, context.Canceled)
}
