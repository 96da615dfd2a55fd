package gen

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/rtl"
)

// config is a configuration of which a bundle can be made.
type config struct {
	help   string
	core   string // the module that the top instantiates
	params map[string]int
}

// configs holds the configurations by name.
var configs = map[string]config{
	"minimax": {
		help:   "minimax with alpha-beta by a scan of all positions",
		core:   "minimax_core",
		params: MinimaxParams(search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true}),
	},
	"minimax-full": {
		help:   "the same without pruning",
		core:   "minimax_core",
		params: MinimaxParams(search.MinimaxConfig{Weights: search.DefaultWeights}),
	},
	"montecarlo": {
		help:   "playouts on two lanes, sequential halving",
		core:   "montecarlo_core",
		params: MonteCarloParams(2, playout.Largest),
	},
}

// ClassicParams returns the parameters of module minimax_core in a
// configuration, by name.
func MinimaxParams(cfg search.MinimaxConfig) map[string]int {
	alphaBeta := 0
	if cfg.AlphaBeta {
		alphaBeta = 1
	}
	return map[string]int{
		"ALPHA_BETA":    alphaBeta,
		"OWN_WEIGHT":    cfg.Weights.Own,
		"RIVAL_WEIGHT":  cfg.Weights.Rival,
		"SQUARE_WEIGHT": cfg.Weights.Square,
	}
}

// MonteCarloParams returns the parameters of module montecarlo_core with that many lanes, by
// name. RAM_REG, which is 1 for devices whose block RAM is slow to answer, is 0.
func MonteCarloParams(lanes int, policy playout.Policy) map[string]int {
	return map[string]int{"LANES": lanes, "LARGEST": int(policy), "RAM_REG": 0}
}

// ConfigHelp lists the configurations, one a line.
func ConfigHelp() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(configs)) {
		fmt.Fprintf(&b, "  %-16s %s\n", name, configs[name].help)
	}
	return b.String()
}

// Bundle returns the files of a self-contained design, by name: every module
// and table, of which the configuration's core is the top, files.f for Verilator and Icarus, and a FuseSoC core file that
// sets the parameters of the configuration.
func Bundle(name string) (map[string]string, error) {
	c, ok := configs[name]
	if !ok {
		return nil, fmt.Errorf("gen: no configuration is named %q, want one of %s",
			name, strings.Join(slices.Sorted(maps.Keys(configs)), ", "))
	}
	files := map[string]string{}
	var modules, tables []string
	err := fs.WalkDir(rtl.FS, ".", func(file string, d fs.DirEntry, err error) error {
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
