package tree

import "time"

// Timer says when a search must end.
type Timer struct {
	Budget time.Duration // time to think
	Limit  time.Duration // time that is never exceeded; Budget or more
	// Spare says that time saved now can be used later: an easy move is made early, and a hard one
	// gets up to Limit.
	Spare bool
}

// easy is the ratio of the best move's visits to the second move's at which a move counts as easy.
// Every move takes at least a quarter of the time.
const easy = 4

// Done reports whether to stop a search after that time and that many leaves, given the visits of
// the two most visited moves. most and second are all their visits, including visits from before
// the search.
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
		return 4*second < 3*most // otherwise the choice is open: up to Limit
	}
	return elapsed >= t.Budget/4 && most >= easy*second
}

// PerMove returns the timer of a player who has the same time for each move.
func PerMove(d time.Duration) Timer { return Timer{Budget: d, Limit: d} }

// OfGame returns the timer of a player's next move when that much time is left for the rest of the
// game. shares holds the shares of the player's moves in that time, the next move first; at least
// one is needed.
func OfGame(left time.Duration, shares []int) Timer {
	all := 0
	for _, s := range shares {
		all += s
	}
	budget := left / time.Duration(all) * time.Duration(shares[0])
	return Timer{Budget: budget, Limit: min(2*budget, left/2), Spare: true}
}
