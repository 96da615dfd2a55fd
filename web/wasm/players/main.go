// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build js && wasm

// Command players is golden for the page's workers: all games with their players, and the twin of
// the page's chip. See package bridge.
package main

import (
	_ "github.com/tessera-fpga/tessera/games"            // the games and their players
	_ "github.com/tessera-fpga/tessera/web/calls/others" // how the page draws the other games
	_ "github.com/tessera-fpga/tessera/web/calls/players"
	"github.com/tessera-fpga/tessera/web/wasm/bridge"
)

func main() { bridge.Serve() }
