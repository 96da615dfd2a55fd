//go:build !unix

package engine

import "errors"

// cpuSeconds fails: only Unix tells the processor time in a way that the program knows.
func cpuSeconds() (float64, error) { return 0, errors.ErrUnsupported }
