package blokus

import "github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame"

// kinds are the players of the game's own.
func kinds() []boardgame.Kind { return nil }
