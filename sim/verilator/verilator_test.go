// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package verilator_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

func dut(top string) verilator.Model {
	return verilator.Model{Top: top, Sources: []string{"sim/verilator/testdata"}}
}

func startDUT(t testing.TB, m verilator.Model) *verilator.Proc {
	t.Helper()
	p, err := verilator.Start(t.Context(), m)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, p.Close()) })
	return p
}

// TestWidths sends values of many widths through a module and back; the model of the module is Go's
// own ^.
func TestWidths(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, dut("widths"), func(p *verilator.Proc, rng *rand.Rand) error {
		mask := p.MustPort("mask_i")
		b := p.NewBatch(200)
		for _, width := range []int{1, 8, 9, 32, 33, 64, 65, 98, 225} {
			in := p.MustPort(fmt.Sprintf("a%d_i", width))
			out := p.MustPort(fmt.Sprintf("y%d_o", width))
			values := make([]verilator.Bits, b.Len())
			for i := range values {
				v := make(verilator.Bits, (width+63)/64)
				for j := range v {
					v[j] = [...]uint64{0, ^uint64(0), rng.Uint64(), rng.Uint64()}[rng.IntN(4)]
				}
				in.SetBits(b.In(i), v) // bits beyond the width must be cut off
				mask.Set(b.In(i), uint64(i%2))
				for j := range v {
					if i%2 == 1 {
						v[j] = ^v[j]
					}
				}
				if width%64 != 0 {
					v[len(v)-1] &= 1<<(width%64) - 1
				}
				values[i] = v
			}
			if err := p.Eval(b); err != nil {
				return err
			}
			for i, want := range values {
				if got := out.Bits(b.Out(i)); !cmp.Equal(got, want) {
					return p.Mismatch(out.Name, got, want, "%s", cmp.Diff(want, got)).At(b.Cycle(i))
				}
				if width <= 64 && out.Uint(b.Out(i)) != want[0] {
					return p.Mismatch(out.Name, out.Uint(b.Out(i)), want[0], "as Uint").At(b.Cycle(i))
				}
			}
		}
		return nil
	})
}

func TestSetAndInt(t *testing.T) {
	t.Parallel()
	p := startDUT(t, dut("widths"))
	b := p.NewBatch(1)
	for _, width := range []int{8, 9, 32, 33, 64} {
		in, out := p.MustPort(fmt.Sprintf("a%d_i", width)), p.MustPort(fmt.Sprintf("y%d_o", width))
		for _, v := range []int64{0, 1, -1, -100, 99} {
			in.Set(b.In(0), uint64(v))
			require.NoError(t, p.Eval(b))
			assert.Equal(t, v, out.Int(b.Out(0)), "%d bits", width)
		}
	}
	wide := p.MustPort("a225_i")
	wide.SetBits(b.In(0), verilator.Bits{1, 2, 3, 4})
	wide.Set(b.In(0), 5<<40) // must clear the old higher bits
	require.NoError(t, p.Eval(b))
	assert.Equal(t, verilator.Bits{5 << 40, 0, 0, 0}, p.MustPort("y225_o").Bits(b.Out(0)))
	// Fields of a packed port, even across words, do not change each other.
	low, high := wide.Field("low", 30, 64), wide.Field("high", 94, 37)
	wide.SetBits(b.In(0), verilator.Bits{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)})
	low.Set(b.In(0), 0x8000_0000_0000_0005)
	high.Set(b.In(0), 6)
	require.NoError(t, p.Eval(b))
	out := p.MustPort("y225_o")
	assert.Equal(t, "a225_i.low", low.Name)
	assert.Equal(t, uint64(0x8000_0000_0000_0005), out.Field("low", 30, 64).Uint(b.Out(0)))
	assert.EqualValues(t, 6, out.Field("high", 94, 37).Uint(b.Out(0)))
	assert.EqualValues(t, -8, out.Field("sign", 90, 4).Int(b.Out(0)), "the highest bits of low")
	assert.EqualValues(t, 1<<30-1, out.Field("below", 0, 30).Uint(b.Out(0)))
	assert.Equal(t, verilator.Bits{^uint64(0), 1<<30 - 1}, out.Field("above", 131, 94).Bits(b.Out(0)))
	assert.Panics(t, func() { wide.Field("beyond", 200, 26) })

	assert.Panics(t, func() { p.MustPort("y8_o").Set(b.In(0), 1) })
	assert.Panics(t, func() { p.MustPort("a8_i").Uint(b.Out(0)) })
	assert.Panics(t, func() { p.MustPort("y225_o").Uint(b.Out(0)) })
	assert.EqualValues(t, 27, p.Cycle(), "without a clock, vectors count")
	assert.ErrorContains(t, p.Step(b), "widths has no clk_i")
}

