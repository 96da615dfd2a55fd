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
// in flight.
package wire
