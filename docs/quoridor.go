package docs

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/match/elo"
)

// QuoridorFile holds the results of the matches of docs/quoridor.md, which "make quoridor" plays.
const QuoridorFile = "docs/quoridor.json"

// QuoridorResult is a match of two players of Quoridor, with colours alternated.
type QuoridorResult struct {
	Table    string     `json:"table"`
	Players  [2]string  `json:"players"`
	Openings bool       `json:"openings"` // the games began with random moves, the same for both colours
	Wins     int        `json:"wins"`     // of the first
	Draws    int        `json:"draws"`
	Losses   int        `json:"losses"`
	First    int        `json:"first"` // games won by player 1 of the game
	Plies    int        `json:"plies"` // of all games
	Moves    [2]int     `json:"moves"`
	Work     [2]uint64  `json:"work"`    // simulations, nodes or leaves
	Seconds  [2]float64 `json:"seconds"` // of thinking, by wall clock
}

// ReadQuoridor returns the results.
func ReadQuoridor(root string) (all []QuoridorResult, err error) {
	text, err := os.ReadFile(filepath.Join(root, QuoridorFile))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", QuoridorFile, err)
	}
	return all, nil
}

// games returns the number of games.
func (r *QuoridorResult) games() int { return r.Wins + r.Draws + r.Losses }

// share returns a share in per cent with its interval.
func share(k, n int) string {
	of := elo.ClopperPearson(k, n)
	return fmt.Sprintf("%.0f %% (%.0f-%.0f)", 100*float64(k)/float64(n), 100*of.Low, 100*of.High)
}

// perMove returns the mean time of a player's move.
func (r *QuoridorResult) perMove(side int) string {
	d := time.Duration(r.Seconds[side] / float64(max(1, r.Moves[side])) * float64(time.Second))
	if d >= time.Millisecond {
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

// quoridorFigures returns the table of that name.
func quoridorFigures(name string) func(f *figures) string {
	return func(f *figures) string {
		rows := [][]string{{"", "against", "games", "won", "drawn", "lost", "share of wins (95 %)", "won by player 1", "time a move"}}
		for _, r := range f.quoridor {
			if r.Table != name {
				continue
			}
			rows = append(rows, []string{
				"`" + r.Players[0] + "`", "`" + r.Players[1] + "`", decimal(float64(r.games()), 0),
				decimal(float64(r.Wins), 0), decimal(float64(r.Draws), 0), decimal(float64(r.Losses), 0),
				share(r.Wins, r.games()), share(r.First, r.games()),
				strings.Join([]string{r.perMove(0), r.perMove(1)}, ", "),
			})
		}
		return table(rows...)
	}
}
