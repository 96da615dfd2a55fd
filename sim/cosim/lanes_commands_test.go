// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// lanesBench drives playout_lanes by its handshakes, with commands and jobs at the same time, and
// compares the margins. It does not compare cycles: no twin covers commands in between.
type lanesBench struct {
	p    *verilator.Proc
	rng  *rand.Rand
	b    *verilator.Batch
	port map[string]verilator.Port

	pos    [2]duo.Position // positions of the roots
	root   [2]*playout.Root
	jobs   map[int]twin.Job // jobs under way, by their marks
	roots  map[int]int      // roots of these jobs
	mark   int
	offers [2]bool // roots of the jobs on offer
	done   int     // number of results
}

func newLanesBench(p *verilator.Proc, rng *rand.Rand) *lanesBench {
	l := &lanesBench{p: p, rng: rng, b: p.NewBatch(1), port: portsOf(p)}
	for bus, fields := range map[string][]gen.Field{
		"job_i":     gen.JobBus.Fields,
		"command_i": gen.CommandBus.Fields,
		"result_o":  gen.ResultBus.Fields,
	} {
		for _, f := range fields {
			port := busField(p, bus, f)
			l.port[port.Name] = port
		}
	}
	l.forget()
	return l
}

// forget follows a reset: no job is under way.
func (l *lanesBench) forget() { l.jobs, l.roots = map[int]twin.Job{}, map[int]int{} }

func (l *lanesBench) set(name string, v uint64) { l.port[name].Set(l.b.In(0), v) }
func (l *lanesBench) out(name string) int       { return int(l.port[name].Int(l.b.Out(0))) }

// underWay returns the number of jobs under way from a root.
func (l *lanesBench) underWay(root int) (n int) {
	for _, r := range l.roots {
		if r == root {
			n++
		}
	}
	return n
}

// step does a cycle, with a command or nil, and reports whether the command is taken. A job is
// offered from a random root with offers.
func (l *lanesBench) step(command func()) (taken bool, err error) {
	clear(l.b.In(0))
	if command != nil {
		l.set("command_valid_i", 1)
		command()
	}
	root := l.rng.IntN(2)
	if !l.offers[root] {
		root = 1 - root
	}
	job := twin.Job{Policy: playout.Policy(l.rng.IntN(playout.NumPolicies)), Stream: playout.RNG(l.rng.Uint32() | 1), First: playout.NoFirst}
	if l.offers[root] && len(l.jobs) < 500 {
		l.set("job_valid_i", 1)
		l.set("job_i.seed", uint64(job.Stream))
		l.set("job_i.first", uint64(l.mark))
		l.set("job_i.largest", flagBit(job.Policy == playout.Largest))
		l.set("job_i.root", uint64(root))
	}
	if err := l.p.Step(l.b); err != nil {
		return false, err
	}
	if l.offers[root] && len(l.jobs) < 500 && l.port["job_ready_o"].Bool(l.b.Out(0)) {
		job.From = l.root[root]
		l.jobs[l.mark], l.roots[l.mark] = job, root
		for busy := true; busy; _, busy = l.jobs[l.mark] {
			l.mark = (l.mark + 1) % (1 << gen.IndexBits)
		}
	}
	if l.port["result_valid_o"].Bool(l.b.Out(0)) {
		mark := int(l.port["result_o.first"].Uint(l.b.Out(0)))
		job, ok := l.jobs[mark]
		if !ok {
			return false, l.p.Mismatch("result_o.first", mark, "that of a job under way", "")
		}
		if got, want := l.out("result_o.margin"), job.From.Play(job.Policy, job.First, job.Stream, nil); got != want {
			return false, l.p.Mismatch("result_o.margin", got, want, "of root %d, after %d results", l.roots[mark], l.done)
		}
		delete(l.jobs, mark)
		delete(l.roots, mark)
		l.done++
	}
	return command != nil && l.port["command_ready_o"].Bool(l.b.Out(0)), nil
}

// run lets cycles pass.
func (l *lanesBench) run(cycles int) error {
	for range cycles {
		if _, err := l.step(nil); err != nil {
			return err
		}
	}
	return nil
}

// until lets time pass until a condition holds.
func (l *lanesBench) until(what string, so func() bool) error {
	for n := 0; !so(); n++ {
		if n == 50_000 {
			return l.p.Mismatch(what, "not", "in 50000 cycles", "%d jobs under way", len(l.jobs))
		}
		if _, err := l.step(nil); err != nil {
			return err
		}
	}
	return nil
}

