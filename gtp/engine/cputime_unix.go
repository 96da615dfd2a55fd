//go:build unix

package engine

import (
	"errors"
	"syscall"
)

// cpuSeconds returns the processor time of the program and of its children that have ended.
func cpuSeconds() (float64, error) {
	var own, children syscall.Rusage
	if err := errors.Join(syscall.Getrusage(syscall.RUSAGE_SELF, &own), syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children)); err != nil {
		return 0, err
	}
	seconds := 0.0
	for _, t := range []syscall.Timeval{own.Utime, own.Stime, children.Utime, children.Stime} {
		seconds += float64(t.Sec) + float64(t.Usec)/1e6
	}
	return seconds, nil
}
