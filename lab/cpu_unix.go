//go:build unix

package lab

import (
	"syscall"
	"time"
)

// ProcessTime returns the processor time of this process and of the players' programs that have
// ended.
func ProcessTime() (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}
