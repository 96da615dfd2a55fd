// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package tree

import "time"

// Timer decides when a search must end.
type Timer struct {
	Budget time.Duration // time to think
	Limit  time.Duration // time that is never exceeded; Budget or more
	// Spare allows the search to save time for later moves: it ends early on an easy move, and a
	// hard one gets up to Limit.
	Spare bool
}

// easy is the ratio of visits that makes a move easy: the best move's to the second move's. Every
// move takes at least a quarter of the time.
const easy = 4

// Done reports whether to stop a search after that time and that many leaves, given the visits of
// the two most visited moves. most and second are all their visits, including visits from before
// the search.
func (t Timer) Done(elapsed time.Duration, leaves, most, second int) bool {
	if elapsed >= t.Limit {
		return true
	}
	if leaves > 0 && elapsed > 0 {
		// At this rate, no other move can overtake in the remaining time.
		left := int64(leaves) * int64((t.Limit-elapsed)/time.Microsecond+1) / int64(elapsed/time.Microsecond+1)
		if elapsed >= t.Limit/16 && int64(most-second) > left {
			return true
		}
	}
	if !t.Spare {
		return elapsed >= t.Budget
	}
	if elapsed >= t.Budget {
		return 4*second < 3*most // otherwise the choice is open: continue up to Limit
	}
	return elapsed >= t.Budget/4 && most >= easy*second
}

// PerMove returns the timer of a player with equal time for each move.
func PerMove(d time.Duration) Timer { return Timer{Budget: d, Limit: d} }

// OfGame returns the timer of a player's next move, with that much time left for the rest of the
// game. shares holds the player's shares of that time by move, the next move first; it must have at
// least one.
func OfGame(left time.Duration, shares []int) Timer {
	all := 0
	for _, s := range shares {
		all += s
	}
	budget := left / time.Duration(all) * time.Duration(shares[0])
	return Timer{Budget: budget, Limit: min(2*budget, left/2), Spare: true}
}
