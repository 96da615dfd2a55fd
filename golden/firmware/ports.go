// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

// Ports of the processor in module processor_core that the program reads.
const (
	InCommand  = 0 // bit 15: a command waits; 14..13 its kind, 12 player, 11 pass
	InMove     = 1 // move of the command
	InStop     = 2 // bit 0: the search must stop
	InLane     = 3 // bit 0: a command to the lane waits; 1: playouts wait; 2, 3: playouts of root 0, 1 are finished
	InSum0     = 4 // sum of the margins of root 0
	InSum1     = 5 // sum of the margins of root 1
	InSeedLow  = 6
	InSeedHigh = 7
	InLimit    = 8 // leaves of a search
	InTable    = 9 // the word of the tables at OutTable's address, from the second cycle after the write on
)

// Ports of the processor that the program writes.
const (
	OutAccept   = 0  // take the command
	OutMove     = 1  // move of the answer
	OutLeaves   = 2  // number of leaves of the answer
	OutAnswer   = 4  // bit 0: ok; 1: pass
	OutAllowed  = 5  // allowed squares of the row that is loaded next
	OutCorners  = 6  // corners of the row that is loaded next
	OutLane     = 7  // command to the lane: bit 6 turn, not load; 5 root, 4 player, 3..0 row
	OutSeedLow  = 8  // seed of the next playout, low half
	OutSeedHigh = 9  // seed of the next playout, high half
	OutGo       = 10 // bit 0: the root to play out
	OutTable    = 11 // an address in the tables
)

// portNames are the ports under the sources' names. A port that is read and one that is written
// share a name only if they have the same meaning.
var portNames = map[string]int{
	"COMMAND": InCommand, "COMMAND_MOVE": InMove, "STOP": InStop, "LANE_STATE": InLane, "SUM_0": InSum0, "SUM_1": InSum1,
	"SEED_LOW": InSeedLow, "SEED_HIGH": InSeedHigh, "LIMIT": InLimit, "TABLE_WORD": InTable,
	"ACCEPT": OutAccept, "ANSWER_MOVE": OutMove, "ANSWER_LEAVES": OutLeaves, "ANSWER": OutAnswer,
	"ROW_ALLOWED": OutAllowed, "ROW_CORNERS": OutCorners, "LANE": OutLane,
	"LANE_SEED_LOW": OutSeedLow, "LANE_SEED_HIGH": OutSeedHigh, "LANE_GO": OutGo, "TABLE": OutTable,
}
