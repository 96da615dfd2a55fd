// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package players

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/web/calls"
)

func askChip(t *testing.T, chip string, first duo.Player, log []ChipCommand) (a ChipAnswer, err error) {
	t.Helper()
	args, err := json.Marshal(map[string]any{"chip": chip, "first": int(first) + 1, "log": log})
	require.NoError(t, err)
	out, err := calls.Call("chip", args, nil)
	if err == nil {
		require.NoError(t, json.Unmarshal(out, &a))
	}
	return a, err
}

// searchesByRules are the chips' searches by their rules. They return the move and the numbers of the
// answer, and may go on from search to search.
var searchesByRules = map[string]func(t *testing.T) func(pos *duo.Position, seed uint32) (duo.Move, map[string]int){
	"montecarlo": func(*testing.T) func(*duo.Position, uint32) (duo.Move, map[string]int) {
		return func(pos *duo.Position, seed uint32) (duo.Move, map[string]int) {
			r := search.MonteCarloConfig{Policy: playout.Largest, Visits: testAmounts["montecarlo"], Seed: seed}.Search(pos, nil)
			return r.Move, map[string]int{"sum": r.Sum, "visits": r.Visits, "playouts": r.Playouts}
		}
	},
	"minimax": func(t *testing.T) func(*duo.Position, uint32) (duo.Move, map[string]int) {
		core, err := search.NewMinimax(search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true})
		require.NoError(t, err)
		return func(pos *duo.Position, _ uint32) (duo.Move, map[string]int) {
			require.NoError(t, core.Load(pos))
			r := core.Search(pos.ToMove(), testAmounts["minimax"], search.NeverStop, nil)
			return r.Move, map[string]int{"score": r.Value, "nodes": int(r.Nodes)}
		}
	},
	"alphabeta": func(*testing.T) func(*duo.Position, uint32) (duo.Move, map[string]int) {
		return func(pos *duo.Position, _ uint32) (duo.Move, map[string]int) {
			r := alphabeta.New(alphabeta.MarginConfig).Search(pos, testAmounts["alphabeta"], alphabeta.NeverStop, nil, nil)
			return r.Move, map[string]int{"score": r.Value, "nodes": int(r.Nodes), "depth": r.Depth}
		}
	},
	"tree": func(t *testing.T) func(*duo.Position, uint32) (duo.Move, map[string]int) {
		core, err := search.NewTreeCore(search.ULX3SBRAM.Config, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
		require.NoError(t, err)
		return func(pos *duo.Position, seed uint32) (duo.Move, map[string]int) {
			r := core.Search(pos, testAmounts["tree"], seed)
			return r.Move, map[string]int{"mean": int(r.Mean), "visits": r.Visits, "leaves": r.Leaves}
		}
	},
}

// testAmounts are the amounts of work of the searches.
var testAmounts = map[string]int{"montecarlo": 1, "minimax": 2, "alphabeta": 2, "tree": 60}

// TestChip makes two searches of a game on each chip, in sequence and from the beginning. Both ways
// must agree with each other and with the search by its rules.
func TestChip(t *testing.T) {
	for name := range chips {
		t.Run(name, func(t *testing.T) {
			rng := seedtest.Rand(t)
			pos := duo.NewPosition(duo.Player2)
			byRules := searchesByRules[name](t)
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
				log = append(log, ChipCommand{Amount: testAmounts[name], Seed: seed})
				got, err := askChip(t, name, duo.Player2, log)
				require.NoError(t, err)
				m, numbers := byRules(&pos, seed)
				assert.Equal(t, m.String(), got.Code)
				assert.Equal(t, numbers, got.Numbers)
				return got
			}
			play(18)
			ask(rng.Uint32())
			play(2)
			went := ask(rng.Uint32())
			_, err := askChip(t, name, duo.Player1, nil) // another game in between
			require.ErrorContains(t, err, "0 commands, want 1 to 1000")
			_, err = askChip(t, name, duo.Player1, []ChipCommand{{Move: "zzzz"}, {Amount: 1}})
			require.ErrorContains(t, err, "command 1: ")
			again, err := askChip(t, name, duo.Player2, log)
			require.NoError(t, err)
			assert.Equal(t, went, again)
		})
	}
}

func TestChipErrors(t *testing.T) {
	for args, want := range map[string]string{
		`{"chip":"minimal","first":1,"log":[{"amount":1}]}`:                    `chip "minimal", want one of alphabeta, minimax, montecarlo, tree`,
		`{"chip":"montecarlo","first":3,"log":[{"amount":1}]}`:                 "first 3, want 1 or 2",
		`{"chip":"montecarlo","first":1,"log":[{"move":"55u0"}]}`:              "of which the last is a search",
		`{"chip":"montecarlo","first":1,"log":[{"amount":5000}]}`:              "command 1: search: 5000 visits, want 1..",
		`{"chip":"montecarlo","first":1,"log":[{"amount":0}]}`:                 "command 1: search: 0 visits, want 1..",
		`{"chip":"tree","first":1,"log":[{"amount":0}]}`:                       "command 1: 0 leaves, want 1 to 10000",
		`{"chip":"tree","first":1,"log":[{"amount":10001}]}`:                   "command 1: 10001 leaves, want 1 to 10000",
		`{"chip":"montecarlo","first":1,"log":[{"move":"11u0"},{"amount":1}]}`: "command 1: twin: ",
		`{"chip":"minimax","first":1,"log":[{"amount":9}]}`:                    "command 1: 9 plies, want 1 to ",
		`{"chip":"minimax","first":1,"log":[{"move":"11u0"},{"amount":1}]}`:    "command 1: ",
		`{"chip":"alphabeta","first":1,"log":[{"amount":10}]}`:                 "command 1: 10 plies, want 1 to 8",
		`{"chip":"alphabeta","first":1,"log":[{"move":"11u0"},{"amount":1}]}`:  "command 1: twin: ",
		`{"chip":"tree","first":1,"log":[{"move":"11u0"},{"amount":1}]}`:       "command 1: twin: ",
		`{"chip":"montecarlo","first":1,"lag":[]}`:                             "unknown field",
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

// TestAnchors compares the moves of the lanes with golden's patterns at their corners.
func TestAnchors(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	pos := duo.NewPosition(duo.Player1)
	var codes []string
	flips := 0
	for moves := playout.AnchorMoves(&pos, nil); len(moves) > 0; moves = playout.AnchorMoves(&pos, nil) {
		args, err := json.Marshal(calls.Game{First: 1, Moves: codes})
		require.NoError(t, err)
		out, err := calls.Call("anchors", args, nil)
		require.NoError(t, err)
		var got []AnchorMove
		require.NoError(t, json.Unmarshal(out, &got))
		require.Len(t, got, len(moves))
		for i, m := range moves {
			require.Equal(t, m.Move().String(), got[i].Code)
			flip := playout.Flip(0)
			if got[i].FlipRows == 1 {
				flip |= playout.FlipRows
			}
			if got[i].FlipCols == 1 {
				flip |= playout.FlipCols
			}
			flips |= 1 << flip
			require.Equal(t, m, playout.AnchorMove{Anchor: duo.NewSquare(got[i].Row, got[i].Col), Flip: flip, Pattern: playout.Pattern(got[i].Pattern)})
		}
		m := moves[rng.IntN(len(moves))].Move()
		pos.Play(m)
		codes = append(codes, m.String())
	}
	require.Equal(t, 0b1111, flips)
	_, err := calls.Call("anchors", []byte(`{"of":"quoridor","first":1,"moves":[]}`), nil)
	require.ErrorContains(t, err, `game "quoridor" has no chip`)
}
