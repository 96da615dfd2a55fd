package search

import "github.com/tessera-fpga/tessera/golden/tree"

// TreeChip is a tree search within the limits of a board: what docs/tree-core.md says of its
// memories and widths.
type TreeChip struct {
	Board  string // as fpga/board names it
	Lanes  int
	Hertz  float64 // of the clock
	Leaves int     // a move of 0.8 s that the board is to make
	Config TreeConfig
}

// TreeChips are the boards' tree searches.
var TreeChips = []TreeChip{
	{
		Board: "ulx3s", Lanes: 12, Hertz: 95e6, Leaves: 80_000,
		Config: TreeConfig{
			Playouts: 8,
			Config:   tree.Config{Children: 24, InFlight: 16, Expanded: 16_384, VisitBits: 20, Nodes: 1 << 19, NoProofs: true},
		},
	},
	{
		Board: "hx8k", Lanes: 1, Hertz: 88.5e6, Leaves: 16_000,
		Config: TreeConfig{
			Playouts: 8,
			Config:   tree.Config{Children: 12, InFlight: 4, Expanded: 64, VisitBits: 14, Nodes: 1 << 12, NoProofs: true},
		},
	},
}
