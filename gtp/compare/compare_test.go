// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/gtp/engine"
	"github.com/tessera-fpga/tessera/play"
)

// TestMain turns the test program into an engine if TESSERA_TEST_ENGINE is set; lie selects the
// engine's error.
func TestMain(m *testing.M) {
	if name, lie, ok := strings.Cut(os.Getenv("TESSERA_TEST_ENGINE"), "/"); ok {
		g, err := play.Find(name)
		if err == nil {
			start := g.Start
			g.Start = func() play.Position { return liar{start().(play.Coloured), lie} }
			e := engine.New("engine", "0", g, "random", 1, os.Stderr)
			err = e.Serve(context.Background(), play.NewLines(os.Stdin), os.Stdout)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// liar is a position with one wrong rule.
type liar struct {
	play.Coloured
	lie string
}

const late = 20 // moves before the first lie

func (l liar) Clone() play.Position { return liar{l.Coloured.Clone().(play.Coloured), l.lie} }

func (l liar) Moves() []play.Move {
	moves := l.Coloured.Moves()
	if l.lie == "misses" && len(l.History()) == late {
		return moves[1:]
	}
	return moves
}

func (l liar) Play(m play.Move) error {
	if l.lie == "refuses" && len(l.History()) >= late {
		return errors.New("no")
	}
	return l.Coloured.Play(m)
}

func (l liar) FinalScore() string {
	if l.lie == "score" && l.Over() {
		return "0 0 0 1"
	}
	return l.Coloured.FinalScore()
}

// TestRules compares all variants with the same rules and with wrong ones.
func TestRules(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, c := range []struct{ game, lie, want string }{
		{"blokus", "", ""},
		{"blokus:two", "", ""},
		{"blokus:three", "", ""},
		{"blokus", "misses", "legal moves of 1: the program has 0 more, [], and misses 1, [\""},
		{"blokus", "refuses", "no"},
		{"blokus", "score", `score "0 0 0 1", want "`},
	} {
		t.Run(c.game+" "+c.lie, func(t *testing.T) {
			t.Parallel()
			g, err := play.Find(c.game)
			require.NoError(t, err)
			command := fmt.Sprintf("env TESSERA_TEST_ENGINE=%s/%s %s", c.game, c.lie, os.Args[0])
			client, err := gtp.StartClient(t.Context(), command, 0, g.SetGame)
			require.NoError(t, err)
			defer client.Close()
			games := 0
			r, err := Rules(t.Context(), g, client, 1, rng.Uint64(), func(n int) { games = n })
			require.Equal(t, games, r.Games)
			if c.lie == "refuses" && err != nil { // the engine's random player may fail, too
				assert.ErrorContains(t, err, c.want)
				return
			}
			require.NoError(t, err)
			if c.want == "" {
				assert.Empty(t, r.Differences)
				// Each chooses some of the moves, and the last position has none.
				assert.True(t, r.Asked > 0 && r.Asked < r.Positions-1, "%v", r)
				assert.Greater(t, r.Positions, 20)
				assert.Greater(t, r.Moves, 1000)
				assert.Contains(t, r.String(), "1 game, ")
				assert.True(t, strings.HasSuffix(r.String(), ": 0 differences"))
				return
			}
			require.Len(t, r.Differences, 1)
			assert.Contains(t, r.Differences[0], c.want)
		})
	}
}
