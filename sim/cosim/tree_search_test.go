// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// treeSearchBench is tree_search with its surroundings, which know positions: a bench of tree_walk
// that also gives commands, and predicts the cycle of their answers.
type treeSearchBench struct {
	*walkBench
	streams int // streams of a leaf

	state  searchCycle
	stops  int // cycle that raises stop_i; 0: never
	cut    int // the module is reset before this cycle; 0: never
	seed   uint32
	limit  int   // leaves of the command
	begins []int // first cycles of the search's leaves
	known  bool  // a tree exists
	alone  int   // searches for leaves that end at once, because the root, reached by a move, has one child
	turn   duo.Player
}

// searchCycle holds the inputs from tree_search's surroundings in a cycle, and its outputs.
type searchCycle struct {
	ready         bool // the surroundings are ready for a command
	unsettled     bool
	stop          bool
	told          bool // a command has come: the mover is known
	player, first duo.Player
}

// searchEvents are further event signals of tree_search.
var searchEvents = []string{"open_o", "root_move_valid_o", "rsp_valid_o"}

// errCut reports that the cycles after a reset were not run.
var errCut = errors.New("cut short")

// goesOn reports whether the module still wants leaves in a cycle after the last one: only a stop
// keeps it from them.
func (s *treeSearchBench) goesOn(at int) bool {
	return s != nil && len(s.begins) < s.limit && s.stops >= at && !s.full()
}

// cycle returns the state of the surroundings in a cycle, or the zero value without surroundings.
func (s *treeSearchBench) cycle(at int) searchCycle {
	if s == nil {
		return searchCycle{}
	}
	c := s.state
	c.stop = s.stops > 0 && at == s.stops
	return c
}

// drive sets the inputs of a cycle that do not belong to tree_walk. The module ignores commands
// during the work on another, and stop_i at rest.
func (s *treeSearchBench) drive(v verilator.Inputs, c *searchCycle, at int) {
	s.port["settled_i"].Set(v, flagBit(!c.unsettled))
	s.port["stop_i"].Set(v, flagBit(c.stop || c.ready && at%5 == 0))
	if !c.ready && at%3 == 0 {
		s.port["cmd_valid_i"].Set(v, 1)
		s.port["cmd_op_i"].Set(v, mixed(uint64(at), 1)%3)
		s.port["cmd_player_i"].Set(v, mixed(uint64(at), 2)%2)
		s.port["leaves_i"].Set(v, 1)
	}
}

// check compares tree_search's outputs in every cycle.
func (s *treeSearchBench) check(out verilator.Outputs, c *searchCycle, cycle uint64) error {
	for _, f := range []struct {
		name string
		want uint64
	}{
		{"cmd_ready_o", flagBit(c.ready)}, {"first_player_o", uint64(c.first)}, {"player_o", uint64(c.player)},
	} {
		if got := s.port[f.name].Uint(out); got != f.want && (c.told || f.name != "player_o") {
			return s.p.Mismatch(f.name, got, f.want, "").At(cycle)
		}
	}
	return nil
}

// leafSeed returns the seed of a leaf's first stream.
func (s *treeSearchBench) leafSeed(number uint32) uint32 {
	return s.seed + number*uint32(s.streams)*playout.SeedStep
}

// now returns the next cycle.
func (s *treeSearchBench) now() int { return s.begun + len(s.plan) }

// command gives a command after a pause. Its data about players hold from the next cycle on.
func (s *treeSearchBench) command(op uint64, mover duo.Player, in map[string]uint64) error {
	s.state.ready = true
	in["cmd_valid_i"], in["cmd_op_i"], in["cmd_player_i"] = 1, op, uint64(mover)
	if err := s.to(s.now()+s.rng.IntN(4), "", in, nil); err != nil {
		return err
	}
	s.state.ready = false
	s.state.told, s.state.player = true, mover
	if op == gen.CmdReset {
		s.state.first = mover
		s.known = false
	}
	return nil
}

// settle makes the surroundings unsettled for some cycles from the next one on, and waits for their
// end.
func (s *treeSearchBench) settle() error {
	s.state.unsettled = true
	for range 1 + s.rng.IntN(20) {
		if err := s.to(s.now(), "", nil, nil); err != nil {
			return err
		}
	}
	s.state.unsettled = false
	return s.to(s.now(), "", nil, nil)
}

// reset empties the board.
func (s *treeSearchBench) reset() error {
	if err := s.command(gen.CmdReset, duo.Player(s.rng.IntN(2)), map[string]uint64{}); err != nil {
		return err
	}
	if err := s.to(s.now(), "open_o", nil, nil); err != nil {
		return err
	}
	if err := s.settle(); err != nil {
		return err
	}
	return s.to(s.now(), "rsp_valid_o", nil, map[string]uint64{"rsp_ok_o": 1, "rsp_pass_o": 0})
}

