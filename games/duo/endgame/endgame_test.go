// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package endgame

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// points returns the points of a placement made in p, by the rules. duo.Position.Score at the end
// would be wrong for a position that was set up with tiles missing.
func points(p *duo.Position, m duo.Move) int {
	switch {
	case m == duo.Pass:
		return 0
	case p.TilesLeft(p.ToMove()) != 1<<m.Tile():
		return m.Tile().Size()
	case m.Tile() == 0:
		return 1 + 20
	}
	return m.Tile().Size() + 15
}

// brute plays best without any pruning, by the rules of package duo. It returns the margin that the
// player to move gains. It gives up, with ok false, after that many positions.
func brute(p *duo.Position, nodes *int) (gain int, ok bool) {
	if *nodes--; *nodes < 0 {
		return 0, false
	}
	if p.Over() {
		return 0, true
	}
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		moves = append(moves, duo.Pass)
	}
	best := -infinite
	for _, m := range moves {
		points := points(p, m)
		p.Play(m)
		v, ok := brute(p, nodes)
		p.Undo()
		if !ok {
			return 0, false
		}
		best = max(best, points-v)
	}
	return best, true
}

// margin returns the margin so far, in favour of the player to move.
func margin(p *duo.Position) int { return p.Score(p.ToMove()) - p.Score(p.ToMove().Rival()) }

// bruteNodes bounds brute in the tests.
const bruteNodes = 800

// randomEnd returns a position that brute can solve, and its margin. The position is from a random
// game. Sometimes it keeps only a few tiles, so that the bonus for placing all tiles matters.
func randomEnd(rng *rand.Rand) (p duo.Position, solved int, setup bool) {
	for {
		p = duo.RandomGame(rng, 22+rng.IntN(16))
		if setup = rng.IntN(2) == 0; setup {
			left := [2]duo.TileSet{p.TilesLeft(0), p.TilesLeft(1)}
			for pl := range left {
				for t := range duo.Tile(duo.NumTiles) {
					if rng.IntN(6) > 0 && left[pl] != 1<<t && (t > 0 || rng.IntN(2) == 0) {
						left[pl] &^= 1 << t
					}
				}
			}
			p = duo.SetupPosition([2]duo.Bitboard{p.Squares(0), p.Squares(1)}, left, p.ToMove())
		}
		nodes := bruteNodes
		if gain, ok := brute(&p, &nodes); ok && nodes < bruteNodes-5 {
			return p, margin(&p) + gain, setup
		}
	}
}

// playLine plays a line, with the passes of a player who is out, to the end of the game. It returns
// the line's margin in favour of the player to move in p, and whether a player has placed all
// tiles.
func playLine(t *testing.T, p duo.Position, line []duo.Move) (sum int, all bool) {
	t.Helper()
	sum, mover := margin(&p), p.ToMove()
	for _, m := range line {
		if !p.HasLegalMove() {
			p.Play(duo.Pass)
		}
		if p.ToMove() == mover {
			sum += points(&p, m)
		} else {
			sum -= points(&p, m)
		}
		require.NoError(t, p.MakeMove(m))
	}
	for !p.Over() {
		require.False(t, p.HasLegalMove(), "the line ends before the game")
		p.Play(duo.Pass)
	}
	return sum, p.TilesLeft(0) == 0 || p.TilesLeft(1) == 0
}

