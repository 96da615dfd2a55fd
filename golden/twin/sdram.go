// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"fmt"
	"math"
	"time"
)

// SDRAMTimings are the times that an SDRAM requires of its controller. Times without a remark are
// minima.
type SDRAMTimings struct {
	PowerUp time.Duration // without a command, once the clock runs
	RCD     time.Duration // ACTIVE to READ or WRITE
	RP      time.Duration // PRECHARGE to ACTIVE
	RAS     time.Duration // ACTIVE to PRECHARGE
	RASMax  time.Duration // maximum of RAS
	RC      time.Duration // ACTIVE to ACTIVE, same bank; at most RAS + RP
	RRD     time.Duration // ACTIVE to ACTIVE, another bank
	RFC     time.Duration // REFRESH to the next command
	WR      time.Duration // last word written to PRECHARGE, and at least 2 cycles
	MRD     time.Duration // MODE to the next command, and at least 2 cycles
	CK2     time.Duration // least period of the clock with a CAS latency of 2
	CK3     time.Duration // least period of the clock with a CAS latency of 3
	Refresh time.Duration // maximum: each row must be refreshed once in this time
}

// SDRAMParts are the parts of present and past ULX3S boards: 16 bits wide, 4 banks of 8,192 rows,
// in their slowest speed grade. Data sheets: Micron MT48LC16M16A2 (256Mb SDRAM, -75), Alliance
// Memory AS4C16M16SA and AS4C32M16SB (table 16, -7; AS4C32M16SB has twice as many columns), ISSI
// IS42S16160G (-7), Winbond W9825G6KH (-75).
var SDRAMParts = map[string]SDRAMTimings{
	"MT48LC16M16A2-75": {
		PowerUp: 100 * time.Microsecond, RCD: 20, RP: 20, RAS: 44, RASMax: 120_000, RC: 66, RRD: 15, RFC: 66,
		WR: 15, MRD: 15, CK2: 10, CK3: 8, Refresh: 64 * time.Millisecond,
	},
	"AS4C16M16SA-7": {
		PowerUp: 200 * time.Microsecond, RCD: 21, RP: 21, RAS: 42, RASMax: 120_000, RC: 63, RRD: 14, RFC: 63,
		WR: 14, MRD: 14, CK2: 10, CK3: 7, Refresh: 64 * time.Millisecond,
	},
	"AS4C32M16SB-7": {
		PowerUp: 200 * time.Microsecond, RCD: 21, RP: 21, RAS: 42, RASMax: 100_000, RC: 63, RRD: 14, RFC: 63,
		WR: 14, MRD: 14, CK2: 10, CK3: 7, Refresh: 64 * time.Millisecond,
	},
	"IS42S16160G-7": {
		PowerUp: 100 * time.Microsecond, RCD: 20, RP: 20, RAS: 44, RASMax: 100_000, RC: 63, RRD: 14, RFC: 63,
		WR: 14, MRD: 15, CK2: 10, CK3: 7, Refresh: 64 * time.Millisecond,
	},
	"W9825G6KH-75": {
		PowerUp: 200 * time.Microsecond, RCD: 20, RP: 21, RAS: 45, RASMax: 100_000, RC: 65, RRD: 15, RFC: 65,
		WR: 15, MRD: 15, CK2: 10, CK3: 8, Refresh: 64 * time.Millisecond,
	},
}

// SlowestSDRAM returns timings that suit all of SDRAMParts.
func SlowestSDRAM() SDRAMTimings {
	s := SDRAMTimings{RASMax: math.MaxInt64, Refresh: math.MaxInt64}
	for _, p := range SDRAMParts {
		s = SDRAMTimings{
			PowerUp: max(s.PowerUp, p.PowerUp), RCD: max(s.RCD, p.RCD), RP: max(s.RP, p.RP), RAS: max(s.RAS, p.RAS),
			RASMax: min(s.RASMax, p.RASMax), RC: max(s.RC, p.RC), RRD: max(s.RRD, p.RRD), RFC: max(s.RFC, p.RFC),
			WR: max(s.WR, p.WR), MRD: max(s.MRD, p.MRD), CK2: max(s.CK2, p.CK2), CK3: max(s.CK3, p.CK3),
			Refresh: min(s.Refresh, p.Refresh),
		}
	}
	return s
}