// command gives a command until it is taken, now and then after a pause.
func (l *lanesBench) command(set func()) error {
	if l.rng.IntN(8) == 0 {
		if err := l.run(l.rng.IntN(30)); err != nil {
			return err
		}
	}
	for range 50_000 {
		if taken, err := l.step(set); taken || err != nil {
			return err
		}
	}
	return l.p.Mismatch("command_ready_o", 0, 1, "%d jobs under way", len(l.jobs))
}

// turn gives the command that sets the player to move.
func (l *lanesBench) turn(root int, pl duo.Player, over bool) error {
	return l.command(func() {
		l.set("command_i.turn", 1)
		l.set("command_i.root", uint64(root))
		l.set("command_i.player", uint64(pl))
		l.set("command_i.over", flagBit(over))
	})
}

// load writes a position to a root without jobs under way.
func (l *lanesBench) load(root int, pos duo.Position) error {
	from := playout.NewRoot(&pos)
	for i := range 2 * twin.NumRows {
		pl, row := duo.Player(i/twin.NumRows), i%twin.NumRows
		r := twin.RowsOf(from, pl)[row]
		switch row {
		case twin.TilesRow:
			r.Corners = uint16(l.rng.Uint32()) // the lanes make the map of rows with corners
		case twin.ValueRow:
			r.Corners = 0
		}
		if err := l.command(func() {
			l.set("command_i.load", 1)
			l.set("command_i.root", uint64(root))
			l.set("command_i.player", uint64(pl))
			l.set("command_i.row", uint64(row))
			l.set("command_i.allowed", uint64(r.Allowed))
			l.set("command_i.corners", uint64(r.Corners))
		}); err != nil {
			return err
		}
	}
	l.pos[root], l.root[root] = pos, from
	pl, over := from.ToMove()
	return l.turn(root, pl, over)
}

// apply gives the command to make a move; the lanes must be idle.
func (l *lanesBench) apply(root int, first bool, m playout.AnchorMove) error {
	return l.command(func() {
		l.set("command_i.apply", 1)
		l.set("command_i.root", uint64(root))
		l.set("command_i.first", flagBit(first))
		at := gen.CommandPlacement
		placement := l.port["command_i."+at.Name]
		field := func(f gen.Field) verilator.Port { return placement.Field(f.Name, f.Low, f.Width) }
		field(gen.PlacementPattern).Set(l.b.In(0), uint64(m.Pattern))
		field(gen.PlacementFlipRows).Set(l.b.In(0), flagBit(m.Flip&playout.FlipRows != 0))
		field(gen.PlacementFlipCols).Set(l.b.In(0), flagBit(m.Flip&playout.FlipCols != 0))
		field(gen.PlacementRow).Set(l.b.In(0), uint64(m.Anchor.Row()))
		field(gen.PlacementCol).Set(l.b.In(0), uint64(m.Anchor.Col()))
	})
}

func (l *lanesBench) idle() bool {
	return len(l.jobs) == 0 && l.port["idle_o"].Bool(l.b.Out(0))
}

// loadOther loads a root, whose games may still be on, while jobs of the other root are under way
// and offered.
func (l *lanesBench) loadOther(root int) error {
	l.offers = [2]bool{root == 1, root == 0}
	if err := l.run(1); err != nil { // a job taken before may wait from now on
		return err
	}
	if err := l.until(fmt.Sprintf("no jobs of root %d wait", root), func() bool {
		return l.port["waits_o"].Uint(l.b.Out(0))>>root&1 == 0 && l.underWay(1-root) > 0
	}); err != nil {
		return err
	}
	// The game must not be over: its jobs would end at once, and no other job would get a turn
	// while they come.
	pos := duo.RandomGame(l.rng, 10+l.rng.IntN(20))
	for pos.Over() || !pos.HasLegalMove() {
		pos = duo.RandomGame(l.rng, 10+l.rng.IntN(20))
	}
	if err := l.load(root, pos); err != nil {
		return err
	}
	l.offers[root] = true
	return nil
}

func lanesTest(t *testing.T, fn func(l *lanesBench) error) {
	t.Parallel()
	simtest.Cosim(t, cosim.LanesModel(commandLanes()), func(p *verilator.Proc, rng *rand.Rand) error { return withLanes(p, rng, fn) })
}

