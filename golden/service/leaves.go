// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package service

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// LeafVersion is the version of the protocol with two more requests, ROOT and LEAVES, which make a
// board the leaf service of a tree search (search.LeafService). A leaf is the position after some
// moves from a root.
//
//	request    byte
//	ROOT       0    6
//	           1    id
//	           2    tag: any number of 16 bits; LEAVES must have the same
//	           4    bit 1 player to move; bit 2 player who moved first; 1: player 2
//	           5    as bytes 3..66 of LOAD: tiles, values, rows
//	           69   (length)
//	LEAVES     0    7
//	           1    id
//	           2    tag of the root
//	           4    bit 7 sums are wanted; bits 4..0 number of leaves, less 1
//	           5    children of a leaf that are wanted, at most: 1..MaxLeafChildren
//	           6    seed
//	           10   the leaves, see below
//
// The leaves follow each other without gaps. Each leaf has these bits, the highest bit of a byte
// first:
//
//	bits   1    its children are wanted
//	       5    k: playout i of the leaf has NewRNG(seed, LeafPlayouts k + i)
//	       6    moves that it has in common with the leaf before it in the frame, from the root on
//	       1    1: a move follows, and this bit again; 0: the path ends here
//	       17   a move: column and row of the anchor, 4 bits each; 1 bit: columns mirrored, 1 bit: rows
//	            mirrored; pattern, 7 bits; see playout.AnchorMove. All ones: a pass
//
// Fewer than 8 zero bits follow the last leaf. The moves of a path must be legal: for an illegal
// move the model answers BadField, and a board's answer is undefined. A board has one number of
// children, by default LeafChildren, and answers BadField to other numbers.
//
//	response   byte
//	ROOT       3    tag
//	           5    (length)
//	LEAVES     3    tag
//	           5    the leaves, in the order of the request, each of them:
//	                  expected margin, with the playouts: 16 bits, 1/256 point for player 1
//	                  if sums are wanted: the sum of the playouts' margins, 16 bits
//	                  if children are wanted: the margin without playouts, 16 bits; a byte, bit 7:
//	                    these are all legal moves, bits 6..0: their number; and the children, those with
//	                    greater priors first, in bits as above: move 17, prior 16; the last byte is
//	                    filled up with zeros
//
// The bytes after the status follow only if the status is OK. The status BadLength replaces an
// answer longer than MaxPayload. If the game is over at a leaf, the leaf's margin is the game's,
// the sum and the margin without playouts are 0, and the leaf has no children. A ROOT with a square
// of both players is refused, as in a LOAD, and leaves no root.
//
// A program may repeat both requests freely: LEAVES depend only on the root and their own bytes,
// and the tag names the root. A program that misses an answer therefore repeats the request, and
// drops answers that come twice or have another tag. CANCEL does not affect these requests. A board
// with these requests may lack LOAD, RUN and PICK, which are then Unknown.
const LeafVersion = 2

// The first bytes of these requests.
const (
	KindRoot   = 6
	KindLeaves = 7
)

// Limits of LEAVES.
const (
	LeafPlayouts    = 8
	MaxLeaves       = 32 // leaves in a request
	MaxLeafChildren = 32
	LeafChildren    = 20 // children of a leaf on a board
	MaxPath         = 63 // moves of a path
	leavesHead      = 10 // bytes in front of the leaves
	answerHead      = 5
	moveBits        = 17
	priorBits       = 16
)

// Root is the request that sets the root of the leaves' paths.
type Root struct {
	Tag   uint16
	Load  // without the use of Root, Over and the tag in it
	First duo.Player
}

// NewRoot returns the request for a position.
func NewRoot(tag uint16, p *duo.Position) Root {
	return Root{Tag: tag, Load: NewLoad(0, p), First: p.FirstToMove()}
}

// Append appends the request.
func (r Root) Append(dst []byte, id byte) []byte {
	dst = append(dst, KindRoot, id)
	dst = binary.BigEndian.AppendUint16(dst, r.Tag)
	dst = append(dst, byte(r.ToMove)<<1|byte(r.First)<<2)
	return append(dst, r.Load.Append(nil, 0)[loadBody:loadTag]...)
}

// Validate reports whether all numbers are in their ranges.
func (r Root) Validate() error {
	return cmp.Or(r.Load.Validate(), inRange("ROOT", "player who moved first", int(r.First), 0, 1))
}

// Leaf is one leaf of Leaves.
type Leaf struct {
	Index    int // place of the leaf in the sequence of the seed: 0..MaxLeaves-1
	Path     []tree.Move
	Children bool // children are wanted
}

// Leaves requests the values of leaves.
type Leaves struct {
	Tag      uint16
	Sums     bool // sums are wanted
	Children int  // children of a leaf, at most: 1..MaxLeafChildren
	Seed     uint32
	Leaves   []Leaf // 1..MaxLeaves
}

