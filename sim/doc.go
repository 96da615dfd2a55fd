// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package sim runs the Verilog as a program and compares it with golden, cycle by cycle. Its
// folders:
//
//	verilator  builds models, runs them as processes, reads and sets their ports, writes
//	           waves; it does not know the game
//	simtest    comparisons as Go tests
//	cosim      the pairs of module and twin, side by side, and the tests of every module
//	testbench  Verilog around a module in simulation: the SDRAM's model, and benches that hold a
//	           module with its memory or its lane
//	mutation   faults built into the Verilog, hundreds in one model, and which tests see them
//	           (mutation/gocode: faults in the Go code, one build each)
//	icarus     the lane, the two cores with lanes and the SDRAM's controller in a simulator with four
//	           values, from power-up on
//	bundle     bundles of Verilog in the tools of other people
//	chipwasm   cores as WebAssembly programs, for the page
//	bench      the cycles of the cores on the benchmark positions
package sim
