// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
)

// stream is one direction of a line.
type stream struct {
	mu     sync.Mutex
	change sync.Cond
	data   []byte
	closed bool
	damage func(frame []byte) []byte // damage to each frame, with its zero; nil: none
	frame  []byte                    // the incomplete frame
}

func newStream() *stream {
	s := &stream{}
	s.change.L = &s.mu
	return s
}

func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, io.ErrClosedPipe
	}
	if s.damage == nil {
		s.data = append(s.data, p...)
	} else {
		for _, b := range p {
			if s.frame = append(s.frame, b); b == 0 {
				s.data = append(s.data, s.damage(s.frame)...)
				s.frame = nil
			}
		}
	}
	s.change.Broadcast()
	return len(p), nil
}

func (s *stream) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.data) == 0 && !s.closed {
		s.change.Wait()
	}
	if s.closed {
		return 0, io.EOF
	}
	n := copy(p, s.data)
	s.data = s.data[n:]
	return n, nil
}

func (s *stream) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.change.Broadcast()
	return nil
}

// payloadOf returns the payload of a frame, nil for none.
func payloadOf(frame []byte) (payload []byte) {
	var d service.Decoder
	for _, b := range frame {
		if p := d.Add(b); p != nil {
			payload = bytes.Clone(p)
		}
	}
	return payload
}

// noise damages frames at random. Its damaged frames never pass for good ones: the CRC would let
// one in 65,536 pass, which no receiver can detect.
type noise struct {
	rng   *rand.Rand
	rate  float64 // share of damaged frames
	tail  []byte  // output since the latest zero
	sent  map[string]bool
	count int
}

func (n *noise) damage(frame []byte) []byte {
	if n.sent == nil {
		n.sent = map[string]bool{}
	}
	n.sent[string(payloadOf(frame))] = true
	out := frame
	if n.rng.Float64() < n.rate {
		n.count++
		out = n.hurt(frame)
	}
	for n.forges(out) {
		out = n.hurt(frame)
	}
	n.tail = append(n.tail, out...)
	n.tail = n.tail[bytes.LastIndexByte(n.tail, 0)+1:]
	return out
}

// forges reports whether a receiver would take damaged bytes for a frame.
func (n *noise) forges(out []byte) bool {
	var d service.Decoder
	for _, b := range slices.Concat(n.tail, out) {
		if p := d.Add(b); p != nil && !n.sent[string(p)] {
			return true
		}
	}
	return false
}

func (n *noise) hurt(frame []byte) []byte {
	out := bytes.Clone(frame)
	i := n.rng.IntN(len(out))
	switch n.rng.IntN(10) {
	case 0: // one bit
		out[i] ^= 1 << n.rng.IntN(8)
	case 1: // one byte
		out[i] ^= byte(1 + n.rng.IntN(255))
	case 2: // a byte is lost
		out = slices.Delete(out, i, i+1)
	case 3: // the frame is lost
		out = nil
	case 4: // a byte comes twice
		out = slices.Insert(out, i, out[i])
	case 5: // the frame comes twice
		out = append(out, frame...)
	case 6: // an extra byte
		out = slices.Insert(out, i, byte(n.rng.IntN(256)))
	case 7: // a burst
		burst := make([]byte, 1+n.rng.IntN(300))
		for k := range burst {
			burst[k] = byte(n.rng.IntN(256))
		}
		out = slices.Insert(out, i, burst...)
	case 8: // the rest is lost, with the zero
		out = out[:i]
	case 9: // the beginning is lost
		out = out[i:]
	}
	return out
}

// answers caches golden's answers, because a RUN takes long.
var answers sync.Map

// simBoard is a board with the service: golden's model behind a queue like the hardware's, with
// random times.
type simBoard struct {
	in, out *stream
	delay   time.Duration // the most time that an answer takes
	workers sync.WaitGroup

	mu      sync.Mutex
	change  sync.Cond
	rng     *rand.Rand
	queue   [][]byte
	waiting int // bytes of the queue in use
	cancels int // CANCELs in the queue
	full    int // requests that found no room
	closed  bool
	model   service.Model
	loads   [service.NumRoots]string
	edit    func(r *service.Response) // faults in the responses
}

// newSimBoard starts a board, which runs until its line is closed.
func newSimBoard(rng *rand.Rand, delay time.Duration) *simBoard {
	b := &simBoard{
		in: newStream(), out: newStream(), rng: rand.New(rand.NewPCG(rng.Uint64(), 1)), delay: delay,
		model: service.Model{Lanes: 3},
	}
	b.change.L = &b.mu
	b.workers.Go(b.listen)
	b.workers.Go(b.work)
	return b
}

