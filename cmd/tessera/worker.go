// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/lab/training"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play/plural"
	"github.com/tessera-fpga/tessera/play/progress"
)

func newWorker() *cobra.Command {
	var server queue.Server
	var jobs int
	var allowed []string
	c := &cobra.Command{
		Use:   "worker",
		Short: "play games for matches and training on other machines",
		Long: `worker plays games of matches, and of self-play for training, that were started with the same
--nats URL, on any machine, until it is interrupted. It serves the same version of tessera only. If it
ends, for whatever reason, others play its games. A task is a pair of a match or a game of self-play.`,
		Example: `  tessera worker --nats nats://server:4222
  tessera worker --nats tls://server:4222 --nats-creds worker.creds --jobs 8
  tessera worker --nats nats://server:4222 --allow 'gtp:"pentobi-gtp --level 3"'`,
		Args: noArgs,
	}
	flags := c.Flags()
	natsFlags(flags, &server)
	intFlag(flags, &jobs, "jobs", 1, 1024, runtime.NumCPU(), "how many tasks to do at a time, `N`")
	flags.StringArrayVar(&allowed, "allow", nil, "a player that opens something on this machine, as the match has it, such as gtp:`COMMAND`, or what a player may open: file:PATH, host:HOST:PORT, serial:PATH; others do not play here")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if server.URL == "" {
			return badInputf("worker: want --nats URL (see %s --help)", c.CommandPath())
		}
		if err := checkNATS("worker", &server); err != nil {
			return err
		}
		for _, spec := range allowed {
			if err := match.CheckAllowed(spec); err != nil {
				return badInputf("worker: --allow %w", err)
			}
		}
		engine, err := engineVersion()
		if err != nil {
			return fmt.Errorf("worker: version: %w", err)
		}
		pool := match.NewPool(engine)
		defer pool.Close()

		log := c.ErrOrStderr()
		fmt.Fprintf(log, "worker: version %s\n", engine)
		bar := progress.Spin(log, "worker: waits for tasks")
		server.Log = func(line string) { bar.Print(log, "worker: "+line) }
		var done atomic.Int64
		err = queue.Work(c.Context(), server, queue.Worker{
			Version: engine,
			Jobs:    jobs,
			Handler: queue.ByKind(map[string]queue.Handler{
				match.TaskKind:    pool.Serve(allowed),
				training.TaskKind: training.Serve(engine),
			}),
			Progress: func(p queue.Progress) {
				done.Store(int64(p.Done))
				what := fmt.Sprintf("worker: %s done, %d under way", plural.Count(p.Done, "task", "tasks"), p.Running)
				if p.Matches == 0 {
					what += ", waits for tasks"
				}
				bar.Say(what)
			},
		})
		bar.Done()
		if c.Context().Err() != nil {
			fmt.Fprintf(log, "worker: %s done\n", plural.Count(done.Load(), "task", "tasks"))
			return err
		}
		return fmt.Errorf("worker: %w", err)
	}
	return c
}
