// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

// Reader reads games of any form and recognises the form by the first character: ( begins SGF, up
// to the end of the input, { begins a line of JSON, and anything else is a line of moves in any
// notation. An empty line is a game without moves, except after a line of JSON.
type Reader struct {
	lines  *play.Lines
	of     *play.Game
	first  int
	either bool // games of moves only may begin with any seat

	number int        // number of lines read
	json   bool       // there has been a line of it
	isSGF  bool       // there has been a game of it
	sgf    []gameRead // games still to return
}

// NewReader reads games from lines. A line of moves names neither its game nor its first seat: it
// takes them from of (nil: the default game) and first. The same holds for an SGF file without a
// game's name.
func NewReader(lines *play.Lines, of *play.Game, first int) *Reader {
	if of == nil {
		of, _ = play.Find("")
	}
	return &Reader{lines: lines, of: of, first: first}
}

// Line returns the number of the last line read, from 1.
func (r *Reader) Line() int { return r.number }

// Next returns the next game, and io.EOF at the end. A wrong game is returned as far as it could be
// read, with a *PlaceError, and the next game can still be read. Other errors come from the lines,
// without a game.
func (r *Reader) Next(ctx context.Context) (*Game, error) {
	if g, err, ok := r.nextSGF(); ok {
		return g, err
	}
	for {
		line, err := r.lines.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil, err
		}
		r.number++
		if errors.Is(err, play.ErrLongLine) {
			return &Game{Of: r.of, First: r.first}, &PlaceError{Line: r.number, Err: fmt.Errorf("the line has more than %d bytes, want a game", play.MaxLine)}
		}
		if err != nil {
			return nil, err
		}
		if r.number == 1 {
			line = strings.TrimPrefix(line, byteOrderMark)
		}
		switch begin := strings.TrimLeft(line, " \t"); {
		case begin == "" && r.json:
			continue
		case strings.HasPrefix(begin, "{"):
			r.json = true
			g, err := ParseJSON([]byte(line))
			if errors.Is(err, ErrSummary) {
				continue
			}
			if g.Of == nil { // the error has the reason
				g.Of, g.First = r.of, r.first
			}
			return g, at(err, r.number)
		case strings.HasPrefix(begin, "("):
			if err := r.readSGF(ctx, line); err != nil {
				return nil, err
			}
			g, err, _ := r.nextSGF()
			return g, err
		}
		g := &Game{Of: r.of, First: r.first}
		p, err := r.parseMoves(line)
		if p != nil {
			g.First, g.Moves = play.First(p), slices.Clone(p.History())
		}
		if err != nil {
			err = &PlaceError{Line: r.number, Err: err}
		}
		return g, err
	}
}

// parseMoves plays a line of moves. It takes the first seat that lets it play the most of them.
func (r *Reader) parseMoves(line string) (play.Position, error) {
	if r.of == nil {
		return nil, errors.New("a line of moves does not say of which game it is")
	}
	p, err := r.of.ParseMoves(r.first, line)
	if err == nil || !r.either || r.of.StartBy == nil {
		return p, err
	}
	for first := range r.of.Seats() {
		if q, other := r.of.ParseMoves(first, line); len(q.History()) > len(p.History()) {
			p, err = q, other
		}
	}
	return p, err
}

// at moves a *PlaceError to a line.
func at(err error, line int) error {
	if place := (*PlaceError)(nil); errors.As(err, &place) {
		place.Line += line - 1
	}
	return err
}

// readSGF reads the games from a line on.
func (r *Reader) readSGF(ctx context.Context, line string) error {
	begin := r.number
	var text strings.Builder
	for text.Len() <= play.MaxLine {
		text.WriteString(line)
		text.WriteByte('\n')
		var err error
		if line, err = r.lines.Next(ctx); errors.Is(err, io.EOF) {
			r.isSGF = true
			r.sgf = readSGF(text.String(), r.of)
			for _, g := range r.sgf {
				at(g.err, begin)
			}
			return nil
		}
		if r.number++; err != nil {
			return err
		}
	}
	return &PlaceError{Line: r.number, Err: fmt.Errorf("more than %d bytes, want a file of games", play.MaxLine)}
}

// nextSGF returns the next game of those read by readSGF, if there is one.
func (r *Reader) nextSGF() (g *Game, err error, ok bool) {
	if len(r.sgf) == 0 {
		return nil, nil, false
	}
	next := r.sgf[0]
	r.sgf = r.sgf[1:]
	return next.game, next.err, true
}

// Load returns a game of a file in any form, numbered from 1. Lines of moves are moves of the game
// of, nil for the default game. If the file does not name the first seat, Load finds it from the
// moves, and takes first for a game without moves. The file may hold another game than of.
func Load(ctx context.Context, file string, number int, of *play.Game, first int) (*Game, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, play.MaxLine))
	if err != nil {
		return nil, err
	}
	r := NewReader(play.NewLines(bytes.NewReader(text)), of, first)
	r.either = true
	for n := 1; ; n++ {
		g, err := r.Next(ctx)
		switch place := (*PlaceError)(nil); {
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%s: the file has %s, want game %d", file, plural.Count(n-1, "game", "games"), number)
		case n < number && g != nil: // a wrong game before the wanted one is no error
			continue
		case errors.As(err, &place):
			return nil, fmt.Errorf("%s: %s: %w", file, place.Place(), place.Err)
		}
		return g, err
	}
}
