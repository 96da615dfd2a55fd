// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// driver.cpp -- the C++ side of every simulated module: one program, compiled once for all of them.
// dut.cpp tells it the ports.
//
// Frames, both ways: one uint32 length in bytes, then that many bytes, all of them uint32 words
// (least significant byte first); the first word is the command or the kind of reply. A 64-bit
// number is two words, low word first. A port's value is ceil(bits/32) words, low word first; a
// vector is the values of all inputs (or outputs) one after another. proc.go is the other end.
#include "model.h"

#if VM_TRACE
#include "verilated_fst_c.h"
#endif

using Words = std::vector<uint32_t>;

enum Command : uint32_t { EVAL = 1, STEP = 2, RUN = 3, RESET = 4, WAVE = 5, LINE = 6 };
enum Reply : uint32_t { HELLO = 1, DONE = 2, RECORDS = 3, DIED = 4 };

constexpr uint32_t NONE = 0xffffffff;       // "no such port"
constexpr size_t CHUNK_WORDS = 16384;       // records are sent on when a chunk holds this many
constexpr uint64_t TICK_TIME = 10;          // wave time of one cycle; rising edge in its middle

static VerilatedContext* context;
static Dut dut;
static size_t in_words, out_words;         // of a vector
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

// ---- ports: Verilator gives a port of up to 64 bits the smallest unsigned integer, a wider one an
// array of words ----
static size_t words_of(const Port& port) { return (port.bits + 31) / 32; }
static size_t words_of(const std::vector<Port>& ports) {
    size_t words = 0;
    for (const Port& port : ports) words += words_of(port);
    return words;
}

// Bits above the port's width are cut off here, as Verilator requires inputs to be clean.
static uint32_t low_mask(unsigned bits) { return bits % 32 ? (1u << bits % 32) - 1 : ~0u; }

static void drive(const Port& port, const uint32_t* p) {
    const size_t n = words_of(port);
    const uint32_t top = p[n - 1] & low_mask(port.bits);
    if (port.bits <= 8) {
        *static_cast<CData*>(port.at) = static_cast<CData>(top);
    } else if (port.bits <= 16) {
        *static_cast<SData*>(port.at) = static_cast<SData>(top);
    } else if (port.bits > 32 && port.bits <= 64) {
        *static_cast<QData*>(port.at) = p[0] | static_cast<uint64_t>(top) << 32;
    } else {
        EData* const words = static_cast<EData*>(port.at);
        memcpy(words, p, (n - 1) * sizeof(EData));
        words[n - 1] = top;
    }
}
static void drive_all(const uint32_t* p) {
    for (const Port& port : dut.in) {
        drive(port, p);
        p += words_of(port);
    }
}
static void sample_all(uint32_t* p) {
    for (const Port& port : dut.out) {
        const size_t n = words_of(port);
        if (port.bits <= 8) {
            p[0] = *static_cast<const CData*>(port.at);
        } else if (port.bits <= 16) {
            p[0] = *static_cast<const SData*>(port.at);
        } else if (port.bits > 32 && port.bits <= 64) {
            const uint64_t value = *static_cast<const QData*>(port.at);
            p[0] = static_cast<uint32_t>(value);
            p[1] = static_cast<uint32_t>(value >> 32);
        } else {
            memcpy(p, port.at, n * sizeof(EData));
        }
        p += n;
    }
}
// The one-bit port whose value starts at word `at` of a vector; without one, a bit that is 0.
static CData* bit_at(const std::vector<Port>& ports, uint32_t at) {
    static CData zero;
    size_t word = 0;
    for (const Port& port : ports) {
        if (word == at && port.bits == 1) return static_cast<CData*>(port.at);
        word += words_of(port);
    }
    zero = 0;
    return &zero;
}

// ---- one cycle: inputs change with the clock low, outputs settle and are sampled, then it rises ----
static void settle() {
    context->time(tick * TICK_TIME);
    if (dut.clk) *dut.clk = 0;
    dut.eval();
    dump(tick * TICK_TIME);
}
static void rise() {
    if (dut.clk) {
        context->time(tick * TICK_TIME + TICK_TIME / 2);
        *dut.clk = 1;
        dut.eval();
        dump(tick * TICK_TIME + TICK_TIME / 2);
    }
    tick++;
}

static void batch(const Words& req, bool clock) {
    const size_t n = req[1];
    Frame f(DONE);
    uint32_t* out = f.grow(n * out_words);
    const uint32_t* in = req.data() + 2;
    for (size_t i = 0; i < n && !asked_to_end; i++, in += in_words, out += out_words) {
        drive_all(in);
        settle();
        sample_all(out);
        if (clock || !dut.clk) rise();
    }
    f.send();
}

// req: command, max cycles (2 words), log, stop (word positions or NONE), 1 if there is a vector
// for the first cycle only, [that vector,] the vector held afterwards.
static void run(const Words& req) {
    const uint64_t max = get64(&req[1]);
    const CData* log = bit_at(dut.out, req[3]);
    const CData* stop = bit_at(dut.out, req[4]);
    const uint32_t* first = req.data() + 6;
    const uint32_t* held = req[5] ? first + in_words : first;
    Frame records(RECORDS);
    Words final_out(out_words);
    bool stopped = false;
    uint64_t cycle = 0;
    for (; cycle < max && !stopped && !asked_to_end; cycle++) {
        if (cycle == 0) drive_all(first);
        if (cycle == 1) drive_all(held);
        settle();
        stopped = *stop;
        if (*log) {
            records.put64(cycle);
            sample_all(records.grow(out_words));
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

// A one-bit input gets a waveform, the changes of a one-bit output are noted.
// req: command, max cycles, quiet cycles (2 words each), word positions of input and output, edges
// to wait for, n, n numbers of cycles for which the input is 1, 0, 1 ..., the vector of all inputs.
// The input ends at 1. The run ends when the waveform is done, that many edges were seen and none
// during the last quiet cycles, or with max. Reply: cycles, last vector of outputs, cycles of edges.
static void line(const Words& req) {
    const uint64_t max = get64(&req[1]), quiet = get64(&req[3]);
    CData* in = bit_at(dut.in, req[5]);
    const CData* out = bit_at(dut.out, req[6]);
    const uint32_t need = req[7], n = req[8];
    const uint32_t* runs = &req[9];
    drive_all(runs + n);
    static CData last = 1;
    std::vector<uint64_t> edges;
    Words final_out(out_words);
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
    const Words zero(in_words + 1);
    drive_all(zero.data());
    if (dut.rst) {
        *dut.rst = 1;
        for (int i = 0; i < 2; i++) settle(), rise();
        *dut.rst = 0;
    }
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
    f.put(dut.clk != nullptr);
    f.put(dut.rst != nullptr);
    std::string text;
    for (const Port& port : dut.in) text += "in " + std::string(port.name) + " " + std::to_string(port.bits) + "\n";
    for (const Port& port : dut.out) text += "out " + std::string(port.name) + " " + std::to_string(port.bits) + "\n";
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
    dut = make_dut(context);
    in_words = words_of(dut.in);
    out_words = words_of(dut.out);
    if (dut.mutant.at) {
        Words number(words_of(dut.mutant));
        number[0] = static_cast<uint32_t>(atoi(argv[2]));
        drive(dut.mutant, number.data());
    }
#if VM_TRACE
    wave = new VerilatedFstC;
    dut.trace(wave);
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
