package game

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// TestRecord plays a game from an opening and writes and reads its record.
func TestRecord(t *testing.T) {
	t.Parallel()
	const opening = 3
	start, err := Opening(t.Context(), duo.Player2, opening, 1)
	require.NoError(t, err)
	thinker, err := player.New("montecarlo:visits=1", player.Env{Seed: 1})
	require.NoError(t, err)
	random, err := player.New("random", player.Env{Player: duo.Player2, Seed: 1})
	require.NoError(t, err)
	r, err := Play(t.Context(), [2]player.Player{thinker, random}, Rules{Start: start}, Events{})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, record.WriteJSON(&out, r.Record(opening)))
	games, err := record.ReadJSON(&out)
	require.NoError(t, err)
	g := games[0]
	assert.Equal(t, r.Position.History(), g.Moves)
	assert.Equal(t, [2]string{"montecarlo", "random"}, g.Names)
	assert.Equal(t, duo.Player2, g.First)
	assert.Equal(t, opening, g.Opening)
	assert.Equal(t, record.Result(&r.Position), g.Result)
	require.Len(t, g.Notes, len(g.Moves))
	var sum [2]float64
	for ply, n := range g.Notes {
		mover := duo.Player((ply + 1) % 2)
		sum[mover] += n.Seconds
		if ply < opening {
			assert.Zero(t, n)
			continue
		}
		before := duo.NewPosition(g.First)
		for _, m := range g.Moves[:ply] {
			before.Play(m)
		}
		thought := mover == duo.Player1 && before.CountLegalMoves() > 1
		assert.Equal(t, thought, n.Value != nil && n.Margin != nil && n.Visits > 0, "ply %d", ply)
	}
	assert.InDeltaSlice(t, sum[:], g.Seconds[:], 1e-9)
	assert.Positive(t, sum[0])
}

// jumper goes on from another position, once, and then gives up.
type jumper struct{ to []duo.Position }

func (*jumper) Name() string { return "jumper" }
func (*jumper) Close() error { return nil }

func (j *jumper) Move(_ context.Context, pos *duo.Position) (duo.Move, error) {
	if len(j.to) == 0 {
		return 0, player.ErrResign
	}
	to := j.to[0]
	j.to = j.to[1:]
	return 0, &player.Jump{Position: to}
}

// TestRecordAfterJump keeps the notes on the moves that stay.
func TestRecordAfterJump(t *testing.T) {
	t.Parallel()
	back, err := duo.ParseGame(duo.Player1, "55u0")
	require.NoError(t, err)
	other, err := duo.ParseGame(duo.Player1, "55t1 aau0")
	require.NoError(t, err)
	a, b := record.Note{Text: "a"}, record.Note{Text: "b"}
	moves, err := duo.ParseGame(duo.Player1, "55u0 aau0")
	require.NoError(t, err)
	assert.Equal(t, []record.Note{a}, keep([]record.Note{a, b}, moves.History(), back.History()))
	assert.Empty(t, keep([]record.Note{a, b}, moves.History(), other.History()))

	p := &jumper{to: []duo.Position{other}}
	r, err := Play(t.Context(), [2]player.Player{p, p}, Rules{Start: moves}, Events{})
	require.NoError(t, err)
	g := r.Record(0)
	assert.Equal(t, "W+R", g.Result)
	assert.Equal(t, "resigned", g.Reason)
	assert.Equal(t, other.History(), g.Moves)
	require.NoError(t, record.WriteJSON(new(bytes.Buffer), g))
}
