// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build unix

// Command try makes the record of package mutation. For every bench of the plan it builds the
// mutants, runs the bench's tests with each of them, and tries to prove that the mutants that no
// test sees are equivalent. It writes sim/mutation/mutants.tsv and the score. "make mutants" calls
// it; it takes most of an hour. With -only it tries only some benches and keeps the record of the
// rest.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/internal/command"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/mutation"
)

func main() {
	only := flag.String("only", "", "try only these benches, by their tops separated by commas; of the others the record stays")
	missed := flag.Bool("missed", false, "try only the mutants that the record has as missed")
	proof := flag.Duration("proof", time.Minute, "limit of a proof; 0: prove nothing")
	proveOnly := flag.Bool("prove", false, "try nothing: prove what was not seen when the benches were last tried here")
	seed := flag.Uint64("seed", 1, "seed of the tests")
	flag.Parse()
	command.Main("try: ", func(ctx context.Context) error {
		return run(ctx, options{*only, *missed, *proveOnly, *proof, *seed})
	})
}

type options struct {
	only              string
	missed, proveOnly bool
	proof             time.Duration
	seed              uint64
}

func run(ctx context.Context, o options) error {
	root, err := rtl.Root()
	if err != nil {
		return err
	}
	modules, missing, err := mutation.Modules()
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		return fmt.Errorf("no bench has %s", strings.Join(missing, ", "))
	}
	judgements, err := mutation.Judgements()
	if err != nil {
		return err
	}
	home := filepath.Join(root, "build", "mutants")
	if err := os.MkdirAll(home, 0o777); err != nil {
		return err
	}
	binary := filepath.Join(home, fmt.Sprintf("cosim-%d.test", os.Getpid()))
	defer os.Remove(binary)
	if !o.proveOnly {
		compile := exec.CommandContext(ctx, "go", "test", "-c", "-o", binary, "./sim/cosim")
		compile.Dir = root
		if out, err := compile.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
	}
	begin := time.Now()
	path := filepath.Join(root, "sim", "mutation", "mutants.tsv")
	for _, bench := range mutation.Plan {
		if o.only != "" && !contains(o.only, bench.Top) {
			continue
		}
		order := &mutation.Order{
			Top: bench.Model(nil).Top, Modules: modules[bench.Top], Count: bench.Count, Seed: o.seed,
			Results: filepath.Join(home, "results-"+bench.Top+".json"),
		}
		if o.missed {
			record, err := readResults(path)
			if err != nil {
				return err
			}
			for _, r := range record {
				if r.Verdict == mutation.Missed && slices.Contains(modules[bench.Top], r.Module) {
					order.Keys = append(order.Keys, r.Key())
				}
			}
			if len(order.Keys) == 0 {
				continue
			}
		}
		start := time.Now()
		if !o.proveOnly {
			if err := try(ctx, root, binary, bench, order); err != nil {
				return fmt.Errorf("%s: %w", bench.Top, err)
			}
		}
		results, err := read(order.Results)
		if err != nil {
			return err
		}
		if o.proof > 0 {
			if err := prove(ctx, bench, order, results, o.proof); err != nil {
				return err
			}
		}
		found := rowsOf(results)
		all, err := update(path, modules, bench, found, o.missed, judgements)
		if err != nil {
			return err
		}
		fmt.Printf("%-18s %s (%.0f s); in all %s\n", bench.Top, mutation.Score(found), time.Since(start).Seconds(), mutation.Score(all))
	}
	fmt.Printf("%.0f minutes\n", time.Since(begin).Minutes())
	return nil
}

func readResults(path string) ([]mutation.Row, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return mutation.ParseResults(text)
}

// update replaces the record's rows of a bench's modules, or only the rows of the same mutants,
// gives all rows the judgements, and returns the whole record. It writes the record at once, so
// that finished benches are on record if the rest fails.
func update(path string, modules map[string][]string, bench mutation.Bench, found []mutation.Row, only bool, judgements []mutation.Judgement) (all []mutation.Row, err error) {
	old, err := readResults(path)
	if err != nil {
		return nil, err
	}
	if only {
		found = slices.Clone(found)
		for i := range old {
			if k := slices.IndexFunc(found, func(r mutation.Row) bool { return r.Key() == old[i].Key() }); k >= 0 {
				old[i] = found[k] // rows with the same name come in the same order
				found = slices.Delete(found, k, k+1)
			}
		}
	}
	for _, b := range mutation.Plan {
		rows := old
		if b == bench && !only {
			rows = found
		}
		for _, r := range rows {
			if slices.Contains(modules[b.Top], r.Module) {
				all = append(all, r.Judge(judgements))
			}
		}
	}
	return all, maybe.WriteFile(path, mutation.FormatResults(all), 0o666)
}

func contains(list, name string) bool {
	for _, one := range strings.Split(list, ",") {
		if one == name {
			return true
		}
	}
	return false
}

// try runs the tests of a bench with its mutants.
func try(ctx context.Context, root, binary string, bench mutation.Bench, order *mutation.Order) error {
	text, err := json.Marshal(order)
	if err != nil {
		return err
	}
	path := strings.TrimSuffix(order.Results, ".json") + ".order"
	if err := os.WriteFile(path, text, 0o666); err != nil {
		return err
	}
	if err := os.Remove(order.Results); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	cmd := exec.CommandContext(ctx, binary, "-test.run", bench.Tests, "-test.parallel", "1", "-test.timeout", "0",
		"-seed", strconv.FormatUint(order.Seed, 10), "-mutants", path)
	cmd.Dir = filepath.Join(root, "sim", "cosim")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the models that it starts must end with it
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

func read(path string) (results []mutation.Result, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return results, json.Unmarshal(text, &results)
}

// prove marks the survivors that are proven equivalent, and keeps the marks.
func prove(ctx context.Context, bench mutation.Bench, order *mutation.Order, results []mutation.Result, limit time.Duration) error {
	designs := map[string]*mutation.Design{}
	for i := range results {
		r := &results[i]
		if r.By != "" || r.Proven {
			continue
		}
		d := designs[r.Params]
		if d == nil {
			var err error
			params, err := mutation.ParseParams(r.Params)
			if err != nil {
				return err
			}
			spec := mutation.Spec{Model: bench.Model(params), Modules: order.Modules, Count: order.Count}
			if d, err = mutation.New(ctx, spec); err != nil {
				return err
			}
			designs[r.Params] = d
		}
		for k := range d.Mutants {
			if m := &d.Mutants[k]; m.Value == r.Value {
				var err error
				if r.Proven, err = d.Prove(ctx, m, limit); err != nil {
					return err
				}
			}
		}
	}
	text, err := json.MarshalIndent(results, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(order.Results, text, 0o666)
}

// rowsOf makes rows of the results, without judgements.
func rowsOf(results []mutation.Result) (rows []mutation.Row) {
	for _, r := range results {
		file, span, _ := strings.Cut(r.Source, ":") // rtl/common/x.v:34.12-34.15
		line, _, _ := strings.Cut(span, ".")
		row := mutation.Row{
			Module: r.Module, Params: r.Params, Fault: r.Fault, Place: file + ":" + line, Text: r.Text, Verdict: mutation.Missed,
		}
		switch {
		case r.By != "":
			row.Verdict, row.By = mutation.Caught, r.Test+": "+r.By
		case r.Proven:
			row.Verdict, row.By = mutation.Proven, "no state or input tells them apart"
		}
		rows = append(rows, row)
	}
	return rows
}