// commandLanes is the number of lanes in the tests of commands.
func commandLanes() int {
	if simtest.All() {
		return 5
	}
	return 3
}

// withLanes runs fn on lanes with both roots loaded.
func withLanes(p *verilator.Proc, rng *rand.Rand, fn func(l *lanesBench) error) error {
	l := newLanesBench(p, rng)
	for root := range 2 {
		if err := l.load(root, duo.RandomGame(rng, 20)); err != nil {
			return err
		}
	}
	return fn(l)
}

// TestLanesLoadWhileBusy loads one root after the other while all lanes are at work on jobs of the
// other one.
func TestLanesLoadWhileBusy(t *testing.T) { lanesTest(t, loadWhileBusy) }

// TestLanesRootRAM does the same with lanes that have a separate memory for roots.
func TestLanesRootRAM(t *testing.T) {
	t.Parallel()
	m := cosim.LanesModel(commandLanes())
	m.Params["ROOT_RAM"] = 1
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error { return withLanes(p, rng, loadWhileBusy) })
}

func loadWhileBusy(l *lanesBench) error {
	l.offers = [2]bool{true, true}
	for n := range simtest.Times(24) {
		l.p.SetTransaction(n)
		if err := l.run(l.rng.IntN(1200)); err != nil {
			return err
		}
		if err := l.loadOther(n % 2); err != nil {
			return err
		}
	}
	l.offers = [2]bool{}
	return l.until("idle", l.idle)
}

// TestLanesMoveWhenOver makes moves on a root: they count, except when the game is over; then the
// root does not change.
func TestLanesMoveWhenOver(t *testing.T) { lanesTest(t, moveWhenOver) }

func moveWhenOver(l *lanesBench) error {
	for n := range simtest.Times(30) {
		l.p.SetTransaction(n)
		root := l.rng.IntN(2)
		pos := duo.RandomGame(l.rng, n%3*12)
		if err := l.load(root, pos); err != nil {
			return err
		}
		moves := playout.NewRoot(&pos).Moves(nil)
		if len(moves) == 0 {
			continue
		}
		m := moves[l.rng.IntN(len(moves))]
		mover := pos.ToMove()
		first := pos.TilesLeft(mover) == duo.AllTiles
		over := l.rng.IntN(2) == 0
		if over {
			if err := l.turn(root, mover, true); err != nil {
				return err
			}
		}
		if err := l.until("idle", l.idle); err != nil {
			return err
		}
		if err := l.apply(root, first, m); err != nil {
			return err
		}
		if err := l.until("idle", l.idle); err != nil {
			return err
		}
		if over {
			if err := l.turn(root, mover, false); err != nil {
				return err
			}
		} else {
			pos.Play(m.Move())
		}
		l.pos[root], l.root[root] = pos, playout.NewRoot(&pos)
		l.offers[root] = true
		if err := l.run(600); err != nil {
			return err
		}
		l.offers = [2]bool{}
		if err := l.until("idle", l.idle); err != nil {
			return err
		}
	}
	return nil
}

// TestLanesResets resets the lanes at any time, during jobs and commands.
func TestLanesResets(t *testing.T) { lanesTest(t, resetLanes) }

func resetLanes(l *lanesBench) error {
	for n := range simtest.Times(30) {
		l.p.SetTransaction(n)
		l.offers = [2]bool{true, true}
		if err := l.run(l.rng.IntN(1500)); err != nil {
			return err
		}
		if l.rng.IntN(2) == 0 { // a command under way
			if _, err := l.step(func() {
				l.set("command_i.turn", 1)
				l.set("command_i.over", 1)
			}); err != nil {
				return err
			}
		}
		if err := l.p.Reset(); err != nil {
			return err
		}
		l.forget()
		l.offers = [2]bool{}
		if _, err := l.step(nil); err != nil { // reset lasts a cycle longer inside the module
			return err
		}
		if _, err := l.step(nil); err != nil {
			return err
		}
		if !l.idle() {
			return l.p.Mismatch("idle_o", 0, 1, "after a reset")
		}
		for root := range 2 {
			if err := l.load(root, duo.RandomGame(l.rng, 15+l.rng.IntN(20))); err != nil {
				return err
			}
		}
	}
	l.offers = [2]bool{true, true}
	if err := l.run(2000); err != nil {
		return err
	}
	l.offers = [2]bool{}
	return l.until("idle", l.idle)
}
