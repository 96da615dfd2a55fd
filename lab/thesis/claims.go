// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package thesis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match/elo"
)

// A cell Agrees if the interval of the difference between the win rates contains 0. Otherwise it is
// SameSide if both win rates favour the same player.
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

// Fitted compares a baseline with the thesis at one second: for each pair of FitPairs the share of the
// points of its first player in percent, NaN if it is not played, and the mean distance from the
// printed shares.
type Fitted struct {
	Baseline
	Sorted   bool // playouts by units also sort the list of moves, large tiles first
	Shares   []float64
	Distance float64
}

// Fits returns the printed shares of FitPairs, and each baseline's.
func (r *Report) Fits() (printed []float64, all []Fitted) {
	for _, pair := range FitPairs {
		sum, cells := 0.0, 0.0
		for i := range r.Results {
			c := &r.Results[i]
			if side, ok := against(pair[0], pair[1], true)(c); ok && c.Seconds[0] == 1 {
				sum += 50 + (c.Printed.Wins[side]-c.Printed.Wins[1-side])/2
				cells++
			}
		}
		printed = append(printed, sum/cells)
	}
	fit := func(b Baseline, sorted bool) {
		f := Fitted{Baseline: b, Sorted: sorted}
		for k, pair := range FitPairs {
			pick := atOneSecond(against(pair[0], pair[1], true))
			switch {
			case sorted && pair[0] == "rollout-units":
				pick = atOneSecond(against("rollout-units-large", pair[1], true, Readings))
			case b != Baselines[0]:
				pick = func(c *Result) (int, bool) {
					return 0, c.Table == Fit && c.Playouts == b.Playouts && c.Players == [2]string{pair[0] + b.Options, pair[1] + b.Options}
				}
			}
			share := math.NaN()
			if p, ok := r.pool(pick); ok {
				share = 100 * p.share
			}
			f.Shares = append(f.Shares, share)
			f.Distance += math.Abs(share-printed[k]) / float64(len(FitPairs))
		}
		all = append(all, f)
	}
	for _, b := range Baselines {
		fit(b, false)
	}
	fit(Baselines[0], true)
	return printed, all
}

// Detectable returns the difference between a share near one half of this number of games and a
// printed share that a cell finds with a probability of 80 %: the power of a verdict of Agrees.
func Detectable(games int) float64 {
	const power = 0.8416 // the normal distribution's quantile for 80 %
	return (elo.Z + power) * math.Sqrt(0.25/float64(games)+0.25/printedGames)
}

// falseDiscoveries is the share of the differing cells that may differ by chance.
const falseDiscoveries = 0.05

// Claim is a conclusion of the thesis, judged by all relevant cells.
type Claim struct {
	Number int
	Text   string
	// Share is the share of the points, in percent, of the player that the claim favours: the mean
	// of the claim's cells with equal weights. Interval is its interval.
	Share    float64
	Interval elo.Interval
	Games    int
	Holds    string // yes, no, ByBudget, open, or NotPlayed
	Why      string
}

// judged returns the claim with a share, its interval, the number of games, and the judgement. The
// claim holds if the whole interval is above the bound.
func (c Claim) judged(share float64, in elo.Interval, bound float64, digits, games int) Claim {
	c.Share, c.Interval, c.Games = lab.Round(share, digits), elo.Interval{Low: lab.Round(in.Low, digits), High: lab.Round(in.High, digits)}, games
	c.Holds = decision(in, bound)
	return c
}

// decision returns yes if an interval is above a bound, no if it is below, and open otherwise.
func decision(in elo.Interval, bound float64) string {
	switch {
	case in.Low > bound:
		return "yes"
	case in.High < bound:
		return "no"
	}
	return "open"
}

// ByBudget is the judgement on a claim that holds at some budgets and fails at others.
const ByBudget = "by budget"

// percent returns an interval in percent.
func percent(of elo.Interval) elo.Interval {
	return elo.Interval{Low: 100 * of.Low, High: 100 * of.High}
}