// Geometry of an SDRAM.
const (
	SDRAMBanks      = 4
	SDRAMRows       = 8192 // rows of each bank
	SDRAMColumns    = 512  // columns of each row
	SDRAMAddrBits   = 24   // bits of the address of a 16-bit word: row, bank, column
	sdramWarmUps    = 8    // refreshes before the first use
	sdramColumnBits = 9
	sdramBankBits   = 2
)

// SDRAMCycles are the parameters of module sdram: SDRAMTimings in cycles of its clock.
type SDRAMCycles struct {
	PowerUp, RCD, RP, RAS, RFC, WR, MRD int
	Refresh                             int // cycles between two refreshes
	CAS                                 int // CAS latency: 2 or 3
}

// longestBurst is the most cycles that an open row can delay a refresh.
const longestBurst = SDRAMColumns + 64

// Cycles returns the timings in cycles of a clock, or an error if the clock is too fast, or too
// slow for module sdram.
func (t SDRAMTimings) Cycles(hertz int64) (c SDRAMCycles, err error) {
	const second = int64(time.Second)
	cycles := func(d time.Duration) int { return int((int64(d)*hertz + second - 1) / second) }
	c = SDRAMCycles{
		PowerUp: cycles(t.PowerUp), RCD: cycles(t.RCD), RP: cycles(t.RP), RAS: cycles(t.RAS), RFC: cycles(t.RFC),
		WR: max(2, cycles(t.WR)), MRD: max(2, cycles(t.MRD)), CAS: 2,
	}
	switch {
	case int64(t.CK2)*hertz <= second:
	case int64(t.CK3)*hertz <= second:
		c.CAS = 3
	default:
		return c, fmt.Errorf("twin: an SDRAM at %d Hz, want %d Hz at most", hertz, second/int64(t.CK3))
	}
	if t.RC > t.RAS+t.RP {
		return c, fmt.Errorf("twin: an SDRAM with tRC of %v, want tRAS and tRP, %v, at most", t.RC, t.RAS+t.RP)
	}
	// An open row delays refreshes. A row with a late refresh after a punctual one must still be in
	// time. All refreshes therefore come early by a margin that makes up for the longest delay
	// within a round.
	late := (longestBurst + SDRAMRows - 1) / SDRAMRows
	c.Refresh = int(int64(t.Refresh)*hertz/second/SDRAMRows) - late
	if most := 7 * c.Refresh; longestBurst > most {
		return c, fmt.Errorf("twin: an SDRAM at %d Hz: a row may be open for %d cycles, want at most 7 times the %d between two refreshes", hertz, longestBurst, c.Refresh)
	}
	return c, nil
}

// SDRAMOp is a command to an SDRAM: CS#, RAS#, CAS# and WE#, from the highest bit down.
type SDRAMOp uint8

// The commands.
const (
	SDRAMInhibit   SDRAMOp = 0b1111
	SDRAMNop       SDRAMOp = 0b0111
	SDRAMActive    SDRAMOp = 0b0011
	SDRAMRead      SDRAMOp = 0b0101
	SDRAMWrite     SDRAMOp = 0b0100
	SDRAMPrecharge SDRAMOp = 0b0010
	SDRAMRefresh   SDRAMOp = 0b0001
	SDRAMMode      SDRAMOp = 0b0000
)

// SDRAMCommand is a command on the pins.
type SDRAMCommand struct {
	Cycle   int // cycle of the command at the pins
	Op      SDRAMOp
	Bank    int
	Address int
	Data    uint16 // word of a WRITE
}

// SDRAM counts the cycles of module sdram from reset on, and records the commands on its pins.
type SDRAM struct {
	Commands []SDRAMCommand // commands so far, in order

	c         SDRAMCycles
	mode      int // cycle of the mode command
	idle      int // first idle cycle of the module
	refreshes int // refreshes since idle
}

// NewSDRAM returns a module after its reset. The memory is initialized, but not tested.
func NewSDRAM(c SDRAMCycles) *SDRAM {
	s := &SDRAM{c: c}
	at := c.PowerUp - 1
	const allBanks = 1 << 10
	s.command(at, SDRAMPrecharge, 0, allBanks)
	at += c.RP
	for range sdramWarmUps {
		s.command(at, SDRAMRefresh, 0, 0)
		at += c.RFC
	}
	s.command(at, SDRAMMode, 0, c.CAS<<4)
	s.mode, s.idle = at, at+c.MRD
	return s
}

