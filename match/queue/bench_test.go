// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build unix

package queue

import (
	"runtime"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/internal/cputime"
)

// tasksPerRun is the number of tasks in one run of a benchmark. The tasks take no time.
const tasksPerRun = 10_000

// runTasks benchmarks a queue. It also reports the CPU time per task, which does not depend on the
// machine's other load.
func runTasks(b *testing.B, q Queue) {
	before := cputime.Process()
	for b.Loop() {
		n := 0
		require.NoError(b, q.Run(b.Context(), numbered(tasksPerRun), func(Result) error { n++; return nil }))
		require.Equal(b, tasksPerRun, n)
	}
	used := cputime.Process() - before
	b.ReportMetric(float64(used.Microseconds())/float64(b.N*tasksPerRun), "cpu-µs/task")
}

func BenchmarkLocal(b *testing.B) { runTasks(b, Local(runtime.NumCPU(), reply)) }

// BenchmarkEmbedded runs match, worker and server in one process, without a socket.
func BenchmarkEmbedded(b *testing.B) {
	ns, err := startServer(&server.Options{DontListen: true, StoreDir: b.TempDir()})
	require.NoError(b, err)
	defer func() { ns.Shutdown(); ns.WaitForShutdown() }()
	s := Server{URL: "nats://embedded", more: []nats.Option{nats.InProcessServer(ns)}}
	work(b, s, Worker{Jobs: runtime.NumCPU(), Handler: reply})
	runTasks(b, dial(b, s, Match{}))
}
