package gen

import (
	"embed"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"go.yaml.in/yaml/v3"
)

// bundleFS holds the files of every bundle: licence, Python tools, and templates.
//
//go:embed bundle
var bundleFS embed.FS

var bundleTemplates = template.Must(template.ParseFS(bundleFS, "bundle/*.tmpl"))

// param is a parameter of a module.
type param struct {
	Name    string
	Value   int
	Default string // the module's default
}

// bundleData is the data for the templates of a bundle.
type bundleData struct {
	Header, Config, Help, Version, License string

	Core              string // the top module
	Head              string // head of the core's file
	HeadOf, OtherHead string // the core whose head it refers to
	Model             string // the core's model in Go
	Modules           []string
	Params            []param
	Ports             []port
	Exact             bool // the testbenches also check the cycles
	Timeout           int  // timeout of the testbenches, in cycles
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

// Generated returns the header of files whose comments do not begin with //.
func (d bundleData) Generated() string { return strings.TrimPrefix(Header, "// ") }

// Differ reports whether a parameter differs from the default of the module.
func (d bundleData) Differ() bool {
	return slices.ContainsFunc(d.Params, func(p param) bool { return p.Default != strconv.Itoa(p.Value) })
}

// Commands returns the codes of cmd_op_i.
func (d bundleData) Commands() (commands []string) {
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
	src, err := readSources()
	if err != nil {
		return nil, err
	}
	found, err := src.closure(c.core)
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

	makeTrial, ok := trials[c.core]
	if !ok {
		return nil, fmt.Errorf("gen: %s has no trial", c.core)
	}
	t, err := makeTrial(c.params)
	if err != nil {
		return nil, err
	}
	d := bundleData{
		Header: Header, Config: name, Help: c.help, Version: Version,
		Core: c.core, Head: src.head(c.core), Modules: modules, Exact: t.exact, Timeout: t.timeout,
	}
	for _, p := range slices.Sorted(maps.Keys(c.params)) {
		value, err := src.defaultOf(c.core, p)
		if err != nil {
			return nil, err
		}
		d.Params = append(d.Params, param{p, c.params[p], value})
	}
	if other := "minimax_core"; c.core != other && strings.Contains(d.Head, other) {
		d.HeadOf, d.OtherHead = other, src.head(other)
	}
	if d.Ports, err = src.ports(c.core); err != nil {
		return nil, err
	}
	if d.Model, err = src.model(c.core); err != nil {
		return nil, err
	}
	for to, from := range map[string]string{"LICENSE": "LICENSE", "requirements.txt": "requirements.txt"} {
		text, err := bundleFS.ReadFile("bundle/" + from)
		if err != nil {
			return nil, err
		}
		files[to] = string(text)
	}
	if d.License, err = spdx(files["LICENSE"]); err != nil {
		return nil, err
	}

	if files["tb/commands.vh"], err = t.verilog(d.Ports); err != nil {
		return nil, fmt.Errorf("gen: bundle %s: %w", name, err)
	}
	if files["cocotb/commands.json"], err = t.json(d.Ports); err != nil {
		return nil, err
	}
	for to, from := range map[string]string{
		"tb/tb.v":                       "tb.v.tmpl",
		"cocotb/Makefile":               "Makefile.tmpl",
		"cocotb/test_" + c.core + ".py": "test.py.tmpl",
		"README.md":                     "README.md.tmpl",
		"synth.tcl":                     "synth.tcl.tmpl",
	} {
		var b strings.Builder
		if err := bundleTemplates.ExecuteTemplate(&b, from, d); err != nil {
			return nil, err
		}
		files[to] = b.String()
	}
	files["files.f"] = fileList(c.core, modules)
	files["tb.f"] = testbenchList()
	files["tessera.core"], err = coreFile(d, tables)
	return files, err
}

// spdx returns the identifier of the licence, which its text opens with.
func spdx(license string) (string, error) {
	first, _, _ := strings.Cut(license, "\n")
	id, ok := strings.CutPrefix(first, "SPDX-License-Identifier: ")
	if !ok {
		return "", fmt.Errorf("gen: LICENSE begins %q, want SPDX-License-Identifier and a name", first)
	}
	return id, nil
}

// fileList returns the list of a bundle's modules for Verilator, Icarus Verilog and others.
func fileList(top string, modules []string) string {
	w := &writer{}
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
		Parameters  map[string]coreParameter `yaml:"parameters"`
	}
	coreFileset struct {
		FileType string `yaml:"file_type"`
		Files    []any  `yaml:"files"` // paths, or paths with attributes
	}
	coreTarget struct {
		Description string         `yaml:"description"`
		Filesets    []string       `yaml:"filesets"`
		Toplevel    string         `yaml:"toplevel"`
		Parameters  []string       `yaml:"parameters"`
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
			"tb":  {FileType: "verilogSource-2005", Files: []any{included("tb/commands.vh"), "tb/tb.v"}},
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
		return coreTarget{
			Description: description, Filesets: append([]string{"rtl"}, filesets...), Toplevel: top,
			Parameters: params, Flow: flow, FlowOptions: options,
		}
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
	for _, arch := range []string{"ice40", "ecp5"} {
		doc.Targets["synth-"+arch] = target("Yosys, for "+arch, d.Core, "generic", map[string]any{
			"tool": "yosys", "arch": arch, "output_format": "json",
		})
	}
	text, err := yaml.Marshal(doc)
	if err != nil {
		return "", err
	}
	// FuseSoC wants exactly this line first.
	return "CAPI=2:\n# " + strings.TrimPrefix(Header, "// ") + "\n" + string(text), nil
}
