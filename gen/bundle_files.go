// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"go.yaml.in/yaml/v3"

	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/gen/license"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/rtl"
)

// bundleFS holds the files of every bundle: licence, Python tools, and templates.
//
//go:embed bundle
var bundleFS embed.FS

var bundleTemplates = template.Must(template.New("").Funcs(template.FuncMap{
	"identifier": func(name string) string { return strings.ReplaceAll(name, "-", "_") },
	"code":       func(text string) string { return "`" + strings.ReplaceAll(text, "`", "") + "`" },
}).ParseFS(bundleFS, "bundle/*.tmpl"))

// param is a parameter of a module.
type param struct {
	Name    string
	Value   int
	Default string // the module's default
}

// head is the opening comment of a module's file.
type head struct{ Module, Text string }

// bundleData is the data for the templates of a bundle.
type bundleData struct {
	Header, Config, Help, Version, License string

	Core    string // the top module
	Heads   []head // of the core, and of the modules that it refers to
	Model   string // the core's model in Go
	Modules []string
	Params  []param
	Ports   []port
	Exact   bool // the testbenches also check the cycles
	Serial  bool // the testbenches talk over a serial line
	Bus     bool // the core is on a bus
	Timeout int  // timeout of the testbenches, in cycles

	Trial         []param  // the parameters in the testbenches
	Gives, Awaits []string // requests and answers in the testbenches
}

// Inputs returns the inputs without the clock.
func (d bundleData) Inputs() (in []port) {
	for _, p := range d.Ports {
		if !p.Output && p.Name != "clk_i" {
			in = append(in, p)
		}
	}
	return in
}

// Outputs returns the outputs.
func (d bundleData) Outputs() (out []port) {
	for _, p := range d.Ports {
		if p.Output {
			out = append(out, p)
		}
	}
	return out
}

// Registers returns the registers of a core on a bus.
func (bundleData) Registers() any { return service.BusRegisters }

// Magic is what the register ID holds.
func (bundleData) Magic() string { return fmt.Sprintf("%#x", service.BusMagic) }

// Bits returns the bits of the registers that Python programs use.
func (bundleData) Bits() map[string]int {
	return map[string]int{"STREAM": service.BusStream, "RESET": service.BusReset, "LAST_BYTE": service.BusLastByte, "VALID": service.BusValid}
}

// Generated returns the header of files whose comments do not begin with //.
func (d bundleData) Generated() string { return strings.TrimPrefix(Header, "// ") }

// Differ reports whether a parameter differs from the default of the module.
func (d bundleData) Differ() bool {
	return slices.ContainsFunc(d.Params, func(p param) bool { return p.Default != strconv.Itoa(p.Value) })
}

// Commands returns the codes of cmd_op_i; none for a core that takes no commands.
func (d bundleData) Commands() (commands []string) {
	if !slices.ContainsFunc(d.Ports, func(p port) bool { return p.Name == "cmd_op_i" }) {
		return nil
	}
	for _, op := range slices.Sorted(maps.Keys(opNames)) {
		commands = append(commands, fmt.Sprintf("%s is %d", strings.TrimPrefix(opNames[op], "`"), op))
	}
	return commands
}

// InputNames returns the inputs as a Python tuple.
func (d bundleData) InputNames() string {
	var names []string
	for _, p := range d.Inputs() {
		names = append(names, fmt.Sprintf("%q", p.Name))
	}
	return "(" + strings.Join(names, ", ") + ",)"
}

