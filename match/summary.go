// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/match/elo"
	"github.com/tessera-fpga/tessera/play/plural"
)

// Score is a player's result against one other player or against all.
type Score struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Elo is the difference to the rivals, with its 95 % interval; see elo.Pairs.
	Elo     float64 `json:"elo"`
	EloLow  float64 `json:"elo_low"`
	EloHigh float64 `json:"elo_high"`
	// Pairs are the basis of Elo.
	Pairs elo.Pairs `json:"pairs"`
	// Repeated is the number of games in pairs that repeat other pairs move for move. They count as
	// games but carry no new information, so Pairs leaves them out.
	Repeated int `json:"repeated,omitempty"`
}

// Work summarizes a player's games and effort.
type Work struct {
	Player   string  `json:"player"`         // its specification
	Name     string  `json:"name,omitempty"` // alias, or ""
	Forfeits int     `json:"forfeits"`       // games lost by illegal moves, on time, or by failures
	Moves    int     `json:"moves"`          // chosen by the player, without openings and passes
	Seconds  float64 `json:"seconds"`        // thinking time
	Slowest  float64 `json:"slowest"`        // time of the slowest move, in seconds
	// Work is the work that the player counted, in its own unit; 0 if it counts none.
	Work uint64 `json:"work,omitempty"`
	// CPU is the processor time of the moves in seconds, by the kernel's count: of the thread that
	// asked the player, and of a GTP program that tells its own. A search with more threads has more.
	// Only Linux counts it.
	CPU float64 `json:"cpu,omitempty"`
}

// perMove returns the mean time of a move.
func (s *Work) perMove() time.Duration {
	return rounded(s.Seconds / float64(max(s.Moves, 1)))
}

// rounded returns a time rounded to milliseconds, or to microseconds up to one second.
func rounded(seconds float64) time.Duration {
	d := time.Duration(seconds * float64(time.Second))
	if d > time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Microsecond)
}

// Pairing is the result of two players against each other.
type Pairing struct {
	Players [2]int `json:"players"` // from 1
	Score          // score of the first player
}

// Test is the state of a sequential test.
type Test struct {
	elo.SPRT
	LLR     float64     `json:"llr"`
	Lower   float64     `json:"lower"`
	Upper   float64     `json:"upper"`
	Verdict elo.Verdict `json:"verdict"`
}

// Summary is the last line of the file of a match.
type Summary struct {
	Score            // score of the first player
	Work   []Work    `json:"players"`            // by player
	Scores []Score   `json:"scores,omitempty"`   // by player, and
	Each   []Pairing `json:"pairings,omitempty"` // by pairing; both only with more than two players
	SPRT   *Test     `json:"sprt,omitempty"`
	Terms  *Terms    `json:"match"`
}

// outcome is a pair's contribution to the counts.
type outcome struct {
	results [][3]int // losses, draws, wins, by place in the pairing
	work    []Work   // by place in the pairing
	print   uint64   // hash of all moves
}

// counter counts pairs in the order of their numbers. Neither the result nor the pair that ends a
// sequential test depends on the order of completion.
type counter struct {
	terms    *Terms
	pairings [][]int
	pending  map[int]outcome
	next     int // next pair to count
	games    int // games counted
	scores   []Score
	work     []Work
	seed     maphash.Seed
	seen     map[uint64]int        // pair by its print
	repeats  func(pair, first int) // called for a pair that repeats an earlier one; both from 0
	verdict  elo.Verdict
}

func newCounter(t *Terms, repeats func(pair, first int)) *counter {
	c := &counter{
		terms: t, pairings: t.pairings(), pending: map[int]outcome{}, work: make([]Work, len(t.Players)),
		seed: maphash.MakeSeed(), seen: map[uint64]int{}, repeats: repeats,
	}
	c.scores = make([]Score, len(c.pairings))
	if t.Seating == AllOrders {
		c.scores = make([]Score, len(t.Players))
	}
	for i, spec := range t.Players {
		c.work[i].Player = spec
		if i < len(t.Aliases) {
			c.work[i].Name = t.Aliases[i]
		}
	}
	return c
}

