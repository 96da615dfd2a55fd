// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/service"
)

// randomPosition returns a position of an unfinished game after some random plies.
func randomPosition(r *rand.Rand, plies int) duo.Position {
	for {
		pos := duo.NewPosition(duo.Player(r.IntN(2)))
		for range plies {
			if moves := pos.LegalMoves(nil); len(moves) > 0 {
				pos.Play(moves[r.IntN(len(moves))])
			} else {
				pos.Play(duo.Pass)
			}
			if pos.Over() {
				break
			}
		}
		if !pos.Over() {
			return pos
		}
	}
}

func TestBoard(t *testing.T) {
	r := seedtest.Rand(t)
	var buf []playout.AnchorMove
	for range 200 {
		pos := randomPosition(r, r.IntN(24))
		b := newBoard(&pos)
		for pl := range duo.Player(2) {
			require.Equal(t, pos.Corners(pl), b.corners(pl))
			corners := pos.Corners(pl)
			require.Equal(t, corners.Count(), b.counts[pl])
		}
		moves := b.moves(nil, &buf)
		want := pos.LegalMoves(nil)
		if len(want) == 0 {
			require.Equal(t, []Move{{Pass: true}}, moves)
			continue
		}
		LargeFirst.sort(moves)
		var got []duo.Move
		for _, m := range moves {
			got = append(got, m.Duo())
		}
		require.Empty(t, cmp.Diff(want, got), "large tiles first is the search order")
		SmallFirst.sort(moves)
		require.True(t, slices.IsSortedFunc(moves, func(m, n Move) int { return int(m.Duo().Tile()) - int(n.Duo().Tile()) }))
		m := moves[r.IntN(len(moves))]
		now := newTurn(&b)
		before, h := pos, now.heuristic(m)
		pos.Play(m.Duo())
		b.play(m)
		fresh := newBoard(&pos)
		require.Equal(t, fresh.squares, b.squares)
		require.Equal(t, fresh.free, b.free)
		require.Equal(t, fresh.counts, b.counts)
		mover := before.ToMove()
		count := func(p *duo.Position, pl duo.Player) float64 {
			c := p.Corners(pl)
			return float64(c.Count())
		}
		gained := count(&pos, mover) - count(&before, mover)
		taken := count(&before, mover.Rival()) - count(&pos, mover.Rival())
		size := float64(m.Duo().Tile().Size())
		if before.SquaresLeft(0)+before.SquaresLeft(1) == 2*duo.NumCells {
			require.Equal(t, 0, newTurnOf(&before).turns())
		}
		if newTurnOf(&before).turns() < 16 {
			require.Equal(t, 0.5*size+gained+0.25*taken, h)
		} else {
			require.Equal(t, size+0.25*gained+taken, h)
		}
	}
}

func newTurnOf(pos *duo.Position) *board {
	b := newBoard(pos)
	return &b
}

func TestRewards(t *testing.T) {
	for _, r := range []Reward{{Kind: WinLoss}, {Kind: Sigmoid, Slope: 0.1}, {Kind: BonusA}, {Kind: BonusB}, {Kind: SquaresLeft}} {
		for margin := -109; margin <= 109; margin++ {
			left := [2]int{max(0, -margin) % 90, max(0, margin) % 90}
			v := r.of(Ending{margin, left})
			w := r.of(Ending{-margin, [2]int{left[1], left[0]}})
			require.InDeltaSlice(t, []float64{v[1], v[0]}, w[:], 1e-12, "the players' sides changed")
			for _, x := range v {
				require.LessOrEqual(t, math.Abs(x), 1.0)
			}
			if r.Kind != SquaresLeft {
				require.Equal(t, sign(float64(margin)), sign(v[0]), "kind %d margin %d", r.Kind, margin)
			}
		}
	}
	require.Equal(t, [2]float64{1, -1}, Reward{}.of(Ending{Margin: 3}))
	require.InDelta(t, 0.75+0.25/45, Reward{Kind: BonusB}.of(Ending{Margin: 1})[0], 1e-12)
}

