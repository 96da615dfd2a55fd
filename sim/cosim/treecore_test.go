// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// treeCoreLimits are the limits of a core whose memory is soon full.
var treeCoreLimits = search.TreeConfig{
	Playouts: 8,
	Config:   tree.Config{VisitBits: 12, Expanded: 12, Children: 8, InFlight: 6, Nodes: 1 << 9, NoProofs: true, LateChildren: true},
}

const treeCoreLanes = 2

func treeCoreTest(t *testing.T, fn func(p *verilator.Proc, core *cosim.TreeCore, rng *rand.Rand) error) {
	simtest.Cosim(t, cosim.TreeCoreModel(treeCoreLimits, treeCoreLanes), func(p *verilator.Proc, rng *rand.Rand) error {
		core, err := cosim.NewTreeCore(p, treeCoreLimits, treeCoreLanes)
		if err != nil {
			return err
		}
		return fn(p, core, rng)
	})
}

// TestTreeCore compares searches of positions of all stages of a game with golden's: the answer,
// and every node of the tree. Some are stopped on the way, and legal and illegal moves come in
// between. Then the game continues, with searches of one player or of both, which keep the tree,
// and passes, which do not.
func TestTreeCore(t *testing.T) {
	t.Parallel()
	treeCoreTest(t, func(p *verilator.Proc, core *cosim.TreeCore, rng *rand.Rand) error {
		full, stopped, kept := 0, 0, 0
		for n := range simtest.Times(simtest.Long(6, 60)) {
			p.SetTransaction(n)
			plies := rng.IntN(38)
			if n < 2 {
				plies = n
			}
			pos := duo.RandomGame(rng, plies)
			if err := core.Load(&pos); err != nil {
				return err
			}
			for range 3 { // nearly all of them illegal
				m := duo.NewMove(duo.Orientation(rng.IntN(duo.NumOrientations)), duo.Square(rng.IntN(duo.NumSquares)))
				if legal, err := core.Play(pos.ToMove(), m); err != nil {
					return err
				} else if legal {
					pos.Play(m)
				}
			}
			leaves := 1 + rng.IntN(150)
			if n%3 == 0 {
				leaves = 200
			}
			r, cycles, err := core.Search(leaves, rng.Uint32(), 0)
			if err != nil {
				return err
			}
			if r.Leaves == 200 {
				full++
			}
			for range 2 {
				s, _, err := core.Search(leaves, rng.Uint32(), 1+rng.Uint64N(cycles))
				if err != nil {
					return err
				}
				if s.Leaves < r.Leaves {
					stopped++
				}
			}
		}
		for kept < 4 {
			pos := duo.RandomGame(rng, rng.IntN(30))
			if err := core.Load(&pos); err != nil {
				return err
			}
			n, err := playOn(core, &pos, rng, 8)
			if err != nil {
				return err
			}
			kept += n
		}
		if full == 0 || stopped == 0 {
			return p.Mismatch("searches with a full memory, and stopped", []int{full, stopped}, "some", "")
		}
		return nil
	})
}

// playOn searches and moves in turns from a position on, mostly with the search's moves. It returns
// the number of searches that went on in an existing tree.
func playOn(core *cosim.TreeCore, pos *duo.Position, rng *rand.Rand, plies int) (kept int, err error) {
	for n := 0; n < plies && !pos.Over(); n++ {
		m := duo.Pass
		if moves := pos.LegalMoves(nil); len(moves) > 0 && rng.IntN(12) > 0 {
			m = moves[rng.IntN(len(moves))]
		}
		if rng.IntN(4) > 0 {
			r, _, err := core.Search(rng.IntN(60), rng.Uint32(), rng.Uint64N(2)*(1+rng.Uint64N(5000)))
			if err != nil {
				return 0, err
			}
			if core.Kept() > 0 {
				kept++
			}
			if rng.IntN(6) > 0 {
				m = r.Move
			}
		}
		if _, err := core.Play(pos.ToMove(), m); err != nil {
			return 0, err
		}
		pos.Play(m)
	}
	return kept, nil
}

