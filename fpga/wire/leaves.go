// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/play/plural"
)

// LeafService is a board that values the leaves of a tree search: see service.LeafVersion for the
// bytes on the line. It puts as many leaves into a frame as fit, keeps as many frames under way as
// the board has room for, and asks again for lost ones.
//
// Every sent frame has its own id, and the board answers in order. An answer therefore decides the
// fate of all frames before it: those without an answer are lost, and are sent again with other
// ids. If nothing comes for Limits.Answer, the service sends an INFO, whose answer serves the same
// purpose. The service drops answers without a waiting frame: they come twice, or belong to a frame
// that was taken for lost, or to another program.
type LeafService struct {
	link
	limits Limits

	// The frame in the making, used by one goroutine only.
	frame  *leafFrame
	bits   int        // bits of its leaves
	answer int        // bytes of the answer without the head
	front  *leafFrame // frame whose answers are being taken
	taken  int        // answers taken of front
	// children is the number of children in the search's request. A board has one number, and also
	// needs it where it does not matter.
	children int

	// Guarded by mu.
	frames  []*leafFrame // filled frames with answers still to be taken, in order
	sends   []send       // frames that may be answered, in the order of the line
	waiting int          // the most bytes of the board's queue that these take
	id      byte         // id of the latest frame
	tag     uint16       // tag of the root
	root    []byte       // the ROOT request
	known   bool         // the board has confirmed this version of the protocol
	resent  int
	idle    int // times in a row that nothing came
	timer   *time.Timer
}

// leafFrame is a LEAVES with its questions and answers.
type leafFrame struct {
	leaves   service.Leaves
	order    []int            // leaf i of the frame is question order[i]
	findings []search.Finding // by question; nil: no answer yet
	sent     bool             // the frame is in sends
}

// send is a frame on the line.
type send struct {
	id    byte
	kind  byte
	tag   uint16
	frame *leafFrame // frame of a LEAVES
	size  int
}

// leafAnswer is the default of Limits.Answer.
const leafAnswer = 250 * time.Millisecond

// leafSeedStep is the difference of the seeds of two neighbouring leaves: computed from a variable
// and not a constant, because it has to wrap around.
var leafSeedStep = func() uint32 {
	step := uint32(playout.SeedStep)
	return service.LeafPlayouts * step
}()

// NewLeafService takes over a line in any state. It reads and writes in the background until Close,
// or until the line fails. Limits.Answer defaults to a quarter of a second.
func NewLeafService(line io.ReadWriteCloser, limits Limits) *LeafService {
	e := &LeafService{id: byte(rand.N(256)), children: service.LeafChildren, limits: Limits{
		Answer: cmp.Or(limits.Answer, leafAnswer), Tries: cmp.Or(limits.Tries, 8),
	}}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.begin(line, e)
	e.timer = time.AfterFunc(e.limits.Answer, e.expire)
	// The zero ends a frame that may be under way, and the CANCEL any work for another program.
	e.out = service.AppendFrame([]byte{0}, service.Cancel{}.Append(nil, 0))
	e.send(service.KindInfo, nil)
	return e
}

// OpenLeafService opens the serial port of a board, at service.Baud, and takes it over.
func OpenLeafService(path string, limits Limits) (*LeafService, error) {
	port, err := openPort(path, service.Baud)
	if err != nil {
		return nil, err
	}
	return NewLeafService(port, limits), nil
}

// Resent returns the number of frames that have been sent again.
func (e *LeafService) Resent() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.resent
}

// SetRoot implements search.LeafService. After any error except ErrClosed and errors of the line,
// it tries again.
func (e *LeafService) SetRoot(pos *duo.Position) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return e.err
	}
	e.frame, e.front, e.taken = nil, nil, 0
	e.frames, e.sends, e.waiting, e.err, e.idle = nil, nil, 0, nil, 0
	tag := e.tag
	for e.tag == tag {
		e.tag = uint16(rand.N(1 << 16))
	}
	root := service.NewRoot(e.tag, pos)
	if err := root.Validate(); err != nil {
		return fmt.Errorf("wire: %w", err)
	}
	e.root = root.Append(nil, 0)
	if !e.known {
		e.send(service.KindInfo, nil)
	}
	e.send(service.KindRoot, nil)
	e.timer.Reset(e.limits.Answer)
	return nil
}

// Ask implements search.LeafService. It never waits.
func (e *LeafService) Ask(q search.Question) error {
	leaf := service.Leaf{Path: q.Path, Children: q.Children > 0}
	if leaf.Children {
		e.children = q.Children
	}
	if len(q.Path) > service.MaxPath || q.Children > service.MaxLeafChildren {
		return fmt.Errorf("wire: %d moves, %d children, want %d and %d at most", len(q.Path), q.Children, service.MaxPath, service.MaxLeafChildren)
	}
	if e.frame != nil && !e.fits(q, &leaf) {
		if err := e.flush(); err != nil {
			return err
		}
	}
	if e.frame == nil {
		e.frame = &leafFrame{leaves: service.Leaves{Children: e.children, Seed: q.Seed}}
		e.bits, e.answer, leaf.Index = 0, 0, 0
		e.fits(q, &leaf)
	}
	f := e.frame
	leaf.Path = slices.Clone(q.Path)
	if leaf.Children {
		f.leaves.Children = q.Children
	}
	f.leaves.Leaves = append(f.leaves.Leaves, leaf)
	return nil
}

