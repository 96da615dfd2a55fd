// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/bench"
	"github.com/tessera-fpga/tessera/sim/cosim"
)

const (
	servicePlies = 34 // late positions, so that the serial line is the bottleneck
	serviceLanes = 4
	serviceClock = 48_000_000
)

// serviceBauds are the baud rates of the playout service's serial line.
var serviceBauds = []int{service.Baud, 12_000_000}

func (b *meter) measureService() error {
	b.begin(fmt.Sprintf("service, %d lanes, %d MHz, after %d plies", serviceLanes, serviceClock/1_000_000, servicePlies))
	for _, baud := range serviceBauds {
		mbaud := baud / 1_000_000
		b.progress(fmt.Sprintf("service at %d Mbaud", mbaud))
		r, err := bench.Service(b.ctx, cosim.ServiceConfig{
			UART: twin.UART{ClockHz: serviceClock, Baud: baud}, Lanes: serviceLanes,
		}, servicePlies, bench.ServiceRuns)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("service.%dmbaud.", mbaud)
		b.add(name+"loadrun", r.LoadRun, 0, "requests/s", "%d Mbaud, a position and its playout (the line allows %.0f)", mbaud, r.LoadRunLine)
		b.add(name+"run", r.Run, 0, "requests/s", "%d Mbaud, playouts of one position (the line allows %.0f)", mbaud, r.RunLine)
	}
	return nil
}
