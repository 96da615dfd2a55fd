// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package players

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/web/calls"
	_ "github.com/tessera-fpga/tessera/web/calls/others"
)

// ask makes a call as the page does.
func ask[R any](t *testing.T, name string, args any) (result R) {
	t.Helper()
	text, err := json.Marshal(args)
	require.NoError(t, err)
	out, err := calls.Call(name, text, func(any) {})
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(out, &result))
	return result
}

// TestThink compares the thoughts of the levels, in every game of the page, with the registry's
// players of the same specifications.
func TestThink(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, name := range []string{"duo", "blokus", "blokus:two", "blokus:three", "quoridor", "dots"} {
		g, err := play.Find(name)
		require.NoError(t, err)
		p := g.RandomStart(g.Start(), 8, rng.Uint64())
		game := calls.Game{Of: name, First: 1, Moves: []string{}}
		for _, m := range p.History() {
			game.Moves = append(game.Moves, g.Format(m))
		}
		tables := ask[calls.Tables](t, "tables", map[string]string{"of": name})
		require.Greater(t, len(tables.Levels), 8)
		seed := rng.Uint32()
		for n, level := range tables.Levels {
			if n >= 5 && n < 9 { // the same search with more leaves
				continue
			}
			a, err := g.New(level.ID, play.Env{Seed: uint64(seed)})
			require.NoError(t, err)
			m, err := a.Move(t.Context(), p)
			require.NoError(t, err)
			got := ask[calls.Thought](t, "think", thinkArgs{game, level.ID, seed})
			assert.Equal(t, g.Format(m), got.Code, "%s %s", name, level.ID)
			work, unit := a.(play.WorkCounter).Work()
			assert.Equal(t, []any{int(work), unit}, []any{got.Work, got.Unit})
			if thinker, ok := a.(play.Thinker); ok {
				thoughts := thinker.Thoughts()
				require.Len(t, got.Candidates, len(thoughts), level.ID)
				for i, c := range got.Candidates {
					assert.Equal(t, g.Format(thoughts[i].Move), c.Code)
					assert.InDelta(t, thoughts[i].Value, *c.Value, 1e-9)
					assert.Equal(t, thoughts[i].Margin == nil, c.Margin == nil)
				}
			}
			require.NoError(t, a.Close())
		}
	}
}

func TestThinkErrors(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		`{"first":1,"moves":[],"level":"x","seed":0}`:                                                    `think: level "x", want one of tree:level=1, `,
		`{"first":1,"moves":["55u0","aau0","0000","0000"],"level":"minimax:depth=1","seed":0}`:           "think: the game is over",
		fmt.Sprintf(`{"of":"quoridor","first":1,"moves":[],"level":%q,"seed":0}`, "montecarlo:visits=1"): "want one of tree:level=1, ",
	} {
		_, err := calls.Call("think", []byte(args), func(any) {})
		assert.ErrorContains(t, err, want, args)
	}
}
