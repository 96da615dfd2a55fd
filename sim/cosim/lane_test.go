// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// jobMaker makes random jobs for lanes, from the positions of two roots.
type jobMaker struct {
	rng      *rand.Rand
	policies []playout.Policy // policies to choose from for each job
	firsts   bool             // some jobs are picks or have a given first move
	picking  bool             // lanes work at one pick at a time
}

// next returns a job and its root.
func (m *jobMaker) next() (*twin.Job, int) {
	job := &twin.Job{
		Policy: m.policies[m.rng.IntN(len(m.policies))],
		Stream: playout.RNG(m.rng.Uint32() | 1),
		First:  playout.NoFirst,
	}
	if m.firsts {
		switch m.rng.IntN(4) {
		case 0:
			job.First = m.rng.IntN(400)
		case 1:
			if !m.picking {
				job.First, job.Pick, m.picking = m.rng.IntN(400), true, true
			}
		}
	}
	return job, m.rng.IntN(2)
}

// taken notes that a result has been taken; nil: none.
func (m *jobMaker) taken(r *twin.Result) {
	m.picking = m.picking && (r == nil || !r.Job.Pick)
}

// laneWork is a lane's task.
type laneWork struct {
	jobs          int
	policies      []playout.Policy
	firsts        bool
	offers, takes float64 // shares of cycles with a job offered, and with a result taken
	cycles        int     // cycles with jobs on offer; 0: until all are done
}

// runLane compares a lane's results of the work.
func runLane(lane *cosim.Lane, rng *rand.Rand, work laneWork) error {
	maker := jobMaker{rng: rng, policies: work.policies, firsts: work.firsts}
	left := work.jobs
	var job *twin.Job
	root, ready := 0, false
	offer := func(before twin.LaneOut, taken bool) cosim.Offer {
		if ready {
			maker.taken(before.Result)
		}
		if taken {
			job = nil
		}
		if job == nil && left > 0 {
			left--
			job, root = maker.next()
		}
		ready = rng.Float64() < work.takes
		o := cosim.Offer{Wait: job != nil, Root: root, Ready: ready, Turn: rng.IntN(16) == 0, TurnRoot: rng.IntN(2)}
		if rng.Float64() < work.offers {
			o.Job = job
		}
		return o
	}
	if work.cycles > 0 {
		return lane.Run(work.cycles, offer)
	}
	idle := 0 // runs that ended with the lane idle: the second one was idle throughout
	var last twin.LaneOut
	lane.OnEvent = func(o twin.LaneOut) { last = o }
	for idle < 2 {
		if left == 0 && job == nil && last.Idle {
			idle++
		}
		if err := lane.Run(2000, offer); err != nil {
			return err
		}
	}
	return nil
}

// loadLane loads a root with the position after random moves.
func loadLane(lane *cosim.Lane, rng *rand.Rand, root, plies int) error {
	pos := duo.RandomGame(rng, plies)
	return lane.Load(root, playout.NewRoot(&pos))
}

// loadLaneEnd loads a root from the last plies of a game where a player places all tiles.
func loadLaneEnd(lane *cosim.Lane, root, plies int) error {
	pos, err := soloEnd(plies)
	if err != nil {
		return err
	}
	return lane.Load(root, playout.NewRoot(&pos))
}

// loadRandom loads both roots with positions after random moves; in the first round they are early
// in the game.
func loadRandom(load func(root int, from *playout.Root) error, rng *rand.Rand, round int) error {
	for _, root := range rng.Perm(2) {
		plies := rng.IntN(40)
		if rng.IntN(3) == 0 || round == 0 {
			plies = root
		}
		pos := duo.RandomGame(rng, plies)
		if rng.IntN(6) == 0 {
			pos = duo.ScatteredPosition(duo.Player(rng.IntN(2)), 3+rng.IntN(3))
		}
		if err := load(root, playout.NewRoot(&pos)); err != nil {
			return err
		}
	}
	return nil
}

var bothPolicies = []playout.Policy{playout.Uniform, playout.Largest}

