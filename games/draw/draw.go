// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package draw registers the pictures of all games of tessera with package picture. Import it for
// its effect alone. The drawing of a game is in the folder draw of that game.
package draw

import (
	_ "github.com/tessera-fpga/tessera/games/blokus/draw"   // four colours
	_ "github.com/tessera-fpga/tessera/games/dots/draw"     // dots and boxes
	_ "github.com/tessera-fpga/tessera/games/duo/draw"      // Blokus Duo
	_ "github.com/tessera-fpga/tessera/games/quoridor/draw" // Quoridor
)
