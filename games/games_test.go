// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package games

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/play"
	_ "github.com/tessera-fpga/tessera/play/prompt"
)

// draw draws all extras.
var draw = play.DrawOptions{Color: true, Corners: true}

// all returns every game in its default variant.
func all(t *testing.T) (found []*play.Game) {
	t.Helper()
	for _, e := range play.Entries() {
		g, err := play.Find(e.Name)
		require.NoError(t, err)
		again, err := play.Find(g.Name)
		require.NoError(t, err, "the name settles the variant")
		require.Equal(t, g.Name, again.Name)
		found = append(found, g)
	}
	return found
}

// TestGames plays random games of every kind, and checks the promises of a Position.
func TestGames(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, g := range all(t) {
		for range 3 {
			p := g.Start()
			for ply := 0; !p.Over(); ply++ {
				require.Len(t, p.History(), ply)
				moves := p.Moves()
				require.NotEmpty(t, moves)
				require.EqualValues(t, len(moves), p.Perft(1))
				before := p.Draw(draw)
				for _, bad := range []string{"", "zz9z", "-1", "999999999999999999999", "\x00"} {
					require.Error(t, g.PlayText(p, bad), "%q", bad)
				}
				for range 20 { // numbers of every width, mostly no moves
					m := play.Move(rng.Uint32() >> rng.IntN(32))
					if !slices.Contains(moves, m) && !(g.HasPass && m == g.Pass) {
						require.Error(t, p.Play(m), "%d", m)
					}
				}
				require.Error(t, p.Play(1<<32-1))
				for _, m := range moves { // bits beyond a move's own width count
					require.Error(t, p.Play(m|1<<16), "%d", m|1<<16)
				}
				require.Equal(t, before, p.Draw(draw), "a wrong move changes nothing")
				for _, m := range moves { // moves are written in one way, which is read again
					again, err := g.Parse(g.Format(m))
					require.NoError(t, err)
					require.Equal(t, m, again)
					again, err = g.Parse(strings.ToLower(g.External(m)))
					require.NoError(t, err)
					require.Equal(t, m, again)
				}
				q := p.Clone()
				m := play.RandomMove(q, rng)
				require.NoError(t, q.Play(m))
				require.Equal(t, before, p.Draw(draw), "a clone goes its own way")
				require.Equal(t, m, q.History()[ply])
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

// TestSearch lets the tree search of every game play from random positions: it considers only legal
// moves, and its lines can be played.
func TestSearch(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, g := range all(t) {
		if g.Search == nil {
			continue
		}
		p, err := g.New("tree:leaves=50", play.Env{Seed: 1})
		require.NoError(t, err)
		for pos := g.Start(); !pos.Over(); {
			before := pos.Draw(draw)
			m, err := p.Move(t.Context(), pos)
			require.NoError(t, err)
			require.Equal(t, before, pos.Draw(draw))
			require.Contains(t, pos.Moves(), m)
			if thoughts := p.(play.Thinker).Thoughts(); len(thoughts) > 0 {
				require.Equal(t, m, thoughts[0].Move)
				for _, thought := range thoughts {
					require.Contains(t, pos.Moves(), thought.Move)
					require.True(t, thought.Value >= 0 && thought.Value <= 1, thought.Value)
				}
				if !g.HasPass { // lines leave passes out
					line := pos.Clone()
					for _, m := range thoughts[0].Line {
						require.NoError(t, line.Play(m))
					}
				}
			}
			require.NoError(t, pos.Play(play.RandomMove(pos, rng)))
		}
		require.NoError(t, p.Close())
	}
}

// TestPondering checks in every game that player tree searches on in the rival's time.
func TestPondering(t *testing.T) {
	t.Parallel()
	const leaves = 2
	for _, g := range all(t) {
		require.NotNil(t, g.Search, "%s has no player tree", g.Name)
		var search play.Search
		of := *g
		of.Search = func(env play.Env, o *play.Options, limits *play.SearchLimits) (_ play.Search, err error) {
			search, err = g.Search(env, o, limits)
			return search, err
		}
		a, err := of.New(fmt.Sprintf("tree:leaves=%d,ponder=true", leaves), play.Env{Seed: 1})
		require.NoError(t, err)
		_, err = a.Move(t.Context(), g.RandomStart(g.Start(), g.OpeningPlies, 1))
		require.NoError(t, err)
		assert.Eventually(t, func() bool {
			most, _ := search.Contest()
			return most > 3*leaves
		}, time.Minute, time.Millisecond, "%s does not ponder", g.Name)
		require.NoError(t, a.(play.Starter).End(t.Context())) // ends pondering
		ended, _ := search.Contest()
		time.Sleep(10 * time.Millisecond)
		most, _ := search.Contest()
		assert.Equal(t, ended, most, "%s ponders after the end", g.Name)
		require.NoError(t, a.Close())
	}
}

// lines are a person's input.
type lines []string

func (l *lines) Next(context.Context) (string, error) {
	if len(*l) == 0 {
		return "quit", nil
	}
	line := (*l)[0]
	*l = (*l)[1:]
	return line, nil
}

// TestHuman types commands, makes moves and takes one back.
func TestHuman(t *testing.T) {
	t.Parallel()
	for _, g := range all(t) {
		var out strings.Builder
		p := g.Start()
		var typed lines
		rng := rand.New(rand.NewPCG(1, 0))
		for range g.Seats() {
			require.NoError(t, p.Play(play.RandomMove(p, rng)))
		}
		typed = append(typed, "help", "undo", "nonsense", "show", "moves", "hint")
		typed = append(typed, strings.Fields(g.FormatMoves(p.History()))...)
		typed = append(typed, "list", "undo", "quit")
		var players []play.Player
		for seat := range g.Seats() {
			h, err := g.New("human", play.Env{Seat: seat, In: &typed, Out: &out})
			require.NoError(t, err)
			players = append(players, h)
		}
		last := 0
		_, err := play.Run(t.Context(), players, play.Rules{Game: g, Start: g.Start()}, play.Events{Changed: func(p play.Position, _ string) { last = len(p.History()) }})
		require.ErrorIs(t, err, play.ErrQuit)
		assert.Less(t, last, g.Seats(), "a move was taken back")
		for _, want := range []string{
			strings.Fields(g.MoveHelp)[0] + " ", "there is no move of yours to take back", strings.TrimRight(g.Start().Draw(play.DrawOptions{}), "\n"),
			listed(g), "try ", fmt.Sprintf("%d. ", g.Seats()), g.Both(p.History()[g.Seats()-1]),
		} {
			assert.Contains(t, out.String(), want)
		}
	}
}

// TestPass types pass in games without that move: at the start, and in Blokus when blue has no move
// left.
func TestPass(t *testing.T) {
	t.Parallel()
	answer := func(g *play.Game, p play.Position) string {
		var out strings.Builder
		h, err := g.New("human", play.Env{Seat: p.ToMove(), In: &lines{"Pass"}, Out: &out})
		require.NoError(t, err)
		_, err = h.Move(t.Context(), p)
		require.ErrorIs(t, err, play.ErrQuit)
		return out.String()
	}
	for name, want := range map[string]string{
		"blokus":     "there is no pass in Blokus: the game skips a colour without a move; player 1 (blue) has 58 legal moves\n",
		"blokus:two": "there is no pass in Blokus Two-Player: the game skips a colour without a move; player 1 (blue) has 58 legal moves\n",
		"dots:1x1":   "there is no pass in dots and boxes, 1x1; player 1 has 4 legal moves\n",
		"quoridor":   "there is no pass in Quoridor; player 1 has 131 legal moves\n",
	} {
		g, err := play.Find(name)
		require.NoError(t, err)
		assert.Contains(t, answer(g, g.Start()), want)
	}
	g, err := play.Find("blokus")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 0))
	p := g.Start()
	for !p.(play.Coloured).Skipped(0) {
		require.NoError(t, p.Play(play.RandomMove(p, rng)))
	}
	require.False(t, p.Over())
	assert.Regexp(t, `skips a colour without a move, now blue( and .*)?; player \d \(\w+\) has \d+ legal moves?\n`, answer(g, p))
}

// listed is the answer to the command moves at the start.
func listed(g *play.Game) string {
	if g.ListMoves != nil {
		return g.ListMoves(g.Start(), "", g.Format)
	}
	return g.FormatMoves(g.Start().Moves())
}

func TestFind(t *testing.T) {
	t.Parallel()
	g, err := play.Find("")
	require.NoError(t, err)
	assert.Equal(t, duo.Name, g.Name)
	assert.True(t, g.IsDefault())
	for name, want := range map[string]string{
		"dtos":       `no game is named "dtos", want one of duo, blokus, dots, nim, quoridor`,
		"dots:":      "", // as without a colon
		"dots:3":     `game "dots:3": dotsboxes: size "3", want height and width in boxes, such as 3x4`,
		"dots:0x4":   `0x4 boxes, want 1x1 or more`,
		"dots:9x9":   `9x9 boxes have 180 edges, want at most 64`,
		"dots:3x3x3": `size "3x3x3"`,
	} {
		_, err := play.Find(name)
		if want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorContains(t, err, want)
	}
}
