// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search

import (
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreeChip is a tree search within the limits of a board's chip. docs/tree-core.md, and
// docs/processor.md for the HX8K, describe the memories and widths behind these limits.
type TreeChip struct {
	// Name is the board's name in fpga/board: the chip that is shipped. A suffix says what another
	// chip lacks.
	Name     string
	formerly string // name in older files of matches, or ""
	Lanes    int
	Hertz    float64 // clock frequency; the configurations take theirs from here
	Places   int     // nodes with children in block RAM; an SDRAM holds the others
	// Leaves is the number of leaves that fit into a move of MoveMS: the mean of "tessera bench",
	// rounded down to two digits. A test of package pages compares it with docs/figures/bench.json.
	Leaves int
	Config TreeConfig
	// Weights are built-in weights of package evaluation.
	Weights *evaluation.Weights
}

// MoveMS is the time for a move of the contest, in milliseconds.
const MoveMS = 800

// MoveCycles is the time for a move in cycles of the chip's clock.
func (c *TreeChip) MoveCycles() int64 { return int64(c.Hertz * MoveMS / 1000) }

// The boards' tree searches.
var (
	// ULX3SBRAM is the ULX3S's tree core in block RAM alone, its fallback when the SDRAM fails its test.
	ULX3SBRAM = &TreeChip{
		Name: "ulx3s-bram", Lanes: 4, Hertz: 95e6, Places: 512, Leaves: 340_000, Weights: &evaluation.Default,
		Config: TreeConfig{
			Playouts: 4,
			Config:   tree.Config{ExpandVisits: 4, Children: 24, InFlight: 8, Expanded: 512, VisitBits: 20, Nodes: 1 << 14, NoProofs: true, InPlace: true, LateChildren: true},
		},
	}
	// ULX3S is the tree core of the bitstream, with its SDRAM.
	ULX3S = &TreeChip{
		Name: "ulx3s", formerly: "ulx3s-sdram", Lanes: 4, Hertz: 95e6, Places: 512, Leaves: 250_000, Weights: &evaluation.Default,
		Config: TreeConfig{
			Playouts: 4,
			Config:   tree.Config{ExpandVisits: 4, Children: 24, InFlight: 8, Expanded: 65_536, VisitBits: 20, Nodes: 1 << 21, NoProofs: true, InPlace: true, LateChildren: true},
		},
	}
	// ULX3S45F is the tree core on the board with the smaller device: fewer lanes and places.
	ULX3S45F = &TreeChip{
		Name: "ulx3s_45f", Lanes: 2, Hertz: 80e6, Places: 256, Leaves: 150_000, Weights: &evaluation.Default,
		Config: ULX3S.Config,
	}
	// HX8K is the program of the processor.
	HX8K = &TreeChip{
		Name: "hx8k", Lanes: 1, Hertz: 84e6, Places: 30, Leaves: 11_000, Weights: &evaluation.Chip,
		Config: TreeConfig{
			Playouts: 8, Forget: true, SearchOrder: true,
			Config: tree.Config{ExpandVisits: 8, Children: 9, InFlight: 2, Expanded: 30, VisitBits: 14, Nodes: 1 << 9, NoProofs: true, InPlace: true},
		},
	}
)

// TreeChips lists all of them.
var TreeChips = []*TreeChip{ULX3S, ULX3SBRAM, ULX3S45F, HX8K}

// FindTreeChip returns the tree search with a name, or with a name that older files of matches have
// for it; nil if there is none.
func FindTreeChip(name string) *TreeChip {
	if i := slices.IndexFunc(TreeChips, func(c *TreeChip) bool { return name != "" && (name == c.Name || name == c.formerly) }); i >= 0 {
		return TreeChips[i]
	}
	return nil
}

// TreeCore is the model of module tree_core. Its answer is a function of the searches since Reset,
// each with its position, seed and number of leaves. Leaves count from 0 in each search. The core
// chooses leaf n after it has backed up the values of all leaves up to n - InFlight in the order of
// their numbers. Playout i of leaf n has stream NewRNG(seed, n x Playouts + i), regardless of time.
type TreeCore struct{ *Tree }

// TreeCoreResult is the answer of a tree core.
type TreeCoreResult struct {
	Move   duo.Move // Pass if the player has no placement; the other fields then have no meaning
	Leaves int
	Visits int        // visits of the move
	Mean   tree.Value // mean of its values for the player to move; 0 without a visit
}

// NewTreeCore returns a core. Its search has one thread and keeps its tree in place.
func NewTreeCore(cfg TreeConfig, evaluator func() Evaluator) (*TreeCore, error) {
	cfg.Threads, cfg.InPlace, cfg.NoProofs = 1, true, true
	t, err := NewTree(cfg, evaluator)
	if err != nil {
		return nil, err
	}
	return &TreeCore{t}, nil
}

// Search chooses a move for the player to move with at most that many leaves, or with no leaves if
// there is no choice. If moves other than passes lead from the last search's position to this one,
// Search keeps the tree below them.
func (c *TreeCore) Search(pos *duo.Position, leaves int, seed uint32) (r TreeCoreResult) {
	c.cfg.Seed = seed
	c.SetRoot(pos)
	r.Move = duo.Pass
	c.tree.Search(0, nil) // creates the root's children
	if root, ok := c.tree.Root(); !ok {
		return r
	} else if root.Count > 1 {
		r.Leaves = c.tree.Search(leaves, nil)
	}
	best, _ := c.Best()
	r.Move, r.Visits, r.Mean = best.Move, best.Visits, best.Value
	return r
}
