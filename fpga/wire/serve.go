// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// Chip is a simulated board, seen from its serial line.
type Chip interface {
	// Pass lets time pass, with bytes arriving at the chip. It returns the chip's bytes and the
	// time that passed in the chip's world. calm means that nothing further would happen without
	// new bytes; otherwise Pass must be called again.
	Pass(arriving []byte) (sent []byte, elapsed time.Duration, calm bool, err error)
	// Thinking reports whether an answer is due.
	Thinking() bool
}

// Serve connects a chip to a line until ctx is done or the line ends, which is no error. While the
// chip thinks, its time runs at full speed. At other times it runs no faster than real time, so
// that time-outs within messages keep their meaning. While nothing happens the chip's time stops.
func Serve(ctx context.Context, chip Chip, rw io.ReadWriter) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	arriving := make(chan []byte, 16)
	ended := make(chan error, 1)
	go func() {
		for {
			buf := make([]byte, 256)
			n, err := rw.Read(buf)
			if n > 0 {
				select {
				case arriving <- buf[:n]:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				ended <- err
				return
			}
		}
	}()
	calm := true
	for {
		var bytes []byte
		if calm {
			select {
			case bytes = <-arriving:
			case err := <-ended:
				if errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) {
					return nil
				}
				return fmt.Errorf("wire: the line is dead: %w", err)
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		for more := true; more; {
			select {
			case b := <-arriving:
				bytes = append(bytes, b...)
			default:
				more = false
			}
		}
		began := time.Now()
		sent, elapsed, nowCalm, err := chip.Pass(bytes)
		if err != nil {
			return err
		}
		calm = nowCalm
		if len(sent) > 0 {
			if _, err := rw.Write(sent); err != nil {
				if errors.Is(err, io.ErrClosedPipe) {
					return nil
				}
				return fmt.Errorf("wire: write %q: %w", sent, err)
			}
		}
		if ahead := elapsed - time.Since(began); ahead > 0 && !calm && !chip.Thinking() {
			select {
			case <-time.After(ahead):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}
