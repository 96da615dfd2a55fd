// Package registry lists the games of package boardgame. A game is added here.
package registry

import (
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame/blokus"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame/dots"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame/quoridor"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/suggest"
)

// Duo is the name of Blokus Duo, which is the game unless another one is named.
const Duo = "duo"

// Entry is a game that can be named.
type Entry struct {
	Name string
	Help string // one line: what it is, and what can stand behind a colon
	// New returns the game; variant is what stands behind the colon, "" for nothing.
	New func(variant string) (*boardgame.Game, error)
}

// Entries returns the games, sorted by name.
func Entries() []Entry {
	return []Entry{
		{"blokus", "Blokus of four colours; blokus:two and blokus:three for so many players, blokus:squares counts squares placed and no bonus", blokus.New},
		{"dots", "dots and boxes; dots:HxW for a board of that many boxes, " + dots.DefaultSize + " unless given", dots.New},
		{"quoridor", "Quoridor; quoridor:start for matches without openings: all games begin at the start", quoridor.New},
	}
}

// Names returns the names that can be given, Blokus Duo's among them.
func Names() []string {
	names := []string{Duo}
	for _, e := range Entries() {
		names = append(names, e.Name)
	}
	return names
}

// Find returns the game of a name, such as "dots:3x3"; nil for Blokus Duo.
func Find(name string) (*boardgame.Game, error) {
	if name == "" || name == Duo {
		return nil, nil
	}
	kind, variant, _ := strings.Cut(name, ":")
	for _, e := range Entries() {
		if e.Name == kind {
			g, err := e.New(variant)
			if err != nil {
				return nil, fmt.Errorf("game %q: %w", name, err)
			}
			return g, nil
		}
	}
	return nil, fmt.Errorf("no game is named %q, want one of %s%s", name, strings.Join(Names(), ", "), suggest.Phrase(kind, Names()))
}
