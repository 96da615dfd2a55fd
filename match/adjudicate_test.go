// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
)

func TestParseAdjudication(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Adjudication{
		"0.05,3":    {Value: 0.05, Count: 3},
		"0,1":       {Count: 1},
		"10/0.5,20": {Margin: 10, Value: 0.5, Count: 20},
	} {
		got, err := ParseAdjudication(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got)
		assert.Equal(t, text, got.String())
	}
	for _, text := range []string{"", "0.05", "0.05,0", "0.6,3", "-0.1,3", "x/0.1,3", "0/0.1,3", "-1/0.1,3", "NaN,3", "NaN/0.1,3", "0.1,3,4"} {
		_, err := ParseAdjudication(text)
		assert.ErrorContains(t, err, "want [MARGIN/]VALUE,COUNT", text)
	}
}

// judged feeds a judge the values of moves, seats in turn. It returns the verdict and the number of
// moves before it; 0: no verdict.
func judged(j *judge, notes ...play.Note) (v play.Verdict, after int) {
	r := &play.Result{}
	for i, n := range notes {
		r.Notes = append(r.Notes, n)
		if v, decided := j.decide(r, i%2); decided {
			return v, i + 1
		}
	}
	return v, 0
}

// note is a note with a value, and perhaps a margin.
func note(value float64, margin ...float64) play.Note {
	n := play.Note{Value: &value}
	if len(margin) > 0 {
		n.Margin = &margin[0]
	}
	return n
}

func TestJudge(t *testing.T) {
	t.Parallel()
	none := play.Note{}
	resign := Terms{Resign: Adjudication{Value: 0.1, Count: 2}}
	draw := Terms{Draw: Adjudication{Value: 0.05, Count: 2}}
	points := Terms{Resign: Adjudication{Margin: 10, Value: 0.1, Count: 1}, Draw: Adjudication{Margin: 1, Value: 0.5, Count: 1}}
	for _, c := range []struct {
		name  string
		terms Terms
		notes []play.Note
		loser int
		after int
	}{
		{"two in a row", resign, []play.Note{note(0.1), note(0.9), note(0.05)}, 0, 3},
		{"the second player", resign, []play.Note{note(0.9), note(0.1), note(0.9), note(0.1)}, 1, 4},
		{"not in a row", resign, []play.Note{note(0.1), note(0.9), note(0.2), note(0.9), note(0.1)}, 0, 0},
		{"one each", resign, []play.Note{note(0.1), note(0.1)}, 0, 0},
		{"the winner's value does not count", resign, []play.Note{none, note(1), none, note(1), none, note(1)}, 0, 0},
		{"a move without a value changes nothing", resign, []play.Note{note(0.1), none, none, none, note(0.1)}, 0, 5},
		{"both see a draw", draw, []play.Note{note(0.5), note(0.45), note(0.55), note(0.5)}, -1, 4},
		{"one sees a draw", draw, []play.Note{note(0.5), note(0.4), note(0.5), note(0.5), note(0.5), note(0.6)}, 0, 0},
		{"the margin is too small", points, []play.Note{note(0.1, -9)}, 0, 0},
		{"value and margin", points, []play.Note{note(0.1, -10)}, 0, 1},
		{"margin and no value", points, []play.Note{note(0.2, -20)}, 0, 0},
		{"no margin stated", points, []play.Note{note(0.05)}, 0, 1},
		{"a draw in points", points, []play.Note{note(0.8, 1), note(0.3, -1)}, -1, 2},
	} {
		v, after := judged(c.terms.newJudge(), c.notes...)
		assert.Equal(t, c.after, after, c.name)
		if after > 0 {
			assert.Equal(t, c.loser, v.Loser, c.name)
		}
	}
	assert.Nil(t, (&Terms{}).newJudge(), "off by default")
}

// TestAdjudicatedMatch plays matches whose games all end early, in a game with a margin in points
// and in a game without, and reads them back.
func TestAdjudicatedMatch(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"", "dots:3x3"} {
		lost := terms(4, "tree:leaves=20", "tree:leaves=21")
		lost.Game, lost.Digest = game, OpeningsDigest(game)
		drawn := *lost
		lost.Resign = Adjudication{Value: 0.5, Count: 2}
		drawn.Draw = Adjudication{Value: 0.5, Count: 1}

		s, path := mustPlay(t, lost, 2)
		assert.Zero(t, s.Draws)
		assert.Equal(t, 4, s.Wins+s.Losses)
		for i, w := range s.Work {
			assert.Zero(t, w.Forfeits, "player %d", i+1)
		}
		for _, g := range games(t, path) {
			assert.Regexp(t, `^adjudicated: player [12] has seen no chance in 2 moves in a row$`, g.Reason)
			end, err := g.Position()
			require.NoError(t, err)
			assert.False(t, end.Over())
			assert.Regexp(t, `^player [12] wins: adjudicated`, g.Outcome(end))
		}

		s, path = mustPlay(t, &drawn, 1)
		assert.Equal(t, 4, s.Draws)
		for _, g := range games(t, path) {
			assert.Equal(t, "adjudicated: both players have seen a draw in a move", g.Reason)
			assert.Len(t, g.Moves, g.Opening+2)
		}
		again, err := playMatch(t.Context(), &drawn, path, 1, nil)
		require.NoError(t, err, "a complete match is read, not played")
		assert.Equal(t, s.Score, again.Score)
		other := drawn
		other.Draw.Count = 2
		_, err = playMatch(t.Context(), &other, path, 1, nil)
		assert.ErrorContains(t, err, `--draw: "0.5,2", but the games in the file were played with "0.5,1"`)
	}
}

func TestAdjudicationNeedsTwo(t *testing.T) {
	t.Parallel()
	tm := terms(2, "tree:leaves=20", "random")
	tm.Game, tm.Resign = "blokus:three", Adjudication{Value: 0.1, Count: 1}
	var bad *TermsError
	require.True(t, errors.As(tm.Validate(), &bad))
	assert.Equal(t, "resign", bad.Flag)
}
