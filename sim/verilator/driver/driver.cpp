// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// driver.cpp -- the C++ side of every simulated module: one program text for all of them.
//
// The Go side writes ports.inc next to this file from the header that Verilator made:
//   #define PORTS_IN(X)  X(name, bits) ...   inputs without clk_i, in order of declaration
//   #define PORTS_OUT(X) X(name, bits) ...   outputs
//   #define HAS_CLK, HAS_RST, HAS_MUTANT     0 or 1; the input mutant_i belongs to the driver, too
//
// Frames, both ways: one uint32 length in bytes, then that many bytes, all of them uint32 words
// (least significant byte first); the first word is the command or the kind of reply. A 64-bit
// number is two words, low word first. A port's value is ceil(bits/32) words, low word first; a
// vector is the values of all inputs (or outputs) one after another. proc.go is the other end.
#include "model.h"

#include "Vdut.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif
#include "ports.inc"

using Words = std::vector<uint32_t>;

enum Command : uint32_t { EVAL = 1, STEP = 2, RUN = 3, RESET = 4, WAVE = 5, LINE = 6 };
enum Reply : uint32_t { HELLO = 1, DONE = 2, RECORDS = 3, DIED = 4 };

constexpr uint32_t NONE = 0xffffffff;       // "no such port"
constexpr size_t CHUNK_WORDS = 16384;       // records are sent on when a chunk holds this many
constexpr uint64_t TICK_TIME = 10;          // wave time of one cycle; rising edge in its middle

#define PLUS_WORDS(name, bits) +((bits) + 31) / 32
constexpr size_t IN_WORDS = 0 PORTS_IN(PLUS_WORDS);
constexpr size_t OUT_WORDS = 0 PORTS_OUT(PLUS_WORDS);

static VerilatedContext* context;
static Vdut* dut;
static int replies = 1;                     // where frames go; main moves it off stdout
static uint64_t tick = 0;                   // cycles since the start, or vectors if there is no clock
static volatile std::sig_atomic_t asked_to_end = 0;

// ---- waves: compiled in only for the traced variant of a model ----
#if VM_TRACE
static VerilatedFstC* wave = nullptr;
static std::string wave_path;
static uint64_t wave_from = UINT64_MAX, wave_to = 0;  // ticks, both inclusive

static void close_wave() {
    if (wave && wave->isOpen()) wave->close();
    wave_from = UINT64_MAX;
}
static void dump(uint64_t time) {
    if (tick < wave_from) return;
    if (tick > wave_to) return close_wave();
    if (!wave->isOpen()) wave->open(wave_path.c_str());
    wave->dump(time);
}
#else
static void close_wave() {}
static void dump(uint64_t) {}
#endif

// ---- frames ----
static void write_all(const void* data, size_t bytes) {
    const char* p = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t n = write(replies, p, bytes);
        if (n <= 0) {  // the other end has gone
            close_wave();
            _exit(0);
        }
        p += n;
        bytes -= static_cast<size_t>(n);
    }
}
// A frame under construction; word 0 is kept free for the length.
struct Frame {
    Words words;
    explicit Frame(Reply kind) { clear(kind); }
    void clear(Reply kind) { words.assign({0, kind}); }
    void put(uint32_t v) { words.push_back(v); }
    void put64(uint64_t v) {
        put(static_cast<uint32_t>(v));
        put(static_cast<uint32_t>(v >> 32));
    }
    uint32_t* grow(size_t n) {
        words.resize(words.size() + n);
        return words.data() + words.size() - n;
    }
    void send() {
        words[0] = static_cast<uint32_t>((words.size() - 1) * 4);
        write_all(words.data(), words.size() * 4);
    }
};
static bool read_all(void* data, size_t bytes) {
    return bytes == 0 || fread(data, bytes, 1, stdin) == 1;
}
static bool read_frame(Words& words) {
    uint32_t bytes;
    if (!read_all(&bytes, 4)) return false;
    words.resize(bytes / 4);
    return read_all(words.data(), bytes);
}
static uint64_t get64(const uint32_t* p) { return p[0] | static_cast<uint64_t>(p[1]) << 32; }

// ---- the end of the model: $finish, $stop, $fatal and assertions come here (VL_USER_...) ----
[[noreturn]] static void died(const char* why, const char* file, int line) {
    fflush(stdout);  // what $fatal printed stands there
    fprintf(stderr, "%s at %s:%d\n", why, file, line);
    close_wave();
    Frame f(DIED);
    f.put64(tick);
    f.send();
    _exit(3);
}
void vl_finish(const char* file, int line, const char*) { died("$finish", file, line); }
void vl_stop(const char* file, int line, const char*) { died("$stop, $fatal or $error", file, line); }
void vl_fatal(const char* file, int line, const char*, const char* msg) { died(msg, file, line); }