// compareLane compares games from a number of positions, with pauses in the offers of jobs and in
// the taking of results.
func compareLane(p *verilator.Proc, rng *rand.Rand, positions, games int) error {
	lane, err := cosim.NewLane(p)
	if err != nil {
		return err
	}
	for n := range positions {
		p.SetTransaction(n)
		if err := loadRandom(lane.Load, rng, n); err != nil {
			return err
		}
		if n%4 == 1 {
			if err := loadLaneEnd(lane, rng.IntN(2), rng.IntN(6)); err != nil {
				return err
			}
		}
		work := laneWork{jobs: games, policies: bothPolicies, firsts: true, offers: 0.02 + rng.Float64(), takes: 0.02 + rng.Float64()}
		if n%2 == 0 {
			work.offers, work.takes = 1, 1
		}
		if err := runLane(lane, rng, work); err != nil {
			return err
		}
	}
	return nil
}

// withRAMReg returns the model with or without the registers after block RAMs that some devices
// need, and is otherwise the same.
func withRAMReg(m verilator.Model, reg int) verilator.Model {
	if reg == 0 {
		return m // the default, and so the same model
	}
	m.Params = maps.Clone(m.Params)
	if m.Params == nil {
		m.Params = map[string]int{}
	}
	m.Params["RAM_REG"] = reg
	return m
}

func TestLane(t *testing.T) {
	t.Parallel()
	for reg := range 2 {
		t.Run(fmt.Sprintf("RAM_REG=%d", reg), func(t *testing.T) {
			simtest.Cosim(t, withRAMReg(cosim.LaneModel(), reg), func(p *verilator.Proc, rng *rand.Rand) error {
				return compareLane(p, rng, 20, 60)
			})
		})
	}
}

// lanePlayouts is the number of playouts of each policy that TestLanePlayouts compares; the
// environment variable TESSERA_PLAYOUTS can raise it.
func lanePlayouts(t *testing.T) int {
	text := os.Getenv("TESSERA_PLAYOUTS")
	if text == "" && testing.Short() {
		return 1000
	}
	if text == "" {
		return 3000
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("TESSERA_PLAYOUTS is %q, want a number", text)
	}
	return n
}

