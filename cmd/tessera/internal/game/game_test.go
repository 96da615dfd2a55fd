package game

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// script is a player that answers what it is told to, each answer a move or an error.
type script struct {
	answers []any
	seen    []int // plies of the positions it was asked about
}

func (s *script) Name() string { return "script" }

func (s *script) Close() error { return nil }

func (s *script) Move(_ context.Context, pos *duo.Position) (duo.Move, error) {
	s.seen = append(s.seen, pos.Plies())
	a := s.answers[0]
	s.answers = s.answers[1:]
	if err, ok := a.(error); ok {
		return 0, err
	}
	return duo.ParseMove(a.(string))
}

func newTestPlayer(t *testing.T, spec string, env player.Env) player.Player {
	t.Helper()
	a, err := player.New(spec, env)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, a.Close()) })
	return a
}

// TestGames plays the players that need nobody and checks that a game can be
// repeated with its seed.
func TestGames(t *testing.T) {
	t.Parallel()
	play := func(spec1, spec2 string, seed uint64) *Result {
		r, err := Play(t.Context(), [2]player.Player{
			newTestPlayer(t, spec1, player.Env{Player: duo.Player1, Seed: seed}),
			newTestPlayer(t, spec2, player.Env{Player: duo.Player2, Seed: seed}),
		}, Rules{Start: duo.NewPosition(duo.Player1)}, Events{})
		require.NoError(t, err)
		require.Equal(t, Finished, r.Ending, "%v", r)
		require.True(t, r.Position.Over())
		return r
	}
	for _, spec := range []string{"random", "random:pick=largest", "minimax:depth=1", "minimax:depth=1,alphabeta=false,own=2", "montecarlo:visits=1"} {
		a, b, c := play(spec, "random", 1), play(spec, "random", 1), play(spec, "random", 2)
		assert.Equal(t, a.Position, b.Position, spec)
		assert.NotEqual(t, a.Position, c.Position, spec)
	}
	won := 0
	for seed := range uint64(10) {
		if w, ok := play("minimax", "random", seed).Winner(); ok && w == duo.Player1 {
			won++
		}
	}
	assert.GreaterOrEqual(t, won, 8, "minimax must beat random")
	for i, spec := range []string{"montecarlo:visits=1", "montecarlo:visits=1,policy=uniform"} {
		w, ok := play(spec, "random", uint64(i)).Winner()
		assert.True(t, ok && w == duo.Player1, "%s must beat random", spec)
	}
	one, other := play("montecarlo:visits=1,seed=1", "minimax", 0), play("montecarlo:visits=1,seed=2", "minimax", 0)
	assert.NotEqual(t, one.Position, other.Position, "montecarlo pays no heed to its seed")
	a := play("random:pick=largest", "random", 1)
	for i, m := range a.Position.History()[:8] {
		if i%2 == 0 {
			assert.Equal(t, 5, m.Tile().Size(), "move %d, %v", i+1, m)
		}
	}
}

// TestChips plays the ends of two games, the second of which player 2
// begins: the chip must find the moves that golden finds, and follow take-backs.
func TestChips(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ chip, twin, summary string }{
		{"chip-montecarlo:seed=3", "montecarlo:visits=1,seed=3", `%d of %d moves agree with golden; [0-9]+ playouts, [0-9]+ cycles, [0-9]+ cycles per playout and lane`},
		{"chip-tree:seed=3,leaves=60", "tree:chip=ulx3s,seed=3,leaves=60", `%d of %d moves agree with golden, node for node; [0-9]+ leaves, [0-9]+ cycles, [0-9]+ cycles a leaf`},
	} {
		t.Run(c.chip, func(t *testing.T) {
			t.Parallel()
			chipAgrees(t, c.chip, c.twin, c.summary)
		})
	}
}

