// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package puzzles_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/endgame"
	"github.com/tessera-fpga/tessera/games/duo/puzzles"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// sample is the number of puzzles, evenly spread, that the short tests prove.
const sample = 6

// TestPuzzles proves that exactly one move of each puzzle wins, by the margin of the list.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	list := puzzles.List()
	require.NotEmpty(t, list)
	step := max(1, len(list)/sample)
	if simtest.All() {
		step = 1
	}
	s := endgame.New(1 << 18)
	for i := 0; i < len(list); i += step {
		found, err := puzzles.Find(s, list[i].Game, endgame.Limit{})
		require.NoError(t, err, "puzzle %d", i+1)
		assert.Equal(t, list[i].String(), found.String(), "puzzle %d", i+1)
	}
}

// TestList checks that the list reads back as it was written, without a position twice.
func TestList(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("puzzles.txt")
	require.NoError(t, err)
	var lines []string
	seen := map[string]bool{}
	for _, p := range puzzles.List() {
		lines = append(lines, p.String())
		assert.False(t, seen[p.String()], "%v stands there twice", &p)
		seen[p.String()] = true
	}
	_, rest, _ := strings.Cut(string(text), ".\n")
	assert.Equal(t, rest, strings.Join(lines, "\n")+"\n")
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"55u0 55u0 = 55u0 3": "move 2: ",
		"55u0 = 55u0 3":      "occupied",
		"55u0":               `move ""`,
		"55u0 = aau0 0":      "margin 0",
		"55u0 = aau0 x":      "invalid syntax",
	} {
		_, err := puzzles.Parse("# a comment\n" + line + "\n")
		require.ErrorContains(t, err, "line 2: ", line)
		assert.ErrorContains(t, err, want, line)
	}
}

// TestNoPuzzle refuses positions that are no puzzles.
func TestNoPuzzle(t *testing.T) {
	t.Parallel()
	s := endgame.New(1 << 12)
	_, err := puzzles.Find(s, duo.NewPosition(duo.Player1), endgame.Limit{})
	require.ErrorIs(t, err, endgame.ErrFar)
	game := endgame.Games()[0]
	_, err = puzzles.Find(s, endgame.Before(game, 0), endgame.Limit{})
	require.ErrorIs(t, err, endgame.ErrOver)
}
