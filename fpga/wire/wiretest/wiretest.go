// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package wiretest connects tests to lines in the ways of hosts and boards.
package wiretest

import (
	"io"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/wire"
)

// Kind is a way to connect a board.
type Kind struct {
	Name string
	// Make returns the host's end and the board's.
	Make func(t *testing.T) (*wire.Line, io.ReadWriteCloser)
}

// Kinds are all ways to connect a board that need no hardware.
var Kinds = []Kind{{"tcp", tcp}, {"pty", terminal}}

func tcp(t *testing.T) (*wire.Line, io.ReadWriteCloser) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	dialled := make(chan net.Conn, 1)
	go func() {
		conn, err := net.Dial("tcp", l.Addr().String())
		assert.NoError(t, err)
		dialled <- conn
	}()
	line, err := wire.Accept(t.Context(), l)
	require.NoError(t, err)
	return line, <-dialled
}

func terminal(t *testing.T) (*wire.Line, io.ReadWriteCloser) {
	terminal, err := wire.OpenTerminal()
	require.NoError(t, err)
	line, err := wire.OpenSerial(terminal.Path())
	require.NoError(t, err)
	return line, terminal
}
