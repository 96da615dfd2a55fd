// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package mutation

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// counterSpec is the small circuit for the tests of the harness itself.
var counterSpec = Spec{
	Model:   verilator.Model{Top: "counter", Sources: []string{"sim/verilator/testdata"}, Params: map[string]int{"W": 5}},
	Modules: []string{"counter"},
	Count:   60,
}

// compareCounter compares the counter with a twin, cycle by cycle.
func compareCounter(p *verilator.Proc, rng *rand.Rand) error {
	const mask = 1<<5 - 1
	rst, start, step, limit := p.MustPort("rst_i"), p.MustPort("start_i"), p.MustPort("step_i"), p.MustPort("limit_i")
	hit, done, count := p.MustPort("hit_o"), p.MustPort("done_o"), p.MustPort("count_o")
	type outputs struct {
		count     uint64
		hit, done bool
	}
	b := p.NewBatch(8000)
	wants := make([]outputs, b.Len())
	var counts, limits uint64
	busy := false
	for i := range wants {
		resets, starts, steps := rng.IntN(100) == 0, rng.IntN(30) == 0, rng.IntN(4) > 0
		to := rng.Uint64() & mask >> rng.IntN(5)
		for port, v := range map[verilator.Port]bool{rst: resets, start: starts, step: steps} {
			if v {
				port.Set(b.In(i), 1)
			}
		}
		limit.Set(b.In(i), to)
		done := busy && counts == limits
		wants[i] = outputs{counts, busy && counts%4 == 0, done}
		switch {
		case starts:
			counts, limits, busy = 0, to, true
		case done:
			busy = false
		case busy && steps:
			counts = (counts + 1) & mask
		}
		if resets {
			counts, busy = 0, false
		}
	}
	if err := p.Step(b); err != nil {
		return err
	}
	for i, want := range wants {
		got := outputs{count.Uint(b.Out(i)), hit.Bool(b.Out(i)), done.Bool(b.Out(i))}
		if got != want {
			return p.Mismatch("count_o, hit_o, done_o", got, want, "").At(b.Cycle(i))
		}
	}
	return nil
}

// TestCounter builds faults into the counter: every fault must be seen or proven harmless, and no
// seen fault may be proven harmless.
func TestCounter(t *testing.T) {
	t.Parallel()
	d, err := New(t.Context(), counterSpec)
	require.NoError(t, err)
	require.Greater(t, len(d.Mutants), 30)
	seed := seedtest.Seed()
	t.Logf("repeat with: %s", seedtest.Repeat(t.Name(), seed))
	by, err := d.Try(t.Context(), 0, seed, time.Minute, compareCounter)
	require.NoError(t, err)
	require.Empty(t, by, "the sound model")

	caught, modes := 0, map[string]int{}
	for i := range d.Mutants {
		m := &d.Mutants[i]
		modes[m.Mode]++
		assert.Equal(t, "counter", m.Module)
		file, line := m.Line()
		assert.Equal(t, "sim/verilator/testdata/counter.v", file, m.Fault())
		assert.Positive(t, line)
		assert.NotEmpty(t, m.Text)
		by, err := d.Try(t.Context(), m.Value, seed, time.Minute, compareCounter)
		require.NoError(t, err)
		if by != "" {
			if caught++; caught%8 != 0 {
				continue // the proofs take too long
			}
		}
		proven, err := d.Prove(t.Context(), m, time.Minute)
		require.NoError(t, err)
		if by != "" {
			assert.False(t, proven, "%s at %s: %s", m.Fault(), m.Source, by)
		} else {
			assert.True(t, proven, "%s at %s: %s", m.Fault(), m.Source, m.Text)
		}
	}
	t.Logf("%d of %d caught; %v", caught, len(d.Mutants), modes)
	assert.Greater(t, caught, len(d.Mutants)/2)
	for _, mode := range []string{"inv", "const0", "const1", "cnot0", "cnot1"} {
		assert.Positive(t, modes[mode], mode)
	}
}

