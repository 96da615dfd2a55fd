// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	golden "github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

// players makes a player for each seat.
func players(t *testing.T, of *play.Game, specs ...string) (all []play.Player) {
	t.Helper()
	for seat := range of.Seats() {
		p, err := of.New(specs[min(seat, len(specs)-1)], play.Env{Seat: seat, Seed: 5})
		require.NoError(t, err)
		all = append(all, p)
	}
	return all
}

// TestFromResult plays a game of Blokus Duo from an opening and writes and reads its record.
func TestFromResult(t *testing.T) {
	t.Parallel()
	const opening = 3
	of := duo(t)
	start, err := of.Begin(1)
	require.NoError(t, err)
	start = of.RandomStart(start, opening, 1)
	r, err := play.Run(t.Context(), players(t, of, "montecarlo:visits=1", "random"), play.Rules{Game: of, Start: start}, play.Events{})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, WriteJSON(&out, FromResult(r, opening)))
	all, err := ReadJSON(&out)
	require.NoError(t, err)
	g := all[0]
	assert.Equal(t, r.Position.History(), g.Moves)
	assert.Equal(t, []string{"montecarlo", "random"}, g.Players)
	assert.Equal(t, 1, g.First)
	assert.Equal(t, opening, g.Opening)
	assert.Equal(t, Result(of, r.Position), g.Result)
	require.Len(t, g.Notes, len(g.Moves))
	var sum [2]float64
	for ply, n := range g.Notes {
		mover := (ply + 1) % 2
		sum[mover] += n.Seconds
		if ply < opening {
			assert.Zero(t, n)
			continue
		}
		before, err := of.Replay(of.StartBy(g.First), g.Moves[:ply])
		require.NoError(t, err)
		thought := mover == 0 && len(before.Moves()) > 1
		assert.Equal(t, thought, n.Value != nil && n.Margin != nil && n.Visits > 0, "ply %d", ply)
	}
	assert.InDeltaSlice(t, sum[:], g.Seconds, 1e-9)
	assert.Positive(t, sum[0])
	assert.Equal(t, r.String(), g.Outcome(r.Position))
}

// TestEndings records games of Blokus Duo and of dots and boxes that ended in every way.
func TestEndings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ending  play.Ending
		loser   int
		result  string
		forfeit bool
	}{
		{play.Resigned, 0, "W+R", false}, {play.Illegal, 0, "W+F", true}, {play.Malformed, 1, "B+F", true},
		{play.Late, 1, "B+T", true}, {play.Failed, 1, "B+F", true},
	} {
		for _, name := range []string{"duo", "dots", "blokus:two", "blokus:three"} {
			of := find(t, name)
			r := &play.Result{
				Rules: play.Rules{Game: of}, Position: of.RandomStart(of.Start(), 4, 1), Names: []string{"a", "b", "c"}[:of.Seats()],
				Took: make([]time.Duration, of.Seats()), Ending: c.ending, Loser: c.loser, Rule: errors.New("so"), Text: "x",
			}
			g := FromResult(r, 2)
			assert.Equal(t, r.String(), playedBy(c.loser, g.Outcome(r.Position)))
			line, err := g.Line()
			require.NoError(t, err)
			back, err := ParseJSON(line)
			require.NoError(t, err)
			again, err := back.Line()
			require.NoError(t, err)
			assert.Equal(t, string(line), string(again))
			assert.Equal(t, r.Shares(), back.FinalShares(r.Position))
			assert.Equal(t, c.forfeit && !of.ByPoints, back.Forfeit)
			if of.ByPoints {
				assert.Equal(t, c.result, back.Result)
			}
			if of.SGF && of.Seats() == 2 {
				var sgf bytes.Buffer
				require.NoError(t, g.WriteSGF(&sgf))
				assert.Contains(t, sgf.String(), "RE["+c.result+"]")
				back, err := allSGF(&sgf)
				require.NoError(t, err)
				assert.Equal(t, c.result, back[0].Result)
				assert.Equal(t, r.Shares(), back[0].FinalShares(r.Position))
				assert.Equal(t, g.Forfeit, back[0].Forfeit)
				_, err = back[0].Check()
				assert.NoError(t, err)
			}
		}
	}
}

// playedBy puts the loser into an outcome, in the words of play.Result.
func playedBy(loser int, outcome string) string {
	winner, reason, _ := bytes.Cut([]byte(outcome), []byte(": "))
	return string(winner) + ": " + play.Seat(loser) + ": " + string(reason)
}

// TestResultBySquaresLeft records the margin that decides in the contest.
func TestResultBySquaresLeft(t *testing.T) {
	t.Parallel()
	of := duo(t)
	var squares [2]golden.Bitboard
	squares[0].Set(1)
	end := &rules.Position{Position: golden.SetupPosition(squares, [2]golden.TileSet{0, 1}, golden.Player1)}
	played := play.Rules{Game: of, Start: end}
	r := &play.Result{Rules: played, Position: end, Names: make([]string, 2)}
	assert.Equal(t, play.FormatMargin(of.Margins(end)[0]), FromResult(r, 0).Result)
	r.Rules.Shares = rules.BySquaresLeft
	assert.Equal(t, play.FormatMargin(of.Margins(end)[1]), FromResult(r, 0).Result)
	assert.NotEqual(t, of.Margins(end)[0], of.Margins(end)[1])
}