// bitWriter appends bits to bytes, the highest bit of a byte first.
type bitWriter struct {
	data []byte
	free int // free bits of the last byte
}

func (w *bitWriter) put(width int, v uint32) {
	for i := width - 1; i >= 0; i-- {
		if w.free == 0 {
			w.data = append(w.data, 0)
			w.free = 8
		}
		w.free--
		w.data[len(w.data)-1] |= byte(v>>i&1) << w.free
	}
}

// bitReader reads the bits of a bitWriter.
type bitReader struct {
	data []byte
	at   int // bits read
}

// take returns the next bits, and whether there were enough.
func (r *bitReader) take(width int) (v uint32, ok bool) {
	if r.at+width > 8*len(r.data) {
		return 0, false
	}
	for range width {
		v = v<<1 | uint32(r.data[r.at/8]>>(7-r.at%8)&1)
		r.at++
	}
	return v, true
}

// passCode is the code of a pass.
const passCode = 1<<moveBits - 1

// moveCode returns the code of a move.
func moveCode(m tree.Move) uint32 {
	if m == passCode {
		return passCode
	}
	anchor := duo.Square(m >> 9)
	return uint32(anchor.Col())<<13 | uint32(anchor.Row())<<9 | uint32(m)&511
}

// codedMove returns the move of a code, and whether the code has one.
func codedMove(code uint32) (m tree.Move, ok bool) {
	if code == passCode {
		return passCode, true
	}
	row, col := int(code>>9&15), int(code>>13)
	if !duo.OnBoard(row, col) || code&127 >= playout.NumPatterns {
		return 0, false
	}
	return tree.Move(duo.NewSquare(row, col))<<9 | tree.Move(code&511), true
}

// common returns the number of moves that two paths share from the root on.
func common(a, b []tree.Move) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// LeafBits returns the bits of a leaf that adds that many moves to the previous leaf's path.
func LeafBits(own int) int { return 1 + 5 + 6 + 1 + own*(1+moveBits) }

// Size returns the number of bytes of the request, and of the longest answer to it.
func (l Leaves) Size() (request, answer int) {
	bits := 0
	var before []tree.Move
	answer = answerHead
	for _, leaf := range l.Leaves {
		bits += LeafBits(len(leaf.Path) - common(before, leaf.Path))
		before = leaf.Path
		answer += l.answerSize(leaf)
	}
	return leavesHead + (bits+7)/8, answer
}

// answerSize returns the most bytes that a leaf takes in an answer.
func (l Leaves) answerSize(leaf Leaf) int {
	n := 2
	if l.Sums {
		n += 2
	}
	if leaf.Children {
		n += 3 + (l.Children*(moveBits+priorBits)+7)/8
	}
	return n
}

// Append appends the request.
func (l Leaves) Append(dst []byte, id byte) []byte {
	dst = append(dst, KindLeaves, id)
	dst = binary.BigEndian.AppendUint16(dst, l.Tag)
	flags := byte(len(l.Leaves)-1) & 31
	if l.Sums {
		flags |= 1 << 7
	}
	dst = append(dst, flags, byte(l.Children))
	w := bitWriter{data: binary.BigEndian.AppendUint32(dst, l.Seed)}
	var before []tree.Move
	for _, leaf := range l.Leaves {
		wanted := uint32(0)
		if leaf.Children {
			wanted = 1
		}
		kept := common(before, leaf.Path)
		w.put(1, wanted)
		w.put(5, uint32(leaf.Index))
		w.put(6, uint32(kept))
		for _, m := range leaf.Path[kept:] {
			w.put(1, 1)
			w.put(moveBits, moveCode(m))
		}
		w.put(1, 0)
		before = leaf.Path
	}
	return w.data
}

// Validate reports whether all numbers are in their ranges, and whether the request and its answer
// are short enough.
func (l Leaves) Validate() error {
	err := cmp.Or(inRange("LEAVES", "number of leaves", len(l.Leaves), 1, MaxLeaves),
		inRange("LEAVES", "children", l.Children, 1, MaxLeafChildren))
	for _, leaf := range l.Leaves {
		err = cmp.Or(err, inRange("LEAVES", "index", leaf.Index, 0, MaxLeaves-1),
			inRange("LEAVES", "moves of a path", len(leaf.Path), 0, MaxPath))
		for _, m := range leaf.Path {
			if back, ok := codedMove(moveCode(m)); !ok || back != m {
				err = cmp.Or(err, fmt.Errorf("service: LEAVES: move %05x, want an anchor, a flip and a pattern, or a pass", uint32(m)))
			}
		}
	}
	if err != nil {
		return err
	}
	request, answer := l.Size()
	return cmp.Or(inRange("LEAVES", "bytes", request, 0, MaxPayload), inRange("LEAVES", "bytes of the answer", answer, 0, MaxPayload))
}

