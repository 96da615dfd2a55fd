package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/play"
)

// Form is a form of record.
type Form int

// The forms. In all of them games can stand one behind another.
const (
	Moves Form = iota // moves in the game's notation, one game a line
	SGF               // as WriteSGF writes it
	JSON              // as WriteJSON writes it
)

// extensions are the file extensions, by form.
var extensions = [...][]string{Moves: {".txt", ""}, SGF: {".blksgf", ".sgf"}, JSON: {".json", ".jsonl"}}

// FormOf returns the form in which to write a file, by the file's extension.
func FormOf(file string) (Form, error) {
	extension := filepath.Ext(file)
	for form, list := range extensions {
		if slices.Contains(list, strings.ToLower(extension)) {
			return Form(form), nil
		}
	}
	return 0, fmt.Errorf("record %s: extension %q, want .blksgf (Pentobi's), .json or .jsonl (lines of JSON), or .txt (lines of moves)", file, extension)
}

// Takes returns an error if a game has no such form.
func (f Form) Takes(of *play.Game) error {
	if f == SGF && !of.SGF {
		return fmt.Errorf("record: %s has no form in SGF, want .json, .jsonl or .txt", of.Name)
	}
	return nil
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
		if _, err := g.Position(); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, g.Of.FormatMoves(g.Moves)); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	return nil
}

// Replace writes a file in one step, where the system can do so. An error names that file, not the
// temporary one.
func Replace(name string, text []byte) error {
	err := maybe.WriteFile(name, text, 0o666)
	var cause syscall.Errno
	if errors.As(err, &cause) {
		err = cause
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// File is a file to which games are added.
type File struct {
	form Form
	file *os.File
}

// Append opens a file to add games to it, and makes it if there is none.
func Append(name string) (*File, error) {
	form, err := FormOf(name)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return &File{form, file}, nil
}

// Add adds a game; it is in the file when Add returns.
func (f *File) Add(g *Game) error {
	var text strings.Builder
	if err := f.form.Write(&text, g); err != nil {
		return err
	}
	return f.AddText(text.String())
}

// AddText adds lines of the file's form.
func (f *File) AddText(lines string) error {
	var text strings.Builder
	end, err := f.file.Seek(0, io.SeekEnd)
	if err == nil && end > 0 {
		var last [1]byte
		if _, err = f.file.ReadAt(last[:], end-1); last[0] != '\n' {
			text.WriteByte('\n') // somebody's line without its end
		}
	}
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("record: %w", err)
	}
	text.WriteString(lines)
	if _, err := io.WriteString(f.file, text.String()); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }
