// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package icarus runs the Verilog in Icarus Verilog, where a register that was never written is X
// and not 0. Verilator, with two values, cannot show such faults. The tests replay golden's
// precomputed results on testbenches in plain Verilog.
package icarus