// ---- ports: one overload per C++ type that Verilator gives to a port ----
// Bits above the port's width are cut off here, as Verilator requires inputs to be clean.
constexpr uint32_t low_mask(unsigned bits) { return bits % 32 ? (1u << bits % 32) - 1 : ~0u; }

template <unsigned BITS, class T> inline const uint32_t* drive(T& port, const uint32_t* p) {
    port = static_cast<T>(p[0] & low_mask(BITS));
    return p + 1;
}
template <unsigned BITS> inline const uint32_t* drive(QData& port, const uint32_t* p) {
    port = p[0] | static_cast<uint64_t>(p[1] & low_mask(BITS)) << 32;
    return p + 2;
}
template <unsigned BITS, std::size_t N> inline const uint32_t* drive(VlWide<N>& port, const uint32_t* p) {
    for (std::size_t i = 0; i < N; i++) port[i] = p[i];
    port[N - 1] &= low_mask(BITS);
    return p + N;
}
template <class T> inline uint32_t* sample(const T& port, uint32_t* p) {
    p[0] = port;
    return p + 1;
}
inline uint32_t* sample(const QData& port, uint32_t* p) {
    p[0] = static_cast<uint32_t>(port);
    p[1] = static_cast<uint32_t>(port >> 32);
    return p + 2;
}
template <std::size_t N> inline uint32_t* sample(const VlWide<N>& port, uint32_t* p) {
    for (std::size_t i = 0; i < N; i++) p[i] = port[i];
    return p + N;
}

static void drive_all([[maybe_unused]] const uint32_t* p) {
#define DRIVE(name, bits) p = drive<bits>(dut->name, p);
    PORTS_IN(DRIVE)
}
static void sample_all([[maybe_unused]] uint32_t* p) {
#define SAMPLE(name, bits) p = sample(dut->name, p);
    PORTS_OUT(SAMPLE)
}
// The one-bit output whose value starts at word `at` of an output vector.
template <class T> static const CData* as_bit(const T&) { return nullptr; }
static const CData* as_bit(const CData& port) { return &port; }
static const CData* bit_at(uint32_t at) {
    static const CData zero = 0;
    [[maybe_unused]] uint32_t word = 0;
#define FIND(name, bits)                           \
    if (word == at) return as_bit(dut->name);      \
    word += ((bits) + 31) / 32;
    PORTS_OUT(FIND)
    return &zero;
}

// ---- one cycle: inputs change with the clock low, outputs settle and are sampled, then it rises ----
static void settle() {
    context->time(tick * TICK_TIME);
#if HAS_CLK
    dut->clk_i = 0;
#endif
    dut->eval();
    dump(tick * TICK_TIME);
}
static void rise() {
#if HAS_CLK
    context->time(tick * TICK_TIME + TICK_TIME / 2);
    dut->clk_i = 1;
    dut->eval();
    dump(tick * TICK_TIME + TICK_TIME / 2);
#endif
    tick++;
}

static void batch(const Words& req, bool clock) {
    const size_t n = req[1];
    Frame f(DONE);
    uint32_t* out = f.grow(n * OUT_WORDS);
    const uint32_t* in = req.data() + 2;
    for (size_t i = 0; i < n && !asked_to_end; i++, in += IN_WORDS, out += OUT_WORDS) {
        drive_all(in);
        settle();
        sample_all(out);
        if (clock || !HAS_CLK) rise();
    }
    f.send();
}

// req: command, max cycles (2 words), log, stop (word positions or NONE), 1 if there is a vector
// for the first cycle only, [that vector,] the vector held afterwards.
static void run(const Words& req) {
    const uint64_t max = get64(&req[1]);
    const CData* log = bit_at(req[3]);
    const CData* stop = bit_at(req[4]);
    const uint32_t* first = req.data() + 6;
    const uint32_t* held = req[5] ? first + IN_WORDS : first;
    Frame records(RECORDS);
    Words final_out(OUT_WORDS);
    bool stopped = false;
    uint64_t cycle = 0;
    for (; cycle < max && !stopped && !asked_to_end; cycle++) {
        if (cycle == 0) drive_all(first);
        if (cycle == 1) drive_all(held);
        settle();
        stopped = *stop;
        if (*log) {
            records.put64(cycle);
            sample_all(records.grow(OUT_WORDS));
            if (records.words.size() >= CHUNK_WORDS) {
                records.send();
                records.clear(RECORDS);
            }
        }
        if (stopped || cycle + 1 == max) sample_all(final_out.data());
        rise();
    }
    if (records.words.size() > 2) records.send();
    Frame f(DONE);
    f.put(stopped);
    f.put64(cycle);
    f.words.insert(f.words.end(), final_out.begin(), final_out.end());
    f.send();
}

