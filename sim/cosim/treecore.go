// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"maps"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TreeCoreModel is the model of module tree_core with the limits of a search and a number of lanes.
func TreeCoreModel(limits search.TreeConfig, lanes int) verilator.Model {
	params := config.TreeParams(limits)
	params["LANES"] = lanes
	return verilator.Model{Top: "tree_core", Params: params}
}

// benchSources are the folders of models with a bench around the module.
var benchSources = []string{"rtl", "sim/testbench"}

// TreeBenchModel is the model of a tree_core with an SDRAM and that many places for blocks in block
// RAM.
func TreeBenchModel(limits search.TreeConfig, places, lanes int) verilator.Model {
	m := TreeCoreModel(limits, lanes)
	m.Top, m.Sources = "tree_core_bench", benchSources
	m.Params["PLACES"] = places
	return m
}

// TreeCore drives a tree_core and compares its answers, and the trees behind them, node for node,
// with golden's.
type TreeCore struct {
	p      *verilator.Proc
	pos    duo.Position
	limits search.TreeConfig
	lanes  int
	places int // places for blocks in block RAM
	golden *search.TreeCore

	corePorts
	cmdReady, leaves, seed, rspValid, rspVisits, rspMean, rspLeaves                                                          verilator.Port
	look, lookChild, lookBlock, lookVisits, lookMean, lookRest, lookMove, lookPrior, lookLink, lookCount, lookBase, lookRoot verilator.Port
}

