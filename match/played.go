package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/play/record"
)

// played is a game of a match that is over.
type played struct {
	extra   extra
	points  []int     // by side: 2 for a win, 1 for a draw
	moves   string    // all of them, and how it ended: to tell games that repeat others
	made    []int     // moves chosen by each side
	slowest []float64 // the players' slowest moves, in seconds
	seconds []float64 // thinking time
	work    []uint64
	forfeit bool // the loser lost by an illegal move, on time, or by a failure
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
	if len(p.extra.Sides) < 2 {
		return nil, fmt.Errorf("game %d has sides %v, want two or more", p.extra.Game, p.extra.Sides)
	}
	end, err := g.Position()
	if err != nil {
		return nil, err
	}
	shares := g.FinalShares(end)
	if shares == nil || g.Shares == nil && g.Result == "" {
		return nil, fmt.Errorf("game %d has no result", p.extra.Game)
	}
	n := len(p.extra.Sides)
	p.points, p.made, p.slowest, p.seconds, p.work = make([]int, n), make([]int, n), make([]float64, n), make([]float64, n), make([]uint64, n)
	copy(p.work, p.extra.Work)
	p.score(shares)
	p.forfeit = g.Forfeit || strings.HasSuffix(g.Result, "F") || strings.HasSuffix(g.Result, "T")
	for seat, seconds := range g.Seconds {
		p.seconds[seat%n] += seconds
	}
	pos, err := g.Of.Begin(g.First)
	if err != nil {
		return nil, err
	}
	for ply, m := range g.Moves {
		side := pos.ToMove() % n
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

// score sets the points: a win for the side with more points than every other one, a draw for the
// sides that share the most.
func (p *played) score(shares []float64) {
	n := len(p.points)
	sides := make([]float64, n)
	for seat, share := range shares {
		sides[seat%n] += share
	}
	const same = 1e-9
	most, first := slices.Max(sides), 0
	for _, share := range sides {
		if share > most-same {
			first++
		}
	}
	for i, share := range sides {
		switch {
		case share > most-same && first == 1:
			p.points[i] = 2
		case share > most-same:
			p.points[i] = 1
		}
	}
}
