// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package relay carries messages between pages that play a game together. A page, the host, opens a
// room; the pages that know the room's name, the guests, join it. The relay understands no message:
// the pages judge them.
//
// A page connects by WebSocket at Path?room=ROOM, the host with &key=KEY besides; both are 32
// hexadecimal digits that the host has chosen. The host hears {"page": 0} once the room is open. What a
// guest sends goes to the host as {"page", "text"}, with the guest's number in the room from 1, and
// {"page", "text"} of the host goes to that guest as text. {"page", "gone"} tells the host that a guest
// has left. A room lasts as long as its host's connection. After a reload, or when the server has been started
// anew, the host opens the room again under its name.
package relay

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Path is the URL path of the rooms. Header names them in the answers of a server that has them.
const (
	Path   = "/friends"
	Header = "Tessera-Friends"
)

// Limits.
const (
	MaxMessage = 1 << 14 // bytes per message
	MaxRooms   = 32
	MaxGuests  = 16 // per room
	maxWaiting = 32 // messages to a page that it has not read yet
)

// Intervals and timeouts.
const (
	writeTime = 10 * time.Second
	pingEvery = 30 * time.Second
	idleTime  = 2 * time.Hour // life of a room in which no page says anything
)

// Statuses of a connection that the relay closes. A page connects again after NoHost only.
const (
	NoHost   websocket.StatusCode = 4404
	Idle     websocket.StatusCode = 4408
	Replaced websocket.StatusCode = 4409
	Full     websocket.StatusCode = websocket.StatusTryAgainLater
	Bad      websocket.StatusCode = websocket.StatusPolicyViolation
)

// Server has the rooms. Create it with New.
type Server struct {
	idle  time.Duration
	mu    sync.Mutex
	rooms map[string]*room
	all   sync.WaitGroup
}

// New returns a server without rooms.
func New() *Server { return &Server{idle: idleTime, rooms: map[string]*room{}} }

// Wait waits until all pages have disconnected.
func (s *Server) Wait() { s.all.Wait() }

// room is a host with its guests. The server's mu guards it.
type room struct {
	key    string
	host   *page
	guests map[int]*page
	latest int // number of the latest guest
	idle   *time.Timer
}

// envelope is a message between the host and the relay.
type envelope struct {
	Page int    `json:"page"` // the guest's number; 0: from the relay itself
	Text string `json:"text,omitempty"`
	Gone bool   `json:"gone,omitempty"`
}

// opened tells a host that its room is open.
var opened = []byte(`{"page":0}`)

var secret = regexp.MustCompile(`^[0-9a-f]{32}$`)

// ServeHTTP serves a page until it disconnects or the request's context is done.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	name, key := query.Get("room"), query.Get("key")
	for what, text := range map[string]string{"room": name, "key": key} {
		if (what == "room" || query.Has(what)) && !secret.MatchString(text) {
			http.Error(w, fmt.Sprintf("%s %.40q, want 32 hexadecimal digits", what, text), http.StatusBadRequest)
			return
		}
	}
	conn, err := websocket.Accept(w, r, nil) // refuses other origins, and requests that are no WebSocket's
	if err != nil {
		return // Accept has sent the answer
	}
	defer conn.CloseNow()
	conn.SetReadLimit(MaxMessage)
	s.all.Add(1)
	defer s.all.Done()
	ctx, cancel := context.WithCancel(r.Context())
	p := &page{conn: conn, out: make(chan []byte, maxWaiting), ended: make(chan struct{})}
	var written sync.WaitGroup
	written.Go(func() { p.write(ctx) })
	if query.Has("key") {
		s.host(ctx, p, name, key)
	} else {
		s.guest(ctx, p, name)
	}
	cancel()
	written.Wait()
}

// host serves the host of a room.
func (s *Server) host(ctx context.Context, p *page, name, key string) {
	r := s.open(p, name, key)
	if r == nil {
		p.drain(ctx)
		return
	}
	defer s.close(name, r)
	for {
		text, ok := p.read(ctx)
		if !ok {
			return
		}
		var to envelope
		if err := json.Unmarshal(text, &to); err != nil || to.Page <= 0 {
			p.end(Bad, `want a message {"page", "text"}`)
			continue
		}
		s.mu.Lock()
		s.used(name, r)
		if guest := r.guests[to.Page]; guest != nil { // a guest that has left misses nothing
			guest.send([]byte(to.Text))
		}
		s.mu.Unlock()
	}
}

