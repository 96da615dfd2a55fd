// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package others has the sketches of the games other than Blokus Duo for package calls. The page
// loads them with these games, when a visitor chooses one.
package others

import (
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/web/calls"
)

func init() {
	calls.Register("blokus", sketchBlokus{})
	calls.Register("quoridor", sketchQuoridor{})
	calls.Register("dots", sketchDots{})
}

// spots is the part of a sketch that games without tiles share: a move is a spot.
type spots struct {
	moves []play.Move // by spot
	spot  map[play.Move]int
}

func newSpots(moves []play.Move) spots {
	s := spots{moves, map[play.Move]int{}}
	for i, m := range moves {
		s.spot[m] = i
	}
	return s
}

func (s spots) place(m play.Move) (orientation, square int) { return -1, s.spot[m] }

func (s spots) covers(m play.Move) (tile int, squares []int) { return -1, []int{s.spot[m]} }

func (s spots) move(square int) (play.Move, error) {
	if square < 0 || square >= len(s.moves) {
		return 0, noSpot(square, len(s.moves))
	}
	return s.moves[square], nil
}

// fault returns the reason of an error without the name of the package.
func fault(err error) (string, int) {
	reason := play.Reason(err)
	if _, rest, ok := strings.Cut(reason, ": "); ok && reason == err.Error() {
		reason = rest
	}
	return reason, -1
}
