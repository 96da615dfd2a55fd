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
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/renameio/v2"

	"github.com/tessera-fpga/tessera/play/record"
)

// syncTime is the time after which games that have been written may be lost if the machine
// loses its power. The program's own end loses none.
const syncTime = time.Second

// file is the file of the games of a match: a line of JSON for each game, the lines of a pair
// behind one another and written at once, and in the end the summary. Until then the pairs stand
// in the order in which they ended.
type file struct {
	path   string
	terms  *Terms
	f      *os.File
	lock   *flock.Flock
	places map[int]place // places of the pairs, numbered from 0
	size   int64         // up to where the file is good
	synced time.Time
	// complete says that the summary is there.
	complete bool
}

// place is where the lines of a pair stand.
type place struct {
	at   int64
	size int
}

// FileError is an error in a file of games.
type FileError struct {
	Path string
	Line int // from 1; 0: none
	Err  error
	// Input says that the file is not one of this match, or cannot be opened; otherwise reading
	// or writing has failed.
	Input bool
}

func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("%s: line %d: %v", e.Path, e.Line, e.Err)
}

// Unwrap returns what is wrong.
func (e *FileError) Unwrap() error { return e.Err }

// openFile opens or creates a file of games and calls each with the games of every pair. It cuts
// off the remains of an interrupted program: a line without its end, or a game without its pair.
// Anything else that does not belong there is an error and leaves the file unchanged. No other
// program can open the file meanwhile.
func openFile(path string, t *Terms, each func(pair int, games []*played)) (_ *file, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &FileError{path, 0, errors.New("it is not a regular file"), true}
	}
	if _, err := t.game(); err != nil {
		return nil, err
	}
	j := &file{path: path, terms: t, places: map[int]place{}, lock: flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o666))}
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

// MakeFolder makes the folder of files of games, if it is not there. Its error is a *FileError.
func MakeFolder(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return &FileError{path, 0, fmt.Errorf("make the folder: %w", cause(err)), true}
	}
	return nil
}

// cause returns an error without the path, which is named already.
func cause(err error) error {
	if p := (*os.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// read reads the file from its beginning, and finds out up to where it is good.
func (j *file) read(each func(pair int, games []*played)) error {
	if _, err := j.f.Seek(0, io.SeekStart); err != nil {
		return &FileError{j.path, 0, cause(err), false}
	}
	r := bufio.NewReaderSize(j.f, 1<<16)
	var games []*played // games of the pair under way
	var begun int64     // where its lines begin
	at := int64(0)
	for number := 1; ; number++ {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			// A line without its end does not count, and neither does a pair without both games.
			if !torn(line) {
				return &FileError{j.path, number, fmt.Errorf("%.20q, want games of a match", line), true}
			}
			if json.Valid(line) { // only the line's end is missing, so the line must belong to this match
				g, err := j.terms.parse(line)
				if err == nil {
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
			j.complete = true // the file has a wrong summary, which is written again
			continue
		}
		if err != nil {
			return fail(cutPlace(err))
		}
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

// torn reports whether a line without its end may be the rest of a line of ours; after a loss
// of power there may be zeros.
func torn(line []byte) bool {
	for _, begin := range []string{`{"first":`, `{"wins":`, strings.Repeat("\x00", 9)} {
		n := min(len(line), len(begin))
		if string(line[:n]) == begin[:n] {
			return true
		}
	}
	return false
}

// cutPlace takes the place within the line off an error of a record, which counts its own lines.
func cutPlace(err error) error {
	if p := (*record.PlaceError)(nil); errors.As(err, &p) {
		return fmt.Errorf("column %d: %w", p.Column, p.Err)
	}
	return err
}

// check reports whether a game is one of the match, and the next one of its pair.
func (j *file) check(g *played, index int) (pair int, err error) {
	e := &g.extra
	if len(j.places) == 0 && index == 0 && j.terms.Identities == nil {
		j.terms.Identities = e.Terms.Identities // Run compares them with the players
	}
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
	return pair, nil
}

// parse returns the games that the lines of a pair hold, checked.
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

// append adds the lines of a pair, all or none.
func (j *file) append(pair int, lines []byte) error {
	if _, err := j.f.WriteAt(lines, j.size); err != nil {
		j.f.Truncate(j.size) // or else the next one who opens the file does it
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

// finish puts the pairs below limit in order and the summary behind them, and leaves out the
// others. The file is replaced at once.
func (j *file) finish(limit int, summary *Summary) error {
	fail := func(err error) error {
		return &FileError{j.path, 0, fmt.Errorf("write the summary: %w", cause(err)), false}
	}
	last, err := json.Marshal(summary)
	if err != nil {
		return fail(err)
	}
	info, err := j.f.Stat()
	if err != nil {
		return fail(err)
	}
	p, err := renameio.NewPendingFile(j.path, renameio.WithPermissions(info.Mode().Perm()))
	if err != nil {
		return fail(err)
	}
	defer p.Cleanup()
	w := bufio.NewWriterSize(p, 1<<16)
	for _, pair := range slices.Sorted(maps.Keys(j.places)) {
		if pair >= limit {
			break
		}
		if _, err := io.Copy(w, io.NewSectionReader(j.f, j.places[pair].at, int64(j.places[pair].size))); err != nil {
			return fail(err)
		}
	}
	w.Write(append(last, '\n'))
	if err := w.Flush(); err != nil {
		return fail(err)
	}
	if err := p.CloseAtomicallyReplace(); err != nil {
		return fail(err)
	}
	return nil
}

// record writes the games of the pairs below limit, in order, to another file, which is replaced;
// "": to none.
func (j *file) record(limit int, name string) error {
	if name == "" {
		return nil
	}
	form, err := record.FormOf(name)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	for _, pair := range slices.Sorted(maps.Keys(j.places)) {
		if pair >= limit {
			break
		}
		games, err := record.ReadJSON(io.NewSectionReader(j.f, j.places[pair].at, int64(j.places[pair].size)))
		if err == nil {
			err = form.Write(&text, games...)
		}
		if err != nil {
			return &FileError{name, 0, err, false}
		}
	}
	return record.Replace(name, text.Bytes())
}

// Close lets the file go.
func (j *file) Close() (err error) {
	if j.f != nil {
		err = errors.Join(j.f.Sync(), j.f.Close())
	}
	return errors.Join(err, j.lock.Close())
}
