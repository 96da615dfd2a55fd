package sim

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden"
)

// LaneModel is the model of module playout_lane.
func LaneModel() Model { return Model{Top: "playout_lane"} }

// Lane drives a playout_lane and its golden twin side by side, cycle by cycle.
type Lane struct {
	// OnEvent, if not nil, sees what the twin did in every cycle compared.
	OnEvent func(golden.LaneOut)

	onOutputs func(cycle uint64, out Outputs) // the same of the model

	p     *Proc
	twin  *golden.Lane
	froms [2]*golden.Playouts // what the templates hold

	before golden.LaneOut // the last cycle of a run
	taken  bool

	jobWait, jobValid, jobTemplate, jobSeed, jobLargest, jobPick, jobFirstValid, jobFirst Port
	resultReady                                                                           Port
	loadValid, loadTemplate, loadPlayer, loadRow, loadAllowed, loadCorners                Port
	turnWE, turnTemplate, turnPlayer, turnOver                                            Port

	jobReady, loadReady, idle                                     Port
	resultValid, resultPick, resultFirst, resultScore, resultNone Port
	resultMoves, resultPattern, resultFlipRows, resultFlipCols    Port
	resultRow, resultCol                                          Port
	take, takeGame                                                Port
	chosen, chosenGame, chosenNone, chosenMoves, chosenK          Port
	move, moveNone, moveGame, movePattern, moveFlip               Port
	moveRow, moveCol                                              Port
	fits, fitsGame, fitsRow, fitsCol, fitsFlip, fitsSet           Port
}

