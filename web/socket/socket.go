// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package socket lets the page play against players that a browser cannot run: the program's native
// players. They use the whole machine, run other programs, simulate the chip and open serial ports.
// The page sends requests over WebSocket in JSON, as it does to golden in its workers:
//
//	{"id": 1, "call": "players"}                                     which kinds there are
//	{"id": 2, "call": "think", "args": {"player": "tree:time=2s", "first": 1, "moves": [], "seed": 7}}
//	{"id": 3, "call": "stop", "args": {"id": 2}}                     gives a thought up
//
// The answer is {"id", "result"} or {"id", "error"}, perhaps after some {"id", "report"}. An
// invalid message gets {"error"} and does not disturb the calls under way.
//
// Native players start programs and open ports, so a client must know a secret, the token. The
// client sends it as the subprotocol "token.TOKEN" next to the subprotocol Protocol, because
// browsers can send no other header. The server also refuses pages of another origin.
package socket

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	duogame "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/play"
)

// Path is the URL path of the socket.
const Path = "/players"

// Protocol is the name of the protocol. tokenPrefix precedes the token.
const (
	Protocol    = "tessera.1"
	tokenPrefix = "token."
)

// Limits for clients.
const (
	MaxMessage = 1 << 16 // bytes per message
	maxCalls   = 8       // concurrent calls per client
	maxSeats   = 4       // players kept per client
	MaxClients = 8
)

// Intervals and timeouts.
const (
	writeTime = 10 * time.Second
	pingEvery = 30 * time.Second
	// endTime is the grace period of a stopped search, before its player is stopped.
	endTime = 500 * time.Millisecond
)

// Server answers clients. Create it with New.
type Server struct {
	token    string
	searches chan struct{} // one element for each search under way
	open     func(env play.Env, spec string) (play.Player, error)
	mu       sync.Mutex
	clients  int
	all      sync.WaitGroup
}

// New returns a server with its own token. The number of concurrent searches is limited to the
// number of processors; further searches wait.
func New() *Server {
	secret := make([]byte, 16)
	rand.Read(secret) // never fails
	return &Server{token: hex.EncodeToString(secret), searches: make(chan struct{}, runtime.NumCPU()), open: open}
}

// Token returns the token that clients need.
func (s *Server) Token() string { return s.token }

// Wait waits until all clients have disconnected.
func (s *Server) Wait() { s.all.Wait() }

// known reports whether a request has the right token.
func (s *Server) known(r *http.Request) bool {
	for _, header := range r.Header.Values("Sec-WebSocket-Protocol") {
		for name := range strings.SplitSeq(header, ",") {
			token, ok := strings.CutPrefix(strings.TrimSpace(name), tokenPrefix)
			if ok && subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) == 1 {
				return true
			}
		}
	}
	return false
}

// ServeHTTP serves a client until it disconnects or the request's context is done.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.known(r) {
		http.Error(w, "the token is missing or wrong: open the address that tessera web has printed", http.StatusForbidden)
		return
	}
	// Accept itself refuses other origins.
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{Protocol}})
	if err != nil {
		return // Accept has sent the answer
	}
	defer conn.CloseNow()
	s.mu.Lock()
	full := s.clients >= MaxClients
	if !full {
		s.clients++
		s.all.Add(1)
	}
	s.mu.Unlock()
	if full {
		conn.Close(websocket.StatusTryAgainLater, fmt.Sprintf("%d pages are connected, and no more can be", MaxClients))
		return
	}
	defer func() {
		s.mu.Lock()
		s.clients--
		s.mu.Unlock()
		s.all.Done()
	}()
	conn.SetReadLimit(MaxMessage)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	c := &client{server: s, conn: conn, ctx: ctx, calls: map[int64]context.CancelFunc{}}
	go c.ping(cancel)
	c.listen()
	cancel()
	c.leave()
}

// client is a page connected by a socket.
type client struct {
	server *Server
	conn   *websocket.Conn
	ctx    context.Context // done when the client disconnects
	under  sync.WaitGroup  // calls under way

	mu    sync.Mutex
	calls map[int64]context.CancelFunc // under way, by ID
	seats []*seat                      // the most recently used last
}

// ping detects a client that is gone without closing the connection.
func (c *client) ping(gone func()) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-tick.C:
			ctx, cancel := context.WithTimeout(c.ctx, pingEvery)
			err := c.conn.Ping(ctx)
			cancel()
			if err != nil {
				gone()
				return
			}
		}
	}
}

