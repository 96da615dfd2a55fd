// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package flow puts a chip on a board: it emits the board's top module and its pin constraints,
// drives synthesis, place and route and packing, and measures area and speed.
//
// A [board.Board] is data: device, pins, oscillator. A config.Config names the chip module and its
// parameters. Together they are a [Design], which only emits text. [Build] turns a design into a
// bitstream with the tools of a [Toolchain] and returns a [Result]: cells, the highest frequency of
// each clock over several seeds, and the slowest path. [Flash] loads the bitstream; [Measurement]
// is the table of past results.
//
// The way back, from hardware to simulation, is [SynthNetlist] (the netlist after synthesis) and
// [ReadBack] (Verilog read out of a finished iCE40 bitstream), with models of the vendor's cells in
// the folder cells.
//
// The tools come from "make tools-fpga", or with TESSERA_TOOLS=native from PATH.
package flow
