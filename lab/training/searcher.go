// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// flat is the search of the first generation, which has no weights yet: Monte Carlo by
// sequential halving. All shares go to the move chosen.
type flat struct {
	visits int // visits of each move in the first round
	seed   uint32
}

func (f *flat) Search(pos *duo.Position, _ bool) ([]Share, int32, error) {
	cfg := search.MonteCarloConfig{Policy: playout.Largest, Visits: f.visits, Seed: f.seed + uint32(pos.Plies())<<1}
	r := cfg.Search(pos, nil)
	visits := max(1, r.Visits)
	return []Share{{r.Move, visits}}, forPlayer1(pos, r.Sum*evaluation.One/visits), nil
}

// forPlayer1 returns the margin of player 1, given that of the player to move.
func forPlayer1(pos *duo.Position, margin int) int32 {
	if pos.ToMove() == duo.Player2 {
		return int32(-margin)
	}
	return int32(margin)
}

// deep is a tree search with the built-in weights, whose tree goes on from move to move.
type deep struct {
	tree   *search.Tree
	leaves int // a move
	quick  int // leaves of a quick search
}

func newDeep(leaves, quick int, seed uint32) (*deep, error) {
	cfg := search.TreeConfig{Seed: seed, Config: tree.Config{Nodes: max(minNodes, leaves*tree.MaxChildren/2)}}
	t, err := search.NewTree(cfg, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	return &deep{t, leaves, quick}, err
}

// minNodes is the least memory of a tree, in nodes; a node gets children, MaxChildren at most,
// with its eighth visit.
const minNodes = 1 << 12

func (d *deep) Search(pos *duo.Position, quick bool) ([]Share, int32, error) {
	d.tree.SetRoot(pos)
	leaves := d.leaves
	if quick {
		leaves = d.quick
	}
	if _, err := d.tree.Search(leaves, nil); err != nil {
		return nil, 0, err
	}
	var shares []Share
	candidates := d.tree.Candidates()
	for _, c := range candidates {
		if c.Visits > 0 || len(shares) == 0 {
			shares = append(shares, Share{c.Move, c.Visits})
		}
	}
	return shares, forPlayer1(pos, candidates[0].Margin), nil
}
