// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package verilator_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tessera-fpga/tessera/sim/verilator"
)

// A counter in Verilog runs until it reports its end, and the program logs each multiple of 4.
func Example() {
	ctx := context.Background()
	p, err := verilator.Start(ctx, verilator.Model{Top: "counter", Sources: []string{"sim/verilator/testdata"}})
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	start, limit, step, count := p.MustPort("start_i"), p.MustPort("limit_i"), p.MustPort("step_i"), p.MustPort("count_o")
	first, hold := p.NewInputs(), p.NewInputs()
	start.Set(first, 1)
	limit.Set(first, 10)
	step.Set(hold, 1)
	r, err := p.Run(verilator.Run{
		First: first, Hold: hold, Stop: "done_o", Log: "hit_o", Max: 1000,
		OnLog: func(r verilator.Logged) error {
			fmt.Printf("cycle %d: %d\n", r.Cycle, count.Uint(r.Out))
			return nil
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("done after %d cycles, count %d\n", r.Cycles, count.Uint(r.Out))
	// Output:
	// cycle 1: 0
	// cycle 5: 4
	// cycle 9: 8
	// done after 12 cycles, count 10
}
