// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

// Folder is a place for files: Disk, or an *os.Root, which keeps all files within its folder.
type Folder interface {
	Open(name string) (*os.File, error)
	OpenFile(name string, flag int, perm os.FileMode) (*os.File, error)
	Remove(name string) error
	Rename(from, to string) error
	Stat(name string) (os.FileInfo, error)
}

// Disk is the folder of all files.
var Disk Folder = disk{}

type disk struct{}

func (disk) Open(name string) (*os.File, error) { return os.Open(name) }
func (disk) OpenFile(name string, flag int, perm os.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}
func (disk) Remove(name string) error              { return os.Remove(name) }
func (disk) Rename(from, to string) error          { return os.Rename(from, to) }
func (disk) Stat(name string) (os.FileInfo, error) { return os.Stat(name) }

// Overwrite is the word, in commands that save games, that permits any file to be replaced.
const Overwrite = "overwrite"

// Save writes games to a file, in one step. Unless overwrite is set, it replaces a file only if
// Replaceable finds nothing in it to lose.
func Save(in Folder, name string, overwrite bool, form Form, games ...*Game) error {
	var text bytes.Buffer
	if err := form.Write(&text, games...); err != nil {
		return err
	}
	if !overwrite {
		var of *play.Game
		if len(games) > 0 {
			of = games[0].Of
		}
		if err := Replaceable(in, name, of, len(games)); err != nil {
			return fmt.Errorf(`%w; "%s" behind the name replaces it`, err, Overwrite)
		}
	}
	return replace(in, name, text.Bytes())
}

// Keep writes games to a new file in the system's folder of temporary files, and returns its name. It
// is for games whose own file cannot be written any more.
func Keep(form Form, games ...*Game) (name string, err error) {
	file, err := os.CreateTemp("", "games-*"+extensions[form][0])
	if err != nil {
		return "", err
	}
	return file.Name(), errors.Join(form.Write(file, games...), file.Close())
}

// Replaceable returns an error if games cannot take the place of a file without a loss: if the file
// has anything but games that this package has written, or more of them than games. Lines of moves
// are moves of the game of.
func Replaceable(in Folder, name string, of *play.Game, games int) error {
	lost := func(format string, args ...any) error {
		return fmt.Errorf("%s exists, and "+format, append([]any{name}, args...)...)
	}
	file, err := in.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return lost("cannot be read: %w", cause(err))
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return lost("is not a regular file")
	}
	text, err := io.ReadAll(io.LimitReader(file, play.MaxLine))
	if err != nil {
		return lost("cannot be read: %w", cause(err))
	}
	if len(text) == 0 {
		return nil
	}
	r := NewReader(play.NewLines(bytes.NewReader(text)), of, 0)
	r.either = true
	found, ours := 0, strings.Count(string(text), application)
	for {
		g, err := r.Next(context.Background())
		place := (*PlaceError)(nil)
		if errors.As(err, &place) && found > 0 && (r.isSGF || r.json) {
			_, err = r.Next(context.Background()) // a program that was killed left its last game torn
		}
		switch {
		case errors.Is(err, io.EOF) && found == 0:
			return lost("is no record of games")
		case errors.Is(err, io.EOF) && found > games:
			return lost("has %s, more than the new one", plural.Count(found, "game", "games"))
		case errors.Is(err, io.EOF):
			return nil
		case place != nil:
			return lost("is no record of games: %s: %w", place.Place(), place.Err)
		case err != nil:
			return lost("is no record of games: %w", err)
		case r.isSGF && ours <= found || g.Dropped.String() != "":
			return lost("is a record of another program")
		}
		found++
	}
}

// CanReplace reports why a file could not be written or replaced; nil if it can be. Nothing changes.
func CanReplace(in Folder, name string) error {
	if info, err := in.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("write %s: it is not a regular file", name)
	}
	temporary := temporaryName(name)
	file, err := in.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, cause(err))
	}
	return errors.Join(file.Close(), in.Remove(temporary))
}

// temporaryName returns the name under which a file is written before it gets its own.
func temporaryName(name string) string { return fmt.Sprintf("%s.%08x.tmp", name, rand.Uint32()) }

// Replace writes a file in one step, on systems that can.
func Replace(name string, text []byte) error { return replace(Disk, name, text) }

// replace writes a file under another name and renames it. An error names the file.
func replace(in Folder, name string, text []byte) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write %s: %w", name, cause(err))
		}
	}()
	mode := os.FileMode(0o666)
	if info, err := in.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return errors.New("it is not a regular file")
		}
		mode = info.Mode().Perm()
	}
	temporary := temporaryName(name)
	file, err := in.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = in.Rename(temporary, name)
	}
	if err != nil {
		in.Remove(temporary)
	}
	return err
}

// cause strips the names of files from an error, because the caller names the file.
func cause(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	if e := (*os.LinkError)(nil); errors.As(err, &e) {
		return e.Err
	}
	if e := syscall.Errno(0); errors.As(err, &e) {
		return e
	}
	return err
}
