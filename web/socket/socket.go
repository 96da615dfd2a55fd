// Package socket lets the page play against players that a browser cannot run: the players of the
// program, which use all of the machine, run other programs, simulate the chip, and open serial
// ports. The page asks by WebSocket, in JSON, as it asks golden in its workers:
//
//	{"id": 1, "call": "players"}                                     which kinds there are
//	{"id": 2, "call": "think", "args": {"player": "tree:time=2s", "first": 1, "moves": [], "seed": 7}}
//	{"id": 3, "call": "stop", "args": {"id": 2}}                     gives a thought up
//
// and is answered {"id", "result"} or {"id", "error"}, perhaps after some {"id", "report"}. The
// answer to any other message is {"error"}, and the calls under way go on.
//
// Since that starts programs and opens ports, a client must know a secret, the token, which it
// gives as the subprotocol "token.TOKEN" beside the one named Protocol: browsers can send no
// other header. A page of another origin is refused all the same.
package socket

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
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

// Path is where the server listens for sockets.
const Path = "/players"

// Protocol is the name of the protocol, and tokenPrefix precedes the token.
const (
	Protocol    = "tessera.1"
	tokenPrefix = "token."
)

// Limits of what clients may ask for.
const (
	MaxMessage = 1 << 16 // bytes of a message
	maxCalls   = 8       // calls of a client at a time
	maxSeats   = 4       // players of a client that are kept ready
	MaxClients = 8
)

// Times.
const (
	writeTime = 10 * time.Second
	pingEvery = 30 * time.Second
	// endTime is the time that a search has to end when it is given up, before its player is
	// stopped.
	endTime = 500 * time.Millisecond
)

// Server answers clients. The zero value is of no use; see New.
type Server struct {
	token    string
	searches chan struct{} // one for each search under way
	open     func(env play.Env, spec string) (play.Player, error)
	mu       sync.Mutex
	clients  int
	all      sync.WaitGroup
}

// New returns a server with its own token. The server runs as many searches at a time as the
// machine has processors, and others wait.
func New() *Server {
	secret := make([]byte, 16)
	rand.Read(secret) // does not fail
	return &Server{token: hex.EncodeToString(secret), searches: make(chan struct{}, runtime.NumCPU()), open: open}
}

// Token returns what clients must know.
func (s *Server) Token() string { return s.token }

// Wait waits until all clients are gone.
func (s *Server) Wait() { s.all.Wait() }

// known reports whether a request has the token.
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

// ServeHTTP talks to a client until it goes, or the request's context is done.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.known(r) {
		http.Error(w, "the token is missing or wrong: open the address that tessera web has printed", http.StatusForbidden)
		return
	}
	// Accept refuses other origins itself.
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{Protocol}})
	if err != nil {
		return // Accept has answered
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

// client is a page at the other end of a socket.
type client struct {
	server *Server
	conn   *websocket.Conn
	ctx    context.Context // as long as the client is there
	under  sync.WaitGroup  // calls under way

	mu    sync.Mutex
	calls map[int64]context.CancelFunc // under way, by their number
	seats []*seat                      // the latest used last
}

// ping finds out when the other end has gone without a word.
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

// response is what it gets.
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
	c.conn.Write(ctx, websocket.MessageText, text) // a client that does not receive it is gone, which listen notices
}

// listen takes requests until the socket ends.
func (c *client) listen() {
	for {
		kind, text, err := c.conn.Read(c.ctx)
		if err != nil {
			return // the library has told the client of messages that are too long
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

// strict reads JSON without members that nobody asks for.
func strict(text []byte, into any) error {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("more than one value")
	}
	return nil
}

// begin begins a call, unless there are too many.
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

// Kind is a kind of player, for the page to offer.
type Kind struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

// serialKind is the kind of a board at a serial port, which the registry does not have.
var serialKind = Kind{"serial", "a board at a serial port: serial:PATH, such as serial:/dev/ttyUSB0"}

// people is the kind that sits at a terminal.
const people = "human"

// kinds returns the kinds of players that a client can ask for.
func kinds() (all []Kind) {
	g, err := play.Find(duogame.Name)
	if err != nil {
		panic(err) // the import registers it
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

// stopArgs name a call.
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

// leave ends all that the client has begun.
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
