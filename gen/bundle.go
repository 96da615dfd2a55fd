package gen

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/rtl"
)

// bundleConfig is a configuration of which a bundle can be made.
type bundleConfig struct {
	help   string
	core   string // the module that the top instantiates
	params map[string]int
}

// findBundle returns the configuration of that name.
func findBundle(name string) (bundleConfig, error) {
	c, err := config.Find(name, config.HasCore)
	if err != nil {
		return bundleConfig{}, fmt.Errorf("gen: %w", err)
	}
	return bundleConfig{c.About, c.Core, c.CoreParams}, nil
}

// Bundle returns the files of a self-contained design, by name: every module
// and table, of which the configuration's core is the top, files.f for Verilator and Icarus, and a FuseSoC core file that
// sets the parameters of the configuration.
func Bundle(name string) (map[string]string, error) {
	c, err := findBundle(name)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	var modules, tables []string
	err = fs.WalkDir(rtl.FS, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(rtl.FS, file)
		files[d.Name()] = string(text)
		if path.Ext(file) == ".vh" {
			tables = append(tables, d.Name())
		} else {
			modules = append(modules, d.Name())
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(tables)
	slices.Sort(modules)
	params := slices.Sorted(maps.Keys(c.params))

	list := &writer{}
	list.line(Header)
	list.line("// Verilator: verilator --lint-only -f files.f --top-module %s", c.core)
	list.line("+incdir+.")
	for _, m := range modules {
		list.line("%s", m)
	}
	files["files.f"] = list.text.String()

	core := &writer{}
	core.line("CAPI=2:")
	core.line("# %s", strings.TrimPrefix(Header, "// "))
	core.line("name: tessera:tessera:%s:0", name)
	core.line("description: tessera, Blokus Duo: %s", c.help)
	core.line("filesets:")
	core.line("  rtl:")
	core.line("    file_type: verilogSource-2005")
	core.line("    files:")
	for _, t := range tables {
		core.line("      - %s: {is_include_file: true}", t)
	}
	for _, m := range modules {
		core.line("      - %s", m)
	}
	core.line("targets:")
	core.line("  default:")
	core.line("    filesets: [rtl]")
	core.line("    toplevel: %s", c.core)
	core.line("    parameters: [%s]", strings.Join(params, ", "))
	core.line("parameters:")
	for _, p := range params {
		core.line("  %s: {datatype: int, default: %d, paramtype: vlogparam}", p, c.params[p])
	}
	files["tessera.core"] = core.text.String()
	return files, nil
}
