// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build !unix

package cputime

import "time"

// Process returns 0: this system's count is not read.
func Process() time.Duration { return 0 }

// Children returns 0: this system's count is not read.
func Children() time.Duration { return 0 }