func TestBits(t *testing.T) {
	t.Parallel()
	b := verilator.Bits{3, 0x12, 0}
	assert.Equal(t, "0x12_0000000000000003", b.String())
	assert.Equal(t, "0x0", verilator.Bits{}.String())
	assert.True(t, b.Bit(1))
	assert.False(t, b.Bit(2))
	assert.True(t, b.Bit(65))
	assert.False(t, b.Bit(1000))
}

func TestUnknownPort(t *testing.T) {
	t.Parallel()
	p := startDUT(t, dut("counter"))
	_, err := p.Port("cuont_o")
	assert.EqualError(t, err, "sim: counter has no port cuont_o; it has "+
		"rst_i[1] start_i[1] step_i[1] limit_i[16] hit_o[1] done_o[1] count_o[16]")

	err = verilator.Verify(t.Context(), dut("counter"), 1, func(p *verilator.Proc, _ *rand.Rand) error {
		p.MustPort("cuont_o")
		return nil
	})
	var unknown *verilator.PortError
	assert.ErrorAs(t, err, &unknown)
}

// TestStep checks the sampling time of outputs: before the edge, so a register shows the edge one
// cycle later.
func TestStep(t *testing.T) {
	t.Parallel()
	p := startDUT(t, dut("counter"))
	assert.Zero(t, p.Cycle())
	start, limit, step, count := p.MustPort("start_i"), p.MustPort("limit_i"), p.MustPort("step_i"), p.MustPort("count_o")
	b := p.NewBatch(6)
	start.Set(b.In(0), 1)
	limit.Set(b.In(0), 100)
	for i := 1; i < 6; i++ {
		step.Set(b.In(i), 1)
	}
	require.NoError(t, p.Step(b))
	got := make([]uint64, 6)
	for i := range got {
		got[i] = count.Uint(b.Out(i))
	}
	assert.Equal(t, []uint64{0, 0, 1, 2, 3, 4}, got)
	assert.EqualValues(t, 6, p.Cycle())
	assert.EqualValues(t, 4, b.Cycle(4))

	b.SetLen(1)
	start.Set(b.In(0), 0)
	require.NoError(t, p.Eval(b), "no cycle passes in Eval of a clocked module")
	assert.EqualValues(t, 5, count.Uint(b.Out(0)))
	assert.EqualValues(t, 6, p.Cycle())
	require.NoError(t, p.Reset())
	assert.Zero(t, p.Cycle())
	require.NoError(t, p.Step(b))
	assert.Zero(t, count.Uint(b.Out(0)))
}

// countTo is a run of the counter to a limit, in limit+2 cycles.
func countTo(p *verilator.Proc, limit uint64, onLog func(verilator.Logged) error) verilator.Run {
	first, hold := p.NewInputs(), p.NewInputs()
	p.MustPort("start_i").Set(first, 1)
	p.MustPort("limit_i").Set(first, limit)
	p.MustPort("step_i").Set(hold, 1)
	return verilator.Run{First: first, Hold: hold, Stop: "done_o", Log: "hit_o", Max: limit + 100, OnLog: onLog}
}

