// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
)

// MonteCarlo is the cycle-exact twin of module montecarlo_core without a register behind its RAMs
// (RAM_REG = 0): a chain of lanes, sequential_halving, and the commands. Commands follow each other
// without a gap: each comes in the cycle after the answer to the one before, or as soon after reset
// as the core takes one.
//
// A command's cycles run from its acceptance to its answer, both included.
type MonteCarlo struct {
	policy playout.Policy
	lanes  *Lanes
	pos    duo.Position
	now    uint64
	// OnLane has the meaning of Lanes.OnLane.
	OnLane func(lane int, holds Stages, shows LaneOut)
}

const (
	nameCycles    = 4                        // the state NAME
	loadRows      = 2 * NumRows              // commands that load the opening
	walkCycles    = 4                        // cycles of a candidate in a walk
	bitWalks      = search.SumBits + 1       // one for each bit of the limit, and one to count
	betweenCycles = 2                        // cycles after each walk
	clearCycles   = search.MaxCandidates + 1 // clearing makes the chain of candidates
)

// NewMonteCarlo returns a core with that many lanes and a playout policy after reset. The core is
// in the opening with player 1 to move, in the first cycle that can accept a command.
func NewMonteCarlo(lanes int, policy playout.Policy) *MonteCarlo {
	m := &MonteCarlo{policy: policy, lanes: NewLanes(lanes), pos: duo.NewPosition(duo.Player1)}
	m.now++ // the lanes are still in reset
	m.load(true)
	return m
}

// Begin sets the player who moves first in the opening. The core learns the mover only from
// commands.
func (m *MonteCarlo) Begin(first duo.Player) { m.pos = duo.NewPosition(first) }

// Cycle returns the number of cycles since reset.
func (m *MonteCarlo) Cycle() uint64 { return m.now }

// Position returns the position on the board.
func (m *MonteCarlo) Position() duo.Position { return m.pos }

// step does a cycle.
func (m *MonteCarlo) step(in LanesIn) LanesOut {
	m.now++
	m.lanes.OnLane = m.OnLane
	return m.lanes.Step(in)
}

// wait lets cycles pass.
func (m *MonteCarlo) wait(cycles int) {
	for range cycles {
		m.step(LanesIn{})
	}
}

// command gives the lanes a command until it is taken.
func (m *MonteCarlo) command(c Command) {
	for !m.step(LanesIn{Command: &c}).CommandReady {
	}
}

// load is states LOAD and LOADED, which write the opening row by row. After a reset the cycle
// before the first row has already passed.
func (m *MonteCarlo) load(reset bool) {
	for i := range loadRows {
		if i > 0 || !reset {
			m.wait(1)
		}
		m.command(Command{Kind: CommandLoad})
	}
	m.command(Command{Kind: CommandTurn})
	m.wait(1)
}

// run does the work of a command between its acceptance and its answer.
func (m *MonteCarlo) run(do func()) (cycles uint64) {
	began := m.now
	m.wait(1)
	do()
	m.wait(1)
	return m.now - began
}

// Reset is the command that goes back to the opening. The commands that follow name the player to
// move.
func (m *MonteCarlo) Reset(first duo.Player) (cycles uint64) {
	m.pos = duo.NewPosition(first)
	return m.run(func() { m.load(false) })
}

// Play is the command that makes a move of the player to move. The error names the rule that the
// move breaks; the core then gets no command.
func (m *MonteCarlo) Play(move duo.Move) (cycles uint64, err error) {
	if err := m.pos.Check(move); err != nil {
		return 0, fmt.Errorf("twin: %w", err)
	}
	if move == duo.Pass {
		m.pos.Play(move)
		return m.run(func() {}), nil
	}
	moves := playout.AnchorMoves(&m.pos, nil)
	index := slices.IndexFunc(moves, func(a playout.AnchorMove) bool { return a.Move() == move })
	first := m.pos.TilesLeft(m.pos.ToMove()) == duo.AllTiles
	cycles = m.run(func() {
		root := playout.NewRoot(&m.pos)
		m.command(Command{Kind: CommandTurn})
		for i := range index + 1 {
			m.pick(root, i)
		}
		m.command(Command{Kind: CommandApply, Move: RootMove{Height: moves[index].Height(), First: first}})
		for !m.step(LanesIn{}).Idle {
		}
	})
	m.pos.Play(move)
	return cycles, nil
}

