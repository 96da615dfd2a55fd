package gen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
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

// MinimaxParams returns the parameters of module minimax_core in a
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

// Configs returns the names of the configurations, sorted.
func Configs() []string { return slices.Sorted(maps.Keys(configs)) }

// ConfigHelp lists the configurations, one a line.
func ConfigHelp() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(configs)) {
		fmt.Fprintf(&b, "  %-16s %s\n", name, configs[name].help)
	}
	return b.String()
}

// Bundle returns the files of a self-contained design, by path: the modules and tables of a
// configuration, licence, README, file lists, a FuseSoC core file with the parameters of the
// configuration, and testbenches in Verilog and for cocotb that know the golden model's answers.
func Bundle(name string) (map[string]string, error) {
	c, ok := configs[name]
	if !ok {
		return nil, fmt.Errorf("gen: no configuration is named %q, want one of %s",
			name, strings.Join(slices.Sorted(maps.Keys(configs)), ", "))
	}
	return bundleFiles(name, c)
}
