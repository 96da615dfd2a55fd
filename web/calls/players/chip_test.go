// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package players

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/web/calls"
)

func askChip(t *testing.T, first duo.Player, log []ChipCommand) (a ChipAnswer, err error) {
	t.Helper()
	args, err := json.Marshal(map[string]any{"first": int(first) + 1, "log": log})
	require.NoError(t, err)
	out, err := calls.Call("chip", args, nil)
	if err == nil {
		require.NoError(t, json.Unmarshal(out, &a))
	}
	return a, err
}

// TestChip makes two searches of a game, in sequence and from the beginning. Both ways must agree
// with each other and with the search by its rules.
func TestChip(t *testing.T) {
	rng := seedtest.Rand(t)
	pos := duo.NewPosition(duo.Player2)
	var log []ChipCommand
	play := func(plies int) {
		for range plies {
			moves := playout.AnchorMoves(&pos, nil)
			m := duo.Pass
			if len(moves) > 0 {
				m = moves[rng.IntN(min(len(moves), 10))].Move()
			}
			pos.Play(m)
			log = append(log, ChipCommand{Move: m.String()})
		}
	}
	ask := func(seed uint32) ChipAnswer {
		log = append(log, ChipCommand{Visits: 1, Seed: seed})
		got, err := askChip(t, duo.Player2, log)
		require.NoError(t, err)
		want := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1, Seed: seed}.Search(&pos, nil)
		assert.Equal(t, []any{want.Move.String(), want.Sum, want.Visits, want.Playouts}, []any{got.Code, got.Sum, got.Visits, got.Playouts})
		return got
	}
	play(20)
	ask(rng.Uint32())
	play(2)
	went := ask(rng.Uint32())
	_, err := askChip(t, duo.Player1, []ChipCommand{{Visits: 1}}[:0]) // another game in between
	require.ErrorContains(t, err, "0 commands, want 1 to 1000")
	_, err = askChip(t, duo.Player1, []ChipCommand{{Move: "zzzz"}, {Visits: 1}})
	require.ErrorContains(t, err, "command 1: ")
	again, err := askChip(t, duo.Player2, log)
	require.NoError(t, err)
	assert.Equal(t, went, again)
}

func TestChipErrors(t *testing.T) {
	for args, want := range map[string]string{
		`{"first":3,"log":[{"visits":1}]}`:                 "first 3, want 1 or 2",
		`{"first":1,"log":[{"move":"55u0"}]}`:              "of which the last is a search",
		`{"first":1,"log":[{"visits":5000}]}`:              "command 1: search: 5000 visits, want 1..",
		`{"first":1,"log":[{"visits":0}]}`:                 "command 1: search: 0 visits, want 1..",
		`{"first":1,"log":[{"move":"11u0"},{"visits":1}]}`: "command 1: twin: ",
		`{"first":1,"lag":[]}`:                             "unknown field",
	} {
		_, err := calls.Call("chip", []byte(args), nil)
		assert.ErrorContains(t, err, want, args)
	}
}

// TestPatterns compares the cells of the patterns with golden's moves.
func TestPatterns(t *testing.T) {
	t.Parallel()
	out, err := calls.Call("patterns", []byte("{}"), nil)
	require.NoError(t, err)
	var patterns []Pattern
	require.NoError(t, json.Unmarshal(out, &patterns))
	require.Len(t, patterns, playout.NumPatterns)
	corner := duo.NewSquare(7, 6)
	for i, p := range patterns {
		want, got := map[string]bool{}, map[string]bool{}
		for row, col := range (playout.AnchorMove{Anchor: corner, Pattern: playout.Pattern(i)}).Move().Cells {
			want[fmt.Sprint(row, col)] = true
		}
		for _, c := range p.Cells {
			got[fmt.Sprint(7+c[0], 6+c[1])] = true
		}
		require.Equal(t, want, got, "pattern %d", i)
	}
}
