package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

func TestNewErrors(t *testing.T) {
	for _, c := range []struct {
		spec  string
		depth int
		want  string
	}{
		{"", 0, `player "": no player is named "", want one of chip, chip-mc, golden, `},
		{"gold", 0, `player "gold": no player is named "gold", want one of chip, chip-mc, golden, `},
		{"golden:", 0, `player "golden:": option "", want name=value`},
		{"golden:depth", 0, `player "golden:depth": option "depth", want name=value`},
		{"golden:depth=5", 0, `player "golden:depth=5": option depth="5", want 1..4`},
		{"golden:depth=2,depth=3", 0, `player "golden:depth=2,depth=3": option depth is given twice`},
		{"golden", 9, `player "golden": option depth="9", want 1..4`},
		{"golden:alphabeta=1", 0, `player "golden:alphabeta=1": option alphabeta="1", want true or false`},
		{"golden:dept=2", 0, `player "golden:dept=2": unknown option "dept", want one of depth, alphabeta, own, rival, square`},
		{"mc:visits=0", 0, `player "mc:visits=0": option visits="0", want 1..`},
		{"mc:policy=best", 0, `player "mc:policy=best": option policy="best", want uniform or largest`},
		{"mc:depth=2", 0, `player "mc:depth=2": unknown option "depth", want one of policy, visits, seed`},
		{"chip-mc:visits=x", 0, `player "chip-mc:visits=x": option visits="x", want 1..`},
		{"chip-mc:lanes=2", 0, `player "chip-mc:lanes=2": unknown option "lanes", want one of policy, visits, seed`},
		{"random:seed=-1", 0, `player "random:seed=-1": option seed="-1", want a whole number, 0 or more`},
		{"random:pick=best", 0, `player "random:pick=best": option pick="best", want uniform or largest`},
		{"human:x=1", 0, `player "human:x=1": unknown option "x", the player has none`},
	} {
		_, err := New(c.spec, Env{Depth: c.depth, In: &typed{}, Out: io.Discard})
		require.Error(t, err, c.spec)
		assert.Contains(t, err.Error(), c.want)
		assert.ErrorAs(t, err, new(*SpecError), c.spec)
	}
	_, err := New("human", Env{})
	assert.EqualError(t, err, "there is no terminal to ask a person at")
}

func newTestPlayer(t *testing.T, spec string, env Env) Player {
	t.Helper()
	a, err := New(spec, env)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, a.Close()) })
	return a
}

// TestGames plays the players that need nobody and checks that a game can be
// repeated with its seed.
func TestGames(t *testing.T) {
	play := func(spec1, spec2 string, seed uint64) *Result {
		r, err := Play(t.Context(), duo.NewPosition(duo.Player1), [2]Player{
			newTestPlayer(t, spec1, Env{Player: duo.Player1, Seed: seed}),
			newTestPlayer(t, spec2, Env{Player: duo.Player2, Seed: seed}),
		}, nil)
		require.NoError(t, err)
		require.Equal(t, Regular, r.Ending, "%v", r)
		require.True(t, r.Position.Over())
		return r
	}
	for _, spec := range []string{"random", "random:pick=largest", "golden:depth=1", "golden:depth=1,alphabeta=false,own=2", "mc:visits=1"} {
		a, b, c := play(spec, "random", 1), play(spec, "random", 1), play(spec, "random", 2)
		assert.Equal(t, a.Position, b.Position, spec)
		assert.NotEqual(t, a.Position, c.Position, spec)
	}
	won := 0
	for seed := range uint64(10) {
		if w, ok := play("golden", "random", seed).Winner(); ok && w == duo.Player1 {
			won++
		}
	}
	assert.GreaterOrEqual(t, won, 8, "golden must beat random")
	for i, spec := range []string{"mc:visits=1", "mc:visits=1,policy=uniform"} {
		w, ok := play(spec, "random", uint64(i)).Winner()
		assert.True(t, ok && w == duo.Player1, "%s must beat random", spec)
	}
	one, other := play("mc:visits=1,seed=1", "golden", 0), play("mc:visits=1,seed=2", "golden", 0)
	assert.NotEqual(t, one.Position, other.Position, "mc pays no heed to its seed")
	a := play("random:pick=largest", "random", 1)
	for i, m := range a.Position.History()[:8] {
		if i%2 == 0 {
			assert.Equal(t, 5, m.Tile().Size(), "move %d, %v", i+1, m)
		}
	}
}

// TestChipMonteCarlo plays the ends of two games, the second of which player 2
// begins: the chip must find the moves that golden finds, and follow take-backs.
func TestChipMonteCarlo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	late := duo.RandomGame(rng, 24)
	var log strings.Builder
	chip := newTestPlayer(t, "chip-mc:seed=3", Env{Log: &log})
	twin := newTestPlayer(t, "mc:visits=1,seed=3", Env{})
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
		r, err := Play(t.Context(), p, [2]Player{chip, twin}, nil)
		require.NoError(t, err)
		require.Equal(t, Regular, r.Ending, "%v", r)
		q := r.Position
		for q.Plies() > p.Plies() {
			q.Undo()
			if q.ToMove() == duo.Player1 {
				moves++
				want, err := twin.Move(t.Context(), &q)
				require.NoError(t, err)
				assert.Equal(t, want, r.Position.History()[q.Plies()])
			}
		}
		// A move taken back.
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
	assert.Equal(t, "chip-mc: starting the simulated chip (its first use builds it)\n", log.String())
	summary := chip.(Summarizer).Summary()
	assert.Regexp(t, fmt.Sprintf(`^chip-mc: %d of %d moves agree with golden; [0-9]+ playouts, [0-9]+ cycles, [0-9]+ cycles per playout and lane$`, moves, moves), summary)
	t.Log(summary)
}

