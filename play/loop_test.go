// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	game "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

// script is a player with prepared answers, each a move or an error.
type script struct {
	answers []any
	seen    []int // plies of the positions it was asked about
}

func (s *script) Name() string { return "script" }

func (s *script) Close() error { return nil }

func (s *script) Move(_ context.Context, p play.Position) (play.Move, error) {
	s.seen = append(s.seen, len(p.History()))
	a := s.answers[0]
	s.answers = s.answers[1:]
	if err, ok := a.(error); ok {
		return 0, err
	}
	m, err := duo.ParseMove(a.(string))
	return play.Move(m), err
}

func TestEndings(t *testing.T) {
	t.Parallel()
	g, err := play.Find(game.Name)
	require.NoError(t, err)
	failure := errors.New("the cable is out")
	for _, c := range []struct {
		name     string
		one, two []any
		want     string // text of the result or of the error
		wantErr  error
	}{
		{"draw", []any{"55u0", "0000"}, []any{"aau0", "0000"}, "draw", nil},
		{"player 1 wins", []any{"55u0", "0000"}, []any{"aah0", "0000"}, "player 1 wins", nil},
		{"player 2 wins", []any{"55h0", "0000"}, []any{"aau0", "0000"}, "player 2 wins", nil},
		{"resignation", []any{"55u0"}, []any{play.ErrResign}, "player 1 wins: player 2: resigned", nil},
		{"violation", []any{"55u0", "66a0"}, []any{"aau0"}, "player 2 wins: player 1: illegal move: player 1: 66a0: a square shares an edge with one of the player's tiles: (6,6)", nil},
		{"undo", []any{"55h0", &play.Jump{Position: rules.Start(duo.Player1)}, "55u0", "0000"}, []any{"aah0", "aah0", "0000"}, "player 1 wins", nil},
		{"forfeit", []any{"55u0"}, []any{&play.Forfeit{Err: failure}}, "player 1 wins: player 2: failed: the cable is out", nil},
		{"leaving", []any{play.ErrQuit}, nil, "player 1 (script): move 1: the player leaves", play.ErrQuit},
		{"failure", []any{"55u0"}, []any{failure}, "player 2 (script): move 2: the cable is out", failure},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes := 0
			one, two := &script{answers: c.one}, &script{answers: c.two}
			r, err := play.Run(t.Context(), []play.Player{one, two}, play.Rules{Game: g, Start: rules.Start(duo.Player1)}, play.Events{Changed: func(play.Position, string) { changes++ }})
			if c.wantErr != nil {
				require.ErrorIs(t, err, c.wantErr)
				assert.EqualError(t, err, c.want)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, r.String())
			assert.Empty(t, one.answers)
			assert.Empty(t, two.answers)
			if c.name == "undo" {
				assert.Equal(t, []int{0, 2, 0, 2}, one.seen)
				assert.Equal(t, 6+1, changes-1)
			}
		})
	}
}

func TestRunIsInterrupted(t *testing.T) {
	t.Parallel()
	g, err := play.Find(game.Name)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = play.Run(ctx, []play.Player{&script{}, &script{}}, play.Rules{Game: g, Start: g.Start()}, play.Events{})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestParseMoves is about lines of moves: of Blokus Duo, in both notations.
func TestParseMoves(t *testing.T) {
	t.Parallel()
	g, err := play.Find(game.Name)
	require.NoError(t, err)
	p, err := g.ParseMoves(1, " e5,d4,e4,f4,e3\t55u0 0000 pass")
	require.Error(t, err)
	assert.Empty(t, p.History())
	p, err = g.ParseMoves(0, " e11,d10,e10,f10,e9\taau4 0000 pass")
	require.NoError(t, err)
	assert.Equal(t, "55u0 aau0 0000 0000", g.FormatMoves(p.History()))
	again, err := g.ParseMoves(0, g.FormatMoves(p.History()))
	require.NoError(t, err)
	assert.Equal(t, p, again)
}

// TestBrokenMoves shows that a message names a wrong move once, in every game.
func TestBrokenMoves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ game, moves, want string }{
		{"duo", "55u0 66a0", "move 2 (player 2): 66a0: the first placement must cover the start square (10,10)"},
		{"duo", "55v0", `move 1 (player 1): 55v0: tile "v", want a..u`},
		{"blokus", "a20 b19", "move 2 (player 2): b19: the first placement must cover the colour's corner of the board: t20"},
		{"blokus", "a20 t20 t1 a1 a19", "move 5 (player 1): a19: the tile has been used"},
		{"blokus", "a21", `move 1 (player 1): a21: square "a21", want a column a..t and a row 1..20`},
		{"quoridor", "e2 e2", "move 2 (player 2): e2: the pawn on e9 cannot go there, want one of e8 d9 f9"},
		{"quoridor", "e3h e3v", "move 2 (player 2): e3v: it overlaps or crosses another fence"},
		{"quoridor", "z9", "move 1 (player 1): z9: want a square, a1..i9 (a step), or with h or v behind it (a fence)"},
		{"dots", "0 0", "move 2 (player 2): 0: the edge is drawn already"},
	} {
		g, err := play.Find(c.game)
		require.NoError(t, err)
		_, err = g.ParseMoves(0, c.moves)
		assert.EqualError(t, err, c.want)
		assert.ErrorAs(t, err, new(*play.BrokenMove))
	}
}