// add adds the games of a pair, numbered from 0.
func (c *counter) add(pair int, games []*played) {
	pairing := c.pairings[pair%len(c.pairings)]
	o := outcome{results: make([][3]int, len(pairing)), work: make([]Work, len(pairing))}
	var h maphash.Hash
	h.SetSeed(c.seed)
	for _, g := range games {
		fmt.Fprint(&h, pair%len(c.pairings), g.extra.Sides, g.moves)
		for i, place := range pairing {
			w, side := &o.work[i], slices.Index(g.extra.Sides, place+1)
			o.results[i][g.points[side]]++
			if g.forfeit && g.points[side] == 0 {
				w.Forfeits++
			}
			w.Moves += g.made[side]
			w.Slowest = max(w.Slowest, g.slowest[side])
			w.Seconds += g.seconds[side]
			w.Work += g.work[side]
			w.CPU += g.cpu[side]
		}
	}
	o.print = h.Sum64()
	c.pending[pair] = o
	for c.verdict == elo.Open {
		o, ok := c.pending[c.next]
		if !ok {
			break
		}
		delete(c.pending, c.next)
		c.count(o)
		c.next++
	}
}

// count counts the next pair.
func (c *counter) count(o outcome) {
	n := c.next % len(c.pairings)
	games := 0
	for _, g := range o.results[0] {
		games += g
	}
	c.games += games
	// A pairing has a single score, for its first player. With AllOrders, each player has a score.
	scores, results := c.scores[n:n+1], o.results[:1]
	if c.terms.Seating == AllOrders {
		scores, results = c.scores, o.results
	}
	for i := range scores {
		s := &scores[i]
		s.Losses += results[i][0]
		s.Draws += results[i][1]
		s.Wins += results[i][2]
	}
	for i, player := range c.pairings[n] {
		w := &c.work[player]
		w.Forfeits += o.work[i].Forfeits
		w.Moves += o.work[i].Moves
		w.Seconds += o.work[i].Seconds
		w.Work += o.work[i].Work
		w.CPU += o.work[i].CPU
		w.Slowest = max(w.Slowest, o.work[i].Slowest)
	}
	if first, again := c.seen[o.print]; again {
		for i := range scores {
			scores[i].Repeated += games
		}
		c.repeats(c.next, first)
		return
	}
	c.seen[o.print] = c.next
	for i := range scores {
		points := results[i][1] + 2*results[i][2]
		if games == 1 {
			scores[i].Pairs.AddSingle(points)
		} else {
			scores[i].Pairs.Add(points)
		}
	}
	if c.terms.SPRT != nil {
		c.verdict = c.terms.SPRT.Verdict(c.scores[0].Pairs)
	}
}

// over reports whether the match is decided or complete.
func (c *counter) over() bool {
	return c.verdict != elo.Open || c.next == c.terms.pairs()
}

// of returns a player's score against all others.
func (c *counter) of(player int) (sum Score) {
	if c.terms.Seating == AllOrders {
		return c.scores[player].Rated()
	}
	for n, s := range c.scores {
		switch player {
		case c.pairings[n][0]:
			sum = sum.Plus(s)
		case c.pairings[n][1]:
			sum = sum.Plus(s.Reversed())
		}
	}
	return sum.Rated()
}

// Plus returns the sum of two scores, without its Elo.
func (s Score) Plus(t Score) Score {
	s.Wins += t.Wins
	s.Draws += t.Draws
	s.Losses += t.Losses
	s.Repeated += t.Repeated
	for i := range s.Pairs {
		s.Pairs[i] += t.Pairs[i]
	}
	return s
}

// Reversed returns the score of the other player.
func (s Score) Reversed() Score {
	s.Wins, s.Losses = s.Losses, s.Wins
	s.Elo, s.EloLow, s.EloHigh = 0-s.Elo, 0-s.EloHigh, 0-s.EloLow
	for i := range 2 {
		s.Pairs[i], s.Pairs[4-i] = s.Pairs[4-i], s.Pairs[i]
	}
	return s
}

