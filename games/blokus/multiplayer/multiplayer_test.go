// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package multiplayer

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// branch is a position of a randomly drawn game. Each player has moves there, so that Turn can
// choose any player.
type branch struct {
	mover  int
	next   [][]*branch // indexed by player and move
	values []float64
	over   bool
}

// randomBranch draws a game of up to depth plies; a player may have no move.
func randomBranch(rng *rand.Rand, players, depth int) *branch {
	b := &branch{next: make([][]*branch, players), over: true}
	for range players {
		b.values = append(b.values, rng.Float64())
	}
	if depth == 0 || rng.IntN(10) == 0 {
		return b
	}
	for p := range players {
		for range rng.IntN(maxWidth) {
			b.next[p] = append(b.next[p], randomBranch(rng, players, depth-1))
			b.over = false
		}
	}
	if !b.over {
		for b.mover = rng.IntN(players); len(b.next[b.mover]) == 0; b.mover = rng.IntN(players) {
		}
	}
	return b
}

// maxWidth bounds the moves of the games here.
const maxWidth = 4

// drawn plays a randomly drawn game.
type drawn struct {
	at    *branch
	mover int
	kept  []drawn
}

func newDrawn(b *branch) *drawn { return &drawn{at: b, mover: b.mover} }

func (g *drawn) Players() int    { return len(g.at.values) }
func (g *drawn) Actions() int    { return maxWidth }
func (g *drawn) ToMove() int     { return g.mover }
func (g *drawn) Over() bool      { return g.at.over }
func (g *drawn) Turn(player int) { g.mover = player }
func (g *drawn) Push()           { g.kept = append(g.kept, drawn{at: g.at, mover: g.mover}) }

func (g *drawn) Pop() {
	last := g.kept[len(g.kept)-1]
	g.at, g.mover, g.kept = last.at, last.mover, g.kept[:len(g.kept)-1]
}

func (g *drawn) Moves(dst []Move) []Move {
	for i := range g.at.next[g.mover] {
		dst = append(dst, Move(i))
	}
	return dst
}

func (g *drawn) Play(m Move) {
	g.at = g.at.next[g.mover][m]
	g.mover = g.at.mover
}

func (g *drawn) Values(values []float64)  { copy(values, g.at.values) }
func (g *drawn) Rewards(values []float64) { copy(values, g.at.values) }

func (g *drawn) Playout(seed uint64, moved func(player int, m Move)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for !g.at.over {
		g.mover = g.at.mover
		m := Move(rng.IntN(len(g.at.next[g.mover])))
		if moved != nil {
			moved(g.mover, m)
		}
		g.Play(m)
	}
}

func (g *drawn) Bias(player int) float64 { return g.at.values[player] }

// bruteForce returns the values of a position by the definition of each policy: for MaxN the values
// of all players, otherwise the root player's value first.
func bruteForce(b *branch, policy Policy, root, depth int, others bool) []float64 {
	if depth == 0 || b.over {
		if policy == MaxN {
			return b.values
		}
		return []float64{b.values[root]}
	}
	movers := []int{b.mover}
	if policy == BestReply {
		movers = []int{root}
		if others {
			movers = nil
			for p := range b.next {
				if p != root {
					movers = append(movers, p)
				}
			}
		}
	}
	var best []float64
	for _, mover := range movers {
		for _, n := range b.next[mover] {
			v := bruteForce(n, policy, root, depth-1, policy == BestReply && !others)
			better := best == nil
			switch {
			case better:
			case policy == MaxN:
				better = v[mover] > best[mover]
			case mover == root:
				better = v[0] > best[0]
			default:
				better = v[0] < best[0]
			}
			if better {
				best = v
			}
		}
	}
	if best == nil {
		return bruteForce(b, policy, root, depth-1, policy == BestReply && !others)
	}
	return best
}

// TestMinimax compares the searches with brute force, at every depth.
func TestMinimax(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 60 {
		b := randomBranch(rng, 2+rng.IntN(3), 1+rng.IntN(4))
		if b.over {
			continue
		}
		for policy := range Policy(len(policyNames)) {
			for depth := 1; depth <= 5; depth++ {
				s := NewMinimax(MinimaxConfig{Policy: policy, Depth: depth}, rng.Uint64())
				g := newDrawn(b)
				m, value := s.Search(g, nil)
				require.Empty(t, g.kept)
				require.Same(t, b, g.at, "the position stays as it is")
				of := func(n *branch) float64 {
					v := bruteForce(n, policy, b.mover, depth-1, policy == BestReply)
					if policy == MaxN {
						return v[b.mover]
					}
					return v[0]
				}
				want := math.Inf(-1)
				for _, n := range b.next[b.mover] {
					want = max(want, of(n))
				}
				require.Equal(t, want, value, "%v, depth %d", policy, depth)
				require.Equal(t, want, of(b.next[b.mover][m]), "%v, depth %d: the move", policy, depth)
			}
		}
	}
}

