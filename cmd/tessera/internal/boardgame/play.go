package boardgame

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/game"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
)

// Result is the end of a game.
type Result struct {
	Position Position // the last one
	Names    []string // of the seats' players
	// Notes are what the players thought of their moves, and the time that they took, by
	// ply; none on moves made before the game began here.
	Notes []record.Note
	// Took are the times that the seats thought, turns without an answer included.
	Took   []time.Duration
	Ending game.Ending
	// Of a game that was not finished:
	Loser int
	Rule  error // what was wrong with an illegal move, what failed, or what is known of a late answer
}

// Shares returns the seats' shares of the game. Who gives up or breaks a rule gets nothing, and the
// others get equal parts.
func (r *Result) Shares() []float64 {
	if r.Ending == game.Finished {
		return r.Position.Shares()
	}
	return sharesWithout(r.Loser, len(r.Names))
}

func sharesWithout(loser, seats int) []float64 {
	shares := make([]float64, seats)
	for i := range shares {
		if i != loser {
			shares[i] = 1 / float64(seats-1)
		}
	}
	return shares
}

// Outcome says in words who has the greatest share, such as "player 1 wins" or "draw".
func Outcome(shares []float64) string {
	winner, best := -1, 0.0
	for seat, s := range shares {
		switch {
		case s > best+1e-9:
			winner, best = seat, s
		case s > best-1e-9:
			winner = -1
		}
	}
	if winner < 0 {
		return "draw"
	}
	return Seat(winner) + " wins"
}

// String returns the outcome in words.
func (r *Result) String() string {
	text := Outcome(r.Shares())
	if r.Ending == game.Finished {
		return text
	}
	return text + ": " + Seat(r.Loser) + ": " + r.reason()
}

// reason says how a game ended that was not finished.
func (r *Result) reason() string {
	switch r.Ending {
	case game.Resigned:
		return "resigned"
	case game.Illegal:
		return fmt.Sprintf("illegal move: %v", r.Rule)
	case game.Late:
		return fmt.Sprintf("loss on time: %v", r.Rule)
	case game.Failed:
		return fmt.Sprintf("failed: %v", r.Rule)
	}
	return ""
}

// Prepare has the players do what takes time before a game.
func Prepare(ctx context.Context, players []Player) error {
	for seat, p := range players {
		if p, ok := p.(player.Preparer); ok {
			if err := p.Prepare(ctx); err != nil {
				return failure(seat, players, "", err)
			}
		}
	}
	return nil
}

// Play lets players, by seat, play a game from a position. changed, which may be nil, is told the
// position at the start and after every change of it. A failure of a player, player.ErrQuit
// included, ends the game without a result.
func Play(ctx context.Context, players []Player, start Position, changed func(pos Position)) (r *Result, err error) {
	if changed == nil {
		changed = func(Position) {}
	}
	r = &Result{Position: start.Clone(), Names: make([]string, len(players)), Took: make([]time.Duration, len(players))}
	defer func() {
		for seat, p := range players {
			if s, ok := p.(player.Starter); ok {
				if e := s.End(context.WithoutCancel(ctx)); e != nil && err == nil {
					r, err = nil, failure(seat, players, "", e)
				}
			}
		}
	}()
	for seat, p := range players {
		r.Names[seat] = p.Name()
		if s, ok := p.(player.Starter); ok {
			if r.Names[seat], err = s.Start(ctx); err != nil {
				return nil, failure(seat, players, "", err)
			}
		}
	}
	for changed(r.Position); !r.Position.Over(); changed(r.Position) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		seat := r.Position.ToMove()
		asked := time.Now()
		m, err := players[seat].Move(ctx, r.Position)
		took := time.Since(asked).Round(time.Microsecond)
		r.Took[seat] += took
		var jump *Jump
		var forfeit *player.Forfeit
		switch {
		case errors.As(err, &jump):
			r.Position = jump.Position.Clone()
			r.Notes = r.Notes[:min(len(r.Notes), len(r.Position.History()))]
			continue
		case errors.Is(err, player.ErrResign):
			r.Ending, r.Loser = game.Resigned, seat
			return r, nil
		case errors.Is(err, player.ErrLate):
			r.Ending, r.Loser, r.Rule = game.Late, seat, err
			return r, nil
		case errors.As(err, &forfeit):
			r.Ending, r.Loser, r.Rule = game.Failed, seat, forfeit.Err
			return r, nil
		case err != nil:
			return nil, failure(seat, players, fmt.Sprintf("move %d: ", len(r.Position.History())+1), err)
		}
		ply := len(r.Position.History())
		if err := r.Position.Play(m); err != nil {
			r.Ending, r.Loser, r.Rule = game.Illegal, seat, err
			return r, nil
		}
		r.note(players[seat], ply, took)
	}
	return r, nil
}

// note notes what a player thought of the move that it has just made: values to four digits,
// margins to two.
func (r *Result) note(p Player, ply int, took time.Duration) {
	n := record.Note{Seconds: took.Seconds()}
	if p, ok := p.(Thinker); ok {
		for _, t := range p.Thoughts() {
			if t.Move != r.Position.History()[ply] {
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
		r.Notes = append(r.Notes, record.Note{})
	}
	r.Notes = append(r.Notes, n)
}

// failure names the player whose failure ends a game.
func failure(seat int, players []Player, when string, err error) error {
	return fmt.Errorf("%s (%s): %s%w", Seat(seat), players[seat].Name(), when, err)
}
