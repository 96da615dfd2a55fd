// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// dut.cpp -- the part of the driver that is compiled for each model. It is short, since a hundred
// models are.
//
// The Go side writes ports.inc next to this file from the header that Verilator made:
//   #define PORTS_IN(X)  X(name, bits) ...   inputs without clk_i and mutant_i, in order of declaration
//   #define PORTS_OUT(X) X(name, bits) ...   outputs
//   #define HAS_CLK, HAS_RST                 0 or 1
//   #define MUTANT_BITS                      of mutant_i, or 0
#include "model.h.fast"  // the precompiled model.h

#include "Vdut.h"
#include "ports.inc"

static Vdut* top;

Dut make_dut(VerilatedContext* context) {
    top = new Vdut{context, "TOP"};
    Dut dut;
#define PORT(name, bits) {#name, bits, &top->name},
    dut.in = {PORTS_IN(PORT)};
    dut.out = {PORTS_OUT(PORT)};
#if HAS_CLK
    dut.clk = &top->clk_i;
#endif
#if HAS_RST
    dut.rst = &top->rst_i;
#endif
#if MUTANT_BITS
    dut.mutant = {"mutant_i", MUTANT_BITS, &top->mutant_i};
#endif
    dut.eval = [] { top->eval(); };
#if VM_TRACE
    dut.trace = [](VerilatedTraceBaseC* wave) { top->trace(wave, 99); };
#endif
    return dut;
}