func TestReferee(t *testing.T) {
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
		{"resignation", []any{"55u0"}, []any{ErrResign}, "player 1 wins: player 2 resigned", nil},
		{"violation", []any{"55u0", "66a0"}, []any{"aau0"}, "player 2 wins: illegal move: player 1: 66a0: a square shares an edge with one of the player's tiles: (6,6)", nil},
		{"undo", []any{"55h0", ErrUndo, "55u0", "0000"}, []any{"aah0", "aah0", "0000"}, "player 1 wins", nil},
		{"leaving", []any{ErrQuit}, nil, "player 1 (script): move 1: the player leaves", ErrQuit},
		{"failure", []any{"55u0"}, []any{failure}, "player 2 (script): move 2: the cable is out", failure},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes := 0
			one, two := &script{answers: c.one}, &script{answers: c.two}
			r, err := Play(t.Context(), duo.NewPosition(duo.Player1), [2]Player{one, two}, func(*duo.Position) { changes++ })
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
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Play(ctx, duo.NewPosition(duo.Player1), [2]Player{&script{}, &script{}}, nil)
	assert.ErrorIs(t, err, context.Canceled)
	p := duo.NewPosition(duo.Player1)
	for _, spec := range []string{"random", "golden:depth=4,alphabeta=false", "mc", "chip-mc"} {
		_, err := newTestPlayer(t, spec, Env{}).Move(ctx, &p)
		assert.ErrorIs(t, err, context.Canceled, spec)
	}
}

// typed is a person's input.
type typed struct{ lines []string }

func (l *typed) Next(context.Context) (string, error) {
	if len(l.lines) == 0 {
		return "", io.EOF
	}
	line := l.lines[0]
	l.lines = l.lines[1:]
	return line, nil
}

func TestHuman(t *testing.T) {
	for _, c := range []struct {
		name, moves string // the game so far
		typed       string
		want        string // what stands in the answer to the person
		move        string
		err         error
	}{
		{"code", "", "55u0", "player 1, your move (or help): ", "55u0", nil},
		{"duplicate code", "", "55u7", "", "55u0", nil},
		{"cell list", "", "  e11,d10,e10,f10,e9 ", "", "55u0", nil},
		{"pass", "55u0 aau0", "pass", "", "0000", nil},
		{"refused pass", "", "0000\n55u0", "player 1: 0000: a player's first move must be a placement\n", "55u0", nil},
		{"malformed", "", "55v0\n\n55u0", "move \"55v0\": tile \"v\", want a..u\n", "55u0", nil},
		{"illegal", "55u0 aau0", "66a0\n67a0", "player 1: 66a0: a square shares an edge with one of the player's tiles: (6,6)\n", "67a0", nil},
		{"two words", "", "55u0 55a0\n55u0", "\"55u0 55a0\": want one move or command, see help\n", "55u0", nil},
		{"help", "", "help\n55u0", "take back your last move", "55u0", nil},
		{"hint", "", "hint\n55u0", "try ", "55u0", nil},
		{"moves of a tile", "", "moves h\n55u0", "h (4): 44h0 54h0 45h0 55h0\n", "55u0", nil},
		{"all moves", "", "moves\n55u0", "b (4): ", "55u0", nil},
		{"moves of a used tile", "55u0 aau0", "moves u\n67a0", "u: the tile has been used\n", "67a0", nil},
		{"moves of no tile", "", "moves x\n55u0", "tile \"x\", want a..u\n", "55u0", nil},
		{"nothing to undo", "", "undo\n55u0", "there is no move of yours to take back\n", "55u0", nil},
		{"undo", "55u0 aau0", "undo", "", "", ErrUndo},
		{"resign", "", "resign", "", "", ErrResign},
		{"quit", "", "quit", "", "", ErrQuit},
		{"end of input", "", "", "", "", ErrQuit},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := duo.NewPosition(duo.Player1)
			for _, code := range strings.Fields(c.moves) {
				m, err := duo.ParseMove(code)
				require.NoError(t, err)
				require.NoError(t, p.MakeMove(m))
			}
			in := &typed{}
			if c.typed != "" {
				in.lines = strings.Split(c.typed, "\n")
			}
			var out strings.Builder
			before := p
			m, err := newTestPlayer(t, "human", Env{In: in, Out: &out}).Move(t.Context(), &p)
			require.ErrorIs(t, err, c.err)
			if c.err == nil {
				require.NoError(t, err)
				assert.Equal(t, c.move, m.String())
			}
			assert.Contains(t, out.String(), c.want)
			assert.Empty(t, in.lines)
			assert.Equal(t, before, p)
		})
	}
}
