// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"fmt"
	"math"

	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
)

// ContestConfig holds the parameters of the contest player, the chip that plays
// against another one at the contest's host program. Times are milliseconds.
type ContestConfig struct {
	UART    UART                 // the line to the host
	Team    [2]byte              // the answer, after a 1, when the host asks who the player is
	MoveMS  int                  // time to think, from the end of the host's message
	HelloMS int                  // silence before the answer to 0
	ByteMS  int                  // gap within a message that makes the player drop it
	Depth   int                  // the deepest search in plies, 1..search.MaxSearchDepth
	Ponder  bool                 // the core searches on the rival's time, too
	Minimax search.MinimaxConfig // the core that chooses the moves
}

// DefaultContest is the configuration of module contest_player with its default parameters.
var DefaultContest = ContestConfig{
	UART:    UART{ClockHz: 12_000_000, Baud: contest.Baud},
	Team:    [2]byte{'T', 'S'},
	MoveMS:  search.MoveMS,
	HelloMS: 5,
	ByteMS:  100,
	Depth:   search.MaxSearchDepth,
	Minimax: search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true},
}

// Validate returns an error that names the first parameter that no hardware can be built with.
func (c ContestConfig) Validate() error {
	if c.UART.Baud < 1 || c.UART.ClockHz < 16*c.UART.Baud || c.UART.ClockHz > 1<<31-1 {
		return fmt.Errorf("twin: clock of %d Hz, want 16 times the %d baud or more", c.UART.ClockHz, c.UART.Baud)
	}
	for _, t := range []struct {
		name   string
		ms     int
		cycles uint64
	}{
		{"move", c.MoveMS, 0}, {"hello", c.HelloMS, 4}, {"byte", c.ByteMS, 4},
	} {
		if n := c.cycles(t.ms); t.ms < 0 || n < t.cycles || n > math.MaxInt32 {
			return fmt.Errorf("twin: %s time of %d ms is %d cycles, want %d..%d", t.name, t.ms, n, t.cycles, math.MaxInt32)
		}
	}
	if c.Depth < 1 || c.Depth > search.MaxSearchDepth {
		return fmt.Errorf("twin: search depth %d, want 1..%d", c.Depth, search.MaxSearchDepth)
	}
	return c.Minimax.Validate()
}

// cycles converts milliseconds as the hardware's parameters do.
func (c ContestConfig) cycles(ms int) uint64 { return uint64(c.UART.ClockHz / 1000 * ms) }

// TimedByte is a byte with its clock cycle: the receiver's output or the transmitter's input.
type TimedByte struct {
	Cycle uint64 // counted from reset
	Byte  byte
}

// ContestPlayer is the twin of the chip that plays for one side of the contest (module
// contest_player, with the minimax core): the same bytes in the same cycles. The host is at the
// other end of the line and speaks the protocol of the public Blokus Duo design contest's host
// program, in its form of 2014 and later. Module contest_player lists how the chip treats bytes
// that do not belong to the protocol.
type ContestPlayer struct {
	cfg   ContestConfig
	core  search.Minimax
	now   uint64 // the first cycle that has not passed
	input []TimedByte
	sent  []TimedByte

	parser  messageParser
	message []timedMessage // messages the game has not seen yet, in order

	state   playerState
	hello   bool // a 0 waits for its answer
	playing bool
	side    duo.Player
	over    bool
	passed  bool
	failed  bool // bytes or a message have been dropped
	illegal bool // a move of the rival has been skipped

	rival    duo.Move
	skip     bool // the rival's move changes nothing: it is missing, a pass or malformed
	depth    int
	turn     playerState // state after the search on the rival's time has ended
	ahead    bool        // the core searches on the rival's time
	ends     uint64      // response cycle of the latest search on the rival's time
	deadline uint64      // first cycle with stop_o high
	asked    bool        // the core has a command
	cancel   bool        // the response to that command does not matter any more
	answerAt uint64      // response cycle of the core
	legal    bool
	result   search.MinimaxResult
	before   search.Minimax // the core at the beginning of the search
	began    uint64         // first cycle of that search, or of the one on the rival's time
	stop     uint64         // cycle of the stop signal to the search
	move     duo.Move
	index    int    // index of the byte to send
	lineFree uint64 // first cycle with the transmitter ready for a byte
}

