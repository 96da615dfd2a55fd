// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play"
)

// find returns a game of the registry.
func find(t *testing.T, name string) *play.Game {
	t.Helper()
	g, err := play.Find(name)
	require.NoError(t, err)
	return g
}

// TestColours: a game of two for four colours names the colour to move, not the seat.
func TestColours(t *testing.T) {
	t.Parallel()
	g := find(t, "blokus:two")
	p := g.Start()
	for ply := range 4 {
		assert.Equal(t, ply, g.ToMove(p))
		assert.Equal(t, ply%2, p.ToMove())
		require.NoError(t, p.Play(p.Moves()[0]))
	}
	for text, want := range map[string]int{"1": 0, "blue": 0, "Yellow": 1, "3": 2, "RED": 2, "green": 3} {
		colour, ok := g.ParseColour(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, colour, text)
	}
	for _, text := range []string{"", "5", "purple"} {
		_, ok := g.ParseColour(text)
		assert.False(t, ok, text)
	}
	two := find(t, "")
	for text, want := range map[string]int{"b": 0, "Black": 0, "w": 1, "white": 1} {
		colour, ok := two.ParseColour(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, colour, text)
	}
}

// TestOnlyPass: at the end of a game of Blokus Duo one player passes while the other still places,
// and nobody passes behind the end.
func TestOnlyPass(t *testing.T) {
	t.Parallel()
	g := find(t, "")
	p, passes := g.Start(), 0
	for !p.Over() {
		moves := p.Moves()
		want := len(moves) == 1 && moves[0] == g.Pass
		assert.Equal(t, want, g.OnlyPass(p))
		if want {
			passes++
		}
		require.NoError(t, p.Play(moves[0]))
	}
	assert.Positive(t, passes)
	assert.False(t, g.OnlyPass(p))
	dots := find(t, "dots:2x2")
	assert.False(t, dots.OnlyPass(dots.Start()))
}

// TestLongMoves: a message repeats a wrong move up to 40 characters.
func TestLongMoves(t *testing.T) {
	t.Parallel()
	g := find(t, "dots:2x2")
	message := func(n int) string {
		_, err := g.ParseMoves(0, strings.Repeat("x", n))
		require.Error(t, err)
		return err.Error()
	}
	assert.Contains(t, message(40), strings.Repeat("x", 40))
	assert.NotContains(t, message(40), "...: ")
	assert.NotContains(t, message(40), strings.Repeat("x", 40)+"...")
	assert.Contains(t, message(41), strings.Repeat("x", 40)+"...")
}

// TestTreeName names the player, and tells which options make its moves vary.
func TestTreeName(t *testing.T) {
	t.Parallel()
	g := find(t, "dots:2x2")
	a, err := g.New("tree:leaves=10", play.Env{Game: g})
	require.NoError(t, err)
	assert.Equal(t, "tree", a.Name())
	require.NoError(t, a.Close())
	for spec, want := range map[string]bool{
		"tree": false, "tree:leaves=10": false, "tree:leaves=10,threads=1": false, "tree:leaves=10,threads=2": true, "tree:time=1s": true,
	} {
		assert.Equal(t, want, g.Varies(spec), spec)
	}
}

// counter is an agent that makes a number of steps, or goes on until it is stopped.
type counter struct{ steps, most, mark int }

func (c *counter) Move(_ *tree.Move, stop func() bool) tree.Move {
	c.steps = 0
	for !stop() && (c.most == 0 || c.steps < c.most) {
		c.steps++
		time.Sleep(time.Millisecond)
	}
	return tree.Move(min(c.steps, 1000) + c.mark)
}
func (c *counter) Work() uint64 { return uint64(c.steps) }
func (c *counter) Reset(uint64) {}

// TestAgentPlayer: without a time the agent does its own amount of work; with a time another agent
// goes on until the time is up.
func TestAgentPlayer(t *testing.T) {
	t.Parallel()
	p := find(t, "dots:2x2").Start()
	none := new(tree.Move)
	a := &play.AgentPlayer[tree.Move, tree.Move]{
		Kind: "counter", Agent: &counter{most: 7}, Of: func(play.Position) *tree.Move { return none },
		Unlimited: func() play.Agent[tree.Move, tree.Move] { return &counter{mark: 5000} },
	}
	m, err := a.Move(t.Context(), p)
	require.NoError(t, err)
	assert.EqualValues(t, 7, m)
	a.Limit(60*time.Millisecond, nil)
	began := time.Now()
	m, err = a.Move(t.Context(), p)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, time.Since(began), 60*time.Millisecond)
	assert.GreaterOrEqual(t, m, tree.Move(5000), "the other agent's")
	stop := make(chan struct{})
	close(stop)
	a.Limit(time.Hour, stop)
	m, err = a.Move(t.Context(), p)
	require.NoError(t, err)
	assert.EqualValues(t, 5000, m)
	// An agent without the other one keeps to its own amount, and to the time.
	a.Unlimited = nil
	a.Limit(time.Hour, nil)
	m, err = a.Move(t.Context(), p)
	require.NoError(t, err)
	assert.EqualValues(t, 7, m)
}

// TestIncompleteGame finds a game without a necessary field: the error names the field.
func TestIncompleteGame(t *testing.T) {
	t.Parallel()
	whole := *find(t, "dots:2x2")
	for name, without := range map[string]func(g *play.Game){
		"":                func(g *play.Game) {},
		"Title":           func(g *play.Game) { g.Title = "" },
		"Start":           func(g *play.Game) { g.Start = nil },
		"Parse":           func(g *play.Game) { g.Parse = nil },
		"Format":          func(g *play.Game) { g.Format = nil },
		"Colours":         func(g *play.Game) { g.Colours = nil },
		"Margins, of a g": func(g *play.Game) { g.ByPoints, g.Margins = true, nil },
	} {
		kind := "without" + strings.ReplaceAll(name, " ", "")
		play.Register(play.Entry{Name: kind, New: func(string) (*play.Game, error) {
			g := whole
			g.Name = kind
			without(&g)
			return &g, nil
		}})
		_, err := play.Find(kind)
		if name == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, `game "`+kind+`": the game is incomplete: field `+name)
		}
	}
}

// TestTreeBounds gives a level a time, and a position without a move.
func TestTreeBounds(t *testing.T) {
	t.Parallel()
	g := find(t, "dots:4x4")
	p, err := g.New("tree:level=9,time=1ms", play.Env{})
	require.NoError(t, err)
	defer p.Close()
	_, err = p.Move(t.Context(), g.Start())
	require.NoError(t, err)
	done, _ := p.(play.WorkCounter).Work()
	assert.Less(t, done, uint64(30_000), "the leaves of level 9")
	end := g.RandomStart(g.Start(), 1000, 1)
	_, err = p.Move(t.Context(), end)
	assert.EqualError(t, err, "tree: the game is over, want a position with a move")
	_, err = g.New("tree:level=9,leaves=5", play.Env{})
	assert.ErrorContains(t, err, "exclude each other, want one of them, or level and time")
}

// TestOutcome names who shares a game.
func TestOutcome(t *testing.T) {
	t.Parallel()
	for want, shares := range map[string][]float64{
		"player 2 wins":              {0, 1},
		"draw":                       {0.5, 0.5},
		"draw of players 1 and 3":    {0.5, 0, 0.5, 0},
		"draw of players 1, 3 and 4": {1. / 3, 0, 1. / 3, 1. / 3},
	} {
		assert.Equal(t, want, play.Outcome(shares))
	}
}
