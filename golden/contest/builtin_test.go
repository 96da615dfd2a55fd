// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package contest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// TestHostMove counts the games won by a player who draws among the largest tiles that fit: against
// the host's own players 236 and 83 of 240.
func TestHostMove(t *testing.T) {
	require.Len(t, ringOrder, duo.NumSquares)
	r := seedtest.Rand(t)
	for level, most := range map[int]int{1: 40, 2: 30} {
		const games = 40
		wins := 0
		for g := range games {
			pos := duo.NewPosition(duo.Player1)
			host := duo.Player(g % 2)
			for !pos.Over() {
				moves := pos.LegalMoves(nil)
				switch {
				case len(moves) == 0:
					pos.Play(duo.Pass)
				case pos.ToMove() == host:
					m := HostMove(&pos, level)
					require.NoError(t, pos.Check(m))
					pos.Play(m)
				default:
					n := 1
					for n < len(moves) && moves[n].Tile().Size() == moves[0].Tile().Size() {
						n++
					}
					pos.Play(moves[r.IntN(n)])
				}
			}
			if pos.Score(host.Rival()) > pos.Score(host) {
				wins++
			}
		}
		t.Logf("level %d lost %d of %d", level, wins, games)
		require.LessOrEqual(t, wins, most)
		if level == 1 {
			require.GreaterOrEqual(t, wins, 34)
		} else {
			require.GreaterOrEqual(t, wins, 2)
		}
	}
	// No code with a square above reaches the start square.
	first := duo.NewPosition(duo.Player1)
	require.Equal(t, "53e0", HostMove(&first, 1).String())
}