// Numbers worked out by hand from the formulas.
func TestFormulas(t *testing.T) {
	logN := math.Log(100)
	require.InDelta(t, 0.7*math.Sqrt(2*4.605170186/10), UCB1.term(0.7, logN, 10, 0, 1), 1e-9)
	// Rewards of +-1, mean 0: in [0,1] the mean is 1/2 and the mean square 1/2, so the variance is
	// 1/4, its greatest value.
	require.InDelta(t, 2*math.Sqrt(4.605170186/10*0.25), TunedAuer.term(1, logN, 10, 0, 1), 1e-9)
	require.InDelta(t, math.Sqrt2*2*math.Sqrt(4.605170186/10*0.25), TunedMapped.term(1, logN, 10, 0, 1), 1e-9)
	require.InDelta(t, math.Sqrt2*math.Sqrt(4.605170186/10*0.25), TunedThesis.term(1, logN, 10, 0, 1), 1e-9)
	// Always won, 1,000 visits: the variance of +-1 is 0, too, and the bound does not apply.
	require.InDelta(t, math.Sqrt(2*4.605170186/1000*math.Sqrt(2*4.605170186/1000)), TunedThesis.term(1, logN, 1000, 1, 1), 1e-9)
	// Always won: the only variance is the bound's own term.
	require.InDelta(t, 2*math.Sqrt(4.605170186/1000*math.Sqrt(2*4.605170186/1000)), TunedAuer.term(1, logN, 1000, 1, 1), 1e-9)
	require.InDelta(t, 5/(10*0.25+1.0)*0.75, progressiveHistory(5, 0.5, 10, 0.5), 1e-9)
	require.InDelta(t, 0.3, FirstPlay{BySize, 0.1}.of(3), 1e-9)
}

// The mapping to [0,1] makes UCB1-Tuned equal to UCB1 with C = 1 as long as a child has fewer than
// 32 ln n visits; with rewards of +-1 it is UCB1 with C = 1/2, as long as its variance is 1/4 or more.
func TestTunedIsUCB1(t *testing.T) {
	logN := math.Log(1000)
	for visits := 1.0; visits < 32*logN; visits++ {
		for _, mean := range []float64{-1, -0.9, 0, 0.5, 1} {
			require.InDelta(t, UCB1.term(1, logN, visits, mean, 1), TunedMapped.term(0, logN, visits, mean, 1), 1e-12, "%v visits, mean %v", visits, mean)
			require.InDelta(t, UCB1.term(0.5, logN, visits, mean, 1), TunedThesis.term(0, logN, visits, mean, 1), 1e-12, "%v visits, mean %v", visits, mean)
		}
	}
	require.Less(t, TunedMapped.term(0, logN, 400, 1, 1), UCB1.term(1, logN, 400, 1, 1))
}

func TestFinal(t *testing.T) {
	children := []child{{}, {visits: 100, sum: 20}, {visits: 80, sum: 40}, {visits: 1, sum: 1}}
	for f, want := range map[Final]int{Robust: 1, Max: 3, Secure: 2, RobustMax: 1, RobustMean: 1} {
		i, ok := f.best(children)
		require.Equal(t, want, i, "rule %d", f)
		require.Equal(t, f != RobustMax, ok)
	}
}

// plain is minimax without any pruning.
func plain(c MinimaxConfig, root, b *board, before *cover, me duo.Player, depth int) (best float64, first Move) {
	if before != nil && (depth == 0 || b.state.Over()) {
		return c.Evaluation.value(&Line{Me: me, Number: duo.NumTiles - popcount(root.state.Tiles(me)) + 1, Root: &root.cover, Before: before, After: &b.cover}), first
	}
	var buf []playout.AnchorMove
	moves := b.moves(nil, &buf)
	c.Order.sort(moves)
	for i, m := range moves {
		after := *b
		after.play(m)
		from := &b.cover
		if m.Pass && before != nil {
			from = before
		}
		v, _ := plain(c, root, &after, from, me, depth-1)
		if i == 0 || b.state.ToMove() == me && v > best || b.state.ToMove() != me && v < best {
			best, first = v, m
		}
	}
	return best, first
}

