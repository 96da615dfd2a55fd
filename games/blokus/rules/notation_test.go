// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/playout"
)

func TestNotation(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "a20", Blue.Start().String())
	assert.Equal(t, "t20", Yellow.Start().String())
	assert.Equal(t, "t1", Red.Start().String())
	assert.Equal(t, "a1", Green.Start().String())
	m, err := ParseMove("b19,a20,b20,a19,b18")
	require.NoError(t, err)
	assert.Equal(t, "b18,a19,b19,a20,b20", m.String(), "rows from below, as Pentobi writes them")
	assert.Equal(t, 5, m.Size())
	for text, want := range map[string]string{
		"":                        `square ""`,
		"a0":                      `square "a0", want a column a..t and a row 1..20`,
		"a21":                     `square "a21"`,
		"u1":                      `square "u1"`,
		"a01":                     `square "a01"`,
		"a+1":                     `square "a+1"`,
		"a1,a1":                   `square "a1" stands twice`,
		"a1,b2":                   `these squares are not a tile`,
		"a1,a2,a3,a4,a5,a6":       `6 squares, want at most 5`,
		"a1,":                     `square ""`,
		"pass":                    `square "pass"`,
		"a99999999999999999999,b": `square "a99999999999999999999"`,
	} {
		_, err := ParseMove(text)
		assert.ErrorContains(t, err, want, text)
	}
}

// TestTurn: the other colours can begin in their corners with the same moves as blue.
func TestTurn(t *testing.T) {
	t.Parallel()
	p := New()
	for c := range Colour(NumColours) {
		var turned []Move
		for _, m := range p.MovesOf(Blue, nil) {
			turned = append(turned, m.Turn(int(c)))
		}
		assert.ElementsMatch(t, p.MovesOf(c, nil), turned)
	}
	m := NewMove(30, NewSquare(5, 9))
	assert.Equal(t, m, m.Turn(1).Turn(3))
	assert.Equal(t, m.Turn(3), m.Turn(-1))
}

// TestCheck checks the reported rule and its square.
func TestCheck(t *testing.T) {
	t.Parallel()
	p := New()
	require.NoError(t, p.PlayText("a20,b20,c20 t20,s20 t1 a1,a2"))
	for _, c := range []struct {
		move string
		rule error
		want string
	}{
		{"d19,e19,f19", ErrTileUsed, "blue: d19,e19,f19: the tile has been used"},
		{"c20,d20", ErrOccupied, "c20"},
		{"d20,d19", ErrEdge, "d20"},
		{"e19,f19", ErrCorner, "no square touches a corner"},
		{"d19,d18", nil, ""},
	} {
		m, err := ParseMove(c.move)
		require.NoError(t, err)
		err = p.Check(m)
		assert.True(t, errors.Is(err, c.rule), "%s: %v", c.move, err)
		if c.rule != nil {
			assert.ErrorContains(t, err, c.want)
			assert.ErrorContains(t, p.PlayText(c.move), "move 1 of the list")
		}
	}
	q := New()
	assert.ErrorContains(t, q.PlayText("b20,c20"), "the first placement must cover the colour's corner of the board: a20")
	assert.ErrorContains(t, q.PlayText("a20 b20"), "yellow: b20: the first placement must cover the colour's corner of the board: t20 (move 2 of the list)")
	off := NewMove(0, NewSquare(0, 0)) // one cell of the cross lies above the board
	assert.ErrorIs(t, q.Check(off), ErrOffBoard)
	stream := playout.NewRNG(1, 1)
	q.PlayOut(playout.Uniform, &stream, nil)
	assert.ErrorIs(t, q.Check(off), ErrGameOver)
}

func TestString(t *testing.T) {
	t.Parallel()
	p := New()
	require.NoError(t, p.PlayText("a20,b20,b19 t20"))
	assert.Contains(t, p.String(), "20 b b . . . . . . . . . . . . . . . . . y\n19 . b . .")
	assert.Contains(t, p.String(), "blue 3, yellow 1, red 0, green 0, red to move\n")
	assert.Equal(t, "blue", Blue.String())
	assert.Equal(t, "colour 9", Colour(9).String())
	assert.Equal(t, "variant 9", Variant(9).String())
}