// NotPlayed is the judgement on a claim whose cells have no results.
const NotPlayed = "not played"

// judge computes the verdicts on the cells and the judgements on the claims.
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
	// With many cells, some differ by chance alone. These cells agree.
	for k, differs := range discoveries(p, falseDiscoveries) {
		if !differs {
			r.Results[at[k]].Agreement = Agrees
		}
	}
	r.Claims = nil
	for i, c := range conclusions {
		claim, ok := c.judge(r)
		if !ok {
			claim = Claim{Holds: NotPlayed}
		}
		claim.Number, claim.Text = i+1, c.text
		r.Claims = append(r.Claims, claim)
	}
}

// pooled is a player's result in several cells. The cells have equal weights, although cells of
// small budgets have more games.
type pooled struct {
	share float64 // mean of the cells' shares
	games float64 // number of games that would be as informative as all games of the cells
	all   int     // number of games of all cells
}

// mean pools cells, each a share of a number of games. The mean of k shares of n1, n2, ... games
// has the variance of one share of k^2 / (1/n1 + 1/n2 + ...) games.
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

// pooled returns the mean of the cells. ok is false if there are no cells.
func (m *mean) pooled() (p pooled, ok bool) {
	if m.cells == 0 {
		return p, false
	}
	return pooled{m.shares / m.cells, m.cells * m.cells / m.inverses, m.all}, true
}

// interval returns the Wilson interval of the share.
func (p pooled) interval() elo.Interval { return elo.Wilson(p.share*p.games, p.games) }

// pool pools the results of the player at index side in the results that pick accepts.
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