// leafOf returns a finished game.
func leafOf(values ...float64) *branch {
	return &branch{values: values, next: make([][]*branch, len(values)), over: true}
}

// turnOf returns a position of three players who all have the same moves.
func turnOf(mover int, next ...*branch) *branch {
	return &branch{mover: mover, next: [][]*branch{next, next, next}, values: make([]float64, 3)}
}

// TestKnown is a game of three players, worked out by hand: player 1 chooses between two halves,
// then player 2, then player 3.
//
//	left:  player 2 has (a) player 3: (5 4 1) or (1 6 3), (b) player 3: (6 2 2) or (4 3 5)
//	right: player 2 has (c) player 3: (3 5 4) or (9 1 3), (d) player 3: (2 4 4) or (3 3 6)
//
// By max^n player 3 leads to (1 6 3), (4 3 5), (3 5 4), (3 3 6), and player 2 to (1 6 3) on the
// left and (3 5 4) on the right. Player 1 therefore goes right for 3. Against two hostile players,
// left is worth 1 and right 2.
func TestKnown(t *testing.T) {
	t.Parallel()
	game := turnOf(0,
		turnOf(1, turnOf(2, leafOf(5, 4, 1), leafOf(1, 6, 3)), turnOf(2, leafOf(6, 2, 2), leafOf(4, 3, 5))),
		turnOf(1, turnOf(2, leafOf(3, 5, 4), leafOf(9, 1, 3)), turnOf(2, leafOf(2, 4, 4), leafOf(3, 3, 6))))
	for policy, want := range map[Policy]float64{MaxN: 3, Paranoid: 2} {
		s := NewMinimax(MinimaxConfig{Policy: policy}, 1)
		m, value := s.Search(newDrawn(game), nil)
		assert.EqualValues(t, 1, m, "%v", policy)
		assert.Equal(t, want, value, "%v", policy)
	}
	// Best reply: player 1 moves, one of the others, then player 1 again. On the left player 1 gets
	// 5 or 6, the better value of the half, (a) or (b), that the other player leaves; on the right,
	// 9 or 3. Player 1 goes left, for 5.
	m, value := NewMinimax(MinimaxConfig{Policy: BestReply}, 1).Search(newDrawn(game), nil)
	assert.EqualValues(t, 0, m)
	assert.Equal(t, 5.0, value)
}

// TestBudget: a search that runs out of nodes returns a legal move, the best one of the previous
// depth or a better one.
func TestBudget(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	b := turnOf(0)
	for range 3 {
		for p := range 3 {
			b.next[p] = append(b.next[p], randomBranch(rng, 3, 4))
		}
	}
	for policy := range Policy(len(policyNames)) {
		for _, nodes := range []int{1, 2, 5, 50, 500} {
			s := NewMinimax(MinimaxConfig{Policy: policy, Nodes: nodes}, 1)
			m, _ := s.Search(newDrawn(b), nil)
			assert.Less(t, int(m), 3)
			assert.LessOrEqual(t, s.Nodes(), nodes+1)
		}
		stopped := 0
		s := NewMinimax(MinimaxConfig{Policy: policy}, 1)
		g := newDrawn(b)
		s.Search(g, func() bool { stopped++; return true })
		assert.LessOrEqual(t, stopped, 1)
		assert.Empty(t, g.kept)
	}
}

// configs returns searches with every part of the formula.
func configs(simulations int) (all []MCTSConfig) {
	for policy := range Policy(len(policyNames)) {
		for _, history := range []float64{0, 5} {
			for _, bias := range []bool{false, true} {
				all = append(all, MCTSConfig{policy, simulations, 0.2, bias, history})
			}
		}
	}
	return all
}