// bundleFiles makes a bundle: see [Bundle].
func bundleFiles(name string, c bundleConfig) (map[string]string, error) {
	plain, err := readSources()
	if err != nil {
		return nil, err
	}
	makeTrial, ok := trials[c.core]
	if !ok {
		return nil, fmt.Errorf("gen: %s has no trial", c.core)
	}
	src, core := plain.prefixed(), modulePrefix+c.core
	found, err := src.closure(core)
	if err != nil {
		return nil, err
	}
	// The sources lie in one folder, unlike in the repository: a bundle has only the modules of one
	// core, and every tool then needs a single include path. File names are unique, because each
	// file has the name of its module.
	files := map[string]string{}
	var modules, tables []string
	for _, file := range slices.Sorted(maps.Keys(found)) {
		p := path.Join("rtl", file)
		files[p] = src.text[file]
		if isTable(file) {
			tables = append(tables, p)
		} else {
			modules = append(modules, p)
		}
	}

	d := bundleData{Header: Header, Config: name, Help: c.help, Version: Version, License: license.Name, Core: core, Modules: modules, Heads: src.heads(core)}
	if d.Params, err = src.params(core, c.params); err != nil {
		return nil, err
	}
	values := map[string]int{}
	for _, p := range d.Params {
		values[p.Name] = p.Value
	}
	t, err := makeTrial(values)
	if err != nil {
		return nil, err
	}
	d.Exact, d.Timeout, d.Serial, d.Bus = t.exact, t.timeout, t.serial(), t.bus
	d.Gives, d.Awaits = t.names(func(s step) string { return s.Give }), t.names(func(s step) string { return s.Await })
	maps.Copy(values, t.params)
	if d.Trial, err = src.params(core, values); err != nil {
		return nil, err
	}
	if d.Ports, err = src.ports(core, d.Params); err != nil {
		return nil, err
	}
	if d.Model, err = src.model(core); err != nil {
		return nil, err
	}
	requirements := "requirements.txt"
	if t.bus {
		requirements = "requirements-bus.txt"
	}
	for to, from := range map[string]string{"LICENSE": "LICENSE", "requirements.txt": requirements} {
		text, err := bundleFS.ReadFile("bundle/" + from)
		if err != nil {
			return nil, err
		}
		files[to] = string(text)
	}

	if files["tb/steps.vh"], err = t.verilog(d.Ports); err != nil {
		return nil, fmt.Errorf("gen: bundle %s: %w", name, err)
	}
	if files["cocotb/steps.json"], err = t.json(d.Ports); err != nil {
		return nil, err
	}
	templates := map[string]string{
		"tb/tb.v":                     "tb.v.tmpl",
		"cocotb/Makefile":             "Makefile.tmpl",
		"cocotb/test_" + core + ".py": "test.py.tmpl",
		"README.md":                   "README.md.tmpl",
		"synth.tcl":                   "synth.tcl.tmpl",
	}
	if t.bus {
		maps.Copy(templates, map[string]string{
			"cocotb/test_" + core + ".py": "test_bus.py.tmpl",
			"litex/" + core + ".py":       "litex.py.tmpl",
			"litex/soc.py":                "soc.py.tmpl",
			"litex/test_soc.py":           "test_soc.py.tmpl",
			"litex/Makefile":              "soc.mk.tmpl",
		})
	}
	for to, from := range templates {
		var b strings.Builder
		if err := bundleTemplates.ExecuteTemplate(&b, from, d); err != nil {
			return nil, err
		}
		files[to] = b.String()
	}
	if d.Commands() != nil {
		files["MOVES.md"] = movesTable()
	}
	files["files.f"] = fileList(core, modules)
	files["tb.f"] = testbenchList()
	files["tessera.core"], err = coreFile(d, tables)
	return files, err
}

// movesTable lists the orientations, which cmd_orient_i and rsp_orient_o number.
func movesTable() string {
	w := &writer{}
	w.line("<!-- %s -->", strings.TrimPrefix(Header, "// "))
	w.line("# Moves")
	w.line("")
	w.line("A move is an orientation of a tile, and the row and the column, 0 to 13, of the square that its")
	w.line("reference cell covers. The other cells lie at these distances from it, (rows down, columns right).")
	w.line("")
	w.line("| orientation | tile | rotation | cells |")
	w.line("|---|---|---|---|")
	for o := range duo.Orientation(duo.NumOrientations) {
		var cells []string
		for _, c := range o.Cells() {
			cells = append(cells, fmt.Sprintf("(%d,%d)", c.Row, c.Col))
		}
		w.line("| %d | %s | %d | %s |", o, o.Tile(), o.Rotation(), strings.Join(cells, " "))
	}
	return w.text.String()
}

// fileList returns the list of a bundle's modules for Verilator, Icarus Verilog and others.
func fileList(top string, modules []string) string {
	w := &writer{}
	w.line(licenseLine)
	w.line(Header)
	w.line("// The design; its top is %s. Paths are relative to this file: from any folder", top)
	w.line("// -F path/to/files.f (Verilator and most others); from this folder also -f files.f.")
	w.line("+incdir+rtl")
	for _, m := range modules {
		w.line("%s", m)
	}
	return w.text.String()
}

// testbenchList is the list of the files that the testbench adds.
func testbenchList() string {
	w := &writer{}
	w.line(licenseLine)
	w.line(Header)
	w.line("// The testbench, to be added to files.f; its top is tb.")
	w.line("+incdir+tb")
	w.line("tb/tb.v")
	return w.text.String()
}

// The parts of a FuseSoC core file (CAPI2) that a bundle uses.
type (
	coreDoc struct {
		Name        string                   `yaml:"name"`
		Description string                   `yaml:"description"`
		License     string                   `yaml:"license"`
		Filesets    map[string]coreFileset   `yaml:"filesets"`
		Targets     map[string]coreTarget    `yaml:"targets"`
		Parameters  map[string]coreParameter `yaml:"parameters,omitempty"`
	}
	coreFileset struct {
		FileType string `yaml:"file_type"`
		Files    []any  `yaml:"files"` // paths, or paths with attributes
	}
	coreTarget struct {
		Description string         `yaml:"description"`
		Filesets    []string       `yaml:"filesets"`
		Toplevel    string         `yaml:"toplevel,omitempty"`
		Parameters  []string       `yaml:"parameters,omitempty"`
		Flow        string         `yaml:"flow,omitempty"`
		FlowOptions map[string]any `yaml:"flow_options,omitempty"`
	}
	coreParameter struct {
		Datatype    string `yaml:"datatype"`
		Default     int    `yaml:"default"`
		Paramtype   string `yaml:"paramtype"`
		Description string `yaml:"description"`
	}
)

