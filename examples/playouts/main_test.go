// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"os"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/service"
)

// Example has golden's model of a board at the other end of a pseudo-terminal.
func Example() {
	terminal, err := wire.OpenTerminal()
	if err != nil {
		panic(err)
	}
	defer terminal.Close()
	go func() {
		model := service.Model{Lanes: 1}
		var line service.Decoder
		for buf := make([]byte, 100); ; {
			n, err := terminal.Read(buf)
			if err != nil {
				return
			}
			for _, b := range buf[:n] {
				if request := line.Add(b); request != nil {
					terminal.Write(service.AppendFrame(nil, model.Answer(request)))
				}
			}
		}
	}()
	os.Args = []string{"playouts", terminal.Path()}
	main()
	// Output:
	// player 1 wins 518 of 1000, margins +836 in all
}
