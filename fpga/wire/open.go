// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"github.com/creack/pty"
	"go.bug.st/serial"
	"golang.org/x/term"

	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// OpenSerial opens a serial port, or the slave of a pseudo-terminal, at 115200
// baud, 8 data bits, no parity, 1 stop bit.
func OpenSerial(path string) (*Line, error) {
	port, err := openPort(path, twin.DefaultContest.UART.Baud)
	if err != nil {
		return nil, err
	}
	return NewLine(port), nil
}

// OpenService opens the serial port of a board with the service, at service.Baud, and
// takes it over.
func OpenService(path string, limits Limits) (*Service, error) {
	port, err := openPort(path, service.Baud)
	if err != nil {
		return nil, err
	}
	return NewService(port, limits), nil
}

func openPort(path string, baud int) (serial.Port, error) {
	if path == "" {
		return nil, errors.New("wire: no serial port, want a path such as /dev/ttyUSB0")
	}
	port, err := serial.Open(path, &serial.Mode{BaudRate: baud, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit})
	if err != nil {
		return nil, fmt.Errorf("wire: %s: %w", path, err)
	}
	return port, nil
}

// Accept waits for a player to connect to the listener and closes the listener.
func Accept(ctx context.Context, l net.Listener) (*Line, error) {
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	conn, err := l.Accept()
	l.Close()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	return NewLine(conn), nil
}

// Terminal is a pseudo-terminal in place of a serial port. Its slave stays open here, so that hosts
// may come and go.
type Terminal struct {
	master, slave *os.File
}

var _ io.ReadWriteCloser = (*Terminal)(nil)

// OpenTerminal makes a pseudo-terminal that carries raw bytes.
func OpenTerminal() (*Terminal, error) {
	master, slave, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("wire: pseudo-terminal: %w", err)
	}
	t := &Terminal{master, slave}
	if _, err := term.MakeRaw(int(slave.Fd())); err != nil {
		t.Close()
		return nil, fmt.Errorf("wire: pseudo-terminal: %w", err)
	}
	return t, nil
}

// Path returns the path of the slave, for the host to open.
func (t *Terminal) Path() string { return t.slave.Name() }

// Read reads the host's bytes.
func (t *Terminal) Read(p []byte) (int, error) { return t.master.Read(p) }

// Write writes to the host.
func (t *Terminal) Write(p []byte) (int, error) { return t.master.Write(p) }

// Close closes both ends.
func (t *Terminal) Close() error {
	err := t.slave.Close()
	if e := t.master.Close(); err == nil {
		err = e
	}
	return err
}
