// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package simchip has simulated boards: the chip of a configuration at the end of a serial line.
package simchip

import (
	"context"
	"errors"
	"io"
	"math"
	"net"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
)

// Chip is a chip in simulation.
type Chip interface {
	wire.Chip
	io.Closer
}

// seed of the searches of a core with playouts.
const seed = 1

// Contest returns the parameters of a configuration's simulated chip that plays at the
// contest's host.
func Contest(c config.Config) twin.ContestConfig {
	cfg := twin.DefaultContest
	cfg.UART = twin.UART{ClockHz: c.Simulated.ClockHz, Baud: c.Simulated.Baud}
	cfg.MoveMS = c.Simulated.MoveMS
	return cfg
}

// Start starts the simulated chip of a configuration; the first time it builds it. Of a chip
// with the playout service cfg does not matter.
func Start(ctx context.Context, c config.Config, cfg twin.ContestConfig) (Chip, error) {
	s := c.Simulated
	switch {
	case c.Module == config.ServiceChip || c.Module == config.LeafChip:
		return cosim.StartService(ctx, cosim.ServiceConfig{
			UART: twin.UART{ClockHz: s.ClockHz, Baud: s.Baud}, Lanes: s.Lanes, Leaves: c.Module == config.LeafChip,
		})
	case s.Tree != nil:
		return cosim.StartContest(ctx, cosim.TreeChipModel(cfg, *s.Tree, s.Places, s.Lanes, 0, seed), cfg)
	case s.Program:
		return cosim.StartContest(ctx, cosim.ContestProcessorModel(cfg, math.MaxUint16, seed), cfg)
	case s.AlphaBeta != nil:
		return cosim.StartContest(ctx, cosim.ContestAlphaBetaModel(cfg, *s.AlphaBeta), cfg)
	case s.Lanes > 0:
		return cosim.StartContest(ctx, cosim.ContestMonteCarloModel(cfg, s.Lanes, s.Visits, seed), cfg)
	}
	return cosim.StartContest(ctx, cosim.ContestModel(cfg), cfg)
}

// board is a chip at the other end of a pipe.
type board struct {
	net.Conn
	chip   Chip
	cancel context.CancelFunc
	served chan error
}

// Serve lets the chip work at the other end of the line that it returns. Closing the line
// ends the chip.
func Serve(ctx context.Context, chip Chip) io.ReadWriteCloser {
	near, far := net.Pipe()
	ctx, cancel := context.WithCancel(ctx)
	b := &board{near, chip, cancel, make(chan error, 1)}
	go func() {
		b.served <- wire.Serve(ctx, chip, far)
		far.Close()
	}()
	return b
}

// Close ends the chip.
func (b *board) Close() error {
	b.Conn.Close()
	b.cancel()
	err := <-b.served
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, b.chip.Close())
}
