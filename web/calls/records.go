package calls

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// Record is a game in the form for saving and loading.
type Record struct {
	Game
	Names [2]string `json:"names"`
	Date  string    `json:"date"`
	// Resigned is the player who gave up, and Late the one whose time ran out, 1 or 2; 0: nobody.
	Resigned int `json:"resigned"`
	Late     int `json:"late"`
	// Notes are the players' evaluations, by move; there may be fewer notes than moves.
	Notes []play.Note `json:"notes"`
}

// writeArgs name a game and the file in which to save it; the file's extension selects the form.
type writeArgs struct {
	Record
	File string `json:"file"`
}

// File is a game in a form.
type File struct {
	Text string `json:"text"`
}

// resignations and flags are the results of a game that player 1 or 2 has given up, or lost on
// time.
var (
	resignations = [3]string{"", "W+R", "B+R"}
	flags        = [3]string{"", "W+T", "B+T"}
)

// Reasons of such results.
const (
	resigned = "resigned"
	late     = "out of time"
)

func write(a writeArgs) (any, error) {
	form, err := record.FormOf(a.File)
	if err != nil {
		return nil, err
	}
	p, err := a.Position()
	if err != nil {
		return nil, err
	}
	game, err := rules.New("")
	if err != nil {
		return nil, err
	}
	for name, player := range map[string]int{"resigned": a.Resigned, "late": a.Late} {
		if player < 0 || player > 2 {
			return nil, fmt.Errorf("%s %d, want 0, 1 or 2", name, player)
		}
	}
	g := record.FromPosition(game, &rules.Position{Position: p}, a.Names[:])
	g.Date, g.Notes, g.Seconds = a.Date, a.Notes, make([]float64, 2)
	mover := p.FirstToMove()
	for _, n := range g.Notes {
		g.Seconds[mover] += n.Seconds
		mover = mover.Rival()
	}
	switch {
	case a.Resigned != 0:
		g.Result, g.Reason = resignations[a.Resigned], resigned
	case a.Late != 0:
		g.Result, g.Reason = flags[a.Late], late
	}
	var out bytes.Buffer
	err = form.Write(&out, g)
	return File{out.String()}, err
}

// readArgs are the text of a file.
type readArgs struct {
	Text string `json:"text"`
}

// read reads the first game of a text in any of the forms of package record. The first move of a
// line of moves shows who moves first: the move covers that player's start square.
func read(a readArgs) (any, error) {
	g, err := readFirst(a.Text, duo.Player1)
	if err != nil && g != nil && len(g.Moves) == 0 {
		if other, bad := readFirst(a.Text, duo.Player2); len(other.Moves) > 0 {
			g, err = other, bad
		}
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("the text is empty, want a game")
	}
	if err != nil {
		return nil, err
	}
	if g.Of.Name != rules.Name {
		return nil, fmt.Errorf("a game of %s, want one of %s", g.Of.Title, rules.Name)
	}
	r := Record{Game: Game{First: g.First + 1, Moves: []string{}}, Date: g.Date, Notes: g.Notes}
	copy(r.Names[:], g.Players)
	for _, m := range g.Moves {
		r.Moves = append(r.Moves, g.Of.Format(m))
	}
	r.Resigned = slices.Index(resignations[1:], g.Result) + 1
	r.Late = slices.Index(flags[1:], g.Result) + 1
	return r, nil
}

// readFirst returns the first game of a text, as far as it could be read.
func readFirst(text string, first duo.Player) (*record.Game, error) {
	lines := play.NewLines(strings.NewReader(strings.TrimSpace(text)))
	return record.NewReader(lines, nil, int(first)).Next(context.Background())
}