// open opens a room for its host. It returns nil, and ends the connection, if that cannot be.
func (s *Server) open(p *page, name, key string) *room {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.rooms[name]; old != nil {
		if subtle.ConstantTimeCompare([]byte(old.key), []byte(key)) != 1 {
			p.end(Bad, "another page has this room")
			return nil
		}
		old.end(Replaced, "another tab has opened the same invitation")
		delete(s.rooms, name)
	}
	if len(s.rooms) >= MaxRooms {
		p.end(Full, fmt.Sprintf("%d games are played here, and no more can be", MaxRooms))
		return nil
	}
	r := &room{key: key, host: p, guests: map[int]*page{}}
	r.idle = time.AfterFunc(s.idle, func() { p.end(Idle, "nobody has played for a long time") })
	s.rooms[name] = r
	p.send(opened)
	return r
}

// used lets a room that is still open live on.
func (s *Server) used(name string, r *room) {
	if s.rooms[name] == r {
		r.idle.Reset(s.idle)
	}
}

// end ends a room: the host's connection with a status and reason, and its guests'.
func (r *room) end(status websocket.StatusCode, reason string) {
	r.idle.Stop()
	r.host.end(status, reason)
	for _, guest := range r.guests {
		guest.end(NoHost, noHost)
	}
}

const noHost = "the page that invites is not open"

// close closes a room that its host has left.
func (s *Server) close(name string, r *room) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.end(websocket.StatusNormalClosure, "")
	if s.rooms[name] == r {
		delete(s.rooms, name)
	}
}

// guest serves a guest of a room.
func (s *Server) guest(ctx context.Context, p *page, name string) {
	r, number := s.join(p, name)
	if r == nil {
		p.drain(ctx)
		return
	}
	tell := func(e envelope) {
		packed, _ := json.Marshal(e) // strings always have a form in JSON
		s.mu.Lock()
		defer s.mu.Unlock()
		s.used(name, r)
		r.host.send(packed)
	}
	for {
		text, ok := p.read(ctx)
		if !ok {
			break
		}
		tell(envelope{Page: number, Text: string(text)})
	}
	s.mu.Lock()
	delete(r.guests, number)
	s.mu.Unlock()
	tell(envelope{Page: number, Gone: true})
}

// join lets a guest into a room. It returns nil, and ends the connection, if that cannot be.
func (s *Server) join(p *page, name string) (*room, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rooms[name]
	switch {
	case r == nil:
		p.end(NoHost, noHost)
		return nil, 0
	case len(r.guests) >= MaxGuests:
		p.end(Full, fmt.Sprintf("%d pages look on, and no more can", MaxGuests))
		return nil, 0
	}
	r.latest++
	r.guests[r.latest] = p
	return r, r.latest
}

// page is a connected page.
type page struct {
	conn   *websocket.Conn
	out    chan []byte // messages to it
	once   sync.Once
	ended  chan struct{} // closed once status and reason hold
	status websocket.StatusCode
	reason string
}

// end lets the connection end after the messages that wait.
func (p *page) end(status websocket.StatusCode, reason string) {
	p.once.Do(func() {
		p.status, p.reason = status, reason
		close(p.ended)
	})
}

// send sends a message, without waiting for a page that is too slow: its connection ends.
func (p *page) send(text []byte) {
	select {
	case p.out <- text:
	default:
		p.end(Bad, "the page reads too slowly")
	}
}

// read returns the page's next message, unless the connection is over.
func (p *page) read(ctx context.Context) ([]byte, bool) {
	for {
		kind, text, err := p.conn.Read(ctx)
		if err != nil || kind == websocket.MessageText {
			return text, err == nil
		}
		p.end(Bad, "a message in bytes, want one in text")
	}
}

// drain reads on until the connection is over.
func (p *page) drain(ctx context.Context) {
	for {
		if _, ok := p.read(ctx); !ok {
			return
		}
	}
}

// write writes the messages to the page until the connection is over. Its pings detect a page that is
// gone without closing the connection.
func (p *page) write(ctx context.Context) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		var err error
		select {
		case text := <-p.out:
			err = p.within(ctx, func(ctx context.Context) error { return p.conn.Write(ctx, websocket.MessageText, text) })
		case <-tick.C:
			err = p.within(ctx, p.conn.Ping)
		case <-ctx.Done():
			return
		case <-p.ended:
			for len(p.out) > 0 && err == nil {
				text := <-p.out
				err = p.within(ctx, func(ctx context.Context) error { return p.conn.Write(ctx, websocket.MessageText, text) })
			}
			p.conn.Close(p.status, p.reason) // read notices the end
			return
		}
		if err != nil {
			p.conn.CloseNow()
			return
		}
	}
}

func (p *page) within(ctx context.Context, act func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return act(ctx)
}
