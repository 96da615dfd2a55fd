// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/tessera-fpga/tessera/chips/simchip"
	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/soak/figures"
)

const (
	damageRate = 0.001 // of the bytes
	resetEvery = 40    // batches, about
	takeEvery  = 15
)

// boards sends requests to a board, and compares the answers with golden's.
func boards(ctx context.Context, end time.Time, rng *rand.Rand, f *figures.Soak) error {
	l := &line{rng: rand.New(rand.NewPCG(rng.Uint64(), 0))}
	l.change.L = &l.mu
	if err := l.reset(ctx); err != nil {
		return err
	}
	defer func() { l.board.Close() }()
	limits := wire.Limits{Answer: 20 * time.Second, Playout: time.Second, Tries: 1 << 20}
	s := wire.NewService(l.end(), limits)
	defer func() { f.Resyncs += s.Resyncs(); s.Close() }()
	for time.Now().Before(end) {
		if err := batch(ctx, s, l, rng, f); err != nil {
			return fmt.Errorf("board: %w", err)
		}
		if rng.IntN(takeEvery) == 0 {
			f.TakeOvers++
			f.Resyncs += s.Resyncs()
			pos := duo.RandomGame(rng, 20)
			for range rng.IntN(20) { // what is under way when the other program comes
				s.Send(ctx, service.NewLoad(rng.IntN(service.NumRoots), &pos))
				s.Send(ctx, service.Run{Root: rng.IntN(service.NumRoots), First: playout.NoFirst, Playouts: 1 + rng.IntN(20)})
			}
			time.Sleep(time.Duration(rng.IntN(20)) * time.Millisecond)
			s.Close()
			s = wire.NewService(l.end(), limits)
		}
	}
	l.mu.Lock()
	f.Damages = l.damages
	l.mu.Unlock()
	return nil
}

// batch loads a position and sends runs and picks, perhaps with a reset of the board between them.
func batch(ctx context.Context, s *wire.Service, l *line, rng *rand.Rand, f *figures.Soak) error {
	pos := duo.RandomGame(rng, rng.IntN(40))
	from, root := playout.NewRoot(&pos), rng.IntN(service.NumRoots)
	moves := from.Moves(nil)
	calls := []*wire.Call{s.Send(ctx, service.NewLoad(root, &pos))}
	var requests []service.Request
	for range 1 + rng.IntN(12) {
		var r service.Request = service.Run{
			Root: root, Policy: playout.Policy(rng.IntN(playout.NumPolicies)), First: playout.NoFirst, Seed: rng.Uint32(), Playouts: 1 + rng.IntN(8),
		}
		if rng.IntN(3) == 0 {
			r = service.Pick{Root: root, Index: rng.IntN(len(moves) + 2)}
		}
		requests = append(requests, r)
		calls = append(calls, s.Send(ctx, r))
	}
	if rng.IntN(resetEvery) == 0 {
		time.Sleep(time.Duration(rng.IntN(100)) * time.Millisecond)
		f.Resets++
		if err := l.reset(ctx); err != nil {
			return err
		}
	}
	for i, c := range calls {
		r, err := c.Wait(ctx)
		if err != nil {
			return err
		}
		f.Requests++
		if i == 0 {
			continue
		}
		switch q := requests[i-1].(type) {
		case service.Run:
			f.Playouts += q.Playouts
			if want := service.SumsOf(from, q); r.Sums != want {
				return fmt.Errorf("%+v: %+v, want %+v", q, r.Sums, want)
			}
		case service.Pick:
			want := service.Picked{Moves: len(moves), None: q.Index >= len(moves)}
			if !want.None {
				want.Move = moves[q.Index]
			}
			if r.Picked != want {
				return fmt.Errorf("%+v: %+v, want %+v", q, r.Picked, want)
			}
		}
	}
	return nil
}

// line is the line between a board and the program that has it. It damages bytes both ways.
type line struct {
	mu      sync.Mutex
	change  sync.Cond
	rng     *rand.Rand // guarded by mu
	board   io.ReadWriteCloser
	arrived []byte // for the program
	program *port
	damages int
}

// reset switches the board off, and another on.
func (l *line) reset(ctx context.Context) error {
	if l.board != nil {
		l.board.Close()
	}
	c, err := config.Find("service", config.CanBoard)
	if err != nil {
		return err
	}
	chip, err := simchip.Start(ctx, c, twin.ContestConfig{})
	if err != nil {
		return err
	}
	board := simchip.Serve(context.WithoutCancel(ctx), chip)
	l.mu.Lock()
	l.board = board
	l.mu.Unlock()
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := board.Read(buf)
			l.mu.Lock()
			l.arrived = append(l.arrived, l.damaged(buf[:n])...)
			l.change.Broadcast()
			l.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return nil
}

// damaged returns bytes as they come out of the line. The caller holds mu.
func (l *line) damaged(in []byte) (out []byte) {
	out = slices.Clone(in)
	for i := 0; i < len(out); i++ {
		if l.rng.Float64() >= damageRate {
			continue
		}
		l.damages++
		switch l.rng.IntN(4) {
		case 0:
			out[i] ^= 1 << l.rng.IntN(8)
		case 1:
			out[i] = byte(l.rng.Uint32())
		case 2:
			out = slices.Delete(out, i, i+1)
		case 3:
			out = slices.Insert(out, i, out[i])
			i++
		}
	}
	return out
}

// end gives the line to another program, with what is under way.
func (l *line) end() io.ReadWriteCloser {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.program = &port{line: l}
	l.change.Broadcast()
	return l.program
}

// port is a program's end of the line.
type port struct {
	line   *line
	closed bool // guarded by line.mu
}

// Read takes what has arrived.
func (p *port) Read(buf []byte) (int, error) {
	l := p.line
	l.mu.Lock()
	defer l.mu.Unlock()
	for !p.closed && (l.program != p || len(l.arrived) == 0) {
		l.change.Wait()
	}
	if p.closed {
		return 0, io.EOF
	}
	n := copy(buf, l.arrived)
	l.arrived = l.arrived[n:]
	return n, nil
}

// Write sends bytes to the board. What a board that is switched off does not take is lost.
func (p *port) Write(data []byte) (int, error) {
	l := p.line
	l.mu.Lock()
	if p.closed || l.program != p {
		l.mu.Unlock()
		return 0, io.ErrClosedPipe
	}
	out, board := l.damaged(data), l.board
	l.mu.Unlock()
	if _, err := board.Write(out); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		return 0, err
	}
	return len(data), nil
}

// Close ends the program's use of the line.
func (p *port) Close() error {
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	p.closed = true
	p.line.change.Broadcast()
	return nil
}
