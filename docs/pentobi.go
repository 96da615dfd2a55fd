package docs

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// PentobiFile holds the summaries of the matches against Pentobi, as "tessera match" writes them;
// "tessera docs --pentobi" takes them.
const PentobiFile = "docs/pentobi.json"

// pentobiMatch is the part of a summary that the table shows.
type pentobiMatch struct {
	Wins    int     `json:"wins"`
	Draws   int     `json:"draws"`
	Losses  int     `json:"losses"`
	Elo     float64 `json:"elo"`
	Low     float64 `json:"elo_low"`
	High    float64 `json:"elo_high"`
	Players []struct {
		Player  string  `json:"player"`
		Moves   int     `json:"moves"`
		Seconds float64 `json:"seconds"`
		Work    float64 `json:"work"`
	} `json:"players"`
	Match struct {
		Game string `json:"game"` // "": Blokus Duo
	} `json:"match"`
}

func readPentobi(root string) (all []pentobiMatch, err error) {
	text, err := os.ReadFile(filepath.Join(root, PentobiFile))
	if err != nil {
		return nil, err
	}
	if all, err = pentobiMatches(text); err != nil {
		return nil, fmt.Errorf("%s: %w", PentobiFile, err)
	}
	return all, nil
}

// CheckPentobi reports whether a text can be the file: summaries of matches of two players, the
// second one a level of Pentobi's.
func CheckPentobi(text []byte) error {
	_, err := pentobiMatches(text)
	return err
}

func pentobiMatches(text []byte) (all []pentobiMatch, err error) {
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	for i, m := range all {
		if len(m.Players) != 2 {
			return nil, fmt.Errorf("match %d has %d players, want two", i+1, len(m.Players))
		}
		if them := m.Players[1].Player; !pentobiLevel.MatchString(them) {
			return nil, fmt.Errorf("match %d: player 2 is %q, want Pentobi with --level N", i+1, them)
		}
	}
	return all, nil
}

var pentobiLevel = regexp.MustCompile(`--level (\d)`)

func (m *pentobiMatch) games() float64 { return float64(m.Wins + m.Draws + m.Losses) }

// share returns our share of the points.
func (m *pentobiMatch) share() string {
	return decimal(100*(float64(m.Wins)+float64(m.Draws)/2)/m.games(), 1) + " %"
}

// pentobiFigures are the matches of the tree search against Pentobi in a game, "" for Blokus Duo.
func pentobiFigures(game string) func(f *figures) string {
	return func(f *figures) string {
		rows := [][]string{{"player", "Pentobi's level", "won-drawn-lost", "share of the points", "Elo (95 % interval)", "leaves a move", "time a move, both"}}
		for _, m := range f.pentobi {
			if m.Match.Game != game {
				continue
			}
			us, them := m.Players[0], m.Players[1]
			level := pentobiLevel.FindStringSubmatch(them.Player)
			rows = append(rows, []string{
				"`" + us.Player + "`", level[1], fmt.Sprintf("%d-%d-%d", m.Wins, m.Draws, m.Losses),
				m.share(),
				fmt.Sprintf("%+.0f (%+.0f to %+.0f)", m.Elo, m.Low, m.High), decimal(us.Work/float64(us.Moves), 0),
				fmt.Sprintf("%.2f s, %.2f s", us.Seconds/float64(us.Moves), them.Seconds/float64(them.Moves)),
			})
		}
		return table(rows...)
	}
}