// coreFile returns the FuseSoC core file of a bundle.
func coreFile(d bundleData, tables []string) (string, error) {
	included := func(file string) any { return map[string]any{file: map[string]any{"is_include_file": true}} }
	var rtlFiles []any
	for _, t := range tables {
		rtlFiles = append(rtlFiles, included(t))
	}
	for _, m := range d.Modules {
		rtlFiles = append(rtlFiles, m)
	}
	doc := coreDoc{
		Name:        fmt.Sprintf("tessera:tessera:%s:%s", d.Config, d.Version),
		Description: "tessera, a Blokus Duo engine: " + d.Help,
		License:     d.License,
		Filesets: map[string]coreFileset{
			"rtl": {FileType: "verilogSource-2005", Files: rtlFiles},
			"tb":  {FileType: "verilogSource-2005", Files: []any{included("tb/steps.vh"), "tb/tb.v"}},
			"synth": {FileType: "user", Files: []any{
				map[string]any{"synth.tcl": map[string]any{"copyto": "synth.tcl"}},
			}},
		},
		Parameters: map[string]coreParameter{},
	}
	var params []string
	for _, p := range d.Params {
		params = append(params, p.Name)
		doc.Parameters[p.Name] = coreParameter{
			Datatype: "int", Default: p.Value, Paramtype: "vlogparam", Description: "of module " + d.Core,
		}
	}
	target := func(description, top, flow string, options map[string]any, filesets ...string) coreTarget {
		c := coreTarget{
			Description: description, Filesets: append([]string{"rtl"}, filesets...), Toplevel: top,
			Flow: flow, FlowOptions: options,
		}
		// FuseSoC gives the parameters of target default to the top of a design that depends on this
		// one, and the testbench has its own.
		if flow != "" && top == d.Core {
			c.Parameters = params
		}
		return c
	}
	doc.Targets = map[string]coreTarget{
		"default": target("the design, for those who use it", d.Core, "", nil),
		"lint": target("Verilator -Wall", d.Core, "lint", map[string]any{
			"tool": "verilator", "verilator_options": []string{"-Wall"},
		}),
		"sim": target("the testbench, in Icarus Verilog", "tb", "sim", map[string]any{
			"tool": "icarus", "iverilog_options": []string{"-g2005"},
		}, "tb"),
		"sim-verilator": target("the testbench, in Verilator", "tb", "sim", map[string]any{
			"tool": "verilator", "mode": "binary", "verilator_options": []string{"--timing", "-CFLAGS -std=gnu++20"},
		}, "tb"),
		"synth": target("Yosys, for no device: cells and what they hold", d.Core, "generic", map[string]any{
			"tool": "yosys", "arch": "generic", "output_format": "json", "yosys_template": "synth.tcl",
		}, "synth"),
	}
	for _, arch := range []string{"ice40", "ecp5", "gowin"} {
		doc.Targets["synth-"+arch] = target("Yosys, for "+arch, d.Core, "generic", map[string]any{
			"tool": "yosys", "arch": arch, "output_format": "json",
		})
	}
	return doc.text()
}

// text returns the file.
func (c coreDoc) text() (string, error) {
	text, err := yaml.Marshal(c)
	if err != nil {
		return "", err
	}
	// FuseSoC wants exactly this line first.
	return "CAPI=2:\n# " + license.Line + "\n# " + strings.TrimPrefix(Header, "// ") + "\n" + string(text), nil
}

// repositoryCore is the FuseSoC core file of the whole repository: all modules, under their own
// names, in place. A design that has such names of its own takes a bundle.
const repositoryCore = "tessera.core"

// repositoryCoreFile returns it. The tables are those that gen writes, not those that the program
// was built with: these may be missing before the first run.
func repositoryCoreFile(generated []string) (string, error) {
	doc := coreDoc{
		Name:        "tessera:tessera:rtl:" + Version,
		Description: "tessera, a Blokus Duo engine: the modules of all cores",
		License:     license.Name,
		Filesets:    map[string]coreFileset{},
		Targets: map[string]coreTarget{
			"default": {Description: "the modules, for those who use them", Filesets: []string{"rtl"}},
		},
	}
	var tables, modules []any
	for _, file := range generated {
		if strings.HasPrefix(file, "rtl/") {
			tables = append(tables, map[string]any{file: map[string]any{"is_include_file": true}})
		}
	}
	err := fs.WalkDir(rtl.FS, ".", func(file string, d fs.DirEntry, err error) error {
		if path.Ext(file) == ".v" {
			modules = append(modules, path.Join("rtl", file))
		}
		return err
	})
	if err != nil {
		return "", err
	}
	doc.Filesets["rtl"] = coreFileset{FileType: "verilogSource-2005", Files: append(tables, modules...)}
	for _, c := range config.All() {
		if c.Core == "" || doc.Targets["lint-"+c.Core].Flow != "" {
			continue
		}
		doc.Targets["lint-"+c.Core] = coreTarget{
			Description: "Verilator -Wall of " + c.Core, Filesets: []string{"rtl"}, Toplevel: c.Core, Flow: "lint",
			FlowOptions: map[string]any{"tool": "verilator", "verilator_options": []string{"-Wall"}},
		}
	}
	return doc.text()
}
