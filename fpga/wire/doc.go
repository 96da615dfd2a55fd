// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package wire is the computer's end of the serial line to real and simulated boards: boards that
// play at the host program of the public Blokus Duo design contest, and boards with the service
// port, whose playout lanes a program can use.
//
// # The contest's boards
//
// 115200 baud, 8 data bits, no parity, 1 stop bit; or the same bytes over TCP. Package contest
// (golden/contest) has the messages, which have no end mark: the host writes a message and reads an
// answer of fixed length, ignoring CR and LF anywhere. A move has a time limit, from the end of the
// host's writing to the fourth byte read. Bytes beyond the answer are kept: they begin the next
// answer.
//
// # The service port
//
// A board with the configuration service (make bitstream CONFIG=service) does requests in frames,
// see service.Version for their bytes: load a position, play games out from it, name a move.
// OpenService opens its serial port; Service keeps many requests in flight, each of them a Call. A
// board with the configuration leaves values the leaves of a tree search: leaves.go.
//
// A line loses and damages bytes, and another program may have used it a moment ago. The board
// answers all undamaged requests in order, and each frame has a CRC. From these two facts a Service
// builds a reliable line:
//
//	           handshake done             request written
//	syncing ---------------------> ready ---------------> ready, calls in flight
//	 ^  |  ^                         |                       |
//	 |  |  +-------------------------+-----------------------+
//	 |  |      a deadline passes; a damaged frame; a response out of order, by id
//	 |  |      and kind, or one that makes no sense
//	 |  | Limits.Tries handshakes without a response to a call between them:
//	 |  v all calls end with an error
//	down               and from every state, when the line fails or at Close:  closed
//
// syncing: a handshake is under way. It is a CANCEL, so that the board drops its work, and 6 INFOs
// with random ids. When these ids come back in a row, neither the line nor the board holds anything
// older. The n responses to an earlier program's requests can pass for the handshake's six with a
// chance of at most n/2^48, and only if they answer INFOs: less than 10^-11 for all requests in a
// board's queue. After the deadline of a handshake a new one with fresh ids begins.
//
// ready: the Service first loads again the roots that hold a position, then sends all unanswered
// requests again in their order, and then new ones. It takes a response only if it answers the
// oldest request. A RUN and a PICK depend only on the position and their own numbers, so that doing
// them twice is harmless. Requests before a CANCEL are not sent again: they end as cancelled, with
// no playouts.
//
// down: the next Send begins with a handshake. A root whose LOAD was given up holds no position any
// more: until it is loaded again, its requests get the status NotLoaded.
//
// closed: all calls end with the error, now and later.
//
// Each call therefore ends with the right response or an error. The exception is a damaged frame
// with a good CRC: one in 65,536 of the frames with more than 16 changed bits in a row.
package wire
