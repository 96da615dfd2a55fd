package thesis

import (
	"fmt"
	"math"
	"slices"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match/elo"
)

// The verdicts on a cell: the interval of the difference of the win rates contains 0; or it does
// not, but both favour the same player; or not.
const (
	Agrees    = "agrees"
	SameSide  = "same side"
	Disagrees = "disagrees"
)

// Compare returns the verdict on a cell.
func Compare(r *Result) string {
	printed := math.Round(r.Printed.Wins[0] / 100 * printedGames)
	d := elo.Newcombe(float64(r.Wins[0]), float64(r.Games), printed, printedGames)
	switch {
	case d.Low <= 0 && d.High >= 0:
		return Agrees
	case (r.Wins[0]-r.Wins[1] > 0) == (r.Printed.Wins[0]-r.Printed.Wins[1] > 0):
		return SameSide
	}
	return Disagrees
}

// falseDiscoveries is the share of the differing cells that may differ by chance.
const falseDiscoveries = 0.05

// Claim is a conclusion of the thesis, judged on all cells that bear on it.
type Claim struct {
	Number int
	Text   string
	// Share is the mean share of the points, in percent, of the player that the claim favours, with
	// its interval: the mean of the claim's cells, which all count alike.
	Share    float64
	Interval elo.Interval
	Games    int
	Holds    string // yes, no, open, or NotPlayed
	Why      string
}

// judged returns the claim with a share of so many games, the interval that the share is known to
// lie in, and the judgement: the claim holds if the whole interval is above the even share.
func (c Claim) judged(share float64, in elo.Interval, even float64, digits, games int) Claim {
	c.Share, c.Interval, c.Games = lab.Round(share, digits), elo.Interval{Low: lab.Round(in.Low, digits), High: lab.Round(in.High, digits)}, games
	switch {
	case in.Low > even:
		c.Holds = "yes"
	case in.High < even:
		c.Holds = "no"
	default:
		c.Holds = "open"
	}
	return c
}

// percent returns an interval in percent.
func percent(of elo.Interval) elo.Interval {
	return elo.Interval{Low: 100 * of.Low, High: 100 * of.High}
}

// NotPlayed is the judgement on a claim of whose cells none are there.
const NotPlayed = "not played"

// judge gives the cells their verdicts, and judges the claims.
func (r *Report) judge() {
	var at []int
	var p []float64
	for i := range r.Results {
		c := &r.Results[i]
		if c.Printed == nil {
			continue
		}
		c.Agreement = Compare(c)
		at = append(at, i)
		p = append(p, elo.Differ(float64(c.Wins[0]), float64(c.Games), math.Round(c.Printed.Wins[0]/100*printedGames), printedGames))
	}
	// Some of many cells differ by chance: such a cell agrees.
	for k, differs := range discoveries(p, falseDiscoveries) {
		if !differs {
			r.Results[at[k]].Agreement = Agrees
		}
	}
	r.Claims = nil
	for _, c := range claims() {
		claim, ok := c(r)
		if !ok {
			claim = Claim{Number: claim.Number, Text: claim.Text, Holds: NotPlayed}
		}
		r.Claims = append(r.Claims, claim)
	}
}

// pooled is a player's result in a number of cells. The cells count alike, even though cells of
// small budgets have more games.
type pooled struct {
	share float64 // the mean of the cells' shares
	games float64 // number of games that would be as informative as the games of all cells
	all   int     // the games of the cells
}

// mean pools cells: the share in each, of so many games. The mean of k shares of n1, n2, ... games has
// the variance of one share of k^2 / (1/n1 + 1/n2 + ...) games.
type mean struct {
	cells, shares, inverses float64
	all                     int
}

func (m *mean) add(points float64, games int) {
	m.cells++
	m.shares += points / float64(games)
	m.inverses += 1 / float64(games)
	m.all += games
}

// pooled returns what has been added; ok is false if nothing has.
func (m *mean) pooled() (p pooled, ok bool) {
	if m.cells == 0 {
		return p, false
	}
	return pooled{m.shares / m.cells, m.cells * m.cells / m.inverses, m.all}, true
}

// interval returns the Wilson interval of the share.
func (p pooled) interval() elo.Interval { return elo.Wilson(p.share*p.games, p.games) }

