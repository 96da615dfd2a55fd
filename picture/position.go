// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package picture

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tessera-fpga/tessera/play"
)

// PositionOptions selects the extras in a picture of a position.
type PositionOptions struct {
	Corners bool // the corners of the player to move: a placement must cover one
	Legal   bool // the legal moves: the squares to cover or to step to, the fences, the edges
	Numbers bool // the numbers of the moves
	Bare    bool // no coordinates or scores around the board
}

// Drawing is the drawing of a game's positions.
type Drawing struct {
	Position func(p play.Position, o PositionOptions) *Canvas
	// Corners is true for games with corners to mark.
	Corners bool
}

// drawings has the drawings by the name of the game, without size or variant.
var drawings struct {
	sync.Mutex
	of map[string]Drawing
}

// Register adds the drawing of a game, of any size or variant. Its package, such as
// games/dots/draw, calls it in init.
func Register(game string, d Drawing) {
	drawings.Lock()
	defer drawings.Unlock()
	if _, ok := drawings.of[game]; ok {
		panic("picture: two drawings are of " + game)
	}
	if drawings.of == nil {
		drawings.of = map[string]Drawing{}
	}
	drawings.of[game] = d
}

// Position draws a position of a game. It returns an error if the game has no such picture.
func Position(g *play.Game, p play.Position, o PositionOptions) (*Canvas, error) {
	name, _, _ := strings.Cut(g.Name, ":")
	drawings.Lock()
	d, ok := drawings.of[name]
	names := slices.Sorted(maps.Keys(drawings.of))
	drawings.Unlock()
	switch {
	case !ok:
		return nil, fmt.Errorf("%s has no pictures, want one of %s", g.Name, strings.Join(names, ", "))
	case o.Corners && !d.Corners:
		return nil, fmt.Errorf("corners of %s, which has none", g.Name)
	}
	return d.Position(p, o), nil
}
