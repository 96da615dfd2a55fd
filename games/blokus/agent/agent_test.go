// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/blokus/multiplayer"
	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// after returns the position after that many random moves, or at the end of the game.
func after(plies int, rng *playout.RNG) rules.Position {
	p := rules.New()
	for range plies {
		m, ok := p.RandomMove(playout.Largest, rng)
		if !ok {
			break
		}
		p.Play(m)
	}
	return p
}

// random returns a stream of random numbers whose seed is printed.
func random(t *testing.T) *playout.RNG {
	rng := playoutRNG(seedtest.Rand(t).Uint64())
	return &rng
}

func mcts(reward Reward, c multiplayer.MCTSConfig) MCTSConfig {
	c.Exploration = Exploration
	return MCTSConfig{MCTSConfig: c, Reward: reward}
}

// agents returns one of each agent, configured for little work.
func agents(seed uint64) map[string]Agent {
	return map[string]Agent{
		"random":      NewRandom(seed),
		"greedy":      NewGreedy(seed),
		"depth first": NewDepthFirst(seed),
		"barasona":    Barasona{NewGreedy(seed)},
		"mcts":        NewMCTS(mcts(Win, multiplayer.MCTSConfig{Simulations: 20}), seed),
		"pb":          NewMCTS(mcts(Share, multiplayer.MCTSConfig{Simulations: 20, Bias: true}), seed),
		"ph":          NewMCTS(mcts(Squares, multiplayer.MCTSConfig{Simulations: 20, History: HistoryWeight}), seed),
		"paranoid":    NewMCTS(mcts(Win, multiplayer.MCTSConfig{Simulations: 20, Policy: multiplayer.Paranoid}), seed),
		"best reply":  NewMCTS(mcts(Win, multiplayer.MCTSConfig{Simulations: 400, Policy: multiplayer.BestReply}), seed),
		"max^n":       NewMinimax(multiplayer.MinimaxConfig{Nodes: 40}, seed),
		"minimax p":   NewMinimax(multiplayer.MinimaxConfig{Policy: multiplayer.Paranoid, Nodes: 40}, seed),
		"minimax b":   NewMinimax(multiplayer.MinimaxConfig{Policy: multiplayer.BestReply, Nodes: 400}, seed),
	}
}

// TestLegal: all agents make legal moves from positions anywhere in a game, and the same moves
// again with the same seed.
func TestLegal(t *testing.T) {
	t.Parallel()
	r := random(t)
	one, two := agents(7), agents(8)
	for name, a := range one {
		b := two[name]
		b.Reset(7)
		for _, plies := range []int{0, 3, 17, 40, 55, 60, 62, 64} {
			p := after(plies, r)
			if p.Over() {
				continue
			}
			before := p
			m := a.Move(&p, nil)
			require.Equal(t, before, p, name)
			require.NoError(t, p.Check(m), name)
			require.Equal(t, m, b.Move(&p, nil), name)
		}
		assert.Equal(t, a.Work(), b.Work(), name)
	}
}

func TestStop(t *testing.T) {
	t.Parallel()
	p := rules.New()
	calls := 0
	for _, a := range []Agent{
		NewMCTS(mcts(Win, multiplayer.MCTSConfig{Simulations: math.MaxInt32}), 1),
		NewMinimax(multiplayer.MinimaxConfig{}, 1),
	} {
		m := a.Move(&p, func() bool { calls++; return calls%3 == 0 })
		assert.NoError(t, p.Check(m))
	}
	assert.Equal(t, 6, calls)
}

// TestGreedy: the placed tile is a largest one.
func TestGreedy(t *testing.T) {
	t.Parallel()
	r := random(t)
	a := NewGreedy(1)
	for p := rules.New(); !p.Over(); {
		most := 0
		for _, m := range p.Moves(nil) {
			most = max(most, m.Size())
		}
		require.Equal(t, most, a.Move(&p, nil).Size())
		m, _ := p.RandomMove(playout.Uniform, r)
		p.Play(m)
	}
}

// TestDepthFirst compares with all pairs of moves.
func TestDepthFirst(t *testing.T) {
	t.Parallel()
	r := random(t)
	a := NewDepthFirst(1)
	for _, plies := range []int{0, 20, 40, 48, 56, 60} {
		p := after(plies, r)
		if p.Over() {
			continue
		}
		c := p.ToMove()
		totals := map[rules.Move]int{}
		most := 0
		for _, m := range p.Moves(nil) {
			q := p
			q.Play(m)
			totals[m] = m.Size()
			for _, next := range q.MovesOf(c, nil) {
				totals[m] = max(totals[m], m.Size()+next.Size())
			}
			most = max(most, totals[m])
		}
		assert.Equal(t, most, totals[a.Move(&p, nil)], "after %d plies", plies)
	}
}

