// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package boardtest provides a board for tests of its clients: the reference model of the contest's
// player, which answers as soon as it has the bytes.
package boardtest

import (
	"errors"
	"io"
	"sync"

	"github.com/tessera-fpga/tessera/golden/twin"
)

// Board is a board. It is safe for concurrent use.
type Board struct {
	mu    sync.Mutex
	cfg   twin.ContestConfig
	model *twin.ContestPlayer
	now   uint64 // cycle
}

// New returns a board of team "TS" after reset. It searches one ply.
func New() (*Board, error) {
	cfg := twin.DefaultContest
	cfg.UART = twin.UART{ClockHz: 160_000, Baud: 10_000}
	cfg.MoveMS, cfg.Depth = 400, 1
	model, err := twin.NewContestPlayer(cfg)
	return &Board{cfg: cfg, model: model}, err
}

// Tell sends bytes to the board and returns the board's answer.
func (b *Board) Tell(bytes []byte) (answer []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	byteTime := uint64(10 * b.cfg.UART.ClockHz / b.cfg.UART.Baud)
	for _, c := range bytes {
		b.now += byteTime
		b.model.Receive(twin.TimedByte{Cycle: b.now - 5, Byte: c})
	}
	// This gap is shorter than the gap that ends a message, because a message may come in parts.
	wait := uint64(b.cfg.UART.ClockHz / 1000 * (b.cfg.HelloMS + 10))
	for first := true; first || b.model.Thinking(); first = false {
		b.now += wait
		for _, sent := range b.model.Run(b.now) {
			answer = append(answer, sent.Byte)
		}
	}
	b.now += wait
	for _, sent := range b.model.Run(b.now) {
		answer = append(answer, sent.Byte)
	}
	return answer
}

// Serve answers the messages on a line until the line ends.
func (b *Board) Serve(line io.ReadWriter) error {
	buf := make([]byte, 64)
	for {
		n, err := line.Read(buf)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := line.Write(b.Tell(buf[:n])); err != nil {
			return err
		}
	}
}
