// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// syncTime is the time between syncs to disk. A power failure can lose the games of one syncTime;
// the end of the program loses none.
const syncTime = time.Second

// file is the file of the games of a match, with a line of JSON for each game. The lines of a pair
// are consecutive and written at once. While the match runs, pairs appear in the order of their
// ends; a finished match has them in order, with the summary as the last line.
type file struct {
	path  string
	terms *Terms
	// openings are those of a file, nil: the game's own.
	openings *play.Openings
	f        *os.File
	lock     *flock.Flock
	places   map[int]place // places of the pairs, numbered from 0
	size     int64         // size of the valid part of the file
	synced   time.Time
	// complete is true once the file has a summary.
	complete bool
	others   *record.File // see recordPair
}

// place is the position of a pair's lines in the file.
type place struct {
	at   int64
	size int
}

// FileError is an error in a file of games.
type FileError struct {
	Path string
	Line int // from 1; 0: no particular line
	Err  error
	// Input is true if the file belongs to another match or cannot be opened. Otherwise, reading or
	// writing failed.
	Input bool
}

func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("%s: line %d: %v", e.Path, e.Line, e.Err)
}

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// openFile opens or creates a file of games and calls each with the games of every pair. It cuts
// off the remains of an interrupted program: an unfinished line, or a game without the second game
// of its pair. Any other foreign content is an error and leaves the file unchanged. A lock keeps
// other programs out.
func openFile(path string, t *Terms, openings *play.Openings, each func(pair int, games []*played)) (_ *file, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &FileError{path, 0, errors.New("it is not a regular file"), true}
	}
	if _, err := t.game(); err != nil {
		return nil, err
	}
	j := &file{path: path, terms: t, openings: openings, places: map[int]place{}, lock: flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o666))}
	defer func() {
		if err != nil {
			j.Close()
		}
	}()
	switch locked, err := j.lock.TryLock(); {
	case err != nil:
		return nil, &FileError{path, 0, fmt.Errorf("open: %w", cause(err)), true}
	case !locked:
		return nil, &FileError{path, 0, errors.New("another program plays the match"), true}
	}
	if j.f, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
		return nil, &FileError{path, 0, cause(err), false}
	}
	if err := j.read(each); err != nil {
		return nil, err
	}
	if err := j.f.Truncate(j.size); err != nil {
		return nil, &FileError{path, 0, cause(err), false}
	}
	return j, nil
}

// MakeFolder creates the folder for files of games, if it is missing. Its error is a *FileError.
func MakeFolder(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return &FileError{path, 0, fmt.Errorf("make the folder: %w", cause(err)), true}
	}
	return nil
}

