package sim

import "github.com/tessera-fpga/tessera/golden"

// LanesModel is the model of module playout_lanes with a number of lanes.
func LanesModel(lanes int) Model {
	return Model{Top: "playout_lanes", Params: map[string]int{"LANES": lanes}}
}

// Lanes drives a playout_lanes and its golden twin side by side, cycle by cycle.
type Lanes struct {
	p     *Proc
	twin  *golden.Lanes
	froms [2]*golden.Playouts // what the templates hold

	before golden.LanesOut // the last cycle of a run
	taken  bool

	jobValid, jobTemplate, jobSeed, jobLargest, jobPick, jobFirstValid, jobFirst Port
	loadValid, loadTemplate, loadPlayer, loadRow, loadAllowed, loadCorners       Port
	turnWE, turnTemplate, turnPlayer, turnOver                                   Port

	jobReady, loadReady, idle                                     Port
	resultValid, resultPick, resultFirst, resultScore, resultNone Port
	resultMoves, resultPattern, resultFlipRows, resultFlipCols    Port
	resultRow, resultCol                                          Port
}

// NewLanes returns the pair for a running model of playout_lanes with that many
// lanes after reset.
func NewLanes(p *Proc, lanes int) (*Lanes, error) {
	l := &Lanes{p: p, twin: golden.NewLanes(lanes)}
	var err error
	for name, port := range map[string]*Port{
		"job_valid_i": &l.jobValid, "job_template_i": &l.jobTemplate, "job_seed_i": &l.jobSeed,
		"job_largest_i": &l.jobLargest, "job_pick_i": &l.jobPick,
		"job_first_valid_i": &l.jobFirstValid, "job_first_i": &l.jobFirst, "job_ready_o": &l.jobReady,
		"load_valid_i": &l.loadValid, "load_ready_o": &l.loadReady, "load_template_i": &l.loadTemplate,
		"load_player_i": &l.loadPlayer, "load_row_i": &l.loadRow, "load_allowed_i": &l.loadAllowed,
		"load_corners_i": &l.loadCorners, "turn_we_i": &l.turnWE, "turn_template_i": &l.turnTemplate,
		"turn_player_i": &l.turnPlayer, "turn_over_i": &l.turnOver, "idle_o": &l.idle,
		"result_valid_o": &l.resultValid, "result_pick_o": &l.resultPick,
		"result_first_o": &l.resultFirst, "result_score_o": &l.resultScore, "result_none_o": &l.resultNone,
		"result_moves_o": &l.resultMoves, "result_pattern_o": &l.resultPattern,
		"result_flip_rows_o": &l.resultFlipRows, "result_flip_cols_o": &l.resultFlipCols,
		"result_row_o": &l.resultRow, "result_col_o": &l.resultCol,
	} {
		if *port, err = p.Port(name); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// loadCycles is the time that the lanes have to write a row when none of them
// is at work.
const loadCycles = 2

// Load writes a position to a template; all lanes must be idle.
func (l *Lanes) Load(template int, from *golden.Playouts) error {
	const rows = 2 * golden.LaneRows
	b := l.p.NewBatch(loadCycles*rows + 2)
	for i := range rows {
		in := b.In(loadCycles * i)
		pl, row := golden.Player(i/golden.LaneRows), i%golden.LaneRows
		r := from.LaneRows(pl)[row]
		l.loadValid.Set(in, 1)
		l.loadTemplate.Set(in, uint64(template))
		l.loadPlayer.Set(in, uint64(pl))
		l.loadRow.Set(in, uint64(row))
		l.loadAllowed.Set(in, uint64(r.Allowed))
		if row < golden.BoardSize { // the map of rows with corners is made by the lanes
			l.loadCorners.Set(in, uint64(r.Corners))
		}
	}
	pl, over := from.ToMove()
	in := b.In(loadCycles * rows)
	l.turnWE.Set(in, 1)
	l.turnTemplate.Set(in, uint64(template))
	l.turnPlayer.Set(in, uint64(pl))
	l.turnOver.Set(in, bit(over))
	if err := l.p.Step(b); err != nil {
		return err
	}
	for i := range rows {
		if at := loadCycles * i; !l.loadReady.Bool(b.Out(at)) {
			return l.p.Mismatch("load_ready_o", 0, 1, "the lanes are not at rest").At(b.Cycle(at))
		}
	}
	for range b.Len() {
		l.twin.Step(golden.LanesIn{})
	}
	l.froms[template] = from
	l.before, l.taken = golden.LanesOut{}, false
	return nil
}

// Run does a number of cycles, in each of which offer returns the job that the
// lanes get, or nil, and its template; it is told what the twin did in the cycle
// before, of the run before at first, and whether that took the job.
func (l *Lanes) Run(cycles int, offer func(before golden.LanesOut, taken bool) (*golden.LaneJob, int)) error {
	b := l.p.NewBatch(cycles)
	want := make([]golden.LanesOut, cycles)
	for i := range cycles {
		job, template := offer(l.before, l.taken)
		if job != nil {
			in := b.In(i)
			l.jobValid.Set(in, 1)
			l.jobTemplate.Set(in, uint64(template))
			l.jobSeed.Set(in, uint64(job.Stream))
			l.jobLargest.Set(in, bit(job.Policy == golden.LargestPolicy))
			l.jobPick.Set(in, bit(job.Pick))
			if job.First >= 0 {
				l.jobFirstValid.Set(in, 1)
				l.jobFirst.Set(in, uint64(job.First))
			}
			job.From = l.froms[template]
		}
		want[i] = l.twin.Step(golden.LanesIn{Job: job})
		l.before, l.taken = want[i], job != nil && want[i].JobReady
	}
	if err := l.p.Step(b); err != nil {
		return err
	}
	for i := range want {
		if err := l.compare(b.Out(i), &want[i], b.Cycle(i)); err != nil {
			return err
		}
	}
	return nil
}

// compare compares a cycle.
func (l *Lanes) compare(out Outputs, want *golden.LanesOut, cycle uint64) error {
	type pair struct {
		port Port
		want int
	}
	pairs := []pair{
		{l.jobReady, int(bit(want.JobReady))},
		{l.idle, int(bit(want.Idle))},
		{l.resultValid, int(bit(want.Result != nil))},
	}
	if r := want.Result; r != nil {
		pairs = append(pairs, pair{l.resultPick, int(bit(r.Job.Pick))})
		switch {
		case !r.Job.Pick:
			// Without a first move its number is still handed through.
			pairs = append(pairs, pair{l.resultScore, r.Score}, pair{l.resultFirst, max(r.Job.First, 0)})
		default:
			pairs = append(pairs, pair{l.resultMoves, r.Moves}, pair{l.resultNone, int(bit(r.None))})
			if !r.None {
				pairs = append(pairs,
					pair{l.resultPattern, int(r.Move.Pattern)},
					pair{l.resultFlipRows, int(bit(r.Move.Flip&golden.FlipRows != 0))},
					pair{l.resultFlipCols, int(bit(r.Move.Flip&golden.FlipCols != 0))},
					pair{l.resultRow, r.Move.Corner.Row()}, pair{l.resultCol, r.Move.Corner.Col()})
			}
		}
	}
	for _, c := range pairs {
		got := int(c.port.Uint(out))
		if c.port == l.resultScore {
			got = int(c.port.Int(out))
		}
		if got != c.want {
			return l.p.Mismatch(c.port.Name, got, c.want, "").At(cycle)
		}
	}
	return nil
}
