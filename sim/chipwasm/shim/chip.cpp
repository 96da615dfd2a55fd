// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The Verilated core as a WebAssembly program without imports. The table of signals, which is made with
// it, says which input and which signal stands where.

#include "Vdut.h"
#include "Vdut___024root.h"

#include "signals.inc"  // INPUTS, WORDS, and the functions set, get_outputs, get_all, flip_bit and bank_at

void Vdut___024root___eval_settle(Vdut___024root* root);  // of the model: all logic between its registers

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

constexpr uint32_t kRows = 512;
static uint32_t inputs[INPUTS];
static uint32_t rows[kRows][WORDS];

alignas(VerilatedContext) static char context[sizeof(VerilatedContext)];  // of which nothing is used
alignas(Vdut) static char model[sizeof(Vdut)];
static Vdut* dut;

// Where the inputs are written, one word each, and the signals read.
EXPORT(inputs) uint32_t* inputs_at() { return inputs; }
EXPORT(rows) uint32_t* rows_at() { return rows[0]; }

// init starts the core, whose registers and memories hold 0.
EXPORT(init) void init() {
    dut = new (model) Vdut{reinterpret_cast<VerilatedContext*>(context)};
    dut->eval();
}

// run does up to max cycles with the inputs, until one, which is the last, in which a signal of one
// bit, the word stop of a row, is 1; and returns how many. Row 0 then holds the signals of the last
// cycle. With record rows 0, 1 ... hold those of all cycles, of which there may be 512.
EXPORT(run) uint32_t run(uint32_t max, uint32_t stop, uint32_t record) {
    uint32_t n = 0;
    for (bool stopped = false; n < max && !stopped;) {
        set(dut, inputs);
        dut->clk_i = 0;
        dut->eval();
        uint32_t* row = rows[record ? n : 0];
        if (record) get_all(dut->rootp, row);
        get_outputs(dut, row);
        stopped = stop < WORDS && row[stop] == 1;
        n++;
        if (!record && (stopped || n == max)) get_all(dut->rootp, row);
        dut->clk_i = 1;
        dut->eval();
    }
    return n;
}

// flip turns over a bit of a register, as a fault would: in the next cycle all logic behind the register
// sees it. Verilator's code updates that logic only after an edge of the clock, so it starts anew here.
EXPORT(flip) void flip(uint32_t word, uint32_t bit) {
    flip_bit(dut->rootp, word, bit);
    Vdut___024root___eval_settle(dut->rootp);
}

// bank returns the address of a bank of a memory.
EXPORT(bank) const void* bank(uint32_t number) { return bank_at(dut->rootp, number); }

// flip_word turns over a bit of a memory, as flip does of a register: a bit of a byte of a bank, whose
// words lie behind each other with their low bytes first.
EXPORT(flip_word) void flip_word(uint32_t number, uint32_t byte, uint32_t bit) {
    static_cast<uint8_t*>(bank_at(dut->rootp, number))[byte] ^= 1U << bit;
    Vdut___024root___eval_settle(dut->rootp);
}

// What is used of Verilator's library and C++'s own.

void* operator new(size_t size) {
    alignas(64) static char heap[1 << 22];
    static size_t used;
    size = (size + 63) & ~size_t{63};
    if (size > sizeof(heap) - used) __builtin_trap();
    void* p = heap + used;
    used += size;
    return p;
}
void* operator new(size_t size, std::align_val_t) { return operator new(size); }
void operator delete(void*) noexcept {}
void operator delete(void*, size_t) noexcept {}
void operator delete(void*, size_t, std::align_val_t) noexcept {}
extern "C" void __cxa_pure_virtual() { __builtin_trap(); }
extern "C" void free(void*) {}
extern "C" char* strdup(const char* s) { return const_cast<char*>(s); }  // names, which stay
extern "C" size_t strlen(const char* s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}
// The compiler may see these three loops for what they are, and call the functions that they are in.
#define PLAIN __attribute__((no_builtin("memcpy", "memset", "memmove")))
extern "C" PLAIN void* memcpy(void* to, const void* from, size_t n) {
    for (size_t i = 0; i < n; i++) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
    return to;
}
extern "C" PLAIN void* memset(void* to, int value, size_t n) {
    for (size_t i = 0; i < n; i++) static_cast<char*>(to)[i] = static_cast<char>(value);
    return to;
}

// What says which signals are to be seen is only for those who ask by name.
VerilatedScope::VerilatedScope(VerilatedSyms* symsp, const char* suffixp, const char* identifierp, const char* defnamep,
                               int8_t timeunit, Type type)
    : m_symsp{symsp}, m_namep{suffixp}, m_identifierp{identifierp}, m_defnamep{defnamep}, m_timeunit{timeunit}, m_type{type} {}
VerilatedScope::~VerilatedScope() {}
VerilatedVar* VerilatedScope::varInsert(const char*, void*, bool, VerilatedVarType, int, int, int, ...) { return nullptr; }
// No type is looked at.
extern "C" {
void* _ZTVN10__cxxabiv117__class_type_infoE[8];
void* _ZTVN10__cxxabiv120__si_class_type_infoE[8];
}

VerilatedModel::VerilatedModel(VerilatedContext& context) : m_context{context} {}
std::unique_ptr<VerilatedTraceConfig> VerilatedModel::traceConfig() const { return nullptr; }
VerilatedSyms::VerilatedSyms(VerilatedContext* contextp) : _vm_contextp__{contextp} {}
VerilatedSyms::~VerilatedSyms() {}
void VerilatedContext::addModel(const VerilatedModel*) {}
void VerilatedContext::timeunit(int) {}
void VlDeleter::deleteAll() {}
void Verilated::stackCheck(QData) {}
void Verilated::endOfEval(VerilatedEvalMsgQueue*) {}
WDataOutP VL_ZERO_RESET_W(int bits, WDataOutP outwp) {
    for (int i = 0; i < VL_WORDS_I(bits); i++) outwp[i] = 0;
    return outwp;
}
