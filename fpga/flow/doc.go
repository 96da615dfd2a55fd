// Package flow puts a chip on a board: it emits the board's top module and its
// pin constraints, drives synthesis, place and route and packing, and keeps
// score of area and speed.
//
// A [board.Board] is data: device, pins, oscillator. A
// config.Config names the chip module and its parameters. Together they are a
// [Design], which emits text and nothing else. [Build] turns a design into a
// bitstream with the tools of a [Toolchain] and returns a [Result]: cells, the
// highest frequency of each clock over several seeds, and the slowest path.
// [Flash] loads the bitstream; [Records] is the table of past results.
//
// The way back, from hardware to something that can be simulated, is
// [SynthNetlist] (the netlist after synthesis) and [ReadBack] (Verilog read out
// of a finished iCE40 bitstream), with models of the vendor's cells in the
// folder cells.
//
// The tools are those of "make tools-fpga", unless TESSERA_TOOLS=native asks for
// the ones on PATH.
package flow