// NewLane returns the pair for a running model of playout_lane after reset.
func NewLane(p *Proc) (*Lane, error) {
	l := &Lane{p: p, twin: golden.NewLane()}
	var err error
	for name, port := range map[string]*Port{
		"job_wait_i": &l.jobWait, "job_valid_i": &l.jobValid, "job_template_i": &l.jobTemplate, "job_seed_i": &l.jobSeed,
		"job_largest_i": &l.jobLargest, "job_pick_i": &l.jobPick,
		"job_first_valid_i": &l.jobFirstValid, "job_first_i": &l.jobFirst, "job_ready_o": &l.jobReady,
		"result_ready_i": &l.resultReady, "result_valid_o": &l.resultValid, "result_pick_o": &l.resultPick,
		"result_first_o": &l.resultFirst, "result_score_o": &l.resultScore, "result_none_o": &l.resultNone,
		"result_moves_o": &l.resultMoves, "result_pattern_o": &l.resultPattern,
		"result_flip_rows_o": &l.resultFlipRows, "result_flip_cols_o": &l.resultFlipCols,
		"result_row_o": &l.resultRow, "result_col_o": &l.resultCol,
		"load_valid_i": &l.loadValid, "load_ready_o": &l.loadReady, "load_template_i": &l.loadTemplate,
		"load_player_i": &l.loadPlayer, "load_row_i": &l.loadRow, "load_allowed_i": &l.loadAllowed,
		"load_corners_i": &l.loadCorners, "turn_we_i": &l.turnWE, "turn_template_i": &l.turnTemplate,
		"turn_player_i": &l.turnPlayer, "turn_over_i": &l.turnOver, "idle_o": &l.idle,
		"trace_take_o": &l.take, "trace_take_game_o": &l.takeGame,
		"trace_fits_valid_o": &l.fits, "trace_fits_game_o": &l.fitsGame, "trace_fits_row_o": &l.fitsRow,
		"trace_fits_col_o": &l.fitsCol, "trace_fits_flip_o": &l.fitsFlip, "trace_fits_o": &l.fitsSet,
		"trace_chosen_o": &l.chosen, "trace_chosen_game_o": &l.chosenGame,
		"trace_chosen_none_o": &l.chosenNone, "trace_chosen_moves_o": &l.chosenMoves,
		"trace_chosen_k_o": &l.chosenK, "trace_move_o": &l.move, "trace_move_none_o": &l.moveNone,
		"trace_move_game_o": &l.moveGame, "trace_move_pattern_o": &l.movePattern,
		"trace_move_flip_o": &l.moveFlip, "trace_move_row_o": &l.moveRow, "trace_move_col_o": &l.moveCol,
	} {
		if *port, err = p.Port(name); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// Load writes a position to a template; the lane must be at rest.
func (l *Lane) Load(template int, from *golden.Playouts) error {
	b := l.p.NewBatch(2*golden.LaneRows + 1)
	for i := range b.Len() {
		in := b.In(i)
		if i == 2*golden.LaneRows {
			pl, over := from.ToMove()
			l.turnWE.Set(in, 1)
			l.turnTemplate.Set(in, uint64(template))
			l.turnPlayer.Set(in, uint64(pl))
			l.turnOver.Set(in, bit(over))
			break
		}
		pl, row := golden.Player(i/golden.LaneRows), i%golden.LaneRows
		rows := from.LaneRows(pl)
		l.loadValid.Set(in, 1)
		l.loadTemplate.Set(in, uint64(template))
		l.loadPlayer.Set(in, uint64(pl))
		l.loadRow.Set(in, uint64(row))
		l.loadAllowed.Set(in, uint64(rows[row].Allowed))
		l.loadCorners.Set(in, uint64(rows[row].Corners))
	}
	if err := l.p.Step(b); err != nil {
		return err
	}
	for i := range 2 * golden.LaneRows {
		if !l.loadReady.Bool(b.Out(i)) {
			return l.p.Mismatch("load_ready_o", 0, 1, "the lane is not at rest").At(b.Cycle(i))
		}
	}
	for range b.Len() {
		l.twin.Step(golden.LaneIn{})
	}
	l.froms[template] = from
	l.before, l.taken = golden.LaneOut{}, false
	return nil
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Offer is what a lane gets in a cycle: see golden.LaneIn. The job is from the
// position of the given template.
type Offer struct {
	Wait     bool
	Job      *golden.LaneJob
	Template int
	Ready    bool
}

// Run does a number of cycles, in each of which offer says what the lane gets; it
// is told what the twin did in the cycle before, of the run before at first, and
// whether that took the job.
func (l *Lane) Run(cycles int, offer func(before golden.LaneOut, taken bool) Offer) error {
	b := l.p.NewBatch(cycles)
	want := make([]golden.LaneOut, cycles)
	for i := range cycles {
		o := offer(l.before, l.taken)
		in := b.In(i)
		l.jobWait.Set(in, bit(o.Wait))
		l.resultReady.Set(in, bit(o.Ready))
		if job := o.Job; job != nil {
			l.jobValid.Set(in, 1)
			l.jobTemplate.Set(in, uint64(o.Template))
			l.jobSeed.Set(in, uint64(job.Stream))
			l.jobLargest.Set(in, bit(job.Policy == golden.LargestPolicy))
			l.jobPick.Set(in, bit(job.Pick))
			if job.First >= 0 {
				l.jobFirstValid.Set(in, 1)
				l.jobFirst.Set(in, uint64(job.First))
			}
			job.From = l.froms[o.Template]
		}
		want[i] = l.twin.Step(golden.LaneIn{Wait: o.Wait, Job: o.Job, ResultReady: o.Ready})
		l.before, l.taken = want[i], o.Job != nil && want[i].JobReady
	}
	if err := l.p.Step(b); err != nil {
		return err
	}
	for i := range want {
		if err := l.compare(b.Out(i), &want[i], b.Cycle(i)); err != nil {
			return err
		}
		if l.onOutputs != nil {
			l.onOutputs(b.Cycle(i), b.Out(i))
		}
		if l.OnEvent != nil {
			l.OnEvent(want[i])
		}
	}
	return nil
}

// compare compares a cycle.
func (l *Lane) compare(out Outputs, want *golden.LaneOut, cycle uint64) error {
	var err error
	check := func(port Port, want int) {
		if err != nil {
			return
		}
		got := int(port.Uint(out))
		if port.Name == l.resultScore.Name {
			got = int(port.Int(out))
		}
		if got != want {
			err = l.p.Mismatch(port.Name, got, want, "").At(cycle)
		}
	}
	flag := func(port Port, want bool) { check(port, int(bit(want))) }
	flag(l.idle, want.Idle)
	flag(l.take, want.Take >= 0)
	if want.Take >= 0 {
		check(l.takeGame, want.Take)
	}
	flag(l.chosen, want.Chosen != nil)
	if c := want.Chosen; c != nil {
		check(l.chosenGame, c.Game)
		flag(l.chosenNone, c.None)
		check(l.chosenMoves, c.Moves)
		if !c.None {
			check(l.chosenK, c.K)
		}
	}
	flag(l.move, want.Move != nil)
	if m := want.Move; m != nil {
		check(l.moveGame, m.Game)
		flag(l.moveNone, m.None)
		if !m.None {
			check(l.movePattern, int(m.Move.Pattern))
			check(l.moveFlip, int(m.Move.Flip))
			check(l.moveRow, m.Move.Corner.Row())
			check(l.moveCol, m.Move.Corner.Col())
		}
	}
	flag(l.jobReady, want.JobReady)
	flag(l.resultValid, want.Result != nil)
	if r := want.Result; r != nil {
		flag(l.resultPick, r.Job.Pick)
		if r.Job.Pick {
			flag(l.resultNone, r.None)
			check(l.resultMoves, r.Moves)
			if !r.None {
				check(l.resultPattern, int(r.Move.Pattern))
				flag(l.resultFlipRows, r.Move.Flip&golden.FlipRows != 0)
				flag(l.resultFlipCols, r.Move.Flip&golden.FlipCols != 0)
				check(l.resultRow, r.Move.Corner.Row())
				check(l.resultCol, r.Move.Corner.Col())
			}
		} else {
			check(l.resultScore, r.Score)
			if r.Job.First >= 0 {
				check(l.resultFirst, r.Job.First)
			}
		}
	}
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	return nil
}