// TestMCTS checks invariants of all simulation searches in random games.
func TestMCTS(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 20 {
		b := randomBranch(rng, 2+rng.IntN(3), 4)
		if b.over {
			continue
		}
		for _, cfg := range configs(200) {
			g := newDrawn(b)
			s := NewMCTS(cfg, 3)
			out := s.Search(g, nil)
			require.Empty(t, g.kept)
			require.Same(t, b, g.at, "the position stays as it is")
			require.Len(t, out, len(b.next[b.mover]), "every move is tried")
			visits := 0
			for _, c := range out {
				visits += c.Visits
				assert.LessOrEqual(t, c.Value, out[0].Value, "the best one first")
				assert.True(t, 0 <= c.Value && c.Value <= 1)
			}
			require.Equal(t, 200, visits)
			s.Reset(3)
			require.Equal(t, out, s.Search(g, nil), "the same seed, the same search")
		}
	}
}

// TestMCTSFinds: all searches find the move that wins against any reply. The seeds are fixed.
func TestMCTSFinds(t *testing.T) {
	t.Parallel()
	win, loss := leafOf(1, 0, 0), leafOf(0, 0.5, 0.5)
	trap := turnOf(1, turnOf(2, win, win, win, loss), turnOf(2, win, win, win, loss))
	quiet := turnOf(1, turnOf(2, win, win), turnOf(2, win, win))
	b := turnOf(0, trap, trap, quiet, trap)
	for _, cfg := range configs(3000) {
		if cfg.Policy == BestReply {
			continue // in best reply search only one of the two others moves, so trap is no trap
		}
		cfg.Exploration = 0.7
		out := NewMCTS(cfg, 1).Search(newDrawn(b), nil)
		assert.EqualValues(t, 2, out[0].Move, "%+v", cfg)
		assert.Equal(t, 1.0, out[0].Value)
	}
	// For best reply search: only one half still leads to a win, for a reply of any of the others.
	lost := turnOf(0, loss, loss)
	b = turnOf(0, turnOf(1, turnOf(0, win, loss), lost), turnOf(1, turnOf(0, win, loss), turnOf(0, loss, win)))
	for _, cfg := range configs(3000) {
		if cfg.Policy == BestReply {
			cfg.Exploration = 0.7
			assert.EqualValues(t, 1, NewMCTS(cfg, 1).Search(newDrawn(b), nil)[0].Move, "%+v", cfg)
		}
	}
}

// TestBound checks the formula against a computation by hand.
func TestBound(t *testing.T) {
	t.Parallel()
	c := &mctsNode{option: option{1, 2}, sum: 1.5, bias: 0.8, visits: 3}
	logN := math.Log(10)
	s := &MCTS{cfg: MCTSConfig{Exploration: 0.2}, actions: 3, history: make([]tally, 6)}
	s.history[1*3+2] = tally{sum: 3, count: 4}
	uct := 0.5 + 0.2*math.Sqrt(logN/3)
	assert.InDelta(t, uct, s.bound(c, logN), 1e-12)
	s.cfg.Bias = true
	assert.InDelta(t, uct+0.2, s.bound(c, logN), 1e-12)
	s.cfg.Bias, s.cfg.History = false, 5
	assert.InDelta(t, uct+0.75*5/(0.5*3+1), s.bound(c, logN), 1e-12)
}

// TestHistory: the results of each move are counted over whole simulations, once in each.
func TestHistory(t *testing.T) {
	t.Parallel()
	end := leafOf(0.25, 0.5, 0.25)
	b := turnOf(0, turnOf(1, turnOf(1, turnOf(2, end, end), turnOf(2, end, end))))
	s := NewMCTS(MCTSConfig{Simulations: 100, History: 5}, 1)
	s.Search(newDrawn(b), nil)
	at := func(player, move int) tally { return s.history[player*maxWidth+move] }
	assert.EqualValues(t, 100, at(0, 0).count)
	assert.EqualValues(t, 25, at(0, 0).sum)
	assert.EqualValues(t, 100, at(1, 0).count, "made twice in most simulations")
	assert.EqualValues(t, 100, at(2, 0).count+at(2, 1).count)
	assert.InDelta(t, 0.25, at(2, 1).sum/float64(at(2, 1).count), 1e-12)
}

func TestParsePolicy(t *testing.T) {
	t.Parallel()
	for _, name := range PolicyNames() {
		p, err := ParsePolicy(name)
		require.NoError(t, err)
		assert.Equal(t, name, p.String())
	}
	_, err := ParsePolicy("max")
	assert.ErrorContains(t, err, `policy "max", want one of [maxn paranoid bestreply]`)
}
