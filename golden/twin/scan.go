// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// cornerScan is module corner_scan: it visits the games in turn and sends the corners of each, row
// by row. Chosen corners go out between the rows.
type cornerScan struct {
	game  int // the game being scanned, or to be scanned next
	state scanState
	rows  []uint8 // corners of the rows still to be read
	read  token   // the token whose row is being read from the block RAM
	out   token   // the token at the outputs; left counts its row's remaining corners, its own included
	left  uint8
}

type scanState int

const (
	scanDone  scanState = iota // no scan is under way
	scanFetch                  // the opening token has been sent; the list of rows with corners is being read
	scanRows                   // the rows are being sent
)

// laneScan is a game as seen by a scan.
type laneScan struct {
	game  int
	rows  []uint8 // number of corners in each row that has some
	moves int     // moves that the policy may choose
	list  playout.List
}

// scan returns the contents of a scan of the game; nothing if the game is idle or over.
func (g *laneGame) scan(game int) *laneScan {
	s := &laneScan{game: game}
	if !g.busy || g.state.Over() {
		return s
	}
	s.rows = make([]uint8, 0, duo.BoardSize)
	for row := range duo.BoardSize {
		_, anchors := g.state.Row(g.state.ToMove(), row)
		if n := bits.OnesCount16(anchors); n > 0 {
			s.rows = append(s.rows, uint8(n))
		}
	}
	policy := g.job.Policy
	if g.given {
		policy = playout.Uniform
	}
	_, s.moves = g.state.List(policy, &s.list)
	return s
}

// wants reports whether the next game may be scanned.
func (s *cornerScan) wants(games *[LaneGames]laneGame) bool {
	return s.state == scanDone && games[s.game].ready
}

// advances reports whether the tokens move on in this cycle. They stay while a row has more
// corners.
func (s *cornerScan) advances() bool { return s.out.kind != tokenCorner || s.left <= 1 }

// step ends a cycle: it sends the corner of the chosen move, if there is one; otherwise, with open,
// the opening token of the game, or else the next row.
func (s *cornerScan) step(games *[LaneGames]laneGame, chosen *laneMove, open bool) {
	if !s.advances() {
		s.left--
		return
	}
	fetched := s.read.kind == tokenOpen
	s.out, s.left = s.read, s.read.corners
	s.read = token{}
	switch {
	case chosen != nil:
		s.read = token{kind: tokenSelect, game: chosen.game, move: chosen}
	case open:
		g := &games[s.game]
		scan := g.scan(s.game)
		g.ready = false
		s.read = token{kind: tokenOpen, game: s.game, scan: scan}
		s.rows, s.state = scan.rows, scanFetch
	case s.state == scanRows:
		if len(s.rows) > 0 {
			s.read = token{kind: tokenCorner, game: s.game, corners: s.rows[0]}
			s.rows = s.rows[1:]
		}
		if len(s.rows) == 0 {
			s.state = scanDone
			s.game = (s.game + 1) % LaneGames
		}
	}
	if fetched {
		s.state = scanRows
	}
}
