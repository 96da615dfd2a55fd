// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// played is a finished game of a match.
type played struct {
	extra   extra
	points  []int     // by side: 2 for a win, 1 for a draw
	moves   string    // all moves and the result, to detect repeated games
	made    []int     // moves chosen by each side
	slowest []float64 // each side's slowest move, in seconds
	seconds []float64 // thinking time
	work    []uint64
	cpu     []float64   // processor time, in seconds
	forfeit bool        // the loser lost by an illegal move, on time, or by a failure
	late    bool        // lost on time
	broken  bool        // the game ended before its end
	first   int         // the seat that moved first
	opening []play.Move // the moves that were given
}

// parse reads and checks the record of a game of the match. For a summary it returns
// record.ErrSummary.
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
	p.first, p.opening = g.First, g.Moves[:g.Opening]
	p.late, p.broken = lostOnTime(g), g.Reason != ""
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
	if err := t.checkEnd(g, end, p.extra.Sides); err != nil {
		return nil, fmt.Errorf("game %d: %w", p.extra.Game, err)
	}
	n := len(p.extra.Sides)
	p.points, p.made, p.slowest, p.seconds, p.work = make([]int, n), make([]int, n), make([]float64, n), make([]float64, n), make([]uint64, n)
	p.cpu = make([]float64, n)
	copy(p.work, p.extra.Work)
	copy(p.cpu, p.extra.CPU)
	p.score(shares)
	p.forfeit = g.Forfeit || strings.HasSuffix(g.Result, "F") || strings.HasSuffix(g.Result, "T")
	for seat, seconds := range g.Seconds {
		p.seconds[seat%n] += seconds
	}
	pos, err := g.Begin()
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
			return nil, errors.New("the moves have changed") // cannot happen: ParseJSON has played them
		}
	}
	return p, nil
}

// score sets the points: a win for a sole leader, a draw for the sides that share the lead.
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