// errLeaves reports bytes that are no LEAVES.
var errLeaves = errors.New("service: not a LEAVES")

// ParseLeaves reads a request. Its status is the board's answer to a bad request.
func ParseLeaves(data []byte) (l Leaves, status Status, err error) {
	if len(data) < leavesHead+1 || data[0] != KindLeaves {
		return l, BadLength, errLeaves
	}
	l = Leaves{
		Tag: binary.BigEndian.Uint16(data[2:]), Sums: data[4]>>7 != 0, Children: int(data[5]),
		Seed: binary.BigEndian.Uint32(data[6:]),
	}
	if data[4]&0x60 != 0 || l.Children < 1 || l.Children > MaxLeafChildren {
		return l, BadField, errLeaves
	}
	r := bitReader{data: data[leavesHead:]}
	var before []tree.Move
	for range int(data[4]&31) + 1 {
		head, ok := r.take(12)
		kept := int(head & 63)
		if !ok {
			return l, BadLength, errLeaves
		}
		if kept > len(before) {
			return l, BadField, errLeaves
		}
		leaf := Leaf{Index: int(head >> 6 & 31), Children: head>>11 != 0}
		leaf.Path = append(leaf.Path, before[:kept]...)
		for {
			more, ok := r.take(1)
			if !ok {
				return l, BadLength, errLeaves
			}
			if more == 0 {
				break
			}
			code, ok := r.take(moveBits)
			if !ok {
				return l, BadLength, errLeaves
			}
			m, ok := codedMove(code)
			if !ok || len(leaf.Path) == MaxPath {
				return l, BadField, errLeaves
			}
			leaf.Path = append(leaf.Path, m)
		}
		before = leaf.Path
		l.Leaves = append(l.Leaves, leaf)
	}
	if left := 8*len(r.data) - r.at; left >= 8 {
		return l, BadLength, errLeaves
	} else if rest, _ := r.take(left); rest != 0 {
		return l, BadField, errLeaves
	}
	if _, answer := l.Size(); answer > MaxPayload {
		return l, BadLength, errLeaves
	}
	return l, OK, nil
}

// LeavesResponse is the answer to ROOT and LEAVES.
type LeavesResponse struct {
	Request  byte // first byte of the request
	ID       byte
	Status   Status
	Tag      uint16           // valid if the status is OK
	Findings []search.Finding // in the order of the leaves
}

// Append appends the response to dst. l is the request, if it was LEAVES.
func (r *LeavesResponse) Append(dst []byte, l Leaves) []byte {
	dst = append(dst, r.Request|ResponseBit, r.ID, byte(r.Status))
	if r.Status != OK {
		return dst
	}
	dst = binary.BigEndian.AppendUint16(dst, r.Tag)
	for i, f := range r.Findings {
		dst = binary.BigEndian.AppendUint16(dst, uint16(f.Margin))
		if l.Sums {
			dst = binary.BigEndian.AppendUint16(dst, uint16(f.Sum))
		}
		if !l.Leaves[i].Children {
			continue
		}
		dst = binary.BigEndian.AppendUint16(dst, uint16(f.Static))
		n := byte(len(f.Children))
		if f.Complete {
			n |= 1 << 7
		}
		w := bitWriter{data: append(dst, n)}
		for _, c := range f.Children {
			w.put(moveBits, moveCode(c.Move))
			w.put(priorBits, uint32(c.Prior))
		}
		dst = w.data
	}
	return dst
}

// ErrLeavesResponse reports bytes that are no answer to the request.
var ErrLeavesResponse = errors.New("service: not a response to ROOT or LEAVES")

// ParseLeavesHead reads the common head of all responses to ROOT and LEAVES. A program finds the
// request by it.
func ParseLeavesHead(data []byte) (r LeavesResponse, err error) {
	if len(data) < 3 || data[0] != KindRoot|ResponseBit && data[0] != KindLeaves|ResponseBit {
		return r, ErrLeavesResponse
	}
	r = LeavesResponse{Request: data[0] &^ ResponseBit, ID: data[1], Status: Status(data[2])}
	switch {
	case r.Status != OK && len(data) == 3:
		return r, nil
	case r.Status != OK || len(data) < answerHead || r.Request == KindRoot && len(data) != answerHead:
		return r, ErrLeavesResponse
	}
	r.Tag = binary.BigEndian.Uint16(data[3:])
	return r, nil
}