// pick is states PICK to NAMED, which ask the lanes for a move by its number.
func (m *MonteCarlo) pick(root *playout.Root, index int) Result {
	job := &Job{From: root, Policy: m.policy, Stream: playout.NewRNG(0, 0), First: index, Pick: true}
	for !m.step(LanesIn{Job: job}).JobReady {
	}
	for {
		if out := m.step(LanesIn{}); out.Result != nil {
			m.wait(nameCycles + 1)
			return *out.Result
		}
	}
}

// Search is the command for choosing a move for the player to move. The answer equals
// search.MonteCarloConfig's with the core's policy.
func (m *MonteCarlo) Search(visits int, seed uint32) (r search.MonteCarloResult, cycles uint64) {
	root := playout.NewRoot(&m.pos)
	cycles = m.run(func() {
		m.command(Command{Kind: CommandTurn})
		picked := m.pick(root, 0)
		if picked.None {
			r.Move = duo.Pass
			return
		}
		h := &halving{core: m, root: root, seed: seed, passes: visits}
		r = h.search(picked.Moves)
		picked = m.pick(root, r.Index)
		r.Anchor, r.Move = picked.Move, picked.Move.Move()
	})
	return r, cycles
}

// halving is module sequential_halving.
type halving struct {
	core    *MonteCarlo
	root    *playout.Root
	seed    uint32
	passes  int         // passes of the round
	sums    map[int]int // by candidate, as its index in move order
	arrived bool        // a result came in the cycle before
}

// step does a cycle, with a playout on offer or without, and reports whether the lanes take it and
// whether a result has come.
func (h *halving) step(job *Job) (out LanesOut) {
	out = h.core.step(LanesIn{Job: job})
	h.arrived = out.Result != nil
	if h.arrived {
		margin := out.Result.Margin
		if h.core.pos.ToMove() == duo.Player2 {
			margin = -margin
		}
		h.sums[out.Result.Job.First] += min(max(margin, -search.ClipMargin), search.ClipMargin)
	}
	return out
}

// search goes through all states except IDLE.
func (h *halving) search(moves int) (r search.MonteCarloResult) {
	r.Moves = moves
	var left []int // the candidates
	for i := 0; i < min(moves, playout.MaxMoves); i += 1 << search.CandidateShift(moves) {
		left = append(left, i)
	}
	r.Candidates = len(left)
	h.sums = map[int]int{}
	h.core.wait(clearCycles)
	for {
		h.core.wait(1) // START
		if len(left) == 1 {
			break
		}
		h.round(left, &r)
		n := len(left)
		left = h.better(left)
		h.core.wait(bitWalks*(walkCycles*n+betweenCycles) + walkCycles*n + 1)
		r.Sum = h.sums[left[len(left)-1]]
	}
	r.Index = left[0]
	return r
}

// round is states ISSUE to DRAIN, the playouts of a round.
func (h *halving) round(left []int, r *search.MonteCarloResult) {
	for range h.passes {
		for _, c := range left {
			job := &Job{From: h.root, Policy: h.core.policy, Stream: playout.NewRNG(h.seed, uint32(r.Playouts)), First: c}
			for !h.step(job).JobReady {
			}
			r.Playouts++
			for read := false; !read; {
				for h.step(nil).Result != nil { // READ
				}
				read = h.step(nil).Result == nil // WORD: if this fails, the word has been overwritten
			}
			h.step(nil) // NEXT
		}
		r.Visits++
	}
	for {
		busy := h.arrived
		if h.step(nil).Idle && !busy {
			break
		}
	}
	h.passes *= 2
}

// better returns the better half, in move order.
func (h *halving) better(left []int) []int {
	ranked := slices.Clone(left)
	slices.SortFunc(ranked, func(a, b int) int { return cmp.Or(cmp.Compare(h.sums[b], h.sums[a]), cmp.Compare(a, b)) })
	ranked = ranked[:(len(left)+1)/2]
	slices.Sort(ranked)
	return ranked
}