// frameLeaves is the number of leaves that fill a frame. Leaves in larger frames share less of
// their paths and wait longer for each other. With 160 leaves under way 16 is better than 8 or 32
// (TestLeafRate).
const frameLeaves = 16

// fits reports whether a leaf fits into the frame; if so, it counts the leaf and sets its index.
func (e *LeafService) fits(q search.Question, leaf *service.Leaf) bool {
	l := &e.frame.leaves
	for leaf.Index = 0; leaf.Index < service.MaxLeaves && l.Seed+uint32(leaf.Index)*leafSeedStep != q.Seed; {
		leaf.Index++
	}
	if len(l.Leaves) == frameLeaves || leaf.Index == service.MaxLeaves {
		return false
	}
	// In the order of their moves, each leaf shares as many moves with the leaf before it as with
	// any other.
	kept, asked := 0, false
	for _, other := range l.Leaves {
		asked = asked || other.Children
		n := 0
		for n < len(q.Path) && n < len(other.Path) && q.Path[n] == other.Path[n] {
			n++
		}
		kept = max(kept, n)
	}
	if leaf.Children && asked && q.Children != l.Children {
		return false
	}
	one := service.Leaves{Children: max(1, q.Children), Leaves: []service.Leaf{{Path: q.Path[kept:], Children: leaf.Children}}}
	bits := service.LeafBits(len(q.Path) - kept)
	_, answer := one.Size()
	request, head := service.Leaves{}.Size() // sizes without leaves
	answer -= head
	if request+(e.bits+bits+7)/8 > service.MaxPayload || head+e.answer+answer > service.MaxPayload {
		return false
	}
	e.bits += bits
	e.answer += answer
	return true
}

// flush passes the frame on to the line.
func (e *LeafService) flush() error {
	f := e.frame
	e.frame = nil
	f.order = make([]int, len(f.leaves.Leaves))
	for i := range f.order {
		f.order[i] = i
	}
	slices.SortStableFunc(f.order, func(i, j int) int {
		return slices.Compare(f.leaves.Leaves[i].Path, f.leaves.Leaves[j].Path)
	})
	sorted := make([]service.Leaf, len(f.order))
	for i, k := range f.order {
		sorted[i] = f.leaves.Leaves[k]
	}
	f.leaves.Leaves = sorted
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err != nil {
		return e.err
	}
	f.leaves.Tag = e.tag
	if err := f.leaves.Validate(); err != nil {
		return fmt.Errorf("wire: %w", err)
	}
	e.frames = append(e.frames, f)
	e.pump()
	return nil
}

// ErrNoQuestion means that all questions have been answered.
var ErrNoQuestion = errors.New("wire: no question waits for an answer")

// Answer implements search.LeafService.
func (e *LeafService) Answer() (f search.Finding, err error) {
	if e.front == nil {
		e.mu.Lock()
		none, err := len(e.frames) == 0, e.err
		e.mu.Unlock()
		switch {
		case err != nil:
			return f, err
		case none && e.frame == nil:
			return f, ErrNoQuestion
		case none:
			err = e.flush()
		}
		if err != nil {
			return f, err
		}
		if err := e.await(); err != nil {
			return f, err
		}
	}
	f = e.front.findings[e.taken]
	if e.taken++; e.taken == len(e.front.findings) {
		e.front, e.taken = nil, 0
	}
	return f, nil
}

// await waits for the answer to the oldest frame, which it makes the front.
func (e *LeafService) await() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.err == nil && e.frames[0].findings == nil {
		e.change.Wait()
	}
	if e.err != nil {
		return e.err
	}
	e.front = e.frames[0]
	e.frames = e.frames[1:]
	return nil
}

// damaged takes note of a damaged frame, most likely the next answer; if not, the answer comes
// twice. The caller holds mu, as for all methods below.
func (e *LeafService) damaged() {
	if len(e.sends) > 0 && e.known {
		e.lose(1, false)
	}
}

// die closes the service for good.
func (e *LeafService) die(err error) {
	e.fail(err)
	e.closed = true
}

// fail ends all questions.
func (e *LeafService) fail(err error) {
	if e.closed {
		return
	}
	e.timer.Stop()
	e.err, e.out, e.frames, e.sends, e.waiting = err, nil, nil, nil, 0
	e.change.Broadcast()
}

