// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package fpga brings the Verilog onto boards. Its packages:
//
//	board  the boards: device, pins, oscillator, PLL; one file per board
//	flow   synthesis, place and route, bitstream, netlists, floorplans, measurements
//	wire   the host's side of the serial line
package fpga

import _ "embed"

// Measurements is the table of all builds on record, see flow.ReadMeasurements.
//
//go:embed measurements.csv
var Measurements []byte
