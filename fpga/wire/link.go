// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire

import (
	"fmt"
	"io"
	"sync"

	"github.com/tessera-fpga/tessera/golden/service"
)

// link writes and reads the frames of a service in the background.
type link struct {
	line io.ReadWriteCloser
	peer peer

	mu     sync.Mutex
	change sync.Cond // signals a change of any field that mu guards
	err    error     // reason why the service is closed, or has given up
	closed bool
	out    []byte // frames to write
}

// peer is the service of a link. The link holds mu when it calls a method.
type peer interface {
	receive(payload []byte) // takes a good frame
	damaged()               // takes note of a damaged frame
	die(err error)          // closes the link for good
}

// begin takes over the line. The caller holds mu.
func (l *link) begin(line io.ReadWriteCloser, p peer) {
	l.line, l.peer = line, p
	l.change.L = &l.mu
	go l.write()
	go l.read()
}

// Close closes the line. What waits for an answer ends with ErrClosed.
func (l *link) Close() error {
	l.end(ErrClosed)
	return l.line.Close()
}

func (l *link) end(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.peer.die(err)
}

// write writes the frames to the line.
func (l *link) write() {
	for {
		l.mu.Lock()
		for len(l.out) == 0 && !l.closed {
			l.change.Wait()
		}
		out, end := l.out, l.closed
		l.out = nil
		l.mu.Unlock()
		if end {
			return
		}
		if _, err := l.line.Write(out); err != nil {
			l.end(fmt.Errorf("wire: %w", err))
			return
		}
	}
}

// read takes frames from the line.
func (l *link) read() {
	var decoder service.Decoder
	buf := make([]byte, 4096)
	for {
		n, err := l.line.Read(buf)
		l.mu.Lock()
		for _, b := range buf[:n] {
			bad := decoder.Bad
			if payload := decoder.Add(b); payload != nil {
				l.peer.receive(payload)
			} else if decoder.Bad > bad {
				l.peer.damaged()
			}
		}
		if err != nil {
			l.peer.die(fmt.Errorf("wire: the line is dead: %w", err))
		}
		l.mu.Unlock()
		if err != nil {
			return
		}
	}
}
