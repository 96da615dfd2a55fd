// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreeCommands is the cycle-exact twin of module tree_core with all nodes in block RAM, and without
// a register behind the lanes' RAMs (RAM_REG = 0): golden's search.TreeCore answers the commands,
// and TreeCore counts their cycles. Commands follow each other without a gap: each comes as soon
// after reset, or after the answer to the one before, as the core takes one.
//
// A command's cycles run from its acceptance to its answer, both included.
type TreeCommands struct {
	chip   *search.TreeChip
	golden *search.TreeCore
	core   *TreeCore
	pos    duo.Position
	kept   bool // the position has a tree
}

// Cycles of module tree_search.
const (
	searchNamed  = 6 // LISTED, or NAME
	bestChild    = 6 // tree_best looks at a child
	bestCycles   = 4 // tree_best, from the moment when the root's node can be read, besides
	searchListed = 2 // from the acceptance of a move until its legal moves are asked for
)

// NewTreeCommands returns the core of a chip with that many lanes, after reset and in the opening
// with player 1 to move.
func NewTreeCommands(chip *search.TreeChip, lanes int) (*TreeCommands, error) {
	bram := *chip
	bram.Places = bram.Config.Expanded
	cfg, err := CoreOfChip(&bram, lanes)
	if err != nil {
		return nil, fmt.Errorf("twin: %w", err)
	}
	c := &TreeCommands{chip: &bram, pos: duo.NewPosition(duo.Player1)}
	if c.golden, err = search.NewTreeCore(bram.Config, func() search.Evaluator { return evaluation.New(chip.Weights) }); err != nil {
		return nil, fmt.Errorf("twin: %w", err)
	}
	root := search.PlaceOf(&c.pos)
	c.core = NewTreeCore(cfg, &root, c.golden.Nodes())
	return c, nil
}

// Begin sets the player who moves first in the opening. The core learns the mover only from
// commands.
func (c *TreeCommands) Begin(first duo.Player) { c.root(duo.NewPosition(first)) }

// Cycle returns the number of cycles since reset.
func (c *TreeCommands) Cycle() uint64 { return uint64(c.core.now) }

// Position returns the position on the board.
func (c *TreeCommands) Position() duo.Position { return c.pos }

// OnLane makes a function receive the contents and outputs of each lane in each cycle from now on; see
// Lanes.OnLane.
func (c *TreeCommands) OnLane(f func(lane int, holds Stages, shows LaneOut)) {
	c.core.leaf.playouts.lanes.OnLane = f
}

// Candidates returns the root's children after a search, as search.Tree.Candidates.
func (c *TreeCommands) Candidates() []search.Candidate { return c.golden.Candidates() }

// root sets the position, which the inputs have made the root.
func (c *TreeCommands) root(pos duo.Position) {
	c.pos = pos
	c.core.leaf.SetRoot(search.PlaceOf(&c.pos))
}

// until does cycles with a request to the tree_leaf until it is done, and returns the last one.
func (c *TreeCommands) until(in TreeLeafIn, done func(*TreeLeafOut) bool) (last int) {
	for {
		if out := c.core.step(in); done(&out) {
			return c.core.now - 1
		}
	}
}

// settled does cycles until the tree_leaf is at rest, and returns the last one.
func (c *TreeCommands) settled() int {
	return c.until(TreeLeafIn{}, func(out *TreeLeafOut) bool { return out.Idle })
}

// wait does the cycles before the given one.
func (c *TreeCommands) wait(cycle int) {
	for c.core.now < cycle {
		c.core.step(TreeLeafIn{})
	}
}

// answer does the cycles of a command to its answer in the given cycle, and returns their number.
func (c *TreeCommands) answer(accepted, cycle int) uint64 {
	c.wait(cycle + 1)
	return uint64(cycle - accepted + 1)
}

// looked returns the last cycle of tree_best's work at the root, given its first.
func (c *TreeCommands) looked(at int) int {
	root, _ := c.golden.Nodes().Root()
	return c.core.walk.Look(at, c.core.walk.Nodes.Step(&root)) + bestChild*min(root.Visited+1, root.Count) + bestCycles
}

// Reset is the command that goes back to the opening, where that player is to move.
func (c *TreeCommands) Reset(first duo.Player) (cycles uint64) {
	accepted := c.settled()
	c.core.step(TreeLeafIn{Open: true})
	settled := c.settled()
	c.golden.Reset()
	c.kept = false
	c.root(duo.NewPosition(first))
	return c.answer(accepted, settled+1)
}

// Play is the command that makes a move of the player to move. The error names the rule that the
// move breaks; the core then gets no command.
func (c *TreeCommands) Play(m duo.Move) (cycles uint64, err error) {
	if err := c.pos.Check(m); err != nil {
		return 0, fmt.Errorf("twin: %w", err)
	}
	accepted := c.settled()
	next := c.pos
	next.Play(m)
	if m == duo.Pass {
		c.kept = false
		c.golden.Reset()
		c.root(next)
		return c.answer(accepted, accepted+1), nil
	}
	c.core.step(TreeLeafIn{Path: true})
	c.wait(accepted + searchListed)
	listed := c.until(TreeLeafIn{Expand: true}, func(out *TreeLeafOut) bool { return out.Over || out.Child != nil && out.Child.Last })
	c.wait(listed + searchNamed + 1)
	move := RootMove{Height: heightOf(&c.pos, m), First: c.pos.TilesLeft(c.pos.ToMove()) == duo.AllTiles}
	c.until(TreeLeafIn{RootMove: &move}, func(out *TreeLeafOut) bool { return out.Idle })
	at := c.settled() + 1
	if c.kept {
		at = c.looked(at) + 1
		c.golden.SetRoot(&next)
		_, c.kept = c.golden.Nodes().Root()
	}
	c.root(next)
	return c.answer(accepted, at), nil
}

// heightOf returns the rows of a legal move's tile, as board_update makes it.
func heightOf(pos *duo.Position, m duo.Move) int {
	for _, a := range playout.AnchorMoves(pos, nil) {
		if a.Move() == m {
			return a.Height()
		}
	}
	return 0 // no legal move
}

// Search is the command to choose a move for the player to move with at most that many leaves. The
// answer is search.TreeCore's.
func (c *TreeCommands) Search(leaves int, seed uint32) (r search.TreeCoreResult, cycles uint64) {
	core := c.core
	accepted := c.settled()
	know := accepted + 2
	if c.kept {
		core.moment = c.looked(know) + 1
	}
	first, over := true, true
	at := 0
	begin := func() {
		root, ok := c.golden.Nodes().Root()
		first, over = false, !ok
		if !c.kept {
			core.forget()
			core.path(core.walk.Begin(know))
			core.moment, _ = core.open(core.now, &root, ok)
		}
		c.kept = ok
		at = core.walk.Begin(core.moment)
		core.moment = at + 1
	}
	c.golden.Trace(func(d *tree.Descent) {
		if first {
			begin()
		}
		core.Leaf(d, seed+d.Number*uint32(c.chip.Config.Playouts)*playout.SeedStep)
	})
	r = c.golden.Search(&c.pos, leaves, seed)
	if first {
		begin()
	}
	if over {
		return r, c.answer(accepted, at+1)
	}
	if r.Leaves > 0 {
		at = core.rest()
	}
	return r, c.answer(accepted, c.looked(at+1)+searchNamed+1)
}