// playerState is the player's state, with the hardware's names.
type playerState uint8

const (
	playerWait playerState = iota
	playerIdent
	playerClear
	playerRival
	playerSearch
	playerPlay
	playerTell
	playerHalt
)

// NewContestPlayer returns the player after reset, in cycle 0, or the error of Validate.
func NewContestPlayer(cfg ContestConfig) (*ContestPlayer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	core, err := search.NewMinimax(cfg.Minimax)
	if err != nil {
		return nil, err
	}
	return &ContestPlayer{cfg: cfg, core: *core, parser: messageParser{limit: cfg.cycles(cfg.ByteMS)}}, nil
}

// Receive takes a byte from the receiver. It panics if the cycle is not later than the previous
// byte's, or if Run has passed it.
func (r *ContestPlayer) Receive(b TimedByte) {
	if b.Cycle < r.now || len(r.input) > 0 && b.Cycle <= r.input[len(r.input)-1].Cycle {
		panic(fmt.Sprintf("twin: a byte arrives in cycle %d, which has passed", b.Cycle))
	}
	r.input = append(r.input, b)
}

// Run lets all cycles before the given one pass and returns the bytes that
// the transmitter took in them. All bytes that arrive before it must have been
// given to Receive.
func (r *ContestPlayer) Run(before uint64) []TimedByte {
	r.sent = nil
	for {
		c := r.next()
		if c >= before {
			r.now = max(r.now, before)
			return r.sent
		}
		r.tick(c)
		r.now = c + 1
	}
}

// Thinking reports whether a message waits for its answer.
func (r *ContestPlayer) Thinking() bool {
	return r.state >= playerClear && r.state <= playerPlay || r.state == playerHalt
}

// LEDs returns the lamps of the chip as of now: bit i is led_o[i]. Bit 0, the
// heartbeat, is 0 here.
func (r *ContestPlayer) LEDs() (leds uint8) {
	late := len(r.parser.text) > 0 && r.now > r.parser.idleSince()
	for i, on := range [8]bool{
		1: r.Thinking(), r.playing, r.side == duo.Player2, r.over, r.failed || r.parser.failed || late, r.illegal, r.passed,
	} {
		if on {
			leds |= 1 << i
		}
	}
	return leds
}

// next returns the first cycle, from now on, with a possible event.
func (r *ContestPlayer) next() uint64 {
	c := uint64(math.MaxUint64)
	if len(r.input) > 0 {
		c = min(c, r.input[0].Cycle)
	}
	if len(r.message) > 0 {
		c = min(c, r.message[0].cycle)
	}
	switch {
	case r.state == playerWait && r.hello:
		c = min(c, max(r.now, r.parser.quietSince+r.cfg.cycles(r.cfg.HelloMS), r.parser.idleSince()))
	case r.state == playerIdent || r.state == playerTell:
		c = min(c, max(r.now, r.lineFree))
	case r.Thinking() && !r.asked:
		c = r.now
	case r.Thinking():
		c = min(c, r.answerAt)
	}
	return c
}

