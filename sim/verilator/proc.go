// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package verilator

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Commands and replies; driver/driver.cpp is the other end and describes the frames.
const (
	cmdEval uint32 = iota + 1
	cmdStep
	cmdRun
	cmdReset
	cmdWave
)
const (
	replyHello uint32 = iota + 1
	replyDone
	replyRecords
	replyDied
)

const noPort = 0xffffffff // replaces a port's word position

// Proc is a running model. Only one goroutine may use it. After an error of any call except Port,
// only Close may be called.
type Proc struct {
	top     string
	ctx     context.Context
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	stdout  io.ReadCloser
	read    *bufio.Reader
	stderr  tail
	ports   []Port
	inSize  int // words of an input vector
	outSize int // words of an output vector
	clocked bool
	hasRst  bool

	tick        uint64 // cycles since the start, in the driver's count
	limit       uint64 // limit of tick; 0: none
	resetTick   uint64 // tick of cycle 0
	transaction int
	busy        bool  // the child may still be working on a command
	failed      error // reason for the end of the process, if it has ended
	frame       []byte
	words       []uint32
}

// Start builds the model if need be, starts it, and resets it if it has a clock and a reset.
// Registers without reset begin with arbitrary but repeatable values. Ending ctx kills the child.
func Start(ctx context.Context, m Model) (*Proc, error) {
	return start(ctx, m, 1, nil)
}

// waveSpec requests an FST file of the ticks from..to.
type waveSpec struct {
	path     string
	from, to uint64
}

