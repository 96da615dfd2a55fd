// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gofrs/flock"

	"github.com/tessera-fpga/tessera/play"
)

// Form is a form of record.
type Form int

// The forms. A file in any of them can hold several games.
const (
	Moves Form = iota // moves in the game's notation, one game a line
	SGF               // as WriteSGF writes it
	JSON              // as WriteJSON writes it
)

// extensions are the file extensions, by form.
var extensions = [...][]string{Moves: {".txt", ""}, SGF: {".blksgf", ".sgf"}, JSON: {".json", ".jsonl"}}

// FormOf returns the form for a file's extension.
func FormOf(file string) (Form, error) {
	extension := filepath.Ext(file)
	for form, list := range extensions {
		if slices.Contains(list, strings.ToLower(extension)) {
			return Form(form), nil
		}
	}
	return 0, fmt.Errorf("record %s: extension %q, want .blksgf (Pentobi's), .json or .jsonl (lines of JSON), or .txt (lines of moves)", file, extension)
}

// Takes returns an error if the form does not cover a game.
func (f Form) Takes(of *play.Game) error {
	if f == SGF && !of.SGF {
		return fmt.Errorf("record: %s has no form in SGF, want .json, .jsonl or .txt", of.Name)
	}
	return nil
}

// Holds returns an error if the form does not cover a game on record.
func (f Form) Holds(g *Game) error {
	if f == Moves && g.Setup != nil {
		return errors.New("record: lines of moves hold no position that is set up, want .blksgf, .json or .jsonl")
	}
	return f.Takes(g.Of)
}

// Write writes games.
func (f Form) Write(w io.Writer, games ...*Game) error {
	switch f {
	case JSON:
		return WriteJSON(w, games...)
	case SGF:
		for _, g := range games {
			if err := g.WriteSGF(w); err != nil {
				return err
			}
		}
		return nil
	}
	for _, g := range games {
		if err := f.Holds(g); err != nil {
			return err
		}
		if _, err := g.Position(); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, g.Of.FormatMoves(g.Moves)); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	return nil
}

// OneEach reports whether the name of a file has a %d, which stands for the number of a game: each
// game then gets a file of its own. Pentobi opens files of one game only.
func OneEach(name string) bool { return strings.Contains(name, "%d") }

// Numbered returns the name of the file of a game, numbered from 1.
func Numbered(name string, number int) string {
	return strings.Replace(name, "%d", strconv.Itoa(number), 1)
}

// File is a file to which games are added. Several programs can add games to one file: each keeps
// the others out while it writes.
type File struct {
	form   Form
	name   string
	each   string         // the name with its %d if each game gets a file of its own; name is the next one
	number int            // of the next game, with each
	made   bool           // the file was missing, and is still empty
	device io.WriteCloser // a file that is no regular one, such as a terminal; nil for others
	draft  []byte         // the game under way, as it stands in the file; nil: none
	at     int64          // place of the draft, if no other program has moved it
}

// Append opens a file to add games to it, and creates a missing one.
func Append(name string) (*File, error) {
	form, err := FormOf(name)
	if err != nil {
		return nil, err
	}
	f := &File{form: form, name: name}
	if OneEach(name) {
		f.each = name
		return f, f.next()
	}
	info, e := os.Stat(name)
	f.made = errors.Is(e, fs.ErrNotExist)
	if e == nil && !info.Mode().IsRegular() {
		f.device, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	} else {
		err = f.put(nil)
	}
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return f, nil
}

// Add adds a game in place of the draft, if there is one. The game is in the file when Add returns.
func (f *File) Add(g *Game) error {
	var text bytes.Buffer
	if err := f.form.Write(&text, g); err != nil {
		return err
	}
	err := f.put(text.Bytes())
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	f.draft = nil
	if f.each != "" {
		return f.next()
	}
	return nil
}

// next goes on to the next number without a file.
func (f *File) next() error {
	for f.number++; ; f.number++ {
		f.name = Numbered(f.each, f.number)
		if _, err := os.Stat(f.name); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	f.draft, f.at = nil, 0
	if err := CanReplace(Disk, f.name); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// Draft writes a game under way: the next call of Draft or Add replaces it, and nil removes it. If
// the program is killed, the draft stays. A device gets no drafts.
func (f *File) Draft(g *Game) error {
	if f.device != nil {
		return nil
	}
	var text bytes.Buffer
	if g != nil {
		if err := f.form.Write(&text, g); err != nil {
			return err
		}
	}
	if err := f.put(text.Bytes()); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// put writes a text in place of the draft, or at the end. If it fails, the file stays as it was.
func (f *File) put(text []byte) (err error) {
	if f.device != nil {
		_, err := f.device.Write(text)
		return err
	}
	lock := flock.New(f.name, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o666))
	if err := lock.Lock(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	file, err := os.OpenFile(f.name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	old, err := f.find(file)
	if err != nil || len(f.draft) == 0 && len(text) == 0 {
		return err
	}
	at, rest := f.at, old[len(f.draft):] // other programs' games behind the draft
	if at > 0 && len(text) > 0 {
		var last [1]byte
		if _, err := file.ReadAt(last[:], at-1); err != nil {
			return err
		}
		if last[0] != '\n' { // the line of another program without its end
			if _, err := file.WriteAt([]byte("\n"), at); err != nil {
				return err
			}
			at++
		}
	}
	_, err = file.WriteAt(slices.Concat(text, rest), at)
	if err == nil {
		err = file.Truncate(at + int64(len(text)+len(rest)))
	}
	if err != nil { // the disk is full: the old text fits
		_, e := file.WriteAt(old, f.at)
		return errors.Join(err, e, file.Truncate(f.at+int64(len(old))))
	}
	f.draft, f.at = text, at
	f.made = f.made && len(text) == 0
	return nil
}

// find sets the place of the draft, and returns the text of the file from there. Without a draft
// the place is the end. The games of other programs may have moved the draft.
func (f *File) find(file *os.File) ([]byte, error) {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	read := func(from int64) ([]byte, error) {
		text := make([]byte, max(0, size-from))
		_, err := io.ReadFull(io.NewSectionReader(file, from, size), text)
		return text, err
	}
	if len(f.draft) > 0 {
		if text, err := read(f.at); err != nil || bytes.HasPrefix(text, f.draft) {
			return text, err
		}
		text, err := read(0)
		if err != nil {
			return nil, err
		}
		if at := bytes.LastIndex(text, f.draft); at >= 0 {
			f.at = int64(at)
			return text[at:], nil
		}
	}
	f.draft, f.at = nil, size // the draft is gone
	return nil, nil
}

// Close closes the file. One that was missing and has no game is missing again.
func (f *File) Close() error {
	if f.device == nil {
		if info, err := os.Stat(f.name); err == nil && f.made && info.Size() == 0 {
			return os.Remove(f.name)
		}
		return nil
	}
	return f.device.Close()
}
