// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"math/rand/v2"
	"strings"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// ContestHost is the contest's host before a chip with another core than the minimax core. No
// twin predicts the cycles of the answers; the answers must be golden's.
type ContestHost struct {
	Asked   int    // moves
	Stopped int    // answers that came because the time was up
	Idle    uint64 // the most cycles from an answer to the next message

	p     *verilator.Proc
	board *ContestBoard
	cfg   twin.ContestConfig
	rng   *rand.Rand

	asked, answered uint64        // cycles: the end of the latest message, and the beginning of the answer
	ahead           *duo.Position // position after the latest answer; the chip may think about it on the rival's time
	stopped         bool          // the time was up
}

// NewContestHost takes a process of ContestMonteCarloModel or TreeChipModel with that
// configuration, or of a board with it, after a reset.
func NewContestHost(p *verilator.Proc, cfg twin.ContestConfig, rng *rand.Rand) (*ContestHost, error) {
	board, err := NewContestBoard(p, cfg)
	if err != nil {
		return nil, err
	}
	// A board holds the chip in reset for a while.
	w := &SerialWave{}
	w.Level(true, 2000)
	_, err = board.Exchange(w, false, 20_000)
	return &ContestHost{p: p, board: board, cfg: cfg, rng: rng}, err
}

// Board is the chip.
func (h *ContestHost) Board() *ContestBoard { return h.board }

// ask sends text and returns the answer of n bytes. No further byte may follow soon.
func (h *ContestHost) ask(text string, n int) (string, error) {
	w := &SerialWave{}
	if h.Idle > 0 {
		w.Level(true, h.rng.Uint64N(h.Idle))
	}
	bit := float64(h.cfg.UART.ClockHz) / float64(h.cfg.UART.Baud)
	for i := range len(text) {
		w.Byte(text[i], bit, true)
		w.Level(true, 1+h.rng.Uint64N(300))
	}
	h.asked, h.answered = h.p.Cycle()+w.Cycles, 0
	var heard strings.Builder
	for answer := n > 0; ; {
		bytes, err := h.board.Exchange(w, answer, 20_000_000)
		if err != nil {
			return "", err
		}
		for _, b := range bytes {
			if heard.Len() == 0 {
				h.answered = b.Cycle
			}
			heard.WriteByte(b.Byte)
		}
		if !answer {
			break
		}
		w = nil
		if len(bytes) == 0 || heard.Len() >= n {
			w, answer = &SerialWave{}, false
			w.Level(true, 1000)
		}
	}
	if heard.Len() != n {
		return "", h.p.Mismatch("answer to "+text, heard.String(), n, "bytes are wanted")
	}
	return heard.String(), nil
}

// Game plays a game until both pass. Its moves are random, and now and then a pass or a malformed
// move, which the chip ignores.
func (h *ContestHost) Game(search ContestSearch, chip, first duo.Player) error {
	team, err := h.ask("0", 3)
	if err != nil {
		return err
	}
	if want := "1" + string(h.cfg.Team[:]); team != want {
		return h.p.Mismatch("answer to 0", team, want, "")
	}
	search.Begin()
	pos := duo.NewPosition(first)
	h.ahead = nil
	var buf [1024]duo.Move
	asked, latest := 0, ""
	for !pos.Over() {
		h.p.SetTransaction(pos.Plies())
		if pos.ToMove() != chip {
			m := duo.Pass
			// The pins do not show the number of leaves of a stopped search. After a pass the
			// number does not matter.
			pass := pos.Plies() > 1 && (h.stopped || h.rng.IntN(12) == 0)
			if moves := pos.LegalMoves(buf[:0]); len(moves) > 0 && !pass {
				m = moves[h.rng.IntN(len(moves))]
			}
			pos.Play(m)
			latest = m.String()
			if m == duo.Pass && h.rng.IntN(2) == 0 {
				latest = []string{"9999", "77v0", "55a8"}[h.rng.IntN(3)] // equivalent to a pass
			}
			continue
		}
		prompt := "4" + latest
		if asked == 0 {
			prompt = "2" + map[duo.Player]string{duo.Player1: "5", duo.Player2: "A"}[chip]
			if latest != "" {
				prompt = "3" + prompt[1:] + latest
			}
		}
		asked++
		code, err := h.ask(prompt, 4)
		if err != nil {
			return err
		}
		m, err := h.check(search, &pos, code)
		if err != nil {
			return err
		}
		pos.Play(m)
		h.ahead = nil
		if h.cfg.Ponder && m != duo.Pass {
			after := pos
			h.ahead = &after
		}
	}
	_, err = h.ask("9", 0)
	return err
}

// check compares an answer with golden's search. If the time was up, the answer must be one that
// the search has when it is stopped earlier.
func (h *ContestHost) check(search ContestSearch, pos *duo.Position, code string) (duo.Move, error) {
	h.Asked++
	// An answer may begin in the silence after the message.
	h.stopped = false
	took, limit := max(h.answered, h.asked)-h.asked, uint64(h.cfg.UART.ClockHz/1000*h.cfg.MoveMS)
	// When the time is up, the work under way ends, and the move is made: a pass and a selection
	// among 207 candidates, with the bounds of sim.MonteCarlo, and 414 moves of 100 cycles each.
	// The contest's second leaves 0.2 s for this, which is more with any clock above 1 MHz.
	if most := limit + 200_000; took > most {
		return duo.Pass, h.p.Mismatch("cycles until the answer", took, most, "at most, after %v", pos.History())
	}
	if counted, ok := search.(CountedSearch); ok {
		want, leaves := counted.Counted(h.ahead, pos)
		if code != want.String() {
			return want, h.p.Mismatch("answer", code, want, "after %v, with %d leaves", pos.History(), leaves)
		}
		if took < limit && leaves > 0 {
			return want, h.p.Mismatch("cycles until the answer", took, limit, "at least, after %v", pos.History())
		}
		return want, nil
	}
	if took < limit {
		want := search.Whole(pos)
		if code != want.String() {
			return want, h.p.Mismatch("answer", code, want, "after %v", pos.History())
		}
		return want, nil
	}
	h.Stopped++
	h.stopped = true
	m, ok := search.Stopped(pos, took, func(m duo.Move) bool { return m.String() == code })
	if !ok {
		return m, h.p.Mismatch("answer", code, m, "or what an earlier stop has, after %v", pos.History())
	}
	return m, nil
}

