// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tessera-fpga/tessera/golden/contest"
)

// Board is a contest player at the other end of a line. It handles the bytes and their times;
// package contest has their meaning.
type Board struct {
	Line    *Line
	Timeout time.Duration // time for a move; also the time after which Hello is sent again
	Start   time.Duration // time for the answer to Hello in all; 0: no limit
}

// Identify sends Hello, repeats it after each time-out, and reads the team's name.
func (b *Board) Identify(ctx context.Context) (string, error) {
	began := time.Now()
	for {
		if err := b.Line.Write(string(contest.Hello)); err != nil {
			return "", err
		}
		answer, err := b.Line.Read(ctx, contest.IdentityLength, b.Timeout)
		if err == nil {
			return answer[1:], nil
		}
		if !errors.Is(err, ErrTimeout) {
			return "", err
		}
		if b.Start > 0 && time.Since(began) >= b.Start {
			return "", fmt.Errorf("wire: the board has not said who it is within %v", b.Start)
		}
	}
}

// Move sends a request for a move and reads the answer. The error is ErrTimeout if the answer does
// not come in time.
func (b *Board) Move(ctx context.Context, message string) (string, error) {
	if err := b.Line.Write(message); err != nil {
		return "", err
	}
	return b.Line.Read(ctx, contest.MoveLength, b.Timeout)
}

// Over tells the board that the game is over.
func (b *Board) Over() error { return b.Line.Write(string(contest.Over)) }
