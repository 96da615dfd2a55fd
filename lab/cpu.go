package lab

import (
	"context"
	"time"
)

// watch ends a run when it has used up its processor time.
func watch(ctx context.Context, limit time.Duration, stop context.CancelCauseFunc) {
	begun := ProcessTime()
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if ProcessTime()-begun >= limit {
				stop(ErrTime)
				return
			}
		}
	}
}