// tick lets one cycle pass.
func (r *ContestPlayer) tick(c uint64) {
	var msg message
	if len(r.message) > 0 && r.message[0].cycle == c {
		msg = r.message[0].message
		r.message = r.message[1:]
	}
	interrupt := msg.kind == helloMessage || msg.kind == overMessage
	turn := msg.kind == firstMessage || msg.kind == secondMessage || msg.kind == nextMessage
	switch {
	case turn && r.state == playerWait && (r.playing || msg.kind != nextMessage):
		r.accept(c, msg)
	case turn:
		r.failed = true
		fallthrough
	default:
		r.step(c, interrupt, msg.kind == overMessage)
	}
	if interrupt {
		r.halt(c + 1)
		r.playing = false
		r.over = msg.kind == overMessage
		r.hello = msg.kind == helloMessage
	}
	if msg.kind == helloMessage {
		r.failed, r.parser.failed, r.illegal = false, false, false
	}
	if len(r.input) > 0 && r.input[0].Cycle == c {
		if m := r.parser.take(r.input[0]); m.kind != noMessage {
			r.message = append(r.message, timedMessage{c + messageLatency, m})
		}
		r.input = r.input[1:]
	}
}

// accept begins to work on our turn.
func (r *ContestPlayer) accept(c uint64, msg message) {
	r.halt(c + 1)
	r.deadline = c + 1 + r.cfg.cycles(r.cfg.MoveMS)
	r.hello = false
	r.depth = 1
	r.rival = msg.move
	r.skip = msg.kind == firstMessage || msg.malformed || msg.move == duo.Pass
	r.illegal = r.illegal || msg.malformed
	switch {
	case msg.kind != nextMessage:
		r.playing, r.over, r.side = true, false, msg.side
		r.state = playerClear
	case r.skip:
		r.state = playerSearch
	default:
		r.state = playerRival
	}
	if c < r.ends {
		r.turn, r.state = r.state, playerHalt
		r.asked, r.answerAt = true, r.ends
	}
}

// step passes a cycle without the begin of a turn.
func (r *ContestPlayer) step(c uint64, interrupt, over bool) {
	if r.Thinking() {
		r.think(c, interrupt)
		return
	}
	switch r.state {
	case playerWait:
		if r.hello && c >= r.parser.quietSince+r.cfg.cycles(r.cfg.HelloMS) && c >= r.parser.idleSince() {
			r.hello = false
			r.index = 0
			r.state = playerIdent
		}
	case playerIdent:
		if r.send(c, "1"+string(r.cfg.Team[:])) || over {
			r.state = playerWait
		}
	case playerTell:
		r.passed = r.move == duo.Pass
		last := r.send(c, r.move.String())
		if last || interrupt {
			r.state = playerWait
		}
		if r.cfg.Ponder && last && !interrupt && r.move != duo.Pass {
			r.ahead, r.began = true, c+1
		}
	}
}

// send gives the next byte of the text to the transmitter, if that is free, and
// reports whether it was the last.
func (r *ContestPlayer) send(c uint64, text string) (last bool) {
	if c < r.lineFree {
		return false
	}
	r.sent = append(r.sent, TimedByte{c, text[r.index]})
	r.lineFree = c + r.cfg.UART.SendCycles() + 1
	r.index++
	return r.index == len(text)
}

// think lets a cycle pass while the core has a command or gets one.
func (r *ContestPlayer) think(c uint64, interrupt bool) {
	if !r.asked {
		r.ask(c)
	}
	if interrupt && !r.cancel {
		r.cancel = true
		if r.state == playerSearch {
			r.search(min(r.stop, c+1-r.began))
		}
	}
	if c != r.answerAt {
		return
	}
	r.asked = false
	if r.cancel {
		r.cancel = false
		r.state = playerWait
		return
	}
	switch r.state {
	case playerHalt:
		r.state = r.turn
	case playerClear:
		r.state = playerRival
		if r.skip {
			r.state = playerSearch
		}
	case playerRival:
		r.illegal = r.illegal || !r.legal
		r.state = playerSearch
	case playerSearch:
		if r.result.Completed {
			r.move = r.result.Move
			if r.result.Nodes > 1 && c < r.deadline && r.depth < r.cfg.Depth {
				r.depth++
				return
			}
		}
		r.index = 0
		r.state = playerPlay
		if r.move == duo.Pass {
			r.state = playerTell
		}
	case playerPlay:
		r.state = playerTell
	}
}

