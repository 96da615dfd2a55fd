// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package book holds the opening book of the player tree: the moves that deep searches found in its
// most likely positions at the start of a game. "make book" builds it.
//
// File symmetry.go has the images of a position that are equivalent in the game, grow.go the growth
// of a book.
package book

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Entry is a position of the book with its move.
type Entry struct {
	// Moves lead to the position from the start, player 1 first.
	Moves []duo.Move
	Found
}

// Found is the result of a search for the player to move.
type Found struct {
	Move   duo.Move
	Value  float64 // the player's share of the game, 0..1
	Margin float64 // expected points in the player's favour
}

// Book holds positions. No two of them are images of each other.
type Book struct {
	Entries []Entry
	found   map[Key]Found // the moves are in the image of the key
}

// Lookup returns the book's entry for a position or its image; ok is false if the book has none.
func (b *Book) Lookup(p *duo.Position) (f Found, ok bool) {
	key, by := canonical(p)
	if f, ok = b.found[key]; ok {
		f.Move = by.move(f.Move)
	}
	return f, ok
}

// add adds an entry for the position that its moves lead to.
func (b *Book) add(p *duo.Position, e Entry) {
	key, by := canonical(p)
	f := e.Found
	f.Move = by.move(f.Move)
	b.Entries = append(b.Entries, e)
	b.found[key] = f
}

//go:embed book.txt
var text string

// Default is the committed book.
var Default = sync.OnceValue(func() *Book {
	b, err := Parse(text)
	if err != nil {
		panic(err) // impossible: the file is part of the program
	}
	return b
})

// Parse reads a book. Each line has the moves to a position, the book's move in it, its value and
// its margin. Lines that begin with # are comments.
func Parse(text string) (*Book, error) {
	b := &Book{found: map[Key]Found{}}
	lines := map[Key]int{}
	for n, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		fail := func(format string, args ...any) (*Book, error) {
			return nil, fmt.Errorf("book: line %d: %w", n+1, fmt.Errorf(format, args...))
		}
		if len(fields) < 3 {
			return fail("%q, want moves, a value and a margin", line)
		}
		last := len(fields) - 3
		value, err := strconv.ParseFloat(fields[last+1], 64)
		if err != nil || !(value >= 0 && value <= 1) {
			return fail("value %q, want 0..1", fields[last+1])
		}
		margin, err := strconv.ParseFloat(fields[last+2], 64)
		if err != nil || math.IsNaN(margin) || math.IsInf(margin, 0) {
			return fail("margin %q, want a number", fields[last+2])
		}
		after, err := duo.ParseGame(duo.Player1, strings.Join(fields[:last+1], " "))
		if err != nil {
			return fail("%w", err)
		}
		moves := append([]duo.Move{}, after.History()...)
		for i, m := range moves {
			if m == duo.Pass {
				return fail("move %d: a pass, want a placement", i+1)
			}
		}
		p := after
		m := p.Undo()
		key := KeyOf(&p)
		if first, again := lines[key]; again {
			return fail("the same position as in line %d, or its image", first)
		}
		lines[key] = n + 1
		b.add(&p, Entry{moves[:last], Found{m, value, margin}})
	}
	return b, nil
}

// String returns the line of the entry.
func (e Entry) String() string {
	var s strings.Builder
	for _, m := range e.Moves {
		s.WriteString(m.String() + " ")
	}
	return fmt.Sprintf("%s%s %.4f %+.2f", s.String(), e.Move, e.Value, e.Margin)
}
