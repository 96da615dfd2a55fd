// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/play/plural"
)

// Service is the program's end of the service port, see service.Model. It keeps many requests in
// flight, and repairs damage and loss on the line. Several goroutines may call its methods; the
// order of their requests on the line is arbitrary. LOAD and RUN of one root should come from one
// goroutine, or from several that agree.
type Service struct {
	link
	limits Limits
	state  state // guarded by mu, as all fields below

	calls   []*Call                  // unanswered calls, in order
	sent    int                      // number of written calls
	waiting int                      // the most bytes of the board's queue that these take
	size    int                      // bytes of all calls in that queue
	id      byte                     // id of the latest request
	loaded  [service.NumRoots][]byte // the LOAD of each root's position, nil if none
	tags    [service.NumRoots]uint16 // of the latest LOADs on the line: see service.Load

	nonces   [numNonces]byte // ids of the INFOs of the current handshake
	latest   [numNonces]byte // ids of the latest INFO responses, the last one last
	run      int             // number of the handshake's responses in a row
	failures int             // handshakes since the latest response to a call
	resyncs  int             // handshakes without the one on opening
	deadline time.Time       // deadline of the handshake or of the first call
	timer    *time.Timer     // goes off at alarm
	alarm    time.Time       // time of the timer, never after the deadline; zero if it is not set
}

// state is the state of a Service.
type state uint8

const (
	syncing state = iota // a handshake is under way; no call is on the line
	ready                // the board answers the calls
	down                 // no handshake has succeeded; the next Send tries again
	closed               // closed; err has the reason
)

// numNonces is the number of INFOs in a handshake. Among n old responses some can be taken for a
// handshake's with a chance of at most n/256^numNonces, and only if they answer INFOs.
const numNonces = 6

// A CANCEL may use this much of the board's reserve for small requests; the rest is for the CANCEL
// and the INFOs of a handshake.
const cancelReserve = service.QueueReserve - 3*(1+numNonces) - 2

// maxCalls keeps the one-byte ids of the calls in flight apart, with a wide gap.
const maxCalls = 200

// Limits limits the waits and tries of a Service. A zero field means the default.
type Limits struct {
	// Answer is the time limit of a handshake, and of a request after all requests before it have
	// been answered. The default is 1 second; a simulated chip needs some thousand times the limit
	// of a board.
	Answer time.Duration
	// Playout is the additional time of a RUN for each of its playouts. The default is 1
	// millisecond: a single lane plays far faster.
	Playout time.Duration
	// Tries limits the handshakes in a row without any response to a call: after them all calls end
	// with an error. The default is 8.
	Tries int
}

// Call is a request in flight.
type Call struct {
	payload  []byte
	id       byte
	internal bool // loads a root again, without a caller
	done     chan struct{}

	response service.Response
	err      error
}

// Signs of damage or loss on the line. They are the causes in the error of a call that was given
// up; another cause is ErrTimeout.
var (
	ErrOrder   = errors.New("a response that belongs to no request")
	ErrDamaged = errors.New("a damaged frame")
	ErrNoSense = errors.New("a response that makes no sense")
)

// ErrClosed means that the service was closed.
var ErrClosed = errors.New("wire: the service is closed")

// StatusError is a response with a status that is not OK.
type StatusError struct{ Status service.Status }

// Error returns the status as text.
func (e *StatusError) Error() string { return "wire: the service: " + e.Status.String() }

// NewService takes over a line in any state, and begins with a handshake. It reads and writes in
// the background until Close, or until the line fails.
func NewService(line io.ReadWriteCloser, limits Limits) *Service {
	s := &Service{id: byte(rand.N(256)), limits: Limits{
		Answer:  cmp.Or(limits.Answer, time.Second),
		Playout: cmp.Or(limits.Playout, time.Millisecond),
		Tries:   cmp.Or(limits.Tries, 8),
	}}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin(line, s)
	s.timer = time.AfterFunc(s.limits.Answer, s.expire)
	s.alarm = time.Now().Add(s.limits.Answer)
	s.shake()
	return s
}

