// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// Options are settings of a match that do not affect its results.
type Options struct {
	File  string // file of games; "": a temporary file, deleted at the end
	Queue queue.Queue
	Log   io.Writer // receives lines about slow work and repeated games
	// Remote says that the queue's workers are on other machines. A player that opens something, and
	// does not start here, may start there; its identity is then not compared.
	Remote bool
	// Openings are the openings passed to Terms.UseOpenings; nil: the game's own.
	Openings *play.Openings
	// Record is a second file for the games, in the form of its extension; "": none. It gets the
	// games of each pair when the pair has ended, and at the end of the match the pairs in order.
	Record string
	// Audit is the share of each worker's pairs, 0..1, that Run plays again to compare the games. It
	// has no effect unless the players repeat their moves; see play.Game.Varies.
	Audit float64
	// Progress receives the state of the match after each pair.
	Progress func(p Progress)
}

// Progress is the state of a match.
type Progress struct {
	Games, Of int
	Score     Score // score of the first player
	Test      *Test // nil: no test
}

// A RecordError reports that Options.Record could not be written at the end of a match.
type RecordError struct {
	Kept string // the file that has the games, as lines of JSON
	Err  error
}

func (e *RecordError) Error() string {
	return fmt.Sprintf("--record: %v; the games are in %s", e.Err, e.Kept)
}

// Unwrap returns the cause.
func (e *RecordError) Unwrap() error { return e.Err }

// Run plays a match, or the rest of it: games already in the file are not played again. Run returns
// a *TermsError or a *FileError for invalid input, or the error of ctx, of a player that does not
// start, or of the queue. After an error the file keeps the games played so far. If only Record could
// not be written, the error is a *RecordError and comes with the summary.
func Run(ctx context.Context, t *Terms, pool *Pool, o Options) (s *Summary, err error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if err := t.checkSpecs(o.Remote); err != nil {
		return nil, err
	}
	if o.Openings == nil && t.Openings > 0 || o.Openings != nil && digest(o.Openings) != t.Digest {
		return nil, &TermsError{"openings", errors.New("the openings are not those of the terms")}
	}
	if err := t.checkRecord(o.Record, o.File); err != nil {
		return nil, err
	}
	if o.File == "" {
		f, failed := os.CreateTemp("", "tessera-match-*.json")
		if failed != nil {
			return nil, failed
		}
		f.Close()
		o.File = f.Name()
		defer func() {
			if lost := (*RecordError)(nil); !errors.As(err, &lost) {
				os.Remove(f.Name())
			}
		}()
	}
	repeated, recorded := 0, error(nil)
	counter := func() *counter {
		return newCounter(t, func(pair, first int) {
			if repeated++; repeated == 1 {
				fmt.Fprintf(o.Log, "match: warning: pair %d repeats pair %d, move for move: such pairs tell nothing new, and do not count for the Elo\n", pair+1, first+1)
			}
		})
	}
	count := counter()
	f, err := openFile(o.File, t, o.Openings, count.add)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if n := len(f.places); n > 0 && !f.complete {
		fmt.Fprintf(o.Log, "match: %d of %d pairs are in %s\n", n, t.pairs(), o.File)
	}
	tell := func() {
		if o.Progress != nil {
			o.Progress(Progress{Games: count.games, Of: t.allGames(), Score: count.of(0), Test: count.test()})
		}
	}
	if !count.over() {
		ids, err := pool.start(ctx, t, o.Remote, o.Log)
		if err != nil {
			return nil, err
		}
		if len(f.places) > 0 {
			if err := changed(t, ids); err != nil {
				return nil, &FileError{o.File, 0, err, true}
			}
		}
		t.Identities = ids
		tell()
		by := map[string][]int{} // pairs by worker
		for {
			err = o.Queue.Run(ctx, f.missing(newAuditor(f, pool, o.Audit)), func(r queue.Result) error {
				pair, games, err := f.take(r)
				if err != nil {
					return err
				}
				if err := f.recordPair(pair, o.Record); err != nil && recorded == nil {
					recorded = err // the end of the match tries again
					fmt.Fprintf(o.Log, "match: warning: --record: %v\n", err)
				}
				by[r.Worker] = append(by[r.Worker], pair)
				count.add(pair, games)
				tell()
				if count.over() {
					return queue.Stop
				}
				return nil
			})
			var wrong *queue.DistrustError
			if !errors.As(err, &wrong) {
				break
			}
			distrusted(o.Log, wrong.Worker, wrong.Err, len(by[wrong.Worker]))
			count = counter()
			if f, err = f.without(by[wrong.Worker], count.add); err != nil {
				return nil, err
			}
			delete(by, wrong.Worker)
			tell()
		}
		if err != nil {
			return nil, err
		}
	}
	if !count.over() {
		return nil, fmt.Errorf("match: the queue has ended before pair %d", count.next+1)
	}
	s = count.summary()
	recorded = f.record(count.next, o.Record)
	if err := f.finish(count.next, s); err != nil {
		return s, err
	}
	if recorded != nil {
		return s, &RecordError{o.File, recorded}
	}
	return s, nil
}