// pool pools the results of the player at index side, in the results that pick accepts.
func (r *Report) pool(pick func(*Result) (side int, ok bool)) (pooled, bool) {
	var m mean
	for i := range r.Results {
		c := &r.Results[i]
		if side, ok := pick(c); ok {
			m.add(float64(c.Wins[side])+float64(c.Games-c.Wins[0]-c.Wins[1])/2, c.Games)
		}
	}
	return m.pooled()
}

// against picks the results of two players, at equal budgets if equal.
func against(player, rival string, equal bool, tables ...string) func(*Result) (int, bool) {
	return func(c *Result) (int, bool) {
		if equal && c.Seconds[0] != c.Seconds[1] {
			return 0, false
		}
		in := len(tables) == 0 && c.Printed != nil
		for _, t := range tables {
			in = in || c.Table == t
		}
		switch {
		case !in:
			return 0, false
		case c.Players == [2]string{player, rival}:
			return 0, true
		case c.Players == [2]string{rival, player}:
			return 1, true
		}
		return 0, false
	}
}

// favours judges a claim that a player wins more than half of the points.
func favours(number int, text string, pick func(*Result) (int, bool)) func(*Report) (Claim, bool) {
	return func(r *Report) (Claim, bool) {
		p, ok := r.pool(pick)
		if !ok {
			return Claim{Number: number, Text: text}, false
		}
		return Claim{Number: number, Text: text}.judged(100*p.share, percent(p.interval()), 50, 1, p.all), true
	}
}

// both joins two judgements that must both hold; the share is the first one's.
func both(one, two func(*Report) (Claim, bool), what string) func(*Report) (Claim, bool) {
	return func(r *Report) (Claim, bool) {
		a, ok1 := one(r)
		b, ok2 := two(r)
		if !ok1 || !ok2 {
			return a, false
		}
		a.Why = fmt.Sprintf("%s: %.1f %% (%.1f to %.1f)", what, b.Share, b.Interval.Low, b.Interval.High)
		switch {
		case a.Holds == "no" || b.Holds == "no":
			a.Holds = "no"
		case b.Holds == "open":
			a.Holds = "open"
		}
		return a, true
	}
}

// claims returns the judgements, in the order of the thesis's conclusions.
func claims() []func(*Report) (Claim, bool) {
	return []func(*Report) (Claim, bool){
		bestC,
		favours(2, "UCB1-Tuned beats UCB1", against("ucb1-tuned", "uct", false, "5.2")),
		both(favours(3, "first-play urgency by tile size beats plain UCT, and 0.1", against("fpu-size", "uct", false)),
			favours(3, "", against("fpu-size", "fpu-0.1", false)), "against 0.1"),
		favours(4, "first-play urgency 0.1 beats plain UCT at 1 s", func(c *Result) (int, bool) {
			side, ok := against("fpu-0.1", "uct", true)(c)
			return side, ok && c.Seconds[0] == 1
		}),
		both(favours(5, "progressive bias by function helps a little, by units it harms", against("bias-function", "uct", false)),
			favours(5, "", against("uct", "bias-units", false)), "UCT against units"),
		both(favours(6, "playouts by function and by units win nearly always", against("rollout-function", "uct", false)),
			favours(6, "", against("rollout-units", "uct", false)), "units"),
		both(favours(7, "a bonus for the score harms (families A and B are ours)", against("uct", "bonus-a", false)),
			favours(7, "", against("uct", "bonus-b", false)), "against B"),
		favours(8, "flat Monte Carlo beats UCT at 1 s", func(c *Result) (int, bool) {
			side, ok := against("mc", "uct", true)(c)
			return side, ok && c.Seconds[0] == 1
		}),
		both(favours(9, "UCT and flat Monte Carlo beat minimax at any time", against("uct", "minimax", false)),
			favours(9, "", against("mc", "minimax", false)), "flat Monte Carlo"),
		compare(10, "flat Monte Carlo does better against minimax than UCT does", against("mc", "minimax", true), against("uct", "minimax", true)),
		both(favours(11, "the enhanced player beats UCT, but not flat Monte Carlo", against("uct-enhanced", "uct", true, "6.7", "6.8")),
			favours(11, "", against("mc", "uct-enhanced", true, "6.9", "6.10")), "flat Monte Carlo against it"),
		fewerLeft,
		firstMover,
	}
}

