package sim

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// ServiceConfig is a configuration of the playout service.
type ServiceConfig struct {
	UART  twin.UART // the clock at least 4 times the baud rate
	Lanes int
}

// ServiceModel is the chip with the playout lanes as a service.
func ServiceModel(cfg ServiceConfig) Model {
	return Model{
		Top:    "service_chip",
		Params: map[string]int{"CLK_HZ": cfg.UART.ClockHz, "BAUD": cfg.UART.Baud, "LANES": cfg.Lanes},
	}
}

// ServiceBoard is the chip in simulation, at its serial line. It belongs to one goroutine.
type ServiceBoard struct {
	p      *Proc
	cfg    ServiceConfig
	read   SerialReader
	frames service.Decoder
	bit    float64 // cycles
	leds   uint8
}

// NewServiceBoard takes a process of ServiceModel(cfg) that has just been reset.
func NewServiceBoard(p *Proc, cfg ServiceConfig) *ServiceBoard {
	bit := float64(cfg.UART.ClockHz) / float64(cfg.UART.Baud)
	return &ServiceBoard{p: p, cfg: cfg, read: SerialReader{UART: cfg.UART}, bit: bit}
}

// StartService builds the model if need be and starts it.
func StartService(ctx context.Context, cfg ServiceConfig) (*ServiceBoard, error) {
	p, err := Start(ctx, ServiceModel(cfg))
	if err != nil {
		return nil, err
	}
	return NewServiceBoard(p, cfg), nil
}

// Close ends the simulation.
func (b *ServiceBoard) Close() error { return b.p.Close() }

// LEDs returns the lamps after the latest Send: bit i is led_o[i].
func (b *ServiceBoard) LEDs() uint8 { return b.leds }

// Cycle is the number of cycles since reset.
func (b *ServiceBoard) Cycle() uint64 { return b.p.Cycle() }

// Send puts bytes on the line, without pauses and then idle cycles. It returns the bytes that the
// chip sent and that are complete.
func (b *ServiceBoard) Send(data []byte, idle uint64) (sent []byte, err error) {
	var w SerialWave
	w.Level(true, 1)
	for _, v := range data {
		w.Byte(v, b.bit, true)
	}
	w.Level(true, idle)
	r, err := b.p.Line(Line{Drive: "uart_rx_i", Watch: "uart_tx_o", Runs: w.Runs, Max: w.Cycles})
	if err != nil {
		return nil, err
	}
	b.leds = uint8(b.p.MustPort("led_o").Uint(r.Out))
	for _, t := range b.read.Read(r.Edges, b.p.Cycle()) {
		sent = append(sent, t.Byte)
	}
	if b.read.Bad > 0 {
		return sent, b.p.Mismatch("uart_tx_o", "a byte without stop bit", "bytes", "")
	}
	return sent, nil
}

// Exchange is Send, but returns the payloads of the frames that are complete.
func (b *ServiceBoard) Exchange(data []byte, idle uint64) (payloads [][]byte, err error) {
	sent, err := b.Send(data, idle)
	for _, v := range sent {
		if p := b.frames.Add(v); p != nil {
			payloads = append(payloads, append([]byte(nil), p...))
		}
	}
	if err == nil && b.frames.Bad > 0 {
		err = b.p.Mismatch("uart_tx_o", "a bad frame", "good frames", "")
	}
	return payloads, err
}

// ServiceRates is what BenchService measures: requests a second of one playout each, many in flight.
type ServiceRates struct {
	LoadRun float64 // each a position and its playout
	Run     float64 // the position stays
	// The same for a line of which one direction is never idle: clock and playouts do not matter.
	LoadRunLine, RunLine float64
}

// BenchService measures what the line and the lanes let through, from positions of random games after
// so many plies. Every response is checked against golden.
func BenchService(ctx context.Context, cfg ServiceConfig, plies int) (r ServiceRates, err error) {
	b, err := StartService(ctx, cfg)
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
	if r.LoadRun, err = b.rate(positions[:], true); err != nil {
		return r, err
	}
	r.Run, err = b.rate(positions[:], false)
	return r, err
}

// rate measures the rate of runs of one playout, with loads or without.
func (b *ServiceBoard) rate(positions []duo.Position, loads bool) (float64, error) {
	const (
		measured = 600 // runs
		warm     = 60  // not measured
		chunk    = 5   // runs that are sent at once
	)
	twin := service.Model{Lanes: b.cfg.Lanes}
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
			return 0, b.p.Mismatch("responses", "none", fmt.Sprintf("%x", want[0]), "run %d", answered)
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
				return 0, b.p.Mismatch("response", fmt.Sprintf("%x", g), fmt.Sprintf("%x", want[:min(1, len(want))]), "run %d", answered)
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
	seconds := float64(b.Cycle()-begun) / float64(b.cfg.UART.ClockHz)
	return measured / seconds, nil
}
