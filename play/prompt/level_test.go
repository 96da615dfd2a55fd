// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package prompt

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/play"
)

// TestLevel has rivals that are the tree search play at another level; the other options stay.
func TestLevel(t *testing.T) {
	t.Parallel()
	for _, game := range play.GameNames() {
		g, err := play.Find(game)
		require.NoError(t, err)
		seats := make([]string, g.Seats())
		for seat := range seats {
			seats[seat] = "tree:time=1s,ponder=true"
		}
		seats[0], seats[len(seats)-1] = "human", "tree:level=2,seed=7"
		var out bytes.Buffer
		replaced := map[int]string{}
		a := human{env: play.Env{
			Game: g, Out: &out, In: play.NewLines(strings.NewReader("level 4\nlevel\nlevel 10\nlevel x\nresign\n")), Seats: seats,
			Replace: func(seat int, spec string) error {
				p, err := g.New(spec, play.Env{Seat: seat})
				require.NoError(t, err)
				replaced[seat] = spec
				seats[seat] = spec
				return p.Close()
			},
		}}
		_, err = a.Move(t.Context(), g.Start())
		require.ErrorIs(t, err, play.ErrResign)
		assert.Len(t, replaced, g.Seats()-1)
		for seat, spec := range replaced {
			want := "tree:level=4,ponder=true"
			if seat == len(seats)-1 {
				want = "tree:level=4,seed=7"
			}
			assert.Equal(t, want, spec)
			assert.Contains(t, out.String(), play.Seat(seat)+" plays at level 4, Club, from now on")
			assert.Contains(t, out.String(), play.Seat(seat)+" is "+want)
		}
		assert.Contains(t, out.String(), "9  Champion, ")
		assert.Contains(t, out.String(), `level: "10", want 1..9`)
		assert.Contains(t, out.String(), `level: "x", want 1..9`)

		out.Reset()
		a.env.Replace = func(int, string) error { return errors.New("there is none") }
		require.NoError(t, a.level(t.Context(), nil, []string{"1"}))
		assert.Equal(t, "level: there is none\n", out.String())
		out.Reset()
		a.env.Seats = []string{"human", "random"}
		require.NoError(t, a.level(t.Context(), nil, []string{"1"}))
		assert.Equal(t, "level: no rival of yours is the tree search\n", out.String())
	}
}

// TestHelp explains in every game how a move is written, by examples that are moves.
func TestHelp(t *testing.T) {
	t.Parallel()
	for _, game := range play.GameNames() {
		g, err := play.Find(game)
		require.NoError(t, err)
		assert.Contains(t, Introduction(g), g.Title+": write a move as ")
		for line := range strings.Lines(g.MoveHelp) {
			example, meaning, ok := strings.Cut(line, "  ")
			assert.True(t, ok, line)
			assert.NotEmpty(t, strings.TrimSpace(meaning))
			_, err := g.Parse(example)
			assert.NoError(t, err, "%s: %s", game, example)
		}
		var out bytes.Buffer
		a := human{env: play.Env{Game: g, Out: &out}}
		require.NoError(t, a.help(t.Context(), nil, nil))
		for line := range strings.Lines(out.String()) {
			assert.LessOrEqual(t, len(line)-1, textWidth, line)
		}
		for _, name := range Commands() {
			assert.Contains(t, out.String(), "\n"+name+" ")
		}
	}
}
