// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package verilator

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/tessera-fpga/tessera/internal/process"
)

// The driver in C++: what is compiled once, and what is compiled for each model.
var (
	//go:embed driver/driver.cpp
	driverSource []byte
	//go:embed driver/dut.cpp
	dutSource []byte
)

// Model selects the Verilog to run. Its port clk_i, if it exists, is the clock, and rst_i the
// synchronous active-high reset; a module without clk_i is purely combinational.
type Model struct {
	// Top is the name of the top module.
	Top string

	// Sources are Verilog files and folders, relative to the repository root or absolute; none
	// means the folder rtl. A folder includes its subfolders. In a folder a module is found by its
	// file name and an include file by its name. The top module's file is Top.v of the first folder
	// that has it, unless a file is named here.
	Sources []string

	// Params override parameters of the top module.
	Params map[string]int

	// Defines are text macros, added to SIM, which is always defined.
	Defines map[string]string

	// Flags are further Verilator flags, such as -Wno-WIDTHTRUNC for a synthesized netlist.
	Flags []string

	// Mutant is the constant value of the input mutant_i, in a model with that input (see package
	// mutation).
	Mutant int
}

// sourceTypes are the files of a source folder that a model may read.
var sourceTypes = []string{".v", ".vh", ".sv", ".svh", ".vlt", ".hex", ".mem"}

// Build returns the path of the executable model. It builds the model only if the text of the RTL,
// the parameters, the flags, the driver or the tools have changed since the last build. A traced
// model can write FST waves and takes longer to build. Warnings of the Verilator of .tools are errors.
// Several processes may build at once.
func Build(ctx context.Context, m Model, traced bool) (path string, err error) {
	root, t, err := findTools(ctx)
	if err != nil {
		return "", err
	}
	flags, sum, err := m.flags(root, t, traced)
	if err != nil {
		return "", err
	}
	models := filepath.Join(root, "build", "models")
	folder := filepath.Join(models, m.Top+"-"+sum)
	exe := filepath.Join(folder, "model")
	if _, err := os.Stat(exe); err == nil {
		return exe, nil
	}
	if err := os.MkdirAll(models, 0o777); err != nil {
		return "", fmt.Errorf("sim: %w", err)
	}
	unlock, err := lock(ctx, folder+".lock")
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(exe); err == nil {
		return exe, nil // another process has built the model meanwhile
	}
	tmp, err := os.MkdirTemp(models, "tmp-"+m.Top+"-")
	if err != nil {
		return "", fmt.Errorf("sim: %w", err)
	}
	defer os.RemoveAll(tmp)
	if err := t.compile(ctx, m.Top, tmp, models, flags, traced); err != nil {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", fmt.Errorf("sim: %w", err)
	}
	// The executable moves in last and in one step, so that it is either absent or complete. The
	// linker wrote it. Package renameio would copy it, because it writes files itself.
	if err := os.Rename(filepath.Join(tmp, "model"), exe); err != nil {
		return "", fmt.Errorf("sim: %w", err)
	}
	return exe, nil
}

// Verilate writes the C++ of a model, class Vdut, into a folder, for a program other than the
// driver; the flags in more override the flags of all models.
func Verilate(ctx context.Context, m Model, dir string, more ...string) error {
	root, t, err := findTools(ctx)
	if err != nil {
		return err
	}
	flags, _, err := m.flags(root, t, false)
	if err != nil {
		return err
	}
	if err := t.command(ctx, root, slices.Concat([]string{t.verilator, "--quiet", "-Mdir", dir}, flags, more)...); err != nil {
		return fmt.Errorf("sim: verilating %s: %w", m.Top, err)
	}
	return nil
}

// Include returns the folder of the headers of Verilator.
func Include(ctx context.Context) (string, error) {
	_, t, err := findTools(ctx)
	if err != nil {
		return "", err
	}
	if t.share == "" {
		return "", errors.New("sim: TESSERA_VERILATOR is set, want the Verilator of .tools")
	}
	return filepath.Join(t.share, "include"), nil
}

