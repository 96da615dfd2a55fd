// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Choice is a position with a search's shares of its moves.
type Choice struct {
	Pos      duo.Position
	Moves    []duo.Move                      // the legal ones
	Placed   int                             // tiles that the player to move has placed
	Features [][evaluation.NumFeatures]uint8 // features of each legal move
	Shares   []float32                       // share of each legal move; the sum is 1
}

// Sample is a position with the final margin of its game, and the margin to fit to.
type Sample struct {
	Placed   int // tiles that both players have placed
	Terms    [evaluation.NumTerms]int32
	Playouts float64 // mean margin of the playouts
	Margin   float64
	Target   float64 // Margin, or what a search of the position expects
}

// Samples are the positions of games, all but those before random plies.
type Samples struct {
	Choices []Choice
	Values  []Sample
}

// samplesOf returns the samples of each game, with c.Playouts from each position. The game and the
// ply determine the seed of the playouts.
func (c *Config) samplesOf(ctx context.Context, games []*Game) ([]Samples, error) {
	for _, g := range games {
		if c.Target == TargetSearches && len(g.Expected) == 0 && len(g.Shares) > 0 {
			return nil, fmt.Errorf("training: game %d: it has no margins that searches expect, want the file of a newer run", g.Number)
		}
	}
	each := make([]Samples, len(games))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(c.Jobs)
	for i, g := range games {
		group.Go(func() error {
			each[i].add(g, c)
			return ctx.Err()
		})
	}
	return each, group.Wait()
}

// merge puts the samples of games together.
func merge(each []Samples) *Samples {
	all := &Samples{}
	for i := range each {
		all.Choices = append(all.Choices, each[i].Choices...)
		all.Values = append(all.Values, each[i].Values...)
	}
	return all
}

func (s *Samples) add(g *Game, c *Config) {
	pos := duo.NewPosition(g.First)
	for i, m := range g.Moves {
		searched := i - g.Random
		switch {
		case searched < 0:
		case c.Target != TargetSearches:
			s.addPosition(g, &pos, g.Shares[searched], float64(g.Margin), c.Playouts)
		case g.Shares[searched] != nil:
			s.addPosition(g, &pos, g.Shares[searched], float64(g.Expected[searched])/evaluation.One, c.Playouts)
		}
		pos.Play(m)
	}
}

func (s *Samples) addPosition(g *Game, pos *duo.Position, shares []Share, target float64, playouts int) {
	moves := pos.LegalMoves(nil)
	if len(moves) == 0 {
		return
	}
	root := playout.NewRoot(pos)
	sum := 0
	for k := range playouts {
		rng := playout.NewRNG(uint32(g.Number)<<7+uint32(pos.Plies())<<1, uint32(k))
		sum += root.Play(playout.Largest, playout.NoFirst, rng, nil)
	}
	s.Values = append(s.Values, Sample{
		Placed: evaluation.Placed(pos), Terms: evaluation.Terms(pos),
		Playouts: float64(sum) / float64(max(1, playouts)), Margin: float64(g.Margin), Target: target,
	})
	if len(moves) == 1 || len(shares) == 0 {
		return
	}
	visits := map[duo.Move]int{}
	total := 0
	for _, share := range shares {
		visits[share.Move] += share.Visits
		total += share.Visits
	}
	c := Choice{
		Pos: *pos, Moves: moves,
		Placed:   evaluation.TilesPlaced(pos, pos.ToMove()),
		Features: make([][evaluation.NumFeatures]uint8, len(moves)),
		Shares:   make([]float32, len(moves)),
	}
	for i, x := range evaluation.MoveFeatures(pos, moves, nil) {
		for f, v := range x {
			c.Features[i][f] = uint8(v)
		}
		c.Shares[i] = float32(visits[moves[i]]) / float32(total)
	}
	s.Choices = append(s.Choices, c)
}