// searchNameCycles are the cycles from the last child to the decision about a move.
const searchNameCycles = 6

// moveBits returns a move in the form of the children, and its name in the form of inputs or
// outputs.
func moveBits(m playout.AnchorMove) uint64 {
	return uint64(m.Pattern) | uint64(m.Flip)<<7 | uint64(m.Anchor.Row())<<9 | uint64(m.Anchor.Col())<<13
}

func nameOf(m duo.Move, prefix, suffix string) map[string]uint64 {
	return map[string]uint64{
		prefix + "orient" + suffix: uint64(m.Orientation()), prefix + "row" + suffix: uint64(m.Square().Row()),
		prefix + "col" + suffix: uint64(m.Square().Col()),
	}
}

// play makes a move in a position: a legal move or another one. Only the legal moves of the
// position matter. If there is a tree, the move may be one of its root's.
func (s *treeSearchBench) play(pos *duo.Position) error {
	mover := duo.Player(s.rng.IntN(2))
	moves := playout.AnchorMoves(pos, nil)
	if s.known && s.rng.IntN(3) > 0 {
		if s.rng.IntN(8) > 0 {
			mover = s.turn
		}
		if m := s.pick(); m != passMove {
			return s.playMove(mover, moves, anchorMove(m))
		}
	}
	legal := len(moves) > 0 && s.rng.IntN(3) > 0
	m := duo.NewMove(duo.Orientation(s.rng.IntN(duo.NumOrientations)), duo.Square(s.rng.IntN(duo.NumSquares)))
	var found playout.AnchorMove
	if legal {
		found = moves[s.rng.IntN(len(moves))]
		m = found.Move()
		if s.rng.IntN(4) == 0 { // at the ends of the list
			found = moves[s.rng.IntN(2)*(len(moves)-1)]
			m = found.Move()
		}
	} else if i := slices.IndexFunc(moves, func(a playout.AnchorMove) bool { return a.Move() == m }); i >= 0 {
		legal, found = true, moves[i]
	}
	if legal && s.rng.IntN(3) > 0 {
		return s.playMove(mover, moves, found)
	}
	// A move shown without being valid is not legal, even if it is the command's move.
	shown := uint64(0)
	if legal {
		shown = moveBits(found)
		moves = slices.DeleteFunc(moves, func(a playout.AnchorMove) bool { return a == found })
	}
	if err := s.listed(mover, m, moves, shown); err != nil {
		return err
	}
	return s.to(s.now(), "rsp_valid_o", nil, map[string]uint64{"rsp_ok_o": 0})
}

// listed gives the command to make a move, and shows the legal moves until the module knows whether
// the move is among them.
func (s *treeSearchBench) listed(mover duo.Player, m duo.Move, moves []playout.AnchorMove, shown uint64) error {
	if err := s.command(gen.CmdPlay, mover, nameOf(m, "cmd_", "_i")); err != nil {
		return err
	}
	if err := s.to(s.now(), "path_o", nil, nil); err != nil {
		return err
	}
	if err := s.list(moves, shown); err != nil {
		return err
	}
	return s.to(s.now()+searchNameCycles-1, "", nil, nil)
}

// playMove has a legal move made, with other legal moves beside it.
func (s *treeSearchBench) playMove(mover duo.Player, others []playout.AnchorMove, found playout.AnchorMove) error {
	// No other move may have its name.
	moves := slices.DeleteFunc(others, func(a playout.AnchorMove) bool { return a.Move() == found.Move() })
	moves = slices.Insert(moves, s.rng.IntN(len(moves)+1), found)
	if err := s.listed(mover, found.Move(), moves, moveBits(found)); err != nil {
		return err
	}
	s.state.unsettled = true
	for range s.rng.IntN(5) {
		if err := s.to(s.now(), "", nil, nil); err != nil {
			return err
		}
	}
	s.state.unsettled = false
	held, err := s.held(s.now(), "root_move_valid_o")
	if err == nil {
		err = s.to(held, "root_move_valid_o", map[string]uint64{"root_move_ready_i": 1}, map[string]uint64{"root_move_o": moveBits(found)})
	}
	if err == nil {
		err = s.settle()
	}
	if err != nil {
		return err
	}
	at := s.now()
	if s.known = s.known && mover == s.turn; s.known {
		at = s.looked(at) + 1
		_, _, s.known = s.keep(tree.Move(moveBits(found)))
		s.turn = s.turn.Rival()
	}
	return s.to(at, "rsp_valid_o", nil, map[string]uint64{"rsp_ok_o": 1, "rsp_pass_o": 0})
}

