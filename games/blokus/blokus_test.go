// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package blokus

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/gtp/engine"
	"github.com/tessera-fpga/tessera/play"
)

// TestDraw shows the tiles of the colours, the latest move, corners and start squares.
func TestDraw(t *testing.T) {
	t.Parallel()
	g, err := New("")
	require.NoError(t, err)
	p, err := g.ParseMoves(0, "a20,a19,b19,c19,b18 t20,s20,s19,r19,r18 t1,t2,t3,t4,t5")
	require.NoError(t, err)
	want := `   a b c d e f g h i j k l m n o p q r s t
20 B . . . . . . . . . . . . . . . . . Y Y 20   B  blue, player 1
19 B B B . . . . . . . . . . . . . . Y Y . 19      5 points, tiles left
18 . B . . . . . . . . . . . . . . . Y . . 18      abcdefghijklmnopqrsu
17 . . . . . . . . . . . . . . . . . . . . 17
16 . . . . . . . . . . . . . . . . . . . . 16
15 . . . . . . . . . . . . . . . . . . . . 15   Y  yellow, player 2
14 . . . . . . . . . . . . . . . . . . . . 14      5 points, tiles left
13 . . . . . . . . . . . . . . . . . . . . 13      abcdefghijklmnopqstu
12 . . . . . . . . . . . . . . . . . . . . 12
11 . . . . . . . . . . . . . . . . . . . . 11
10 . . . . . . . . . . . . . . . . . . . . 10   R  red, player 3
 9 . . . . . . . . . . . . . . . . . . . . 9       5 points, tiles left
 8 . . . . . . . . . . . . . . . . . . . . 8       abcdefghiklmnopqrstu
 7 . . . . . . . . . . . . . . . . . . . . 7
 6 . . . . . . . . . . . . . . . . . . . . 6
 5 . . . . . . . . . . . . . . . . . . .*R 5    G  green, player 4
 4 . . . . . . . . . . . . . . . . . . .*R 4       0 points, tiles left
 3 . . . . . . . . . . . . . . . . . . .*R 3       abcdefghijklmnopqrstu
 2 . . . . . . . . . . . . . . . . . . .*R 2
 1 + . . . . . . . . . . . . . . . . . .*R 1
   a b c d e f g h i j k l m n o p q r s t
last move t1,t2,t3,t4,t5; green to move, player 4
`
	assert.Less(t, strings.Count(want, "\n"), 24, "lines, so that the prompt has one in a terminal of 24")
	require.Equal(t, want, p.Draw(play.DrawOptions{Corners: true}))
	colored := p.Draw(play.DrawOptions{Color: true, Corners: true})
	for _, code := range []string{"\x1b[97;41;1m*R", "\x1b[97;44m B", "\x1b[92m +"} {
		assert.Contains(t, colored, code)
	}
	require.NoError(t, g.PlayText(p, "a1"))
	assert.Contains(t, p.Draw(play.DrawOptions{Corners: true}), "\n17 + . +", "the corners of blue")
	assert.Contains(t, g.Start().Draw(play.DrawOptions{Corners: true}), "20 + .", "where blue may begin")
	assert.Contains(t, g.Start().Draw(play.DrawOptions{Corners: true}), " . y 20 ", "where yellow begins")
}

// TestVariants checks seats, turns and points.
func TestVariants(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		variant, title string
		seats          int
		turns          string // seats of the first two rounds
		standing       string // after them
		score          string
	}{
		{"", "Blokus", 4, "01230123", "6 - 3 - 3 - 3", "6 3 3 3"},
		{"two", "Blokus Two-Player", 2, "01010101", "9 - 6", "B+3"},
		{"three", "Blokus Three-Player", 3, "01200121", "6 - 3 - 3", "6 3 3 3"},
		{"squares", "Blokus", 4, "01230123", "6 - 3 - 3 - 3", "6 3 3 3"},
	} {
		g, err := New(c.variant)
		require.NoError(t, err)
		assert.Equal(t, c.title, g.SetGame)
		assert.Equal(t, c.seats, g.Seats())
		p := g.Start()
		turns := ""
		for i, m := range strings.Fields("a20 t20 t1 a1 b19,c19,d19,e19,f19 s19,s18 s2,s3 b2,b3") {
			assert.Equal(t, i%4, p.(play.Coloured).Colour())
			turns += string(rune('0' + p.ToMove()))
			require.NoError(t, g.PlayText(p, strings.ToUpper(m)), "%s", m)
		}
		assert.Equal(t, c.turns, turns, c.variant)
		assert.Equal(t, c.standing, p.Standing(), c.variant)
		assert.Equal(t, c.score, p.(play.Coloured).FinalScore(), c.variant)
		assert.Contains(t, p.Draw(play.DrawOptions{Corners: true}), "player 1")
	}
	squares, err := New("squares")
	require.NoError(t, err)
	assert.True(t, squares.Start().(*Position).Rules.Squares)
	_, err = New("four")
	assert.EqualError(t, err, `variant "four", want none or one of two, three, squares`)
	assert.Nil(t, ByTitle("Blokus Duo"))
	assert.Equal(t, "blokus:three", ByTitle("blokus three-player").Name)
}

