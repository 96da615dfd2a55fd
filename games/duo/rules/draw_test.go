// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

func position(t *testing.T, codes string) *duo.Position {
	t.Helper()
	p := duo.NewPosition(duo.Player1)
	for _, code := range strings.Fields(codes) {
		m, err := duo.ParseMove(code)
		require.NoError(t, err)
		require.NoError(t, p.MakeMove(m))
	}
	return &p
}

func TestBoard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, moves string
		options     play.DrawOptions
		want        string
	}{
		{"start squares", "", play.DrawOptions{}, `
  1 2 3 4 5 6 7 8 9 a b c d e
1 . . . . . . . . . . . . . . 14
2 . . . . . . . . . . . . . . 13
3 . . . . . . . . . . . . . . 12
4 . . . . . . . . . . . . . . 11
5 . . . . 1 . . . . . . . . . 10
6 . . . . . . . . . . . . . . 9
7 . . . . . . . . . . . . . . 8
8 . . . . . . . . . . . . . . 7
9 . . . . . . . . . . . . . . 6
a . . . . . . . . . 2 . . . . 5
b . . . . . . . . . . . . . . 4
c . . . . . . . . . . . . . . 3
d . . . . . . . . . . . . . . 2
e . . . . . . . . . . . . . . 1
  a b c d e f g h i j k l m n
`},
		{"corners and last move", "55u0 aau0", play.DrawOptions{Corners: true}, `
  1 2 3 4 5 6 7 8 9 a b c d e
1 . . . . . . . . . . . . . . 14
2 . . . . . . . . . . . . . . 13
3 . . . + . + . . . . . . . . 12
4 . . + . X . + . . . . . . . 11
5 . . . X X X . . . . . . . . 10
6 . . + . X . + . . . . . . . 9
7 . . . + . + . . . . . . . . 8
8 . . . . . . . . . . . . . . 7
9 . . . . . . . . .*O . . . . 6
a . . . . . . . .*O*O*O . . . 5
b . . . . . . . . .*O . . . . 4
c . . . . . . . . . . . . . . 3
d . . . . . . . . . . . . . . 2
e . . . . . . . . . . . . . . 1
  a b c d e f g h i j k l m n
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.moves)
			plain := Board(p, c.options)
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), plain); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			c.options.Color = true
			coloured := Board(p, c.options)
			assert.NotEqual(t, plain, coloured)
			assert.Equal(t, plain, escapes.ReplaceAllString(coloured, ""), "colour must only add escape sequences")
		})
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ moves, want string }{
		{"", `player 1 X  score -89  tiles left abcdefghijklmnopqrstu
player 2 O  score -89  tiles left abcdefghijklmnopqrstu
player 1 to move
`},
		{"55u0 aah0", `player 1 X  score -84  tiles left abcdefghijklmnopqrst
player 2 O  score -85  tiles left abcdefgijklmnopqrstu
last move player 2  aah0 = j5,k5,j4,k4; player 1 to move
`},
		{"55u0 aah0 pass pass", `player 1 X  score -84  tiles left abcdefghijklmnopqrst
player 2 O  score -85  tiles left abcdefgijklmnopqrstu
last move player 2  0000 = pass; the game is over
`},
	} {
		p := position(t, c.moves)
		assert.Equal(t, c.want, Status(p, play.DrawOptions{}))
		assert.Equal(t, c.want, escapes.ReplaceAllString(Status(p, play.DrawOptions{Color: true}), ""))
	}
}
