// Package fpga is the floor on which the Verilog gets onto boards. Its rooms:
//
//	board  the boards: device, pins, oscillator, PLL; one file per board
//	flow   synthesis, place and route, bitstream, netlists, floorplans, records
//	wire   the host's side of the serial line
package fpga
