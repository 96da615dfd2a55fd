// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Stands before everything that is compiled: WebAssembly has neither threads nor a pause for them.
#define VL_IGNORE_UNKNOWN_ARCH
namespace std {
struct mutex {
    void lock() {}
    void unlock() {}
    bool try_lock() { return true; }
};
}
#include "verilated.h"
// A model that fails to settle is a fault of the RTL; where it stands would be a path of this machine.
#define VL_FATAL_MT(...) __builtin_trap()
