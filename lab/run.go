// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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
	"github.com/tessera-fpga/tessera/play"
)

// Options select the rows of an experiment and control how they are played.
type Options struct {
	Only, Omit *regexp.Regexp // match titles of rows; nil: all, none
	Games      int            // games of each row; 0: the row's number
	Seed       uint64         // seed of the first round; 0: the row's
	Again      bool           // play recorded rows again
	CPU        time.Duration  // limit of processor time; 0: none
	File       string         // file of the record
	Folder     string         // folder of the files of games
	Version    string
	Pool       *match.Pool
	// Queue returns the queue of a match. Run calls closed after the match.
	Queue    func(t *match.Terms) (q queue.Queue, closed func(), err error)
	Log      io.Writer
	Progress func(title string, p match.Progress) // after each pair
	Played   func(p *Played)                      // after each row
}

// moveTime is a generous limit for a move. No player should need it.
const moveTime = 10 * time.Minute

// Status is the progress of a row.
type Status struct {
	Row      Row
	Recorded int
	// Missing is the reason why a row cannot be played, or "".
	Missing string
}

// Over reports whether the record has all games of the row.
func (s *Status) Over() bool { return s.Recorded >= s.Row.Games }

// String returns the row with its number of games.
func (s *Status) String() string {
	text := fmt.Sprintf("%s: %d of %d games", s.Row.Title(), s.Recorded, s.Row.Games)
	if s.Missing != "" && !s.Over() {
		text += ", " + s.Missing
	}
	return text
}

// Status returns the progress of the selected rows.
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

// ErrTime reports that the processor time ran out before all rows were finished.
var ErrTime = errors.New("the processor time is spent")

// Run plays the missing rows, one round of each row at a time, and records each finished row. When
// the processor time runs out, Run also records the unfinished rows. The error is match.Run's or
// ErrTime; the files then hold the games played so far.
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
		begun := ProcessTime()
		defer Every(100*time.Millisecond, func() {
			if ProcessTime()-begun >= o.CPU {
				stop(ErrTime)
			}
		})()
	}
	var open []*Played // unfinished rows
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

// recordMore records the rows that have more games than their record.
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

// record records a row. It reads the file again, because a run of another experiment may have
// written to it.
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

// noWord matches the characters that file names leave out.
var noWord = regexp.MustCompile(`[^a-z0-9.]+`)

// Terms returns the terms of one round of a row, and its match.Options.Openings.
func (r *Row) Terms(ctx context.Context, round int, version string) (t *match.Terms, openings *play.Openings, err error) {
	games := r.Round
	if games == 0 || games > r.Games {
		games = r.Games
	}
	t = &match.Terms{
		Game: r.Game, Players: r.Players, Games: games, Seed: r.Seed + uint64(round),
		Seating: r.Seating, FromStart: r.FromStart, MoveTimeout: match.Duration(moveTime), Version: version,
	}
	switch {
	case r.FromStart:
	case r.Openings == "":
		t.Digest = match.OpeningsDigest(r.Game)
	default:
		g, err := play.Find(r.Game)
		if err == nil {
			openings, err = match.FindOpenings(ctx, r.Openings, g)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("lab: %s: %w", r.Title(), err)
		}
		t.UseOpenings(openings)
	}
	return t, openings, nil
}

// round plays one round of a row.
func (o *Options) round(ctx context.Context, p *Played, round int) error {
	t, openings, err := p.Row.Terms(ctx, round, o.Version)
	if err != nil {
		return err
	}
	q, closed, err := o.Queue(t)
	if err != nil {
		return err
	}
	defer closed()
	name := strings.Trim(noWord.ReplaceAllString(strings.ToLower(p.Title()), "-"), "-")
	file := filepath.Join(o.Folder, fmt.Sprintf("%s-%d-%d.json", name, t.Games, t.Seed))
	s, err := match.Run(ctx, t, o.Pool, match.Options{
		File: file, Openings: openings, Queue: q, Log: o.Log, Audit: match.DefaultAudit,
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