// TestLimit: a test that needs far more cycles than without a mutant is stopped.
func TestLimit(t *testing.T) {
	t.Parallel()
	d, err := New(t.Context(), counterSpec)
	require.NoError(t, err)
	for name, fn := range map[string]Comparison{
		"Run":  func(p *verilator.Proc, _ *rand.Rand) error { return wait(p, 1<<40) },
		"Step": func(p *verilator.Proc, _ *rand.Rand) error { return p.Step(p.NewBatch(1001)) },
		"Line": func(p *verilator.Proc, _ *rand.Rand) error {
			for {
				if _, err := p.Line(verilator.Line{Drive: "start_i", Watch: "hit_o", Edges: 1000, Max: 400}); err != nil {
					return err
				}
			}
		},
	} {
		got, err := d.Try(t.Context(), 0, 1, time.Minute, func(p *verilator.Proc, rng *rand.Rand) error {
			p.Limit(1000)
			return fn(p, rng)
		})
		require.NoError(t, err)
		assert.Equal(t, "the limit of cycles", got, name)
	}
}

// TestTry checks the possible ends of a comparison.
func TestTry(t *testing.T) {
	t.Parallel()
	d, err := New(t.Context(), counterSpec)
	require.NoError(t, err)
	for want, fn := range map[string]Comparison{
		"":                             func(*verilator.Proc, *rand.Rand) error { return nil },
		"mismatch of count_o":          func(p *verilator.Proc, _ *rand.Rand) error { return p.Mismatch("count_o", 1, 2, "") },
		"error: too few":               func(*verilator.Proc, *rand.Rand) error { return fmt.Errorf("too\nfew") },
		"panic: out of range":          func(*verilator.Proc, *rand.Rand) error { panic("out of range") },
		"no done_o in time":            func(p *verilator.Proc, _ *rand.Rand) error { return wait(p, 10) },
		"the time limit":               func(p *verilator.Proc, _ *rand.Rand) error { return wait(p, 1<<40) },
		"panic: sim: counter has no …": func(p *verilator.Proc, _ *rand.Rand) error { p.MustPort("cuont_o"); return nil },
	} {
		got, err := d.Try(t.Context(), 0, 1, 5*time.Second, fn)
		require.NoError(t, err)
		if start, ok := strings.CutSuffix(want, "…"); ok {
			assert.Truef(t, strings.HasPrefix(got, start), "%q, want %q", got, want)
		} else {
			assert.Equal(t, want, got)
		}
	}
}

func wait(p *verilator.Proc, max uint64) error {
	_, err := p.Run(verilator.Run{Stop: "done_o", Max: max})
	return err
}

func TestFault(t *testing.T) {
	t.Parallel()
	all, err := parseList([]byte("mutate -ctrl mutant_i 7 12 -mode cnot0 -module $paramod\\row_ram\\WIDTH=s32'0100 -cell $procdff$5767" +
		" -port Q -portbit 2 -ctrlbit 6 -wire down_q3 -wirebit 2 -src rtl/a.v:239.14-239.21 -src rtl/a.v:274.3-311.6\n" +
		"mutate -ctrl mutant_i 7 13 -mode inv -module $paramod$0123\\x -cell $eq$rtl/a.v:34$12 -port A -portbit 0" +
		" -src rtl/a.v:34.5-34.9 -src rtl/a.v:50.1-50.2\n"))
	require.NoError(t, err)
	require.Len(t, all, 2)
	assert.Equal(t, 12, all[0].Value)
	assert.Equal(t, "row_ram", all[0].Module)
	assert.Equal(t, "cnot0 procdff@3-6.Q[2]^[6]", all[0].Fault())
	assert.Equal(t, "rtl/a.v:274.3-311.6", all[0].Source)
	assert.NotContains(t, all[0].command, "-ctrl")
	assert.Equal(t, "x", all[1].Module)
	assert.Equal(t, "inv eq@5-9.A[0]", all[1].Fault())
	for _, bad := range []string{"delete x\n", "mutate -mode inv\n", "mutate -ctrl mutant_i\n", "mutate -ctrl a b c -mode inv\n"} {
		_, err := parseList([]byte(bad))
		assert.Error(t, err, bad)
	}
}

