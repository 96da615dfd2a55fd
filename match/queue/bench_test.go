package queue

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
)

// tasksPerRun is how many tasks, which take no time, a benchmark has done in one go.
const tasksPerRun = 10_000

// runTasks has the tasks done again and again. Besides the time it tells the processor's time of a
// task, which does not depend on what else the machine does.
func runTasks(b *testing.B, q Queue) {
	before := processorTime(b)
	for b.Loop() {
		n := 0
		require.NoError(b, q.Run(b.Context(), numbered(tasksPerRun), func(Result) error { n++; return nil }))
		require.Equal(b, tasksPerRun, n)
	}
	used := processorTime(b) - before
	b.ReportMetric(float64(used.Microseconds())/float64(b.N*tasksPerRun), "cpu-µs/task")
}

// processorTime returns how much the process has used, all its threads together.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkLocal(b *testing.B) { runTasks(b, Local(runtime.NumCPU(), reply)) }

// BenchmarkEmbedded has match, worker and server in one process, without a socket.
func BenchmarkEmbedded(b *testing.B) {
	ns, err := startServer(&server.Options{DontListen: true, StoreDir: b.TempDir()})
	require.NoError(b, err)
	defer func() { ns.Shutdown(); ns.WaitForShutdown() }()
	s := Server{URL: "nats://embedded", more: []nats.Option{nats.InProcessServer(ns)}}
	work(b, s, Worker{Jobs: runtime.NumCPU(), Handler: reply})
	runTasks(b, dial(b, s, Match{}))
}
