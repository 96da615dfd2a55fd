// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build unix

// Command try proves everything that package proof has, plants every fault, and writes the record
// sim/proof/results.tsv. "make prove" calls it; it takes minutes. With -only it tries only some
// proofs and keeps the record of the rest.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/internal/command"
	"github.com/tessera-fpga/tessera/internal/cputime"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/proof"
)

func main() {
	only := flag.String("only", "", "try only these proofs, by their names separated by commas; of the others the record stays")
	flag.Parse()
	var names []string
	if *only != "" {
		names = strings.Split(*only, ",")
	}
	command.Main("try: ", func(ctx context.Context) error { return run(ctx, names) })
}

func run(ctx context.Context, names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(proof.Proofs, func(p *proof.Proof) bool { return p.Name == name }) {
			return fmt.Errorf("no proof has the name %q", name)
		}
	}
	root, err := rtl.Root()
	if err != nil {
		return err
	}
	path := filepath.Join(root, "sim", "proof", "results.tsv")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	old, err := proof.ParseResults(text)
	if err != nil {
		return err
	}
	var results []proof.Result
	for _, p := range proof.Proofs {
		if len(names) > 0 && !slices.Contains(names, p.Name) {
			results = append(results, old[p.Name]...)
			continue
		}
		before := cputime.Children()
		if err := p.Run(ctx); err != nil {
			return err
		}
		took := (cputime.Children() - before).Round(100 * time.Millisecond)
		fmt.Printf("%s: proven, %v of processor time\n", p.Name, took)
		results = append(results, proof.Result{Proof: p.Name, Verdict: proof.Proven, Time: took})
		for i, fault := range p.Faults {
			before := cputime.Children()
			verdict, assertion, err := p.Try(ctx, fault)
			if err != nil {
				return err
			}
			if verdict == proof.Proven {
				return fmt.Errorf("%s: fault %d is not found: %q in the place of %q", p.Name, i+1, fault.New, fault.Old)
			}
			fmt.Printf("%s: fault %d %s at %s\n", p.Name, i+1, verdict, assertion)
			took := (cputime.Children() - before).Round(100 * time.Millisecond)
			results = append(results, proof.Result{Proof: p.Name, Fault: i + 1, Verdict: verdict, Time: took})
		}
	}
	return maybe.WriteFile(path, proof.FormatResults(results), 0o666)
}