// command notes a command that the module decides on in a cycle.
func (s *SDRAM) command(at int, op SDRAMOp, bank, address int) {
	s.Commands = append(s.Commands, SDRAMCommand{Cycle: at + 1, Op: op, Bank: bank, Address: address})
}

// Until advances to a cycle without a request before it.
func (s *SDRAM) Until(at int) {
	for {
		due := max(s.idle, s.mode+(s.refreshes+1)*s.c.Refresh+1)
		if due > at {
			return
		}
		s.command(due, SDRAMRefresh, 0, 0)
		s.refreshes++
		s.idle = due + s.c.RFC
	}
}

// SDRAMBurst holds the times of a request.
type SDRAMBurst struct {
	Accepted int // cycle of req_valid_i and req_ready_o
	// First is the cycle of the first word: wnext_o, or rvalid_o. One word follows in each cycle.
	First int
	Idle  int // first cycle that can accept the next request, if no refresh is due
}

// Request does a request that is there from a cycle on. data holds the words to write, one column
// after the other; nil means a read.
func (s *SDRAM) Request(at, address, words int, data []uint16) SDRAMBurst {
	return s.request(at, address, words, data, func(i int) int { return (address + i) % SDRAMColumns })
}

// Scatter writes words to any columns of the row of an address, from a cycle on.
func (s *SDRAM) Scatter(at, address int, columns []int, data []uint16) SDRAMBurst {
	return s.request(at, address, len(columns), data, func(i int) int { return columns[i] })
}

// request does a request whose words have these columns.
func (s *SDRAM) request(at, address, words int, data []uint16, column func(i int) int) (b SDRAMBurst) {
	for {
		b.Accepted = max(at, s.idle)
		before := s.idle
		if s.Until(b.Accepted); s.idle == before {
			break
		}
	}
	bank := address >> sdramColumnBits % SDRAMBanks
	s.command(b.Accepted, SDRAMActive, bank, address>>(sdramColumnBits+sdramBankBits))
	at = b.Accepted + s.c.RCD
	b.First = at
	for i := range words {
		if data != nil {
			s.command(at, SDRAMWrite, bank, column(i))
			s.Commands[len(s.Commands)-1].Data = data[i]
		} else {
			s.command(at, SDRAMRead, bank, column(i))
		}
		at++
	}
	if data != nil {
		at += s.c.WR - 1
	} else {
		b.First += s.c.CAS + 2
	}
	at = max(at, b.Accepted+s.c.RAS)
	s.command(at, SDRAMPrecharge, bank, 0)
	s.idle = at + s.c.RP
	b.Idle = s.idle
	return b
}

// SDRAMPattern returns the word that the memory test first writes to an address; later the test
// writes its complement. Addresses that differ in one line have different patterns, and so have
// addresses that are a single line each.
func SDRAMPattern(address int) uint16 {
	high := address >> 16 & 0xff
	return uint16(address) ^ uint16(high<<8|high)
}

// SDRAMAccess is a request of the memory test.
type SDRAMAccess struct {
	Address int
	Words   []uint16 // words that the test writes, or reads back
	Write   bool
}

// SDRAMTest returns the accesses of the memory test. The test writes to address 0 and to the
// addresses that are one line each, reads them back, and repeats both with the complement. Then it
// does the same with all rows of the first 2^bits words.
func SDRAMTest(bits int) (out []SDRAMAccess) {
	lines := []int{0}
	for i := range SDRAMAddrBits {
		lines = append(lines, 1<<i)
	}
	var rows []int
	for a := 0; a < 1<<bits; a += SDRAMColumns {
		rows = append(rows, a)
	}
	for pass := range 8 {
		write, opposite, fill := pass&1 == 0, pass&2 != 0, pass&4 != 0
		addresses, words := lines, 1
		if fill {
			addresses, words = rows, SDRAMColumns
		}
		for _, a := range addresses {
			access := SDRAMAccess{Address: a, Write: write}
			for i := range words {
				w := SDRAMPattern(a + i)
				if opposite {
					w = ^w
				}
				access.Words = append(access.Words, w)
			}
			out = append(out, access)
		}
	}
	return out
}