func TestRun(t *testing.T) {
	t.Parallel()
	m := dut("counter")
	m.Params = map[string]int{"W": 24}
	p := startDUT(t, m)
	count := p.MustPort("count_o")
	require.NoError(t, p.Step(p.NewBatch(10)))
	const limit = 1_000_000 // the log is far longer than a frame
	next := uint64(0)
	res, err := p.Run(countTo(p, limit, func(r verilator.Logged) error {
		// The count is 0 in cycle 11, the cycle after start_i.
		if got := count.Uint(r.Out); got != next || r.Cycle != 11+got {
			return fmt.Errorf("count_o = %d in cycle %d, want %d", got, r.Cycle, next)
		}
		next += 4
		return nil
	}))
	require.NoError(t, err)
	assert.EqualValues(t, limit+4, next, "records lost")
	assert.EqualValues(t, limit+2, res.Cycles)
	assert.EqualValues(t, limit, count.Uint(res.Out))
	assert.EqualValues(t, 10+limit+2, p.Cycle())

	_, err = p.Run(verilator.Run{Stop: "count_o"})
	assert.ErrorContains(t, err, "counter.count_o is not an output of one bit")
	res, err = p.Run(verilator.Run{Max: 7})
	require.NoError(t, err)
	assert.EqualValues(t, 7, res.Cycles)
}

// TestRunAborted ends a run of many minutes from its callback.
func TestRunAborted(t *testing.T) {
	t.Parallel()
	p := startDUT(t, dut("counter"))
	enough := errors.New("enough")
	run := countTo(p, 60000, func(verilator.Logged) error { return enough })
	run.Stop, run.Max = "", 1<<40
	begin := time.Now()
	_, err := p.Run(run)
	assert.ErrorIs(t, err, enough)
	require.NoError(t, p.Close())
	assert.Less(t, time.Since(begin), 5*time.Minute)
	_, err = p.Run(run)
	assert.ErrorIs(t, err, enough, "the process is of no further use")
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	p := startDUT(t, dut("counter"))
	run := countTo(p, 500, nil)
	run.Max = 300
	_, err := p.Run(run)
	assert.EqualError(t, err, "counter: cycle 300: done_o did not become 1 in 300 cycles")
	var timeout *verilator.TimeoutError
	assert.ErrorAs(t, err, &timeout)
}

func TestCrash(t *testing.T) {
	t.Parallel()
	p := startDUT(t, dut("fatal"))
	b := p.NewBatch(10)
	p.MustPort("trip_i").Set(b.In(6), 1)
	err := p.Step(b)
	var crash *verilator.CrashError
	require.ErrorAs(t, err, &crash)
	assert.True(t, crash.Known)
	assert.EqualValues(t, 6, crash.Cycle)
	assert.ErrorContains(t, err, "fatal: cycle 6: the model ended (exit status 3)")
	assert.ErrorContains(t, err, "tripped on purpose")
	assert.Equal(t, err, p.Step(b), "later calls tell the same")
}

func TestCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	p, err := verilator.Start(ctx, dut("counter"))
	require.NoError(t, err)
	defer p.Close()
	time.AfterFunc(100*time.Millisecond, cancel)
	begin := time.Now()
	_, err = p.Run(verilator.Run{Stop: "done_o", Max: 1 << 40})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Less(t, time.Since(begin), 5*time.Minute)
}

