package golden

// LanesIn is what a group of lanes gets in a cycle.
type LanesIn struct {
	Job *LaneJob // nil: none in this cycle
}

// LanesOut is what a group of lanes shows in a cycle: with JobReady the queue
// takes the job; Result is the one that comes out, nil if there is none.
type LanesOut struct {
	JobReady bool
	Result   *LaneResult
	Idle     bool // no game is on, and no job waits
}

// Lanes is the cycle-exact twin of module playout_lanes: lanes behind a queue of
// one job, which take turns at results and jobs, one lane a cycle.
type Lanes struct {
	lanes  []*Lane
	turn   int      // the lane whose turn it is
	job    *LaneJob // waits
	result *LaneResult
}

// NewLanes returns that many lanes, at least 1, after reset.
func NewLanes(n int) *Lanes {
	l := &Lanes{}
	for range n {
		l.lanes = append(l.lanes, NewLane())
	}
	return l
}

// Step does one cycle. Only one job with Pick may be under way.
func (l *Lanes) Step(in LanesIn) LanesOut {
	out := LanesOut{Result: l.result, Idle: l.job == nil}
	taken := false
	l.result = nil
	for i, lane := range l.lanes {
		offer := LaneIn{Wait: l.job != nil, ResultReady: i == l.turn}
		if i == l.turn && l.job != nil && (i == 0 || !l.job.Pick) {
			offer.Job = l.job
		}
		o := lane.Step(offer)
		out.Idle = out.Idle && o.Idle
		if i == l.turn {
			taken = offer.Job != nil && o.JobReady
			l.result = o.Result
		}
	}
	l.turn = (l.turn + 1) % len(l.lanes)
	out.JobReady = l.job == nil || taken
	if out.JobReady {
		l.job = in.Job
	}
	return out
}

// On returns the number of games that are on, of LaneGames in each lane.
func (l *Lanes) On() (games int) {
	for _, lane := range l.lanes {
		games += lane.On()
	}
	return games
}

// LaneRate is the speed of lanes at work on playouts from one position without
// pause: there is always a job for them.
type LaneRate struct {
	Playouts int     // measured
	Cycles   int     // from the first of their results to the last
	On       float64 // the share of games that are on, of all that could be, in these cycles
}

// PerPlayout returns the cycles that a lane takes for a playout, of that many
// lanes.
func (r LaneRate) PerPlayout(lanes int) float64 {
	return float64(r.Cycles) * float64(lanes) / float64(r.Playouts)
}

// LaneBenchSeed is the seed of the playouts of which speed is measured: playout
// i takes its numbers from NewRNG(LaneBenchSeed, i).
const LaneBenchSeed = 1

// LaneMeter measures the speed of lanes. The first results, two for each game
// that can be on, do not count: by then all games are under way.
type LaneMeter struct {
	skip, results, playouts, first, last int
}

// NewLaneMeter returns a meter for that many lanes and playouts.
func NewLaneMeter(lanes, playouts int) *LaneMeter {
	return &LaneMeter{skip: 2*LaneGames*lanes + 1, playouts: playouts}
}

// Result notes that there was a result in the cycle.
func (m *LaneMeter) Result(cycle int) {
	m.results++
	if m.results == m.skip {
		m.first = cycle
	}
	if m.results == m.skip+m.playouts {
		m.last = cycle
	}
}

// Running tells whether what happens now counts, and Done whether the
// measurement is at its end.
func (m *LaneMeter) Running() bool { return m.results >= m.skip && !m.Done() }

// Done tells whether the measurement is at its end.
func (m *LaneMeter) Done() bool { return m.results >= m.skip+m.playouts }

// Rate returns what was measured.
func (m *LaneMeter) Rate() LaneRate { return LaneRate{Playouts: m.playouts, Cycles: m.last - m.first} }

// PredictLane returns the speed of a lane by itself, whose results are taken at
// once.
func PredictLane(from *Playouts, policy Policy, playouts int) LaneRate {
	l := NewLane()
	return predict(1, from, policy, playouts, l.On, func(job *LaneJob) (taken, result bool) {
		out := l.Step(LaneIn{Wait: true, Job: job, ResultReady: true})
		return out.JobReady, out.Result != nil
	})
}

// PredictLanes returns the speed of lanes behind their queue.
func PredictLanes(lanes int, from *Playouts, policy Policy, playouts int) LaneRate {
	l := NewLanes(lanes)
	return predict(lanes, from, policy, playouts, l.On, func(job *LaneJob) (taken, result bool) {
		out := l.Step(LanesIn{Job: job})
		return out.JobReady, out.Result != nil
	})
}

// predict measures lanes: step does a cycle with a job on offer, and on returns
// the number of games that are on.
func predict(lanes int, from *Playouts, policy Policy, playouts int, on func() int,
	step func(*LaneJob) (taken, result bool),
) LaneRate {
	m := NewLaneMeter(lanes, playouts)
	started, games, cycles := uint32(0), 0, 0
	for cycle := 0; !m.Done(); cycle++ {
		job := LaneJob{From: from, Policy: policy, Stream: NewRNG(LaneBenchSeed, started), First: NoFirst}
		taken, result := step(&job)
		if taken {
			started++
		}
		if m.Running() {
			games += on()
			cycles++
		}
		if result {
			m.Result(cycle)
		}
	}
	r := m.Rate()
	r.On = float64(games) / float64(LaneGames*lanes*cycles)
	return r
}
