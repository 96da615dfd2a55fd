// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package verilator runs the Verilog as a program and compares it with the golden model.
//
// A [Model] names a Verilog top module. [Build] turns it into an executable with Verilator, once
// per text of the RTL. [Start] runs the executable as a child process, a [Proc], and exchanges
// frames with it over its pipes. One frame is a batch of vectors or a whole run until a signal
// rises, never one clock: a lone exchange costs microseconds, a cycle inside a batch some ten
// nanoseconds.
//
// [Verify] runs a comparison without waves and, if it fails, once more with the same seed and the
// wave open from [WaveLead] cycles before the failure. Go tests use it through package simtest.
//
// Time: a cycle begins with the change of the inputs, while clk_i is low. The outputs settle and
// are sampled. Then clk_i rises and ends the cycle. Cycle 0 is the first one after reset.
//
// The Verilator of "make tools-sim" is used unless the environment variable TESSERA_VERILATOR names
// the program (and VERILATOR_ROOT its folder, if it does not know that itself). Outside a clone it is
// the Verilator of PATH. Then the Verilog is that of this program, and it and the models lie in a folder
// of the user's caches.
package verilator