// TestRecords writes games of all kinds, reads them back, and refuses mismatches.
func TestRecords(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dots", "quoridor", "blokus", "blokus:two", "blokus:three", "blokus:squares"} {
		of := find(t, name)
		r, err := play.Run(t.Context(), players(t, of, "random"), play.Rules{Game: of, Start: of.RandomStart(of.Start(), of.OpeningPlies, 7)}, play.Events{})
		require.NoError(t, err)
		rec := FromResult(r, of.OpeningPlies)
		line, err := rec.Line()
		require.NoError(t, err)
		back, err := ParseJSON(line)
		require.NoError(t, err)
		assert.Equal(t, of.Name, back.Of.Name)
		assert.Equal(t, r.String(), back.Outcome(r.Position))
		again, err := back.Line()
		require.NoError(t, err)
		assert.Equal(t, string(line), string(again))

		for _, c := range []struct {
			change func(m map[string]any)
			want   string
		}{
			{func(m map[string]any) { m["moves"] = m["moves"].([]any)[:1] }, ""},
			{func(m map[string]any) { m["moves"] = append(slices.Clone(m["moves"].([]any)), m["moves"].([]any)[0]) }, ""},
			{func(m map[string]any) { m["shares"] = append(m["shares"].([]any), 0) }, "shares, want"},
			{func(m map[string]any) { m["kind"] = "chess" }, `no game is named "chess"`},
			{func(m map[string]any) { delete(m, "kind") }, ""},
			{func(m map[string]any) { m["first"] = 2 }, "first 2, want 1"},
			{func(m map[string]any) { m["opening"] = 10_000 }, "opening 10000, want a number of plies"},
			{func(m map[string]any) { m["players"] = []string{} }, "players: 0 names, want"},
			{func(m map[string]any) { m["standing"] = "x" }, `standing "x", the moves give`},
			{func(m map[string]any) { m["seconds"] = []int{1} }, "seconds [1], want"},
		} {
			var m map[string]any
			require.NoError(t, json.Unmarshal(line, &m))
			c.change(m)
			broken, err := json.Marshal(m)
			require.NoError(t, err)
			_, err = ParseJSON(broken)
			var place *PlaceError
			require.ErrorAs(t, err, &place, "%s", c.want)
			assert.ErrorContains(t, err, c.want)
		}
	}
	_, err := ParseJSON([]byte(`{"wins":1,"players":[{"player":"random","moves":3}]}`))
	assert.ErrorIs(t, err, ErrSummary, "the last line of a match")
}

// jumper goes on from another position, once, and then gives up.
type jumper struct{ to []play.Position }

func (*jumper) Name() string { return "jumper" }
func (*jumper) Close() error { return nil }

func (j *jumper) Move(context.Context, play.Position) (play.Move, error) {
	if len(j.to) == 0 {
		return 0, play.ErrResign
	}
	to := j.to[0]
	j.to = j.to[1:]
	return 0, &play.Jump{Position: to}
}

// TestRecordAfterJump records the game that was jumped to.
func TestRecordAfterJump(t *testing.T) {
	t.Parallel()
	of := duo(t)
	other, err := of.ParseMoves(0, "55t1 aau0")
	require.NoError(t, err)
	moves, err := of.ParseMoves(0, "55u0 aau0")
	require.NoError(t, err)
	p := &jumper{to: []play.Position{other}}
	r, err := play.Run(t.Context(), []play.Player{p, p}, play.Rules{Game: of, Start: moves}, play.Events{})
	require.NoError(t, err)
	g := FromResult(r, 0)
	assert.Equal(t, "W+R", g.Result)
	assert.Equal(t, "resigned", g.Reason)
	assert.Empty(t, cmp.Diff(other.History(), g.Moves))
	require.NoError(t, WriteJSON(new(bytes.Buffer), g))
}

// TestStanding reads the standing of a game of Quoridor that is a step from its end, as this version
// and as earlier ones wrote it.
func TestStanding(t *testing.T) {
	t.Parallel()
	const line = `{"first":1,"kind":"quoridor","players":["",""],"moves":["e2","e8","e3","e7","e4","e6","e5","d6","e6","d5","e7","d4","e8"],"standing":"%s"}`
	for standing, ok := range map[string]bool{"1 step to go - 3": true, "1 steps to go - 3": true, "11 steps to go - 3": false, "1 steps to go - 2": false} {
		_, err := ParseJSON(fmt.Appendf(nil, line, standing))
		assert.Equal(t, ok, err == nil, "%s: %v", standing, err)
	}
}
