// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package progress shows the progress of slow work on a terminal. On other streams it shows
// nothing.
package progress

import (
	"fmt"
	"io"
)

// Announce shows a slow activity until done is called: with a spinner on a terminal, with a line
// elsewhere.
func Announce(log io.Writer, what string) (done func()) {
	if !IsTerminal(log) {
		fmt.Fprintln(log, what)
	}
	return Start(log, what).Done
}
