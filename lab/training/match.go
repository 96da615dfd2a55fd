// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/play/progress"
)

// Against is the result of games of weights against others.
type Against struct {
	Rival             string // hash of the other weights
	Leaves            int    // leaves per move of both players
	Won, Drawn, Lost  int
	Elo, EloLow, High float64 // Elo difference and its 95 % interval, by match/elo
}

// writeWeights writes weights to a file for their match, and returns its name.
func (c *Config) writeWeights(w *evaluation.Weights, origin evaluation.Provenance) (string, error) {
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return "", err
	}
	file := filepath.Join(c.Dir, "weights-"+w.Hash()+".json")
	return file, weights.Write(file, w, origin)
}

// terms returns the terms of the match of the weights in a file against those to replace.
func (c *Config) terms(file string) *match.Terms {
	rival := fmt.Sprintf("tree:leaves=%d", c.MatchLeaves)
	if c.For == ForChip {
		rival = fmt.Sprintf("tree:weights=chip,leaves=%d", c.MatchLeaves)
	}
	return &match.Terms{
		Game: duo.Name,
		Players: []string{
			fmt.Sprintf("tree:weights=%s,leaves=%d", file, c.MatchLeaves),
			rival,
		},
		Games: 2 * c.Pairs, Seed: c.Seed, Digest: match.OpeningsDigest(duo.Name), Version: c.Version,
	}
}

// match plays the weights in a file against those to replace. The file of games is beside the file
// of weights, so an interrupted match resumes.
func (c *Config) match(ctx context.Context, file string) (*Against, error) {
	t := c.terms(file)
	q, closed, err := c.MatchQueue(t)
	if err != nil {
		return nil, err
	}
	defer closed()
	bar := progress.Start(c.Log, "games against the weights to replace")
	defer bar.Done()
	games := fmt.Sprintf("%s-against-%s-leaves%d-games%d-seed%d.json",
		strings.TrimSuffix(file, ".json"), c.replaced().Hash(), c.MatchLeaves, t.Games, t.Seed)
	s, err := match.Run(ctx, t, c.Pool, match.Options{
		File: games, Queue: q, Log: c.Log,
		Progress: func(p match.Progress) { bar.Set(p.Games, p.Of) },
	})
	if err != nil {
		return nil, fmt.Errorf("training: match: %w", err)
	}
	return &Against{
		Rival: c.replaced().Hash(), Leaves: c.MatchLeaves, Won: s.Wins, Drawn: s.Draws, Lost: s.Losses,
		Elo: math.Round(s.Elo), EloLow: math.Round(s.EloLow), High: math.Round(s.EloHigh),
	}, nil
}
