// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"io"
	"time"

	"github.com/tessera-fpga/tessera/golden/search"
)

// Hardware opens the devices and simulations for players of this game. Package chips registers it;
// without it the options lanes= and engine= are refused.
type Hardware struct {
	// LeafService opens the leaf service at an address, serial:PATH or tcp:HOST:PORT. An
	// unanswered question is asked again after patience; 0: the usual time.
	LeafService func(address string, patience time.Duration) (search.LeafService, io.Closer, error)
	// Lanes returns the playout lanes at a place: of a simulated chip for "sim", or of the board at
	// a serial port. log gets messages about slow work.
	Lanes func(place string, log io.Writer) Lanes
}

// hardware is the registered hardware.
var hardware Hardware

// RegisterHardware makes hardware available to the players. The package of the hardware calls it
// in init.
func RegisterHardware(h Hardware) { hardware = h }

// noHardware is the requirement of an option that needs missing hardware.
const noHardware = "a program with package chips"