// against picks the results of two players. With equal, it picks equal budgets only.
func against(player, rival string, equal bool, tables ...string) func(*Result) (int, bool) {
	return func(c *Result) (int, bool) {
		if equal && c.Seconds[0] != c.Seconds[1] {
			return 0, false
		}
		in := slices.Contains(tables, c.Table) || len(tables) == 0 && c.Printed != nil
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

// judge judges a claim on the results. ok is false if they have none of its cells.
type judge func(r *Report) (c Claim, ok bool)

// favours judges a claim that a player wins more than half of the points.
func favours(pick func(*Result) (int, bool)) judge { return above(pick, 50) }

// nearlyAlways is the least share of the points, in percent, of a player that "wins nearly always".
// The thesis prints 92.5 to 97.5 % of the games.
const nearlyAlways = 90

// above judges a claim that a player wins more than this share of the points, in percent.
func above(pick func(*Result) (int, bool), bound float64) judge {
	return func(r *Report) (Claim, bool) {
		p, ok := r.pool(pick)
		if !ok {
			return Claim{}, false
		}
		c := Claim{}.judged(100*p.share, percent(p.interval()), bound, 1, p.all)
		if c.Holds == "open" {
			c.Why = p.wanted(bound / 100)
		}
		return c, true
	}
}

// wanted says how many games in all would decide an open question, if the share stayed as it is.
func (p pooled) wanted(bound float64) string {
	distance := math.Abs(p.share - bound)
	if distance == 0 {
		return "no number of games decides an even share"
	}
	games := float64(p.all) / p.games * elo.Z * elo.Z * p.share * (1 - p.share) / (distance * distance)
	return fmt.Sprintf("some %.0f games would decide it", math.Ceil(games/100)*100)
}

// atAnyTime judges a claim that a player wins more than half of the points in every cell. One cell
// against it refutes it; with several cells, chance alone may turn some (see discoveries).
func atAnyTime(pick func(*Result) (int, bool)) judge {
	return func(r *Report) (Claim, bool) {
		c, ok := favours(pick)(r)
		if !ok {
			return c, false
		}
		var cells []*Result
		var sides []float64 // distance from an even share, in standard deviations
		var p []float64
		for i := range r.Results {
			if side, ok := pick(&r.Results[i]); ok {
				cell := &r.Results[i]
				z := float64(cell.Wins[side]-cell.Wins[1-side]) / math.Sqrt(float64(cell.Games))
				cells, sides, p = append(cells, cell), append(sides, z), append(p, math.Erfc(math.Abs(z)/math.Sqrt2))
			}
		}
		won, lost, worst := 0, 0, 0
		for i, decided := range discoveries(p, falseDiscoveries) {
			switch {
			case decided && sides[i] > 0:
				won++
			case decided:
				lost++
			}
			if sides[i] < sides[worst] {
				worst = i
			}
		}
		c.Why = fmt.Sprintf("%d of %d cells for it, %d against it", won, len(cells), lost)
		switch {
		case lost > 0:
			w := cells[worst]
			c.Holds, c.Why = "no", fmt.Sprintf("%s; %s, table %s: %d-%d-%d", c.Why, w.pair(), w.Table, w.Wins[0], w.Games-w.Wins[0]-w.Wins[1], w.Wins[1])
		case won == len(cells):
			c.Holds = "yes"
		default:
			c.Holds = "open"
		}
		return c, true
	}
}

// byBudget judges a claim that a player wins more than half of the points at each budget by itself.
// Opposite judgements are not pooled.
func byBudget(pick func(*Result) (int, bool)) judge {
	return func(r *Report) (Claim, bool) {
		all, ok := favours(pick)(r)
		if !ok {
			return all, false
		}
		held := map[string]bool{}
		var parts []string
		for _, seconds := range []int{1, 2, 5, 10} {
			c, ok := favours(func(row *Result) (int, bool) {
				side, ok := pick(row)
				return side, ok && row.Seconds == [2]int{seconds, seconds}
			})(r)
			if ok {
				held[c.Holds] = true
				parts = append(parts, fmt.Sprintf("%d s: %s, %.1f %% (%.1f to %.1f)", seconds, c.Holds, c.Share, c.Interval.Low, c.Interval.High))
			}
		}
		switch {
		case held["yes"] && held["no"]:
			all.Holds = ByBudget
		case held["yes"]:
			all.Holds = "yes"
		case held["no"]:
			all.Holds = "no"
		}
		if len(held) > 1 && held["open"] && all.Holds != "open" {
			all.Holds = ByBudget
		}
		all.Why = strings.Join(parts, "; ")
		return all, true
	}
}

// atOneSecond picks the cells of one second among the picked.
func atOneSecond(pick func(*Result) (int, bool)) func(*Result) (int, bool) {
	return func(c *Result) (int, bool) {
		side, ok := pick(c)
		return side, ok && c.Seconds[0] == 1
	}
}

// both combines two judgements that must both hold. The share is the first one's.
func both(one, two judge, what string) judge {
	return func(r *Report) (Claim, bool) {
		a, ok1 := one(r)
		b, ok2 := two(r)
		if !ok1 || !ok2 {
			return a, false
		}
		second := fmt.Sprintf("%s: %s, %.1f %% (%.1f to %.1f)", what, b.Holds, b.Share, b.Interval.Low, b.Interval.High)
		var parts []string
		for _, part := range []string{a.Why, second, b.Why} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		a.Why = strings.Join(parts, "; ")
		switch {
		case a.Holds == "no" || b.Holds == "no":
			a.Holds = "no"
		case a.Holds == ByBudget || b.Holds == ByBudget:
			a.Holds = ByBudget
		case b.Holds == "open":
			a.Holds = "open"
		}
		return a, true
	}
}

// conclusions are the thesis's conclusions, in its order.
var conclusions = []struct {
	text  string
	judge judge
}{
	{"C = 1 is best at 5 s (chapter 4 has 0.7)", bestC},
	{"UCB1-Tuned beats UCB1", favours(against("ucb1-tuned", "uct", false, "5.2"))},
	{"first-play urgency by tile size beats plain UCT, and 0.1",
		both(favours(against("fpu-size", "uct", false)), favours(against("fpu-size", "fpu-0.1", false)), "against 0.1")},
	{"first-play urgency 0.1 beats plain UCT at 1 s", favours(atOneSecond(against("fpu-0.1", "uct", true)))},
	{"progressive bias by function helps a little, by units it harms",
		both(byBudget(against("bias-function", "uct", false)), byBudget(against("uct", "bias-units", false)), "UCT against units")},
	{"playouts by function and by units win nearly always",
		both(above(against("rollout-function", "uct", false), nearlyAlways), above(against("rollout-units", "uct", false), nearlyAlways), "units")},
	{"a bonus for the score harms (families A and B are ours)",
		both(byBudget(against("uct", "bonus-a", false)), byBudget(against("uct", "bonus-b", false)), "against B")},
	{"flat Monte Carlo beats UCT at 1 s", favours(atOneSecond(against("mc", "uct", true)))},
	{"UCT and flat Monte Carlo beat minimax at any time",
		both(atAnyTime(against("uct", "minimax", false)), atAnyTime(against("mc", "minimax", false)), "flat Monte Carlo")},
	{"flat Monte Carlo does better against minimax than UCT does", compare(against("mc", "minimax", true), against("uct", "minimax", true))},
	{"the enhanced player beats UCT, but not flat Monte Carlo",
		both(favours(against("uct-enhanced", "uct", true, "6.7", "6.8")), favours(against("mc", "uct-enhanced", true, "6.9", "6.10")), "flat Monte Carlo against it")},
	{"against flat Monte Carlo the enhanced player leaves fewer squares than UCT", fewerLeft},
	{"the first mover has a small edge", firstMover},
}

// bestC judges claim 1: no other value of C beats 1.
func bestC(r *Report) (Claim, bool) {
	c := Claim{Holds: "yes"}
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

// compare judges a claim that one player does better than another against the same rival. The
// claim's share is the difference between the two.
func compare(better, worse func(*Result) (int, bool)) judge {
	return func(r *Report) (Claim, bool) {
		p, ok1 := r.pool(better)
		q, ok2 := r.pool(worse)
		if !ok1 || !ok2 {
			return Claim{}, false
		}
		d := elo.Newcombe(p.share*p.games, p.games, q.share*q.games, q.games)
		c := Claim{Why: fmt.Sprintf("difference of %.1f %% and %.1f %%", 100*p.share, 100*q.share)}
		return c.judged(100*(p.share-q.share), percent(d), 0, 1, p.all+q.all), true
	}
}

// fewerLeft judges claim 12: against flat Monte Carlo the enhanced player leaves fewer squares than
// UCT does. The share of the claim is the difference in squares.
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
	if cells[0] == 0 || cells[1] == 0 {
		return Claim{}, false
	}
	d := left[0]/cells[0] - left[1]/cells[1]
	half := elo.Z * math.Sqrt(variance[0]/cells[0]/cells[0]+variance[1]/cells[1]/cells[1])
	c := Claim{Why: fmt.Sprintf("in squares: %.1f of UCT, %.1f of the enhanced player", left[0]/cells[0], left[1]/cells[1])}
	return c.judged(d, elo.Interval{Low: d - half, High: d + half}, 0, 2, games), true
}

// smallestEdge is the least edge, in points of the share, that counts as one. The thesis's own cells
// have an edge of 1.5 points.
const smallestEdge = 2

// firstMover judges claim 13 on the recorded cells of equal budgets with both orders.
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
	p, ok := m.pooled()
	if !ok {
		return Claim{}, false
	}
	c := Claim{Why: "of the games with a winner, at equal budgets"}.judged(100*p.share, percent(p.interval()), 50, 1, p.all)
	if c.Holds == "open" && math.Max(c.Interval.High-50, 50-c.Interval.Low) <= smallestEdge {
		c.Holds = "no"
		c.Why += fmt.Sprintf("; no edge above %.1f points for either", math.Max(c.Interval.High-50, 50-c.Interval.Low))
	}
	return c, true
}

// discoveries returns which of the probabilities are below the bound for a rate of false
// discoveries (Benjamini, Hochberg, Controlling the False Discovery Rate, 1995).
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
