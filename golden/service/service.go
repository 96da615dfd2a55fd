// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package service is the protocol of the service port, which gives a program on a computer access
// to the playout lanes of a board. It has the frames with checksums (frame.go), the requests and
// responses byte by byte ([Version]), and [Model], a model of the port. The second version of the
// protocol ([LeafVersion], leaves.go) values the leaves of a tree search. The client is fpga/wire.
package service

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// Version is the version of the protocol of the service port.
//
// The service port gives a program on a computer access to the playout lanes. Requests and
// responses are the payloads of frames (see AppendFrame). Every request in a good frame gets one
// response, in the order of the requests. The program need not wait for it before sending further
// requests, within the limit of Info.Queue. Numbers of several bytes have the highest byte first.
//
//	request    byte
//	INFO       0    1
//	           1    id: any number, it comes back
//	LOAD       0    2
//	           1    id
//	           2    bit 0 root; bit 1 player to move, 1: player 2; bit 2 the game is over
//	           3    player 1: bits 28..8 tiles left, bits 7..0 squares placed, and the bonus
//	                for placing all tiles; 0..127
//	           7    player 2, as for player 1
//	           11   row 0: squares of player 1, two bytes, bit 0 the left column
//	           13   row 0: squares of player 2
//	           15   row 1 .. row 13
//	           67   tag: any number of 16 bits
//	           69   (length)
//	RUN        0    3
//	           1    id
//	           2    bit 0 root; bit 1 policy
//	           3    number of the first move in move order, 0..MaxFirst, or 0xffff: none
//	           5    playouts, 1..65535
//	           7    seed
//	           11   tag of the root's position
//	           13   (length)
//	PICK       0    4
//	           1    id
//	           2    bit 0 root
//	           3    number of a move in move order, 0..MaxFirst
//	           5    tag of the root's position
//	           7    (length)
//	CANCEL     0    5
//	           1    id
//	           2    (length)
//
// The tag says which position a RUN or PICK means: NotLoaded if the root has another one, such as
// that of another program that had the line in the meantime.
//
// Bits without a name are 0. Playout i of a RUN, from 0, is the playout of Root.Play with
// NewRNG(seed, i). CANCEL acts on arrival: earlier RUNs begin no more playouts, and the port drops
// earlier PICKs that have not begun.
//
//	response   byte
//	all        0    0x80 + the request's first byte
//	           1    id; 0 if the request has none
//	           2    status
//	           3    (length, if nothing follows)
//	INFO       3    version of this protocol, Version
//	           4    lanes
//	           5    games that a lane plays at once
//	           6    runs that are in progress at once
//	           7    bytes of the queue for requests
//	           9    frames dropped since reset, up to 65535
//	           11   (length)
//	RUN        3    playouts played: as many as asked for or, if cancelled, the first ones
//	           5    sum of their scores, player 1's minus player 2's, two's complement
//	           9    games that player 1 won
//	           11   games that player 2 won
//	           13   (length)
//	PICK       3    number of legal moves
//	           5    pattern of the move
//	           6    bit 0 mirrored rows, bit 1 mirrored columns
//	           7    corner: bits 7..4 row, bits 3..0 column
//	           8    (length)
//
// The bytes of INFO and PICK after the status follow if the status is OK, and the bytes of RUN also
// if the status is Cancelled. The move of a PICK is 0xff, 0, 0 if the position has fewer legal
// moves. The port checks a loaded position only for the faults that have a status.
//
// # On a serial line
//
// Baud, 8 data bits, no parity, 1 stop bit; only complete and undamaged frames count.
const Version = 3 // 1: without tags; 2: LeafVersion

// Baud is the speed of the service port's serial line in the bitstreams; the USB chips of all
// boards support it.
const Baud = 3_000_000

// First bytes of requests. A response has ResponseBit set.
const (
	KindInfo    = 1
	KindLoad    = 2
	KindRun     = 3
	KindPick    = 4
	KindCancel  = 5
	ResponseBit = 0x80
)

