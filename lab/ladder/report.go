package ladder

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/match/elo"
)

// Report is a ladder that has been played.
type Report struct {
	Zero    string  `json:"zero"`    // the player whose rating is 0
	Players []Rated `json:"players"` // the weakest first
	Links   []Link  `json:"links"`
}

// Rated is a player with its rating, and what a move cost it. All follows from the links.
type Rated struct {
	Player
	// The rating with its 95 % interval, to a tenth.
	Elo     float64 `json:"elo"`
	Low     float64 `json:"elo_low"`
	High    float64 `json:"elo_high"`
	Games   int     `json:"games"`
	Work    float64 `json:"work_per_move,omitempty"` // mean, in Unit
	Seconds float64 `json:"seconds_per_move"`        // median of those of its links, of some machine
}

// Link is what two players have reached against each other.
type Link struct {
	Players [2]string `json:"players"`
	Version string    `json:"version"` // of the program that played
	Weights string    `json:"weights"` // of its static evaluation, their hash
	// Identities say what the players read or run, as match.Terms has them; none if all are what
	// their specifications say.
	Identities []string `json:"identities,omitempty"`
	// Of the first player.
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

// Read reads a report.
func Read(r io.Reader) (*Report, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	report := new(Report)
	if err := d.Decode(report); err != nil {
		return nil, fmt.Errorf("ladder: %w", err)
	}
	return report, nil
}

// Write writes a report.
func (r *Report) Write(w io.Writer) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("ladder: %w", err)
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Keep takes over from an earlier report the links of programs that this machine does not have,
// with their players.
func (r *Report) Keep(earlier *Report) {
	var missing []string
	for _, p := range earlier.Players {
		if strings.HasPrefix(p.Spec, "gtp:") && !slices.ContainsFunc(r.Players, func(o Rated) bool { return o.Name == p.Name }) {
			missing = append(missing, p.Name)
			r.Players = append(r.Players, p)
		}
	}
	for _, l := range earlier.Links {
		if slices.ContainsFunc(l.Players[:], func(name string) bool { return slices.Contains(missing, name) }) {
			for _, p := range earlier.Players { // those that this ladder did without
				if slices.Contains(l.Players[:], p.Name) && !slices.ContainsFunc(r.Players, func(o Rated) bool { return o.Name == p.Name }) {
					r.Players = append(r.Players, p)
				}
			}
			r.Links = append(r.Links, l)
		}
	}
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
		p.Elo, p.Low, p.High = round(e.Elo, 1), round(e.Low, 1), round(e.High, 1)
		p.Work, p.Seconds = round(p.Work/n, 1), round(median(times[i]), 6)
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

func round(v float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(v*scale)/scale + 0 // never -0
}
