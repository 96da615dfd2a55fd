// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// laneRoot holds the lanes' data of a position.
type laneRoot struct {
	rows  [2][twin.NumRows]twin.Row
	turn  duo.Player
	over  bool
	ready bool
}

// dueResult is a result that is on its way.
type dueResult struct {
	cycle uint64
	job   twin.Job
	tag   int
	root  int
}

// fakeLanes replaces the playout lanes at the ports of service_link: it checks loaded positions,
// and plays with golden, for any time and in any order.
type fakeLanes struct {
	rng    *rand.Rand
	known  map[laneRoot]*playout.Root // positions that were sent
	loaded [2]laneRoot
	due    []dueResult
	games  int // the most games played at once
	delay  uint64
	most   int // the most results that were due at once
}

// serviceBench is service_link in simulation, with its lanes, its line and its twin.
type serviceBench struct {
	p     *verilator.Proc
	rng   *rand.Rand
	port  map[string]verilator.Port
	b     *verilator.Batch
	lanes fakeLanes
	twin  service.Model

	line      []byte // bytes to send
	received  service.Decoder
	gap, slow float64
	sent      [][]byte                 // unanswered requests
	tags      [service.NumRoots]uint16 // of the positions sent
	cancels   int                      // CANCELs among the sent requests
	waiting   int                      // the most bytes of the sent requests in the queue
	decoder   service.Decoder
	answers   map[service.Status]int
	full      bool   // the queue may be full
	vanished  int    // good frames that were dropped without a response
	partly    int    // cancelled runs that had begun
	badAt     uint64 // cycle of the latest bad frame
}

func newServiceBench(p *verilator.Proc, rng *rand.Rand) *serviceBench {
	s := &serviceBench{p: p, rng: rng, port: portsOf(p), b: p.NewBatch(1), answers: map[service.Status]int{}}
	for bus, fields := range map[string][]gen.Field{
		"job_o":    {gen.JobRoot, gen.JobSeed, gen.JobLargest, gen.JobPick, gen.JobFirstValid, gen.JobFirst},
		"result_i": {gen.ResultMargin, gen.ResultFirst},
		"pick_i":   {gen.PickNone, gen.PickMoves, gen.PickPattern, gen.PickFlipRows, gen.PickFlipCols, gen.PickRow, gen.PickCol},
		"command_o": {
			gen.CommandLoad, gen.CommandTurn, gen.CommandRoot, gen.CommandPlayer, gen.CommandOver, gen.CommandRow, gen.CommandAllowed, gen.CommandCorners,
		},
	} {
		for _, f := range fields {
			port := busField(p, bus, f)
			s.port[port.Name] = port
		}
	}
	s.twin.Lanes = 1
	s.lanes = fakeLanes{rng: rng, known: map[laneRoot]*playout.Root{}, games: 12, delay: 200}
	return s
}

func (s *serviceBench) set(name string, v uint64) { s.port[name].Set(s.b.In(0), v) }
func (s *serviceBench) out(name string) int       { return int(s.port[name].Uint(s.b.Out(0))) }

