package blokus

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPerft(t *testing.T) {
	p := New()
	for depth, want := range []uint64{1, 58, 3_364, 195_112} {
		require.Equal(t, want, Perft(&p, depth), "perft(%d)", depth)
	}
}
