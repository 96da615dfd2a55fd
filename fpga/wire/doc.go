// Package wire is the computer's end of the serial line, with boards that are real or in
// simulation. It does what the host program of the public Blokus Duo design contest
// does, in its form of 2014 and later; and it is the client of the service port, by
// which a program uses the playout lanes of a board.
//
// # The contest's protocol
//
// 115200 baud, 8 data bits, no parity, 1 stop bit; or the same bytes over TCP.
// Nothing marks the end of a message. The host writes one and reads an answer
// of fixed length, dropping CR and LF wherever they stand:
//
//	host           board
//	0              1 and two characters that name the team
//	2 side         move: you move first; side is 5 (player 1) or A (player 2)
//	3 side move    move: this is the rival's first move, you move second
//	4 move         move: this is the rival's move (0000: he passed)
//	9              nothing: the game is over
//
// A move is four characters, see duo.ParseMove. Each one has a time limit,
// from the end of the host's writing to the fourth byte read. Bytes beyond the
// answer are not thrown away: they are the beginning of the next one.
//
// # The service port
//
// A board with the configuration service (make bitstream CONFIG=service) does requests in
// frames, see service.Version for their bytes: load a position, play so many games
// out from it, name a move. OpenService opens its serial port; Service keeps many requests
// in flight.
package wire