// step does a cycle.
func (s *serviceBench) step() error {
	in := s.b.In(0)
	clear(in)
	now := s.p.Cycle()
	sending := len(s.line) > 0 && s.rng.Float64() >= s.gap
	if sending {
		s.set("rx_valid_i", 1)
		s.set("rx_data_i", uint64(s.line[0]))
	}
	taking := s.rng.Float64() >= s.slow
	if taking {
		s.set("tx_ready_i", 1)
	}
	l := &s.lanes
	jobReady := len(l.due) < l.games && s.rng.IntN(4) > 0
	commandReady := s.rng.IntN(4) > 0
	s.set("job_ready_i", flagBit(jobReady))
	s.set("command_ready_i", flagBit(commandReady))
	// Between results, and beside those of runs, the picked move is any.
	s.set("result_i", s.rng.Uint64())
	s.set("pick_i", s.rng.Uint64())
	for i, d := range l.due {
		if d.cycle <= now {
			s.result(d)
			l.due = slices.Delete(l.due, i, i+1)
			break
		}
	}
	if err := s.p.Step(s.b); err != nil {
		return err
	}
	if sending {
		request := s.received.Add(s.line[0])
		if request != nil && s.full && s.out("bad_o") == 1 {
			request = nil // the queue has not even room for the answer QueueFull
			s.vanished++
		}
		if request != nil {
			s.sent = append(s.sent, slices.Clone(request))
			s.waiting += len(request) + 1
			if request[0] == service.KindCancel && len(request) == 2 {
				s.cancels++
			}
		}
		s.line = s.line[1:]
	}
	if s.out("job_valid_o") == 1 && jobReady {
		root := s.out("job_o.root")
		from := l.known[l.loaded[root]]
		if from == nil {
			return s.p.Mismatch("command_o", "rows of no position that was sent", "", "root %d", root)
		}
		job := twin.Job{
			From: from, Policy: playout.Policy(s.out("job_o.largest")), Stream: playout.RNG(s.out("job_o.seed")),
			First: playout.NoFirst, Pick: s.out("job_o.pick") == 1,
		}
		if s.out("job_o.first_valid") == 1 {
			job.First = s.out("job_o.first")
		}
		l.due = append(l.due, dueResult{now + 1 + s.rng.Uint64N(l.delay), job, s.out("job_o.first"), root})
		l.most = max(l.most, len(l.due))
	}
	if s.out("command_valid_o") == 1 && commandReady && s.out("command_o.load") == 1 {
		root := s.out("command_o.root")
		if slices.ContainsFunc(l.due, func(d dueResult) bool { return d.root == root }) {
			return s.p.Mismatch("command_valid_o", 1, 0, "results of root %d are due", root)
		}
		l.loaded[root].rows[s.out("command_o.player")][s.out("command_o.row")] =
			twin.Row{Allowed: uint16(s.out("command_o.allowed")), Corners: uint16(s.out("command_o.corners"))}
		l.loaded[root].ready = false
	}
	if s.out("command_valid_o") == 1 && s.out("command_o.turn") == 1 {
		t := &l.loaded[s.out("command_o.root")]
		t.turn, t.over, t.ready = duo.Player(s.out("command_o.player")), s.out("command_o.over") == 1, true
	}
	if s.out("bad_o") == 1 {
		s.twin.BadFrames++
		s.badAt = now
	}
	if s.out("tx_valid_o") == 1 && taking {
		if payload := s.decoder.Add(byte(s.out("tx_data_o"))); payload != nil {
			return s.answer(payload)
		}
		if s.decoder.Bad > 0 {
			return s.p.Mismatch("tx_data_o", "a bad frame", "a good one", "")
		}
	}
	return nil
}

// result puts a result on the ports.
func (s *serviceBench) result(d dueResult) {
	s.set("result_valid_i", 1)
	s.set("result_i.first", uint64(d.tag))
	if !d.job.Pick {
		score := d.job.From.Play(d.job.Policy, d.job.First, d.job.Stream, nil)
		s.set("result_i.margin", uint64(score))
		return
	}
	s.set("result_i.first", s.rng.Uint64()) // meaningless for this result
	s.set("result_pick_i", 1)
	moves, move := 0, playout.AnchorMove{}
	var err error
	moves, move, err = pickMove(d.job)
	if err != nil {
		s.set("pick_i.none", 1)
		s.set("pick_i.moves", s.rng.Uint64())
		return
	}
	s.set("pick_i.none", 0)
	s.set("pick_i.moves", uint64(moves))
	s.set("pick_i.placement.pattern", uint64(move.Pattern))
	s.set("pick_i.placement.flip_rows", flagBit(move.Flip&playout.FlipRows != 0))
	s.set("pick_i.placement.flip_cols", flagBit(move.Flip&playout.FlipCols != 0))
	s.set("pick_i.placement.row", uint64(move.Anchor.Row()))
	s.set("pick_i.placement.col", uint64(move.Anchor.Col()))
}

// pickMove returns the first move of a job, or an error if it has none.
func pickMove(job twin.Job) (moves int, move playout.AnchorMove, err error) {
	err = fmt.Errorf("no move")
	first, over := job.From.ToMove()
	done := over
	job.From.Play(job.Policy, job.First, job.Stream, func(ply playout.Ply) {
		if !done && ply.Player == first && ply.Moves > 0 {
			moves, move, err = ply.Moves, ply.Move, nil
		}
		done = true
	})
	return moves, move, err
}

