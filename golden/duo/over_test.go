// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOverByPasses: two passes in a row end the game, also as its first plies; one does not.
func TestOverByPasses(t *testing.T) {
	t.Parallel()
	for _, plies := range []int{0, 1, 2, 5} {
		p := afterPlies(t, plies)
		p.Play(Pass)
		assert.False(t, p.Over(), "%d plies and a pass", plies)
		p.Play(Pass)
		assert.True(t, p.Over(), "%d plies and two passes", plies)
	}
}

// afterPlies returns a position after some first legal moves.
func afterPlies(t *testing.T, plies int) Position {
	t.Helper()
	p := NewPosition(Player1)
	for range plies {
		p.Play(p.LegalMoves(nil)[0])
	}
	return p
}
