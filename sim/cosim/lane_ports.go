package cosim

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// lanePorts are the ports that a lane and a group of lanes have in common.
type lanePorts struct {
	jobValid, jobTemplate, jobSeed, jobLargest, jobPick, jobFirstValid, jobFirst verilator.Port
	loadValid, loadTemplate, loadPlayer, loadRow, loadAllowed, loadCorners       verilator.Port
	turnWE, turnTemplate, turnPlayer, turnOver                                   verilator.Port

	jobReady, idle                                                verilator.Port
	resultValid, resultPick, resultFirst, resultScore, resultNone verilator.Port
	resultMoves, resultPattern, resultFlipRows, resultFlipCols    verilator.Port
	resultRow, resultCol                                          verilator.Port
}

// names returns the ports by name.
func (l *lanePorts) names() map[string]*verilator.Port {
	return map[string]*verilator.Port{
		"job_valid_i": &l.jobValid, "job_root_i": &l.jobTemplate, "job_seed_i": &l.jobSeed,
		"job_largest_i": &l.jobLargest, "job_pick_i": &l.jobPick,
		"job_first_valid_i": &l.jobFirstValid, "job_first_i": &l.jobFirst, "job_ready_o": &l.jobReady,
		"load_valid_i": &l.loadValid, "load_root_i": &l.loadTemplate,
		"load_player_i": &l.loadPlayer, "load_row_i": &l.loadRow, "load_allowed_i": &l.loadAllowed,
		"load_corners_i": &l.loadCorners, "turn_we_i": &l.turnWE, "turn_root_i": &l.turnTemplate,
		"turn_player_i": &l.turnPlayer, "turn_over_i": &l.turnOver, "idle_o": &l.idle,
		"result_valid_o": &l.resultValid, "result_pick_o": &l.resultPick,
		"result_first_o": &l.resultFirst, "result_margin_o": &l.resultScore, "result_none_o": &l.resultNone,
		"result_moves_o": &l.resultMoves, "result_pattern_o": &l.resultPattern,
		"result_flip_rows_o": &l.resultFlipRows, "result_flip_cols_o": &l.resultFlipCols,
		"result_row_o": &l.resultRow, "result_col_o": &l.resultCol,
	}
}

// setRow loads a row of a player.
func (l *lanePorts) setRow(in verilator.Inputs, root int, pl duo.Player, row int, r twin.Row) {
	l.loadValid.Set(in, 1)
	l.loadTemplate.Set(in, uint64(root))
	l.loadPlayer.Set(in, uint64(pl))
	l.loadRow.Set(in, uint64(row))
	l.loadAllowed.Set(in, uint64(r.Allowed))
	l.loadCorners.Set(in, uint64(r.Corners))
}

// setTurn tells who moves first.
func (l *lanePorts) setTurn(in verilator.Inputs, root int, from *playout.Root) {
	pl, over := from.ToMove()
	l.turnWE.Set(in, 1)
	l.turnTemplate.Set(in, uint64(root))
	l.turnPlayer.Set(in, uint64(pl))
	l.turnOver.Set(in, bit(over))
}

// setJob offers a job.
func (l *lanePorts) setJob(in verilator.Inputs, root int, job *twin.Job) {
	l.jobValid.Set(in, 1)
	l.jobTemplate.Set(in, uint64(root))
	l.jobLargest.Set(in, bit(job.Policy == playout.Largest))
	l.jobPick.Set(in, bit(job.Pick))
	l.setStream(in, job)
}

// setStream sets the seed and the first move of a job.
func (l *lanePorts) setStream(in verilator.Inputs, job *twin.Job) {
	l.jobSeed.Set(in, uint64(job.Stream))
	l.jobFirstValid.Set(in, bit(job.First >= 0))
	l.jobFirst.Set(in, uint64(max(job.First, 0)))
}

// checkResult compares a result.
func (l *lanePorts) checkResult(c *comparison, r *twin.Result) {
	c.flag(l.resultValid, r != nil)
	if r == nil {
		return
	}
	c.flag(l.resultPick, r.Job.Pick)
	if !r.Job.Pick {
		c.signed(l.resultScore, r.Margin)
		c.number(l.resultFirst, max(r.Job.First, 0)) // handed through, even if it is not valid
		return
	}
	c.number(l.resultMoves, r.Moves)
	c.flag(l.resultNone, r.None)
	if !r.None {
		c.number(l.resultPattern, int(r.Move.Pattern))
		c.flag(l.resultFlipRows, r.Move.Flip&playout.FlipRows != 0)
		c.flag(l.resultFlipCols, r.Move.Flip&playout.FlipCols != 0)
		c.number(l.resultRow, r.Move.Anchor.Row())
		c.number(l.resultCol, r.Move.Anchor.Col())
	}
}

// comparison compares the outputs of a cycle with what is wanted of them; err
// is the first difference.
type comparison struct {
	p     *verilator.Proc
	out   verilator.Outputs
	cycle uint64
	err   error
}

func (c *comparison) equal(port verilator.Port, got, want int) {
	if c.err == nil && got != want {
		c.err = c.p.Mismatch(port.Name, got, want, "").At(c.cycle)
	}
}

func (c *comparison) number(port verilator.Port, want int) {
	c.equal(port, int(port.Uint(c.out)), want)
}
func (c *comparison) signed(port verilator.Port, want int) { c.equal(port, int(port.Int(c.out)), want) }
func (c *comparison) flag(port verilator.Port, want bool)  { c.number(port, int(bit(want))) }

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