// TestTreeCoreForced searches without a choice: one legal move, none, and the end of the game.
func TestTreeCoreForced(t *testing.T) {
	t.Parallel()
	treeCoreTest(t, func(p *verilator.Proc, core *cosim.TreeCore, rng *rand.Rand) error {
		seen := [2]int{}
		for tries := 0; (seen[0] < 2 || seen[1] < 2) && tries < 5000; tries++ {
			pos := duo.RandomGame(rng, 20+rng.IntN(25))
			moves := pos.CountLegalMoves()
			if pos.Over() || moves > 1 || seen[moves] == 2 {
				continue
			}
			seen[moves]++
			if err := core.Load(&pos); err != nil {
				return err
			}
			r, cycles, err := core.Search(1000, rng.Uint32(), 0)
			if err != nil {
				return err
			}
			if r.Leaves != 0 || cycles > 1000 || (r.Move == duo.Pass) != (moves == 0) {
				return p.Mismatch("leaves, cycles, and move", []any{r.Leaves, cycles, r.Move}, "0, at once", "%d legal moves", moves)
			}
		}
		if seen[0] < 2 || seen[1] < 2 {
			return p.Mismatch("positions with no move, and with one", seen, "two of each", "")
		}
		end, err := soloEnd(1)
		if err != nil {
			return err
		}
		codes := strings.Fields(soloGame)
		last, err := duo.ParseMove(codes[len(codes)-1])
		if err != nil {
			return err
		}
		if err := core.Load(&end); err != nil {
			return err
		}
		if _, _, err := core.Search(20, 1, 0); err != nil {
			return err
		}
		if legal, err := core.Play(end.ToMove(), last); err != nil {
			return err
		} else if !legal {
			return p.Mismatch("rsp_ok_o", legal, true, "the last tile")
		}
		if r, _, err := core.Search(20, 1, 0); err != nil {
			return err
		} else if r.Move != duo.Pass {
			return p.Mismatch("rsp_pass_o", r.Move, duo.Pass, "the game is over")
		}
		end.Play(last)
		_, err = core.Play(end.ToMove(), duo.NewMove(0, duo.NewSquare(0, 0)))
		return err
	})
}

// TestTreeCoreStops stops a search in every cycle of a window.
func TestTreeCoreStops(t *testing.T) {
	t.Parallel()
	treeCoreTest(t, func(p *verilator.Proc, core *cosim.TreeCore, rng *rand.Rand) error {
		pos := duo.RandomGame(rng, 30)
		for pos.Over() || pos.CountLegalMoves() < 3 {
			pos = duo.RandomGame(rng, 28)
		}
		if err := core.Load(&pos); err != nil {
			return err
		}
		seed := rng.Uint32()
		_, whole, err := core.Search(8, seed, 0)
		if err != nil {
			return err
		}
		window := uint64(simtest.Times(simtest.Long(60, 2000)))
		from := 1 + rng.Uint64N(max(1, whole-window))
		for stop := from; stop < from+window; stop++ {
			p.SetTransaction(int(stop))
			if (stop-from)%20 == 19 { // before the root's visits reach their greatest number
				if err := core.Load(&pos); err != nil {
					return err
				}
			}
			if _, _, err := core.Search(8, seed, stop); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestTreeCoreResets resets the core during all kinds of work. Afterwards the core must be at the
// empty board, and search like golden.
func TestTreeCoreResets(t *testing.T) {
	t.Parallel()
	treeCoreTest(t, func(p *verilator.Proc, core *cosim.TreeCore, rng *rand.Rand) error {
		valid, op := p.MustPort("cmd_valid_i"), p.MustPort("cmd_op_i")
		leaves, player := p.MustPort("leaves_i"), p.MustPort("cmd_player_i")
		for n := range simtest.Times(simtest.Long(6, 60)) {
			p.SetTransaction(n)
			if n%3 == 2 { // now and then not at the empty board
				pos := duo.RandomGame(rng, 1+rng.IntN(2))
				if err := core.Load(&pos); err != nil {
					return err
				}
			}
			kind := rng.IntN(3)
			cmd := p.NewInputs()
			valid.Set(cmd, 1)
			op.Set(cmd, []uint64{gen.CmdSearch, gen.CmdPlay, gen.CmdReset}[kind])
			player.Set(cmd, rng.Uint64N(2))
			leaves.Set(cmd, 100)
			if _, err := p.Run(verilator.Run{Stop: "cmd_ready_o", Max: 20_000}); err != nil {
				return err
			}
			if _, err := p.Run(verilator.Run{First: cmd, Max: 1 + rng.Uint64N([]uint64{40_000, 1500, 60}[kind])}); err != nil {
				return err
			}
			if err := p.Reset(); err != nil {
				return err
			}
			var err error
			if core, err = cosim.NewTreeCore(p, treeCoreLimits, treeCoreLanes); err != nil {
				return err
			}
			if _, _, err := core.Search(1+rng.IntN(20), rng.Uint32(), 0); err != nil {
				return err
			}
			pos := duo.RandomGame(rng, 1+rng.IntN(30))
			if err := core.Load(&pos); err != nil {
				return err
			}
			if _, _, err := core.Search(1+rng.IntN(20), rng.Uint32(), 0); err != nil {
				return err
			}
		}
		return nil
	})
}