// ParseLeavesResponse reads the answer to a LEAVES.
func ParseLeavesResponse(data []byte, l Leaves) (r LeavesResponse, err error) {
	r, err = ParseLeavesHead(data)
	if err != nil || r.Status != OK {
		return r, err
	}
	if r.Request != KindLeaves {
		return r, ErrLeavesResponse
	}
	rest := data[answerHead:]
	number := func() (n int32) {
		if len(rest) < 2 {
			err = ErrLeavesResponse
			return 0
		}
		n = int32(int16(binary.BigEndian.Uint16(rest)))
		rest = rest[2:]
		return n
	}
	for _, leaf := range l.Leaves {
		f := search.Finding{Margin: number()}
		if l.Sums {
			f.Sum = number()
		}
		if leaf.Children {
			f.Static = number()
			if rest, err = children(&f, rest, l.Children); err != nil {
				return r, err
			}
		}
		if err != nil {
			return r, err
		}
		r.Findings = append(r.Findings, f)
	}
	if len(rest) > 0 {
		return r, ErrLeavesResponse
	}
	return r, nil
}

// children reads at most that many children of a leaf.
func children(f *search.Finding, data []byte, most int) (rest []byte, err error) {
	if len(data) < 1 {
		return nil, ErrLeavesResponse
	}
	n := int(data[0] & 0x7f)
	bytes := 1 + (n*(moveBits+priorBits)+7)/8
	if n > most || len(data) < bytes {
		return nil, ErrLeavesResponse
	}
	f.Complete = data[0]>>7 != 0
	bits := bitReader{data: data[1:bytes]}
	for range n {
		code, _ := bits.take(moveBits)
		m, ok := codedMove(code)
		if !ok {
			return nil, ErrLeavesResponse
		}
		prior, _ := bits.take(priorBits)
		f.Children = append(f.Children, tree.Child{Move: m, Prior: uint16(prior)})
	}
	return data[bytes:], nil
}

// LeafModel is the model for ROOT and LEAVES, as Model is for the other requests. It answers each
// request at once.
type LeafModel struct {
	Children int // children of a leaf on the board; 0: any number

	model *search.LeafModel
	tag   uint16
	set   bool
}

// NewLeafModel returns a model without a root, with golden's own evaluation.
func NewLeafModel() *LeafModel {
	return &LeafModel{model: search.NewLeafModel(evaluation.New(&evaluation.Default), LeafPlayouts)}
}

// Handle executes a request, the payload of a frame, and returns the payload of the response, or
// nil if the request is not a ROOT or LEAVES.
func (m *LeafModel) Handle(request []byte) []byte {
	if len(request) == 0 || request[0] != KindRoot && request[0] != KindLeaves {
		return nil
	}
	r := LeavesResponse{Request: request[0]}
	if len(request) > 1 {
		r.ID = request[1]
	}
	var l Leaves
	if request[0] == KindRoot {
		r.Tag, r.Status = m.root(request)
	} else {
		l, r.Status, _ = ParseLeaves(request)
		r.Tag = l.Tag
		switch {
		case len(request) > leavesHead && m.Children > 0 && l.Children != m.Children:
			r.Status = BadField
		case r.Status == OK:
			r.Findings, r.Status = m.leaves(l)
		}
	}
	return r.Append(nil, l)
}

// Places in a ROOT: rootBody is the start of the tiles, and rootLength the length.
const (
	rootBody   = 5
	rootLength = rootBody + 8 + 4*duo.BoardSize
)

func (m *LeafModel) root(data []byte) (tag uint16, status Status) {
	if len(data) != rootLength {
		return 0, BadLength
	}
	tag = binary.BigEndian.Uint16(data[2:])
	flags := data[4]
	if flags&^6 != 0 {
		return tag, BadField
	}
	m.set = false
	l, status := parseLoad(append([]byte{flags & 2}, data[rootBody:]...))
	if status != OK {
		return tag, status
	}
	p := duo.SetupPosition(l.Squares, l.Left, l.ToMove)
	state := playout.NewRootWith(&p, l.Value, p.Over()).State()
	if first := duo.Player(flags >> 2 & 1); first != l.ToMove {
		// The number of moves determines the player who moved first.
		p = duo.SetupPosition(l.Squares, l.Left, first)
		p.Play(duo.Pass)
	}
	m.model.SetRoot(&p, state)
	m.tag, m.set = tag, true
	return tag, OK
}

func (m *LeafModel) leaves(l Leaves) (out []search.Finding, status Status) {
	if !m.set || m.tag != l.Tag {
		return nil, NotLoaded
	}
	for _, leaf := range l.Leaves {
		q := search.Question{Path: leaf.Path, Seed: l.Seed + uint32(leaf.Index)*LeafPlayouts*playout.SeedStep}
		if leaf.Children {
			q.Children = l.Children
		}
		f, err := m.model.Find(q)
		if err != nil {
			return nil, BadField
		}
		out = append(out, f)
	}
	return out, OK
}

// String shows the request as text, for messages.
func (l Leaves) String() string {
	return fmt.Sprintf("%d leaves of root %04x", len(l.Leaves), l.Tag)
}
