// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// Ending is the way a game ended.
type Ending int

// How a game can end.
const (
	Finished    Ending = iota // by its rules
	Resigned                  // a player gave up
	Illegal                   // a player made an illegal move
	Malformed                 // a player's answer is no move
	Late                      // a player did not answer in time
	Failed                    // a player did not answer at all: it crashed, or talks rubbish
	Adjudicated               // the game was decided before its end
)

// ErrMalformed is the error that Game.Judge wraps for an answer that is no move.
var ErrMalformed = errors.New("no move")

// Rules name the game and the rules of play.
type Rules struct {
	Game  *Game
	Start Position
	// Shares decides a finished game; nil: Position.Shares.
	Shares func(p Position) []float64
	// NoWayBack turns a player's jump to another position into a failure.
	NoWayBack bool
	// Time is the time of each seat, its clock; the zero value sets no limit. A move may come
	// by Grace later.
	Time  TimeControl
	Grace time.Duration
	// Adjudicate can decide a game before its end, after each move of a seat; nil: never.
	Adjudicate func(r *Result, seat int) (v Verdict, decided bool)
}

// Verdict decides a game before its end.
type Verdict struct {
	Loser  int // a seat; -1: a draw
	Reason string
}

// Events are called as a game goes on; any of them may be nil.
type Events struct {
	// Begun gets the names of the players in this game.
	Begun func(names []string)
	// Changed gets the position at the start and after every change of it, with the text of
	// the move that led there, as its player wrote it: "" at the start and after a jump.
	Changed func(p Position, text string)
}

// Note is a player's report on a move.
type Note struct {
	Value   *float64 `json:"value,omitempty"`   // the mover's prospect, 0 (loss) to 1 (win)
	Margin  *float64 `json:"margin,omitempty"`  // the points expected, the mover's less the rival's
	Visits  int      `json:"visits,omitempty"`  // visits of the move, in playouts or leaves
	Seconds float64  `json:"seconds,omitempty"` // time taken
	Text    string   `json:"text,omitempty"`
}

// Result is the end of a game.
type Result struct {
	Rules    Rules
	Position Position // the last one
	Names    []string // names of the players, by seat
	// Notes are the players' thoughts of their moves and the time taken, by ply; moves before the
	// start of this loop have none.
	Notes []Note
	// Took are the seats' thinking times, including turns without an answer.
	Took   []time.Duration
	Ending Ending
	// Fields of an unfinished game:
	Loser int    // -1: a draw
	Rule  error  // the rule that a move broke, the failure, or more about a late answer; nil: not known
	Text  string // the illegal or malformed move as written, or the reason of an adjudication
}

// Shares returns the seats' shares of the game. A seat that gives up or breaks a rule gets
// nothing, and the others get equal parts.
func (r *Result) Shares() []float64 {
	switch {
	case r.Ending == Adjudicated && r.Loser < 0:
		return r.Rules.Game.DrawnShares()
	case r.Ending != Finished:
		return r.Rules.Game.SharesWithout(r.Loser)
	case r.Rules.Shares != nil:
		return r.Rules.Shares(r.Position)
	}
	return r.Position.Shares()
}

// String returns the outcome in words, such as "player 1 wins".
func (r *Result) String() string {
	text := Outcome(r.Shares())
	switch r.Ending {
	case Finished:
		return text
	case Adjudicated:
		return text + ": " + r.Reason()
	}
	return text + ": " + Seat(r.Loser) + ": " + r.Reason()
}

// Reason describes the end of an unfinished game; "" for a finished one.
func (r *Result) Reason() string {
	switch r.Ending {
	case Resigned:
		return "resigned"
	case Illegal:
		return fmt.Sprintf("illegal move: %v", r.Rule)
	case Malformed:
		return fmt.Sprintf("no move: %q: %v", r.Text, r.Rule)
	case Late:
		if r.Rule != nil {
			return fmt.Sprintf("loss on time: %v", r.Rule)
		}
		return "loss on time"
	case Failed:
		return fmt.Sprintf("failed: %v", r.Rule)
	case Adjudicated:
		return "adjudicated: " + r.Text
	}
	return ""
}

