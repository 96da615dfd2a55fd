// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package socket

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/wire"
	duogame "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/golden/duo"
	_ "github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/web/boardtest"
	"github.com/tessera-fpga/tessera/web/calls"
)

// patience is how long a test waits for an answer.
const patience = 3 * time.Minute

// page is a client.
type page struct {
	t    *testing.T
	conn *websocket.Conn
	id   int64
}

func serve(t *testing.T, s *Server) *httptest.Server {
	t.Helper()
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.Close()
		s.Wait()
	})
	return h
}

func dial(t *testing.T, h *httptest.Server, token string, header http.Header) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	protocols := []string{Protocol}
	if token != "" {
		protocols = append(protocols, tokenPrefix+token)
	}
	return websocket.Dial(ctx, "ws"+strings.TrimPrefix(h.URL, "http"), &websocket.DialOptions{Subprotocols: protocols, HTTPHeader: header})
}

func connect(t *testing.T, s *Server, h *httptest.Server) *page {
	t.Helper()
	conn, _, err := dial(t, h, s.Token(), nil)
	require.NoError(t, err)
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { conn.CloseNow() })
	return &page{t: t, conn: conn}
}

// reply is an answer to a page.
type reply struct {
	ID     int64           `json:"id"`
	Result json.RawMessage `json:"result"`
	Report json.RawMessage `json:"report"`
	Error  string          `json:"error"`
}

func (p *page) write(text string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	require.NoError(p.t, p.conn.Write(ctx, websocket.MessageText, []byte(text)))
}

// next returns the next answer other than a report.
func (p *page) next() reply {
	p.t.Helper()
	for {
		ctx, cancel := context.WithTimeout(p.t.Context(), patience)
		_, text, err := p.conn.Read(ctx)
		cancel()
		require.NoError(p.t, err)
		var r reply
		require.NoError(p.t, json.Unmarshal(text, &r))
		if r.Report == nil {
			return r
		}
	}
}

// begin starts a call and returns its ID.
func (p *page) begin(call string, args any) int64 {
	p.t.Helper()
	p.id++
	text, err := json.Marshal(map[string]any{"id": p.id, "call": call, "args": args})
	require.NoError(p.t, err)
	p.write(string(text))
	return p.id
}

func (p *page) ask(call string, args any) reply {
	p.t.Helper()
	id := p.begin(call, args)
	r := p.next()
	require.Equal(p.t, id, r.ID)
	return r
}

func (p *page) think(spec string, moves ...string) reply {
	p.t.Helper()
	return p.ask("think", thinking(spec, moves...))
}

func thinking(spec string, moves ...string) map[string]any {
	return map[string]any{"player": spec, "first": 1, "moves": append([]string{}, moves...), "seed": 1}
}

// code returns the move in an answer.
func (p *page) code(r reply) string {
	p.t.Helper()
	require.Empty(p.t, r.Error)
	var t calls.Thought
	require.NoError(p.t, json.Unmarshal(r.Result, &t))
	return t.Code
}

func TestWhoMayConnect(t *testing.T) {
	t.Parallel()
	s := New()
	h := serve(t, s)
	assert.Len(t, s.Token(), 32)
	assert.NotEqual(t, s.Token(), New().Token())
	for _, c := range []struct {
		name, token string
		header      http.Header
		code        int
	}{
		{"no token", "", nil, http.StatusForbidden},
		{"another token", New().Token(), nil, http.StatusForbidden},
		{"a part of the token", s.Token()[:31], nil, http.StatusForbidden},
		{"another origin", s.Token(), http.Header{"Origin": {"https://evil.example"}}, http.StatusForbidden},
		{"another port", s.Token(), http.Header{"Origin": {"http://127.0.0.1:9"}}, http.StatusForbidden},
		{"the token and its origin", s.Token(), http.Header{"Origin": {h.URL}}, http.StatusSwitchingProtocols},
		{"the token, from no page", s.Token(), nil, http.StatusSwitchingProtocols},
	} {
		conn, r, err := dial(t, h, c.token, c.header)
		require.NotNil(t, r, c.name)
		assert.Equal(t, c.code, r.StatusCode, c.name)
		if err == nil {
			assert.Equal(t, Protocol, conn.Subprotocol(), c.name)
			conn.CloseNow()
		}
	}
	r, err := http.Get(h.URL) // no connection at all
	require.NoError(t, err)
	assert.Equal(t, http.StatusForbidden, r.StatusCode)
	r.Body.Close()
}

