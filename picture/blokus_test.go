package picture

import (
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/blokus"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// TestBlokusShowsEverySquare draws a random game and looks at every square, away from numbers and frames.
func TestBlokusShowsEverySquare(t *testing.T) {
	rng := seedtest.Rand(t)
	stream := playout.NewRNG(rng.Uint32(), 0)
	var moves []blokus.Move
	p := blokus.New()
	p.PlayOut(playout.Largest, &stream, func(_ blokus.Colour, m blokus.Move) { moves = append(moves, m) })
	c, err := Blokus(moves)
	require.NoError(t, err)
	m := pixels(t, c)
	for s := range blokus.Square(blokus.NumSquares) {
		want := Mix(Shade, 0.35)
		if c, ok := p.At(s); ok {
			want = fourColours[c].tile
		}
		x, y := labelSpace+s.Col()*cellSize+cellSize/2+8, labelSpace+s.Row()*cellSize+cellSize/2+8
		require.Equal(t, color.Color(want), m.At(x, y), "square %v", s)
	}
	assert.Contains(t, strings.Join(texts(t, c), "\n"), "the game is over")
	_, err = Blokus(append(moves[:3:3], moves[0]))
	assert.ErrorContains(t, err, "move 4: ")
}
