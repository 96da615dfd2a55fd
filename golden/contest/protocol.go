// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package contest has the protocol of the public Blokus Duo design contest, as of 2014 and later:
// the host's messages to a player at a serial line, its judgement of the answers, and the lines
// that it prints. The players and the line itself are the caller's.
//
//	host    player   meaning
//	0       1TT      who are you? two characters that name the team
//	2s      move     you make the first move; s is 5 for player 1, A for player 2
//	3sMMMM  move     the rival has begun with MMMM, you are next
//	4MMMM   move     the rival has made the move MMMM
//	9                the game is over
//
// A move has four characters; see [duo.ParseMove]. CR and LF between bytes have no meaning.
package contest

import (
	"fmt"
	"time"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// First bytes of messages.
const (
	Hello  = '0' // who are you?
	First  = '2' // side: make the first move
	Second = '3' // side and the rival's first move
	Next   = '4' // the rival's move
	Over   = '9' // the game is over
)

// Lengths of a player's answers in bytes.
const (
	IdentityLength = 3 // 1 and the team
	MoveLength     = 4
)

// Baud is the rate of the line in bits a second, 8 data bits without parity to a byte.
const Baud = 115_200

// MoveTime is the host's time limit for an answer.
const MoveTime = time.Second

// Identity is the first byte of the answer to Hello; the team's name follows.
const Identity = '1'

// sides are the bytes that name player 1 and player 2: their start squares.
const sides = "5A"

// Length returns the length in bytes of the message with the given first byte; ok is false if there
// is no such message.
func Length(first byte) (n int, ok bool) {
	switch first {
	case Hello, Over:
		return 1, true
	case First:
		return 2, true
	case Second:
		return 2 + MoveLength, true
	case Next:
		return 1 + MoveLength, true
	}
	return 0, false
}

// Side returns the player that a byte of a message names; ok is false if the byte names no player.
func Side(b byte) (p duo.Player, ok bool) {
	switch b {
	case sides[duo.Player1]:
		return duo.Player1, true
	case sides[duo.Player2]:
		return duo.Player2, true
	}
	return 0, false
}

// Turn returns the message that requests a move in pos. rival is the rival's latest move as the
// rival wrote it; it does not matter in the first turn of a game.
func Turn(pos *duo.Position, rival string) string {
	side := sides[pos.ToMove()]
	switch pos.Plies() {
	case 0:
		return fmt.Sprintf("%c%c", First, side)
	case 1:
		return fmt.Sprintf("%c%c%s", Second, side, rival)
	}
	return fmt.Sprintf("%c%s", Next, rival)
}

// StartLine is the line that the host prints first: the teams, with a star after the team that
// moves first.
func StartLine(teams [2]string, first duo.Player) string {
	teams[first] += " *"
	return fmt.Sprintf(">> %s vs %s", teams[0], teams[1])
}

// EndLine is the last line that the host prints of a game that ended by the rules. The squares left
// decide, regardless of the scores.
func EndLine(pos *duo.Position) string {
	outcome := "Draw game."
	if w, ok := Winner(pos); ok {
		outcome = fmt.Sprintf("Player %d won the game!", w+1)
	}
	return fmt.Sprintf("** Tiles: %d / %d, Score: %d / %d. %s",
		pos.SquaresLeft(duo.Player1), pos.SquaresLeft(duo.Player2),
		pos.Score(duo.Player1), pos.Score(duo.Player2), outcome)
}

// ViolationLine is the last line that the host prints of a game lost by a violation; pos is the
// position before it.
func ViolationLine(pos *duo.Position, loser duo.Player, code Code) string {
	left1, left2 := pos.SquaresLeft(duo.Player1), pos.SquaresLeft(duo.Player2)
	return fmt.Sprintf("** Player %d lost the game by violation (code %d). Tiles: %d / %d, Score: %d / %d",
		loser+1, code, left1, left2, -left1, -left2)
}

// Winner returns the player with fewer squares left; ok is false if the numbers are equal.
func Winner(pos *duo.Position) (winner duo.Player, ok bool) {
	left1, left2 := pos.SquaresLeft(duo.Player1), pos.SquaresLeft(duo.Player2)
	if left1 > left2 {
		return duo.Player2, true
	}
	return duo.Player1, left1 < left2
}