// send sends a request.
func (s *serviceBench) send(request []byte) { s.line = service.AppendFrame(s.line, request) }

// request sends a request with any id. A RUN or PICK means the latest position of its root.
func (s *serviceBench) request(r service.Request) {
	switch q := r.(type) {
	case service.Run:
		q.Tag = s.tags[q.Root]
		r = q
	case service.Pick:
		q.Tag = s.tags[q.Root]
		r = q
	}
	s.send(r.Append(nil, byte(s.rng.Uint32())))
}

// tag returns the tag of a root, now and then a wrong one: with another bit, or of the other root.
func (s *serviceBench) tag(root int) uint16 {
	switch s.rng.IntN(12) {
	case 0:
		return s.tags[root] ^ 1<<s.rng.IntN(16)
	case 1:
		return s.tags[1-root]
	}
	return s.tags[root]
}

// run lets cycles pass.
func (s *serviceBench) run(cycles int) error {
	for range cycles {
		if err := s.step(); err != nil {
			return err
		}
	}
	return nil
}

// load sends a position.
func (s *serviceBench) load(root int, pos *duo.Position) {
	from := playout.NewRoot(pos)
	turn, over := from.ToMove()
	rows := [2][twin.NumRows]twin.Row{twin.RowsOf(from, 0), twin.RowsOf(from, 1)}
	for pl := range rows {
		rows[pl][twin.TilesRow].Corners = 0 // playout_lanes makes the map
	}
	s.lanes.known[laneRoot{rows, turn, over, true}] = from
	load := service.NewLoad(root, pos)
	load.Tag = uint16(s.rng.Uint32())
	s.tags[root] = load.Tag
	s.send(load.Append(nil, byte(s.rng.Uint32())))
}

// answer compares a response with the twin's.
func (s *serviceBench) answer(payload []byte) error {
	got, err := service.ParseResponse(payload)
	if err != nil || len(s.sent) == 0 {
		return s.p.Mismatch("response", fmt.Sprintf("%x", payload), fmt.Sprintf("%d responses are due", len(s.sent)), "%v", err)
	}
	request := s.sent[0]
	s.sent = s.sent[1:]
	s.waiting -= len(request) + 1
	s.answers[got.Status]++
	id := byte(0)
	if len(request) > 1 {
		id = request[1]
	}
	refused := service.Response{Request: request[0] & 0x7f, ID: id, Status: got.Status}
	switch {
	case got.Status == service.QueueFull && s.full:
		if got != refused {
			return s.p.Mismatch("response", got, refused, "to %x", request)
		}
		return nil
	case got.Status == service.Cancelled && s.cancels > 0:
		want := refused
		if request[0] == service.KindRun {
			run := service.Run{
				Policy: playout.Policy(request[2] >> 1), First: int(request[3])<<8 | int(request[4]), Playouts: got.Sums.Playouts,
				Seed: uint32(request[7])<<24 | uint32(request[8])<<16 | uint32(request[9])<<8 | uint32(request[10]),
			}
			if run.First == 0xffff {
				run.First = playout.NoFirst
			}
			if run.Playouts > 0 {
				s.partly++
			}
			want.Sums = service.SumsOf(s.twin.Root(int(request[2]&1)), run)
			if asked := int(request[5])<<8 | int(request[6]); run.Playouts >= asked {
				return s.p.Mismatch("response", got, "a run that did not end", "to %x", request)
			}
		}
		if got != want {
			return s.p.Mismatch("response", got, want, "to %x", request)
		}
		return nil
	}
	if request[0] == service.KindCancel && len(request) == 2 {
		s.cancels--
	}
	want := s.twin.Handle(request)
	if s.p.Cycle() < s.badAt+5000 { // the bad frame may have come before or after the response was made
		want.Info.BadFrames = got.Info.BadFrames
	}
	if got != want {
		return s.p.Mismatch("response", got, want, "to %x", request)
	}
	return nil
}

