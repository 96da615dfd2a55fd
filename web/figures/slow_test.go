// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSlow fetches two files at once: together they take as long as the line's rate and the delay
// say, and come whole.
func TestSlow(t *testing.T) {
	t.Parallel()
	const size = slowRate / 10
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := &http.Server{Handler: late(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, size)) }))}
	go server.Serve(newSlowListener(l))
	t.Cleanup(func() { server.Close() })
	began := time.Now()
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			r, err := http.Get("http://" + l.Addr().String())
			if !assert.NoError(t, err) {
				return
			}
			defer r.Body.Close()
			text, err := io.ReadAll(r.Body)
			assert.NoError(t, err)
			assert.Len(t, text, size)
		})
	}
	both.Wait()
	least := slowDelay + time.Second/5
	assert.GreaterOrEqual(t, time.Since(began), least)
}
