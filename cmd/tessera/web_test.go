// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPageHost opens the page at an address that a browser can reach, whatever the server listens at.
func TestPageHost(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "127.0.0.1:8080", pageHost(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}))
	assert.Equal(t, "[::1]:8080", pageHost(&net.TCPAddr{IP: net.IPv6loopback, Port: 8080}))
	for _, all := range []string{"0.0.0.0:0", "[::]:0"} {
		l, err := net.Listen("tcp", all)
		if err != nil && all != "0.0.0.0:0" {
			continue // a machine without IPv6
		}
		require.NoError(t, err)
		c, err := net.Dial("tcp", pageHost(l.Addr().(*net.TCPAddr)))
		require.NoError(t, err)
		assert.False(t, c.RemoteAddr().(*net.TCPAddr).IP.IsUnspecified())
		c.Close()
		l.Close()
	}
}