// send puts a frame on the line.
func (e *LeafService) send(kind byte, f *leafFrame) {
	e.id++
	s := send{id: e.id, kind: kind, tag: e.tag, frame: f}
	var payload []byte
	switch kind {
	case service.KindInfo:
		payload = service.InfoQuery{}.Append(nil, e.id)
	case service.KindRoot:
		payload = e.root
		payload[1] = e.id
	default:
		payload = f.leaves.Append(nil, e.id)
		f.sent = true
	}
	if len(e.sends) == 0 {
		e.timer.Reset(e.limits.Answer)
	}
	s.size = len(payload) + 1
	e.waiting += s.size
	e.sends = append(e.sends, s)
	e.out = service.AppendFrame(e.out, payload)
	e.change.Broadcast()
}

// maxSends keeps the one-byte ids apart, with a wide gap.
const maxSends = 100

// pump sends as many frames as the board has room for.
func (e *LeafService) pump() {
	for _, f := range e.frames {
		if f.sent || f.findings != nil {
			continue
		}
		request, _ := f.leaves.Size()
		if e.waiting+request+1 > service.MaxWaiting || len(e.sends) >= maxSends {
			return
		}
		e.send(service.KindLeaves, f)
	}
}

// receive takes a good frame.
func (e *LeafService) receive(payload []byte) {
	if info, err := service.ParseResponse(payload); err == nil && info.Request == service.KindInfo && info.Status == service.OK {
		if at := e.find(service.KindInfo, info.ID, 0, false); at >= 0 {
			if info.Info.Version != service.LeafVersion {
				e.fail(fmt.Errorf("wire: the board has version %d of the service, want %d", info.Info.Version, service.LeafVersion))
				return
			}
			e.known = true
			e.answered(at)
		}
		return
	}
	head, err := service.ParseLeavesHead(payload)
	if err != nil {
		return // another program's answer
	}
	at := e.find(head.Request, head.ID, head.Tag, head.Status == service.OK)
	if at < 0 {
		return
	}
	s := e.sends[at]
	switch head.Status {
	case service.OK:
		if s.frame != nil && s.frame.findings == nil {
			r, err := service.ParseLeavesResponse(payload, s.frame.leaves)
			if err != nil {
				return // damaged with a good CRC: treated as lost
			}
			s.frame.take(r.Findings)
		}
	case service.QueueFull:
		if s.frame != nil {
			s.frame.sent = false
		}
	case service.NotLoaded:
		// All frames on the line are useless.
		e.progress()
		e.lose(len(e.sends), true)
		return
	default:
		e.fail(&StatusError{head.Status})
		return
	}
	e.answered(at)
	if head.Status == service.QueueFull && s.kind == service.KindRoot {
		e.lose(len(e.sends), true)
	}
}

// find returns the place in sends of the frame of a response, -1 if none belongs to it.
func (e *LeafService) find(kind, id byte, tag uint16, tagged bool) int {
	return slices.IndexFunc(e.sends, func(s send) bool {
		return s.kind == kind && s.id == id && (!tagged || s.tag == tag)
	})
}

// take gives the questions their answers.
func (f *leafFrame) take(findings []search.Finding) {
	f.findings = make([]search.Finding, len(findings))
	for i, finding := range findings {
		f.findings[f.order[i]] = finding
	}
}

// answered removes a frame from the line; the frames before it are lost.
func (e *LeafService) answered(at int) {
	e.waiting -= e.sends[at].size
	e.sends = slices.Delete(e.sends, at, at+1)
	e.progress()
	e.lose(at, false)
}

// progress notes that an answer has come.
func (e *LeafService) progress() {
	e.idle = 0
	e.timer.Reset(e.limits.Answer)
	e.change.Broadcast()
}

// lose sends the first n frames on the line again, preceded by the root if it is among them or
// wanted.
func (e *LeafService) lose(n int, root bool) {
	lost := slices.Clone(e.sends[:n])
	e.sends = slices.Delete(e.sends, 0, n)
	for _, s := range lost {
		e.waiting -= s.size
		root = root || s.kind == service.KindRoot
		if s.frame != nil {
			s.frame.sent = false
		}
		if s.kind == service.KindInfo {
			e.send(service.KindInfo, nil)
		}
	}
	if root {
		e.send(service.KindRoot, nil)
	}
	e.resent += n
	e.pump()
}

// expire is called when nothing has come for a while.
func (e *LeafService) expire() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err != nil || len(e.sends) == 0 {
		return // no answer is awaited
	}
	if e.idle++; e.idle > e.limits.Tries {
		e.fail(fmt.Errorf("wire: given up after %s: %w", plural.Count(e.limits.Tries, "try", "tries"), ErrTimeout))
		return
	}
	// Frames are not sent again here: a slow board would have ever more to answer.
	if len(e.sends) < maxSends {
		e.send(service.KindInfo, nil)
	}
	e.timer.Reset(e.limits.Answer)
}

var _ search.LeafService = (*LeafService)(nil)