// ContestSearch is golden's search with the core of a chip.
type ContestSearch interface {
	// Begin begins a game.
	Begin()
	// Whole returns the answer of a completed search.
	Whole(*duo.Position) duo.Move
	// Stopped tries searches with different stopping times within that many cycles. It returns the
	// first answer accepted by is; ok is false if there is no such answer. The rival passes next.
	Stopped(pos *duo.Position, cycles uint64, is func(duo.Move) bool) (m duo.Move, ok bool)
}

// MonteCarloSearch is the search of the Monte Carlo core with two lanes.
type MonteCarloSearch struct{ search.MonteCarloConfig }

// Begin implements ContestSearch.
func (s MonteCarloSearch) Begin() {}

// Whole implements ContestSearch.
func (s MonteCarloSearch) Whole(pos *duo.Position) duo.Move { return s.Search(pos, nil).Move }

// Stopped implements ContestSearch.
func (s MonteCarloSearch) Stopped(pos *duo.Position, cycles uint64, is func(duo.Move) bool) (m duo.Move, ok bool) {
	for passes := 1; ; passes++ {
		done := 0
		r := s.Search(pos, func(int) bool { done++; return done == passes })
		if is(r.Move) {
			return r.Move, true
		}
		// No passes are left, or two lanes had no time for more.
		if done < passes || r.Playouts > int(cycles/100) {
			return r.Move, false
		}
	}
}

// AlphaBetaSearch is the search of the alpha-beta core.
type AlphaBetaSearch struct{ alphabeta.Config }

// Begin implements ContestSearch.
func (s AlphaBetaSearch) Begin() {}

// Whole implements ContestSearch.
func (s AlphaBetaSearch) Whole(pos *duo.Position) duo.Move {
	return alphabeta.New(s.Config).Search(pos, s.Config.MaxDepth(), alphabeta.NeverStop, nil, nil).Move
}

// Stopped implements ContestSearch. The moves made before the search, and after it, take some
// thousand cycles at most, and no two answers come within a few cycles of each other.
func (s AlphaBetaSearch) Stopped(pos *duo.Position, cycles uint64, is func(duo.Move) bool) (m duo.Move, ok bool) {
	const most, step = 8000, 20
	search := alphabeta.New(s.Config)
	for stop := cycles; stop > 0 && cycles-stop < most; stop -= min(stop, step) {
		if m = search.Search(pos, s.Config.MaxDepth(), stop, nil, nil).Move; is(m) {
			return m, true
		}
	}
	return m, false
}

// TreeSearch is the search of the tree core.
type TreeSearch struct {
	Core   *search.TreeCore
	Leaves int // the most leaves of a search
	Seed   uint32

	whole []duo.Position // positions searched since the last stopped search
}

// Begin implements ContestSearch.
func (s *TreeSearch) Begin() {
	s.Core.Reset()
	s.whole = nil
}

// Whole implements ContestSearch.
func (s *TreeSearch) Whole(pos *duo.Position) duo.Move {
	s.whole = append(s.whole, *pos)
	return s.Core.Search(pos, s.Leaves, s.Seed).Move
}

// Stopped implements ContestSearch.
func (s *TreeSearch) Stopped(pos *duo.Position, cycles uint64, is func(duo.Move) bool) (m duo.Move, ok bool) {
	before := s.whole
	s.whole = nil
	for leaves := 0; ; leaves++ {
		s.Core.Reset()
		for i := range before {
			s.Core.Search(&before[i], s.Leaves, s.Seed)
		}
		r := s.Core.Search(pos, leaves, s.Seed)
		if is(r.Move) {
			return r.Move, true
		}
		// No leaves are left, or there was no time for more.
		if r.Leaves < leaves || leaves > int(cycles/200) {
			return r.Move, false
		}
	}
}

// CountedSearch is a ContestSearch that knows the chip's number of leaves, and so can also follow
// its searches on the rival's time.
type CountedSearch interface {
	ContestSearch
	// Counted returns the answer of a search with the number of leaves of the chip's latest search,
	// and that number. If ahead is not nil, the chip searched that position, with the rival to
	// move, before.
	Counted(ahead, pos *duo.Position) (m duo.Move, leaves int)
}

// CountedTree is the search of a tree core on a tree_chip_bench, which outputs the number of
// leaves.
type CountedTree struct {
	TreeSearch
	Board *ContestBoard
	Ahead int // leaves of all searches on the rival's time
	Own   int // leaves of all other searches
}

// Counted implements CountedSearch.
func (s *CountedTree) Counted(ahead, pos *duo.Position) (m duo.Move, leaves int) {
	if ahead != nil {
		n := int(s.Board.output("ahead_o"))
		s.Ahead += n
		s.Core.Search(ahead, n, s.Seed)
	}
	leaves = int(s.Board.output("leaves_o"))
	s.Own += leaves
	return s.Core.Search(pos, leaves, s.Seed).Move, leaves
}
