// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package relay

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patience is how long a test waits for an answer.
const patience = 3 * time.Minute

// client is a page.
type client struct {
	*testing.T
	conn *websocket.Conn
}

func serve(t *testing.T, s *Server) *httptest.Server {
	t.Helper()
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.Close()
		s.Wait() // every page has been told, and no goroutine is left
		assert.Empty(t, s.rooms)
	})
	return h
}

// name returns a room's name or key.
func name(n int) string { return fmt.Sprintf("%032x", n) }

// connect connects a page: the host of the room if it has a key.
func connect(t *testing.T, h *httptest.Server, room, key string) *client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	address := "ws" + strings.TrimPrefix(h.URL, "http") + "?room=" + room
	if key != "" {
		address += "&key=" + key
	}
	conn, _, err := websocket.Dial(ctx, address, nil)
	require.NoError(t, err)
	t.Cleanup(func() { conn.CloseNow() })
	return &client{t, conn}
}

// open connects a host and waits until its room is open.
func open(t *testing.T, h *httptest.Server, room, key string) *client {
	t.Helper()
	c := connect(t, h, room, key)
	require.Equal(t, 0, c.hears(""))
	return c
}

func (c *client) send(text string) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), patience)
	defer cancel()
	require.NoError(c, c.conn.Write(ctx, websocket.MessageText, []byte(text)))
}

func (c *client) receive() string {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), patience)
	defer cancel()
	_, text, err := c.conn.Read(ctx)
	require.NoError(c, err)
	return string(text)
}

// hears receives a guest's message as the host, and returns the guest's number.
func (c *client) hears(text string) int {
	c.Helper()
	var e envelope
	require.NoError(c, json.Unmarshal([]byte(c.receive()), &e))
	require.Equal(c, text, e.Text)
	return e.Page
}

func (c *client) tell(guest int, text string) {
	c.Helper()
	packed, err := json.Marshal(envelope{Page: guest, Text: text})
	require.NoError(c, err)
	c.send(string(packed))
}

// ended requires that the connection ends with a status and a reason.
func (c *client) ended(status websocket.StatusCode, reason string) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), patience)
	defer cancel()
	for {
		_, _, err := c.conn.Read(ctx)
		if err == nil {
			continue // what was under way
		}
		var end websocket.CloseError
		require.ErrorAs(c, err, &end)
		require.Equal(c, status, end.Code)
		require.Contains(c, end.Reason, reason)
		return
	}
}

// TestRoom carries messages between a host and its guests, each to whom it is for.
func TestRoom(t *testing.T) {
	t.Parallel()
	h := serve(t, New())
	host := open(t, h, name(1), name(2))
	other := open(t, h, name(3), name(2))
	one := connect(t, h, name(1), "")
	one.send("hello from one")
	first := host.hears("hello from one")
	two := connect(t, h, name(1), "")
	two.send("\"quotes\" and ünicode\n")
	second := host.hears("\"quotes\" and ünicode\n")
	require.NotEqual(t, first, second)
	host.tell(first, "to one")
	host.tell(99, "to nobody")
	host.tell(second, "to two")
	require.Equal(t, "to one", one.receive())
	require.Equal(t, "to two", two.receive())

	// A guest that comes again is another.
	two.conn.Close(websocket.StatusNormalClosure, "")
	require.JSONEq(t, fmt.Sprintf(`{"page":%d,"gone":true}`, second), host.receive())
	again := connect(t, h, name(1), "")
	again.send("again")
	require.NotContains(t, []int{first, second}, host.hears("again"))

	// The host comes again, and the room is empty; its former guests have been told.
	next := open(t, h, name(1), name(2))
	host.ended(Replaced, "another tab")
	one.ended(NoHost, "not open")
	again.ended(NoHost, "not open")
	back := connect(t, h, name(1), "")
	back.send("back")
	next.tell(next.hears("back"), "welcome")
	require.Equal(t, "welcome", back.receive())

	// A last word arrives before the end.
	next.tell(1, "goodbye")
	next.conn.Close(websocket.StatusNormalClosure, "")
	require.Equal(t, "goodbye", back.receive())
	back.ended(NoHost, "not open")
	connect(t, h, name(1), "").ended(NoHost, "not open")

	other.conn.Close(websocket.StatusNormalClosure, "")
}