// NewTreeCore returns the driver of a running model of tree_core with those limits after reset.
func NewTreeCore(p *verilator.Proc, limits search.TreeConfig, lanes int) (*TreeCore, error) {
	golden, err := search.NewTreeCore(limits, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
	if err != nil {
		return nil, err
	}
	c := &TreeCore{p: p, pos: duo.NewPosition(duo.Player1), limits: limits, lanes: lanes, places: limits.Expanded, golden: golden}
	ports := c.corePorts.names()
	maps.Copy(ports, map[string]*verilator.Port{
		"cmd_ready_o": &c.cmdReady, "leaves_i": &c.leaves, "seed_i": &c.seed, "rsp_valid_o": &c.rspValid,
		"rsp_visits_o": &c.rspVisits, "rsp_mean_o": &c.rspMean, "rsp_leaves_o": &c.rspLeaves,
		"look_i": &c.look, "look_child_i": &c.lookChild, "look_block_i": &c.lookBlock, "look_visits_o": &c.lookVisits, "look_mean_o": &c.lookMean,
		"look_rest_o": &c.lookRest, "look_move_o": &c.lookMove, "look_prior_o": &c.lookPrior, "look_link_o": &c.lookLink,
		"look_count_o": &c.lookCount, "look_base_o": &c.lookBase, "look_root_o": &c.lookRoot,
	})
	return c, p.Bind(ports)
}

// NewTreeBench returns the driver of a tree_core_bench after reset and after the memory test. With
// faulty the memory is broken and must not be used.
func NewTreeBench(p *verilator.Proc, limits search.TreeConfig, places, lanes int, faulty bool) (*TreeCore, error) {
	if faulty {
		in := p.NewInputs()
		p.MustPort("fault_i").Set(in, 1)
		if _, err := p.Run(verilator.Run{First: in, Max: 1}); err != nil {
			return nil, err
		}
		limits.Expanded = places
	}
	c, err := NewTreeCore(p, limits, lanes)
	if err != nil {
		return nil, err
	}
	c.places = places
	r, err := p.Run(verilator.Run{Stop: "tested_o", Max: maxMemoryTest})
	if err != nil {
		return nil, err
	}
	if got := p.MustPort("wrong_o").Uint(r.Out) != 0; got != faulty {
		return nil, p.Mismatch("wrong_o", got, faulty, "whether the memory is broken")
	}
	_, err = p.Run(verilator.Run{Max: 2}) // the core has received the result of the memory test
	return c, err
}

// maxMemoryTest bounds the cycles of a test of the memory.
const maxMemoryTest = 20_000

// SDRAMRule returns the rule of its memory's data sheet that a board has broken; "" for none.
func SDRAMRule(p *verilator.Proc, out verilator.Outputs) string {
	if !p.MustPort("broken_o").Bool(out) {
		return ""
	}
	v := p.MustPort("rule_o").Uint(out)
	var name []byte
	for shift := 56; shift >= 0; shift -= 8 {
		if b := byte(v >> shift); b != 0 {
			name = append(name, b)
		}
	}
	return string(name)
}

// maxTreeRest bounds the cycles until the core takes a command, and the cycles of any command
// except a search.
const maxTreeRest = 20_000

// give waits until the core is ready, and gives a command; the caller has to do the run that waits
// for its answer.
func (c *TreeCore) give(cmd verilator.Inputs) (verilator.Run, error) {
	_, err := c.p.Run(verilator.Run{Stop: "cmd_ready_o", Max: maxTreeRest})
	c.cmdValid.Set(cmd, 1)
	return verilator.Run{First: cmd, Stop: "rsp_valid_o", Max: maxTreeRest}, err
}

// command gives a command and awaits its answer.
func (c *TreeCore) command(cmd verilator.Inputs) (verilator.Result, error) {
	run, err := c.give(cmd)
	if err != nil {
		return verilator.Result{}, err
	}
	return c.p.Run(run)
}

// Reset goes back to the empty board, with that player to move first.
func (c *TreeCore) Reset(first duo.Player) error {
	cmd := c.p.NewInputs()
	c.cmdOp.Set(cmd, gen.CmdReset)
	c.cmdPlayer.Set(cmd, uint64(first))
	c.pos = duo.NewPosition(first)
	c.golden.Reset()
	_, err := c.command(cmd)
	return err
}

// Play makes a move of the player to move, who must be pl, if it is legal, and reports whether it
// was.
func (c *TreeCore) Play(pl duo.Player, m duo.Move) (legal bool, err error) {
	return c.play(c.p, &c.pos, pl, m, c.command)
}

// Load puts a position on the board by playing its moves.
func (c *TreeCore) Load(p *duo.Position) error {
	if err := c.Reset(p.FirstToMove()); err != nil {
		return err
	}
	return playMoves(p, c.Play)
}

// maxLeafCycles bounds the cycles of a leaf in a search of many: its playouts on one lane, and as
// much again for the path and the expansions.
func (c *TreeCore) maxLeafCycles() uint64 { return uint64(600*c.limits.Playouts + 8000) }

// Search chooses a move for the player to move with at most that many leaves, and compares the
// answer and the tree with golden's. In cycle stop, counted from the command, the stop signal rises
// for one cycle; 0: never. After a stop golden searches with the core's number of leaves. Search
// also returns the cycles of the search.
func (c *TreeCore) Search(leaves int, seed uint32, stop uint64) (want search.TreeCoreResult, cycles uint64, err error) {
	run, err := c.searchCommand(leaves, seed)
	if err != nil {
		return want, 0, err
	}
	start := c.p.Cycle()
	run.Max += c.maxLeafCycles() * uint64(leaves)
	r := verilator.Result{}
	if stop > 0 {
		before := run
		before.Stop, before.Max = "", stop
		if r, err = c.p.Run(before); err != nil {
			return want, 0, err
		}
		run.First, run.Max = c.p.NewInputs(), maxTreeRest+c.maxLeafCycles()*uint64(c.limits.InFlight)
		c.stop.Set(run.First, 1)
	}
	// If the core answered before the stop, its answer is still at the outputs.
	if stop == 0 || !c.rspValid.Bool(r.Out) && !c.cmdReady.Bool(r.Out) {
		if r, err = c.p.Run(run); err != nil {
			return want, 0, err
		}
	}
	cycles = c.p.Cycle() - start
	if stop > 0 {
		leaves = min(leaves, int(c.rspLeaves.Uint(r.Out)))
	}
	want = c.golden.Search(&c.pos, leaves, seed)
	if got := c.answer(r.Out); got != want.Move {
		return want, cycles, c.p.Mismatch("rsp_orient_o, rsp_row_o, rsp_col_o", got, want.Move, "%+v", want)
	}
	if want.Move != duo.Pass {
		for _, f := range []struct {
			port verilator.Port
			want uint64
		}{
			{c.rspLeaves, uint64(want.Leaves)}, {c.rspVisits, uint64(want.Visits)}, {c.rspMean, uint64(want.Mean)},
		} {
			if got := f.port.Uint(r.Out); got != f.want && (f.port != c.rspMean || want.Visits > 0) {
				return want, cycles, c.p.Mismatch(f.port.Name, got, f.want, "%+v", want)
			}
		}
	}
	return want, cycles, c.compareTree()
}

// Expanded returns the number of nodes with children after the last search, which had a choice.
func (c *TreeCore) Expanded() int { return c.golden.Nodes().State().Expanded }

// Kept returns the number of the root's visits that are older than the last search.
func (c *TreeCore) Kept() int { return c.golden.State().Visits - c.golden.State().Leaves }

// Begin begins a search, and does that many cycles of it.
func (c *TreeCore) Begin(leaves int, seed uint32, cycles uint64) error {
	run, err := c.searchCommand(leaves, seed)
	if err != nil {
		return err
	}
	run.Stop, run.Max = "", cycles
	_, err = c.p.Run(run)
	return err
}

// searchCommand gives the command to search.
func (c *TreeCore) searchCommand(leaves int, seed uint32) (verilator.Run, error) {
	cmd := c.p.NewInputs()
	c.cmdOp.Set(cmd, gen.CmdSearch)
	c.cmdPlayer.Set(cmd, uint64(c.pos.ToMove()))
	c.leaves.Set(cmd, uint64(leaves))
	c.seed.Set(cmd, uint64(seed))
	return c.give(cmd)
}

// visitsOf returns the visits of a child.
func visitsOf(t *tree.Tree, l *tree.Level, slot int) uint32 {
	visits, _ := t.Statistics(l, slot)
	return visits
}

// bring has the block of a link brought to block RAM, and returns where its first child is there.
func (c *TreeCore) bring(link uint64) (base uint64, err error) {
	const latency = 3
	in := c.p.NewInputs()
	c.lookBlock.Set(in, link)
	if c.places < c.limits.Expanded {
		b := c.p.NewBatch(2)
		for i := range b.Len() {
			copy(b.In(i), in)
		}
		c.look.Set(b.In(0), 1)
		if err := c.p.Step(b); err != nil {
			return 0, err
		}
		if _, err := c.p.Run(verilator.Run{Hold: in, Stop: "cmd_ready_o", Max: maxTreeRest}); err != nil {
			return 0, err
		}
	}
	r, err := c.p.Run(verilator.Run{Hold: in, Max: 1 + latency})
	if err != nil {
		return 0, err
	}
	return c.lookBase.Uint(r.Out), nil
}

// compareTree compares every node, block by block from the root's.
func (c *TreeCore) compareTree() error {
	nodes := c.golden.Nodes()
	root, ok := nodes.Root()
	if !ok {
		return nil
	}
	r, err := c.p.Run(verilator.Run{Stop: "cmd_ready_o", Max: maxTreeRest})
	if err != nil {
		return err
	}
	type place struct {
		block uint64 // its link
		level tree.Level
	}
	const latency = 4
	for list := []place{{c.lookRoot.Uint(r.Out), root}}; len(list) > 0; list = list[1:] {
		at := list[0]
		count := at.level.Count
		children := nodes.ChildrenOf(&at.level, nil)
		known := count // children at the block's place
		base, err := c.bring(at.block)
		if err != nil {
			return err
		}
		if c.places < c.limits.Expanded {
			visited := 0
			for visited < count && visitsOf(nodes, &at.level, visited) > 0 {
				visited++
			}
			known = twin.PagerNeed(visited, count)
		}
		b := c.p.NewBatch(known + latency)
		for i := range b.Len() {
			c.lookBlock.Set(b.In(i), at.block)
			c.lookChild.Set(b.In(i), base+uint64(min(i, known-1)))
		}
		if err := c.p.Step(b); err != nil {
			return err
		}
		for slot, child := range children[:known] {
			out, cycle := b.Out(slot+latency), b.Cycle(slot+latency)
			visits, sum := nodes.Statistics(&at.level, slot)
			mean, rest := uint64(0), uint64(0)
			if visits > 0 {
				mean, rest = sum/uint64(visits), sum%uint64(visits)
			}
			below, expanded := nodes.Below(&at.level, slot)
			for _, f := range []struct {
				port verilator.Port
				want uint64
			}{
				{c.lookCount, uint64(count)}, {c.lookMove, placementOf(child.Move)}, {c.lookPrior, uint64(child.Prior)},
				{c.lookVisits, uint64(visits)}, {c.lookMean, mean}, {c.lookRest, rest},
			} {
				if got := f.port.Uint(out); got != f.want {
					return c.p.Mismatch(f.port.Name, got, f.want, "child %d of block %d", slot, at.block).At(cycle)
				}
			}
			link := c.lookLink.Uint(out)
			if (link != 0) != expanded {
				return c.p.Mismatch("look_link_o", link, expanded, "whether child %d of block %d has children", slot, at.block).At(cycle)
			}
			if expanded {
				list = append(list, place{link, below})
			}
		}
	}
	return nil
}
