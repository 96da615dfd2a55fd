// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"maps"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// MonteCarloModel is the model of module montecarlo_core with a number of lanes.
func MonteCarloModel(lanes int, policy playout.Policy) verilator.Model {
	return verilator.Model{Top: "montecarlo_core", Params: config.MonteCarloParams(lanes, policy)}
}

// MonteCarlo drives a montecarlo_core and compares its answers with golden's. Its playouts end in
// any order, so that only answers are compared: the move, the sum of its values, its visits, and
// the playouts in all.
type MonteCarlo struct {
	p   *verilator.Proc
	pos duo.Position

	corePorts
	cmdReady, visits, seed, rspValid, rspSum, rspVisits, rspPlayouts verilator.Port
}

// NewMonteCarlo returns the driver of a running model of montecarlo_core after reset.
func NewMonteCarlo(p *verilator.Proc) (*MonteCarlo, error) {
	c := &MonteCarlo{p: p, pos: duo.NewPosition(duo.Player1)}
	ports := c.corePorts.names()
	maps.Copy(ports, map[string]*verilator.Port{
		"cmd_ready_o": &c.cmdReady, "visits_i": &c.visits, "seed_i": &c.seed,
		"rsp_valid_o": &c.rspValid, "rsp_sum_o": &c.rspSum, "rsp_visits_o": &c.rspVisits, "rsp_playouts_o": &c.rspPlayouts,
	})
	return c, p.Bind(ports)
}

// command waits until the core is ready, gives a command and awaits its answer.
func (c *MonteCarlo) command(cmd verilator.Inputs, max uint64) (verilator.Result, error) {
	if _, err := c.p.Run(verilator.Run{Stop: "cmd_ready_o", Max: 1000}); err != nil {
		return verilator.Result{}, err
	}
	c.cmdValid.Set(cmd, 1)
	return c.p.Run(verilator.Run{First: cmd, Stop: "rsp_valid_o", Max: max})
}

// Reset goes back to the opening position.
func (c *MonteCarlo) Reset(first duo.Player) error {
	cmd := c.p.NewInputs()
	c.cmdOp.Set(cmd, gen.CmdReset)
	c.pos = duo.NewPosition(first)
	_, err := c.command(cmd, slackCycles)
	return err
}

// maxPlayCycles bounds the time that the core takes to find a move among the
// legal ones.
const maxPlayCycles = 2_000_000

// Play makes a move of the player to move, who must be pl, if it is legal, and
// reports whether it was.
func (c *MonteCarlo) Play(pl duo.Player, m duo.Move) (legal bool, err error) {
	return c.play(c.p, &c.pos, pl, m, func(cmd verilator.Inputs) (verilator.Result, error) { return c.command(cmd, maxPlayCycles) })
}

// Load puts a position on the board by playing its moves.
func (c *MonteCarlo) Load(p *duo.Position) error {
	if err := c.Reset(p.FirstToMove()); err != nil {
		return err
	}
	return playMoves(p, c.Play)
}

// maxPlayoutCycles bounds the time of a playout that has a lane to itself, with room for the rest
// of a search.
const maxPlayoutCycles = 4000

// maxStopCycles bounds the time from the stop signal to the answer, for a search with that many
// candidates. At most one playout of each is under way, and it takes a lane less than 600 cycles;
// the better half takes 110 cycles for each.
func maxStopCycles(candidates int) uint64 { return uint64(710*candidates + 8000) }

// Search chooses a move for the player to move, with the policy that the model was built for. In
// cycle stop, counted from the command, the stop signal rises for one cycle; 0: never. Without a
// stop the search must do all its playouts; with a stop before its end it must answer within
// maxStopCycles. Search also returns the cycles of the search.
func (c *MonteCarlo) Search(cfg search.MonteCarloConfig, stop uint64) (search.MonteCarloResult, uint64, error) {
	if err := cfg.Validate(); err != nil {
		return search.MonteCarloResult{}, 0, err
	}
	if _, err := c.p.Run(verilator.Run{Stop: "cmd_ready_o", Max: 1000}); err != nil {
		return search.MonteCarloResult{}, 0, err
	}
	whole := cfg.Search(&c.pos, nil)
	start := c.p.Cycle()
	cmd, hold := c.p.NewInputs(), c.p.NewInputs()
	c.cmdValid.Set(cmd, 1)
	c.cmdOp.Set(cmd, gen.CmdSearch)
	c.cmdPlayer.Set(cmd, uint64(c.pos.ToMove()))
	c.visits.Set(cmd, uint64(cfg.Visits))
	c.seed.Set(cmd, uint64(cfg.Seed))
	run := verilator.Run{First: cmd, Hold: hold, Stop: "rsp_valid_o", Max: maxPlayoutCycles * uint64(whole.Playouts+2)}
	if stop > 0 {
		before := run
		before.Stop, before.Max = "", stop
		r, err := c.p.Run(before)
		if err != nil {
			return whole, 0, err
		}
		// The core answers in the cycle before the stop, or its earlier answer is still at the
		// outputs.
		if c.rspValid.Bool(r.Out) || c.cmdReady.Bool(r.Out) {
			return c.check(whole, r, c.p.Cycle()-start)
		}
		run.First, run.Max = c.p.NewInputs(), maxStopCycles(whole.Candidates)
		c.stop.Set(run.First, 1)
	}
	r, err := c.p.Run(run)
	if err != nil {
		return whole, 0, err
	}
	want := whole
	if stop > 0 {
		playouts := int(c.rspPlayouts.Uint(r.Out))
		want = cfg.Search(&c.pos, func(n int) bool { return n >= playouts })
	}
	return c.check(want, r, c.p.Cycle()-start)
}

// check compares an answer with golden's.
func (c *MonteCarlo) check(want search.MonteCarloResult, r verilator.Result, cycles uint64) (search.MonteCarloResult, uint64, error) {
	for _, f := range []struct {
		signal    string
		got, want any
	}{
		{"rsp_playouts_o", int(c.rspPlayouts.Uint(r.Out)), want.Playouts},
		{"rsp_orient_o, rsp_row_o, rsp_col_o", c.answer(r.Out), want.Move},
		{"rsp_sum_o", int(c.rspSum.Int(r.Out)), want.Sum},
		{"rsp_visits_o", int(c.rspVisits.Uint(r.Out)), want.Visits},
	} {
		if f.got != f.want {
			return want, cycles, c.p.Mismatch(f.signal, f.got, f.want, "%+v", want)
		}
	}
	return want, cycles, nil
}