// TestMismatch provokes failures and looks at the wave and at each line of the message.
func TestMismatch(t *testing.T) {
	t.Parallel()
	root, err := rtl.Root()
	require.NoError(t, err)
	compare := func(p *verilator.Proc, rng *rand.Rand) error {
		count := p.MustPort("count_o")
		for i := range 3 {
			p.SetTransaction(i)
			if err := p.Reset(); err != nil {
				return err
			}
			wrong := uint64(400)
			_, err := p.Run(countTo(p, 1000, func(r verilator.Logged) error {
				if i == 2 && count.Uint(r.Out) == wrong {
					return p.Mismatch("count_o", wrong, wrong+1, "a drawing\nof two lines\n").At(r.Cycle)
				}
				return nil
			}))
			if err != nil {
				return err
			}
		}
		return nil
	}
	const seed = 987654321
	err = verilator.Verify(t.Context(), dut("counter"), seed, compare)
	var failure *verilator.Failure
	require.ErrorAs(t, err, &failure)
	failure.Repeat = "go test ./sim -run TestX -seed=987654321"
	assert.EqualError(t, err, `counter: cycle 401: count_o = 400, want 401 (transaction 2)
a drawing
of two lines
wave: build/waves/counter-987654321.fst
seed: 987654321
again: go test ./sim -run TestX -seed=987654321`)
	// Start's reset took 2 cycles, each transaction 2 + 1002 until the third.
	checkWave(t, filepath.Join(root, failure.Wave), (2+2*1004+2+401-200)*10, (2+2*1004+2+401+20)*10+5)

	t.Run("timeout", func(t *testing.T) {
		err := verilator.Verify(t.Context(), dut("counter"), 7, func(p *verilator.Proc, _ *rand.Rand) error {
			_, err := p.Run(verilator.Run{Stop: "done_o", Max: 10})
			return err
		})
		require.ErrorAs(t, err, &failure)
		assert.EqualError(t, err, "counter: cycle 10: done_o did not become 1 in 10 cycles\n"+
			"wave: build/waves/counter-7.fst\nseed: 7")
		checkWave(t, filepath.Join(root, failure.Wave), 0, (2+9)*10+5)
	})
	t.Run("crash", func(t *testing.T) {
		err := verilator.Verify(t.Context(), dut("fatal"), 8, func(p *verilator.Proc, _ *rand.Rand) error {
			b := p.NewBatch(1000)
			p.MustPort("trip_i").Set(b.In(700), 1)
			return p.Step(b)
		})
		require.ErrorAs(t, err, &failure)
		assert.Empty(t, failure.Note)
		checkWave(t, filepath.Join(root, failure.Wave), (2+700-200)*10, (2+700)*10)
	})
	t.Run("other", func(t *testing.T) {
		err := verilator.Verify(t.Context(), dut("counter"), 9, func(*verilator.Proc, *rand.Rand) error {
			return errors.New("golden: illegal move")
		})
		assert.EqualError(t, err, "golden: illegal move\nseed: 9")
	})
	t.Run("unsteady", func(t *testing.T) {
		runs := 0
		err := verilator.Verify(t.Context(), dut("counter"), 10, func(p *verilator.Proc, _ *rand.Rand) error {
			if runs++; runs == 1 {
				return p.Mismatch("count_o", 1, 2, "")
			}
			return nil
		})
		assert.ErrorContains(t, err, "note: the run with waves ended otherwise: <nil>")
	})
}

// checkWave looks for a complete FST file and its first and last time. The first block is a header:
// type, length, start, end, all but the type in eight bytes, the most significant first.
func checkWave(t *testing.T, path string, from, to uint64) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	t.Cleanup(func() { os.Remove(path) })
	require.Greater(t, len(text), 330)
	assert.Zero(t, text[0], "type of the first block: header")
	assert.Equal(t, from, binary.BigEndian.Uint64(text[9:]), "first time in the wave")
	assert.Equal(t, to, binary.BigEndian.Uint64(text[17:]), "last time in the wave")
}

