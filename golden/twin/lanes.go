// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import "github.com/tessera-fpga/tessera/golden/playout"

// LanesIn holds a chain of lanes' inputs in a cycle. The chain's results are always taken.
type LanesIn struct {
	Job     *Job     // nil: none in this cycle
	Command *Command // held here until the chain takes it; nil: none
}

// Command changes the root in all lanes. The loaded row and the player to move do not affect the
// cycles; jobs bring their roots along.
type Command struct {
	Kind CommandKind
	Move RootMove // the move of CommandApply
}

// CommandKind is a kind of command.
type CommandKind uint8

// The commands.
const (
	CommandLoad  CommandKind = iota // write a row
	CommandTurn                     // set who is to move
	CommandApply                    // make a move; no job may be under way
)

// LanesOut holds a chain of lanes' outputs in a cycle.
type LanesOut struct {
	JobReady     bool    // the chain takes the job
	Result       *Result // nil: none
	CommandReady bool    // the chain takes the command
	Idle         bool    // every job has had its result, and every command taken is done
}

// Lanes is the cycle-exact twin of module playout_lanes: a chain of stations with two lanes each.
// Jobs enter and results leave at the same end, station 0.
type Lanes struct {
	// OnLane, if not nil, receives the contents and outputs of each lane in each cycle.
	OnLane func(lane int, holds Stages, shows LaneOut)

	stations []station
	turn     int     // the lanes whose turn it is, of stations with two
	jobs     int     // jobs without a result
	undone   int     // commands taken that some lanes have not done
	done     [2]bool // the last station's report of a finished command, on its way
}

// station is the place of two lanes in the chain; the last one may have a single lane.
type station struct {
	lanes  []*Lane
	job    *Job    // a job that waits for a lane, or to go on to the next station
	result *Result // a result that leaves at station 0, or goes on towards it

	command *Command           // a waiting command; at station 0, the command at the inputs
	begun   [stationLanes]bool // the lane has begun the command
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

// WithRootRAM gives the lanes a separate memory for roots (parameter ROOT_RAM). Its rows can be
// loaded at any time, but no moves can be made on its roots.
func (l *Lanes) WithRootRAM() *Lanes {
	for _, s := range l.stations {
		for _, lane := range s.lanes {
			lane.rootRAM = true
		}
	}
	return l
}

// commands returns for each station whether the command there goes on in this cycle: all its lanes
// have begun it, a move has been made, and the next station is free.
func (l *Lanes) commands(in *Command) (goes []bool) {
	l.stations[0].command = in
	goes = make([]bool, len(l.stations))
	for i := range l.stations {
		s := &l.stations[i]
		goes[i] = s.command != nil && (i == len(l.stations)-1 || l.stations[i+1].command == nil)
		for k, lane := range s.lanes {
			goes[i] = goes[i] && s.begun[k] && (s.command.Kind != CommandApply || lane.applyReady)
		}
	}
	return goes
}

// begins reports whether a lane of the station begins the command in this cycle.
func (s *station) begins(k int) bool {
	if s.command == nil || s.begun[k] {
		return false
	}
	switch s.command.Kind {
	case CommandLoad:
		return s.lanes[k].LoadReady()
	case CommandApply:
		return s.lanes[k].applyReady
	}
	return true
}

// Step does one cycle. Only one job with Pick may be under way in all lanes together.
func (l *Lanes) Step(in LanesIn) LanesOut {
	now := l.stations
	commandGoes := l.commands(in.Command)
	rest := l.undone == 0
	out := LanesOut{
		JobReady: now[0].job == nil && rest, Result: now[0].result,
		CommandReady: commandGoes[0], Idle: l.jobs == 0 && rest,
	}
	if out.Result != nil {
		l.jobs--
	}
	var comes *Job // the job that comes to the station
	if out.JobReady && in.Job != nil {
		comes = in.Job
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
			begins := s.begins(k)
			if begins && s.command.Kind == CommandApply {
				offer.Apply = &s.command.Move
			}
			next[i].begun[k] = s.command != nil && !commandGoes[i] && (s.begun[k] || begins)
			var holds Stages
			if l.OnLane != nil {
				holds = lane.Stages()
			}
			o := lane.Step(offer)
			if l.OnLane != nil {
				l.OnLane(stationLanes*i+k, holds, o)
			}
			taken = taken || offer.Job != nil && o.JobReady
			if offer.ResultReady {
				next[i].result = o.Result
			}
		}
		resultGoesOn = room && next[i].result == nil // the next station takes the result
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
		switch {
		case i == 0: // the command is at the inputs
		case s.command == nil && commandGoes[i-1]:
			next[i].command = now[i-1].command
		case s.command != nil && !commandGoes[i]:
			next[i].command = s.command
		}
	}
	l.stations = next
	l.turn = (l.turn + 1) % stationLanes
	if out.CommandReady {
		l.undone++
	}
	if l.done[1] {
		l.undone--
	}
	l.done = [2]bool{commandGoes[len(now)-1], l.done[0]}
	return out
}

// Waits reports whether a job from the root waits in a station for a lane.
func (l *Lanes) Waits(from *playout.Root) bool {
	for _, s := range l.stations {
		if s.job != nil && s.job.From == from {
			return true
		}
	}
	return false
}

// ActiveGames returns the number of games that have a job, out of LaneGames in each lane.
func (l *Lanes) ActiveGames() (games int) {
	for _, s := range l.stations {
		for _, lane := range s.lanes {
			games += lane.ActiveGames()
		}
	}
	return games
}
