package twin

// LanesIn is what a chain of lanes gets in a cycle. Results are always taken.
type LanesIn struct {
	Job *Job // nil: none in this cycle
}

// LanesOut is what a chain of lanes shows in a cycle.
type LanesOut struct {
	JobReady bool    // the job is taken
	Result   *Result // nil: none
	Idle     bool    // every job has had its result
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
	job    *Job    // waits here: for a lane, or to go on to the next station
	result *Result // comes out at station 0, or goes on towards it
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

// Step does one cycle. Only one job with Pick may be under way in all lanes together.
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

// ActiveGames returns the number of games that are on, of LaneGames in each lane.
func (l *Lanes) ActiveGames() (games int) {
	for _, s := range l.stations {
		for _, lane := range s.lanes {
			games += lane.ActiveGames()
		}
	}
	return games
}