func TestMinimax(t *testing.T) {
	r := seedtest.Rand(t)
	for _, e := range Evaluations() {
		for range 6 {
			pos := randomPosition(r, 14+r.IntN(12))
			for depth := 1; depth <= 3; depth++ {
				root := newBoard(&pos)
				c := MinimaxConfig{Evaluation: e, Order: Order(r.IntN(2))}
				if depth == 3 && pos.CountLegalMoves() > 20 {
					continue
				}
				want, first := plain(c, &root, &root, nil, pos.ToMove(), depth)
				got := c.Search(&pos, depth, nil)
				require.Equal(t, want, got.Value, "%s, depth %d", e.Name, depth)
				require.Equal(t, first.Duo(), got.Move, "%s, depth %d", e.Name, depth)
				c.Deepen = true
				require.Equal(t, want, c.Search(&pos, depth, nil).Value, "%s, depth %d, deepened", e.Name, depth)
			}
		}
	}
}

func TestMinimaxStops(t *testing.T) {
	pos := duo.NewPosition(duo.Player1)
	calls := 0
	c := ThesisMinimax()
	c.Width = []int{8, 4}
	r := c.Search(&pos, 3, nil)
	require.Less(t, r.Nodes, 8*4*4+50)
	c = ThesisMinimax()
	r = c.Search(&pos, 3, func() bool { calls++; return calls > 2 })
	require.NoError(t, pos.Check(r.Move))
	require.Less(t, r.Nodes, 4*stopNodes)
}

// variants returns configurations that together use all options.
func variants() map[string]UCTConfig {
	plain, enhanced := PlainUCT(), EnhancedUCT()
	rave := plain
	rave.RAVE, rave.FirstPlay = 100, FirstPlay{Constant, 0.1}
	history := plain
	history.History, history.Final, history.Order = 5, Secure, LargeFirst
	units := plain
	units.Bias, units.Rollout, units.Reward, units.Final = Bias{Kind: BiasUnits, Weight: 0.1}, UnitsFirst, Reward{Kind: Sigmoid, Slope: 0.1}, RobustMax
	function := plain
	function.Formula, function.Rollout, function.Reward, function.Leaf = TunedAuer, Function, Reward{Kind: SquaresLeft}, 3
	return map[string]UCTConfig{"plain": plain, "enhanced": enhanced, "rave": rave, "history": history, "units": units, "function": function}
}

// TestUCT checks the statistics of a tree: each visit of a node is a visit of a child, and rewards
// stay in range.
func TestUCT(t *testing.T) {
	r := seedtest.Rand(t)
	for name, cfg := range variants() {
		for range 2 {
			pos := randomPosition(r, 8+r.IntN(12))
			if len(pos.LegalMoves(nil)) < 2 {
				continue
			}
			const playouts = 150
			seed := r.Uint32()
			u := NewUCT(cfg, &pos, seed)
			got, err := u.Search(playouts, nil)
			require.NoError(t, err)
			require.NoError(t, pos.Check(got.Move), name)
			require.GreaterOrEqual(t, got.Playouts, playouts)
			leaf := max(1, cfg.Leaf)
			require.Equal(t, got.Playouts, u.top.visits*leaf, name)
			checkNode(t, &u.top)
			again, err := NewUCT(cfg, &pos, seed).Search(playouts, nil)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(got, again), "%s: the same seed", name)
		}
	}
}

func checkNode(t *testing.T, n *node) {
	visits := 0
	for i := range n.children {
		c := &n.children[i]
		visits += int(c.visits)
		require.LessOrEqual(t, math.Abs(c.sum), float64(c.visits)+1e-9)
		require.LessOrEqual(t, c.squares, float64(c.visits)+1e-9)
		require.GreaterOrEqual(t, c.squares, -1e-9)
		if c.below != nil {
			require.LessOrEqual(t, c.below.visits, int(c.visits)-1)
			checkNode(t, c.below)
		}
	}
	require.Equal(t, n.visits, visits)
}

