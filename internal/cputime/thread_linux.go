// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// Thread returns the processor time of the calling thread.
func Thread() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
