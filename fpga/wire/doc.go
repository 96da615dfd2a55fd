// Package wire is the computer's end of the serial line, with boards that are real or in
// simulation: boards that play at the host program of the public Blokus Duo design contest,
// and the service port, by which a program uses the playout lanes of a board.
//
// # The contest's boards
//
// 115200 baud, 8 data bits, no parity, 1 stop bit; or the same bytes over TCP. Package
// contest (golden/contest) has the messages. Nothing marks the end of one: the host writes
// it and reads an answer of fixed length, dropping CR and LF wherever they stand. A move has
// a time limit, from the end of the host's writing to the fourth byte read. Bytes beyond the
// answer are not thrown away: they are the beginning of the next one.
//
// # The service port
//
// A board with the configuration service (make bitstream CONFIG=service) does requests in
// frames, see service.Version for their bytes: load a position, play so many games
// out from it, name a move. OpenService opens its serial port; Service keeps many requests
// in flight, and a Call is one of them. A board with the configuration leaves values the leaves
// of a tree search: leaves.go.
//
// A line loses and damages bytes, and may have been in use a moment ago. The board answers all
// undamaged requests in order, and each frame has a CRC; upon that a Service builds the rest:
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
// syncing: a handshake is under way. It is a CANCEL, so that the board drops what it is doing,
// and 6 INFOs with random ids. When these ids come back in a row nothing older is on the line
// or in the board. Of n responses to requests of a program before, six in a row pass for those
// of the handshake with a chance of at most n/2^48, and only if they are of INFOs: less than
// 10^-11 for all that a board's queue holds. A handshake that is not done when its deadline
// passes is followed by one with fresh ids.
//
// ready: first the roots are loaded again that hold a position, then all requests without a
// response are sent again in their order, and new ones behind them. A response is taken only if
// it is that of the oldest request. A RUN and a PICK depend on the position and their own numbers
// alone, so it does not matter that they may be done twice. What stands in front of a CANCEL is
// not sent again: it ends as cancelled, with no playouts.
//
// down: the next Send begins with a handshake. A root whose LOAD was given up holds nothing from
// then on: until it is loaded again, requests get the status NotLoaded.
//
// closed: all calls end with the error, now and later.
//
// So each call ends, with the right response or an error, but for frames that are damaged and
// have a good CRC all the same: of those that have more than 16 bits in a row changed one in
// 65,536.
package wire
