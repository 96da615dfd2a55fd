// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package calls

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// Record is a game to save or load.
type Record struct {
	Game
	Names []string `json:"names"` // by seat
	Date  string   `json:"date"`
	// Resigned is the seat that resigned, and Late the seat whose time ran out, from 1; 0: none.
	Resigned int `json:"resigned"`
	Late     int `json:"late"`
	// Notes are the players' evaluations, by move; there may be fewer notes than moves.
	Notes []play.Note `json:"notes"`
}

// writeArgs are a game and a file name. The file's extension selects the form.
type writeArgs struct {
	Record
	File string `json:"file"`
}

// File is the text of a game in a file's form.
type File struct {
	Text string `json:"text"`
}

// results are the results of a game of two that seat 1 or 2 has lost early.
func results(ending string) [3]string { return [3]string{"", "W+" + ending, "B+" + ending} }

var resignations, flags = results("R"), results("T")

// Reasons for these results.
const (
	resigned = "resigned"
	late     = "out of time"
)

func write(a writeArgs) (any, error) {
	form, err := record.FormOf(a.File)
	if err != nil {
		return nil, err
	}
	of, _, p, err := a.Replay()
	if err != nil {
		return nil, err
	}
	for name, seat := range map[string]int{"resigned": a.Resigned, "late": a.Late} {
		if seat < 0 || seat > of.Seats() {
			return nil, fmt.Errorf("%s %d, want 0..%d", name, seat, of.Seats())
		}
	}
	g := record.FromPosition(of, p, a.Names)
	g.Date, g.Notes, g.Seconds = a.Date, a.Notes, make([]float64, of.Seats())
	at, err := of.StartOf(p)
	if err != nil {
		return nil, err
	}
	for i, m := range p.History() {
		if i < len(g.Notes) {
			g.Seconds[at.ToMove()] += g.Notes[i].Seconds
		}
		if err := at.Play(m); err != nil {
			return nil, err
		}
	}
	loser := max(a.Resigned, a.Late)
	switch {
	case loser == 0:
	case of.ByPoints:
		g.Result = resignations[a.Resigned] + flags[a.Late]
	default:
		g.Shares = of.SharesWithout(loser - 1)
	}
	switch {
	case a.Resigned != 0:
		g.Reason = resigned
	case a.Late != 0:
		g.Reason = late
	case p.Over() && !of.ByPoints:
		g.Shares = p.Shares()
	}
	var out bytes.Buffer
	err = form.Write(&out, g)
	return File{out.String()}, err
}

// readArgs hold the text of a file, and the game of a text that does not name its own.
type readArgs struct {
	Of   string `json:"of,omitempty"`
	Text string `json:"text"`
}

// read reads the first game of a text in any form of package record. In a plain line of moves of
// Blokus Duo, the first move covers the start square of the player who moves first.
func read(a readArgs) (any, error) {
	of, _, err := (&Game{Of: a.Of}).Find()
	if err != nil {
		return nil, err
	}
	g, err := readFirst(of, a.Text, 0)
	if err != nil && g != nil && len(g.Moves) == 0 && of.StartBy != nil {
		if other, bad := readFirst(of, a.Text, 1); len(other.Moves) > 0 {
			g, err = other, bad
		}
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("the text is empty, want a game")
	}
	if err != nil {
		return nil, err
	}
	if g.Of.Name != of.Name {
		return nil, fmt.Errorf("a game of %s, want one of %s", g.Of.Title, of.Title)
	}
	r := Record{Game: Game{Of: a.Of, First: g.First + 1, Moves: []string{}}, Date: g.Date, Notes: g.Notes, Names: g.Players}
	if r.Names == nil {
		r.Names = make([]string, of.Seats())
	}
	if g.Setup != nil {
		r.Setup = record.FormatSetup(of, g.Setup)
	}
	for _, m := range g.Moves {
		r.Moves = append(r.Moves, of.Format(m))
	}
	r.Resigned, r.Late = slices.Index(resignations[1:], g.Result)+1, slices.Index(flags[1:], g.Result)+1
	if loser := slices.Index(g.Shares, 0) + 1; !of.ByPoints && of.Seats() == 2 && loser > 0 {
		switch g.Reason {
		case resigned:
			r.Resigned = loser
		case late:
			r.Late = loser
		}
	}
	return r, nil
}

// readFirst returns the readable part of a text's first game.
func readFirst(of *play.Game, text string, first int) (*record.Game, error) {
	lines := play.NewLines(strings.NewReader(strings.TrimSpace(text)))
	return record.NewReader(lines, of, first).Next(context.Background())
}
