package firmware

// Ports of the processor in module processor_core, that it reads.
const (
	InCommand  = 0 // bit 15: there is one; 14..13 what, 12 player, 11 pass
	InMove     = 1 // of it
	InStop     = 2 // bit 0: the search is to stop
	InLane     = 3 // bit 0: the command to the lane waits; 1: playouts wait; 2, 3: those of root 0, 1 are done
	InSum0     = 4 // of the margins of root 0,
	InSum1     = 5 // and of root 1
	InSeedLow  = 6
	InSeedHigh = 7
	InLimit    = 8 // leaves of a search
)

// Ports that it writes.
const (
	OutAccept   = 0  // take the command
	OutMove     = 1  // of the answer,
	OutLeaves   = 2  // and its number of leaves
	OutAnswer   = 4  // bit 0: ok; 1: pass
	OutAllowed  = 5  // of the row that is loaded next
	OutCorners  = 6  // likewise
	OutLane     = 7  // command to the lane: bit 6 turn, not load; 5 root, 4 player, 3..0 row
	OutSeedLow  = 8  // of the next playout
	OutSeedHigh = 9  // likewise
	OutGo       = 10 // bit 0: play that root out
)
