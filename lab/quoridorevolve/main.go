// Command evolve searches weights for the player negamax of Quoridor, as the literature did, and prints
// every generation. Those that it ends with stand in golden/quoridor/agent as Evolved. It takes a minute.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/tessera-fpga/tessera/golden/quoridor/agent"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	cfg := agent.DefaultEvolve
	fmt.Printf("%+v\n", cfg)
	agent.Evolve(cfg, func(generation int, all []agent.Chromosome) bool {
		fmt.Printf("generation %d\n", generation+1)
		for _, c := range all {
			fmt.Printf("  %2d of %d  %v\n", c.Wins, 2*(len(all)-1), c.Weights)
		}
		return ctx.Err() == nil
	})
	if ctx.Err() != nil {
		os.Exit(130)
	}
}
