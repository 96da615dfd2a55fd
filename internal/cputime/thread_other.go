// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build !linux

package cputime

import "time"

// Thread returns 0: only Linux counts the processor time of a thread.
func Thread() time.Duration { return 0 }
