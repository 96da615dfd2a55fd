package player

import "github.com/tessera-fpga/tessera/golden/duo"

// Thought is what a player thinks of a move.
type Thought struct {
	Move   duo.Move
	Visits int        // playouts, or leaves
	Value  float64    // the mover's prospect, 0 (loss) to 1 (win)
	Margin *float64   // the points expected, the mover's less the rival's; nil: not known
	Line   []duo.Move // what is expected, this move first; nil: not known
	Proven bool       // Value and Margin are known for certain
}

// A WorkCounter is a player that counts its work, in a unit that depends on no machine: how much
// a move costs it.
type WorkCounter interface {
	// Work returns the work since the player was made, and its unit, such as "leaves".
	Work() (done uint64, unit string)
}

// A Thinker is a player that can say what it thought of the moves at its latest turn.
type Thinker interface {
	// Thoughts returns the best move first; none if there was nothing to choose.
	Thoughts() []Thought
}