// cause strips the path from an error, because the caller names the path.
func cause(err error) error {
	if p := (*os.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// read reads the file from the beginning and finds the size of its valid part.
func (j *file) read(each func(pair int, games []*played)) error {
	if _, err := j.f.Seek(0, io.SeekStart); err != nil {
		return &FileError{j.path, 0, cause(err), false}
	}
	r := bufio.NewReaderSize(j.f, 1<<16)
	var games []*played // games of the pair under way
	var begun int64     // start of its lines
	at := int64(0)
	for number := 1; ; number++ {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			// An unfinished line does not count, and neither does an incomplete pair.
			if !torn(line) {
				return &FileError{j.path, number, fmt.Errorf("%.20q, want games of a match", line), true}
			}
			if json.Valid(line) { // only the newline is missing, so the line must belong to this match
				g, err := j.terms.parse(line)
				if err == nil {
					j.adopt(g, len(games))
					_, err = j.check(g, len(games))
				}
				if err != nil && !errors.Is(err, record.ErrSummary) {
					return &FileError{j.path, number, cutPlace(err), true}
				}
			}
			return nil
		}
		if err != nil {
			return &FileError{j.path, number, cause(err), false}
		}
		fail := func(err error) error { return &FileError{j.path, number, err, true} }
		if j.complete {
			return fail(errors.New("there is something behind the summary"))
		}
		if len(games) == 0 {
			begun = at
		}
		at += int64(len(line))
		g, err := j.terms.parse(bytes.TrimSpace(line))
		if errors.Is(err, record.ErrSummary) && len(games) == 0 {
			j.complete = true // the summary will be written again
			continue
		}
		if err != nil {
			return fail(cutPlace(err))
		}
		j.adopt(g, len(games))
		pair, err := j.check(g, len(games))
		if err != nil {
			return fail(err)
		}
		if games = append(games, g); len(games) < len(j.terms.fixtures(pair)) {
			continue
		}
		if _, twice := j.places[pair]; twice {
			return fail(fmt.Errorf("pair %d stands twice", pair+1))
		}
		each(pair, games)
		j.places[pair], j.size, games = place{begun, int(at - begun)}, at, nil
	}
}

// torn reports whether an unfinished line may be the start of a valid line. After a power failure
// it may consist of zeros.
func torn(line []byte) bool {
	for _, begin := range []string{`{"first":`, `{"wins":`, strings.Repeat("\x00", 9)} {
		n := min(len(line), len(begin))
		if string(line[:n]) == begin[:n] {
			return true
		}
	}
	return false
}

// cutPlace drops the line number from an error of a record, because the record counts its own
// lines.
func cutPlace(err error) error {
	if p := (*record.PlaceError)(nil); errors.As(err, &p) {
		return fmt.Errorf("column %d: %w", p.Column, p.Err)
	}
	return err
}

// adopt takes the identities of the players from the first game of the file. Run compares them with
// the players.
func (j *file) adopt(g *played, index int) {
	if len(j.places) == 0 && index == 0 && j.terms.Identities == nil {
		j.terms.Identities = g.extra.Terms.Identities
	}
}

// check returns an error unless the game belongs to the match, is the next game of its pair, and
// begins with the opening of the pair.
func (j *file) check(g *played, index int) (pair int, err error) {
	e := &g.extra
	if err := j.terms.differs(&e.Terms); err != nil {
		return 0, err
	}
	pair = e.Pair - 1
	if pair < 0 || pair >= j.terms.pairs() {
		return 0, fmt.Errorf("pair %d, want 1..%d", e.Pair, j.terms.pairs())
	}
	fixtures := j.terms.fixtures(pair)
	if index >= len(fixtures) || fixtures[index].Number != e.Game {
		return 0, fmt.Errorf("game %d of pair %d, which is not the next game of a pair", e.Game, e.Pair)
	}
	f := fixtures[index]
	if want := f.numbers(); !slices.Equal(e.Sides, want) || e.Opening != f.Opening || !slices.Equal(e.Seeds, f.Seeds) {
		return 0, fmt.Errorf("game %d has sides %v, opening %d and seeds %v, want %v, %d and %v",
			e.Game, e.Sides, e.Opening, e.Seeds, want, f.Opening, f.Seeds)
	}
	start, err := j.terms.start(j.openings, f.Opening)
	if err != nil {
		return 0, err
	}
	if g.first != play.First(start) || !slices.Equal(g.opening, start.History()) {
		return 0, fmt.Errorf("game %d begins with other moves than opening %d", e.Game, f.Opening)
	}
	return pair, nil
}

// start returns the position after an opening; openings are those of a file, or nil.
func (t *Terms) start(openings *play.Openings, number int) (play.Position, error) {
	g, err := t.game()
	switch {
	case err != nil:
		return nil, err
	case number == 0:
		return g.Start(), nil
	case t.Openings == 0:
		openings = g.MatchOpenings()
	}
	return openings.Position(number), nil
}

// parse returns the checked games of a pair's lines.
func (j *file) parse(pair int, lines []byte) (games []*played, err error) {
	for line := range bytes.Lines(lines) {
		g, err := j.terms.parse(bytes.TrimSpace(line))
		if err != nil {
			return nil, err
		}
		if got, err := j.check(g, len(games)); err != nil || got != pair {
			return nil, fmt.Errorf("the games of pair %d are not what was asked for: %w", pair+1, cmp.Or(err, errors.New("another pair's")))
		}
		games = append(games, g)
	}
	if len(games) != len(j.terms.fixtures(pair)) || lines[len(lines)-1] != '\n' {
		return nil, fmt.Errorf("the games of pair %d are not whole", pair+1)
	}
	return games, nil
}

// append adds all lines of a pair, or none.
func (j *file) append(pair int, lines []byte) error {
	if _, err := j.f.WriteAt(lines, j.size); err != nil {
		j.f.Truncate(j.size) // if this fails, the next openFile truncates
		return &FileError{j.path, 0, fmt.Errorf("write: %w", cause(err)), false}
	}
	j.places[pair] = place{j.size, len(lines)}
	j.size += int64(len(lines))
	if now := time.Now(); now.Sub(j.synced) >= syncTime {
		if err := j.f.Sync(); err != nil {
			return &FileError{j.path, 0, cause(err), false}
		}
		j.synced = now
	}
	return nil
}

// finish replaces the file atomically with the pairs below limit, in order, and the summary. It
// drops the other pairs.
func (j *file) finish(limit int, summary *Summary) error {
	last, err := json.Marshal(summary)
	if err != nil {
		return &FileError{j.path, 0, err, false}
	}
	pairs := slices.DeleteFunc(j.pairs(), func(pair int) bool { return pair >= limit })
	return j.write(pairs, append(last, '\n'))
}

// pairs returns the pairs in the file, in order.
func (j *file) pairs() []int { return slices.Sorted(maps.Keys(j.places)) }

// write replaces the content of the file, in one step on systems that can, by some pairs and a
// last line.
func (j *file) write(pairs []int, last []byte) error {
	var text bytes.Buffer
	places := map[int]place{}
	for _, pair := range pairs {
		at := j.places[pair]
		places[pair] = place{int64(text.Len()), at.size}
		if _, err := io.Copy(&text, io.NewSectionReader(j.f, at.at, int64(at.size))); err != nil {
			return &FileError{j.path, 0, fmt.Errorf("write the file anew: %w", cause(err)), false}
		}
	}
	text.Write(last)
	if err := j.replace(text.Bytes(), places); err != nil {
		return &FileError{j.path, 0, fmt.Errorf("write the file anew: %w", cause(err)), false}
	}
	return nil
}

// record writes the games of the pairs below limit, in order, to another file and replaces its
// content. It does nothing if name is "".
func (j *file) record(limit int, name string) error {
	if name == "" {
		return nil
	}
	form, err := record.FormOf(name)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	for _, pair := range j.pairs() {
		if pair >= limit {
			break
		}
		games, err := j.games(pair)
		if err == nil && record.OneEach(name) {
			err = j.recordEach(pair, name, form, games)
		} else if err == nil {
			err = form.Write(&text, games...)
		}
		if err != nil {
			return &FileError{name, 0, err, false}
		}
	}
	if record.OneEach(name) {
		return nil
	}
	return record.Replace(name, text.Bytes())
}

// recordEach writes each game of a pair to a file of its own, by its number in the match.
func (j *file) recordEach(pair int, name string, form record.Form, games []*record.Game) error {
	for i, g := range games {
		var text bytes.Buffer
		err := form.Write(&text, g)
		if err == nil {
			err = record.Replace(record.Numbered(name, j.terms.fixtures(pair)[i].Number), text.Bytes())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// games returns the games of a pair.
func (j *file) games(pair int) ([]*record.Game, error) {
	return record.ReadJSON(io.NewSectionReader(j.f, j.places[pair].at, int64(j.places[pair].size)))
}

// recordPair adds the games of a pair that has ended to the file of record, where they wait for the
// end of the match. The first call replaces the content by the games of all pairs so far.
func (j *file) recordPair(pair int, name string) (err error) {
	if name == "" {
		return nil
	}
	if record.OneEach(name) {
		form, err := record.FormOf(name)
		if err != nil {
			return err
		}
		games, err := j.games(pair)
		if err != nil {
			return &FileError{name, 0, err, false}
		}
		return j.recordEach(pair, name, form, games)
	}
	if j.others == nil {
		if err := j.record(math.MaxInt, name); err != nil {
			return err
		}
		j.others, err = record.Append(name)
		return err
	}
	games, err := j.games(pair)
	if err != nil {
		return &FileError{name, 0, err, false}
	}
	for _, g := range games {
		if err := j.others.Add(g); err != nil {
			return &FileError{name, 0, err, false}
		}
	}
	return nil
}

// Close closes and unlocks the file.
func (j *file) Close() (err error) {
	if j.f != nil {
		err = errors.Join(j.f.Sync(), j.f.Close())
	}
	return errors.Join(err, j.lock.Close())
}