// request is a message from a client.
type request struct {
	ID   int64           `json:"id"`
	Call string          `json:"call"`
	Args json.RawMessage `json:"args"`
}

// response is the answer to a request.
type response struct {
	ID     int64  `json:"id,omitempty"`
	Result any    `json:"result,omitempty"`
	Report any    `json:"report,omitempty"`
	Error  string `json:"error,omitempty"`
}

func (c *client) send(r response) {
	text, err := json.Marshal(r)
	if err != nil {
		text, _ = json.Marshal(response{ID: r.ID, Error: err.Error()})
	}
	ctx, cancel := context.WithTimeout(c.ctx, writeTime)
	defer cancel()
	c.conn.Write(ctx, websocket.MessageText, text) // listen notices a client that is gone
}

// listen reads requests until the socket closes.
func (c *client) listen() {
	for {
		kind, text, err := c.conn.Read(c.ctx)
		if err != nil {
			return // the library has reported an overlong message to the client
		}
		var r request
		switch {
		case kind != websocket.MessageText:
			c.send(response{Error: "a message in bytes, want one in text"})
		case strict(text, &r) != nil:
			c.send(response{Error: fmt.Sprintf("message %.60q: %v; want {id, call, args}", text, strict(text, &r))})
		case r.ID <= 0:
			c.send(response{Error: fmt.Sprintf("id %d, want a number above 0", r.ID)})
		default:
			c.begin(r)
		}
	}
}

// strict parses JSON and refuses unknown members.
func strict(text []byte, into any) error {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}

// begin starts a call, unless too many are under way.
func (c *client) begin(r request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.calls[r.ID] != nil:
		c.send(response{ID: r.ID, Error: fmt.Sprintf("call %d is still under way", r.ID)})
		return
	case len(c.calls) >= maxCalls:
		c.send(response{ID: r.ID, Error: fmt.Sprintf("%d calls are under way, and no more can be", maxCalls)})
		return
	}
	ctx, cancel := context.WithCancel(c.ctx)
	c.calls[r.ID] = cancel
	c.under.Go(func() {
		result, err := c.call(ctx, r)
		c.mu.Lock()
		delete(c.calls, r.ID)
		c.mu.Unlock()
		cancel()
		answer := response{ID: r.ID, Result: result}
		if err != nil {
			answer = response{ID: r.ID, Error: err.Error()}
		}
		c.send(answer)
	})
}

// Kind is a kind of player that the page can offer.
type Kind struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

// serialKind is the kind of a board at a serial port. It is not in the registry.
var serialKind = Kind{"serial", "a board at a serial port: serial:PATH, such as serial:/dev/ttyUSB0"}

// people is the kind of a person at a terminal.
const people = "human"

// kinds returns the kinds of players that a client can use.
func kinds() (all []Kind) {
	g, err := play.Find(duogame.Name)
	if err != nil {
		panic(err) // registered by the import
	}
	for _, k := range g.AllKinds() {
		if k.Name != people {
			all = append(all, Kind{k.Name, k.Help})
		}
	}
	all = append(all, serialKind)
	slices.SortFunc(all, func(a, b Kind) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// stopArgs select a call.
type stopArgs struct {
	ID int64 `json:"id"`
}

// call makes a call.
func (c *client) call(ctx context.Context, r request) (any, error) {
	if r.Args == nil {
		r.Args = json.RawMessage("{}")
	}
	switch r.Call {
	case "players":
		return kinds(), nil
	case "stop":
		var a stopArgs
		if err := strict(r.Args, &a); err != nil {
			return nil, fmt.Errorf("stop: %w", err)
		}
		c.mu.Lock()
		stop := c.calls[a.ID]
		c.mu.Unlock()
		if stop != nil {
			stop()
		}
		return stop != nil, nil
	case "think":
		var a thinkArgs
		if err := strict(r.Args, &a); err != nil {
			return nil, fmt.Errorf("think: %w", err)
		}
		return c.think(ctx, a, func(text string) {
			c.send(response{ID: r.ID, Report: report{text}})
		})
	}
	return nil, fmt.Errorf("no call is named %.60q, want players, think or stop", r.Call)
}

// leave stops all calls and players of the client.
func (c *client) leave() {
	c.under.Wait()
	c.mu.Lock()
	seats := c.seats
	c.seats = nil
	c.mu.Unlock()
	for _, seat := range seats {
		seat.end()
	}
	for _, seat := range seats {
		<-seat.ended
	}
}