func chipAgrees(t *testing.T, spec, golden, wantSummary string) {
	rng := rand.New(rand.NewPCG(1, 2))
	late := duo.RandomGame(rng, 24)
	var log strings.Builder
	chip := newTestPlayer(t, spec, player.Env{Log: &log})
	twin := newTestPlayer(t, golden, player.Env{})
	moves := 0
	for _, first := range []duo.Player{duo.Player1, duo.Player2} {
		p := duo.NewPosition(first)
		if first == duo.Player1 {
			p = late
		} else {
			start, err := Opening(t.Context(), first, 26, 1)
			require.NoError(t, err)
			p = start
		}
		r, err := Play(t.Context(), [2]player.Player{chip, twin}, Rules{Start: p}, Events{})
		require.NoError(t, err)
		require.Equal(t, Finished, r.Ending, "%v", r)
		// What a search finds may depend on those before: both begin anew, and go on in the same order.
		begin := func() {
			if s, ok := twin.(player.Starter); ok {
				_, err := s.Start(t.Context())
				require.NoError(t, err)
			}
		}
		begin()
		q := p
		for _, m := range r.Position.History()[p.Plies():] {
			if q.ToMove() == duo.Player1 {
				moves++
				want, err := twin.Move(t.Context(), &q)
				require.NoError(t, err)
				assert.Equal(t, want, m)
			}
			q.Play(m)
		}
		// A move taken back.
		begin()
		q = r.Position
		q.Undo()
		q.Undo()
		if !q.Over() {
			moves++
			got, err := chip.Move(t.Context(), &q)
			require.NoError(t, err)
			want, err := twin.Move(t.Context(), &q)
			require.NoError(t, err)
			assert.Equal(t, want, got)
		}
	}
	assert.Equal(t, chip.Name()+": building and starting the simulated chip (the first time takes a while)\n", log.String())
	summary := chip.(player.Summarizer).Summary()
	assert.Regexp(t, fmt.Sprintf("^"+chip.Name()+": "+wantSummary+"$", moves, moves), summary)
	t.Log(summary)
}

func TestEndings(t *testing.T) {
	t.Parallel()
	failure := errors.New("the cable is out")
	for _, c := range []struct {
		name     string
		one, two []any
		want     string // of the result, or of the error
		wantErr  error
	}{
		{"draw", []any{"55u0", "0000"}, []any{"aau0", "0000"}, "draw", nil},
		{"player 1 wins", []any{"55u0", "0000"}, []any{"aah0", "0000"}, "player 1 wins", nil},
		{"player 2 wins", []any{"55h0", "0000"}, []any{"aau0", "0000"}, "player 2 wins", nil},
		{"resignation", []any{"55u0"}, []any{player.ErrResign}, "player 1 wins: player 2 resigned", nil},
		{"violation", []any{"55u0", "66a0"}, []any{"aau0"}, "player 2 wins: illegal move: player 1: 66a0: a square shares an edge with one of the player's tiles: (6,6)", nil},
		{"undo", []any{"55h0", &player.Jump{Position: duo.NewPosition(duo.Player1)}, "55u0", "0000"}, []any{"aah0", "aah0", "0000"}, "player 1 wins", nil},
		{"forfeit", []any{"55u0"}, []any{&player.Forfeit{Err: failure}}, "player 1 wins: player 2 failed: the cable is out", nil},
		{"leaving", []any{player.ErrQuit}, nil, "player 1 (script): move 1: the player leaves", player.ErrQuit},
		{"failure", []any{"55u0"}, []any{failure}, "player 2 (script): move 2: the cable is out", failure},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes := 0
			one, two := &script{answers: c.one}, &script{answers: c.two}
			r, err := Play(t.Context(), [2]player.Player{one, two}, Rules{Start: duo.NewPosition(duo.Player1)}, Events{Changed: func(*duo.Position, string) { changes++ }})
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

func TestPlayIsInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Play(ctx, [2]player.Player{&script{}, &script{}}, Rules{Start: duo.NewPosition(duo.Player1)}, Events{})
	assert.ErrorIs(t, err, context.Canceled)
	p := duo.NewPosition(duo.Player1)
	for _, spec := range []string{"random", "minimax:depth=4,alphabeta=false", "montecarlo", "chip-montecarlo"} {
		_, err := newTestPlayer(t, spec, player.Env{}).Move(ctx, &p)
		assert.ErrorIs(t, err, context.Canceled, spec)
	}
}