// Resyncs returns how often the service found damage or loss, and began again with a handshake.
func (s *Service) Resyncs() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.resyncs
}

// Send sends a request and returns at once, unless the requests in flight fill the board's queue:
// then it waits for room, or until ctx is done. Requests are done in the order of Send. An invalid
// request is not sent: its call ends with the error of Validate. The tags of the request do not
// count: each LOAD gets a tag of its own, and a RUN or PICK the tag of the root's latest LOAD.
func (s *Service) Send(ctx context.Context, request service.Request) *Call {
	if load, ok := request.(service.Load); ok {
		load.Tag = uint16(rand.Uint32()) // no other program has it
		request = load
	}
	c := &Call{payload: request.Append(nil, 0), done: make(chan struct{})}
	invalid := request.Validate()
	s.mu.Lock()
	defer s.mu.Unlock()
	// A CANCEL must not wait for the requests that it ends: it has a reserve.
	limit, most := service.MaxWaiting, maxCalls
	if c.kind() == service.KindCancel {
		limit, most = limit+cancelReserve, most+service.QueueReserve
	}
	full := func() bool { return s.size+c.size() > limit || len(s.calls) >= most }
	if full() {
		defer context.AfterFunc(ctx, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.change.Broadcast()
		})()
	}
	for invalid == nil && s.state != closed && ctx.Err() == nil && full() {
		s.change.Wait()
	}
	if err := cmp.Or(invalid, s.err, ctx.Err()); err != nil {
		c.end(service.Response{}, err)
		return c
	}
	if len(s.calls) == 0 {
		s.failures = 0 // earlier handshakes do not count
	}
	s.calls = append(s.calls, c)
	s.size += c.size()
	if c.kind() == service.KindCancel {
		s.dropCancelled()
	}
	switch s.state {
	case down:
		s.shake()
	case ready:
		s.pump()
	}
	return c
}

// Wait waits for the response, or until ctx is done; the request then stays in flight. The error is
// a *StatusError if the service refused the request or cancelled it; the response to a cancelled
// run has the sums of the finished playouts. After any other error there is no response: the board
// gave none after all tries, or the line is closed.
func (c *Call) Wait(ctx context.Context) (service.Response, error) {
	select {
	case <-c.done:
		return c.response, c.err
	case <-ctx.Done():
		return service.Response{}, fmt.Errorf("wire: no response: %w", context.Cause(ctx))
	}
}

func (c *Call) kind() byte { return c.payload[0] }

// root returns the root of a LOAD, RUN or PICK.
func (c *Call) root() int { return int(c.payload[2] & 1) }

// playouts returns the number of playouts of a RUN.
func (c *Call) playouts() int { return int(binary.BigEndian.Uint16(c.payload[5:])) }

// size returns the bytes that the request takes in the board's queue.
func (c *Call) size() int { return len(c.payload) + 1 }

// tag returns the place of the tag in a LOAD, RUN or PICK.
func (c *Call) tag() []byte { return c.payload[len(c.payload)-2:] }

// plays reports whether a CANCEL ends the request.
func (c *Call) plays() bool {
	return c.kind() == service.KindRun || c.kind() == service.KindPick
}

// end gives the call its response.
func (c *Call) end(r service.Response, err error) {
	c.response, c.err = r, err
	close(c.done)
}

// damaged takes note of a damaged frame. The caller holds mu, as for all methods below.
func (s *Service) damaged() {
	s.run = 0
	s.lose(ErrDamaged)
}

// die ends all calls for good.
func (s *Service) die(err error) {
	if s.state == closed {
		return
	}
	s.state, s.closed, s.err, s.out = closed, true, err, nil
	s.timer.Stop()
	s.endAll(err)
}

func (s *Service) endAll(err error) {
	for _, c := range s.calls {
		c.end(service.Response{}, err)
	}
	s.calls, s.sent, s.waiting, s.size = nil, 0, 0, 0
	s.change.Broadcast()
}

