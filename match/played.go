package match

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/play/record"
)

// played is a game of a match that is over.
type played struct {
	extra   extra
	points  int        // of side 0: 2 for a win, 1 for a draw
	moves   string     // all of them, and how it ended: to tell games that repeat others
	made    [2]int     // moves chosen by each side
	slowest [2]float64 // of them, in seconds
	seconds [2]float64 // thinking time
	forfeit bool       // the loser lost by an illegal move, on time, or by a failure
}

// parse reads the record of a game of the match, and checks it. Its error is record.ErrSummary
// for a summary.
func (t *Terms) parse(line []byte) (*played, error) {
	want, err := t.game()
	if err != nil {
		return nil, err
	}
	g, err := record.ParseJSON(line)
	switch {
	case err != nil:
		return nil, err
	case g.Of.Name != want.Name:
		return nil, fmt.Errorf("a game of %s, want one of %s", g.Of.Name, want.Name)
	}
	p := &played{moves: fmt.Sprint(g.Moves, g.Result, g.Shares)}
	if p.extra, err = parseExtra(g.Extra); err != nil {
		return nil, err
	}
	end, err := g.Position()
	if err != nil {
		return nil, err
	}
	shares := g.FinalShares(end)
	if shares == nil || g.Shares == nil && g.Result == "" {
		return nil, fmt.Errorf("game %d has no result", p.extra.Game)
	}
	var sides [2]float64
	for seat, share := range shares {
		sides[seat%2] += share
	}
	const same = 1e-9
	switch d := sides[0] - sides[1]; {
	case d > same:
		p.points = 2
	case d > -same:
		p.points = 1
	}
	p.forfeit = g.Forfeit || strings.HasSuffix(g.Result, "F") || strings.HasSuffix(g.Result, "T")
	for seat, seconds := range g.Seconds {
		p.seconds[seat%2] += seconds
	}
	pos, err := g.Of.Begin(g.First)
	if err != nil {
		return nil, err
	}
	for ply, m := range g.Moves {
		side := pos.ToMove() % 2
		if ply >= g.Opening && !(g.Of.HasPass && m == g.Of.Pass) {
			p.made[side]++
		}
		if ply < len(g.Notes) {
			p.slowest[side] = max(p.slowest[side], g.Notes[ply].Seconds)
		}
		if err := pos.Play(m); err != nil {
			return nil, errors.New("the moves have changed") // ParseJSON has played them
		}
	}
	return p, nil
}
