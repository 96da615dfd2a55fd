// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package verilator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// tools are the programs that build a model.
type tools struct {
	verilator string // the verilator_bin that does the work
	share     string // VERILATOR_ROOT of the program, or "" if the program knows its folder
	python    string // Python for Verilator's helper scripts
	version   string // distinguishes models built by different Verilators and compilers
	local     string // the folder .tools
}

var (
	toolsMu    sync.Mutex
	foundTools = map[string]*tools{} // by folder and TESSERA_VERILATOR
)

// findTools returns the folder of the Verilog and the models, see home, and what builds them: the
// Verilator that the environment variable TESSERA_VERILATOR names, or that of .tools, or outside a
// clone that of PATH. It checks versions once per process.
func findTools(ctx context.Context) (root string, t *tools, err error) {
	root, clone, err := home()
	if err != nil {
		return "", nil, err
	}
	own := os.Getenv("TESSERA_VERILATOR")
	key := root + "\x00" + own
	toolsMu.Lock()
	defer toolsMu.Unlock()
	if t := foundTools[key]; t != nil {
		return root, t, nil
	}
	t = &tools{local: filepath.Join(root, ".tools"), python: "python3"}
	if own == "" && !clone {
		if own, err = exec.LookPath("verilator"); err != nil {
			return "", nil, errors.New("sim: no Verilator: install it, or name its program in TESSERA_VERILATOR")
		}
	}
	if own != "" {
		t.verilator = own
	} else {
		py := filepath.Join(t.local, "py")
		found, _ := filepath.Glob(filepath.Join(py, "lib/python*/site-packages/verilator/bin/verilator_bin"))
		if len(found) == 0 {
			return "", nil, errors.New(`sim: no Verilator in .tools/py: run "make tools-sim"`)
		}
		t.verilator = found[len(found)-1]
		t.share = filepath.Dir(filepath.Dir(t.verilator))
		t.python = filepath.Join(py, "bin/python")
	}
	for _, need := range [][2]string{{"make", "make"}, {compiler(), "g++"}} {
		if _, err := exec.LookPath(need[0]); err != nil {
			return "", nil, fmt.Errorf("sim: no %s: run \"sudo apt-get install %s\"", need[0], need[1])
		}
	}
	for _, ask := range []*exec.Cmd{
		exec.CommandContext(ctx, t.verilator, "--version"),
		exec.CommandContext(ctx, compiler(), "--version"),
	} {
		ask.Env = t.env()
		out, err := ask.CombinedOutput()
		if err != nil {
			return "", nil, fmt.Errorf("sim: %s: %w\n%s", strings.Join(ask.Args, " "), err, out)
		}
		first, _, _ := strings.Cut(string(out), "\n")
		t.version += first + "\n"
	}
	if m := versionPattern.FindStringSubmatch(t.version); m != nil && m[1] < oldest {
		first, _, _ := strings.Cut(t.version, "\n")
		return "", nil, fmt.Errorf("sim: %s is %s, want Verilator %s or later", t.verilator, first, oldest)
	}
	foundTools[key] = t
	return root, t, nil
}

// oldest is the oldest Verilator that has been seen to build and run the models. That of .tools does not
// say its version.
const oldest = "5.030"

var versionPattern = regexp.MustCompile(`^Verilator (\d\.\d{3}) `)

// compiler is the C++ compiler: $CXX, else g++. We always set it, because the packaged Verilator
// names a compiler of the machine that packaged it.
func compiler() string {
	if cxx := os.Getenv("CXX"); cxx != "" {
		return cxx
	}
	return "g++"
}

func (t *tools) env() []string {
	if t.share == "" {
		return os.Environ()
	}
	return append(os.Environ(), "VERILATOR_ROOT="+t.share)
}
