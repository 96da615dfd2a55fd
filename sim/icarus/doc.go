// Package icarus runs the Verilog in Icarus Verilog, where a register that was never written
// is X and not 0: what Verilator, which knows two values, cannot show. The tests replay, on
// testbenches in plain Verilog, what golden has computed before.
package icarus
