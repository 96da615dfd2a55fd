package tree

import "time"

// Timer says when a search must end.
type Timer struct {
	Budget time.Duration // to think for
	Limit  time.Duration // never to be passed; Budget or more
	// Spare says that time not used now can be used later: an easy move is made early, and a
	// hard one gets up to Limit.
	Spare bool
}

// easy is how many times the visits of the second move those of the best one must be for a move
// to be easy. A quarter of the time is spent in any case.
const easy = 4

// Done reports whether to stop a search that has taken so long and made so many leaves, given
// the visits of the two most visited moves: most and second, and those of them that were
// there before the search, which count.
func (t Timer) Done(elapsed time.Duration, leaves, most, second int) bool {
	if elapsed >= t.Limit {
		return true
	}
	if leaves > 0 && elapsed > 0 {
		// At this rate, no other move can overtake in the time that is left.
		left := int64(leaves) * int64((t.Limit-elapsed)/time.Microsecond+1) / int64(elapsed/time.Microsecond+1)
		if elapsed >= t.Limit/16 && int64(most-second) > left {
			return true
		}
	}
	if !t.Spare {
		return elapsed >= t.Budget
	}
	if elapsed >= t.Budget {
		return 4*second < 3*most // else the choice is open: up to Limit
	}
	return elapsed >= t.Budget/4 && most >= easy*second
}

// PerMove returns the timer of a player who has that long for each move.
func PerMove(d time.Duration) Timer { return Timer{Budget: d, Limit: d} }

// OfGame returns the timer of a player's next move, who has that much left for the rest of the
// game. shares says how much of it the player's moves get, the next one first; there must be
// one at least.
func OfGame(left time.Duration, shares []int) Timer {
	all := 0
	for _, s := range shares {
		all += s
	}
	budget := left / time.Duration(all) * time.Duration(shares[0])
	return Timer{Budget: budget, Limit: min(2*budget, left/2), Spare: true}
}
