// Package games has all games of tessera: importing it registers them. A program that wants one
// of them imports that one alone.
package games

import (
	_ "github.com/tessera-fpga/tessera/games/blokus"   // four colours
	_ "github.com/tessera-fpga/tessera/games/dots"     // dots and boxes
	_ "github.com/tessera-fpga/tessera/games/duo"      // Blokus Duo
	_ "github.com/tessera-fpga/tessera/games/quoridor" // Quoridor
)