// settle lets time pass until all requests are answered.
func (s *serviceBench) settle() error {
	for n := 0; len(s.sent) > 0 || len(s.line) > 0; n++ {
		if n == 400_000 {
			return s.p.Mismatch("responses", fmt.Sprintf("%d missing", len(s.sent)), 0, "the first: %x", s.sent[0])
		}
		if err := s.step(); err != nil {
			return err
		}
	}
	return nil
}

// randomPosition returns a position for the service, now and then an impossible one.
func randomPosition(rng *rand.Rand) duo.Position {
	switch rng.IntN(5) {
	case 0:
		return duo.RandomGame(rng, rng.IntN(3))
	case 1:
		return randomBoard(rng)
	}
	return duo.RandomGame(rng, rng.IntN(45))
}

// valued reports whether the service takes the position: unreachable ones can have more squares
// than tiles.
func valued(pos *duo.Position) bool {
	for _, pl := range []duo.Player{duo.Player1, duo.Player2} {
		if v := pos.Score(pl) + duo.NumCells; v < 0 || v > service.MaxValue {
			return false
		}
	}
	return true
}

// randomRequest sends a request, a good one or not.
func (s *serviceBench) randomRequest(playouts int) {
	rng := s.rng
	id := byte(rng.Uint32())
	switch k := rng.IntN(20); {
	case k < 5:
		pos := randomPosition(rng)
		for !valued(&pos) {
			pos = randomPosition(rng)
		}
		s.load(rng.IntN(2), &pos)
	case k < 14:
		run := service.Run{
			Root: rng.IntN(2), Policy: playout.Policy(rng.IntN(playout.NumPolicies)), First: playout.NoFirst,
			Seed: rng.Uint32(), Playouts: 1 + rng.IntN(playouts),
		}
		switch rng.IntN(4) {
		case 0:
			run.First = rng.IntN(service.MaxFirst + 1)
		case 1:
			run.First = rng.IntN(3) // equal to another run's
		}
		run.Tag = s.tag(run.Root)
		s.send(run.Append(nil, id))
	case k < 17:
		pick := service.Pick{Root: rng.IntN(2), Index: rng.IntN(200)}
		if rng.IntN(4) == 0 {
			pick.Index = rng.IntN(service.MaxFirst + 1)
		}
		pick.Tag = s.tag(pick.Root)
		s.send(pick.Append(nil, id))
	case k < 18:
		s.send(service.InfoQuery{}.Append(nil, id))
	default:
		s.illegalRequest()
	}
}

// illegalRequest sends a good frame whose request is usually bad.
func (s *serviceBench) illegalRequest() {
	rng := s.rng
	pos := duo.RandomGame(rng, 10)
	root := rng.IntN(2)
	valid := []service.Request{
		service.NewLoad(root, &pos), service.Run{Root: root, First: 3, Playouts: 1, Tag: s.tags[root]},
		service.Pick{Tag: s.tags[0]}, service.InfoQuery{},
	}[rng.IntN(4)].Append(nil, byte(rng.Uint32()))
	switch rng.IntN(5) {
	case 0:
		valid = append(valid, randomPayload(rng, 100)...)
	case 1:
		valid = valid[:1+rng.IntN(len(valid)-1)]
	case 2:
		valid = randomPayload(rng, service.MaxPayload)
		valid[0] = byte(rng.Uint32())
	case 3: // beyond the limits, in the fields that are checked
		switch valid[0] {
		case service.KindLoad:
			at := []int{2, 3, 6, 7, 10, 11 + 2*rng.IntN(28)}[rng.IntN(6)]
			valid[at] |= 0x80 >> rng.IntN(2)
			if at == 6 || at == 10 {
				valid[at] |= 0x80
			}
			if at == 3 || at == 7 {
				valid[at] |= 0x20
			}
		case service.KindRun:
			if rng.IntN(2) == 0 {
				valid[5], valid[6] = 0, 0
			} else {
				valid[2+rng.IntN(2)] |= 0x04 << rng.IntN(6)
			}
		case service.KindPick:
			valid[2+rng.IntN(2)] |= 0x04 << rng.IntN(6)
		}
	case 4: // squares of both players
		if valid[0] == service.KindLoad {
			row, col := rng.IntN(14), rng.IntN(14)
			for pl := range 2 {
				valid[11+4*row+2*pl+1-col/8] |= 1 << (col % 8)
			}
		}
	}
	if valid[0] == service.KindCancel {
		valid[0] = 0x7e
	}
	if len(valid) == 69 && valid[0] == service.KindLoad {
		// The request may happen to be good; then the lanes must know its position.
		var twin service.Model
		if twin.Handle(valid).Status == service.OK {
			return
		}
	}
	if len(valid) == 13 && valid[0] == service.KindRun && (valid[5] != 0 || valid[6] > 10) {
		valid[5], valid[6] = 0, 2
	}
	s.send(valid)
}

