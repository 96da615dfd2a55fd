// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package progress

import "io"

// IsTerminal returns false: a browser has no terminal. Its build leaves out the terminal's bars and
// what they import, which is as large as a game.
func IsTerminal(any) bool { return false }

// CanErase returns false: there is no terminal.
func CanErase(any) bool { return false }

// Bar is a line that shows an activity; in a browser there is none.
type Bar struct{}

// Start returns a bar that shows nothing.
func Start(io.Writer, string) *Bar { return nil }

// Done has no line to erase.
func (b *Bar) Done() {}
