// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package service

import "fmt"

// BusVersion is the version of the registers that a core with the service has on an AXI4-Lite bus.
//
// Requests and responses are the payloads of [Version] or [LeafVersion], without frames: a bus loses
// no bytes. They go through two registers, a byte at a time, or through two AXI4 streams, a packet
// each; [BusStream] in [BusControl] says which. Change it, or reset, only when no request is under way.
//
// A request of more than MaxPayload bytes is dropped; the answer to INFO counts it as a dropped frame.
// Where a register cannot do what an access asks for, the response on the bus is SLVERR, and nothing
// happens: REQUEST without room, and an address without a register. So the bus never waits for the core.
const BusVersion = 1

// BusRegister is a register of the bus: its offset in bytes. Each has 32 bits.
type BusRegister int

// The registers; BusRegisters says what they hold.
const (
	BusID       BusRegister = 0x00
	BusCaps     BusRegister = 0x04
	BusStatus   BusRegister = 0x08
	BusControl  BusRegister = 0x0c
	BusRoom     BusRegister = 0x10
	BusRequest  BusRegister = 0x14
	BusLast     BusRegister = 0x18
	BusResponse BusRegister = 0x1c
)

// BusMagic is what BusID holds: "tess".
const BusMagic = 0x74657373

// Bits of the registers.
const (
	BusBusy     = 1 << 0  // of BusStatus
	BusWaiting  = 1 << 1  // of BusStatus
	BusStream   = 1 << 0  // of BusControl
	BusReset    = 1 << 1  // of BusControl
	BusLastByte = 1 << 8  // of BusResponse
	BusValid    = 1 << 31 // of BusResponse
)

// BusRegisters describes the registers for those who write programs.
var BusRegisters = []struct {
	Name        string
	Register    BusRegister
	Read, Write bool
	About       string
}{
	{"ID", BusID, true, false, fmt.Sprintf("%#x, \"tess\"", BusMagic)},
	{"CAPS", BusCaps, true, false, "bits 7..0 version of these registers, 15..8 version of the requests, 23..16 lanes"},
	{"STATUS", BusStatus, true, false, "bit 0: a request waits, or a game or a leaf is under way; bit 1: a byte of an answer waits"},
	{"CONTROL", BusControl, true, true, "bit 0: the streams carry requests and answers, not the registers; bit 1: written as 1, resets the core"},
	{"ROOM", BusRoom, true, false, "free bytes of the queue for requests; a request of n bytes takes n + 1"},
	{"REQUEST", BusRequest, false, true, "bits 7..0: a byte of a request, with more to come"},
	{"LAST", BusLast, false, true, "bits 7..0: the last byte of a request"},
	{"RESPONSE", BusResponse, true, false, "the next byte of an answer, which goes: bits 7..0; bit 8: it is the last; bit 31: there is one"},
}

// BusCapsOf returns what BusCaps holds in a core whose requests have a version.
func BusCapsOf(version, lanes int) uint32 { return uint32(BusVersion | version<<8 | lanes<<16) }
