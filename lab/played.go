package lab

import (
	"fmt"

	"github.com/tessera-fpga/tessera/match"
)

// Played is a row whose games are over.
type Played struct {
	*Row
	Games   int
	Version string         // version of the program
	Score   match.Score    // score of the first player, over all rounds
	Work    []match.Work   // by player
	Last    *match.Summary // summary of the last round
	files   []string       // files of the rounds
	// recorded is the number of games that were on record before.
	recorded int
}

// add adds a round.
func (p *Played) add(file string, s *match.Summary) {
	p.files = append(p.files, file)
	p.Last = s
	if p.Work == nil {
		p.Work = make([]match.Work, len(s.Work))
	}
	for i, w := range s.Work {
		sum := &p.Work[i]
		sum.Player = w.Player
		sum.Forfeits += w.Forfeits
		sum.Moves += w.Moves
		sum.Seconds += w.Seconds
		sum.Slowest = max(sum.Slowest, w.Slowest)
		sum.Work += w.Work
	}
	p.Score = p.Score.Plus(s.Score)
	p.Games += s.Wins + s.Draws + s.Losses
}

// Each calls each with all games.
func (p *Played) Each(each func(g *match.Game) error) error {
	for _, file := range p.files {
		if err := match.Games(file, each); err != nil {
			return err
		}
	}
	return nil
}

// PerMove returns the mean time of a player's move in seconds.
func (p *Played) PerMove(player int) float64 {
	return p.Work[player].Seconds / float64(max(1, p.Work[player].Moves))
}

// String returns the row with its score.
func (p *Played) String() string {
	return fmt.Sprintf("%s: won %d, drawn %d, lost %d of %d", p.Title(), p.Score.Wins, p.Score.Draws, p.Score.Losses, p.Games)
}
