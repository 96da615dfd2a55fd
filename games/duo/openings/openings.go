// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package openings holds the openings of matches: positions after four plies that are judged even, in
// one list by playouts, in the other by a search. No two of a list are the same or each other's mirror
// image. "make openings" makes the lists.
package openings

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/play/plural"
)

// Opening is the beginning of some games: player 1 moves first, and is to move next.
type Opening struct {
	Moves  []duo.Move
	Margin float64 // to expect, for player 1; see Judgement
}

// How the lists are made. Plies is even, so that player 1 is to move.
const (
	Plies    = 4
	Size     = 1000
	EvenSize = 500
)

// Position returns the position after the moves.
func (o Opening) Position() duo.Position {
	p := duo.NewPosition(duo.Player1)
	for _, m := range o.Moves {
		p.Play(m)
	}
	return p
}

// Key names a position up to the symmetry that leaves both start squares in their places,
// the reflection at the diagonal through them. The order of moves does not matter.
func Key(p *duo.Position) string {
	var board, mirrored [duo.NumSquares]byte
	for s := range duo.Square(duo.NumSquares) {
		c := byte('.')
		for pl, letter := range []byte{'X', 'O'} {
			if b := p.Squares(duo.Player(pl)); b.Has(s) {
				c = letter
			}
		}
		board[s], mirrored[duo.NewSquare(s.Col(), s.Row())] = c, c
	}
	// The squares determine the tiles left, except where tiles touch at edges, and one player's
	// tiles never do.
	return min(string(board[:]), string(mirrored[:]))
}

// Judge returns the mean margin, in squares for player 1, of that many playouts of the
// largest tiles from the position.
func Judge(p *duo.Position, playouts int, seed uint32) float64 {
	root, sum := playout.NewRoot(p), 0
	for i := range playouts {
		sum += root.Play(playout.Largest, playout.NoFirst, playout.NewRNG(seed, uint32(i)), nil)
	}
	return float64(sum) / float64(playouts)
}

//go:embed openings.txt
var text string

// Text is the committed list; its digest identifies the list of a match.
func Text() string { return text }

// List returns the committed openings that ByPlayouts judges even. The caller must not change them.
var List = sync.OnceValue(func() []Opening { return committed(text) })

//go:embed even.txt
var evenText string

// EvenText is Text of Even.
func EvenText() string { return evenText }

// Even returns the committed openings that BySearch judges even. The caller must not change them.
var Even = sync.OnceValue(func() []Opening { return committed(evenText) })

func committed(text string) []Opening {
	list, err := Parse(text)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return list
}

// Parse reads a list: a line for each opening, its moves and its margin; lines that begin
// with # are comments.
func Parse(text string) (list []Opening, err error) {
	seen := map[string]int{}
	for n, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		fail := func(err error) ([]Opening, error) {
			return nil, fmt.Errorf("openings: line %d: %w", n+1, err)
		}
		if len(fields) != Plies+1 {
			return fail(fmt.Errorf("%s, want %d moves and a margin", plural.Count(len(fields), "word", "words"), Plies))
		}
		margin, err := strconv.ParseFloat(fields[Plies], 64)
		if err != nil {
			return fail(fmt.Errorf("margin %q, want a number", fields[Plies]))
		}
		p, err := duo.ParseGame(duo.Player1, strings.Join(fields[:Plies], " "))
		if err != nil {
			return fail(err)
		}
		if first, again := seen[Key(&p)]; again {
			return fail(fmt.Errorf("the same position as in line %d, or its mirror image", first))
		}
		seen[Key(&p)] = n + 1
		list = append(list, Opening{append([]duo.Move(nil), p.History()...), margin})
	}
	if len(list) == 0 {
		return nil, errors.New("openings: the list is empty")
	}
	return list, nil
}

// String returns the line of the list.
func (o Opening) String() string {
	var words []string
	for _, m := range o.Moves {
		words = append(words, m.String())
	}
	return fmt.Sprintf("%s %+.3f", strings.Join(words, " "), o.Margin)
}