// looked returns the cycle that completes tree_best's work, given its first cycle.
func (s *treeSearchBench) looked(at int) int {
	root, _ := s.tree.Root()
	return s.twin.Look(at, s.twin.Nodes.Step(&root)) + lookStep*min(root.Visited+1, root.Count) + lookCycles
}

// list is an expansion for the command that makes a move: legal moves, and then children, or the
// end of the game. In between another move is shown.
func (s *treeSearchBench) list(moves []playout.AnchorMove, shown uint64) error {
	gap := s.rng.IntN(3)
	expanding := func(in map[string]uint64) error {
		for range s.rng.IntN(gap + 1) {
			if err := s.to(s.now(), "expand_valid_o", map[string]uint64{"legal_move_i": shown}, nil); err != nil {
				return err
			}
		}
		return s.to(s.now(), "expand_valid_o", in, nil)
	}
	if len(moves) == 0 && s.rng.IntN(2) == 0 {
		return expanding(map[string]uint64{"expand_over_i": 1})
	}
	for _, m := range moves {
		if err := expanding(map[string]uint64{"legal_valid_i": 1, "legal_move_i": moveBits(m)}); err != nil {
			return err
		}
	}
	children := 1 + s.rng.IntN(s.limits.children)
	for i := range children {
		if err := expanding(map[string]uint64{
			"child_valid_i": 1, "child_last_i": flagBit(i == children-1), "legal_move_i": shown,
		}); err != nil {
			return err
		}
	}
	return nil
}

// pass has the mover pass.
func (s *treeSearchBench) pass() error {
	if err := s.command(gen.CmdPlay, duo.Player(s.rng.IntN(2)), map[string]uint64{"cmd_pass_i": 1}); err != nil {
		return err
	}
	s.known = false
	return s.to(s.now(), "rsp_valid_o", nil, map[string]uint64{"rsp_ok_o": 1, "rsp_pass_o": 0})
}

// lookCycles are the cycles of tree_best from the moment when the root's block can be read, plus
// lookStep for each child looked at; answerCycles are the cycles from there to the answer.
const lookCycles, lookStep, answerCycles = 4, 6, 7

// find searches a game: the tree's game if there is one and the player is to move in it, otherwise
// the given one. The search has at most leaves leaves. stop_i rises in cycle stop after the
// command, if not 0, and begun leaves have begun before it. The waits are drawn from chance. find
// compares the answer and the tree. It returns the first cycle of each leaf, and last the cycle of
// the answer, all counted from the command.
func (s *treeSearchBench) find(game *chanceGame, mover duo.Player, leaves, stop, begun int, chance uint64) (begins []int, err error) {
	known := s.known && mover == s.turn
	if !known {
		s.game = game
		if s.tree, err = tree.New(s.limits.config(), []tree.Game{game}); err != nil {
			return nil, err
		}
		s.forget()
	}
	between := s.rng
	s.seed, s.limit, s.begins = uint32(chance), leaves, nil
	if err := s.command(gen.CmdSearch, mover, map[string]uint64{
		"leaves_i": uint64(leaves), "seed_i": uint64(s.seed),
	}); err != nil {
		return nil, err
	}
	s.rng = rand.New(rand.NewPCG(chance, 0))
	defer func() { s.rng = between }()
	s.wait, s.delay = []int{0, 0, 3, 40}[s.rng.IntN(4)], []int{0, 30, 300, 1500}[s.rng.IntN(4)]
	command := s.now() - 1
	s.stopAt(command+stop, stop)
	if err := s.to(s.now(), "", nil, nil); err != nil { // NEW
		return nil, err
	}
	if known {
		s.moment = s.looked(s.now()) + 1
	} else if err := s.rootChildren(); err != nil {
		return nil, err
	}
	out := map[string]uint64{"rsp_ok_o": 1, "rsp_pass_o": 1}
	root, ok := s.tree.Root()
	at := s.twin.Begin(s.moment)
	s.known, s.turn = ok, mover
	if !ok {
		err = s.to(at+1, "rsp_valid_o", nil, out)
		return []int{at + 1 - command}, err
	}
	if stop > 0 {
		leaves = begun
	}
	if root.Count == 1 {
		if known && s.rootAt != 0 && leaves > 0 {
			s.alone++
		}
		leaves = 0
	}
	done := 0
	if leaves > 0 {
		s.moment = at + 1
		var failed error
		s.tree.Trace(func(d *tree.Descent) {
			if failed == nil {
				failed = s.leaf(d)
			}
		})
		done = s.tree.Search(leaves, nil)
		if failed == nil {
			failed = s.rest()
		}
		if failed != nil {
			return nil, failed
		}
		at = s.moment
	}
	best, _ := s.tree.Best()
	if best.Move != passMove {
		out = nameOf(anchorMove(best.Move).Move(), "rsp_", "_o")
		out["rsp_ok_o"], out["rsp_pass_o"] = 1, 0
	}
	out["rsp_leaves_o"], out["rsp_visits_o"], out["rsp_mean_o"] = uint64(done), uint64(best.Visits), uint64(best.Value)
	answer := s.looked(at+1) + answerCycles
	if best.Visits == 0 {
		delete(out, "rsp_mean_o")
	}
	if err := s.to(answer, "rsp_valid_o", nil, out); err != nil {
		return nil, err
	}
	for _, b := range append(s.begins, answer) {
		begins = append(begins, b-command)
	}
	s.state.ready = true
	err = s.look(s.now())
	return begins, err
}

