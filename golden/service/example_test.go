// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package service_test

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
)

// A program in another language sends these bytes to a board. In this example the model of the
// board answers them: it loads the start of a game and plays out 100 games.
func Example() {
	p := duo.NewPosition(duo.Player1)
	board := service.Model{Lanes: 1}
	var line service.Decoder
	for id, request := range []interface{ Append([]byte, byte) []byte }{
		service.NewLoad(0, &p),
		service.Run{Policy: playout.Largest, First: playout.NoFirst, Seed: 1, Playouts: 100},
	} {
		frame := service.AppendFrame(nil, request.Append(nil, byte(id)))
		for _, b := range frame { // over the line, byte by byte
			if payload := line.Add(b); payload != nil {
				response := board.Handle(payload)
				fmt.Printf("%d bytes: % x\n", len(frame), response.Append(nil))
			}
		}
	}
	// Output:
	// 73 bytes: 82 00 00
	// 17 bytes: 83 01 00 00 64 00 00 00 b6 00 38 00 27
}
