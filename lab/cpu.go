// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package lab

import (
	"time"

	"github.com/tessera-fpga/tessera/internal/cputime"
)

var begun = time.Now()

// ProcessTime returns the processor time of this process and of the players' programs that have
// ended; on systems that do not count it, the time since the program started.
func ProcessTime() time.Duration {
	if used := cputime.Process() + cputime.Children(); used > 0 {
		return used
	}
	return time.Since(begun)
}

// Every calls a function at intervals until the caller calls stop.
func Every(interval time.Duration, f func()) (stop func()) {
	ticker, done := time.NewTicker(interval), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				f()
			case <-done:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(done)
	}
}