func TestMemoryBound(t *testing.T) {
	pos := duo.NewPosition(duo.Player1)
	cfg := PlainUCT()
	cfg.Children = 2000
	u := NewUCT(cfg, &pos, 1)
	r, err := u.Search(3000, nil)
	require.NoError(t, err)
	require.Equal(t, 3000, r.Playouts)
	require.Less(t, u.listed, 2000+1000, "one list more at most")
}

// golden is a service that runs its playouts on this machine.
type golden struct{ calls atomic.Int64 }

func (g *golden) PlayOut(load service.Load, policy playout.Policy, seed uint32, playouts int) (s service.Sums, err error) {
	g.calls.Add(1)
	p := duo.SetupPosition(load.Squares, load.Left, load.ToMove)
	root := playout.NewRootWith(&p, load.Value, load.Over)
	for i := range playouts {
		m := root.Play(policy, playout.NoFirst, playout.NewRNG(seed, uint32(i)), nil)
		s.Playouts++
		s.Margin += m
		switch {
		case m > 0:
			s.Wins[0]++
		case m < 0:
			s.Wins[1]++
		}
	}
	return s, nil
}

// failing lanes run no playouts.
type failing struct{}

var errLane = errors.New("no lane")

func (failing) PlayOut(service.Load, playout.Policy, uint32, int) (service.Sums, error) {
	return service.Sums{}, errLane
}

func TestParallel(t *testing.T) {
	r := seedtest.Rand(t)
	pos := randomPosition(r, 6)
	seed := r.Uint32()
	cfg := EnhancedUCT()
	cfg.Leaf = 4
	want, err := NewUCT(cfg, &pos, seed).Search(400, nil)
	require.NoError(t, err)

	lanes := new(golden)
	onLanes := cfg
	onLanes.Lanes = lanes
	require.NoError(t, onLanes.Validate())
	got, err := NewUCT(onLanes, &pos, seed).Search(400, nil)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(want.Move, got.Move), "the lanes play the same games")
	require.InDelta(t, want.Value, got.Value, 1e-9)
	require.EqualValues(t, 100, lanes.calls.Load())

	onLanes.Lanes = failing{}
	_, err = NewUCT(onLanes, &pos, seed).Search(400, nil)
	require.ErrorIs(t, err, errLane)
	onLanes.Lanes = lanes

	leaf := cfg
	leaf.Threads = 4
	got, err = NewUCT(leaf, &pos, seed).Search(400, nil)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(want, got), "threads that share a leaf change nothing")

	cfg.Leaf = 1
	cfg.Parallel, cfg.Threads = RootParallel, 3
	one, err := NewUCT(cfg, &pos, seed).Search(400, nil)
	require.NoError(t, err)
	two, err := NewUCT(cfg, &pos, seed).Search(400, nil)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(one, two), "trees do not depend on the order of threads")
	require.Equal(t, 400, one.Playouts)

	cfg.Parallel = TreeParallel
	u := NewUCT(cfg, &pos, seed)
	shared, err := u.Search(400, nil)
	require.NoError(t, err)
	require.Equal(t, 400, shared.Playouts)
	checkNode(t, &u.top)

	for _, bad := range []func(*UCTConfig){
		func(c *UCTConfig) { c.Rollout = Function }, func(c *UCTConfig) { c.Reward.Kind = BonusA },
		func(c *UCTConfig) { c.RAVE = 1 }, func(c *UCTConfig) { c.History = 1 },
	} {
		c := onLanes
		bad(&c)
		require.Error(t, c.Validate())
	}
}