// TestLanePlayouts compares whole playouts at full speed, half of them from the opening and half
// from other positions: every number of moves, every choice, move and score, in its cycle.
func TestLanePlayouts(t *testing.T) {
	t.Parallel()
	const games = 250 // from a pair of positions
	playouts := lanePlayouts(t)
	for _, policy := range bothPolicies {
		t.Run(policy.String(), func(t *testing.T) {
			simtest.Cosim(t, cosim.LaneModel(), func(p *verilator.Proc, rng *rand.Rand) error {
				lane, err := cosim.NewLane(p)
				if err != nil {
					return err
				}
				for n := 0; n*games < playouts; n++ {
					p.SetTransaction(n)
					if err := loadLane(lane, rng, 0, 0); err != nil {
						return err
					}
					if err := loadLane(lane, rng, 1, 1+rng.IntN(35)); err != nil {
						return err
					}
					work := laneWork{jobs: min(games, playouts-n*games), policies: []playout.Policy{policy}, offers: 1, takes: 1}
					if err := runLane(lane, rng, work); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}

// TestLaneReset resets the lane during its work, at random times, and has it play again.
func TestLaneReset(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, cosim.LaneModel(), func(p *verilator.Proc, rng *rand.Rand) error {
		for n := range 60 {
			p.SetTransaction(n)
			lane, err := cosim.NewLane(p)
			if err != nil {
				return err
			}
			for root := range 2 {
				if err := loadLane(lane, rng, root, rng.IntN(35)); err != nil {
					return err
				}
			}
			work := laneWork{jobs: 40, policies: bothPolicies, firsts: true, offers: 1, takes: 1}
			if rng.IntN(2) == 0 {
				work.offers, work.takes = 0.02+rng.Float64(), 0.02+rng.Float64()
			}
			if n%3 > 0 {
				work.jobs, work.cycles = 1000, 1+rng.IntN([]int{400, 4000}[n%2])
			}
			if err := runLane(lane, rng, work); err != nil {
				return err
			}
			if err := p.Reset(); err != nil {
				return err
			}
		}
		return nil
	})
}

// laneSlot is a lane's game, according to its trace.
type laneSlot struct {
	on     bool // the game began at the root
	pos    duo.Position
	out    [2]bool // the player has passed, or the game is over
	before map[duo.Move]playout.AnchorMove
	open   bool // its corners are being visited
}

// legal returns the player's legal moves; none for a player who is out.
func (s *laneSlot) legal(buf []duo.Move) []duo.Move {
	if !s.on || s.out[0] && s.out[1] {
		return nil
	}
	if s.out[s.pos.ToMove()] {
		s.pos.Play(duo.Pass)
	}
	return s.pos.LegalMoves(buf[:0])
}

// apply makes a move, and begins a new game after the last move.
func (s *laneSlot) apply(from *duo.Position, m duo.Move) {
	player := s.pos.ToMove()
	switch {
	case !s.on, s.out[0] && s.out[1], m == duo.Pass && s.out[player.Rival()]:
		*s = laneSlot{on: true, pos: *from}
	case m == duo.Pass:
		s.out[player] = true
		s.pos.Play(m)
	default:
		s.pos.Play(m)
		if s.pos.TilesLeft(player) == 0 {
			s.out = [2]bool{true, true}
		}
	}
}

// busField returns a field of a packed port of a model.
func busField(p *verilator.Proc, bus string, f gen.Field) verilator.Port {
	return p.MustPort(bus).Field(f.Name, f.Low, f.Width)
}

// laneTrace is the trace of a lane, read without golden's lane.
type laneTrace struct {
	p     *verilator.Proc
	b     *verilator.Batch
	slots [twin.LaneGames]laneSlot

	positions, firsts, placements int // numbers of compared positions, first moves and placements
}

// sets compares, for every position of the games from one position, the union of the sets of
// placements met at the corners with the legal moves. The lane's inputs change at random from cycle
// to cycle.
func (l *laneTrace) sets(rng *rand.Rand, from *duo.Position, batches int) error {
	port := l.p.MustPort
	job := func(f gen.Field) verilator.Port { return busField(l.p, "job_i", f) }
	lane, err := cosim.NewLane(l.p) // used to load the roots
	if err != nil {
		return err
	}
	if err := lane.Load(0, playout.NewRoot(from)); err != nil {
		return err
	}
	l.slots = [twin.LaneGames]laneSlot{}
	for range batches {
		for i := range l.b.Len() {
			in := l.b.In(i)
			port("job_wait_i").Set(in, 1)
			port("job_valid_i").Set(in, 1)
			job(gen.JobSeed).Set(in, uint64(rng.Uint32()|1))
			job(gen.JobLargest).Set(in, rng.Uint64N(2))
			job(gen.JobFirstValid).Set(in, rng.Uint64N(2))
			job(gen.JobFirst).Set(in, rng.Uint64N(400))
			port("result_ready_i").Set(in, 1)
		}
		if err := l.p.Step(l.b); err != nil {
			return err
		}
		for i := range l.b.Len() {
			if err := l.cycle(from, l.b.Out(i), l.b.Cycle(i)); err != nil {
				return err
			}
		}
	}
	// The games under way finish.
	for calm, steps := 0, 0; calm < 2; steps++ {
		if steps == 1000 {
			return l.p.Mismatch("idle_o", 0, 1, "the last games do not end")
		}
		for i := range l.b.Len() {
			clear(l.b.In(i))
			port("result_ready_i").Set(l.b.In(i), 1)
		}
		if err := l.p.Step(l.b); err != nil {
			return err
		}
		if port("idle_o").Bool(l.b.Out(l.b.Len() - 1)) {
			calm++
		}
	}
	return nil
}

// cycle follows the trace in one cycle.
func (l *laneTrace) cycle(from *duo.Position, out verilator.Outputs, cycle uint64) error {
	trace := func(f gen.Field) verilator.Port { return busField(l.p, "trace_o", f) }
	get := func(f gen.Field) int { return int(trace(f).Uint(out)) }
	var buf [1024]duo.Move
	if get(gen.TraceFitsValid) == 1 {
		s := &l.slots[get(gen.TraceFitsGame)]
		if !s.open {
			return l.p.Mismatch("trace_o.fits_valid", 1, 0, "game %d is not being scanned", get(gen.TraceFitsGame)).At(cycle)
		}
		corner := duo.NewSquare(get(gen.TraceFitsRow), get(gen.TraceFitsCol))
		fits := trace(gen.TraceFits).Bits(out)
		for p := range playout.Pattern(playout.NumPatterns) {
			if fits[p/64]>>(p%64)&1 == 0 {
				continue
			}
			a := playout.AnchorMove{Anchor: corner, Flip: playout.Flip(get(gen.TraceFitsFlip)), Pattern: p}
			if b, twice := s.before[a.Move()]; twice {
				return l.p.Mismatch("trace_o.fits", a, "a placement not met before", "%v, first as %+v", a.Move(), b).At(cycle)
			}
			s.before[a.Move()] = a
		}
	}
	if get(gen.TraceChosen) == 1 {
		s := &l.slots[get(gen.TraceChosenGame)]
		legal := s.legal(buf[:])
		first := s.on && s.pos.TilesLeft(s.pos.ToMove()) == duo.AllTiles
		for _, m := range legal {
			if _, ok := s.before[m]; !ok {
				return l.p.Mismatch("trace_o.fits", "no "+m.String(), m, "after %v", s.pos.History()).At(cycle)
			}
		}
		if len(s.before) != len(legal) {
			return l.p.Mismatch("trace_o.fits", len(s.before), len(legal), "placements after %v", s.pos.History()).At(cycle)
		}
		s.open = false
		if len(legal) > 0 {
			l.positions++
			l.placements += len(legal)
			if first {
				l.firsts++
			}
		}
	}
	if get(gen.TraceTake) == 1 {
		s := &l.slots[get(gen.TraceTakeGame)]
		s.open, s.before = true, map[duo.Move]playout.AnchorMove{}
	}
	if get(gen.TraceMove) == 1 {
		s := &l.slots[get(gen.TraceMoveGame)]
		m := duo.Pass
		if get(gen.TraceMoveNone) == 0 {
			m = playout.AnchorMove{
				Anchor:  duo.NewSquare(get(gen.TraceMoveRow), get(gen.TraceMoveCol)),
				Flip:    playout.Flip(get(gen.TraceMoveFlip)),
				Pattern: playout.Pattern(get(gen.TraceMovePattern)),
			}.Move()
		}
		_, met := s.before[m]
		if met != (m != duo.Pass) || m == duo.Pass && len(s.before) > 0 {
			return l.p.Mismatch("trace_o.move", m, "one of those met", "game %d", get(gen.TraceMoveGame)).At(cycle)
		}
		s.apply(from, m)
	}
	return nil
}

// TestLaneSets compares the placements that the lane lists, regardless of the policy, with
// golden's, which come from another method.
func TestLaneSets(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, cosim.LaneModel(), func(p *verilator.Proc, rng *rand.Rand) error {
		l := &laneTrace{p: p, b: p.NewBatch(2000)}
		for n := range 20 {
			p.SetTransaction(n)
			plies := 0
			if n >= 8 {
				plies = rng.IntN(35)
			}
			from := duo.RandomGame(rng, plies)
			for from.Over() {
				from = duo.RandomGame(rng, plies)
			}
			if err := l.sets(rng, &from, 8); err != nil {
				return err
			}
		}
		t.Logf("%d positions with %d placements, %d of them first moves", l.positions, l.placements, l.firsts)
		if l.positions < 1000 || l.firsts < 50 {
			return fmt.Errorf("%d positions, %d first moves", l.positions, l.firsts)
		}
		return nil
	})
}