// Violated reports whether the game was lost by breaking a rule.
func (r *Result) Violated() bool {
	return r.Ending == Illegal || r.Ending == Malformed || r.Ending == Late
}

// Prepare lets the players do their slow work before a game.
func Prepare(ctx context.Context, players []Player) error {
	for seat, p := range players {
		if p, ok := p.(Preparer); ok {
			if err := p.Prepare(ctx); err != nil {
				return failure(seat, players, "", err)
			}
		}
	}
	return nil
}

// Run lets players, by seat, play a game. A failure of a player, ErrQuit included, ends the game
// without a result.
func Run(ctx context.Context, players []Player, rules Rules, on Events) (r *Result, err error) {
	r = &Result{Rules: rules, Position: rules.Start.Clone(), Names: make([]string, len(players)), Took: make([]time.Duration, len(players))}
	defer func() {
		for seat, p := range players {
			if s, ok := p.(Starter); ok {
				if e := s.End(context.WithoutCancel(ctx)); e != nil && err == nil {
					r, err = nil, failure(seat, players, "", e)
				}
			}
		}
	}()
	for seat, p := range players {
		r.Names[seat] = p.Name()
		if s, ok := p.(Starter); ok {
			if r.Names[seat], err = s.Start(ctx); err != nil {
				return nil, failure(seat, players, "", err)
			}
		}
	}
	if on.Begun != nil {
		on.Begun(r.Names)
	}
	changed := on.Changed
	if changed == nil {
		changed = func(Position, string) {}
	}
	clocks := newClocks(players, &rules)
	latest := ""
	for changed(r.Position, latest); !r.Position.Over(); changed(r.Position, latest) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		seat, before := r.Position.ToMove(), len(r.Position.History())
		clocks.show(seat, r.Position)
		kept := r.Position
		if clocks != nil {
			r.Position = kept.Clone()
		}
		asked := time.Now()
		text, err := r.turn(ctx, players[seat], latest)
		took := time.Since(asked).Round(time.Microsecond)
		r.Took[seat] += took
		if late := clocks.press(seat, took); late != nil && ctx.Err() == nil && !errors.Is(err, ErrLate) {
			err, r.Position = late, kept // the move does not count
		}
		var jump *Jump
		var forfeit *Forfeit
		var broken *brokenRule
		switch {
		case errors.As(err, &jump) && !rules.NoWayBack:
			r.jump(jump.Position)
			latest = ""
			continue
		case errors.Is(err, ErrResign):
			r.Ending, r.Loser = Resigned, seat
			return r, nil
		case errors.Is(err, ErrLate):
			r.Ending, r.Loser = Late, seat
			if err != ErrLate {
				r.Rule = err // which says more
			}
			return r, nil
		case errors.As(err, &forfeit):
			r.Ending, r.Loser, r.Rule = Failed, seat, forfeit.Err
			return r, nil
		case errors.As(err, &broken):
			r.Ending, r.Loser, r.Rule, r.Text = Illegal, seat, broken.rule, text
			if errors.Is(broken.rule, ErrMalformed) {
				r.Ending = Malformed
			}
			return r, nil
		case err != nil:
			return nil, failure(seat, players, fmt.Sprintf("move %d: ", before+1), err)
		}
		r.note(players[seat], before, took)
		latest = text
		if rules.Adjudicate == nil || r.Position.Over() {
			continue
		}
		if v, decided := rules.Adjudicate(r, seat); decided {
			r.Ending, r.Loser, r.Text = Adjudicated, v.Loser, v.Reason
			changed(r.Position, latest)
			return r, nil
		}
	}
	return r, nil
}

