// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// opening is an opening in a task.
type opening struct {
	First int    `json:"first,omitempty"` // seat that moves first
	Moves string `json:"moves"`           // in the game's notation
}

func newOpening(g *play.Game, p play.Position) *opening {
	return &opening{play.First(p), g.FormatMoves(p.History())}
}

// position returns the position after the opening.
func (o *opening) position(g *play.Game) (play.Position, error) {
	p, err := g.ParseMoves(o.First, o.Moves)
	if err == nil && p.Over() {
		err = errors.New("the game is over")
	}
	if err != nil {
		return nil, fmt.Errorf("opening: %w", err)
	}
	return p, nil
}

// EvenOpenings is the name of the openings that a search finds even, in place of a file's.
const EvenOpenings = "even"

// FindOpenings returns the openings of that name, EvenOpenings, or else those in that file.
func FindOpenings(ctx context.Context, name string, g *play.Game) (*play.Openings, error) {
	if name != EvenOpenings {
		return ReadOpenings(ctx, name, g)
	}
	if g.EvenOpenings == nil {
		return nil, fmt.Errorf("%s has no list of them, want a file", g.Name)
	}
	return g.EvenOpenings, nil
}

// ReadOpenings reads openings from a file of recorded games, in any form. Each game's final
// position is an opening. An error names the line and the game.
func ReadOpenings(ctx context.Context, path string, g *play.Game) (*play.Openings, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, cause(err)
	}
	defer f.Close()
	var text strings.Builder
	var positions []play.Position
	fmt.Fprintln(&text, g.Name)
	r := record.NewReader(play.NewLines(f), g, 0)
	for number := 1; ; number++ {
		game, err := r.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		var p play.Position
		if err == nil && game.Of.Name != g.Name {
			err = fmt.Errorf("a game of %s, want one of %s", game.Of.Name, g.Name)
		}
		if err == nil {
			p, err = game.Position()
		}
		if err == nil && p.Over() {
			err = errors.New("the game is over after its moves, want an opening")
		}
		if err != nil {
			where := fmt.Sprintf("line %d", r.Line())
			if place := (*record.PlaceError)(nil); errors.As(err, &place) {
				where, err = place.Place(), place.Err
			}
			return nil, fmt.Errorf("%s: game %d: %w", where, number, err)
		}
		o := newOpening(g, p)
		fmt.Fprintln(&text, o.First, o.Moves)
		positions = append(positions, p)
	}
	if len(positions) == 0 {
		return nil, errors.New("no games in the file, want one or more")
	}
	return &play.Openings{
		Text: text.String(), Count: len(positions),
		Position: func(number int) play.Position { return positions[number-1].Clone() },
	}, nil
}

// UseOpenings makes the games begin from openings of FindOpenings. Options.Openings must be the same.
func (t *Terms) UseOpenings(o *play.Openings) { t.Openings, t.Digest = o.Count, digest(o) }
