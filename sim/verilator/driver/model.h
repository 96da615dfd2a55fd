// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// model.h -- what the C++ of every model includes, precompiled once for all of them, and what the
// driver knows of a model.
#ifndef TESSERA_MODEL_H
#define TESSERA_MODEL_H

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

#include "verilated.h"

struct Port {
    const char* name;
    unsigned bits;
    void* at;
};

// Dut is the module under test. Verilator names its class Vdut, and only dut.cpp knows that.
struct Dut {
    std::vector<Port> in, out;  // in order of declaration, without clk_i and mutant_i
    CData* clk = nullptr;       // clk_i and rst_i, nullptr in a model without them
    CData* rst = nullptr;
    Port mutant = {};           // mutant_i, which chooses a fault; without address in a model without it
    void (*eval)() = nullptr;
    void (*trace)(VerilatedTraceBaseC* wave) = nullptr;  // nullptr in a model that writes no waves
};

Dut make_dut(VerilatedContext* context);

#endif