func TestFlat(t *testing.T) {
	r := seedtest.Rand(t)
	for _, mean := range []bool{false, true} {
		pos := randomPosition(r, 8)
		c := FlatConfig{Mean: mean, Rollout: Units}
		got, err := c.Search(&pos, 7, 500, nil)
		require.NoError(t, err)
		require.NoError(t, pos.Check(got.Move))
		again, err := c.Search(&pos, 7, 500, nil)
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(got, again))
		require.Equal(t, 500, got.Playouts)
		lanes := new(golden)
		c.Lanes = lanes
		require.NoError(t, c.Validate())
		onLanes, err := c.Search(&pos, 7, 500, nil)
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(got, onLanes), "the lanes play the same games")
		require.EqualValues(t, 500, lanes.calls.Load())
		c.Lanes = failing{}
		_, err = c.Search(&pos, 7, 500, nil)
		require.ErrorIs(t, err, errLane)
		c.Rollout = Function
		require.Error(t, c.Validate())
	}
	// In a lost position all sums are negative: the sum prefers a move without a playout, the mean
	// prefers another.
	require.Greater(t, FlatConfig{}.value(average{}), FlatConfig{}.value(average{-1, 2}))
	require.Less(t, FlatConfig{Mean: true}.value(average{}), FlatConfig{Mean: true}.value(average{-2, 2}))
}

func TestEnhancements(t *testing.T) {
	require.Equal(t, "none", Enhancements(0).String())
	require.Equal(t, "tuned+fpu+bias+units", AllEnhancements.String())
	require.Empty(t, cmp.Diff(EnhancedUCT(), PlainUCT().Enhance(EnhanceFormula).Enhance(EnhanceFirstPlay|EnhanceBias).Enhance(EnhanceRollout)))
}

// BenchmarkUCT measures the playouts a second of UCT and of flat Monte Carlo in the opening. Their
// ratio shows the tables' cells of equal time.
func BenchmarkUCT(b *testing.B) {
	pos := duo.NewPosition(duo.Player1)
	const playouts = 2000
	measure := func(b *testing.B, search func() (Result, error)) {
		n := 0
		for b.Loop() {
			r, err := search()
			require.NoError(b, err)
			n += r.Playouts
		}
		b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "playouts/s")
	}
	for name, r := range map[string]Rollout{"uniform": Uniform, "units": Units, "function": Function} {
		b.Run(name, func(b *testing.B) {
			cfg := PlainUCT()
			cfg.Rollout = r
			measure(b, func() (Result, error) { return NewUCT(cfg, &pos, 1).Search(playouts, nil) })
		})
	}
	b.Run("enhanced", func(b *testing.B) {
		measure(b, func() (Result, error) { return NewUCT(EnhancedUCT(), &pos, 1).Search(playouts, nil) })
	})
	b.Run("flat", func(b *testing.B) {
		measure(b, func() (Result, error) { return FlatConfig{}.Search(&pos, 1, playouts, nil) })
	})
}

// BenchmarkGame plays a whole game of a player against itself at 5 s of the tables, or to minimax's
// depths.
func BenchmarkGame(b *testing.B) {
	uct := func(change func(*UCTConfig)) func(*duo.Position, uint32) (Result, error) {
		return func(pos *duo.Position, seed uint32) (Result, error) {
			cfg := PlainUCT()
			change(&cfg)
			return NewUCT(cfg, pos, seed).Search(1000, nil)
		}
	}
	minimax := func(depth int) func(*duo.Position, uint32) (Result, error) {
		return func(pos *duo.Position, _ uint32) (Result, error) { return ThesisMinimax().Search(pos, depth, nil), nil }
	}
	for name, search := range map[string]func(*duo.Position, uint32) (Result, error){
		"uct":      uct(func(*UCTConfig) {}),
		"enhanced": uct(func(c *UCTConfig) { *c = EnhancedUCT() }),
		"function": uct(func(c *UCTConfig) { c.Rollout = Function }),
		"minimax3": minimax(3),
		"minimax4": minimax(4),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for pos := duo.NewPosition(duo.Player1); !pos.Over(); {
					m := duo.Pass
					if pos.CountLegalMoves() > 0 {
						r, err := search(&pos, uint32(2*pos.Plies()))
						require.NoError(b, err)
						m = r.Move
					}
					pos.Play(m)
				}
			}
		})
	}
}