// TestPlan: every module of the RTL has a bench, or a reason to have none.
func TestPlan(t *testing.T) {
	t.Parallel()
	benches, missing, err := Modules()
	require.NoError(t, err)
	assert.Empty(t, missing)
	assert.Contains(t, benches["playout_lane"], "row_ram")
	assert.NotContains(t, benches["playout_lane"], "pattern_fit", "it has a bench of its own")
	for module := range Untried {
		for top, modules := range benches {
			assert.NotContains(t, modules, module, top)
		}
	}
}

// leastMutants and leastPercent are the minima of the record: they must not fall. The aim is 99
// percent. (It was 98.5 before the units of the tree core came, whose wide windows are harder to
// test; 98.2 before tree_leaf, whose mutants were tried with few positions; 97.3 before modules of
// the tree core that had changed for its clock were tried again: tree_select, whose choice shows
// little of a product's bits, and move_features; and 96.9 before tests of tree_leaf made moves on
// loaded roots, and the tests of tree_search had passes for answers and set each bit of a limit
// alone.)
const (
	leastMutants = 1000
	leastPercent = 97.6
)

// TestResults compares the committed results with these minima. Mutants in lines that the RTL no
// longer has do not count.
func TestResults(t *testing.T) {
	t.Parallel()
	rows, err := Results()
	require.NoError(t, err)
	assert.Equal(t, string(record), string(FormatResults(rows)))
	judgements, err := Judgements()
	require.NoError(t, err)
	tried := map[string]int{}
	lines := map[string]map[string]bool{} // by file
	var current []Row
	for _, r := range rows {
		file, _, _ := strings.Cut(r.Place, ":")
		if lines[file] == nil {
			lines[file] = linesOf(t, file)
		}
		if !lines[file][r.Text] {
			t.Logf("%s has changed: %s", file, r.Text)
			continue
		}
		tried[r.Module]++
		current = append(current, r)
		switch r.Verdict {
		case Caught, Proven:
			assert.NotEmpty(t, r.By, "%+v", r)
		case Judged:
			assert.Equal(t, Judge(judgements, r.Module, r.Fault, r.Text), r.By)
		case Missed:
			assert.Empty(t, r.By)
			t.Logf("missed: %s %s at %s: %s", r.Module, r.Fault, r.Place, r.Text)
		default:
			assert.Fail(t, "verdict", "%+v", r)
		}
	}
	benches, _, err := Modules()
	require.NoError(t, err)
	for _, b := range Plan {
		for _, module := range benches[b.Top] {
			assert.Positive(t, tried[module], "mutants of %s: run make mutants ONLY=%s", module, b.Top)
		}
	}
	for _, j := range judgements {
		found := false
		for _, r := range rows {
			found = found || r.Verdict == Judged && r.Module == j.Module && r.Fault == j.Fault && r.Text == j.Text
		}
		assert.True(t, found, "judged, but no survivor: %+v", j)
	}
	tally := Score(current)
	t.Log(tally)
	assert.GreaterOrEqual(t, tally.All, leastMutants)
	assert.GreaterOrEqual(t, tally.Percent(), leastPercent)
}

// linesOf returns the lines of a file of the RTL, with single spaces.
func linesOf(t *testing.T, file string) map[string]bool {
	root, err := rtl.Root()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, file))
	require.NoError(t, err)
	lines := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		lines[strings.Join(strings.Fields(line), " ")] = true
	}
	return lines
}