// Limits of the service port.
const (
	NumRoots     = 2
	MaxRuns      = 4     // runs in progress at once
	QueueBytes   = 2048  // bytes of the queue
	QueueReserve = 32    // bytes of the queue reserved for small requests
	MaxPlayouts  = 65535 // playouts of a RUN
	// MaxWaiting bounds the total bytes of the waiting requests and a new large one: the large
	// request's CRC and two more bytes need room for a while.
	MaxWaiting = QueueBytes - QueueReserve - 3
	// MaxFirst is the greatest number of a first move. The hardware itself uses the numbers above
	// it, up to MaxMoves.
	MaxFirst  = playout.MaxMoves - 1 - MaxRuns
	MaxValue  = 127
	noFirst   = 0xffff
	noPattern = 0xff
	// MaxResponse is the length of the longest response.
	MaxResponse = 13
)

// requestLength holds the length of each request.
var requestLength = map[byte]int{
	KindInfo:   2,
	KindLoad:   loadTag + 2,
	KindRun:    13,
	KindPick:   7,
	KindCancel: 2,
}

// The places of the tiles and of the tag in a LOAD.
const (
	loadBody = 3
	loadTag  = loadBody + 8 + 4*duo.BoardSize
)

// Status is the outcome of a request.
type Status uint8

// Statuses. If several errors apply, the response has the first one in this order.
const (
	OK          Status = 0
	QueueFull   Status = 1 // the queue has no room; the request is dropped
	Unknown     Status = 2 // the request does not exist
	BadLength   Status = 3
	BadField    Status = 4 // a number out of its range, or a bit set that must be 0
	BadPosition Status = 5 // a square of both players, or off the board; the root is unchanged
	NotLoaded   Status = 6 // the root has no position, or one with another tag
	Cancelled   Status = 7
)