// TestSolverEqualsBrute compares the solver with best play by the rules alone.
func TestSolverEqualsBrute(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	s := New(1 << 12)
	ended := 0
	games := 200
	if os.Getenv("TESSERA_TESTS") == "all" {
		games = 10_000
	}
	for range games {
		p, want, setup := randomEnd(rng)
		before := p
		require.NoError(t, s.Set(&p, 2*MaxPlacements))
		r, err := s.Solve(Margin, Limit{})
		require.NoError(t, err)
		require.Equal(t, [2]int{want, want}, [2]int{r.Low, r.High}, "%v", p)
		sum, all := playLine(t, p, r.Line)
		require.Equal(t, want, sum)
		if all {
			ended++
		}
		if !p.HasLegalMove() {
			require.Equal(t, duo.Pass, r.Move)
			continue
		}
		require.Equal(t, r.Line[0], r.Move)
		if !setup {
			end := p
			for _, m := range r.Line {
				if !end.HasLegalMove() {
					end.Play(duo.Pass)
				}
				end.Play(m)
			}
			require.Equal(t, want, end.Score(p.ToMove())-end.Score(p.ToMove().Rival()), "the official score")
		}
		after := func(m duo.Move) int {
			gain := points(&p, m)
			p.Play(m)
			nodes := bruteNodes
			v, ok := brute(&p, &nodes)
			require.True(t, ok)
			p.Undo()
			return margin(&p) + gain - v
		}
		for _, m := range p.LegalMoves(nil) {
			want := after(m)
			r, err := s.SolveMove(m, Limit{})
			require.NoError(t, err)
			require.Equal(t, [2]int{want, want}, [2]int{r.Low, r.High}, "%v", m)
			sum, _ := playLine(t, p, r.Line)
			require.Equal(t, want, sum)
		}
		o, err := s.Solve(Outcome, Limit{})
		require.NoError(t, err)
		require.True(t, o.Low <= want && want <= o.High && (o.Low > 0 || o.High < 0 || o.Low == 0 && o.High == 0), "%+v, %d", o, want)
		require.GreaterOrEqual(t, after(o.Move), o.Low)
		require.Equal(t, before, p)
	}
	assert.Greater(t, ended, 10, "games that somebody's last tile ends")
}

// TestSolverEqualsTree compares the solver with the proofs of the tree search.
func TestSolverEqualsTree(t *testing.T) {
	t.Parallel()
	s := New(1 << 14)
	proven := 0
	for i, g := range Games() {
		p := Before(g, 2+i%4)
		tr, err := search.NewTree(search.TreeConfig{Config: tree.Config{Nodes: 1 << 15}}, func() search.Evaluator {
			return evaluation.New(&evaluation.Default)
		})
		require.NoError(t, err)
		tr.SetRoot(&p)
		_, err = tr.Search(2000, nil)
		require.NoError(t, err)
		if !tr.State().Solved {
			continue
		}
		proven++
		require.NoError(t, s.Set(&p, 2*MaxPlacements))
		r, err := s.Solve(Margin, Limit{})
		require.NoError(t, err)
		best, _ := tr.Best()
		require.Equal(t, best.Margin, 256*r.Low)
		require.InDelta(t, int(best.Value), int(search.Final(r.Low)), 1, "values of the players are rounded together")
		require.True(t, r.Exact())
	}
	assert.Greater(t, proven, 20)
}

// TestLopsided solves two positions with a large area that only one player can reach. The solver
// needs far fewer nodes than the area has fillings.
func TestLopsided(t *testing.T) {
	t.Parallel()
	s := New(1 << 16)
	for game, want := range map[int]int{10: -34, 30: 32} {
		p := Before(Games()[game], 8)
		require.NoError(t, s.Set(&p, 2*MaxPlacements))
		r, err := s.Solve(Margin, Limit{Nodes: 200_000})
		require.NoError(t, err)
		assert.Equal(t, [2]int{want, want}, [2]int{r.Low, r.High})
		sum, _ := playLine(t, p, r.Line)
		assert.Equal(t, want, sum)
	}
}

// TestBounds compares one player's bounds with an exhaustive packing.
func TestBounds(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	s := New(1 << 12)
	tight := 0
	for range 100 {
		p, _, _ := randomEnd(rng)
		require.NoError(t, s.Set(&p, 2*MaxPlacements))
		f := &s.frames[0]
		for pl := range duo.Player(2) {
			for i := range s.sides[pl].cliques {
				c := &s.sides[pl].cliques[i]
				require.GreaterOrEqual(t, c.price, 0)
				c.members.each(func(j int) {
					require.Equal(t, c.members.common(c.members), c.members.common(s.sides[pl].placements[j].excludes), "a clique excludes itself")
				})
			}
			alone := duo.SetupPosition([2]duo.Bitboard{p.Squares(0), p.Squares(1)}, [2]duo.TileSet{p.TilesLeft(0), p.TilesLeft(1)}, pl)
			nodes := 5 * bruteNodes
			most, ok := fill(&alone, &nodes)
			if !ok {
				continue
			}
			s.reach(f, pl)
			upper := s.upper(f, pl)
			require.GreaterOrEqual(t, upper, most)
			if upper == most {
				tight++
			}
			require.True(t, s.trim(f, pl, most), "the best way is left")
			require.Equal(t, most, s.packed(0, pl, most))
		}
	}
	assert.Greater(t, tight, 20)
}

