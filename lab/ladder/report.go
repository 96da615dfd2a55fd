package ladder

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/elo"
)

// Report is a ladder that has been played.
type Report struct {
	Zero    string  `json:"zero"`    // the player whose rating is 0
	Players []Rated `json:"players"` // the weakest first
	Links   []Link  `json:"links"`
}

// Rated is a player with its rating and its cost of a move. Everything follows from the links.
type Rated struct {
	Player
	// The rating with its 95 % interval, to a tenth.
	Elo     float64 `json:"elo"`
	Low     float64 `json:"elo_low"`
	High    float64 `json:"elo_high"`
	Games   int     `json:"games"`
	Work    float64 `json:"work_per_move,omitempty"` // mean, in Unit
	Seconds float64 `json:"seconds_per_move"`        // median over the player's links, on some machine
}

// Link is the result of two players against each other.
type Link struct {
	Players [2]string `json:"players"`
	Version string    `json:"version"` // version of the program that played
	Weights string    `json:"weights"` // hash of the static evaluation's weights
	// Identities identify the files and programs of the players, as in match.Terms; the list is
	// empty if all players depend on their specifications alone.
	Identities []string `json:"identities,omitempty"`
	// Figures of the first player.
	Wins   int       `json:"wins"`
	Draws  int       `json:"draws"`
	Losses int       `json:"losses"`
	Pairs  elo.Pairs `json:"pairs"`
	// By player, of all games.
	Forfeits [2]int    `json:"forfeits"`
	Moves    [2]int    `json:"moves"`
	Work     [2]uint64 `json:"work"`
	// Seconds are the medians of the times for a move.
	Seconds [2]float64 `json:"seconds"`
}

// open reads a report.
func open(text []byte) (lab.Record, error) {
	r := new(Report)
	return r, lab.Read(text, r)
}

// Text returns the report with its ratings. As long as no chain of results links all players there
// are none.
func (r *Report) Text() ([]byte, error) {
	if err := r.Rate(); err != nil && !errors.Is(err, elo.ErrApart) {
		return nil, err
	}
	text, err := json.MarshalIndent(r, "", "  ")
	return append(text, '\n'), err
}

// find returns the place of the link of two players, -1 if it is not there.
func (r *Report) find(of [2]Player) int {
	return slices.IndexFunc(r.Links, func(l Link) bool { return l.Players == [2]string{of[0].Name, of[1].Name} })
}

// Games returns the number of games of a link.
func (r *Report) Games(row *lab.Row) int {
	if i := r.find(row.Of.([2]Player)); i >= 0 {
		return r.Links[i].Wins + r.Links[i].Draws + r.Links[i].Losses
	}
	return 0
}

// Take puts a link on record.
func (r *Report) Take(p *lab.Played) error {
	of := p.Of.([2]Player)
	l := Link{
		Players: [2]string{of[0].Name, of[1].Name}, Version: p.Version, Weights: evaluation.Default.Hash(), Identities: p.Last.Terms.Identities,
		Wins: p.Score.Wins, Draws: p.Score.Draws, Losses: p.Score.Losses, Pairs: p.Score.Pairs,
	}
	for i, w := range p.Work {
		l.Moves[i], l.Work[i], l.Forfeits[i] = w.Moves, w.Work, w.Forfeits
	}
	var err error
	if l.Seconds, err = medians(p); err != nil {
		return err
	}
	for _, player := range of {
		if !slices.ContainsFunc(r.Players, func(o Rated) bool { return o.Name == player.Name }) {
			r.Players = append(r.Players, Rated{Player: player})
		}
	}
	if i := r.find(of); i >= 0 {
		r.Links[i] = l
	} else {
		r.Links = append(r.Links, l)
	}
	return nil
}

// medians returns the median of each player's times for a move, in seconds. A machine that has
// other things to do now and then disturbs it little, unlike the mean.
func medians(played *lab.Played) (out [2]float64, err error) {
	var times [2][]float64
	err = played.Each(func(g *match.Game) error {
		p, err := g.Of.Begin(g.First)
		if err != nil {
			return err
		}
		for ply, m := range g.Moves {
			if ply >= g.Opening && ply < len(g.Notes) && !(g.Of.HasPass && m == g.Of.Pass) {
				side := g.Places[p.ToMove()]
				times[side] = append(times[side], g.Notes[ply].Seconds)
			}
			if err := p.Play(m); err != nil {
				return err
			}
		}
		return nil
	})
	for i := range times {
		out[i] = median(times[i])
	}
	return out, err
}

// median returns the median, 0 of nothing.
func median(of []float64) float64 {
	if len(of) == 0 {
		return 0
	}
	slices.Sort(of)
	return (of[(len(of)-1)/2] + of[len(of)/2]) / 2
}

// Rate computes all that follows from the links, and puts the players in the order of their
// ratings. Without Zero the first player's rating is 0.
func (r *Report) Rate() error {
	place := map[string]int{}
	for i, p := range r.Players {
		place[p.Name] = i
		r.Players[i] = Rated{Player: p.Player}
	}
	zero, ok := place[Zero]
	if !ok {
		if len(r.Players) == 0 {
			return fmt.Errorf("ladder: no players")
		}
		zero = 0
	}
	r.Zero = r.Players[zero].Name
	var links []elo.Link
	moves := make([]int, len(r.Players))
	times := make([][]float64, len(r.Players))
	for n, l := range r.Links {
		var sides [2]int
		for i, name := range l.Players {
			at, ok := place[name]
			if !ok {
				return fmt.Errorf("ladder: link %d: %q is no player of the ladder", n+1, name)
			}
			sides[i] = at
			p := &r.Players[at]
			p.Games += l.Wins + l.Draws + l.Losses
			p.Work += float64(l.Work[i])
			times[at] = append(times[at], l.Seconds[i])
			moves[at] += l.Moves[i]
		}
		links = append(links, elo.Link{Players: sides, Pairs: l.Pairs})
	}
	ratings, err := elo.Rate(len(r.Players), zero, links)
	if err != nil {
		return fmt.Errorf("ladder: %w", err)
	}
	for i, e := range ratings {
		p, n := &r.Players[i], float64(max(1, moves[i]))
		p.Elo, p.Low, p.High = lab.Round(e.Elo, 1), lab.Round(e.Low, 1), lab.Round(e.High, 1)
		p.Work, p.Seconds = lab.Round(p.Work/n, 1), lab.Round(median(times[i]), 6)
	}
	slices.SortStableFunc(r.Players, func(a, b Rated) int {
		switch {
		case a.Elo < b.Elo:
			return -1
		case a.Elo > b.Elo:
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return nil
}