// Rated returns the score with its Elo, rounded to a hundredth.
func (s Score) Rated() Score {
	e := s.Pairs.Estimate()
	for to, from := range map[*float64]float64{&s.Elo: e.Elo, &s.EloLow: e.Low, &s.EloHigh: e.High} {
		*to = math.Round(from*100)/100 + 0 // never -0
	}
	return s
}

// estimate returns the Elo with its interval.
func (s Score) estimate() elo.Estimate {
	return elo.Estimate{Elo: s.Elo, Low: s.EloLow, High: s.EloHigh}
}

// String returns the score in words.
func (s Score) String() string {
	text := fmt.Sprintf("won %d, drawn %d, lost %d: Elo %v", s.Wins, s.Draws, s.Losses, s.estimate())
	if s.Repeated > 0 {
		text += ", without " + plural.Count(s.Repeated, "game that repeats another", "games that repeat others")
	}
	return text
}

// test returns the state of the sequential test, or nil.
func (c *counter) test() *Test {
	if c.terms.SPRT == nil {
		return nil
	}
	t := &Test{SPRT: *c.terms.SPRT, Verdict: c.verdict}
	t.LLR = math.Round(t.SPRT.LLR(c.scores[0].Pairs)*1e4) / 1e4
	t.Lower, t.Upper = t.SPRT.Bounds()
	return t
}

// String describes the state of the test in words.
func (t *Test) String() string {
	text := fmt.Sprintf("SPRT of %v and %v Elo: LLR %.2f in %.2f to %.2f", t.Elo0, t.Elo1, t.LLR, t.Lower, t.Upper)
	switch t.Verdict {
	case elo.AcceptElo0:
		text += fmt.Sprintf(", %v accepted", t.Elo0)
	case elo.AcceptElo1:
		text += fmt.Sprintf(", %v accepted", t.Elo1)
	}
	return text
}

// summary returns the summary of the pairs counted.
func (c *counter) summary() *Summary {
	s := &Summary{Score: c.of(0), Work: c.work, SPRT: c.test(), Terms: c.terms}
	for i := range s.Work {
		s.Work[i].Seconds = math.Round(s.Work[i].Seconds*1e6) / 1e6
		s.Work[i].CPU = math.Round(s.Work[i].CPU*1e6) / 1e6
	}
	if len(c.terms.Players) > 2 {
		for i := range c.terms.Players {
			s.Scores = append(s.Scores, c.of(i))
		}
		for n, p := range c.pairings {
			if c.terms.Seating == AllOrders {
				break
			}
			s.Each = append(s.Each, Pairing{[2]int{p[0] + 1, p[1] + 1}, c.scores[n].Rated()})
		}
	}
	return s
}

// String returns the summary as text.
func (s *Summary) String() string {
	var b strings.Builder
	names := s.Terms.Names()
	for i, w := range s.Work { // a player with an alias also shows its identity
		if w.Name != "" && i < len(s.Terms.Identities) && s.Terms.Identities[i] != "" {
			names[i] += " (" + s.Terms.Identities[i] + ")"
		}
	}
	for _, p := range s.Each {
		fmt.Fprintf(&b, "%s against %s: %v\n", names[p.Players[0]-1], names[p.Players[1]-1], p.Score)
	}
	for i, work := range s.Work {
		score := s.Score
		switch {
		case s.Scores != nil:
			score = s.Scores[i]
		case i == 1:
			score = score.Reversed()
		}
		fmt.Fprintf(&b, "player %d %s: %v; %v a move", i+1, names[i], score, work.perMove())
		if work.Slowest > 0 {
			fmt.Fprintf(&b, ", the slowest %v", rounded(work.Slowest))
		}
		if work.Forfeits > 0 {
			fmt.Fprintf(&b, "; %d lost by forfeit", work.Forfeits)
		}
		b.WriteByte('\n')
	}
	if s.SPRT != nil {
		fmt.Fprintln(&b, s.SPRT)
	}
	return b.String()
}