// fill returns the most that the player to move can place if the rival always passes.
func fill(p *duo.Position, nodes *int) (most int, ok bool) {
	if *nodes--; *nodes < 0 {
		return 0, false
	}
	pl := p.ToMove()
	for _, m := range p.LegalMoves(nil) {
		points := points(p, m)
		p.Play(m)
		v := 0
		ok = true
		if p.TilesLeft(pl) != 0 {
			p.SetToMove(pl)
			v, ok = fill(p, nodes)
			p.SetToMove(pl.Rival())
		}
		p.Undo()
		if !ok {
			return 0, false
		}
		most = max(most, points+v)
	}
	return most, true
}

// TestLimit stops a search by its nodes and by a function, and checks that the bounds found so far
// hold.
func TestLimit(t *testing.T) {
	t.Parallel()
	s := New(1 << 14)
	p := Before(Games()[0], 8)
	require.NoError(t, s.Set(&p, 2*MaxPlacements))
	whole, err := s.Solve(Margin, Limit{})
	require.NoError(t, err)
	require.True(t, whole.Exact())
	for nodes := 1; nodes < whole.Nodes; nodes = 2*nodes + 1 {
		r, err := s.Solve(Margin, Limit{Nodes: nodes})
		if err == nil { // the table still has the result
			require.Equal(t, whole.Low, r.Low)
			continue
		}
		require.ErrorIs(t, err, ErrLimit)
		require.True(t, r.Low <= whole.Low && whole.High <= r.High)
		require.LessOrEqual(t, r.Nodes, nodes+1)
	}
	far := Before(Games()[30], 8)
	require.NoError(t, s.Set(&far, 2*MaxPlacements))
	_, err = s.Solve(Margin, Limit{Stop: func() bool { return true }})
	require.ErrorIs(t, err, ErrLimit)
}

// TestRepeats solves one position again after others: the same nodes, the same line.
func TestRepeats(t *testing.T) {
	t.Parallel()
	s := New(1 << 10) // the table is too small for all positions
	first := map[int]Result{}
	for range 2 {
		for i, g := range Games()[:8] {
			p := Before(g, 8)
			require.NoError(t, s.Set(&p, 2*MaxPlacements))
			r, err := s.Solve(Margin, Limit{Nodes: 5000})
			if err != nil {
				require.ErrorIs(t, err, ErrLimit)
			}
			if _, again := first[i]; again {
				assert.Equal(t, first[i], r)
			}
			first[i] = r
		}
	}
}

func TestSetErrors(t *testing.T) {
	t.Parallel()
	s := New(1)
	_, err := s.Solve(Margin, Limit{})
	assert.ErrorContains(t, err, "no position")
	start := duo.NewPosition(duo.Player1)
	assert.ErrorIs(t, s.Set(&start, 2*MaxPlacements), ErrFar)
	over := Games()[0]
	assert.ErrorIs(t, s.Set(&over, 2*MaxPlacements), ErrOver)
	_, err = s.Solve(Margin, Limit{})
	assert.ErrorContains(t, err, "no position")
	p := Before(over, 2)
	assert.ErrorIs(t, s.Set(&p, 1), ErrFar)
	require.NoError(t, s.Set(&p, 2*MaxPlacements))
	_, err = s.SolveMove(start.LegalMoves(nil)[0], Limit{})
	assert.ErrorContains(t, err, "no legal placement")
}

// TestGames checks the committed games and the positions before their ends.
func TestGames(t *testing.T) {
	t.Parallel()
	require.Len(t, Games(), 60)
	for _, g := range Games() {
		p := Before(g, 8)
		require.True(t, p.HasLegalMove())
		placements := 0
		for _, m := range g.History()[p.Plies():] {
			if m != duo.Pass {
				placements++
			}
		}
		require.Equal(t, 8, placements)
	}
	for text, want := range map[string]string{
		"# none\n66r0\n": "endgame: line 2: the game is not over after 1 plies",
		"66r0 66r0\n":    "endgame: line 1: move 2: ",
	} {
		_, err := ParseGames(text)
		assert.ErrorContains(t, err, want)
	}
}
