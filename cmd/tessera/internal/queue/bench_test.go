package queue

import (
	"runtime"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
)

// tasksPerRun is how many tasks, which take no time, a benchmark has done in one go.
const tasksPerRun = 10_000

func BenchmarkLocal(b *testing.B) {
	q := Local(runtime.NumCPU(), reply)
	for b.Loop() {
		c := collect(b)
		require.NoError(b, q.Run(b.Context(), numbered(tasksPerRun), c.done))
		c.each(tasksPerRun)
	}
}

// BenchmarkEmbedded has match, worker and server in one process, without a socket.
func BenchmarkEmbedded(b *testing.B) {
	ns, err := startServer(&server.Options{DontListen: true, StoreDir: b.TempDir()})
	require.NoError(b, err)
	defer func() { ns.Shutdown(); ns.WaitForShutdown() }()
	s := Server{URL: "nats://embedded", more: []nats.Option{nats.InProcessServer(ns)}}
	work(b, s, Worker{Jobs: runtime.NumCPU(), Handler: reply})
	r := dial(b, s, Match{})
	for b.Loop() {
		c := collect(b)
		require.NoError(b, r.Run(b.Context(), numbered(tasksPerRun), c.done))
		c.each(tasksPerRun)
	}
}
