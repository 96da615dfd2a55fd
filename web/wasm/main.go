// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build js && wasm

// Command wasm is golden for the page's workers: the rules and records of Blokus Duo, without
// players, so that the page can begin with a small file. Command players has the rest. See package
// bridge.
package main

import (
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/web/wasm/bridge"
)

func main() {
	play.Register(play.Entry{Name: rules.Name, Help: "Blokus Duo", New: rules.New, Default: true})
	bridge.Serve()
}
