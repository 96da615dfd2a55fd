package duo

import (
	"context"
	"io"
	"time"

	"github.com/tessera-fpga/tessera/golden/literature"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/play"
)

// Hardware opens the devices and simulations that players of this game ask for. Package chips
// registers it; without it the options lanes= and engine= are refused.
type Hardware struct {
	// LeafService opens the leaf engine at an address, serial:PATH or tcp:HOST:PORT. An
	// unanswered question is asked again after patience; 0: the usual time.
	LeafService func(address string, patience time.Duration) (search.LeafService, io.Closer, error)
	// Lanes returns the playout lanes at a place: of a simulated chip for "sim", or of the
	// board at a serial port. log hears of work that takes time.
	Lanes func(place string, log io.Writer) Lanes
}

// Lanes are playout lanes outside the program.
type Lanes interface {
	// Prepare opens the board's port, or builds and starts the simulated chip.
	Prepare(ctx context.Context) error
	// During returns the lanes for the time of a search.
	During(ctx context.Context) literature.Lanes
	Close() error
}

// hardware is what has been registered.
var hardware Hardware

// RegisterHardware makes hardware available to the players. The package of the hardware calls it
// in init.
func RegisterHardware(h Hardware) { hardware = h }

// noHardware says that an option needs hardware which the program does not have.
const noHardware = "a program with package chips"

// SimulatedLanes is the value of lanes= for the lanes of a simulated chip.
const SimulatedLanes = "sim"

// lanesOption reads lanes=, nil if it is not given.
func lanesOption(env play.Env, o *play.Options) Lanes {
	place := o.Text("lanes", "")
	switch {
	case place == "":
		return nil
	case hardware.Lanes == nil:
		o.Wrong("lanes", place, noHardware)
		return nil
	}
	return hardware.Lanes(place, env.Log)
}

// lanesOpen returns the serial port of lanes=, if one is given.
func lanesOpen(o *play.Options) []play.Resource {
	if place := o.Value("lanes"); place != "" && place != SimulatedLanes {
		return []play.Resource{{Kind: play.Serial, Name: place}}
	}
	return nil
}