// TestBadRequests requires an answer that names what was expected.
func TestBadRequests(t *testing.T) {
	t.Parallel()
	h := serve(t, New())
	for _, c := range []struct {
		query, header, says string
		code                int
	}{
		{"", "", `room "", want 32 hexadecimal digits`, http.StatusBadRequest},
		{"?room=5", "", `room "5", want 32 hexadecimal digits`, http.StatusBadRequest},
		{"?room=" + strings.ToUpper(name(0xa)), "", "want 32 hexadecimal digits", http.StatusBadRequest},
		{"?room=" + strings.Repeat("a", 10_000), "", "want 32 hexadecimal digits", http.StatusBadRequest},
		{"?room=" + name(1) + "&key=", "", `key "", want 32 hexadecimal digits`, http.StatusBadRequest},
		{"?room=" + name(1) + "&key=../..", "", `key "../..", want 32 hexadecimal digits`, http.StatusBadRequest},
		{"?room=" + name(1), "", "WebSocket", http.StatusUpgradeRequired},
		{"?room=" + name(1), "https://evil.example", "evil.example", http.StatusForbidden},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/"+c.query, nil)
		if c.header != "" {
			for name, value := range map[string]string{"Origin": c.header, "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="} {
				r.Header.Set(name, value)
			}
		}
		w := httptest.NewRecorder()
		New().ServeHTTP(w, r)
		assert.Equal(t, c.code, w.Code, "%s: %s", c.query, w.Body)
		assert.Contains(t, w.Body.String(), c.says, c.query)
		assert.Less(t, w.Body.Len(), 300, c.query)
	}
}

// TestLimits reaches each limit.
func TestLimits(t *testing.T) {
	t.Parallel()
	h := serve(t, New())
	host := open(t, h, name(0), name(1))
	connect(t, h, name(0), name(2)).ended(Bad, "another page has this room")

	for range MaxGuests {
		guest := connect(t, h, name(0), "")
		guest.send("here")
		host.hears("here")
	}
	connect(t, h, name(0), "").ended(Full, "16 pages look on")

	for n := 1; n < MaxRooms; n++ {
		open(t, h, name(n), name(1))
	}
	connect(t, h, name(MaxRooms), name(1)).ended(Full, "32 games are played here")

	// A connection with a fault ends; the others stay.
	bad := connect(t, h, name(1), "")
	bad.send(strings.Repeat("x", MaxMessage+1))
	bad.ended(websocket.StatusMessageTooBig, "")
	binary := connect(t, h, name(1), "")
	require.NoError(t, binary.conn.Write(t.Context(), websocket.MessageBinary, []byte("x")))
	binary.ended(Bad, "want one in text")
	for n, text := range []string{"", "x", "5", `{"page":0,"text":"x"}`, `{"page":"1"}`, `{"page":1,"text":5}`} {
		host := open(t, h, name(2+n), name(1))
		host.send(text)
		host.ended(Bad, `want a message {"page", "text"}`)
	}
	host.tell(1, "still here")
}

// TestSlowPage sends more than a page reads: its connection ends, and the sender's does not wait.
func TestSlowPage(t *testing.T) {
	t.Parallel()
	p := &page{out: make(chan []byte, maxWaiting), ended: make(chan struct{})}
	for range maxWaiting + 5 {
		p.send([]byte("x"))
	}
	<-p.ended
	assert.Equal(t, Bad, p.status)
	assert.Len(t, p.out, maxWaiting)
}

// TestIdle ends a room in which nobody says anything.
func TestIdle(t *testing.T) {
	t.Parallel()
	s := New()
	s.idle = time.Millisecond
	h := serve(t, s)
	host := connect(t, h, name(1), name(1))
	host.ended(Idle, "for a long time")
}
