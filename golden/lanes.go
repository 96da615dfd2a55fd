package golden

// LanesIn is what a group of lanes gets in a cycle.
type LanesIn struct {
	Job *LaneJob // nil: none in this cycle
}

// LanesOut is what a group of lanes shows in a cycle: with JobReady they
// take the job; Result is the one that comes out, nil if there is none.
type LanesOut struct {
	JobReady bool
	Result   *LaneResult
	Idle     bool // every job has had its result
}

// Lanes is the cycle-exact twin of module playout_lanes: a chain of stations with
// two lanes each. Jobs come in at one end, results come out there.
type Lanes struct {
	stations []station
	turn     int // the lanes whose turn it is, of stations with two
	jobs     int // without result
}

// station is the place of two lanes in the chain; the last may have but one.
type station struct {
	lanes  []*Lane
	job    *LaneJob    // waits here: for a lane, or to go on to the next station
	result *LaneResult // comes out at station 0, or goes on towards it
}

// stationLanes is the number of lanes of a station.
const stationLanes = 2

// NewLanes returns that many lanes, at least 1, after reset.
func NewLanes(n int) *Lanes {
	l := &Lanes{}
	for i := range n {
		if i%stationLanes == 0 {
			l.stations = append(l.stations, station{})
		}
		s := &l.stations[i/stationLanes]
		s.lanes = append(s.lanes, NewLane())
	}
	return l
}

// Step does one cycle. Only one job with Pick may be under way.
func (l *Lanes) Step(in LanesIn) LanesOut {
	now := l.stations
	out := LanesOut{JobReady: now[0].job == nil, Result: now[0].result, Idle: l.jobs == 0}
	if out.Result != nil {
		l.jobs--
	}
	comes := in.Job // to the station
	if out.JobReady && comes != nil {
		l.jobs++
	}
	next := make([]station, len(now))
	resultGoesOn := true
	for i, s := range now {
		last := i == len(now)-1
		next[i] = station{lanes: s.lanes, job: s.job}
		room := s.result == nil
		if !room && !resultGoesOn {
			next[i].result = s.result
		}
		taken := false
		for k, lane := range s.lanes {
			turn := k == l.turn || len(s.lanes) == 1
			offer := LaneIn{Wait: s.job != nil, ResultReady: turn && room}
			if turn && s.job != nil && (!s.job.Pick || i == 0 && k == 0) {
				offer.Job = s.job
			}
			o := lane.Step(offer)
			taken = taken || offer.Job != nil && o.JobReady
			if offer.ResultReady {
				next[i].result = o.Result
			}
		}
		resultGoesOn = room && next[i].result == nil // of the station behind
		if resultGoesOn && !last {
			next[i].result = now[i+1].result
		}
		goesOn := s.job != nil && !taken && !s.job.Pick && !last && now[i+1].job == nil
		switch {
		case s.job == nil:
			next[i].job = comes
		case taken || goesOn:
			next[i].job = nil
		}
		comes = nil
		if goesOn {
			comes = s.job
		}
	}
	l.stations = next
	l.turn = (l.turn + 1) % stationLanes
	return out
}

// On returns the number of games that are on, of LaneGames in each lane.
func (l *Lanes) On() (games int) {
	for _, s := range l.stations {
		for _, lane := range s.lanes {
			games += lane.On()
		}
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

// PredictLanes returns the speed of lanes in a chain.
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