// clocks are the seats' clocks; nil in games without time control.
type clocks struct {
	rules   *Rules
	players []Player
	left    []time.Duration
}

func newClocks(players []Player, rules *Rules) *clocks {
	if rules.Time == (TimeControl{}) {
		return nil
	}
	c := &clocks{rules, players, make([]time.Duration, len(players))}
	for seat := range c.left {
		c.left[seat] = rules.Time.Time
	}
	return c
}

// show passes a seat's clock to its player.
func (c *clocks) show(seat int, p Position) {
	if c != nil {
		SetClock(c.rules.Game, c.players[seat], p, &Clock{Left: c.left[seat], Increment: c.rules.Time.Increment})
	}
}

// press takes the time of a move off a seat's clock. It returns an error if the time exceeds the
// clock.
func (c *clocks) press(seat int, took time.Duration) error {
	if c == nil {
		return nil
	}
	left := c.left[seat] - took
	if left+c.rules.Grace < 0 {
		return fmt.Errorf("%w: more than the %v that were left of %v", ErrLate, c.left[seat], c.rules.Time)
	}
	c.left[seat] = max(0, left) + c.rules.Time.Increment
	return nil
}

// brokenRule is the error of an answer that breaks a rule.
type brokenRule struct{ rule error }

func (b *brokenRule) Error() string { return b.rule.Error() }

// turn makes a player move, and returns the move in text. rival is the rival's latest move as the
// rival wrote it, "" if no text exists.
func (r *Result) turn(ctx context.Context, player Player, rival string) (text string, err error) {
	g, p := r.Rules.Game, r.Position
	w, ok := player.(Writer)
	if !ok {
		m, err := player.Move(ctx, p)
		if err != nil {
			return "", err
		}
		if err := p.Play(m); err != nil {
			return g.Format(m), &brokenRule{err}
		}
		return g.Format(m), nil
	}
	if h := p.History(); rival == "" && len(h) > 0 {
		rival = g.Format(h[len(h)-1])
	}
	if text, err = w.MoveText(ctx, p, rival); err != nil {
		return "", err
	}
	judge := g.Judge
	if judge == nil {
		judge = func(_ Position, text string) (Move, error) { return g.Parse(text) }
	}
	m, err := judge(p, text)
	if err == nil {
		err = p.Play(m)
	}
	if err != nil {
		return text, &brokenRule{err}
	}
	return text, nil
}

// jump goes on from another position, and keeps the notes on the moves that both have in common.
func (r *Result) jump(to Position) {
	was, h, n := r.Position.History(), to.History(), 0
	for SameStart(r.Position, to) && n < min(len(was), len(h)) && was[n] == h[n] {
		n++
	}
	r.Notes = r.Notes[:min(n, len(r.Notes))]
	r.Position = to.Clone()
}

// note notes a player's thoughts of the move that it has just made at a ply: values to four
// digits, margins to two.
func (r *Result) note(p Player, ply int, took time.Duration) {
	n := Note{Seconds: took.Seconds()}
	m := r.Position.History()[ply]
	if p, ok := p.(Thinker); ok && !(r.Rules.Game.HasPass && m == r.Rules.Game.Pass) {
		for _, t := range p.Thoughts() {
			if t.Move != m {
				continue
			}
			value := math.Round(t.Value*1e4) / 1e4
			n.Value, n.Visits = &value, t.Visits
			if t.Margin != nil {
				margin := math.Round(*t.Margin*100) / 100
				n.Margin = &margin
			}
			break
		}
	}
	for len(r.Notes) < ply {
		r.Notes = append(r.Notes, Note{})
	}
	r.Notes = append(r.Notes, n)
}

// failure names the player whose failure ends a game.
func failure(seat int, players []Player, when string, err error) error {
	return fmt.Errorf("%s (%s): %s%w", Seat(seat), players[seat].Name(), when, err)
}