// TestBarasona: all four colours can make the four moves: F, X, W and Y, counted from their own
// corners.
func TestBarasona(t *testing.T) {
	t.Parallel()
	type cell struct{ column, row int }
	cells := [][]cell{ // from the source's program, counted from the colour's corner
		{{0, 0}, {1, 0}, {1, 1}, {1, 2}, {2, 1}},
		{{2, 3}, {3, 2}, {3, 3}, {3, 4}, {4, 3}},
		{{4, 5}, {4, 6}, {5, 4}, {5, 5}, {6, 4}},
		{{5, 7}, {6, 6}, {6, 7}, {7, 7}, {8, 7}},
	}
	const last = rules.BoardSize - 1
	quarter := [rules.NumColours]func(c cell) (row, col int){
		func(c cell) (int, int) { return c.row, c.column },
		func(c cell) (int, int) { return c.column, last - c.row },
		func(c cell) (int, int) { return last - c.row, last - c.column },
		func(c cell) (int, int) { return last - c.column, c.row },
	}
	p := rules.New()
	for range 4 * rules.NumColours {
		i, c := p.Plies()/rules.NumColours, p.ToMove()
		m, ok := BarasonaMove(&p)
		require.True(t, ok)
		require.NoError(t, p.Check(m))
		var squares, want []rules.Square
		for row, col := range m.Cells {
			squares = append(squares, rules.NewSquare(row, col))
		}
		for _, at := range cells[i] {
			want = append(want, rules.NewSquare(quarter[c](at)))
		}
		assert.ElementsMatch(t, want, squares, "%v, tile %d", c, i+1)
		p.Play(m)
	}
	_, ok := BarasonaMove(&p)
	assert.False(t, ok, "it is over")

	// After a different beginning the colour does not follow the opening, and its agent takes over.
	p = rules.New()
	m, _ := BarasonaMove(&p)
	other := slices.DeleteFunc(p.Moves(nil), func(o rules.Move) bool { return o == m || o.Size() > 1 })[0]
	p.Play(other)
	for p.ToMove() != rules.Blue {
		m, ok := BarasonaMove(&p)
		require.True(t, ok)
		p.Play(m)
	}
	_, ok = BarasonaMove(&p)
	assert.False(t, ok)
	assert.NoError(t, p.Check(Barasona{NewGreedy(1)}.Move(&p, nil)))
}

// TestGame checks the properties that package multiplayer requires.
func TestGame(t *testing.T) {
	t.Parallel()
	r := random(t)
	var g game
	for _, plies := range []int{0, 30, 58, 62, 84} {
		p := after(plies, r)
		g.set(&p)
		before := g.Position
		g.Push()
		for player := range g.Players() {
			g.Turn(player)
			moves := g.Moves(nil)
			require.Equal(t, g.CountMovesOf(rules.Colour(player)), len(moves))
			require.True(t, slices.IsSortedFunc(moves, func(a, b multiplayer.Move) int {
				return rules.Move(b).Size() - rules.Move(a).Size()
			}), "large tiles first")
			if len(moves) > 0 {
				g.Push()
				g.Play(moves[0])
				require.Equal(t, before.SquaresPlaced(rules.Colour(player))+rules.Move(moves[0]).Size(), g.SquaresPlaced(rules.Colour(player)))
				g.Pop()
			}
			values := make([]float64, g.Players())
			g.Values(values)
			assert.InDelta(t, float64(g.SquaresPlaced(rules.Colour(player)))+0.2*float64(len(moves)), values[player], 1e-9)
			assert.InDelta(t, values[player]/89, g.Bias(player), 1e-9)
			moved := make([]int, g.Players())
			g.Push()
			g.Playout(5, func(player int, m multiplayer.Move) { moved[player] += rules.Move(m).Size() })
			require.True(t, g.Over(), "whosever turn it was")
			for c := range rules.Colour(rules.NumColours) {
				require.Equal(t, g.SquaresPlaced(c), before.SquaresPlaced(c)+moved[c])
			}
			rewards := make([]float64, g.Players())
			for g.reward = range Reward(len(rewardNames)) {
				g.Rewards(rewards)
				sum := 0.0
				for _, x := range rewards {
					sum += x
				}
				placed := 0
				for c := range rules.Colour(rules.NumColours) {
					placed += g.SquaresPlaced(c)
				}
				want := map[Reward]float64{Win: 1, Share: float64(placed) / duo.NumCells, Squares: float64(placed)}
				assert.InDelta(t, want[g.reward], sum, 1e-9)
			}
			g.reward = Win
			g.Pop()
		}
		g.Pop()
		require.Equal(t, before, g.Position)
	}
}

