// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package games registers all games of tessera with package play: Blokus Duo, Blokus of four
// colours, Quoridor, dots and boxes. Import it for its effect alone:
//
//	import _ "github.com/tessera-fpga/tessera/games"
//
// A program that wants one game imports the folder of that game instead.
package games

import (
	_ "github.com/tessera-fpga/tessera/games/blokus"   // four colours
	_ "github.com/tessera-fpga/tessera/games/dots"     // dots and boxes
	_ "github.com/tessera-fpga/tessera/games/duo"      // Blokus Duo
	_ "github.com/tessera-fpga/tessera/games/quoridor" // Quoridor
)