// flags returns Verilator's command line (without output folder) and the hash that names the model.
func (m Model) flags(root string, t *tools, traced bool) (flags []string, sum string, err error) {
	flags = []string{
		"--cc", "--exe", "--prefix", "Vdut", "--top-module", m.Top,
		"-Wall", "-O3", "--assert", "--no-timing", "-DSIM=1",
		// Unknown values become seeded random ones, so that reading one is noticed.
		"--x-assign", "unique", "--x-initial", "unique",
		"+libext+.v",
	}
	if t.share == "" {
		flags = append(flags, "-Wno-fatal") // other versions warn of more
	}
	if traced {
		flags = append(flags, "--trace-fst", "--trace-max-width", "1024", "--trace-max-array", "256")
	}
	for _, name := range slices.Sorted(maps.Keys(m.Params)) {
		flags = append(flags, fmt.Sprintf("-G%s=%d", name, m.Params[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(m.Defines)) {
		flags = append(flags, fmt.Sprintf("-D%s=%s", name, m.Defines[name]))
	}
	flags = append(flags, m.Flags...)

	// The hash covers names and texts, not folders: a copy elsewhere is the same model.
	hash := sha256.New()
	fmt.Fprintf(hash, "%s%s%s%s%s%s%q\n", t.version, cxxFlags, userFlags, driverSource, dutSource, modelHeader, flags)
	if err := m.addSources(root, &flags, hash); err != nil {
		return nil, "", err
	}
	return flags, fmt.Sprintf("%x", hash.Sum(nil)[:8]), nil
}

// addSources appends the source files and folders to the flags and their text to the hash.
func (m Model) addSources(root string, flags *[]string, hash io.Writer) error {
	sources := m.Sources
	if len(sources) == 0 {
		sources = []string{"rtl"}
	}
	if waivers := filepath.Join("lint", "waivers.vlt"); isFile(filepath.Join(root, waivers)) {
		sources = append([]string{waivers}, sources...) // waivers work only before the files that they concern
	}
	sources, err := withSubfolders(root, sources)
	if err != nil {
		return fmt.Errorf("sim: source of %s: %w", m.Top, err)
	}
	top := ""
	named := false // reports whether Sources names a Verilog file
	for _, source := range sources {
		info, err := os.Stat(source)
		if err != nil {
			return fmt.Errorf("sim: source of %s: %w", m.Top, err)
		}
		if !info.IsDir() {
			named = named || filepath.Ext(source) != ".vlt"
			*flags = append(*flags, "-I"+filepath.Dir(source), source)
			if err := hashFile(hash, source); err != nil {
				return err
			}
			continue
		}
		*flags = append(*flags, "-y", source, "-I"+source)
		if file := filepath.Join(source, m.Top+".v"); top == "" && isFile(file) {
			top = file
		}
		entries, err := os.ReadDir(source) // entries are sorted by name
		if err != nil {
			return fmt.Errorf("sim: %w", err)
		}
		for _, e := range entries {
			if e.IsDir() || !slices.Contains(sourceTypes, filepath.Ext(e.Name())) {
				continue
			}
			if err := hashFile(hash, filepath.Join(source, e.Name())); err != nil {
				return err
			}
		}
	}
	if top != "" && !named {
		*flags = append(*flags, top)
	} else if !named {
		return fmt.Errorf("sim: no %s.v in %s", m.Top, strings.Join(sources, ", "))
	}
	return nil
}

// withSubfolders makes the paths absolute, and adds the subfolders after each folder.
func withSubfolders(root string, sources []string) (all []string, err error) {
	for _, source := range sources {
		if !filepath.IsAbs(source) {
			source = filepath.Join(root, source)
		}
		err := filepath.WalkDir(source, func(path string, d fs.DirEntry, err error) error {
			if err == nil && (d.IsDir() || path == source) {
				all = append(all, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// cxxFlags are make variables for Verilator's makefile. The model gets -O1 without the passes that
// follow values through memory: they take a third of the compiler's time, and most models run for
// seconds. The library and the driver get -O2. The driver's own functions replace the library's for
// $finish, $stop and $fatal. All models use one precompiled header (model.h) instead of one each:
// reading Verilator's headers takes longer than compiling a small model.
var cxxFlags = []string{
	"OPT_FAST=-O1 -fno-tree-fre -fno-tree-dse -fno-tree-pta -fno-tree-sink -fno-tree-dominator-opts",
	"OPT_SLOW=-O0", "OPT_GLOBAL=-O2", "VK_PCH_H=model.h",
}

const userFlags = "-DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL"

// runtimeMake is the makefile of what all models share. It stands on a model's makefile, which knows
// the library's objects, the compiler's options and how to precompile a header.
const runtimeMake = `include Vdut.mk
.PHONY: runtime
runtime: $(VK_GLOBAL_OBJS) driver.o model.h.fast.gch model.h.slow.gch
driver.o: OPT_FAST = $(OPT_GLOBAL)
`

//go:embed driver/model.h
var modelHeader []byte

// compile verilates into the folder dir and makes the executable dir/model.
func (t *tools) compile(ctx context.Context, top, dir, models string, flags []string, traced bool) error {
	// Names in the makefile stay relative to its folder: make splits a path at blanks, and Verilator
	// writes letters beyond ASCII as octal numbers. A model is built once and needs no dependency files.
	verilate := append([]string{t.verilator, "--quiet", "--no-MMD", "-Mdir", ".", "-o", "model"}, flags...)
	if err := os.WriteFile(filepath.Join(dir, "dut.cpp"), dutSource, 0o666); err != nil {
		return fmt.Errorf("sim: %w", err)
	}
	if err := t.command(ctx, dir, append(verilate, "driver.cpp", "dut.cpp")...); err != nil {
		return fmt.Errorf("sim: verilating %s: %w", top, err)
	}
	header, err := os.ReadFile(filepath.Join(dir, "Vdut.h"))
	if err != nil {
		return fmt.Errorf("sim: %w", err)
	}
	ports, err := portsInc(header)
	if err != nil {
		return fmt.Errorf("sim: %s: %w", top, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ports.inc"), ports, 0o666); err != nil {
		return fmt.Errorf("sim: %w", err)
	}
	classes, err := os.ReadFile(filepath.Join(dir, "Vdut_classes.mk"))
	if err != nil {
		return fmt.Errorf("sim: %w", err)
	}
	cflags, lflags := "", ""
	for _, lib := range []string{"lz4", "zlib"} {
		if d := filepath.Join(t.local, lib); traced && isFile(filepath.Join(d, lib+".h")) {
			cflags += " -I" + quote(d)
			lflags += " -L" + quote(d)
		}
	}
	// The makefile refuses a folder with blanks by its name alone; nothing else in it uses CURDIR.
	build := append([]string{"make", "-s", "-j2", "CURDIR=.",
		"CXX=" + compiler(), "LINK=" + compiler(), "AR=ar", "PYTHON3=" + quote(t.python),
		"VK_PCH_I_FAST=-include model.h.fast", "VK_PCH_I_SLOW=-include model.h.slow",
		"VM_USER_CFLAGS=" + userFlags + cflags, "VM_USER_LDLIBS=" + lflags}, cxxFlags...)
	if t.share != "" {
		if err := os.Symlink(t.share, filepath.Join(dir, "verilator")); err != nil {
			return fmt.Errorf("sim: %w", err)
		}
		build = append(build, "VERILATOR_ROOT=verilator")
	}
	if err := t.runtime(ctx, dir, filepath.Join(models, "runtime-"+t.runtimeSum(traced)), build); err != nil {
		return fmt.Errorf("sim: compiling Verilator's library: %w", err)
	}
	// The library's objects depend on the model's makefile, which is newer each time.
	build = append(build, "-f", "Vdut.mk", "-o", "Vdut.mk")
	// A small model is one file, for which the makefile has no precompiled header.
	if !bytes.Contains(classes, []byte("VM_PARALLEL_BUILDS = 1")) {
		build = append(build, "VM_USER_CFLAGS="+userFlags+cflags+" -include model.h.fast")
	}
	if err := t.command(ctx, dir, build...); err != nil {
		return fmt.Errorf("sim: compiling %s: %w", top, err)
	}
	return nil
}

// runtime links what all models share into the folder of a model: the objects of Verilator's library
// and the precompiled headers. It makes them first if they are not there.
func (t *tools) runtime(ctx context.Context, dir, runtime string, build []string) error {
	unlock, err := lock(ctx, runtime+".lock")
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := os.Stat(runtime); err != nil {
		if err := t.makeRuntime(ctx, dir, runtime, build); err != nil {
			return err
		}
	}
	files, err := os.ReadDir(runtime)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.Symlink(filepath.Join(runtime, f.Name()), filepath.Join(dir, f.Name())); err != nil {
			return err
		}
	}
	return nil
}

// makeRuntime makes the folder that runtime links from, in the folder of a model.
func (t *tools) makeRuntime(ctx context.Context, dir, runtime string, build []string) error {
	// A compiler that cannot use a precompiled header reads the header itself.
	for name, text := range map[string][]byte{
		"model.h": modelHeader, "model.h.fast": modelHeader, "model.h.slow": modelHeader,
		"driver.cpp": driverSource, "runtime.mk": []byte(runtimeMake),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	if err := t.command(ctx, dir, slices.Concat(build, []string{"-f", "runtime.mk", "runtime"})...); err != nil {
		return err
	}
	tmp := dir + "-runtime"
	defer os.RemoveAll(tmp)
	if err := os.Mkdir(tmp, 0o777); err != nil {
		return err
	}
	for _, pattern := range []string{"verilated*.o", "driver.*", "model.h*"} {
		made, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, file := range made {
			if err := os.Rename(file, filepath.Join(tmp, filepath.Base(file))); err != nil {
				return err
			}
		}
	}
	return os.Rename(tmp, runtime)
}

// quote returns a path as the shell of a make recipe reads it.
func quote(path string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(path, "'", `'\''`), "$", "$$") + "'"
}

// command runs a tool; the error is the tool's own output, which says more than its exit code.
func (t *tools) command(ctx context.Context, dir string, argv ...string) error {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = t.env()
	// A separate process group lets a cancellation also end the compilers that make started.
	process.Group(cmd)
	cmd.Cancel = func() error { return process.Kill(cmd) }
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, bytes.TrimSpace(out))
	}
	return nil
}

// runtimeSum is a hash of what the shared files depend on.
func (t *tools) runtimeSum(traced bool) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s%s%s%s%s%s%v", t.verilator, t.version, cxxFlags, userFlags, driverSource, modelHeader, traced))
	return fmt.Sprintf("%x", sum[:8])
}

// lock takes the file lock at path, waiting until it is free or ctx ends.
func lock(ctx context.Context, path string) (unlock func(), err error) {
	l := flock.New(path, flock.SetPermissions(0o666))
	if _, err := l.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("sim: waiting for another build: %w", context.Cause(ctx))
		}
		return nil, fmt.Errorf("sim: locking %s: %w", path, err)
	}
	return func() { l.Close() }, nil
}

func hashFile(hash io.Writer, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("sim: %w", err)
	}
	fmt.Fprintf(hash, "%s %d\n%s", filepath.Base(path), len(text), text)
	return nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
