// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package endgame

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// games.txt holds games of self-play, one a line; "make endings" writes it.
//
//go:embed games.txt
var gamesText string

// Games returns the committed games. Their ends are the positions of every committed figure of the
// solver. The caller must not change them.
var Games = sync.OnceValue(func() []duo.Position {
	games, err := ParseGames(gamesText)
	if err != nil {
		panic(err) // impossible: the file is part of the program
	}
	return games
})

// ParseGames reads finished games, one a line in the form of duo.ParseGame, player 1 first; lines
// that begin with # are comments.
func ParseGames(text string) (games []duo.Position, err error) {
	for n, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := duo.ParseGame(duo.Player1, line)
		if err == nil && !p.Over() {
			err = fmt.Errorf("the game is not over after %d plies", p.Plies())
		}
		if err != nil {
			return nil, fmt.Errorf("endgame: line %d: %w", n+1, err)
		}
		games = append(games, p)
	}
	return games, nil
}

// Before returns the position of a finished game with that many placements still to come.
func Before(game duo.Position, placements int) duo.Position {
	for placements > 0 && game.Plies() > 0 {
		if game.Undo() != duo.Pass {
			placements--
		}
	}
	return game
}
