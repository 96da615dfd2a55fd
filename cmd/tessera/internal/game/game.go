// Package game lets two players play: the one loop that all commands use, with its
// openings, its judgement and its results.
package game

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play/record"
)

// Ending says how a game ended.
type Ending int

// How a game can end.
const (
	Finished  Ending = iota // by its rules
	Resigned                // a player gave up
	Illegal                 // a player made an illegal move
	Malformed               // a player answered what is no move
	Late                    // a player did not answer in time
	Failed                  // a player did not answer at all: it crashed, or talks rubbish
)

// Decision says what decides a game that has been finished.
type Decision int

// The two ways to decide. They differ by the bonus for placing all tiles.
const (
	ByScore       Decision = iota // the higher score, as the game's rules have it
	BySquaresLeft                 // fewer squares left, as the contest has it
)

// Rules say what is played, and under which rules.
type Rules struct {
	Start    duo.Position
	Decision Decision
	// NoWayBack makes a player's wish to go on from another position a failure.
	NoWayBack bool
}

// Events are told as a game goes on; any of them may be nil.
type Events struct {
	// Begun is told the names that the players go by in this game.
	Begun func(names [2]string)
	// Changed is told the position at the start and after every change of it, with the
	// text of the move that led there, as its player wrote it: "" at the start and after a
	// jump.
	Changed func(pos *duo.Position, text string)
}

// Result is the end of a game.
type Result struct {
	Position duo.Position // the last one
	Names    [2]string    // that the players went by
	// Notes are what the players thought of their moves, and the time that they took, by
	// ply; none on moves made before the game began here.
	Notes []record.Note
	// Took are the times that the players thought, turns without an answer included.
	Took     [2]time.Duration
	Decision Decision
	Ending   Ending
	// Of a game that was not finished:
	Loser duo.Player
	Code  contest.Code // of a game that was lost by a violation
	Rule  error        // the rule that an illegal or malformed move broke, what failed, or what is known of a late one
	Text  string       // and that move, as it was written
}

// Violated reports whether the game was lost by breaking a rule.
func (r *Result) Violated() bool {
	return r.Ending == Illegal || r.Ending == Malformed || r.Ending == Late
}

// Winner returns who won; ok is false after a draw.
func (r *Result) Winner() (winner duo.Player, ok bool) {
	if r.Ending != Finished {
		return r.Loser.Rival(), true
	}
	if r.Decision == BySquaresLeft {
		return contest.Winner(&r.Position)
	}
	s1, s2 := r.Position.Score(duo.Player1), r.Position.Score(duo.Player2)
	if s1 < s2 {
		return duo.Player2, true
	}
	return duo.Player1, s1 > s2
}

// String returns the outcome in words, such as "player 1 wins".
func (r *Result) String() string {
	w, ok := r.Winner()
	switch {
	case r.Ending == Resigned:
		return fmt.Sprintf("%v wins: %v resigned", w, r.Loser)
	case r.Ending == Illegal:
		return fmt.Sprintf("%v wins: illegal move: %v", w, r.Rule)
	case r.Ending == Malformed:
		return fmt.Sprintf("%v wins: %v answered %q: %v", w, r.Loser, r.Text, r.Rule)
	case r.Ending == Late && r.Rule != nil:
		return fmt.Sprintf("%v wins: %v: %v", w, r.Loser, r.Rule)
	case r.Ending == Late:
		return fmt.Sprintf("%v wins: %v did not answer in time", w, r.Loser)
	case r.Ending == Failed:
		return fmt.Sprintf("%v wins: %v failed: %v", w, r.Loser, r.Rule)
	case ok:
		return fmt.Sprintf("%v wins", w)
	}
	return "draw"
}

// ContestLine returns the line that the contest's host prints at the end. It has none for
// a player who gives up, of whom it then says that the time is up.
func (r *Result) ContestLine() string {
	switch {
	case r.Ending == Resigned:
		return contest.ViolationLine(&r.Position, r.Loser, contest.TimedOut)
	case r.Violated():
		return contest.ViolationLine(&r.Position, r.Loser, r.Code)
	}
	return contest.EndLine(&r.Position)
}

// Prepare has the players do what takes time before a match.
func Prepare(ctx context.Context, players [2]player.Player) error {
	for i, p := range players {
		if p, ok := p.(player.Preparer); ok {
			if err := p.Prepare(ctx); err != nil {
				return failure(duo.Player(i), players, "", err)
			}
		}
	}
	return nil
}

