// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package mutation

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tessera-fpga/tessera/sim/verilator"
)

// Order is the task of a test binary with the flag -mutants: it makes every comparison of a model
// with that top with mutants of these modules, and writes the results to Results.
type Order struct {
	Top     string
	Modules []string
	Count   int // number of mutants in each module, for each set of parameters
	Seed    uint64
	Results string // path of a JSON file, written after every mutant
	Keys    []Key  // mutants to try; none: all

	mu      sync.Mutex
	designs []*orderDesign
}

type orderDesign struct {
	design  *Design
	results []Result
}

// Result is the outcome of a mutant.
type Result struct {
	Params  string // parameters of the model, as "LANES=5"
	Value   int
	Module  string
	Source  string
	Fault   string
	Text    string
	Test    string `json:",omitempty"` // the test that saw it, or ""
	By      string `json:",omitempty"` // the mismatch that the test saw
	Proven  bool   `json:",omitempty"` // proven equivalent
	Seconds float64
}

// Key names a mutant in the record.
type Key struct{ Module, Params, Fault, Text string }

// Key of the mutant.
func (r Result) Key() Key { return Key{r.Module, r.Params, r.Fault, r.Text} }

// ReadOrder reads an order.
func ReadOrder(path string) (*Order, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("mutation: %w", err)
	}
	o := &Order{}
	if err := json.Unmarshal(text, o); err != nil {
		return nil, fmt.Errorf("mutation: %s: %w", path, err)
	}
	return o, nil
}

// ParamText describes the parameters of a model.
func ParamText(m verilator.Model) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(m.Params)) {
		all = append(all, fmt.Sprintf("%s=%d", name, m.Params[name]))
	}
	return strings.Join(all, " ")
}

// ParseParams reads the text of ParamText.
func ParseParams(text string) (params map[string]int, err error) {
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		if params == nil {
			params = map[string]int{}
		}
		if params[name], err = strconv.Atoi(value); err != nil {
			return nil, fmt.Errorf("mutation: bad parameter %q", word)
		}
	}
	return params, nil
}

// cycleLimit is the most cycles of a test with a mutant, given its cycles without one.
func cycleLimit(sound uint64) uint64 { return 10_000 + 3*sound }

// timeLimit is the most time of a test, for mutants that hang within a cycle. The machine may be
// busy.
func timeLimit(sound time.Duration) time.Duration { return time.Minute + 20*sound }

// Run makes a comparison with each mutant that no comparison of the same model has seen yet. Before
// the first mutant it makes the comparison without a mutant, which must succeed.
func (o *Order) Run(ctx context.Context, test string, m verilator.Model, fn Comparison) error {
	if m.Top != o.Top {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	d, err := o.find(ctx, m)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(d.results, func(r Result) bool { return r.By == "" }) {
		return nil
	}
	if _, err := verilator.Build(ctx, d.design.With(0), false); err != nil {
		return err
	}
	start := time.Now()
	var cycles uint64
	caught, err := d.design.Try(ctx, 0, o.Seed, time.Hour, func(p *verilator.Proc, rng *rand.Rand) error {
		err := fn(p, rng)
		cycles = p.Ticks()
		return err
	})
	if err != nil {
		return err
	}
	if caught != "" {
		return fmt.Errorf("mutation: %s fails without a mutant: %s", test, caught)
	}
	limit := timeLimit(time.Since(start))
	limited := func(p *verilator.Proc, rng *rand.Rand) error {
		p.Limit(cycleLimit(cycles))
		return fn(p, rng)
	}
	for i := range d.results {
		r := &d.results[i]
		if r.By != "" {
			continue
		}
		start := time.Now()
		if r.By, err = d.design.Try(ctx, r.Value, o.Seed, limit, limited); err != nil {
			return err
		}
		r.Seconds += time.Since(start).Seconds()
		if r.By != "" {
			r.Test = test
		}
		if err := o.write(); err != nil { // lets one watch the progress
			return err
		}
	}
	return o.write()
}

func (o *Order) write() error {
	var all []Result
	for _, d := range o.designs {
		all = append(all, d.results...)
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err == nil {
		err = os.WriteFile(o.Results, text, 0o666)
	}
	if err != nil {
		return fmt.Errorf("mutation: %w", err)
	}
	return nil
}

func (o *Order) find(ctx context.Context, m verilator.Model) (*orderDesign, error) {
	for _, d := range o.designs {
		if maps.Equal(d.design.Model.Params, m.Params) {
			return d, nil
		}
	}
	design, err := New(ctx, Spec{Model: m, Modules: o.Modules, Count: o.Count})
	if err != nil {
		return nil, err
	}
	d := &orderDesign{design: design}
	seen := map[string]int{} // a generate loop makes the same fault in several places
	for i := range design.Mutants {
		m := &design.Mutants[i]
		fault := m.Fault()
		if key := m.Derived + fault + m.Text; seen[key] > 0 {
			seen[key]++
			fault += fmt.Sprintf(" #%d", seen[key])
		} else {
			seen[key] = 1
		}
		r := Result{
			Params: ParamText(design.Model), Value: m.Value, Module: m.Module, Source: m.Source, Fault: fault, Text: m.Text,
		}
		if len(o.Keys) == 0 || slices.Contains(o.Keys, r.Key()) {
			d.results = append(d.results, r)
		}
	}
	o.designs = append(o.designs, d)
	return d, nil
}