// String returns a short text.
func (s Status) String() string {
	texts := [...]string{"ok", "queue full", "unknown request", "wrong length", "bad field", "bad position", "root not loaded", "cancelled"}
	if int(s) < len(texts) {
		return texts[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// Request is a request: one of InfoQuery, Load, Run,
// Pick and Cancel.
type Request interface {
	// Append appends the request with that id to dst. It truncates numbers that Validate rejects to
	// their low bits.
	Append(dst []byte, id byte) []byte
	// Validate reports whether all numbers are in their ranges.
	Validate() error
}

// inRange returns an error if a number of a request is out of its range.
func inRange(request, field string, n, least, most int) error {
	if n < least || n > most {
		return fmt.Errorf("service: %s: %s %d, want %d..%d", request, field, n, least, most)
	}
	return nil
}

// InfoQuery requests an Info.
type InfoQuery struct{}

// Append appends the request.
func (InfoQuery) Append(dst []byte, id byte) []byte {
	return append(dst, KindInfo, id)
}

// Validate returns nil.
func (InfoQuery) Validate() error { return nil }

// Cancel cancels the earlier requests.
type Cancel struct{}

// Append appends the request.
func (Cancel) Append(dst []byte, id byte) []byte { return append(dst, KindCancel, id) }

// Validate returns nil.
func (Cancel) Validate() error { return nil }

// Load makes a position a root.
type Load struct {
	Root    int // 0..NumRoots-1
	Squares [2]duo.Bitboard
	Left    [2]duo.TileSet
	Value   [2]int // squares placed, and the bonus for placing all tiles: 0..MaxValue
	ToMove  duo.Player
	Over    bool
	Tag     uint16 // names the position; RUN and PICK must have the same
}

// NewLoad returns the request to load a position.
func NewLoad(root int, p *duo.Position) Load {
	l := Load{Root: root, Squares: [2]duo.Bitboard{p.Squares(0), p.Squares(1)}, Left: [2]duo.TileSet{p.TilesLeft(0), p.TilesLeft(1)}, ToMove: p.ToMove(), Over: p.Over()}
	for pl := range duo.Player(2) {
		l.Value[pl] = p.Score(pl) + duo.NumCells
	}
	return l
}

// Append appends the request.
func (l Load) Append(dst []byte, id byte) []byte {
	flags := byte(l.Root) | byte(l.ToMove)<<1
	if l.Over {
		flags |= 1 << 2
	}
	dst = append(dst, KindLoad, id, flags)
	for pl := range l.Left {
		dst = binary.BigEndian.AppendUint32(dst, uint32(l.Left[pl])<<8|uint32(byte(l.Value[pl])))
	}
	for row := range duo.BoardSize {
		for pl := range l.Squares {
			dst = binary.BigEndian.AppendUint16(dst, l.Squares[pl].Row(row))
		}
	}
	return binary.BigEndian.AppendUint16(dst, l.Tag)
}

// Validate reports whether all numbers are in their ranges. Only the service checks the squares.
func (l Load) Validate() error {
	err := inRange("LOAD", "root", l.Root, 0, NumRoots-1)
	for pl := range l.Left {
		err = cmp.Or(err, inRange("LOAD", "value", l.Value[pl], 0, MaxValue),
			inRange("LOAD", "tiles left", int(l.Left[pl]), 0, int(duo.AllTiles)))
	}
	return cmp.Or(err, inRange("LOAD", "player to move", int(l.ToMove), 0, 1))
}

// root returns the root of the request's playouts.
func (l *Load) root() *playout.Root {
	p := duo.SetupPosition(l.Squares, l.Left, l.ToMove)
	return playout.NewRootWith(&p, l.Value, l.Over)
}

// Run requests playouts.
type Run struct {
	Root     int // 0..NumRoots-1
	Policy   playout.Policy
	First    int // number of the first move as in Root.Play, 0..MaxFirst, or NoFirst
	Seed     uint32
	Playouts int    // 1..MaxPlayouts
	Tag      uint16 // of the root's position
}

// Validate reports whether all numbers are in their ranges.
func (r Run) Validate() error {
	return cmp.Or(inRange("RUN", "root", r.Root, 0, NumRoots-1),
		inRange("RUN", "policy", int(r.Policy), 0, playout.NumPolicies-1),
		inRange("RUN", "first move", r.First, playout.NoFirst, MaxFirst),
		inRange("RUN", "playouts", r.Playouts, 1, MaxPlayouts))
}

// Append appends the request.
func (r Run) Append(dst []byte, id byte) []byte {
	dst = append(dst, KindRun, id, byte(r.Root)|byte(r.Policy)<<1)
	dst = binary.BigEndian.AppendUint16(dst, uint16(r.First)) // NoFirst is 0xffff
	dst = binary.BigEndian.AppendUint16(dst, uint16(r.Playouts))
	dst = binary.BigEndian.AppendUint32(dst, r.Seed)
	return binary.BigEndian.AppendUint16(dst, r.Tag)
}

// Pick requests a move by its number.
type Pick struct {
	Root  int    // 0..NumRoots-1
	Index int    // number of the move in move order, 0..MaxFirst
	Tag   uint16 // of the root's position
}

// Validate reports whether all numbers are in their ranges.
func (r Pick) Validate() error {
	return cmp.Or(inRange("PICK", "root", r.Root, 0, NumRoots-1),
		inRange("PICK", "move", r.Index, 0, MaxFirst))
}

// Append appends the request.
func (r Pick) Append(dst []byte, id byte) []byte {
	dst = append(dst, KindPick, id, byte(r.Root))
	dst = binary.BigEndian.AppendUint16(dst, uint16(r.Index))
	return binary.BigEndian.AppendUint16(dst, r.Tag)
}

// Info describes the hardware.
type Info struct {
	Version int
	Lanes   int
	Games   int // games that a lane plays at once
	Runs    int // runs in progress at once
	// Queue is the most bytes of waiting requests, without the requests in progress. A request
	// takes one byte more than its length. A large request gets QueueFull if it brings the waiting
	// requests above MaxWaiting.
	Queue     int
	BadFrames int // frames dropped since reset, up to 65535
}

// Sums are the sums over playouts.
type Sums struct {
	Playouts int
	Margin   int    // sum of player 1's minus player 2's
	Wins     [2]int // games that each player won; the others are drawn
}

// Add adds the score of a playout.
func (s *Sums) Add(score int) {
	s.Playouts++
	s.Margin += score
	if score > 0 {
		s.Wins[duo.Player1]++
	} else if score < 0 {
		s.Wins[duo.Player2]++
	}
}

// Picked is the answer to a Pick.
type Picked struct {
	Moves int // number of legal moves
	None  bool
	Move  playout.AnchorMove // valid unless None
}

// Response is a response of the service port.
type Response struct {
	Request byte // first byte of the request
	ID      byte
	Status  Status
	Info    Info   // answer to INFO
	Sums    Sums   // answer to RUN
	Picked  Picked // answer to PICK
}

// Append appends the response to dst.
func (r *Response) Append(dst []byte) []byte {
	dst = append(dst, r.Request|ResponseBit, r.ID, byte(r.Status))
	switch {
	case r.Request == KindInfo && r.Status == OK:
		dst = append(dst, byte(r.Info.Version), byte(r.Info.Lanes), byte(r.Info.Games), byte(r.Info.Runs))
		dst = binary.BigEndian.AppendUint16(dst, uint16(r.Info.Queue))
		dst = binary.BigEndian.AppendUint16(dst, uint16(min(r.Info.BadFrames, 65535)))
	case r.Request == KindRun && (r.Status == OK || r.Status == Cancelled):
		dst = binary.BigEndian.AppendUint16(dst, uint16(r.Sums.Playouts))
		dst = binary.BigEndian.AppendUint32(dst, uint32(r.Sums.Margin))
		dst = binary.BigEndian.AppendUint16(dst, uint16(r.Sums.Wins[duo.Player1]))
		dst = binary.BigEndian.AppendUint16(dst, uint16(r.Sums.Wins[duo.Player2]))
	case r.Request == KindPick && r.Status == OK:
		dst = binary.BigEndian.AppendUint16(dst, uint16(r.Picked.Moves))
		if r.Picked.None {
			dst = append(dst, noPattern, 0, 0)
		} else {
			m := r.Picked.Move
			dst = append(dst, byte(m.Pattern), byte(m.Flip), byte(m.Anchor.Row()<<4|m.Anchor.Col()))
		}
	}
	return dst
}

// ErrResponse reports bytes that are no response.
var ErrResponse = errors.New("service: not a response of the service port")

// ParseResponse reads a response.
func ParseResponse(data []byte) (r Response, err error) {
	if len(data) < 3 || data[0]&ResponseBit == 0 {
		return r, ErrResponse
	}
	r.Request, r.ID, r.Status = data[0]&^ResponseBit, data[1], Status(data[2])
	rest := 0
	u16 := func(at int) int { return int(binary.BigEndian.Uint16(data[3+at:])) }
	switch {
	case r.Request == KindInfo && r.Status == OK:
		if rest = 8; len(data) == 3+rest {
			r.Info = Info{int(data[3]), int(data[4]), int(data[5]), int(data[6]), u16(4), u16(6)}
		}
	case r.Request == KindRun && (r.Status == OK || r.Status == Cancelled):
		if rest = 10; len(data) == 3+rest {
			score := int(int32(binary.BigEndian.Uint32(data[5:])))
			r.Sums = Sums{u16(0), score, [2]int{u16(6), u16(8)}}
		}
	case r.Request == KindPick && r.Status == OK:
		if rest = 5; len(data) == 3+rest {
			r.Picked = Picked{Moves: u16(0), None: data[5] == noPattern}
			row, col := int(data[7]>>4), int(data[7]&15)
			if !r.Picked.None {
				if data[5] >= playout.NumPatterns || data[6] > 3 || row >= duo.BoardSize || col >= duo.BoardSize {
					return r, ErrResponse
				}
				r.Picked.Move = playout.AnchorMove{
					Anchor: duo.NewSquare(row, col), Flip: playout.Flip(data[6]), Pattern: playout.Pattern(data[5]),
				}
			}
		}
	}
	if len(data) != 3+rest {
		return r, ErrResponse
	}
	return r, nil
}

// Model is the twin of module service_port, with equal responses to equal requests. It answers each
// request at once, so it never cancels a request or finds the queue full.
type Model struct {
	Lanes     int
	BadFrames int // reported by INFO
	// Leaves answers ROOT and LEAVES; with nil they are unknown. A model with Leaves has no lanes
	// for other requests: LOAD, RUN and PICK are then unknown.
	Leaves *LeafModel

	roots [NumRoots]*playout.Root
	tags  [NumRoots]uint16
}

// Handle executes a request, the payload of a frame, and returns the response.
func (s *Model) Handle(request []byte) Response {
	r := Response{Request: request[0] &^ ResponseBit}
	if len(request) > 1 {
		r.ID = request[1]
	}
	length, known := requestLength[request[0]]
	switch {
	case !known:
		r.Status = Unknown
	case len(request) != length:
		r.Status = BadLength
	default:
		switch request[0] {
		case KindInfo:
			version := Version
			if s.Leaves != nil {
				version = LeafVersion
			}
			r.Info = Info{version, s.Lanes, twin.LaneGames, MaxRuns, QueueBytes, min(s.BadFrames, 65535)}
		case KindLoad:
			r.Status = s.load(request[2:])
		case KindRun:
			r.Sums, r.Status = s.run(request[2:])
		case KindPick:
			r.Picked, r.Status = s.pick(request[2:])
		}
	}
	return r
}

// Answer is Handle for all requests, including ROOT and LEAVES: it returns the payload of the
// response.
func (s *Model) Answer(request []byte) []byte {
	if s.Leaves == nil {
		r := s.Handle(request)
		return r.Append(nil)
	}
	if r := s.Leaves.Handle(request); r != nil {
		return r
	}
	r := s.Handle(request)
	if r.Request == KindLoad || r.Request == KindRun || r.Request == KindPick {
		r = Response{Request: r.Request, ID: r.ID, Status: Unknown}
	}
	return r.Append(nil)
}

func (s *Model) load(data []byte) Status {
	l, status := parseLoad(data)
	if status == OK {
		s.roots[l.Root], s.tags[l.Root] = l.root(), binary.BigEndian.Uint16(data[loadTag-2:])
	}
	return status
}

// parseLoad reads a LOAD, from byte 2 on, without its tag.
func parseLoad(data []byte) (l Load, status Status) {
	l = Load{Root: int(data[0] & 1), ToMove: duo.Player(data[0] >> 1 & 1), Over: data[0]>>2&1 != 0}
	if data[0]>>3 != 0 {
		return l, BadField
	}
	for pl := range 2 {
		word := binary.BigEndian.Uint32(data[1+4*pl:])
		l.Left[pl], l.Value[pl] = duo.TileSet(word>>8), int(word&0xff)
	}
	if l.Validate() != nil {
		return l, BadField
	}
	for row := range duo.BoardSize {
		var squares [2]uint16
		for pl := range 2 {
			squares[pl] = binary.BigEndian.Uint16(data[9+4*row+2*pl:])
		}
		if squares[0]&squares[1] != 0 || (squares[0]|squares[1])>>duo.BoardSize != 0 {
			return l, BadPosition
		}
		for pl := range 2 {
			l.Squares[pl].AddRow(row, squares[pl])
		}
	}
	return l, OK
}

func (s *Model) run(data []byte) (sums Sums, _ Status) {
	r := Run{
		Root:     int(data[0] & 1),
		Policy:   playout.Policy(data[0] >> 1),
		First:    int(binary.BigEndian.Uint16(data[1:])),
		Playouts: int(binary.BigEndian.Uint16(data[3:])),
		Seed:     binary.BigEndian.Uint32(data[5:]),
		Tag:      binary.BigEndian.Uint16(data[9:]),
	}
	if r.First == noFirst {
		r.First = playout.NoFirst
	}
	if r.Validate() != nil {
		return sums, BadField
	}
	from := s.roots[r.Root]
	if from == nil || s.tags[r.Root] != r.Tag {
		return sums, NotLoaded
	}
	return SumsOf(from, r), OK
}

// SumsOf plays the playouts of a RUN.
func SumsOf(g *playout.Root, r Run) (sums Sums) {
	for i := range r.Playouts {
		sums.Add(g.Play(r.Policy, r.First, playout.NewRNG(r.Seed, uint32(i)), nil))
	}
	return sums
}

func (s *Model) pick(data []byte) (picked Picked, _ Status) {
	r := Pick{Root: int(data[0]), Index: int(binary.BigEndian.Uint16(data[1:])), Tag: binary.BigEndian.Uint16(data[3:])}
	if r.Validate() != nil {
		return picked, BadField
	}
	from := s.roots[r.Root]
	if from == nil || s.tags[r.Root] != r.Tag {
		return picked, NotLoaded
	}
	moves := from.Moves(nil)
	picked = Picked{Moves: len(moves), None: r.Index >= len(moves)}
	if !picked.None {
		picked.Move = moves[r.Index]
	}
	return picked, OK
}

// Root returns the position of a root, or nil for an unloaded root.
func (s *Model) Root(root int) *playout.Root { return s.roots[root] }
