package player

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Ending says how a game ended.
type Ending int

// How a game can end.
const (
	Regular   Ending = iota // by its rules
	Resigned                // a player gave up
	Violation               // a player made an illegal move
)

// Result is the end of a game.
type Result struct {
	Position duo.Position // the last one
	Ending   Ending
	Loser    duo.Player // of a game that did not end by its rules
	Rule     error      // the rule that a violation broke
}

// Winner returns who won; ok is false after a draw. A regular game is decided
// on score.
func (r *Result) Winner() (winner duo.Player, ok bool) {
	if r.Ending != Regular {
		return r.Loser.Rival(), true
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
	case r.Ending == Violation:
		return fmt.Sprintf("%v wins: illegal move: %v", w, r.Rule)
	case ok:
		return fmt.Sprintf("%v wins", w)
	}
	return "draw"
}

// Opening returns a position after the given number of random plies, of the
// largest tiles that fit, so that matches do not repeat one game.
func Opening(ctx context.Context, first duo.Player, plies int, seed uint64) (duo.Position, error) {
	r := randomPlayer{rand: rand.New(rand.NewPCG(seed, 0)), largest: true}
	p := duo.NewPosition(first)
	for range plies {
		m, err := r.Move(ctx, &p)
		if err != nil || p.Over() {
			return p, err
		}
		p.Play(m)
	}
	return p, nil
}

// Play lets two players, player 1's and player 2's, play a game from a position.
// seen, if not nil, is called with the position at the start and after every
// change of it. A failure of a player, ErrQuit included, ends the game without
// a result.
func Play(ctx context.Context, start duo.Position, players [2]Player, seen func(*duo.Position)) (*Result, error) {
	r := &Result{Position: start}
	p := &r.Position
	if seen == nil {
		seen = func(*duo.Position) {}
	}
	seen(p)
	for !p.Over() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pl := p.ToMove()
		m, err := players[pl].Move(ctx, p)
		switch {
		case errors.Is(err, ErrUndo):
			takeBack(p)
			seen(p)
			continue
		case errors.Is(err, ErrResign):
			r.Ending, r.Loser = Resigned, pl
			return r, nil
		case err != nil:
			return nil, fmt.Errorf("%v (%s): move %d: %w", pl, players[pl].Name(), p.Plies()+1, err)
		}
		if err := p.MakeMove(m); err != nil {
			r.Ending, r.Loser, r.Rule = Violation, pl, err
			return r, nil
		}
		seen(p)
	}
	return r, nil
}

// takeBack takes moves back until the last turn of the player to move that was
// not a forced pass, or to the start.
func takeBack(p *duo.Position) {
	pl := p.ToMove()
	for p.Plies() > 0 {
		p.Undo()
		if p.ToMove() == pl && p.HasLegalMove() {
			return
		}
	}
}
