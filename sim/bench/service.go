// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/sim/cosim"
)

// ServiceRates holds the results of Service: requests a second of one playout each, many in flight.
type ServiceRates struct {
	LoadRun float64 // each run with a position and its playout
	Run     float64 // runs on one position
	// The same rates for a line with one direction always busy, regardless of clock and playouts.
	LoadRunLine, RunLine float64
}

// ServiceRuns is the number of runs that Service should measure for a figure.
const ServiceRuns = 600

// Service measures the throughput of the line and the lanes, with positions of random games after
// that many plies, in that many runs. It checks every response against golden.
func Service(ctx context.Context, cfg cosim.ServiceConfig, plies, runs int) (r ServiceRates, err error) {
	b, err := cosim.StartService(ctx, cfg)
	if err != nil {
		return r, err
	}
	defer b.Close()
	rng := rand.New(rand.NewPCG(1, uint64(plies)))
	var positions [40]duo.Position
	for i := range positions {
		positions[i] = duo.RandomGame(rng, plies)
	}
	frame := func(r service.Request) int { return len(service.AppendFrame(nil, r.Append(nil, 0))) }
	perSecond := func(bytes int) float64 { return float64(cfg.UART.Baud) / 10 / float64(bytes) }
	// The response to a RUN is longer than the request.
	r.RunLine = perSecond(service.MaxResponse + service.FrameOverhead)
	r.LoadRunLine = perSecond(frame(service.Run{}) + frame(service.Load{}))
	if r.LoadRun, err = serviceRate(b, cfg, positions[:], runs, true); err != nil {
		return r, err
	}
	r.Run, err = serviceRate(b, cfg, positions[:], runs, false)
	return r, err
}

// serviceRate measures the rate of runs of one playout, with loads or without.
func serviceRate(b *cosim.ServiceBoard, cfg cosim.ServiceConfig, positions []duo.Position, measured int, loads bool) (float64, error) {
	const (
		warm  = 60 // runs before the measurement
		chunk = 5  // runs sent at once
	)
	twin := service.Model{Lanes: cfg.Lanes}
	var want [][]byte
	request := func(data []byte, r service.Request, id byte) []byte {
		payload := r.Append(nil, id)
		response := twin.Handle(payload)
		want = append(want, response.Append(nil))
		return service.AppendFrame(data, payload)
	}
	var begun uint64
	runs, answered, calm := 0, 0, 0
	for answered < warm+measured {
		var data []byte
		for range chunk {
			if runs == warm+measured || len(want) > 40 {
				break
			}
			root := runs % 2
			if loads || runs < 2 {
				data = request(data, service.NewLoad(root, &positions[runs%len(positions)]), byte(runs))
			}
			data = request(data, service.Run{
				Root: root, Policy: playout.Largest, First: playout.NoFirst, Seed: uint32(runs), Playouts: 1,
			}, byte(runs))
			runs++
		}
		idle := uint64(0)
		if calm++; calm == 50_000 {
			return 0, b.Mismatch("responses", "none", fmt.Sprintf("%x", want[0]), "run %d", answered)
		}
		if len(data) == 0 {
			idle = 200
		}
		got, err := b.Exchange(data, idle)
		if err != nil {
			return 0, err
		}
		for _, g := range got {
			if len(want) == 0 || string(g) != string(want[0]) {
				return 0, b.Mismatch("response", fmt.Sprintf("%x", g), fmt.Sprintf("%x", want[:min(1, len(want))]), "run %d", answered)
			}
			want = want[1:]
			calm = 0
			if g[0] == service.KindRun|service.ResponseBit {
				if answered++; answered == warm {
					begun = b.Cycle()
				}
			}
		}
	}
	seconds := float64(b.Cycle()-begun) / float64(cfg.UART.ClockHz)
	return float64(measured) / seconds, nil
}