// TestCache builds a copy of a module, builds it again, and changes it.
func TestCache(t *testing.T) {
	t.Parallel()
	root, err := rtl.Root()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, "sim/verilator/testdata/fatal.v"))
	require.NoError(t, err)
	dir := t.TempDir()
	file := filepath.Join(dir, "fatal.v")
	write := func(extra string) {
		require.NoError(t, os.WriteFile(file, append(text, extra...), 0o666))
	}
	m := verilator.Model{Top: "fatal", Sources: []string{dir}}
	write(fmt.Sprintf("// %d\n", time.Now().UnixNano())) // a text that no cache has seen

	exe, err := verilator.Build(t.Context(), m, false)
	require.NoError(t, err)
	t.Cleanup(func() { removeModel(t, exe) })
	before, err := os.Stat(exe)
	require.NoError(t, err)

	again, err := verilator.Build(t.Context(), m, false)
	require.NoError(t, err)
	after, err := os.Stat(again)
	require.NoError(t, err)
	assert.True(t, os.SameFile(before, after))
	assert.Equal(t, before.ModTime(), after.ModTime(), "built twice")

	write(fmt.Sprintf("// %d, changed\n", time.Now().UnixNano()))
	changed, err := verilator.Build(t.Context(), m, false)
	require.NoError(t, err)
	t.Cleanup(func() { removeModel(t, changed) })
	assert.NotEqual(t, exe, changed)

	m.Sources = []string{file}
	m.Defines = map[string]string{"UNUSED": "1"}
	named, err := verilator.Build(t.Context(), m, false)
	require.NoError(t, err)
	t.Cleanup(func() { removeModel(t, named) })
	assert.NotEqual(t, changed, named)
}

func removeModel(t *testing.T, exe string) {
	assert.NoError(t, os.RemoveAll(filepath.Dir(exe)))
	assert.NoError(t, os.Remove(filepath.Dir(exe)+".lock"))
}

func TestBuildErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "bad.v")
	require.NoError(t, os.WriteFile(file, []byte("module bad(input wire [3:0] a_i, output wire y_o);\n"+
		"  assign y_o = a_i[0];\nendmodule\n"), 0o666))
	_, err := verilator.Build(t.Context(), verilator.Model{Top: "bad", Sources: []string{dir}}, false)
	assert.ErrorContains(t, err, "UNUSEDSIGNAL", "warnings are errors")
	_, err = verilator.Build(t.Context(), verilator.Model{Top: "absent", Sources: []string{dir}}, false)
	assert.ErrorContains(t, err, "sim: no absent.v in ")

	// Outside the tools' folder the error is one line that says how to get them.
	require.NoError(t, os.Mkdir(filepath.Join(dir, "rtl"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "rtl", "rtl.go"), nil, 0o666))
	t.Chdir(dir)
	t.Setenv("TESSERA_VERILATOR", "")
	_, err = verilator.Build(t.Context(), verilator.Model{Top: "bad", Sources: []string{dir}}, false)
	assert.EqualError(t, err, `sim: no Verilator in .tools/py: run "make tools-sim"`)
}

