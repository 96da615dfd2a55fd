package registry

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// games returns every game as it is when no variant is named.
func games(t *testing.T) (all []*boardgame.Game) {
	t.Helper()
	for _, e := range Entries() {
		g, err := Find(e.Name)
		require.NoError(t, err)
		again, err := Find(g.Name)
		require.NoError(t, err, "the name settles the variant")
		require.Equal(t, g.Name, again.Name)
		all = append(all, g)
	}
	return all
}

// TestGames plays games of every kind by chance, and looks at what a Position promises.
func TestGames(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, g := range games(t) {
		for range 3 {
			p := g.Start()
			for ply := 0; !p.Over(); ply++ {
				require.Len(t, p.History(), ply)
				moves := p.Moves()
				require.NotEmpty(t, moves)
				require.EqualValues(t, len(moves), p.Perft(1))
				before := p.Draw(false)
				for _, bad := range []string{"", "zz9z", "-1", "999999999999999999999", "\x00"} {
					require.Error(t, p.Play(bad), "%q", bad)
				}
				require.Equal(t, before, p.Draw(false), "a wrong move changes nothing")
				q := p.Clone()
				boardgame.PlayRandom(q, rng)
				require.Equal(t, before, p.Draw(false), "a clone goes its own way")
				require.Contains(t, moves, q.History()[ply], "moves are written in one way")
				require.GreaterOrEqual(t, p.ToMove(), 0)
				require.Less(t, p.ToMove(), g.Seats())
				p = q
			}
			sum := 0.0
			for _, s := range p.Shares() {
				sum += s
			}
			require.InDelta(t, 1, sum, 1e-9)
			require.Len(t, p.Shares(), g.Seats())
		}
	}
}

// TestSearch follows random games with the searchable form of every game.
func TestSearch(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, g := range games(t) {
		if g.Search == nil {
			continue
		}
		s := g.Search()
		for p := g.Start(); !p.Over(); boardgame.PlayRandom(p, rng) {
			s.SetRoot(p)
			s.Reset()
			require.Equal(t, p.ToMove(), s.ToMove())
			_, over := s.Over()
			require.False(t, over)
			var texts []string
			choices := s.Moves(nil)
			for _, c := range choices {
				texts = append(texts, s.Text(c.Move))
			}
			require.ElementsMatch(t, p.Moves(), texts)
			c := choices[rng.IntN(len(choices))]
			q := p.Clone()
			require.NoError(t, q.Play(s.Text(c.Move)))
			s.Play(c.Move)
			leaf, over := s.Over()
			require.Equal(t, q.Over(), over)
			if !over {
				require.Equal(t, q.ToMove(), s.ToMove())
				leaf = s.Leaf(rng.Uint32())
			}
			require.NotEqual(t, tree.Values{}, leaf.Values)
		}
	}
}

// TestRecords writes games and reads them again, and refuses what does not fit.
func TestRecords(t *testing.T) {
	t.Parallel()
	for _, g := range games(t) {
		var players []boardgame.Player
		for seat := range g.Seats() {
			p, err := g.New("random", boardgame.Env{Seat: seat, Seed: 5})
			require.NoError(t, err)
			players = append(players, p)
		}
		r, err := boardgame.Play(t.Context(), players, g.Opening(7), nil)
		require.NoError(t, err)
		rec := g.Record(r, g.OpeningPlies)
		line, err := rec.Line()
		require.NoError(t, err)
		var other *record.OtherGame
		_, err = record.ParseJSON(line)
		require.ErrorAs(t, err, &other)
		assert.Equal(t, g.Name, other.Kind)
		assert.Equal(t, string(line), string(other.Line))
		end, err := g.Replay(rec)
		require.NoError(t, err)
		assert.Equal(t, r.String(), rec.Outcome(end))
		back, err := g.ParseRecord(line)
		require.NoError(t, err)
		again, err := back.Line()
		require.NoError(t, err)
		assert.Equal(t, string(line), string(again))
		_, err = g.ParseRecord([]byte(`{"wins":1,"players":[{"player":"random","moves":3}]}`))
		assert.ErrorIs(t, err, record.ErrSummary, "the last line of a match")

		for _, c := range []struct {
			change func(r *boardgame.Record)
			want   string
		}{
			{func(r *boardgame.Record) { r.Moves = r.Moves[:len(r.Moves)-1] }, ""},
			{func(r *boardgame.Record) { r.Moves = append(slices.Clone(r.Moves), r.Moves[0]) }, "the game is over"},
			{func(r *boardgame.Record) { r.Shares = r.Shares[1:] }, "shares, want"},
			{func(r *boardgame.Record) { r.Kind = "chess" }, `a record of "chess"`},
			{func(r *boardgame.Record) { r.Opening = 10_000 }, "opening of 10000 plies"},
			{func(r *boardgame.Record) { r.Players = nil }, "0 players"},
		} {
			broken := *rec
			c.change(&broken)
			line, err := broken.Line()
			require.NoError(t, err)
			_, err = g.ParseRecord(line)
			assert.ErrorContains(t, err, c.want)
		}
	}
}

// lines are what a person types.
type lines []string

func (l *lines) Next(context.Context) (string, error) {
	if len(*l) == 0 {
		return "quit", nil
	}
	line := (*l)[0]
	*l = (*l)[1:]
	return line, nil
}

// TestHuman gives commands, makes moves and takes one back.
func TestHuman(t *testing.T) {
	t.Parallel()
	for _, g := range games(t) {
		var out strings.Builder
		p := g.Start()
		var typed lines
		rng := rand.New(rand.NewPCG(1, 0))
		for range g.Seats() {
			boardgame.PlayRandom(p, rng)
		}
		typed = append(typed, "help", "undo", "nonsense", "show", "moves", "hint")
		typed = append(typed, p.History()...)
		typed = append(typed, "list", "undo", "quit")
		var players []boardgame.Player
		for seat := range g.Seats() {
			h, err := g.New("human", boardgame.Env{Seat: seat, In: &typed, Out: &out})
			require.NoError(t, err)
			players = append(players, h)
		}
		last := 0
		_, err := boardgame.Play(t.Context(), players, g.Start(), func(p boardgame.Position) { last = len(p.History()) })
		require.ErrorIs(t, err, player.ErrQuit)
		assert.Less(t, last, g.Seats(), "a move was taken back")
		for _, want := range []string{
			g.MoveHelp, "there is no move of yours to take back", strings.TrimRight(g.Start().Draw(false), "\n"),
			strings.Join(g.Start().Moves(), " "), "try ", fmt.Sprintf("%d. %s", g.Seats(), p.History()[g.Seats()-1]),
		} {
			assert.Contains(t, out.String(), want)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	g, err := Find(Duo)
	require.NoError(t, err)
	assert.Nil(t, g)
	for name, want := range map[string]string{
		"dtos":       `no game is named "dtos", want one of duo, blokus, dots, quoridor`,
		"dots:":      "", // as without a colon
		"dots:3":     `game "dots:3": dotsboxes: size "3", want height and width in boxes, such as 3x4`,
		"dots:0x4":   `0x4 boxes, want 1x1 or more`,
		"dots:9x9":   `9x9 boxes have 180 edges, want at most 64`,
		"dots:3x3x3": `size "3x3x3"`,
	} {
		_, err := Find(name)
		if want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorContains(t, err, want)
	}
}
