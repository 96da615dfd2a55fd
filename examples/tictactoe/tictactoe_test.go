// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tictactoe_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/examples/tictactoe"
	"github.com/tessera-fpga/tessera/gtp/engine"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// Registration makes a game available by its name, with levels, analysis and the loop.
func Example() {
	g, err := play.Find("tictactoe")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Join(g.KindNames(), ", "))
	p, err := g.ParseMoves(0, "c3 c2 b2 a1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p.Draw(play.DrawOptions{}))
	player, err := g.New("tree:level=5", play.Env{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer player.Close()
	move, err := player.Move(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	best := player.(play.Thinker).Thoughts()[0]
	fmt.Printf("%s, value %.1f, proven %v\n", g.Format(move), best.Value, best.Proven)
	// Output:
	// random, tree
	// 3 . . X
	// 2 . X O
	// 1 O . .
	//   a b c
	// player 1 to move
	// a3, value 1.0, proven true
}

// TestPerft checks the known numbers of games: 9, 72, 504 ways to begin, and 255,168 games in all,
// where a perft counts the games of exactly that many moves.
func TestPerft(t *testing.T) {
	p := tictactoe.New().Start()
	for depth, want := range []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872} {
		assert.Equal(t, want, p.Perft(depth), "depth %d", depth)
	}
}

// TestRules: a record replays a random game, and no square is taken twice.
func TestRules(t *testing.T) {
	g := tictactoe.New()
	for seed := range uint64(200) {
		rng, p := rand.New(rand.NewPCG(seed, 0)), g.Start()
		for !p.Over() {
			m := play.RandomMove(p, rng)
			text := g.Format(m)
			require.NoError(t, g.PlayText(p, text))
			require.Error(t, g.PlayText(p, text))
		}
		line, err := record.FromPosition(g, p, nil).Line()
		require.NoError(t, err)
		r, err := record.ParseJSON(line)
		require.NoError(t, err)
		assert.Equal(t, p.History(), r.Moves)
	}
	_, err := g.Parse("d1")
	require.Error(t, err)
}

// TestBestPlay uses a known proof: with best play neither side wins, so all games of the search
// against itself are draws.
func TestBestPlay(t *testing.T) {
	terms := match.Terms{
		Game: "tictactoe", Players: []string{"tree:leaves=5000", "tree:leaves=5000,seed=7"}, Games: 20, Seed: 1,
		Digest: match.OpeningsDigest("tictactoe"), Version: "test",
	}
	pool := match.NewPool("test")
	defer pool.Close()
	s, err := match.Run(t.Context(), &terms, pool, match.Options{Queue: queue.Local(1, pool.Play), Log: t.Output()})
	require.NoError(t, err)
	assert.Equal(t, 20, s.Draws)
}

// TestGTP plays over GTP without any GTP code in the game.
func TestGTP(t *testing.T) {
	e := engine.New("example", "1", tictactoe.New(), "tree:level=9", 1, t.Output())
	defer e.Close()
	for _, step := range [][2]string{{"play x a1", "= \n\n"}, {"play o b1", "= \n\n"}, {"play x a2", "= \n\n"}, {"genmove o", "= a3\n\n"}} {
		answer, ok, err := e.Do(t.Context(), step[0])
		require.NoError(t, err)
		require.True(t, ok)
		assert.Equal(t, step[1], answer)
	}
}
