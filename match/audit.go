// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// DefaultAudit is the usual Options.Audit.
const DefaultAudit = 0.05

// checkEnd returns an error if a game of the match cannot have ended as its record says. end is the
// position after its moves, and sides are the players' numbers.
func (t *Terms) checkEnd(g *record.Game, end play.Position, sides []int) error {
	loser := slices.Index(g.FinalShares(end), 0) // -1: a draw
	switch {
	case lostOnTime(g):
		if t.MoveTimeout == 0 && t.TimeControl == (play.TimeControl{}) {
			return errors.New("a loss on time, but the match has no time limit")
		}
	case resigned(g):
		if loser < 0 {
			return errors.New("a resignation, but nobody has lost")
		}
		number := sides[loser%len(sides)]
		if number < 1 || number > len(t.Players) {
			return fmt.Errorf("player %d of %d has resigned", number, len(t.Players))
		}
		runs := func(r play.Resource) bool { return r.Kind == play.Program }
		if spec := t.Players[number-1]; !slices.ContainsFunc(g.Of.Opens(spec), runs) {
			return fmt.Errorf("player %q has resigned, but only other programs resign", spec)
		}
	case g.Adjudicated():
		if loser >= 0 && t.Resign == (Adjudication{}) {
			return errors.New("an adjudicated loss, but the match has no such rule")
		}
		if loser < 0 && t.Draw == (Adjudication{}) {
			return errors.New("an adjudicated draw, but the match has no such rule")
		}
	case g.Reason == "" && !end.Over():
		return errors.New("the game is not over, and has no reason for its end")
	}
	return nil
}

// lostOnTime reports whether a game was lost on time.
func lostOnTime(g *record.Game) bool {
	return strings.HasSuffix(g.Result, "T") || strings.HasPrefix(g.Reason, "loss on time")
}

// resigned reports whether a player has resigned.
func resigned(g *record.Game) bool {
	return strings.HasSuffix(g.Result, "R") || g.Reason == "resigned"
}

// repeats reports whether the players make the same moves in the same game again.
func (t *Terms) repeats() bool {
	g, err := t.game()
	return err == nil && t.TimeControl == (play.TimeControl{}) && !slices.Contains(t.Identities, elsewhere) && !slices.ContainsFunc(t.Players, g.Varies)
}

// auditor checks the pairs of workers.
type auditor struct {
	file    *file
	pool    *Pool
	share   float64       // of the pairs to play again
	repeats bool          // see Terms.repeats
	jobs    chan struct{} // limits the pairs played at a time
}

func newAuditor(f *file, pool *Pool, share float64) *auditor {
	return &auditor{f, pool, share, f.terms.repeats(), make(chan struct{}, runtime.NumCPU())}
}

// check returns an error if a worker's result of a pair is wrong. It plays some pairs again: a
// random share, which no worker can foresee, and pairs with a game that was broken off.
func (a *auditor) check(ctx context.Context, pair int, task, result []byte) error {
	games, err := a.file.parse(pair, result)
	if err != nil {
		return err
	}
	late, broken := false, false
	for _, g := range games {
		late, broken = late || g.late, broken || g.broken
	}
	// The time of another machine decides nothing here.
	if !a.repeats || late || !broken && rand.Float64() >= a.share {
		return nil
	}
	select {
	case a.jobs <- struct{}{}:
		defer func() { <-a.jobs }()
	case <-ctx.Done():
		return ctx.Err()
	}
	lines, err := a.pool.Play(ctx, task)
	if err != nil {
		return fmt.Errorf("pair %d could not be played again here: %w", pair+1, err)
	}
	own, err := a.file.parse(pair, lines)
	if err != nil {
		return fmt.Errorf("pair %d, played again here: %w", pair+1, err)
	}
	for i, g := range games {
		if own[i].late {
			return nil
		}
		if g.moves != own[i].moves {
			return fmt.Errorf("game %d is another one when it is played again", g.extra.Game)
		}
	}
	return nil
}

// without returns the file without some pairs. Its counts begin again: each is called with the
// games of every other pair.
func (j *file) without(pairs []int, each func(pair int, games []*played)) (*file, error) {
	for _, pair := range pairs {
		delete(j.places, pair)
	}
	if err := j.write(j.pairs(), nil); err != nil {
		return j, err
	}
	if err := j.Close(); err != nil {
		return j, err
	}
	again, err := openFile(j.path, j.terms, j.openings, each)
	if err != nil {
		return j, err
	}
	return again, nil
}

// distrusted is the line of the log about a worker whose pairs are played again.
func distrusted(log io.Writer, worker string, reason error, pairs int) {
	fmt.Fprintf(log, "match: worker %s gave a wrong result (%v): its other pairs, %d so far, are played again by others\n", worker, reason, pairs)
}
