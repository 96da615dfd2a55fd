//go:build !unix

package lab

import "time"

var begun = time.Now()

// ProcessTime returns the time since the program began: such systems have no other one here.
func ProcessTime() time.Duration { return time.Since(begun) }