// start starts the model, with registers filled from seed. If wave is not nil, start traces the
// model.
func start(ctx context.Context, m Model, seed uint64, wave *waveSpec) (*Proc, error) {
	exe, err := Build(ctx, m, wave != nil)
	if err != nil {
		return nil, err
	}
	root, _, err := home()
	if err != nil {
		return nil, err
	}
	p := &Proc{top: m.Top, ctx: ctx}
	// Verilator takes a positive 31-bit seed; 0 would mean a random one.
	p.cmd = exec.CommandContext(ctx, exe, strconv.FormatUint(seed%(1<<31-1)+1, 10), strconv.Itoa(m.Mutant))
	p.cmd.Dir = root // names of memory files in the RTL are relative to this folder
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = time.Second
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	if p.stdout, err = p.cmd.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	p.read = bufio.NewReaderSize(p.stdout, 1<<16)
	err = p.hello()
	if err == nil && wave != nil {
		err = p.wave(*wave)
	}
	if err == nil && p.clocked && p.hasRst {
		err = p.Reset()
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *Proc) hello() error {
	kind, body, err := p.receive()
	if err != nil {
		return err
	}
	if kind != replyHello || len(body) < 3 {
		return fmt.Errorf("sim: %s did not say hello", p.top)
	}
	p.clocked, p.hasRst = body[0] == 1, body[1] == 1
	var text []byte
	for _, w := range body[3:] {
		text = binary.LittleEndian.AppendUint32(text, w)
	}
	p.ports, p.inSize, p.outSize, err = parsePorts(string(text[:body[2]]))
	return err
}

// Close ends the child and waits for it. An open wave is completed first.
func (p *Proc) Close() error {
	p.end()
	return nil
}

// end stops the child in any state, and collects its last output.
func (p *Proc) end() {
	if p.cmd.ProcessState != nil {
		return
	}
	p.stdin.Close() // the driver ends when it has no further command
	if p.busy {
		p.cmd.Process.Signal(syscall.SIGTERM) // ... or, in the middle of one, on this
		p.stdout.Close()
	}
	timer := time.AfterFunc(10*time.Second, func() { p.cmd.Process.Kill() })
	defer timer.Stop()
	p.cmd.Wait() // the exit code adds nothing
}

// Ports lists the ports without clk_i.
func (p *Proc) Ports() []Port { return append([]Port(nil), p.ports...) }

// Port finds a port by its Verilog name. The error of an unknown name lists the known ones.
func (p *Proc) Port(name string) (Port, error) {
	for _, port := range p.ports {
		if port.Name == name {
			return port, nil
		}
	}
	return Port{}, &PortError{Top: p.top, Name: name, Ports: p.Ports()}
}

// Bind looks up ports by name.
func (p *Proc) Bind(ports map[string]*Port) (err error) {
	for name, port := range ports {
		if *port, err = p.Port(name); err != nil {
			return err
		}
	}
	return nil
}

// MustPort is Port, but panics with a *PortError; Verify turns that into an error.
func (p *Proc) MustPort(name string) Port {
	port, err := p.Port(name)
	if err != nil {
		panic(err)
	}
	return port
}

// PortError reports that a module has no port of that name.
type PortError struct {
	Top, Name string
	Ports     []Port
}

func (e *PortError) Error() string {
	var known []string
	for _, port := range e.Ports {
		known = append(known, fmt.Sprintf("%s[%d]", port.Name, port.Width))
	}
	return fmt.Sprintf("sim: %s has no port %s; it has %s", e.Top, e.Name, strings.Join(known, " "))
}

// Clocked reports whether the module has a clock. For a module without one, each vector of Eval
// counts as a cycle in this package.
func (p *Proc) Clocked() bool { return p.clocked }

// Cycle is the number of cycles since the last reset, which is also the number of the next cycle.
func (p *Proc) Cycle() uint64 { return p.tick - p.resetTick }

// NewInputs returns an input vector of zeros.
func (p *Proc) NewInputs() Inputs { return make(Inputs, p.inSize) }

// Batch is a sequence of input vectors and the output vectors that answer them. It can be reused
// without allocation.
type Batch struct {
	n               int
	in, out         []uint32
	inSize, outSize int
	first           uint64
}

// NewBatch returns a batch of n input vectors of zeros.
func (p *Proc) NewBatch(n int) *Batch {
	return &Batch{n, make([]uint32, n*p.inSize), make([]uint32, n*p.outSize), p.inSize, p.outSize, 0}
}

// Len is the number of vectors that Eval or Step uses.
func (b *Batch) Len() int { return b.n }

// SetLen makes Eval and Step use only the first n vectors, at most as many as NewBatch made.
func (b *Batch) SetLen(n int) {
	if n*b.inSize > cap(b.in) || n*b.outSize > cap(b.out) {
		panic(fmt.Sprintf("sim: a batch cannot grow to %d", n))
	}
	b.n, b.in, b.out = n, b.in[:n*b.inSize], b.out[:n*b.outSize]
}

// In is input vector i, which keeps its value until it is changed.
func (b *Batch) In(i int) Inputs { return b.in[i*b.inSize : (i+1)*b.inSize : (i+1)*b.inSize] }

// Out is output vector i, from the last Eval or Step.
func (b *Batch) Out(i int) Outputs { return b.out[i*b.outSize : (i+1)*b.outSize : (i+1)*b.outSize] }

// Cycle is the cycle, since reset, of input vector i.
func (b *Batch) Cycle(i int) uint64 { return b.first + uint64(i) }

// Eval applies each input vector without a clock edge and samples the outputs.
func (p *Proc) Eval(b *Batch) error {
	ticks := uint64(b.n)
	if p.clocked {
		ticks = 0
	}
	return p.batch(cmdEval, b, ticks)
}

// Step spends one clock cycle on each input vector. It samples the outputs just before the rising
// edge that ends the cycle, so they may depend on the inputs of the same vector.
func (p *Proc) Step(b *Batch) error {
	if !p.clocked {
		return p.noClock("Step")
	}
	return p.batch(cmdStep, b, uint64(b.n))
}

// Limit lets every call fail with ErrLimit that needs more than that many cycles from the start,
// resets included.
func (p *Proc) Limit(ticks uint64) { p.limit = ticks }

// Ticks is the number of cycles since the start, resets included.
func (p *Proc) Ticks() uint64 { return p.tick }

// left returns the number of cycles left until the limit.
func (p *Proc) left() uint64 {
	if p.limit == 0 {
		return math.MaxUint64
	}
	return p.limit - min(p.tick, p.limit)
}

func (p *Proc) batch(cmd uint32, b *Batch, ticks uint64) error {
	if ticks > p.left() {
		return p.fail(ErrLimit)
	}
	b.first = p.Cycle()
	p.begin(cmd, uint32(b.n))
	p.put(b.in)
	if err := p.send(); err != nil {
		return err
	}
	body, err := p.done()
	if err != nil {
		return err
	}
	if len(body) != len(b.out) {
		return p.fail(fmt.Errorf("sim: %s answered %d words, want %d", p.top, len(body), len(b.out)))
	}
	copy(b.out, body)
	p.tick += ticks
	return nil
}

// Run is a run of many cycles without interaction with Go.
type Run struct {
	First Inputs // inputs of the first cycle, such as a one-cycle pulse; nil means Hold
	Hold  Inputs // inputs of all other cycles; nil means zeros
	Stop  string // the one-bit output whose first 1 ends the run; "" means to run Max cycles
	Log   string // the one-bit output that logs its cycle, or ""
	Max   uint64 // most cycles; a run with Stop that needs more is a *TimeoutError

	// OnLog gets the records in order while the model keeps running. An error of OnLog ends the
	// process, and Proc.Run returns it.
	OnLog func(Logged) error
}

// Logged holds the outputs of one cycle.
type Logged struct {
	Cycle uint64  // cycle since reset
	Out   Outputs // valid only until OnLog returns
}

// Result is the end of a run.
type Result struct {
	Cycles uint64  // cycles of the run, the cycle of Stop included
	Out    Outputs // outputs of the last cycle
}

// Run runs until r.Stop is 1, that cycle included.
func (p *Proc) Run(r Run) (Result, error) {
	if !p.clocked {
		return Result{}, p.noClock("Run")
	}
	log, err := p.flag(r.Log)
	if err != nil {
		return Result{}, err
	}
	stop, err := p.flag(r.Stop)
	if err != nil {
		return Result{}, err
	}
	first := uint32(0)
	if r.First != nil {
		first = 1
	}
	hold := r.Hold
	if hold == nil {
		hold = p.NewInputs()
	}
	most := min(r.Max, p.left())
	p.begin(cmdRun, uint32(most), uint32(most>>32), log, stop, first)
	p.put(r.First)
	p.put(hold)
	if err := p.send(); err != nil {
		return Result{}, err
	}
	for {
		kind, body, err := p.receive()
		if err != nil {
			return Result{}, err
		}
		if kind == replyRecords {
			if err := p.onLog(r.OnLog, body); err != nil {
				return Result{}, p.fail(err) // the child is still busy: Close interrupts it
			}
			continue
		}
		p.busy = false
		if len(body) != 3+p.outSize {
			return Result{}, p.fail(fmt.Errorf("sim: %s ended a run with %d words, want %d", p.top, len(body), 3+p.outSize))
		}
		cycles := uint64(body[1]) | uint64(body[2])<<32
		p.tick += cycles
		result := Result{cycles, append(Outputs(nil), body[3:]...)}
		if body[0] == 0 && most < r.Max {
			return result, p.fail(ErrLimit)
		}
		if r.Stop != "" && body[0] == 0 {
			return result, p.fail(&TimeoutError{Top: p.top, Signal: r.Stop, Cycles: cycles, Cycle: p.Cycle(), place: p.place()})
		}
		return result, nil
	}
}

// onLog passes on a frame of records: for each, its cycle since the run began and all outputs.
func (p *Proc) onLog(f func(Logged) error, body []uint32) error {
	if f == nil {
		return nil
	}
	for ; len(body) >= 2+p.outSize; body = body[2+p.outSize:] {
		cycle := uint64(body[0]) | uint64(body[1])<<32
		if err := f(Logged{p.Cycle() + cycle, Outputs(body[2 : 2+p.outSize : 2+p.outSize])}); err != nil {
			return err
		}
	}
	return nil
}

// flag finds the word of a one-bit output.
func (p *Proc) flag(name string) (uint32, error) {
	if name == "" {
		return noPort, nil
	}
	port, err := p.Port(name)
	if err != nil {
		return 0, err
	}
	if port.Input || port.Width != 1 {
		return 0, fmt.Errorf("sim: %s.%s is not an output of one bit", p.top, name)
	}
	return uint32(port.at), nil
}

// Reset spends two cycles with rst_i high and all other inputs 0; the next cycle is cycle 0.
func (p *Proc) Reset() error {
	if !p.clocked || !p.hasRst {
		return fmt.Errorf("sim: %s has no clk_i and rst_i to reset it with", p.top)
	}
	p.begin(cmdReset)
	if err := p.send(); err != nil {
		return err
	}
	if _, err := p.done(); err != nil {
		return err
	}
	p.tick += 2
	p.resetTick = p.tick
	return nil
}

// wave makes a traced model write an FST file.
func (p *Proc) wave(w waveSpec) error {
	p.begin(cmdWave, uint32(w.from), uint32(w.from>>32), uint32(w.to), uint32(w.to>>32), uint32(len(w.path)))
	padded := append([]byte(w.path), 0, 0, 0)
	for i := 0; i+3 < len(padded); i += 4 {
		p.frame = append(p.frame, padded[i:i+4]...)
	}
	if err := p.send(); err != nil {
		return err
	}
	_, err := p.done()
	return err
}

func (p *Proc) noClock(what string) error {
	return fmt.Errorf("sim: %s has no clk_i: %s is only for clocked modules, use Eval", p.top, what)
}

// begin starts a frame, put adds to it, send sends it.
func (p *Proc) begin(words ...uint32) {
	p.frame = append(p.frame[:0], 0, 0, 0, 0)
	p.put(words)
}

func (p *Proc) put(words []uint32) {
	for _, w := range words {
		p.frame = binary.LittleEndian.AppendUint32(p.frame, w)
	}
}

func (p *Proc) send() error {
	if p.failed != nil {
		return p.failed
	}
	binary.LittleEndian.PutUint32(p.frame, uint32(len(p.frame)-4))
	p.busy = true
	// A write error only means that the child has gone: receive will report the reason.
	p.stdin.Write(p.frame)
	return nil
}

// done receives the reply that ends a command.
func (p *Proc) done() ([]uint32, error) {
	kind, body, err := p.receive()
	if err != nil {
		return nil, err
	}
	p.busy = false
	if kind != replyDone {
		return nil, p.fail(fmt.Errorf("sim: %s sent a reply of kind %d", p.top, kind))
	}
	return body, nil
}

// receive reads one frame; the words are good until the next call.
func (p *Proc) receive() (kind uint32, body []uint32, err error) {
	var head [8]byte
	if _, err := io.ReadFull(p.read, head[:]); err != nil {
		return 0, nil, p.crashed(noTick)
	}
	kind = binary.LittleEndian.Uint32(head[4:])
	n := int(binary.LittleEndian.Uint32(head[:]))/4 - 1
	if cap(p.words) < n {
		p.words = make([]uint32, n)
	}
	p.words = p.words[:n]
	for i := 0; i < n; {
		// The loop reads as much as is buffered at once: a call per word would cost more than the
		// simulation.
		ahead, err := p.read.Peek(min((n-i)*4, p.read.Size()))
		if err != nil {
			return 0, nil, p.crashed(noTick)
		}
		for at := 0; at < len(ahead); at += 4 {
			p.words[i] = binary.LittleEndian.Uint32(ahead[at:])
			i++
		}
		p.read.Discard(len(ahead))
	}
	if kind == replyDied && n == 2 {
		return 0, nil, p.crashed(uint64(p.words[0]) | uint64(p.words[1])<<32)
	}
	return kind, p.words, nil
}

const noTick = ^uint64(0)

// crashed is the error of a child that ended unexpectedly or was killed through ctx.
func (p *Proc) crashed(tick uint64) error {
	if p.failed != nil {
		return p.failed
	}
	p.end()
	if p.ctx.Err() != nil {
		return p.fail(fmt.Errorf("sim: %s: %w", p.top, context.Cause(p.ctx)))
	}
	e := &CrashError{Top: p.top, Exit: p.cmd.ProcessState.String(), Stderr: strings.TrimSpace(p.stderr.String()), place: p.place()}
	if tick != noTick {
		e.Cycle, e.Known = tick-p.resetTick, true
		e.place.at = tick
	}
	return p.fail(e)
}

func (p *Proc) fail(err error) error {
	if p.failed == nil {
		p.failed = err
	}
	return err
}

// Stderr is the model's printed output so far, from $display or otherwise; only the last part if
// long.
func (p *Proc) Stderr() string { return p.stderr.String() }

// SetTransaction sets the number of the test's current transaction, for messages.
func (p *Proc) SetTransaction(n int) { p.transaction = n }