// receive takes a good frame.
func (s *Service) receive(payload []byte) {
	r, err := service.ParseResponse(payload)
	switch s.state {
	case syncing:
		if err != nil || r.Request != service.KindInfo || r.Status != service.OK {
			s.run = 0
			return
		}
		copy(s.latest[:], s.latest[1:])
		s.latest[numNonces-1] = r.ID
		if s.run++; s.run >= numNonces && s.latest == s.nonces {
			s.synced(r.Info)
		}
	case ready:
		switch {
		case err != nil:
			s.lose(ErrNoSense)
		case s.sent == 0 || s.calls[0].id != r.ID || s.calls[0].kind() != r.Request:
			s.lose(ErrOrder)
		default:
			s.respond(s.calls[0], r)
		}
	}
}

// respond takes the response to the first call.
func (s *Service) respond(c *Call, r service.Response) {
	if c.plays() && s.loaded[c.root()] == nil && r.Status != service.Cancelled {
		// If the root holds a position nevertheless, an earlier program loaded it.
		r = service.Response{Request: r.Request, ID: r.ID, Status: service.NotLoaded}
	} else if err := s.check(c, r); err != nil {
		s.lose(err)
		return
	}
	if c.kind() == service.KindLoad {
		if r.Status == service.OK {
			s.loaded[c.root()] = c.payload
		} else if last := s.loaded[c.root()]; last != nil && bytes.Equal(c.tag(), binary.BigEndian.AppendUint16(nil, s.tags[c.root()])) {
			s.tags[c.root()] = binary.BigEndian.Uint16(last[len(last)-2:]) // the root is unchanged
		}
	}
	var err error
	if r.Status != service.OK {
		err = &StatusError{r.Status}
	}
	s.calls = s.calls[1:]
	s.sent--
	s.waiting -= c.size()
	if !c.internal {
		s.size -= c.size()
		s.failures = 0
		s.change.Broadcast()
	}
	c.end(r, err)
	s.pump()
	s.wait()
}

// check returns an error if a response cannot belong to the first call's request: the board was
// reset, or a frame was damaged in a way that its CRC does not show.
func (s *Service) check(c *Call, r service.Response) error {
	good := false
	switch r.Status {
	case service.OK:
		switch c.kind() {
		case service.KindRun:
			good = r.Sums.Playouts == c.playouts() && r.Sums.Wins[0]+r.Sums.Wins[1] <= r.Sums.Playouts
		case service.KindPick:
			good = r.Picked.None == (int(binary.BigEndian.Uint16(c.payload[3:])) >= r.Picked.Moves)
		default:
			good = true
		}
	case service.Cancelled:
		good = c.plays() && (c.kind() == service.KindPick || r.Sums.Playouts <= c.playouts()) &&
			slices.ContainsFunc(s.calls[:s.sent], func(c *Call) bool { return c.kind() == service.KindCancel })
	case service.BadPosition:
		good = c.kind() == service.KindLoad && !c.internal
	}
	if good {
		return nil
	}
	if r.Status != service.OK {
		return &StatusError{r.Status}
	}
	return ErrNoSense
}

// lose begins again after a loss, or gives up.
func (s *Service) lose(cause error) {
	if s.state == syncing && !errors.Is(cause, ErrTimeout) || s.state == down || s.state == closed {
		return // old frames may be damaged
	}
	if s.failures >= s.limits.Tries {
		s.giveUp(cause)
		return
	}
	s.resyncs++
	s.shake()
}

// giveUp ends all calls. The contents of roots with a LOAD under way are then unknown.
func (s *Service) giveUp(cause error) {
	for _, c := range s.calls {
		if c.kind() == service.KindLoad && !c.internal {
			s.loaded[c.root()] = nil
		}
	}
	s.state, s.out = down, nil
	s.endAll(fmt.Errorf("wire: given up after %s: %w", plural.Count(s.failures, "try", "tries"), cause))
}