// passMove is the move of a child that is a pass.
const passMove tree.Move = 1<<17 - 1

// anchorMove returns the move of a child.
func anchorMove(m tree.Move) playout.AnchorMove {
	return playout.AnchorMove{Anchor: duo.NewSquare(int(m>>9&15), int(m>>13)), Flip: playout.Flip(m >> 7 & 3), Pattern: playout.Pattern(m & 127)}
}

// mover draws the player who has a search made: mostly the player to move in the tree.
func (s *treeSearchBench) mover() duo.Player {
	if s.known && s.rng.IntN(8) > 0 {
		return s.turn
	}
	return duo.Player(s.rng.IntN(2))
}

// stopAt lets stop_i rise in a cycle, unless stop is 0.
func (s *treeSearchBench) stopAt(cycle, stop int) {
	s.stops = 0
	if stop > 0 {
		s.stops = cycle
	}
}

// newTreeSearchBench returns a bench for a module after a reset, as soon as it takes a command.
func newTreeSearchBench(p *verilator.Proc, rng *rand.Rand, limits walkLimits, streams int) (*treeSearchBench, error) {
	s := &treeSearchBench{streams: streams, walkBench: newWalkBench(p, rng, limits)}
	s.walkBench.search = s
	return s, s.settle()
}

// drawGame draws a game to search.
func (s *treeSearchBench) drawGame() *chanceGame {
	return &chanceGame{
		root: s.rng.Uint64(), width: []int{1, 2, 3, 2 * s.limits.children}[s.rng.IntN(4)],
		length: []int{0, 1, 3, 8, 40}[s.rng.IntN(5)], extreme: s.rng.IntN(3) == 0, named: true,
	}
}