// The program's end of the line.
func (b *simBoard) Write(p []byte) (int, error) { return b.in.Write(p) }
func (b *simBoard) Read(p []byte) (int, error)  { return b.out.Read(p) }
func (b *simBoard) Close() error {
	b.in.Close()
	b.out.Close()
	b.workers.Wait()
	return nil
}

func (b *simBoard) listen() {
	readFrames(b.in, func(payload []byte) {
		b.mu.Lock()
		defer b.mu.Unlock()
		limit := service.QueueBytes - 2
		if len(payload) > 2 {
			limit = service.MaxWaiting
		}
		if b.waiting+len(payload)+1 > limit {
			b.full++
			return
		}
		b.waiting += len(payload) + 1
		b.queue = append(b.queue, bytes.Clone(payload))
		if payload[0] == service.KindCancel {
			b.cancels++
		}
		b.change.Broadcast()
	})
	b.mu.Lock()
	b.closed = true
	b.change.Broadcast()
	b.mu.Unlock()
}

func (b *simBoard) work() {
	for {
		b.mu.Lock()
		for len(b.queue) == 0 && !b.closed {
			b.change.Wait()
		}
		if b.closed {
			b.mu.Unlock()
			return
		}
		payload := b.queue[0]
		b.queue = b.queue[1:]
		b.waiting -= len(payload) + 1
		pause := time.Duration(b.rng.Int64N(int64(b.delay) + 1))
		b.mu.Unlock()
		time.Sleep(pause)
		b.mu.Lock()
		r := b.answer(payload)
		if payload[0] == service.KindCancel {
			b.cancels--
		}
		if b.edit != nil {
			b.edit(&r)
		}
		b.mu.Unlock()
		b.out.Write(service.AppendFrame(nil, r.Append(nil)))
	}
}

// answer does a request.
func (b *simBoard) answer(payload []byte) service.Response {
	root := 0
	if len(payload) > 2 {
		root = int(payload[2] & 1)
	}
	switch payload[0] {
	case service.KindLoad:
		load := string(payload[2:])
		if b.loads[root] == load {
			return service.Response{Request: service.KindLoad, ID: payload[1]}
		}
		r := b.model.Handle(payload)
		if r.Status == service.OK {
			b.loads[root] = load
		}
		return r
	case service.KindRun:
		if b.loads[root] == "" {
			break
		}
		payload = bytes.Clone(payload)
		cancelled := b.cancels > 0
		if cancelled {
			n := b.rng.IntN(1 + int(binary.BigEndian.Uint16(payload[5:])))
			if n == 0 {
				return service.Response{Request: service.KindRun, ID: payload[1], Status: service.Cancelled}
			}
			binary.BigEndian.PutUint16(payload[5:], uint16(n))
		}
		key := b.loads[root] + string(payload[2:])
		known, ok := answers.Load(key)
		if !ok {
			known = b.model.Handle(payload)
			answers.Store(key, known)
		}
		r := known.(service.Response)
		r.ID = payload[1]
		if cancelled {
			r.Status = service.Cancelled
		}
		return r
	case service.KindPick:
		if b.cancels > 0 {
			return service.Response{Request: service.KindPick, ID: payload[1], Status: service.Cancelled}
		}
	}
	return b.model.Handle(payload)
}

// reset makes the board forget the roots, as after a loss of power.
func (b *simBoard) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.model, b.loads = service.Model{Lanes: 3}, [service.NumRoots]string{}
}

// fullQueue returns the number of requests that found no room.
func (b *simBoard) fullQueue() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.full
}

// problem is a position with the answers to all questions about it.
type problem struct {
	pos   duo.Position
	runs  []service.Run
	sums  [][]service.Sums // sums of run i with j playouts
	moves []playout.AnchorMove
}

// newProblems draws positions, with a few runs of up to 3 playouts each.
func newProblems(rng *rand.Rand, n int) []*problem {
	out := make([]*problem, n)
	for i := range out {
		p := &problem{pos: duo.RandomGame(rng, rng.IntN(40))}
		root := playout.NewRoot(&p.pos)
		for range 6 {
			run := service.Run{
				Policy: playout.Policy(rng.IntN(playout.NumPolicies)), First: playout.NoFirst, Seed: rng.Uint32(), Playouts: 3,
			}
			sums := make([]service.Sums, run.Playouts+1)
			for n := range sums {
				part := run
				part.Playouts = n
				sums[n] = service.SumsOf(root, part)
			}
			p.runs, p.sums = append(p.runs, run), append(p.sums, sums)
		}
		p.moves = root.Moves(nil)
		out[i] = p
	}
	return out
}

// readFrames passes on the payloads of arriving frames, until the line is closed.
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