// Play lets two players, player 1's and player 2's, play a game. A failure of a player,
// player.ErrQuit included, ends the game without a result.
func Play(ctx context.Context, players [2]player.Player, rules Rules, on Events) (r *Result, err error) {
	r = &Result{Position: rules.Start, Decision: rules.Decision}
	defer func() {
		for i, p := range players {
			if s, ok := p.(player.Starter); ok {
				if e := s.End(context.WithoutCancel(ctx)); e != nil && err == nil {
					r, err = nil, failure(duo.Player(i), players, "", e)
				}
			}
		}
	}()
	for i, p := range players {
		r.Names[i] = p.Name()
		if s, ok := p.(player.Starter); ok {
			if r.Names[i], err = s.Start(ctx); err != nil {
				return nil, failure(duo.Player(i), players, "", err)
			}
		}
	}
	if on.Begun != nil {
		on.Begun(r.Names)
	}
	changed := on.Changed
	if changed == nil {
		changed = func(*duo.Position, string) {}
	}
	p := &r.Position
	changed(p, "")
	for latest := ""; !p.Over(); changed(p, latest) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pl := p.ToMove()
		asked := time.Now()
		m, text, err := ask(ctx, players[pl], p, latest)
		took := time.Since(asked).Round(time.Microsecond)
		r.Took[pl] += took
		var jump *player.Jump
		var violation *contest.Violation
		var forfeit *player.Forfeit
		switch {
		case errors.As(err, &jump) && !rules.NoWayBack:
			r.Notes = keep(r.Notes, p.History(), jump.Position.History())
			*p, latest = jump.Position, ""
			continue
		case errors.Is(err, player.ErrResign):
			r.Ending, r.Loser = Resigned, pl
			return r, nil
		case errors.Is(err, player.ErrLate):
			r.Ending, r.Loser, r.Code = Late, pl, contest.TimedOut
			if err != player.ErrLate {
				r.Rule = err // which says more
			}
			return r, nil
		case errors.As(err, &forfeit):
			r.Ending, r.Loser, r.Rule = Failed, pl, forfeit.Err
			return r, nil
		case errors.As(err, &violation):
			r.Ending, r.Loser, r.Code, r.Rule, r.Text = Illegal, pl, violation.Code, violation.Rule, text
			if r.Code == contest.Malformed {
				r.Ending = Malformed
			}
			return r, nil
		case err != nil:
			return nil, failure(pl, players, fmt.Sprintf("move %d: ", p.Plies()+1), err)
		}
		r.note(players[pl], m, took)
		p.Play(m)
		latest = text
	}
	return r, nil
}

// note notes what a player thought of its move, the next of the game, and how long: values to
// four digits, margins to two.
func (r *Result) note(p player.Player, m duo.Move, took time.Duration) {
	n := record.Note{Seconds: took.Seconds()}
	if p, ok := p.(player.Thinker); ok && m != duo.Pass {
		for _, t := range p.Thoughts() {
			if t.Move == m {
				value := math.Round(t.Value*1e4) / 1e4
				n.Value, n.Visits = &value, t.Visits
				if t.Margin != nil {
					margin := math.Round(*t.Margin*100) / 100
					n.Margin = &margin
				}
				break
			}
		}
	}
	for len(r.Notes) < r.Position.Plies() {
		r.Notes = append(r.Notes, record.Note{})
	}
	r.Notes = append(r.Notes, n)
}

// keep returns the notes on the moves that another game has in common.
func keep(notes []record.Note, moves, others []duo.Move) []record.Note {
	n := 0
	for n < min(len(notes), len(moves), len(others)) && moves[n] == others[n] {
		n++
	}
	return notes[:n]
}

// results are the endings in SGF, behind the winner's B+ or W+: an illegal move forfeits.
var results = map[Ending]string{Resigned: "R", Illegal: "F", Malformed: "F", Late: "T", Failed: "F"}

// reason says how a game ended that was not finished.
func (r *Result) reason() string {
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
	}
	return ""
}

// Record returns the game as it goes on record: the first plies are those before the players
// took over. The names are those of the result.
func (r *Result) Record(opening int) *record.Game {
	g := record.FromPosition(&r.Position, r.Names)
	g.Notes, g.Opening, g.Reason = r.Notes, min(opening, len(g.Moves)), r.reason()
	g.Seconds = [2]float64{r.Took[0].Seconds(), r.Took[1].Seconds()}
	switch {
	case r.Ending != Finished:
		g.Result = [2]string{"B+", "W+"}[r.Loser.Rival()] + results[r.Ending]
	case r.Decision == BySquaresLeft:
		g.Result = record.Margin(r.Position.SquaresLeft(duo.Player2) - r.Position.SquaresLeft(duo.Player1))
	}
	return g
}

// ask asks a player for a move, and judges it. rival is the rival's latest move as the
// rival wrote it, "" if nobody has written it. A *contest.Violation is the player's answer;
// other errors are not.
func ask(ctx context.Context, p player.Player, pos *duo.Position, rival string) (m duo.Move, text string, err error) {
	w, ok := p.(player.Writer)
	if !ok {
		if m, err = p.Move(ctx, pos); err != nil {
			return m, "", err
		}
		return m, m.String(), contest.Check(pos, m)
	}
	if h := pos.History(); rival == "" && len(h) > 0 {
		rival = h[len(h)-1].String()
	}
	if text, err = w.MoveText(ctx, pos, rival); err != nil {
		return 0, "", err
	}
	m, err = contest.Judge(pos, text)
	return m, text, err
}

// failure names the player whose failure ends a match.
func failure(pl duo.Player, players [2]player.Player, when string, err error) error {
	return fmt.Errorf("%v (%s): %s%w", pl, players[pl].Name(), when, err)
}