// TestPrior computes the weights of all moves square by square.
func TestPrior(t *testing.T) {
	t.Parallel()
	r := random(t)
	for _, plies := range []int{0, 1, 14, 33, 50} {
		p := after(plies, r)
		if p.Over() {
			continue
		}
		g := NewTreeGame(&p, rules.Classic)
		choices := g.Moves(nil)
		require.Len(t, choices, p.CountMoves())
		c := p.ToMove()
		bit := func(row uint32, col int) bool { return row>>col&1 != 0 }
		for _, choice := range choices {
			m := rules.Move(choice.Move)
			require.NoError(t, p.Check(m))
			covered, diagonal, blocked, centre := map[[2]int]bool{}, map[[2]int]bool{}, 0, 99
			for row, col := range m.Cells {
				covered[[2]int{row, col}] = true
				for other := range rules.Colour(rules.NumColours) {
					if other != c && bit(p.Anchors(other, row), col) {
						blocked++
					}
				}
				from := func(i int) int { return int(math.Abs(float64(i)-9.5) - 0.5) }
				centre = min(centre, from(row)+from(col))
			}
			for row, col := range m.Cells {
				for _, d := range [][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
					y, x := row+d[0], col+d[1]
					if !rules.OnBoard(y, x) || !bit(p.Allowed(c, y), x) || bit(p.Anchors(c, y), x) || covered[[2]int{y, x}] ||
						covered[[2]int{y - 1, x}] || covered[[2]int{y + 1, x}] || covered[[2]int{y, x - 1}] || covered[[2]int{y, x + 1}] {
						continue
					}
					diagonal[[2]int{y, x}] = true
				}
			}
			want := squareLogit*m.Size() + cornerLogit*len(diagonal) + blockLogit*blocked
			if p.Plies()/rules.NumColours < earlyTiles {
				want -= centreLogit * centre
			}
			require.EqualValues(t, want, choice.Logit, "%v", m)
		}
	}
}

// TestTreeLeaf: the value consists of the first place and the margin.
func TestTreeLeaf(t *testing.T) {
	t.Parallel()
	r := random(t)
	for _, v := range rules.Variants {
		p := after(rules.MaxPlies, r)
		leaf, over := NewTreeGame(&p, v).Over()
		require.True(t, over)
		points := v.Points(&p)
		most := slices.Max(points)
		for seat, n := range points {
			switch {
			case n < most:
				assert.LessOrEqual(t, leaf.Values[seat], tree.Value(tree.MaxValue/4+1))
			case rules.Shares(points)[seat] == 1:
				assert.GreaterOrEqual(t, leaf.Values[seat], tree.Value(tree.MaxValue/4*3-1))
			}
			for other, k := range points {
				if n > k {
					assert.Greater(t, leaf.Values[seat], leaf.Values[other])
				}
			}
		}
		for seat := len(points); seat < tree.MaxPlayers; seat++ {
			assert.Zero(t, leaf.Values[seat])
		}
	}
}

// TestTreeWins: our player beats the source's players with a few leaves. The seeds are fixed.
func TestTreeWins(t *testing.T) {
	t.Parallel()
	start := rules.New()
	g := NewTreeGame(&start, rules.Classic)
	search, err := tree.New(tree.Config{Exploration: TreeConfig.Exploration, ExpandVisits: TreeConfig.ExpandVisits, Nodes: 1 << 14}, []tree.Game{g})
	require.NoError(t, err)
	won := 0.0
	for first := range rules.Colour(2) {
		rival := NewDepthFirst(uint64(first))
		p := rules.New()
		for !p.Over() {
			m := rules.Move(0)
			if p.ToMove()%2 == first {
				g.SetRoot(&p)
				search.Reset()
				search.Search(20, nil)
				best, _ := search.Best()
				m = rules.Move(best.Move)
			} else {
				m = rival.Move(&p, nil)
			}
			require.NoError(t, p.Check(m))
			p.Play(m)
		}
		shares := rules.Shares(rules.Classic.Points(&p))
		won += shares[first] + shares[first+2]
	}
	assert.Equal(t, 2.0, won)
}

func TestParseReward(t *testing.T) {
	t.Parallel()
	for _, name := range RewardNames() {
		r, err := ParseReward(name)
		require.NoError(t, err)
		assert.Equal(t, name, r.String())
	}
	_, err := ParseReward("wins")
	assert.ErrorContains(t, err, `reward "wins", want one of [win share squares]`)
}