// TestServiceLink sends good and bad requests until every kind of answer has come that they can
// have.
func TestServiceLink(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("service_link"), func(p *verilator.Proc, rng *rand.Rand) error {
		s := newServiceBench(p, rng)
		missing := func() (out []service.Status) {
			for status := service.OK; status < service.Cancelled; status++ {
				if s.answers[status] == 0 && status != service.QueueFull {
					out = append(out, status)
				}
			}
			return out
		}
		for root := range service.NumRoots { // neither root is loaded yet
			s.request(service.Run{Root: root, First: playout.NoFirst, Playouts: 1})
			s.request(service.Pick{Root: root})
		}
		for round := 0; round < simtest.Times(12) || s.lanes.most < 20 || len(missing()) > 0; round++ {
			if round == 100 {
				return fmt.Errorf("no response with the status %v; at most %d results were due at once", missing(), s.lanes.most)
			}
			p.SetTransaction(round)
			s.gap, s.slow = rng.Float64(), rng.Float64()*0.95
			s.lanes.games, s.lanes.delay = 1+rng.IntN(40), 1+rng.Uint64N(600)
			for range 60 {
				if err := s.room(); err != nil {
					return err
				}
				s.randomRequest(12)
				if err := s.run(rng.IntN(300)); err != nil {
					return err
				}
			}
			if err := s.settle(); err != nil {
				return err
			}
		}
		return nil
	})
}

func flagBit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// room lets time pass until any request finds room in the queue.
func (s *serviceBench) room() error {
	for n := 0; len(s.line) > 0 || s.waiting > service.MaxWaiting-service.MaxPayload-1; n++ {
		if n == 400_000 {
			return s.p.Mismatch("responses", fmt.Sprintf("%d missing", len(s.sent)), 0, "the first: %x", s.sent[0])
		}
		if err := s.step(); err != nil {
			return err
		}
	}
	return nil
}

// TestServiceBadFrames disturbs the line between requests and within them.
func TestServiceBadFrames(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("service_link"), func(p *verilator.Proc, rng *rand.Rand) error {
		s := newServiceBench(p, rng)
		for round := 0; round < 300 || s.received.Bad < 50; round++ {
			if round == 3000 {
				return fmt.Errorf("only %d bad frames", s.received.Bad)
			}
			p.SetTransaction(round)
			before := len(s.line)
			s.randomRequest(3)
			if rng.IntN(2) == 0 {
				// If a damaged LOAD passes, its position is one that the lanes do not know.
				s.line = append(s.line[:before:before], damagedFrame(rng, slices.Clone(s.line[before:]))...)
			}
			if err := s.room(); err != nil {
				return err
			}
			if rng.IntN(10) == 0 {
				s.line = append(s.line, 0)
				if err := s.settle(); err != nil {
					return err
				}
				if err := s.run(5001); err != nil {
					return err
				}
				s.request(service.InfoQuery{})
				if err := s.settle(); err != nil {
					return err
				}
				if s.twin.BadFrames != s.received.Bad {
					return p.Mismatch("bad_o", s.twin.BadFrames, s.received.Bad, "")
				}
			}
		}
		return nil
	})
}

