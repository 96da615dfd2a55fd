// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/tessera-fpga/tessera/chips/simchip"
	"github.com/tessera-fpga/tessera/fpga/wire"
	game "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/literature"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/play/progress"
)

// lanes are the lanes behind a service port. They play the playouts of a player of the literature,
// and start with Prepare.
type lanes struct {
	where string
	log   io.Writer

	mu      sync.Mutex // guards root, and keeps a LOAD and its RUN together
	service *wire.Service
	root    int
}

// Prepare opens the board's port, or builds and starts the simulated chip.
func (l *lanes) Prepare(ctx context.Context) error {
	if l.service != nil {
		return nil
	}
	if l.where != game.SimulatedLanes {
		s, err := wire.OpenService(l.where, wire.Limits{})
		if err != nil {
			return err
		}
		l.service = s
		return nil
	}
	done := progress.Announce(l.log, "lanes: building and starting the simulated chip (the first time takes a while)")
	defer done()
	c, err := config.Find("service", config.CanBoard)
	if err != nil {
		return err
	}
	chip, err := simchip.Start(ctx, c, twin.ContestConfig{})
	if err != nil {
		return err
	}
	line := simchip.Serve(context.WithoutCancel(ctx), chip)
	// Simulated lanes do some hundred playouts a second, and less on a busy computer.
	l.service = wire.NewService(line, wire.Limits{Answer: time.Minute, Playout: time.Second})
	return nil
}

// Close closes the port.
func (l *lanes) Close() error {
	if l.service == nil {
		return nil
	}
	return l.service.Close()
}

// During returns the lanes for the time of a search.
func (l *lanes) During(ctx context.Context) literature.Lanes {
	return laneSearch{ctx, l}
}

type laneSearch struct {
	context.Context
	*lanes
}

// PlayOut loads the position and runs the playouts; the other root may be running meanwhile.
func (l laneSearch) PlayOut(load service.Load, policy playout.Policy, seed uint32, playouts int) (service.Sums, error) {
	l.mu.Lock()
	l.root = (l.root + 1) % service.NumRoots
	load.Root = l.root
	loaded := l.service.Send(l, load)
	run := l.service.Send(l, service.Run{Root: load.Root, Policy: policy, First: playout.NoFirst, Seed: seed, Playouts: playouts})
	l.mu.Unlock()
	_, err := loaded.Wait(l)
	r, runErr := run.Wait(l)
	if err := errors.Join(err, runErr); err != nil {
		return service.Sums{}, fmt.Errorf("lanes %s: %w", l.where, err)
	}
	return r.Sums, nil
}
