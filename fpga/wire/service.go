package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"github.com/tessera-fpga/tessera/golden/service"
)

// Service is the program's end of the service port, see service.Model: it keeps
// many requests in flight. Its methods may be called by several goroutines; the
// requests then stand in some order on the line, and LOAD and RUN of one root
// belong to one goroutine, or to several that agree.
type Service struct {
	rw io.ReadWriter

	mu      sync.Mutex
	change  sync.Cond // of anything below
	out     []byte    // frames to write, in the order of due
	due     []*ServiceCall
	waiting int // bytes of the queue that the requests in due take
	id      byte
	matched bool // a response has come
	err     error
}

// ServiceCall is a request in flight.
type ServiceCall struct {
	kind byte
	id   byte
	size int
	done chan struct{}

	response service.Response
	err      error
}

// ErrServiceOrder says that a response came that belongs to no request.
var ErrServiceOrder = errors.New("wire: a response that belongs to no request: one was lost")

// NewService takes a line over, reads from it and writes to it in the background,
// until that fails: to end it, close the line. What the board still answers to a program
// that had the line before is dropped, until the first own response; to spare the
// board the rest of that program's runs, begin with a service.Cancel.
func NewService(rw io.ReadWriter) *Service {
	s := &Service{rw: rw, id: byte(rand.N(256))} // responses to another program have other ids
	s.change.L = &s.mu
	s.out = []byte{0} // whatever is on the line is no part of the first request
	go s.send()
	go s.receive()
	return s
}

// send writes the requests.
func (s *Service) send() {
	for {
		s.mu.Lock()
		for len(s.out) == 0 && s.err == nil {
			s.change.Wait()
		}
		out, err := s.out, s.err
		s.out = nil
		s.mu.Unlock()
		if err != nil {
			return
		}
		if _, err := s.rw.Write(out); err != nil {
			s.fail(fmt.Errorf("wire: %w", err))
			return
		}
	}
}

// receive takes the responses.
func (s *Service) receive() {
	var decoder service.Decoder
	buf := make([]byte, 4096)
	for {
		n, err := s.rw.Read(buf)
		for _, b := range buf[:n] {
			payload := decoder.Add(b)
			if payload == nil {
				continue
			}
			if err := s.respond(payload); err != nil {
				s.fail(err)
				return
			}
		}
		if err != nil {
			s.fail(fmt.Errorf("wire: the line is dead: %w", err))
			return
		}
	}
}

// respond hands a response to its call.
func (s *Service) respond(payload []byte) error {
	r, err := service.ParseResponse(payload)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && (len(s.due) == 0 || s.due[0].id != r.ID || s.due[0].kind != r.Request) {
		err = ErrServiceOrder
	}
	if err != nil {
		if !s.matched {
			return nil
		}
		return err
	}
	s.matched = true
	c := s.due[0]
	s.due = s.due[1:]
	s.waiting -= c.size
	c.response = r
	if r.Status != service.OK {
		c.err = &ServiceError{r.Status}
	}
	close(c.done)
	s.change.Broadcast()
	return nil
}

// fail ends all calls.
func (s *Service) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	for _, c := range s.due {
		c.err = s.err
		close(c.done)
	}
	s.due = nil
	s.change.Broadcast()
}

// ServiceError is a response with a status that is not OK.
type ServiceError struct{ Status service.Status }

// Error returns the status as text.
func (e *ServiceError) Error() string { return "wire: the service: " + e.Status.String() }

// Send sends a request and returns at once, unless the board's queue is full: then
// it waits until there is room, or ctx is done. Requests are done in the order of
// Send. One that is not valid is not sent: its call ends with the error of Validate.
func (s *Service) Send(ctx context.Context, request service.Request) *ServiceCall {
	defer context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.change.Broadcast()
	})()
	s.mu.Lock()
	defer s.mu.Unlock()
	payload := request.Append(nil, 0)
	c := &ServiceCall{kind: payload[0], size: len(payload) + 1, done: make(chan struct{})}
	// A CANCEL must not wait for what it is to end: there is a reserve for it. And
	// ids must not be taken twice.
	invalid := request.Validate()
	for invalid == nil && s.err == nil && ctx.Err() == nil && c.kind != service.KindCancel && (s.waiting+c.size > service.MaxWaiting || len(s.due) > 200) {
		s.change.Wait()
	}
	if err := cmp.Or(invalid, s.err, ctx.Err()); err != nil {
		c.err = err
		close(c.done)
		return c
	}
	s.id++
	c.id, payload[1] = s.id, s.id
	s.due = append(s.due, c)
	s.waiting += c.size
	s.out = service.AppendFrame(s.out, payload)
	s.change.Broadcast()
	return c
}

// Wait waits for the response, or until ctx is done: nothing else tells that a
// response was lost of which none follows. The error is a *ServiceError if the
// service refused the request or cancelled it; of a cancelled run the response has
// the sums of the playouts that were played.
func (c *ServiceCall) Wait(ctx context.Context) (service.Response, error) {
	select {
	case <-c.done:
		return c.response, c.err
	case <-ctx.Done():
		return service.Response{}, fmt.Errorf("wire: no response: %w", context.Cause(ctx))
	}
}
