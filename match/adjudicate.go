// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/play"
)

// Adjudication ends a game early by the players' own values. The zero value never does.
type Adjudication struct {
	Margin float64 // in points, for players that state a margin; 0: only Value counts
	Value  float64 // see Terms.Resign and Terms.Draw
	Count  int     // consecutive moves of a player
}

// ParseAdjudication reads [MARGIN/]VALUE,COUNT, such as "0.05,3" or "10/0.05,3".
func ParseAdjudication(text string) (a Adjudication, err error) {
	value, count, _ := strings.Cut(text, ",")
	margin, rest, hasMargin := strings.Cut(value, "/")
	bad := fmt.Errorf("%q, want [MARGIN/]VALUE,COUNT such as 0.05,3 or 10/0.05,3: points, a value of 0..0.5, a number of moves", text)
	if hasMargin {
		value = rest
		if a.Margin, err = strconv.ParseFloat(margin, 64); err != nil {
			return Adjudication{}, bad
		}
	}
	if a.Value, err = strconv.ParseFloat(value, 64); err != nil {
		return Adjudication{}, bad
	}
	if a.Count, err = strconv.Atoi(count); err != nil {
		return Adjudication{}, bad
	}
	if hasMargin && a.Margin == 0 || a.check() != nil {
		return Adjudication{}, bad
	}
	return a, nil
}

// check returns an error if a number is out of range.
func (a Adjudication) check() error {
	if a != (Adjudication{}) && !(a.Margin >= 0 && a.Margin < math.MaxInt32 && a.Value >= 0 && a.Value <= 0.5 && a.Count >= 1) {
		return fmt.Errorf("margin %v, value %v, %d moves, want 0 or more, 0..0.5, 1 or more", a.Margin, a.Value, a.Count)
	}
	return nil
}

// String returns the text that ParseAdjudication reads.
func (a Adjudication) String() string {
	text := fmt.Sprintf("%v,%d", a.Value, a.Count)
	if a.Margin > 0 {
		text = fmt.Sprintf("%v/%s", a.Margin, text)
	}
	return text
}

// MarshalText returns the text.
func (a Adjudication) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the text.
func (a *Adjudication) UnmarshalText(text []byte) (err error) {
	*a, err = ParseAdjudication(string(text))
	return err
}

// judge decides a game of two seats by the terms' adjudications. It serves a single game.
type judge struct {
	resign, draw Adjudication
	lost, even   [2]int // consecutive moves, by seat
}

// newJudge returns the judge of a game, or nil if the terms have no adjudication.
func (t *Terms) newJudge() *judge {
	if t.Resign == (Adjudication{}) && t.Draw == (Adjudication{}) {
		return nil
	}
	return &judge{resign: t.Resign, draw: t.Draw}
}

// decide implements play.Rules.Adjudicate. A move without a value, such as a forced one, does not
// affect the counts.
func (j *judge) decide(r *play.Result, seat int) (v play.Verdict, decided bool) {
	n := r.Notes[len(r.Notes)-1]
	if n.Value == nil {
		return v, false
	}
	count := func(a Adjudication, counter *int, agrees bool) bool {
		if a.Count == 0 || !agrees {
			*counter = 0
			return false
		}
		*counter++
		return *counter >= a.Count
	}
	margin := func(a Adjudication, agrees func(margin float64) bool) bool {
		return a.Margin == 0 || n.Margin == nil || agrees(*n.Margin)
	}
	if count(j.resign, &j.lost[seat], *n.Value <= j.resign.Value &&
		margin(j.resign, func(m float64) bool { return m <= -j.resign.Margin })) {
		return play.Verdict{Loser: seat, Reason: fmt.Sprintf("%s has seen no chance in %s", play.Seat(seat), moves(j.resign.Count))}, true
	}
	// Values have four digits, so the comparison tolerates rounding.
	const rounding = 1e-9
	if count(j.draw, &j.even[seat], math.Abs(*n.Value-0.5) <= j.draw.Value+rounding &&
		margin(j.draw, func(m float64) bool { return math.Abs(m) <= j.draw.Margin })) && j.even[1-seat] >= j.draw.Count {
		return play.Verdict{Loser: -1, Reason: "both players have seen a draw in " + moves(j.draw.Count)}, true
	}
	return v, false
}

func moves(n int) string {
	if n == 1 {
		return "a move"
	}
	return fmt.Sprintf("%d moves in a row", n)
}