// checkRecord returns an error if a file of that name cannot hold the games of the match, or holds
// anything that they would destroy.
func (t *Terms) checkRecord(name, file string) error {
	if name == "" {
		return nil
	}
	g, err := t.game()
	if err != nil {
		return err
	}
	form, err := record.FormOf(name)
	if err == nil {
		err = form.Takes(g)
	}
	if err == nil && filepath.Clean(name) == filepath.Clean(file) {
		err = fmt.Errorf("%s is the file of the match, want another one", name)
	}
	if record.OneEach(name) {
		for number := 1; number <= t.allGames() && err == nil; number++ {
			err = record.Replaceable(record.Disk, record.Numbered(name, number), g, 1)
		}
	} else if err == nil {
		err = record.Replaceable(record.Disk, name, g, t.allGames())
	}
	if err == nil {
		err = record.CanReplace(record.Disk, record.Numbered(name, 1))
	}
	if err != nil {
		return &TermsError{"record", err}
	}
	return nil
}

// changed names the player that has changed since the games in the file. A player without an identity
// there may have one now: earlier versions did not state the built-in weights.
func changed(t *Terms, ids []string) error {
	of := func(ids []string, place int) string {
		if place < len(ids) {
			return ids[place]
		}
		return ""
	}
	for place, spec := range t.Players {
		if now, then := of(ids, place), of(t.Identities, place); now != then && then != "" {
			return fmt.Errorf("player %q is %s now, but the games in the file were played by %s", spec, shown(now), shown(then))
		}
	}
	return nil
}

// String describes the state of the match briefly.
func (p Progress) String() string {
	text := fmt.Sprintf("+%d =%d -%d, Elo %v", p.Score.Wins, p.Score.Draws, p.Score.Losses, p.Score.estimate())
	if p.Test != nil {
		text += fmt.Sprintf(", LLR %.2f in %.2f to %.2f", p.Test.LLR, p.Test.Lower, p.Test.Upper)
	}
	return text
}

// taskID identifies the task to play a pair. The ID depends on the identities of the players,
// because the queue may still have results of an earlier Run.
func (t *Terms) taskID(pair int) string {
	if t.Identities == nil {
		return strconv.Itoa(pair)
	}
	sum := sha256.Sum256([]byte(strings.Join(t.Identities, "\x00")))
	return strconv.Itoa(pair) + " " + hex.EncodeToString(sum[:8])
}

// missing returns the tasks of the pairs that the file lacks.
func (j *file) missing(a *auditor) iter.Seq[queue.Task] {
	have := map[int]bool{} // a copy, because the queue reads it in another goroutine
	for pair := range j.places {
		have[pair] = true
	}
	return func(yield func(queue.Task) bool) {
		for pair := range j.terms.pairs() {
			if have[pair] {
				continue
			}
			payload, err := newTask(j.terms, j.openings, pair)
			if err != nil {
				panic(err) // task always marshals
			}
			check := func(ctx context.Context, result []byte) error { return a.check(ctx, pair, payload, result) }
			if !yield(queue.Task{ID: j.terms.taskID(pair), Payload: payload, Check: check}) {
				return
			}
		}
	}
}

// take appends the result of a task to the file and returns its games.
func (j *file) take(r queue.Result) (pair int, games []*played, err error) {
	if r.Err != nil {
		return 0, nil, r.Err
	}
	number, _, _ := strings.Cut(r.ID, " ")
	if pair, err = strconv.Atoi(number); err != nil {
		return 0, nil, fmt.Errorf("match: result of task %q, want the number of a pair", r.ID)
	}
	if games, err = j.parse(pair, r.Payload); err != nil {
		return 0, nil, err
	}
	return pair, games, j.append(pair, r.Payload)
}
