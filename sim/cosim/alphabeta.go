// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"fmt"
	"iter"
	"maps"
	"strconv"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// AlphaBetaModel is the model of module alphabeta_core in a configuration.
func AlphaBetaModel(cfg alphabeta.Config) verilator.Model {
	return verilator.Model{Top: "alphabeta_core", Params: config.AlphaBetaParams(cfg)}
}

// AlphaBeta drives an alphabeta_core and its golden twin side by side. Every method gives both the
// same command, and returns a *Mismatch if they differ in anything: an answer, a visited node, a
// score, or the cycle of one of them.
type AlphaBeta struct {
	// OnNode, if not nil, receives every node that Search has compared.
	OnNode func(alphabeta.Node)

	p    *verilator.Proc
	twin *alphabeta.Search
	pos  duo.Position
	// first moves first in the game; pos does not tell, since moves can be out of turn.
	first duo.Player

	corePorts
	cmdDepth, rspValue, rspNodes, rspDepth, rspWhole verilator.Port
	trace                                            []alphaBetaTrace // of each unit
}

// alphaBetaTrace shows the events of a walker.
type alphaBetaTrace struct{ valid, leave, ply, pass, move, score verilator.Port }

// NewAlphaBeta returns the pair for a running model of alphabeta_core, which must have been built
// for the configuration, after reset, with an empty board.
func NewAlphaBeta(p *verilator.Proc, cfg alphabeta.Config) (*AlphaBeta, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	c := &AlphaBeta{p: p, twin: alphabeta.New(cfg)}
	var units, leave, ply, pass, move, score verilator.Port
	ports := c.corePorts.names()
	maps.Copy(ports, map[string]*verilator.Port{
		"cmd_depth_i": &c.cmdDepth, "rsp_value_o": &c.rspValue, "rsp_nodes_o": &c.rspNodes, "rsp_depth_o": &c.rspDepth, "rsp_whole_o": &c.rspWhole,
		"trace_units_o": &units, "trace_leave_o": &leave, "trace_ply_o": &ply, "trace_pass_o": &pass,
		"trace_move_o": &move, "trace_score_o": &score,
	})
	if err := p.Bind(ports); err != nil {
		return nil, err
	}
	walkers := max(cfg.Units, 1)
	for i := range walkers {
		of := func(p verilator.Port) verilator.Port {
			width := p.Width / walkers
			return p.Field(strconv.Itoa(i), i*width, width)
		}
		c.trace = append(c.trace, alphaBetaTrace{of(units), of(leave), of(ply), of(pass), of(move), of(score)})
	}
	return c, c.Reset(duo.Player1)
}

// Config returns the configuration of the core.
func (c *AlphaBeta) Config() alphabeta.Config { return c.twin.Config() }

// Reset empties the board, for a game in which that player moves first.
func (c *AlphaBeta) Reset(first duo.Player) error {
	cmd := c.p.NewInputs()
	c.cmdOp.Set(cmd, gen.CmdReset)
	c.cmdPlayer.Set(cmd, uint64(first))
	c.pos = duo.NewPosition(first)
	c.first = first
	c.twin.SetOpener(first)
	_, err := c.command(c.p, cmd, alphabeta.ResetCycles)
	return err
}

// Play makes a move of a player, even out of turn, if it is legal, and reports whether it was.
func (c *AlphaBeta) Play(pl duo.Player, m duo.Move) (legal bool, err error) {
	cycles := uint64(alphabeta.PassCycles)
	legal = m == duo.Pass
	if !legal {
		c.pos.SetToMove(pl)
		legal = c.pos.Check(m) == nil
		cycles = c.Config().PlayCycles(&c.pos, pl, legal)
	}
	r, err := c.command(c.p, c.playCommand(c.p, pl, m), cycles)
	if err != nil {
		return legal, err
	}
	if got := c.rspOK.Bool(r.Out); got != legal {
		return legal, c.p.Mismatch("rsp_ok_o", got, legal, "%v: %v", pl, m)
	}
	if legal && m != duo.Pass {
		c.pos.Play(m)
	}
	return legal, nil
}

// Load puts a position on the board by playing its moves.
func (c *AlphaBeta) Load(p *duo.Position) error {
	if err := c.Reset(p.FirstToMove()); err != nil {
		return err
	}
	return playMoves(p, c.Play)
}

