// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package contest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// ErrMidGame reports that a player at the line cannot reach a position: the protocol can neither
// set up a position nor take back moves.
var ErrMidGame = errors.New("a board plays a game from its start on and takes no move back")

// Ask returns the message that asks a player at the line to move in pos. known is the position
// after the player's last answer, nil before the first. If begin is true, pos is the player's first
// move of a new game, and the caller must first send Over and then Hello. The error is ErrMidGame
// if pos does not follow from known by one move of the rival.
func Ask(known, pos *duo.Position) (message string, begin bool, err error) {
	moves, rival := pos.History(), ""
	if n := len(moves); n > 0 {
		rival = moves[n-1].String()
	}
	if pos.IsSetUp() {
		return "", false, fmt.Errorf("%w: this one began from a set-up position", ErrMidGame)
	}
	if pos.Plies() <= 1 {
		return Turn(pos, rival), true, nil
	}
	if known == nil || known.FirstToMove() != pos.FirstToMove() || !slices.Equal(known.History(), moves[:len(moves)-1]) {
		return "", false, fmt.Errorf("%w: it does not know this game as it stands before move %d", ErrMidGame, len(moves)+1)
	}
	return Turn(pos, rival), false, nil
}

// Ignored reports whether a byte from the line has no meaning.
func Ignored(b byte) bool { return b == '\r' || b == '\n' }

// Collect returns the first n meaningful bytes of an answer, and the number of missing ones.
func Collect(received string, n int) (text string, missing int) {
	for i := 0; i < len(received) && len(text) < n; i++ {
		if !Ignored(received[i]) {
			text += received[i : i+1]
		}
	}
	return text, n - len(text)
}