// commands gives a number of random commands.
func (s *treeSearchBench) commands(n int) error {
	for i := range n {
		s.p.SetTransaction(i)
		var err error
		switch s.rng.IntN(12) {
		case 0:
			err = s.reset()
		case 1:
			err = s.pass()
		case 2, 3, 4, 5:
			pos := duo.RandomGame(s.rng, s.rng.IntN(30))
			err = s.play(&pos)
		default:
			chance, game := s.rng.Uint64(), s.drawGame()
			var begins []int
			leaves := []int{0, 1, 2 + s.rng.IntN(10), 2 + s.rng.IntN(20), 3 + s.rng.IntN(200)}[s.rng.IntN(5)]
			if s.rng.IntN(8) == 0 { // more leaves than can be counted, unless the memory of visits is large
				leaves = 1 << (9 + s.rng.IntN(23))
				if s.limits.visitBits > 9 {
					leaves = 600
				}
			}
			mover, fresh := s.mover(), !s.known
			if begins, err = s.find(game, mover, leaves, 0, 0, chance); err == nil && fresh && s.rng.IntN(2) == 0 {
				if err = s.pass(); err != nil { // the tree is forgotten
					return err
				}
				stop := 1 + s.rng.IntN(begins[len(begins)-1])
				_, err = s.find(game, mover, leaves, stop, leavesBefore(begins, stop), chance)
			}
		}
		if err == nil {
			err = s.flush()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// compare gives commands until trees have been kept, also one whose root has a single child, and
// another tree has been forgotten.
func (s *treeSearchBench) compare(n int) error {
	for s.kept == 0 || s.kept == s.moved || s.alone == 0 {
		if err := s.commands(n); err != nil {
			return err
		}
	}
	return nil
}

// leavesBefore returns the number of leaves that began no later than the stopping cycle of a
// search, given find's result.
func leavesBefore(begins []int, stop int) (n int) {
	for _, b := range begins[:len(begins)-1] {
		if b <= stop {
			n++
		}
	}
	return n
}

// searchLimits are the parameters of the tested modules.
var searchLimits = []walkLimits{
	{visitBits: 9, blocks: 9, children: 8, flights: 3, expand: 2, exploration: 700, reduction: 1500},
	{visitBits: 20, blocks: 128, children: 24, flights: 16, expand: 8, exploration: 384, reduction: 3276},
}

const searchStreams = 4

func treeSearchModel(limits walkLimits) verilator.Model {
	m := limits.model()
	m.Top, m.Params["PLAYOUTS"] = "tree_search", searchStreams
	return m
}

func treeSearchTest(t *testing.T, limits walkLimits, fn func(s *treeSearchBench) error) {
	simtest.Cosim(t, treeSearchModel(limits), func(p *verilator.Proc, rng *rand.Rand) error {
		s, err := newTreeSearchBench(p, rng, limits, searchStreams)
		if err == nil {
			err = fn(s)
		}
		return err
	})
}

// TestTreeSearch gives random commands, which keep or forget the tree, and compares the module's
// events and their cycles, the answers, and the trees. The surroundings answer at any time and in
// any order.
func TestTreeSearch(t *testing.T) {
	t.Parallel()
	for i, limits := range searchLimits {
		if i > 0 && !simtest.All() && !simtest.Trying() {
			break
		}
		t.Run(fmt.Sprintf("children=%d", limits.children), func(t *testing.T) {
			t.Parallel()
			treeSearchTest(t, limits, func(s *treeSearchBench) error {
				return s.compare(simtest.Times(simtest.Long(60, 1000)))
			})
		})
	}
}

// TestTreeSearchStops stops a search in every cycle of a window: at its beginning, and anywhere.
// One search begins without a tree, and one goes on in a tree.
func TestTreeSearchStops(t *testing.T) {
	t.Parallel()
	treeSearchTest(t, searchLimits[0], func(s *treeSearchBench) error {
		limits := 0
		for _, kept := range []bool{false, true} {
			// begin returns when the search to be stopped can begin.
			var chance uint64
			var game chanceGame
			begin := func() error {
				if err := s.pass(); err != nil || !kept {
					return err
				}
				g := game
				if _, err := s.find(&g, duo.Player1, 10, 0, 0, chance); err != nil {
					return err
				}
				best, _ := s.tree.Best()
				if best.Move == passMove {
					return s.pass()
				}
				return s.playMove(duo.Player1, nil, anchorMove(best.Move))
			}
			var begins []int
			for s.known = false; len(begins) < 2; { // until leaves begin
				chance, game = s.rng.Uint64(), *s.drawGame()
				game.width, game.length = 6, 8
				if err := begin(); err != nil {
					return err
				} else if s.known != kept {
					continue
				}
				g := game
				var err error
				if begins, err = s.find(&g, duo.Player2, 40, 0, 0, chance); err != nil {
					return err
				}
			}
			window := simtest.Times(simtest.Long(75, 500))
			from := s.rng.IntN(max(1, begins[len(begins)-1]-window))
			for i := range 2 * window {
				stop := 1 + i
				if i >= window {
					stop = 1 + from + i - window
				}
				s.p.SetTransaction(stop)
				if stop >= begins[len(begins)-1] {
					continue
				}
				if err := begin(); err != nil {
					return err
				}
				leaves, begun := 40, leavesBefore(begins, stop)
				if begun > 0 && stop <= begins[len(begins)-2] { // may request more: each bit is set alone
					leaves = 1 << (limits % 32)
					begun = min(begun, leaves)
					limits++
				}
				g := game
				if _, err := s.find(&g, duo.Player2, leaves, stop, begun, chance); err != nil {
					return err
				}
			}
		}
		return s.flush()
	})
}

// TestTreeSearchResets resets the module during its work.
func TestTreeSearchResets(t *testing.T) {
	t.Parallel()
	treeSearchTest(t, searchLimits[0], func(s *treeSearchBench) (err error) {
		for range simtest.Times(simtest.Long(20, 300)) {
			s.cut = s.begun + 1 + s.rng.IntN([]int{30, 300, 3000}[s.rng.IntN(3)])
			if err := s.commands(4); err == nil || !errors.Is(err, errCut) {
				if err != nil {
					return err
				}
			}
			if err := s.p.Reset(); err != nil {
				return err
			}
			if s, err = newTreeSearchBench(s.p, s.rng, s.limits, s.streams); err != nil {
				return err
			}
			if err := s.commands(2); err != nil {
				return err
			}
		}
		return nil
	})
}