// Search searches for a player; see alphabeta.Search. A depth out of range counts as the nearest. In
// cycle stop, counted from the command and at least 1, the stop signal rises for one cycle.
func (c *AlphaBeta) Search(pl duo.Player, depth int, stop uint64) (alphabeta.Result, error) {
	c.pos.SetToMove(pl)
	plies := min(max(depth, 1), c.Config().MaxDepth())
	// The twin advances node by node, as the chip's nodes arrive. A second twin looks ahead.
	ahead := alphabeta.New(c.Config())
	ahead.SetOpener(c.first)
	cycles := ahead.Search(&c.pos, plies, stop, nil, nil).Cycles
	var want alphabeta.Result
	next, end := iter.Pull(func(yield func(alphabeta.Node) bool) {
		open := true
		want = c.twin.Search(&c.pos, plies, stop, func(n alphabeta.Node) { open = open && yield(n) }, nil)
	})
	defer end()

	cmd := c.searchCommand(c.p, pl)
	c.cmdDepth.Set(cmd, uint64(depth))
	r, took, err := c.search(c.p, cmd, cycles, stop, func(rec verilator.Logged, cycle uint64) error {
		any := false
		for unit := range c.trace {
			if !c.trace[unit].valid.Bool(rec.Out) {
				continue
			}
			any = true
			node, ok := next()
			if err := c.checkNode(rec, cycle, unit, node, ok); err != nil {
				return err
			}
		}
		if !any {
			return c.p.Mismatch("trace_valid_o", 1, 0, "no walker has a node").At(rec.Cycle)
		}
		return nil
	})
	if err != nil {
		return want, err
	}
	if node, more := next(); more {
		return want, c.p.Mismatch("trace_valid_o", "no node", alphaBetaText(node), "the search ended too early")
	}
	if err := checkCycles(c.p, took, want.Cycles); err != nil {
		return want, err
	}
	got := want
	got.Move, got.Value = c.answer(r.Out), int(c.rspValue.Int(r.Out))
	got.Nodes, got.Depth = c.rspNodes.Uint(r.Out), int(c.rspDepth.Uint(r.Out))
	got.Completed = c.rspWhole.Bool(r.Out)
	if got != want {
		return want, c.p.Mismatch("rsp_*_o", fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want), "")
	}
	return got, nil
}

// checkNode compares a record of a unit's trace with the twin's next node.
func (c *AlphaBeta) checkNode(rec verilator.Logged, cycle uint64, unit int, want alphabeta.Node, ok bool) error {
	trace := &c.trace[unit]
	got := alphabeta.Node{
		Cycle: cycle,
		Unit:  unit,
		Leave: trace.leave.Bool(rec.Out),
		Ply:   int(trace.ply.Uint(rec.Out)),
		Score: int(trace.score.Int(rec.Out)),
	}
	if !got.Leave {
		got.Pass = trace.pass.Bool(rec.Out)
		if !got.Pass {
			got.Move = PlacedMove(trace.move.Uint(rec.Out))
		}
	}
	if !ok {
		return c.p.Mismatch("trace_valid_o", alphaBetaText(got), "no node", "").At(rec.Cycle)
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
			fmt.Sprintf("in cycle %d", want.Cycle), "got  %s\nwant %s", alphaBetaText(got), alphaBetaText(want)).At(rec.Cycle)
	case got.Unit != want.Unit:
		signal = "trace_units_o"
	case got.Leave != want.Leave:
		signal = "trace_leave_o"
	case got.Ply != want.Ply:
		signal = "trace_ply_o"
	case got.Pass != want.Pass || got.Move != want.Move:
		signal = "trace_move_o"
	case got.Score != want.Score:
		signal = "trace_score_o"
	}
	return c.p.Mismatch(signal, alphaBetaText(got), alphaBetaText(want), "").At(rec.Cycle)
}

func alphaBetaText(n alphabeta.Node) string {
	switch {
	case n.Leave:
		return fmt.Sprintf("walker %d leaves ply %d with value %d", n.Unit, n.Ply, n.Score)
	case n.Pass:
		return fmt.Sprintf("walker %d enters ply %d by a pass with score %d", n.Unit, n.Ply, n.Score)
	}
	return fmt.Sprintf("walker %d enters ply %d by %v with score %d", n.Unit, n.Ply, n.Move.Move(), n.Score)
}

// PlacedMove returns the move with a code of Placement.
func PlacedMove(code uint64) playout.AnchorMove {
	return playout.AnchorMove{
		Pattern: playout.Pattern(code & 0x7f),
		Flip:    playout.Flip(code >> 7 & 3),
		Anchor:  duo.NewSquare(int(code>>9&15), int(code>>13&15)),
	}
}
