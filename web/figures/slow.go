// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// A slow network, as a phone may have: all connections share slowRate, and each answer begins
// slowDelay after its request. The server slows its answers down, and not Chromium: Chromium's own
// emulation leaves out the requests of workers.
const (
	slowRate  = 1_600_000 / 8 // bytes in a second
	slowDelay = 150 * time.Millisecond
	slowPart  = 1 << 10 // bytes sent at once
)

// slowListener is a listener at the end of the slow network.
type slowListener struct {
	net.Listener
	line *slowLine
}

func newSlowListener(l net.Listener) slowListener { return slowListener{l, &slowLine{}} }

func (l slowListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return slowConn{c, l.line}, nil
}

// slowLine is the line that the connections share.
type slowLine struct {
	mu   sync.Mutex
	free time.Time // when the line has sent everything so far
}

// wait returns when the line has sent n bytes more.
func (l *slowLine) wait(n int) {
	l.mu.Lock()
	if now := time.Now(); l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(n) * time.Second / slowRate)
	until := l.free
	l.mu.Unlock()
	time.Sleep(time.Until(until))
}

type slowConn struct {
	net.Conn
	line *slowLine
}

func (c slowConn) Write(p []byte) (n int, err error) {
	for len(p) > 0 && err == nil {
		part := p[:min(len(p), slowPart)]
		c.line.wait(len(part))
		var sent int
		sent, err = c.Conn.Write(part)
		n += sent
		p = p[sent:]
	}
	return n, err
}

// late answers slowDelay later.
func late(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(slowDelay)
		h.ServeHTTP(w, r)
	})
}