// typed are the lines of a GTP session.
type typed []string

func (l *typed) Next(context.Context) (string, error) {
	if len(*l) == 0 {
		return "", io.EOF
	}
	line := (*l)[0]
	*l = (*l)[1:]
	return line, nil
}

// TestGTP goes through a session in Pentobi's dialect.
func TestGTP(t *testing.T) {
	t.Parallel()
	g, err := New("")
	require.NoError(t, err)
	e := engine.New("tessera", "1", g, "random", 1, io.Discard)
	defer e.Close()
	var session typed
	want := ""
	for _, step := range []struct{ command, want string }{
		{"set_game Blokus", "= "},
		{"set_game Blokus Duo", `? invalid argument: game "Blokus Duo", want "Blokus", "Blokus Two-Player", "Blokus Three-Player"`},
		{"play 2 t20", "? it is not the turn of 2 but of 1"},
		{"play 1 a20,b20", "= "},
		{"play yellow t20", "= "},
		{"play b t1", "? invalid color argument 'b', want one of 1, 2, 3, 4"},
		{"p t1", "= "},
		{"final_score", "= 2 1 1 0"},
		{"undo", "= "},
		{"genmove 1", "? it is not the turn of 1 but of 3"},
		{"set_game Blokus Two-Player", "= "},
		{"play 4 a1", "? it is not the turn of 4 but of 1"},
		{"play blue a20", "= "},
		{"p t20,s20,r20,q20,p20", "= "},
		{"final_score", "= W+4"},
		{"p t1,t2,t3,t4", "= "},
		{"final_score", "= 0"},
		{"set_game blokus three-player", "= "},
		{"p pass", `? invalid move: blokus: move "pass": square "pass", want a column a..t and a row 1..20`},
		{"known_command g", "= true"},
		{"quit", "= "},
	} {
		session = append(session, step.command)
		want += step.want + "\n\n"
	}
	var out strings.Builder
	require.NoError(t, e.Serve(t.Context(), &session, &out))
	assert.Equal(t, want, out.String())
}

// TestGTPToTheEnd has the engine play all colours to the end, when they pass.
func TestGTPToTheEnd(t *testing.T) {
	t.Parallel()
	g, err := New("three")
	require.NoError(t, err)
	e := engine.New("tessera", "1", g, "random", 1, io.Discard)
	defer e.Close()
	ask := func(line string) string {
		answer, ok, err := e.Do(t.Context(), line)
		require.NoError(t, err)
		require.True(t, ok)
		return strings.TrimSpace(strings.TrimPrefix(answer, "="))
	}
	passed, refused := 0, 0
	for turn := 0; passed < 4 && turn < 200; turn++ {
		colour := g.Colours[turn%4]
		if ask("all_legal "+colour) == "" {
			require.Equal(t, "pass", ask("genmove "+colour))
			for _, next := range g.Colours { // colours in turn; the moves are not the skipped colour's
				if legal := strings.Fields(ask("all_legal " + next)); len(legal) > 0 && legal[0] != "?" {
					require.Equal(t, fmt.Sprintf("? it is not the turn of %s but of %s", colour, next), ask("play "+colour+" "+legal[0]))
					refused++
				}
			}
			passed++
			continue
		}
		passed = 0
		require.NotContains(t, ask("genmove "+colour), "?")
	}
	require.Equal(t, 4, passed)
	require.Positive(t, refused)
	assert.Len(t, strings.Fields(ask("final_score")), 4)
	assert.Equal(t, "? the game is over", ask("p a1"))
	assert.Equal(t, "pass", ask("g"))
}

// TestClock checks that a seat's clock serves all its colours; three seats share the fourth colour.
func TestClock(t *testing.T) {
	t.Parallel()
	for variant, want := range map[string]int{"": 21, "two": 42, "three": 28} {
		g, err := New(variant)
		require.NoError(t, err)
		p := g.Start()
		assert.Len(t, g.Clock(p), want, variant)
		for range 4 { // a tile of each colour
			require.NoError(t, p.Play(p.Moves()[0]))
		}
		assert.Len(t, g.Clock(p), map[string]int{"": 20, "two": 40, "three": 27}[variant], variant)
		for !p.Over() {
			b := p.(*Position)
			left := 0
			for c := range 4 {
				if !b.Skipped(c) && (variant == "" && c == b.Colour() || variant == "two" && c%2 == b.Colour()%2) {
					left += b.TilesLeft(rules.Colour(c)).Count()
				}
			}
			if variant != "three" {
				require.Len(t, g.Clock(p), left)
			}
			require.NoError(t, p.Play(p.Moves()[0]))
		}
		assert.Len(t, g.Clock(p), 1, "at the end")
	}
}