// ask gives the core a command.
func (r *ContestPlayer) ask(c uint64) {
	r.asked = true
	switch r.state {
	case playerClear:
		r.answerAt = c + r.core.Reset()
	case playerRival:
		var cycles uint64
		r.legal, cycles = r.core.Play(r.side.Rival(), r.rival)
		r.answerAt = c + cycles
	case playerSearch:
		r.before, r.began = r.core, c
		stop := uint64(search.NeverStop)
		if r.depth > 1 {
			stop = max(1, r.deadline-c)
		}
		r.search(stop)
	case playerPlay:
		_, cycles := r.core.Play(r.side, r.move)
		r.answerAt = c + cycles
	}
}

// search runs the search from its beginning.
func (r *ContestPlayer) search(stop uint64) {
	r.stop = stop
	r.core = r.before
	r.result = r.core.Search(r.side, r.depth, stop, nil)
	r.answerAt = r.began + r.result.Cycles
}

// halt asks the search on the rival's time, if there is one, to stop in cycle c. Only the time of
// its end matters.
func (r *ContestPlayer) halt(c uint64) {
	if r.ahead {
		r.ahead = false
		r.ends = r.began + r.core.Search(r.side.Rival(), r.cfg.Depth, c-r.began, nil).Cycles
	}
}

// messageKind is the kind of a message, by its first byte.
type messageKind uint8

const (
	noMessage messageKind = iota
	helloMessage
	firstMessage  // a side
	secondMessage // a side and a move
	nextMessage   // a move
	overMessage
)

// messageKinds are the kinds by first byte.
var messageKinds = map[byte]messageKind{
	contest.Hello: helloMessage, contest.First: firstMessage, contest.Second: secondMessage,
	contest.Next: nextMessage, contest.Over: overMessage,
}

// message is a message of the host.
type message struct {
	kind      messageKind
	side      duo.Player
	move      duo.Move // the rival's move
	malformed bool     // the message holds no move
}

// messageLatency is the number of cycles from the last byte of a message until the message is there
// with its move decoded.
const messageLatency = 4

type timedMessage struct {
	cycle uint64
	message
}

// messageParser finds messages in the bytes of the line by their position.
type messageParser struct {
	limit      uint64 // the most cycles between two bytes of a message
	text       []byte // bytes of the message under way
	quietSince uint64 // the cycle after the latest byte
	failed     bool   // bytes have been dropped
}

// idleSince returns the first cycle without a message under way, if no byte arrives.
func (p *messageParser) idleSince() uint64 {
	if len(p.text) == 0 {
		return p.quietSince
	}
	return p.quietSince + p.limit + 1
}

// take takes a byte and returns the message that it completes, if any.
func (p *messageParser) take(b TimedByte) (m message) {
	if b.Cycle >= p.idleSince() && len(p.text) > 0 {
		p.text, p.failed = p.text[:0], true
	}
	p.quietSince = b.Cycle + 1
	if b.Byte == '\r' || b.Byte == '\n' {
		return m
	}
	if len(p.text) == 1 && p.text[0] != contest.Next {
		if _, ok := contest.Side(b.Byte); !ok {
			p.text, p.failed = p.text[:0], true // a byte that is no side may begin a message
		}
	}
	p.text = append(p.text, b.Byte)
	length, ok := contest.Length(p.text[0])
	if !ok {
		p.text, p.failed = p.text[:0], true
		return m
	}
	if len(p.text) < length {
		return m
	}
	kind := messageKinds[p.text[0]]
	m.kind = kind
	if kind == firstMessage || kind == secondMessage {
		m.side, _ = contest.Side(p.text[1])
	}
	if kind == secondMessage || kind == nextMessage {
		var err error
		m.move, err = duo.ParseCode(string(p.text[length-contest.MoveLength:]))
		m.malformed = err != nil
	}
	p.text = p.text[:0]
	return m
}
