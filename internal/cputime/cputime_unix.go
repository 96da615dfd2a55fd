// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Process returns the processor time of this process, over all threads.
func Process() time.Duration { return of(syscall.RUSAGE_SELF) }

// Children returns the processor time of all programs that this process has started and that have
// ended.
func Children() time.Duration { return of(syscall.RUSAGE_CHILDREN) }

func of(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