// TestGarbage sends wrong messages. The server answers each of them, and does not disturb the
// sender or a client in the middle of a thought.
func TestGarbage(t *testing.T) {
	t.Parallel()
	s := New()
	h := serve(t, s)
	other := connect(t, s, h)
	under := other.begin("think", thinking("tree:leaves=2000"))
	p := connect(t, s, h)
	for _, c := range []struct{ text, want string }{
		{"", "EOF; want {id, call, args}"},
		{"\x00\xff", "invalid character"},
		{`{"id":1`, "unexpected EOF"},
		{`[1]`, "cannot unmarshal array"},
		{`{"id":"one"}`, "cannot unmarshal string"},
		{`{"id":1,"call":"players","more":1}`, `unknown field "more"`},
		{`{"id":1,"call":"players"} {}`, "more than one value"},
		{`{"call":"players"}`, "id 0, want a number above 0"},
		{`{"id":-4,"call":"players"}`, "id -4, want a number above 0"},
		{`{"id":1,"call":"launch"}`, `no call is named "launch", want players, think or stop`},
		{`{"id":1,"call":"think","args":[]}`, "think: json: cannot unmarshal array"},
		{`{"id":1,"call":"think","args":{"player":"random"}}`, "first 0, want 1..2"},
		{`{"id":1,"call":"think","args":{"player":"random","first":1,"moves":["zzzz"]}}`, "move 1 (player 1): "},
		{`{"id":1,"call":"think","args":{"player":"random","first":1,"moves":["55u0","55u0"]}}`, "move 2 (player 2): 55u0: a square is occupied"},
		{`{"id":1,"call":"think","args":{"player":"fritz","first":1,"moves":[]}}`, `no player is named "fritz"`},
		{`{"id":1,"call":"think","args":{"player":"minimax:depth=9","first":1,"moves":[]}}`, `option depth="9", want 1..4`},
		{`{"id":1,"call":"think","args":{"player":"human","first":1,"moves":[]}}`, "a person sits at the page"},
		{`{"id":1,"call":"think","args":{"player":"gtp:/no/such/program","first":1,"moves":[]}}`, "/no/such/program"},
		{`{"id":1,"call":"think","args":{"player":"serial:/no/such/port","first":1,"moves":[]}}`, "/no/such/port"},
		{`{"id":1,"call":"think","args":{"player":"` + strings.Repeat("x", maxSpec+1) + `","first":1,"moves":[]}}`, "1001 characters, want at most 1000"},
	} {
		p.write(c.text)
		r := p.next()
		assert.Contains(t, r.Error, c.want, c.text)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, p.conn.Write(ctx, websocket.MessageBinary, []byte{1}))
	assert.Contains(t, p.next().Error, "want one in text")
	assert.NotEmpty(t, p.code(p.think("random:seed=1")), "the sender goes on")

	// An overlong message closes the connection with a reason.
	require.NoError(t, p.conn.Write(ctx, websocket.MessageText, make([]byte, MaxMessage+1)))
	_, _, err := p.conn.Read(ctx)
	assert.Equal(t, websocket.StatusMessageTooBig, websocket.CloseStatus(err))

	r := other.next()
	assert.Equal(t, under, r.ID)
	assert.NotEmpty(t, other.code(r))
}

// TestPlayers lets two players play a game and compares with the test's own players.
func TestPlayers(t *testing.T) {
	t.Parallel()
	s := New()
	p := connect(t, s, serve(t, s))
	var offered []Kind
	r := p.ask("players", map[string]any{})
	require.NoError(t, json.Unmarshal(r.Result, &offered))
	names := map[string]bool{}
	for _, k := range offered {
		assert.NotEmpty(t, k.Help, k.Name)
		names[k.Name] = true
	}
	assert.True(t, names["tree"] && names["gtp"] && names["serial"] && names["chip-montecarlo"])
	assert.False(t, names[people])

	specs := [2]string{"tree:leaves=40", "minimax:depth=1"}
	var own [2]play.Player
	g, err := play.Find(duogame.Name)
	require.NoError(t, err)
	for i, spec := range specs {
		own[i], err = g.New(spec, play.Env{Seat: i, Seed: 1})
		require.NoError(t, err)
		defer own[i].Close()
	}
	pos := g.Start()
	var moves []string
	for !pos.Over() {
		want, err := own[pos.ToMove()].Move(t.Context(), pos)
		require.NoError(t, err)
		got := p.think(specs[pos.ToMove()], moves...)
		require.Equal(t, g.Format(want), p.code(got), "move %d", len(moves)+1)
		if pos.ToMove() == 0 && len(pos.Moves()) > 1 {
			var thought calls.Thought
			require.NoError(t, json.Unmarshal(got.Result, &thought))
			require.NotNil(t, thought.Margin)
			require.NotNil(t, thought.Value)
			require.Positive(t, thought.Visits)
			require.NotEmpty(t, thought.Candidates)
			require.Equal(t, "leaves", thought.Unit)
		}
		moves = append(moves, g.Format(want))
		require.NoError(t, pos.Play(want))
	}
	assert.Equal(t, duo.ErrGameOver.Error(), p.think("random", moves...).Error)
}

// deaf is a player that ignores a cancelled context and stops only when it is closed.
type deaf struct {
	entered, closed chan struct{}
}

func (d *deaf) Name() string { return "deaf" }

func (d *deaf) Move(context.Context, play.Position) (play.Move, error) {
	d.entered <- struct{}{}
	<-d.closed
	return 0, errors.New("closed")
}

func (d *deaf) Close() error { return nil }

