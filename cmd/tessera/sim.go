// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/play/progress"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

func newSim() *cobra.Command {
	var (
		seed             uint64
		positions, depth int
		minimax          bool
	)
	c := &cobra.Command{
		Use:   "sim",
		Short: "compare the simulated chip with golden on random positions",
		Long: `sim searches random positions on the simulated chip and compares every node, score,
move and cycle with golden. On a difference it says which signal differed in which
cycle, writes a wave of that time, and prints the command that repeats it.`,
		Example: "  tessera sim --positions 1000 --depth 2 --seed 7",
		Args:    noArgs,
	}
	c.Flags().Uint64Var(&seed, "seed", 0, "seed of the positions (0: from the time)")
	intFlag(c.Flags(), &positions, "positions", 1, math.MaxInt, 100, "number of positions, `N`")
	intFlag(c.Flags(), &depth, "depth", 1, search.MaxSearchDepth, 2, "search depth in `plies`")
	c.Flags().BoolVar(&minimax, "minimax", false, "search without alpha-beta")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if seed == 0 {
			seed = uint64(time.Now().UnixNano())%1_000_000_000 + 1
		}
		cfg := search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: !minimax}
		done := 0
		var nodes, cycles uint64
		bar := progress.Start(c.ErrOrStderr(), "simulated chip, positions")
		err := verilator.Verify(c.Context(), cosim.MinimaxModel(cfg), seed, func(p *verilator.Proc, rng *rand.Rand) error {
			core, err := cosim.NewMinimax(p, cfg)
			if err != nil {
				return err
			}
			done, nodes, cycles = 0, 0, 0
			for n := range positions {
				p.SetTransaction(n)
				pos := duo.RandomGame(rng, rng.IntN(36))
				if err := core.Load(&pos); err != nil {
					return err
				}
				r, err := core.Search(pos.ToMove(), depth, search.NeverStop)
				if err != nil {
					return err
				}
				done++
				nodes += r.Nodes
				cycles += r.Cycles
				bar.Set(done, positions)
			}
			return nil
		})
		bar.Done()
		failure := (*verilator.Failure)(nil)
		if err != nil && !errors.As(err, &failure) {
			return err
		}
		fmt.Fprintf(c.OutOrStdout(), "%d of %d positions agree: depth %d, %d nodes, %d cycles, seed %d\n",
			done, positions, depth, nodes, cycles, seed)
		if failure != nil {
			failure.Repeat = fmt.Sprintf("tessera sim --seed %d --positions %d --depth %d --minimax=%v", seed, positions, depth, minimax)
			fmt.Fprintln(c.ErrOrStderr(), failure)
			return errors.New("the chip differs from golden")
		}
		return nil
	}
	return c
}
