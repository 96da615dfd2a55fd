// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package journal keeps the findings of a long run in a file, one JSON value per line, so that an
// interrupted run can resume.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/gofrs/flock"
)

// File is a journal that is open for one run and locked against others.
type File struct {
	file  *os.File
	lock  *flock.Flock
	mutex sync.Mutex // guards file
}

// header is the first line. It names the run that the other lines come from.
type header struct {
	Run string `json:"run"`
}

// Read calls each for the lines of a journal of any run, and returns the name of the run.
func Read(path string, each func(line []byte) error) (run string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	run, _, err = read(path, text, "", each)
	return run, err
}

// read calls each for the lines of a text after the first, and returns the length of the complete
// lines. The text must belong to the wanted run; "" accepts any run.
func read(path string, text []byte, want string, each func(line []byte) error) (run string, end int, err error) {
	number := 0
	for line := range bytes.Lines(text) {
		if number++; !bytes.HasSuffix(line, []byte("\n")) {
			break // an incomplete last line
		}
		if end += len(line); number > 1 {
			if err := each(line); err != nil {
				return "", 0, fmt.Errorf("%s:%d: %w", path, number, err)
			}
			continue
		}
		var h header
		if err := json.Unmarshal(line, &h); err != nil {
			return "", 0, fmt.Errorf("%s:1: %w, want the name of a run", path, err)
		}
		if run = h.Run; want != "" && run != want {
			return "", 0, fmt.Errorf("%s holds the run %q, want %q: remove it or name another file", path, run, want)
		}
	}
	return run, end, nil
}

// Open opens or creates the journal of a run, and calls each for its lines. It removes an
// incomplete last line.
func Open(path, run string, each func(line []byte) error) (_ *File, err error) {
	j := &File{lock: flock.New(path+".lock", flock.SetPermissions(0o666))}
	switch held, err := j.lock.TryLock(); {
	case err != nil:
		return nil, err
	case !held:
		return nil, fmt.Errorf("another run writes to %s", path)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, j.Close())
		}
	}()
	if j.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(j.file)
	if err != nil {
		return nil, err
	}
	_, end, err := read(path, text, run, each)
	if err != nil {
		return nil, err
	}
	if err := j.file.Truncate(int64(end)); err != nil {
		return nil, err
	}
	if _, err := j.file.Seek(int64(end), io.SeekStart); err != nil {
		return nil, err
	}
	if end == 0 {
		return j, j.Add(header{run})
	}
	return j, nil
}

// Add adds a line. It is safe for concurrent use.
func (j *File) Add(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// Close closes the journal.
func (j *File) Close() (err error) {
	if j.file != nil {
		err = j.file.Close()
	}
	return errors.Join(err, j.lock.Unlock())
}
