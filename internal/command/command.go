// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package command runs the small programs that make targets call.
package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Main runs a program. Ctrl-C and SIGTERM end its context. After an error it prints the error behind
// the prefix, and exits with status 1.
func Main(prefix string, run func(ctx context.Context) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", prefix, err)
		os.Exit(1)
	}
}