// bestC judges claim 1: of the values of C, 1 is best, so that no other beats it.
func bestC(r *Report) (Claim, bool) {
	c := Claim{Number: 1, Text: "C = 1 is best at 5 s (chapter 4 has 0.7)", Holds: "yes"}
	best := 0.5
	for i := range r.Results {
		row := &r.Results[i]
		if row.Table != Exploration {
			continue
		}
		draws := row.Games - row.Wins[0] - row.Wins[1]
		points := float64(row.Wins[0]) + float64(draws)/2
		c.Games += row.Games
		if w := elo.Wilson(points, float64(row.Games)); w.Low > 0.5 {
			c.Holds = "no"
		} else if w.High > 0.5 && c.Holds == "yes" {
			c.Holds = "open"
		}
		if share := points / float64(row.Games); share > best {
			best = share
			c.Why = fmt.Sprintf("%s has %.1f %% against it", row.Players[0], 100*share)
		}
	}
	if c.Games == 0 {
		return c, false
	}
	p, _ := r.pool(func(row *Result) (int, bool) { return 1, row.Table == Exploration })
	holds := c.Holds
	c = c.judged(100*p.share, percent(p.interval()), 50, 1, c.Games)
	c.Holds = holds
	return c, true
}

// compare judges a claim that a player does better than another against the same rival; the share is
// the difference.
func compare(number int, text string, better, worse func(*Result) (int, bool)) func(*Report) (Claim, bool) {
	return func(r *Report) (Claim, bool) {
		p, ok1 := r.pool(better)
		q, ok2 := r.pool(worse)
		if !ok1 || !ok2 {
			return Claim{Number: number, Text: text}, false
		}
		d := elo.Newcombe(p.share*p.games, p.games, q.share*q.games, q.games)
		c := Claim{Number: number, Text: text, Why: fmt.Sprintf("difference of %.1f %% and %.1f %%", 100*p.share, 100*q.share)}
		return c.judged(100*(p.share-q.share), percent(d), 0, 1, p.all+q.all), true
	}
}

// fewerLeft judges claim 12: against flat Monte Carlo the enhanced player leaves fewer squares
// than UCT does; the share is the difference in squares.
func fewerLeft(r *Report) (Claim, bool) {
	var left, variance [2]float64
	var cells [2]float64
	games := 0
	for i := range r.Results {
		row := &r.Results[i]
		for k, name := range []string{"uct", "uct-enhanced"} {
			side, ok := against(name, "mc", false)(row)
			if !ok {
				continue
			}
			left[k] += row.Left[side]
			half := row.LeftInterval[side] / elo.Z
			variance[k] += half * half
			cells[k]++
			games += row.Games
		}
	}
	c := Claim{Number: 12, Text: "against flat Monte Carlo the enhanced player leaves fewer squares than UCT", Holds: "open"}
	if cells[0] == 0 || cells[1] == 0 {
		return c, false
	}
	d := left[0]/cells[0] - left[1]/cells[1]
	half := elo.Z * math.Sqrt(variance[0]/cells[0]/cells[0]+variance[1]/cells[1]/cells[1])
	c.Why = fmt.Sprintf("in squares: %.1f of UCT, %.1f of the enhanced player", left[0]/cells[0], left[1]/cells[1])
	return c.judged(d, elo.Interval{Low: d - half, High: d + half}, 0, 2, games), true
}

// firstMover judges claim 13 on the cells of equal budgets with both orders on record.
func firstMover(r *Report) (Claim, bool) {
	var m mean
	for i := range r.Results {
		c := &r.Results[i]
		if c.Printed == nil || c.Seconds[0] != c.Seconds[1] {
			continue
		}
		if decided := c.Wins[0] + c.Wins[1]; decided > 0 {
			m.add(float64(c.Firsts), decided)
		}
	}
	c := Claim{Number: 13, Text: "the first mover has a small edge", Holds: "open", Why: "of the games with a winner, at equal budgets"}
	p, ok := m.pooled()
	if !ok {
		return c, false
	}
	return c.judged(100*p.share, percent(p.interval()), 50, 1, p.all), true
}

// discoveries returns which of the probabilities stay below what is allowed for false discoveries
// (Benjamini, Hochberg, Controlling the False Discovery Rate, 1995).
func discoveries(p []float64, rate float64) []bool {
	sorted := slices.Clone(p)
	slices.Sort(sorted)
	bound := -1.0
	for i, v := range sorted {
		if v <= rate*float64(i+1)/float64(len(p)) {
			bound = v
		}
	}
	out := make([]bool, len(p))
	for i, v := range p {
		out[i] = v <= bound
	}
	return out
}