// TestStop stops thoughts: one player listens to the cancellation, the other does not.
func TestStop(t *testing.T) {
	t.Parallel()
	s := New()
	p := connect(t, s, serve(t, s))
	long := p.begin("think", thinking("tree:time=24h"))
	stop := p.begin("stop", map[string]any{"id": long})
	got := map[int64]reply{}
	for range 2 {
		r := p.next()
		got[r.ID] = r
	}
	assert.Equal(t, errStopped.Error(), got[long].Error)
	assert.JSONEq(t, "true", string(got[stop].Result))
	assert.JSONEq(t, "false", string(p.ask("stop", map[string]any{"id": 99}).Result))
	assert.NotEmpty(t, p.code(p.think("random:seed=1")))

	d := &deaf{make(chan struct{}, 1), make(chan struct{})}
	unhearing := New()
	unhearing.open = func(play.Env, string) (play.Player, error) { return d, nil }
	p = connect(t, unhearing, serve(t, unhearing))
	long = p.begin("think", thinking("deaf"))
	<-d.entered
	p.begin("stop", map[string]any{"id": long})
	for range 2 {
		r := p.next() // without waiting for the player
		got[r.ID] = r
	}
	assert.Equal(t, errStopped.Error(), got[long].Error)
	close(d.closed)
}

// mad is a player that panics.
type mad struct{ deaf }

func (*mad) Move(context.Context, play.Position) (play.Move, error) { panic("mad") }

// TestPanic lets a player panic. Only its own thought is lost.
func TestPanic(t *testing.T) {
	t.Parallel()
	s := New()
	s.open = func(env play.Env, spec string) (play.Player, error) {
		if spec == "mad" {
			return &mad{}, nil
		}
		return open(env, spec)
	}
	p := connect(t, s, serve(t, s))
	assert.Equal(t, `player "mad": mad`, p.think("mad").Error)
	assert.NotEmpty(t, p.code(p.think("random:seed=1")))
}

// TestLimits reaches the limits for clients, calls and players.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := New()
	h := serve(t, s)
	var all []*page
	for range MaxClients {
		p := connect(t, s, h)
		p.ask("players", nil) // the answer proves that the server counts the connection
		all = append(all, p)
	}
	conn, _, err := dial(t, h, s.Token(), nil)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	_, _, err = conn.Read(ctx)
	assert.Equal(t, websocket.StatusTryAgainLater, websocket.CloseStatus(err))
	assert.ErrorContains(t, err, "8 pages are connected")

	p := all[0]
	var under []int64
	for i := range maxCalls {
		under = append(under, p.begin("think", thinking(fmt.Sprintf("tree:time=24h,seed=%d", i%maxSeats))))
	}
	r := p.ask("think", thinking("random"))
	assert.Equal(t, "8 calls are under way, and no more can be", r.Error)
	p.write(fmt.Sprintf(`{"id":%d,"call":"players"}`, under[0]))
	assert.Equal(t, fmt.Sprintf("call %d is still under way", under[0]), p.next().Error)
	require.NoError(t, p.conn.Close(websocket.StatusNormalClosure, "")) // stops them all

	p = all[1]
	for i := range maxSeats * 2 { // idle seats make room
		assert.NotEmpty(t, p.code(p.think(fmt.Sprintf("random:seed=%d", i))))
	}

	waiting := &deaf{make(chan struct{}, maxSeats), make(chan struct{})}
	busy := New()
	busy.searches = make(chan struct{}, maxSeats+1)
	busy.open = func(play.Env, string) (play.Player, error) { return waiting, nil }
	p = connect(t, busy, serve(t, busy))
	for i := range maxSeats {
		p.begin("think", thinking(fmt.Sprint(i)))
		<-waiting.entered
	}
	r = p.ask("think", thinking("one more"))
	assert.Contains(t, r.Error, "4 players are at work")
	close(waiting.closed)
}

// board starts a board at a pseudo-terminal.
func board(t *testing.T) (port string) {
	t.Helper()
	b, err := boardtest.New()
	require.NoError(t, err)
	terminal, err := wire.OpenTerminal()
	require.NoError(t, err)
	go b.Serve(terminal) // runs until the line is closed
	t.Cleanup(func() { terminal.Close() })
	return terminal.Path()
}

// TestBoard plays two games against a board at a serial port.
func TestBoard(t *testing.T) {
	t.Parallel()
	s := New()
	p := connect(t, s, serve(t, s))
	spec := "serial:" + board(t)
	for game := range 2 {
		pos := duo.NewPosition(duo.Player1)
		var moves []string
		for range 8 + game { // otherwise the board is to move
			var m duo.Move
			if int(pos.ToMove()) == game { // as player 1, then as player 2
				var err error
				m, err = duo.ParseMove(p.code(p.think(spec, moves...)))
				require.NoError(t, err)
			} else {
				m = pos.LegalMoves(nil)[0]
			}
			require.NoError(t, pos.MakeMove(m))
			moves = append(moves, m.String())
		}
		assert.Contains(t, p.think(spec, moves[:len(moves)-2]...).Error, "takes no move back")
		assert.NotEmpty(t, p.code(p.think(spec, moves...)), "the game goes on all the same")
	}
}
