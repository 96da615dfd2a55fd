// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package board

// Room is what a device has: logic cells, each with a look-up table and a flip-flop, and block RAMs, as nextpnr
// counts them.
type Room struct{ Cells, BRAM int }

// rooms are those of the devices of the boards, by family and nextpnr's name.
var rooms = map[Family]map[string]Room{
	ICE40: {"up5k": {5280, 30}, "hx8k": {7680, 32}},
	ECP5:  {"12k": {24288, 56}, "25k": {24288, 56}, "45k": {43848, 108}, "85k": {83640, 208}},
	Gowin: {"GW2A-18C": {20736, 46}},
}

// Room returns what the board's device has; false if it is not known.
func (b *Board) Room() (r Room, ok bool) {
	r, ok = rooms[b.Family][b.Device]
	return r, ok
}
