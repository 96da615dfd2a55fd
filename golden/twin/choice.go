// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

// moveChoice is module move_choice: it counts the moves of each game as the game's corners leave
// the pipeline, draws one of them for each game in turn, and walks along the list of corners to the
// corner that has the drawn move.
type moveChoice struct {
	counting *laneScan // the game whose corners are being counted
	closed   *laneScan // a game that is counted and waits for its choice
	state    choiceState
	scan     *laneScan // the game that gets the choice
	move     laneMove  // the chosen move
	drawn    int       // the number drawn: the move's, if it is below move.moves
	corner   int       // place of the move's corner in the list
	walked   int       // place in the list that the walk has reached
}

type choiceState int

const (
	choiceWait  choiceState = iota // waits for a game that has been counted
	choiceDraw                     // draws a number
	choiceTest                     // tests whether a move has that number; if not, draws again
	choiceWalk                     // walks to the move's corner
	choiceReady                    // waits until the corner is sent to the pipeline
)

// done reports whether there is a choice.
func (c *moveChoice) done() bool { return c.state == choiceReady }

// step ends a cycle. selected reports that the choice goes to the pipeline. next, if not nil, is a
// game with its opening token counted; the token closes the game before it.
func (c *moveChoice) step(games *[LaneGames]laneGame, selected bool, next *laneScan) {
	switch c.state {
	case choiceWait:
		if c.closed != nil {
			c.begin()
		}
	case choiceDraw:
		// A given move has a known number, so nothing is drawn for it.
		if g := &games[c.move.game]; g.given {
			c.drawn = g.job.First
		} else {
			c.drawn = g.rng.Try(c.move.moves)
		}
		c.state = choiceTest
	case choiceTest:
		if c.drawn >= c.move.moves {
			c.drawn = games[c.move.game].rng.Try(c.move.moves)
			break
		}
		c.corner, c.move.k = c.scan.list.Locate(c.drawn)
		c.move.move = c.scan.list[c.corner].Move(c.move.k)
		c.state, c.walked = choiceWalk, 0
	case choiceWalk:
		if c.walked == c.corner {
			c.state = choiceReady
		}
		c.walked++
	case choiceReady:
		if selected {
			c.state = choiceWait
		}
	}
	if next != nil {
		if c.counting != nil {
			c.closed = c.counting
		}
		c.counting = next
	}
}

// begin begins the choice for the game that waits. A game without moves needs no draw.
func (c *moveChoice) begin() {
	c.scan, c.closed = c.closed, nil
	c.move = laneMove{game: c.scan.game, none: c.scan.moves == 0, moves: c.scan.moves}
	c.state = choiceDraw
	if c.move.none {
		c.state = choiceReady
	}
}
