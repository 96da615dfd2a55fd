// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"fmt"
	"iter"
	"maps"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// MinimaxModel is the model of module minimax_core in a configuration.
func MinimaxModel(cfg search.MinimaxConfig) verilator.Model {
	return verilator.Model{Top: "minimax_core", Params: config.MinimaxParams(cfg)}
}

// Minimax drives a minimax_core and its golden twin side by side. Every method gives both the same
// command, and returns a *Mismatch if they differ in anything: an answer, a visited node, a score,
// or the cycle of one of them.
type Minimax struct {
	// OnNode, if not nil, receives every node that Search has compared.
	OnNode func(search.Node)

	p    *verilator.Proc
	twin *search.Minimax

	corePorts
	cmdDepth, rspValue, rspNodes                                                 verilator.Port
	traceLeave, tracePly, tracePass, traceOrient, traceRow, traceCol, traceScore verilator.Port
}

// NewMinimax returns the pair for a running model of minimax_core, which must
// have been built for the configuration, after reset.
func NewMinimax(p *verilator.Proc, cfg search.MinimaxConfig) (*Minimax, error) {
	twin, err := search.NewMinimax(cfg)
	if err != nil {
		return nil, err
	}
	c := &Minimax{p: p, twin: twin}
	ports := c.corePorts.names()
	maps.Copy(ports, map[string]*verilator.Port{
		"cmd_depth_i": &c.cmdDepth, "rsp_value_o": &c.rspValue, "rsp_nodes_o": &c.rspNodes,
		"trace_leave_o": &c.traceLeave, "trace_ply_o": &c.tracePly,
		"trace_pass_o": &c.tracePass, "trace_orient_o": &c.traceOrient, "trace_row_o": &c.traceRow,
		"trace_col_o": &c.traceCol, "trace_score_o": &c.traceScore,
	})
	return c, p.Bind(ports)
}

// Reset empties the board.
func (c *Minimax) Reset() error {
	cmd := c.p.NewInputs()
	c.cmdOp.Set(cmd, gen.CmdReset)
	_, err := c.command(c.p, cmd, c.twin.Reset())
	return err
}

// Play makes a move of a player if it is legal, and reports whether it was.
func (c *Minimax) Play(pl duo.Player, m duo.Move) (legal bool, err error) {
	cmd := c.playCommand(c.p, pl, m)
	legal, cycles := c.twin.Play(pl, m)
	r, err := c.command(c.p, cmd, cycles)
	if err != nil {
		return legal, err
	}
	if got := c.rspOK.Bool(r.Out); got != legal {
		return legal, c.p.Mismatch("rsp_ok_o", got, legal, "%v: %v", pl, m)
	}
	return legal, nil
}

// Load puts a position on the board by playing its moves.
func (c *Minimax) Load(p *duo.Position) error {
	if err := c.Reset(); err != nil {
		return err
	}
	return playMoves(p, c.Play)
}

// Search searches for a player; see search.Minimax.Search. In cycle stop, counted from the command,
// the stop signal rises for one cycle.
func (c *Minimax) Search(pl duo.Player, depth int, stop uint64) (search.MinimaxResult, error) {
	// The twin advances node by node, as the chip's nodes arrive. A second twin looks ahead.
	ahead := *c.twin
	cycles := ahead.Search(pl, depth, stop, nil).Cycles
	var want search.MinimaxResult
	next, end := iter.Pull(func(yield func(search.Node) bool) {
		open := true
		want = c.twin.Search(pl, depth, stop, func(n search.Node) { open = open && yield(n) })
	})
	defer end()

	cmd := c.searchCommand(c.p, pl)
	c.cmdDepth.Set(cmd, uint64(depth))
	r, took, err := c.search(c.p, cmd, cycles, stop, func(rec verilator.Logged, cycle uint64) error {
		node, ok := next()
		return c.checkNode(rec, cycle, node, ok)
	})
	if err != nil {
		return want, err
	}
	if node, more := next(); more {
		return want, c.p.Mismatch("trace_valid_o", "no node", nodeText(node), "the search ended too early")
	}
	if err := checkCycles(c.p, took, want.Cycles); err != nil {
		return want, err
	}
	got := search.MinimaxResult{
		Move:      c.answer(r.Out),
		Value:     int(c.rspValue.Int(r.Out)),
		Nodes:     c.rspNodes.Uint(r.Out),
		Cycles:    want.Cycles,
		Completed: c.rspOK.Bool(r.Out),
	}
	if got != want {
		return want, c.p.Mismatch("rsp_*_o", fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want), "")
	}
	return got, nil
}

// checkNode compares a record of the trace with the twin's next node.
func (c *Minimax) checkNode(rec verilator.Logged, cycle uint64, want search.Node, ok bool) error {
	got := search.Node{
		Cycle: cycle,
		Leave: c.traceLeave.Bool(rec.Out),
		Ply:   int(c.tracePly.Uint(rec.Out)),
		Score: int(c.traceScore.Int(rec.Out)),
	}
	if !got.Leave {
		got.Move = moveAt(rec.Out, c.tracePass, c.traceOrient, c.traceRow, c.traceCol)
	}
	if !ok {
		return c.p.Mismatch("trace_valid_o", nodeText(got), "no node", "").At(rec.Cycle)
	}
	if got == want {
		if c.OnNode != nil {
			c.OnNode(got)
		}
		return nil
	}
	signal := "trace_valid_o"
	switch {
	case got.Cycle != want.Cycle:
		return c.p.Mismatch(signal, fmt.Sprintf("in cycle %d of the search", got.Cycle),
			fmt.Sprintf("in cycle %d", want.Cycle), "got  %s\nwant %s", nodeText(got), nodeText(want)).At(rec.Cycle)
	case got.Leave != want.Leave:
		signal = "trace_leave_o"
	case got.Ply != want.Ply:
		signal = "trace_ply_o"
	case got.Move != want.Move:
		signal = "trace_orient_o, trace_row_o, trace_col_o"
	case got.Score != want.Score:
		signal = "trace_score_o"
	}
	return c.p.Mismatch(signal, nodeText(got), nodeText(want), "").At(rec.Cycle)
}

func nodeText(n search.Node) string {
	if n.Leave {
		return fmt.Sprintf("leave ply %d with value %d", n.Ply, n.Score)
	}
	return fmt.Sprintf("enter ply %d by %v with score %d", n.Ply, n.Move, n.Score)
}