// shake begins a handshake: the board drops its work and answers INFOs with fresh random ids. It
// answers in order, so that nothing old follows their responses on the line.
func (s *Service) shake() {
	s.failures++
	s.state, s.run = syncing, 0
	s.calls = slices.DeleteFunc(s.calls, func(c *Call) bool { return c.internal })
	s.sent, s.waiting = 0, 0
	s.dropCancelled()
	// Unwritten frames are dropped. The zero ends a frame that may be under way.
	s.out = service.AppendFrame([]byte{0}, service.Cancel{}.Append(nil, byte(rand.N(256))))
	for i := range s.nonces {
		s.nonces[i] = byte(rand.N(256))
		s.out = service.AppendFrame(s.out, service.InfoQuery{}.Append(nil, s.nonces[i]))
	}
	s.change.Broadcast()
	s.wait()
}

// synced ends the handshake: it loads the roots again, and then sends all calls again.
func (s *Service) synced(info service.Info) {
	if info.Version != service.Version {
		s.die(fmt.Errorf("wire: the board has version %d of the service, want %d", info.Version, service.Version))
		return
	}
	s.state = ready
	var loads []*Call
	for _, payload := range s.loaded {
		if payload != nil {
			loads = append(loads, &Call{payload: bytes.Clone(payload), internal: true, done: make(chan struct{})})
		}
	}
	s.calls = slices.Concat(loads, s.calls)
	s.pump()
}

// pump writes as many calls as the board has room for.
func (s *Service) pump() {
	before := s.sent
	for s.sent < len(s.calls) {
		c := s.calls[s.sent]
		limit := service.MaxWaiting
		if c.kind() == service.KindCancel {
			limit += cancelReserve
		}
		if s.waiting+c.size() > limit {
			break
		}
		s.id++
		c.id, c.payload[1] = s.id, s.id
		switch {
		case c.kind() == service.KindLoad:
			s.tags[c.root()] = binary.BigEndian.Uint16(c.tag())
		case c.plays():
			binary.BigEndian.PutUint16(c.tag(), s.tags[c.root()])
		}
		s.out = service.AppendFrame(s.out, c.payload)
		s.waiting += c.size()
		s.sent++
	}
	if s.sent > before {
		s.change.Broadcast()
	}
	if before == 0 {
		s.wait()
	}
}

// dropCancelled ends the playing calls before a CANCEL that are not on the line: none of their
// playouts has begun.
func (s *Service) dropCancelled() {
	last := len(s.calls)
	for last > s.sent && s.calls[last-1].kind() != service.KindCancel {
		last--
	}
	kept := s.calls[:s.sent:s.sent]
	for i, c := range s.calls[s.sent:] {
		if s.sent+i < last && c.plays() {
			s.size -= c.size()
			c.end(service.Response{Request: c.kind(), Status: service.Cancelled}, &StatusError{service.Cancelled})
		} else {
			kept = append(kept, c)
		}
	}
	s.calls = kept
	s.change.Broadcast()
}

// wait sets the deadline of the awaited response.
func (s *Service) wait() {
	limit := s.limits.Answer
	switch {
	case s.state == ready && s.sent > 0:
		if c := s.calls[0]; c.kind() == service.KindRun {
			limit += time.Duration(c.playouts()) * s.limits.Playout
		}
	case s.state != syncing:
		return
	}
	s.deadline = time.Now().Add(limit)
	// The alarm is not set at every response: one that comes too early is set again.
	if s.alarm.IsZero() || s.deadline.Before(s.alarm) {
		s.alarm = s.deadline
		s.timer.Reset(limit)
	}
}

// expire checks whether the deadline has passed.
func (s *Service) expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.alarm = time.Time{}
	if s.state != syncing && (s.state != ready || s.sent == 0) {
		return // no response is awaited
	}
	if left := time.Until(s.deadline); left > 0 {
		s.alarm = s.deadline
		s.timer.Reset(left)
		return
	}
	s.lose(ErrTimeout)
}