// TestOutsideClone runs a module of the program's own Verilog in a folder that is no clone.
func TestOutsideClone(t *testing.T) {
	root, err := rtl.Root()
	require.NoError(t, err)
	pinned, err := filepath.Glob(filepath.Join(root, ".tools/py/lib/python*/site-packages/verilator/bin/verilator_bin"))
	require.NoError(t, err)
	require.Len(t, pinned, 1)
	said, err := os.ReadFile("../../docs/use-it.md")
	require.NoError(t, err)
	folder, path := t.TempDir(), os.Getenv("PATH")
	t.Chdir(folder)
	t.Setenv("HOME", folder)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(folder, "caches"))
	t.Setenv("TESSERA_VERILATOR", "")
	m := verilator.Model{Top: "box_near"}

	t.Setenv("PATH", "none")
	_, err = verilator.Build(t.Context(), m, false)
	assert.EqualError(t, err, "sim: no Verilator: install it, or name its program in TESSERA_VERILATOR")

	t.Setenv("PATH", folder+string(filepath.ListSeparator)+path)
	old := filepath.Join(folder, "verilator")
	require.NoError(t, os.WriteFile(old, []byte("#!/bin/sh\necho Verilator 5.006 2023-01-22\n"), 0o777))
	const want = "Verilator 5.030 or later"
	_, err = verilator.Build(t.Context(), m, false)
	assert.EqualError(t, err, "sim: "+old+" is Verilator 5.006 2023-01-22, want "+want)
	assert.Contains(t, string(said), want)

	t.Setenv("TESSERA_VERILATOR", pinned[0])
	t.Setenv("VERILATOR_ROOT", filepath.Dir(filepath.Dir(pinned[0])))
	p, err := verilator.Start(t.Context(), m)
	require.NoError(t, err)
	require.NoError(t, p.Close())
	caches, err := os.UserCacheDir()
	require.NoError(t, err)
	exe, err := verilator.Build(t.Context(), m, false)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(exe, filepath.Join(caches, "tessera")), exe)
	for _, name := range []string{"rtl/alphabeta/box_near.v", "sim/testbench/sdram_model.v"} {
		found, err := filepath.Glob(filepath.Join(caches, "tessera", "*", name))
		require.NoError(t, err)
		assert.Len(t, found, 1, name)
	}
}

// TestBuildAtOnce builds one model several times at once; all builds must return the same complete
// file.
func TestBuildAtOnce(t *testing.T) {
	t.Parallel()
	m := dut("fatal")
	m.Defines = map[string]string{"ONCE": fmt.Sprint(time.Now().UnixNano())}
	type result struct {
		exe string
		err error
	}
	results := make(chan result)
	for range 4 {
		go func() {
			exe, err := verilator.Build(t.Context(), m, false)
			results <- result{exe, err}
		}()
	}
	first := <-results
	require.NoError(t, first.err)
	t.Cleanup(func() { removeModel(t, first.exe) })
	for range 3 {
		assert.Equal(t, first, <-results)
	}
}

// TestSeedFillsRegisters: a register without reset begins with a value from the seed, not with 0.
func TestSeedFillsRegisters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "keeper.v"), []byte(
		"module keeper(input wire clk_i, input wire we_i, input wire [31:0] d_i, output reg [31:0] q_o);\n"+
			"  always @(posedge clk_i) if (we_i) q_o <= d_i;\nendmodule\n"), 0o666))
	m := verilator.Model{Top: "keeper", Sources: []string{dir}}
	values := map[uint64]bool{}
	for _, seed := range []uint64{1, 2, 3, 1, 2, 3} {
		require.NoError(t, verilator.Verify(t.Context(), m, seed, func(p *verilator.Proc, _ *rand.Rand) error {
			b := p.NewBatch(1)
			defer func() { values[p.MustPort("q_o").Uint(b.Out(0))] = true }()
			return p.Step(b)
		}))
	}
	assert.Len(t, values, 3, "same seed, same value; other seed, other value: %v", values)
}

// The time per clock cycle of a very small module is the cost of the harness itself.

func BenchmarkStep(b *testing.B) {
	p := startDUT(b, dut("counter"))
	const n = 4096
	batch := p.NewBatch(n)
	step := p.MustPort("step_i")
	for i := range n {
		step.Set(batch.In(i), 1)
	}
	for b.Loop() {
		require.NoError(b, p.Step(batch))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/cycle")
}

func BenchmarkRun(b *testing.B) {
	p := startDUT(b, dut("counter"))
	const n = 1_000_000
	for b.Loop() {
		_, err := p.Run(verilator.Run{Max: n})
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/cycle")
}

// BenchmarkExchange exchanges one vector at a time, the slow way.
func BenchmarkExchange(b *testing.B) {
	p := startDUT(b, dut("counter"))
	batch := p.NewBatch(1)
	for b.Loop() {
		require.NoError(b, p.Step(batch))
	}
}
