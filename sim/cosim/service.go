// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"context"
	"time"

	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// ServiceConfig is a configuration of the playout service.
type ServiceConfig struct {
	UART  twin.UART // the clock must be at least 4 times the baud rate
	Lanes int
	// Leaves selects the leaf service of a tree search.
	Leaves bool
}

// ServiceModel is the chip with the playout lanes as a service, or the leaf service.
func ServiceModel(cfg ServiceConfig) verilator.Model {
	top := "service_chip"
	if cfg.Leaves {
		top = "leaf_chip"
	}
	return verilator.Model{
		Top:    top,
		Params: map[string]int{"CLK_HZ": cfg.UART.ClockHz, "BAUD": cfg.UART.Baud, "LANES": cfg.Lanes},
	}
}

// ServiceBoard is the simulated chip, seen from its serial line. Only one goroutine may use it.
type ServiceBoard struct {
	p      *verilator.Proc
	cfg    ServiceConfig
	read   SerialReader
	frames service.Decoder
	bit    float64 // cycles of a bit
	leds   uint8
	active uint64 // last cycle with busy lines
}

// NewServiceBoard takes a process of ServiceModel(cfg) after a reset.
func NewServiceBoard(p *verilator.Proc, cfg ServiceConfig) *ServiceBoard {
	bit := float64(cfg.UART.ClockHz) / float64(cfg.UART.Baud)
	return &ServiceBoard{p: p, cfg: cfg, read: SerialReader{UART: cfg.UART}, bit: bit}
}

// StartService builds the model if necessary and starts it.
func StartService(ctx context.Context, cfg ServiceConfig) (*ServiceBoard, error) {
	p, err := verilator.Start(ctx, ServiceModel(cfg))
	if err != nil {
		return nil, err
	}
	return NewServiceBoard(p, cfg), nil
}

// Close ends the simulation.
func (b *ServiceBoard) Close() error { return b.p.Close() }

// LEDs returns the lamps after the latest Send: bit i is led_o[i].
func (b *ServiceBoard) LEDs() uint8 { return b.leds }

// Mismatch describes a difference in the last cycle; see [Proc.Mismatch].
func (b *ServiceBoard) Mismatch(signal string, got, want any, format string, args ...any) error {
	return b.p.Mismatch(signal, got, want, format, args...)
}

// Cycle is the number of cycles since reset.
func (b *ServiceBoard) Cycle() uint64 { return b.p.Cycle() }

// Send puts bytes on the line without pauses, and then idle cycles. It returns the complete bytes
// that the chip sent.
func (b *ServiceBoard) Send(data []byte, idle uint64) (sent []byte, err error) {
	var w SerialWave
	w.Level(true, 1)
	for _, v := range data {
		w.Byte(v, b.bit, true)
	}
	w.Level(true, idle)
	r, err := b.p.Line(verilator.Line{Drive: "uart_rx_i", Watch: "uart_tx_o", Runs: w.Runs, Max: w.Cycles})
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

// Thinking reports whether a game is on or a request waits.
func (b *ServiceBoard) Thinking() bool { return b.leds&(1<<1|1<<2) != 0 }

// Pass lets at most a thousandth of a second of the chip's time pass. The given bytes arrive at the
// beginning. Pass returns the bytes that the chip sent and the time that passed. calm reports that
// nothing further would happen without new bytes.
func (b *ServiceBoard) Pass(arriving []byte) (sent []byte, elapsed time.Duration, calm bool, err error) {
	clock, before := uint64(b.cfg.UART.ClockHz), b.p.Cycle()
	if sent, err = b.Send(arriving, clock/1000); err != nil {
		return sent, 0, false, err
	}
	if len(arriving)+len(sent) > 0 || b.Thinking() {
		b.active = b.p.Cycle()
	}
	// This is longer than a request takes when no game is on.
	calm = b.p.Cycle() > b.active+clock/100
	return sent, time.Duration(float64(b.p.Cycle()-before) / float64(clock) * float64(time.Second)), calm, nil
}

// Exchange is Send, but returns the payloads of the complete frames.
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