// The one-bit input whose value starts at word `at` of an input vector.
template <class T> static CData* as_input_bit(T&) { return nullptr; }
static CData* as_input_bit(CData& port) { return &port; }
static CData* input_bit_at(uint32_t at) {
    static CData nothing = 0;
    [[maybe_unused]] uint32_t word = 0;
#define FIND_IN(name, bits)                          \
    if (word == at) return as_input_bit(dut->name);  \
    word += ((bits) + 31) / 32;
    PORTS_IN(FIND_IN)
    return &nothing;
}

// A one-bit input gets a waveform, the changes of a one-bit output are noted.
// req: command, max cycles, quiet cycles (2 words each), word positions of input and output, edges
// to wait for, n, n numbers of cycles for which the input is 1, 0, 1 ..., the vector of all inputs.
// The input ends at 1. The run ends when the waveform is done, that many edges were seen and none
// during the last quiet cycles, or with max. Reply: cycles, last vector of outputs, cycles of edges.
static void line(const Words& req) {
    const uint64_t max = get64(&req[1]), quiet = get64(&req[3]);
    CData* in = input_bit_at(req[5]);
    const CData* out = bit_at(req[6]);
    const uint32_t need = req[7], n = req[8];
    const uint32_t* runs = &req[9];
    drive_all(runs + n);
    static CData last = 1;
    std::vector<uint64_t> edges;
    Words final_out(OUT_WORDS);
    uint64_t cycle = 0, since = 0, left = 0;
    uint32_t i = 0;
    for (; cycle < max && !asked_to_end; cycle++) {
        while (left == 0 && i < n) left = runs[i++];
        if (left == 0 && edges.size() >= need && cycle - since >= quiet) break;
        *in = left == 0 || i % 2 == 1;
        left -= left > 0;
        settle();
        if (*out != last) {
            last = *out;
            since = cycle;
            edges.push_back(cycle);
        }
        sample_all(final_out.data());
        rise();
    }
    Frame f(DONE);
    f.put64(cycle);
    f.words.insert(f.words.end(), final_out.begin(), final_out.end());
    for (const uint64_t e : edges) f.put64(e);
    f.send();
}

// rst_i is high for two cycles with all other inputs 0, and low again afterwards.
static void reset() {
    const Words zero(IN_WORDS + 1);
    drive_all(zero.data());
#if HAS_RST
    dut->rst_i = 1;
    for (int i = 0; i < 2; i++) settle(), rise();
    dut->rst_i = 0;
#endif
    Frame(DONE).send();
}

// req: command, first tick, last tick (2 words each), bytes of the path, the path.
static void set_wave([[maybe_unused]] const Words& req) {
#if VM_TRACE
    close_wave();
    wave_from = get64(&req[1]);
    wave_to = get64(&req[3]);
    wave_path.assign(reinterpret_cast<const char*>(req.data() + 6), req[5]);
#endif
    Frame(DONE).send();
}

static void hello() {
    Frame f(HELLO);
    f.put(HAS_CLK);
    f.put(HAS_RST);
    std::string text;
#define LINE_IN(name, bits) text += "in " #name " " + std::to_string(bits) + "\n";
#define LINE_OUT(name, bits) text += "out " #name " " + std::to_string(bits) + "\n";
    PORTS_IN(LINE_IN)
    PORTS_OUT(LINE_OUT)
    f.put(static_cast<uint32_t>(text.size()));
    memcpy(f.grow((text.size() + 3) / 4), text.data(), text.size());
    f.send();
}

// Usage: model SEED MUTANT. The seed fills every register that has no reset, so that a design which
// reads one too early is seen to do so; the same seed gives the same values. MUTANT is the value of
// the input mutant_i, if there is one.
int main(int, char** argv) {
    replies = dup(1);  // $display may write to stdout: give it stderr, keep the frames apart
    dup2(2, 1);
    signal(SIGTERM, [](int) { asked_to_end = 1; });
    signal(SIGINT, SIG_IGN);  // Ctrl-C reaches the whole group; the Go side decides what ends
    signal(SIGPIPE, SIG_IGN);
    context = new VerilatedContext;
    context->randReset(2);
    context->randSeed(atoi(argv[1]));
#if VM_TRACE
    context->traceEverOn(true);
#endif
    dut = new Vdut{context, "TOP"};
#if HAS_MUTANT
    dut->mutant_i = atoi(argv[2]);
#endif
#if VM_TRACE
    wave = new VerilatedFstC;
    dut->trace(wave, 99);
#endif
    hello();
    Words req;
    while (!asked_to_end && read_frame(req)) {
        switch (req[0]) {
        case EVAL: batch(req, false); break;
        case STEP: batch(req, true); break;
        case RUN: run(req); break;
        case RESET: reset(); break;
        case WAVE: set_wave(req); break;
        case LINE: line(req); break;
        default: died("unknown command", __FILE__, __LINE__);
        }
    }
    close_wave();
    fflush(stdout);
    _exit(0);  // as quick as possible: nothing of the model needs tearing down
}
