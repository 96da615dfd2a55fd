package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
)

// Options select the rows of an experiment, and say how to play them.
type Options struct {
	Only, Omit *regexp.Regexp // titles of rows; nil: all, none
	Games      int            // games of each row; 0: the row's number
	Seed       uint64         // seed of the first round; 0: the row's
	Again      bool           // rows that are on record, too
	CPU        time.Duration  // processor time to spend at most; 0: no limit
	File       string         // file of the record
	Folder     string         // folder of the files of games
	Version    string
	Pool       *match.Pool
	// Queue returns the queue of a match; closed is called when the match is over.
	Queue    func(t *match.Terms) (q queue.Queue, closed func(), err error)
	Log      io.Writer
	Progress func(title string, p match.Progress) // after each pair
	Played   func(p *Played)                      // after each row
}

// moveTime is the time for a move, which no player is meant to need.
const moveTime = 10 * time.Minute

// Status is how a row stands.
type Status struct {
	Row      Row
	Recorded int
	// Missing says why a row cannot be played, "" if it can.
	Missing string
}

// Over reports whether as many games are on record as the row is to have.
func (s *Status) Over() bool { return s.Recorded >= s.Row.Games }

// String returns the row with its number of games.
func (s *Status) String() string {
	text := fmt.Sprintf("%s: %d of %d games", s.Row.Title(), s.Recorded, s.Row.Games)
	if s.Missing != "" && !s.Over() {
		text += ", " + s.Missing
	}
	return text
}

// Status returns how the rows stand that the options choose.
func (e *Experiment) Status(o *Options) ([]Status, error) {
	on, err := read(o.File)
	if err != nil {
		return nil, err
	}
	rows, err := e.Rows()
	if err != nil {
		return nil, err
	}
	var all []Status
	for _, r := range rows {
		if title := r.Title(); o.Only != nil && !o.Only.MatchString(title) || o.Omit != nil && o.Omit.MatchString(title) {
			continue
		}
		r.Games, r.Seed = cmp.Or(o.Games, r.Games), cmp.Or(o.Seed, r.Seed)
		s := Status{Row: r, Recorded: on.games(&r)}
		if r.Needs != "" {
			if _, err := os.Stat(r.Needs); err != nil {
				s.Missing = fmt.Sprintf("%s is not there (%s)", r.Needs, r.Hint)
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// ErrTime says that the processor time was spent before all rows were over.
var ErrTime = errors.New("the processor time is spent")

// Run plays the rows that are missing, round by round and in each round row by row, and puts each
// finished row on record. When the processor time is spent, Run also records the unfinished rows.
// An error is match.Run's, or ErrTime; the files then have the games played so far.
func (e *Experiment) Run(ctx context.Context, o Options) error {
	all, err := e.Status(&o)
	if err != nil {
		return err
	}
	if err := match.MakeFolder(o.Folder); err != nil {
		return err
	}
	if o.CPU > 0 {
		var stop context.CancelCauseFunc
		ctx, stop = context.WithCancelCause(ctx)
		defer stop(nil)
		go watch(ctx, o.CPU, stop)
	}
	var open []*Played // rows under way
	for i := range all {
		s := &all[i]
		switch {
		case s.Over() && !o.Again:
		case s.Missing != "":
			fmt.Fprintf(o.Log, "lab: %v\n", s)
		default:
			open = append(open, newPlayed(&s.Row, s.Recorded))
		}
	}
	for round := 0; len(open) > 0; round++ {
		var left []*Played
		for i, p := range open {
			if err := o.round(ctx, p, round); err != nil {
				if !errors.Is(context.Cause(ctx), ErrTime) {
					return err
				}
				return cmp.Or(e.recordMore(&o, append(left, open[i:]...)), ErrTime)
			}
			if p.Games() < p.Row.Games {
				left = append(left, p)
				continue
			}
			if err := e.record(&o, p); err != nil {
				return err
			}
			if o.Played != nil {
				o.Played(p)
			}
		}
		open = left
	}
	return nil
}

// recordMore records the rows that have more games than their records.
func (e *Experiment) recordMore(o *Options, rows []*Played) error {
	for _, p := range rows {
		if p.Games() > p.recorded {
			if err := e.record(o, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// record puts a row on record. The file is read anew: another experiment's run may have written it.
func (e *Experiment) record(o *Options, p *Played) (err error) {
	if e.Measure != nil {
		if p.Measures, err = e.Measure(p); err != nil {
			return fmt.Errorf("lab: %s: %w", p.Title(), err)
		}
	}
	on, err := read(o.File)
	if err != nil {
		return err
	}
	return on.put(&p.Result).write(o.File)
}

// word is what names of files do without.
var noWord = regexp.MustCompile(`[^a-z0-9.]+`)

// Terms returns the terms of a round of a row.
func (r *Row) Terms(round int, version string) *match.Terms {
	games := r.Round
	if games == 0 || games > r.Games {
		games = r.Games
	}
	t := &match.Terms{
		Game: r.Game, Players: r.Players, Games: games, Seed: r.Seed + uint64(round),
		Seating: r.Seating, FromStart: r.FromStart, MoveTimeout: match.Duration(moveTime), Version: version,
	}
	if !r.FromStart {
		t.Digest = match.OpeningsDigest(r.Game)
	}
	return t
}

// round plays a round of a row.
func (o *Options) round(ctx context.Context, p *Played, round int) error {
	t := p.Row.Terms(round, o.Version)
	q, closed, err := o.Queue(t)
	if err != nil {
		return err
	}
	defer closed()
	name := strings.Trim(noWord.ReplaceAllString(strings.ToLower(p.Title()), "-"), "-")
	file := filepath.Join(o.Folder, fmt.Sprintf("%s-%d-%d.json", name, t.Games, t.Seed))
	s, err := match.Run(ctx, t, o.Pool, match.Options{
		File: file, Queue: q, Log: o.Log,
		Progress: func(now match.Progress) {
			if o.Progress != nil {
				now.Games, now.Of = p.Games()+now.Games, max(p.Row.Games, p.Games()+now.Of)
				o.Progress(p.Title(), now)
			}
		},
	})
	if err != nil {
		return err
	}
	p.add(file, s)
	return nil
}