// TestServiceCancel cancels long runs, some of them still in the queue. They must end soon, and
// report the sums of the finished playouts.
func TestServiceCancel(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("service_link"), func(p *verilator.Proc, rng *rand.Rand) error {
		s := newServiceBench(p, rng)
		for round := 0; round < simtest.Times(20) || s.answers[service.Cancelled] < simtest.Times(20) || s.partly < simtest.Times(5); round++ {
			if round == 200 {
				return fmt.Errorf("%d requests cancelled, %d of them half done", s.answers[service.Cancelled], s.partly)
			}
			p.SetTransaction(round)
			s.lanes.games, s.lanes.delay = 1+rng.IntN(20), 1+rng.Uint64N(300)
			s.gap, s.slow = rng.Float64()*0.9, rng.Float64()*0.9
			pos := duo.RandomGame(rng, 20+rng.IntN(15))
			s.load(0, &pos)
			s.load(1, &pos)
			for range 1 + rng.IntN(8) {
				run := service.Run{Root: rng.IntN(2), First: playout.NoFirst, Seed: rng.Uint32(), Playouts: 65535}
				if rng.IntN(3) == 0 {
					run.Playouts = 1 + rng.IntN(30)
				}
				s.request(run)
				if rng.IntN(4) == 0 {
					s.request(service.Pick{Root: 1})
				}
			}
			for len(s.line) > 0 { // the line does not wait for the chip
				if err := s.step(); err != nil {
					return err
				}
			}
			if err := s.run(rng.IntN(3000)); err != nil {
				return err
			}
			for range 1 + rng.IntN(3) {
				s.request(service.Cancel{})
				if rng.IntN(2) == 0 {
					s.request(service.Run{Root: rng.IntN(2), First: playout.NoFirst, Playouts: 3})
				}
			}
			at := p.Cycle()
			if err := s.settle(); err != nil {
				return err
			}
			if took := p.Cycle() - at; took > 60_000 {
				return p.Mismatch("cycles until the last response", took, "less", "")
			}
			// Nothing of the old run may be left.
			s.request(service.Run{Root: 1, First: playout.NoFirst, Playouts: 20})
			if err := s.settle(); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestServiceQueueFull sends more than the queue holds.
func TestServiceQueueFull(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("service_link"), func(p *verilator.Proc, rng *rand.Rand) error {
		s := newServiceBench(p, rng)
		for round := 0; s.answers[service.QueueFull] < 20; round++ {
			if round == 30 {
				return fmt.Errorf("only %d requests found no room, and %d not even an answer", s.answers[service.QueueFull], s.vanished)
			}
			p.SetTransaction(round)
			s.full = true
			s.lanes.games, s.lanes.delay = 1, 400
			s.gap = rng.Float64() * 0.5
			pos := duo.RandomGame(rng, 30)
			s.load(0, &pos)
			s.load(1, &pos)
			// Runs keep the queue from moving.
			for range 4 {
				s.request(service.Run{First: playout.NoFirst, Playouts: 40})
			}
			for range 12 + rng.IntN(20) {
				s.load(rng.IntN(2), &pos)
				s.request(service.Run{Root: rng.IntN(2), First: playout.NoFirst, Seed: 1, Playouts: 1})
				s.request(service.InfoQuery{})
			}
			if err := s.settle(); err != nil {
				return err
			}
			s.full = false
			s.load(1, &pos)
			s.request(service.Run{Root: 1, First: playout.NoFirst, Playouts: 20})
			if err := s.settle(); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestServiceKeepsLanesBusy alternates roots: while requests wait the lanes always have a game to
// begin, except during a LOAD now and then.
func TestServiceKeepsLanesBusy(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("service_link"), func(p *verilator.Proc, rng *rand.Rand) error {
		s := newServiceBench(p, rng)
		s.lanes.games, s.lanes.delay = 24, 6000
		for n := range 16 {
			pos := duo.RandomGame(rng, 15+rng.IntN(20))
			s.load(n%2, &pos)
			s.request(service.Run{Root: n % 2, Policy: playout.Largest, First: playout.NoFirst, Seed: rng.Uint32(), Playouts: 60})
		}
		idle, cycles := 0, 0
		for len(s.sent) > 2 || len(s.line) > 0 {
			if err := s.step(); err != nil {
				return err
			}
			if cycles++; cycles > 3000 && len(s.lanes.due) < s.lanes.games {
				idle++
			}
			if cycles == 5_000_000 {
				return p.Mismatch("responses", fmt.Sprintf("%d missing", len(s.sent)), 2, "")
			}
		}
		if float64(idle) > 0.02*float64(cycles) {
			return p.Mismatch("cycles in which a game was missing", idle, "few", "of %d", cycles)
		}
		return s.settle()
	})
}
