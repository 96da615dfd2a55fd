package gen

import (
	"encoding/json"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/tessera-fpga/tessera/gen/config"
)

// TestBundle checks everything that needs no tools for bundles; package sim/bundle runs these
// tools.
func TestBundle(t *testing.T) {
	license, err := os.ReadFile("../LICENSE")
	require.NoError(t, err)
	for _, name := range config.Names(config.HasCore) {
		t.Run(name, func(t *testing.T) {
			c, err := config.Find(name, config.HasCore)
			require.NoError(t, err)
			files, err := Bundle(name)
			require.NoError(t, err)
			again, err := Bundle(name)
			require.NoError(t, err)
			require.Equal(t, files, again)

			require.Equal(t, string(license), files["LICENSE"], "copy LICENSE to gen/bundle")
			for name, text := range files {
				require.NotContains(t, text, "<no value>", name)
				require.True(t, strings.HasSuffix(text, "\n"), name)
			}

			var core struct {
				Name, Description, License string
				Filesets                   map[string]struct{ Files []any }
				Targets                    map[string]any
			}
			require.True(t, strings.HasPrefix(files["tessera.core"], "CAPI=2:\n"))
			require.NoError(t, yaml.Unmarshal([]byte(files["tessera.core"]), &core))
			require.Equal(t, "tessera:tessera:"+name+":"+Version, core.Name)
			require.Contains(t, core.Description, c.About)
			require.Equal(t, "Apache-2.0 WITH SHL-2.1", core.License)
			for _, target := range []string{"default", "lint", "sim", "sim-verilator", "synth", "synth-ice40", "synth-ecp5"} {
				require.Contains(t, core.Targets, target)
			}
			listed := map[string]bool{}
			for _, set := range core.Filesets {
				for _, file := range set.Files {
					if attributed, ok := file.(map[string]any); ok {
						for name := range attributed {
							file = name
						}
					}
					listed[file.(string)] = true
					require.Contains(t, files, file)
				}
			}
			for name := range files {
				if ext := path.Ext(name); ext == ".v" || ext == ".vh" {
					require.Contains(t, listed, name, "not in tessera.core")
				}
			}

			var commands []command
			require.NoError(t, json.Unmarshal([]byte(files["cocotb/commands.json"]), &commands))
			require.Equal(t, len(commands), strings.Count(files["tb/commands.vh"], "    command;\n"))
			searches, illegal := 0, 0
			for _, c := range commands {
				if c.Inputs["cmd_op_i"] == CmdSearch {
					searches++
				}
				if ok, has := c.Answer["rsp_ok_o"]; has && ok == 0 {
					illegal++
				}
			}
			require.Positive(t, searches)
			require.Positive(t, illegal)
		})
	}
	_, err = Bundle("nothing")
	require.EqualError(t, err, `gen: config: unknown configuration "nothing", want one of `+strings.Join(config.Names(config.HasCore), ", "))
}

// TestBundleHasWhatTheCoreTakes compares a bundle's list of modules, which is derived from their
// text, with one written by hand.
func TestBundleHasWhatTheCoreTakes(t *testing.T) {
	files, err := Bundle("minimax")
	require.NoError(t, err)
	var got []string
	for name := range files {
		if m := regexp.MustCompile(`^rtl/(\w+\.vh?)$`).FindStringSubmatch(name); m != nil {
			got = append(got, m[1])
		}
	}
	slices.Sort(got)
	require.Equal(t, []string{
		"constants.vh", "corner_count.v", "corner_finder.v", "fit_check.v", "minimax_core.v", "move_score.v",
		"position_scan.v", "ring_board.v", "search_stack.v", "tile_rom.v", "tile_rom.vh", "tile_walk.v", "tile_walk.vh",
	}, got)
}

func TestTrialRefusesWhatDoesNotFit(t *testing.T) {
	ports := []port{{Name: "visits_i", Width: 3}, {Name: "rsp_value_o", Output: true, Signed: true, Width: 4}}
	try := func(in, out map[string]int64) error {
		_, err := trial{commands: []command{{About: "a search", Inputs: in, Answer: out}}}.verilog(ports)
		return err
	}
	require.NoError(t, try(map[string]int64{"visits_i": 7}, map[string]int64{"rsp_value_o": -8}))
	require.EqualError(t, try(map[string]int64{"visits_i": 8}, nil), "value 8 does not fit the 3 bits of visits_i")
	require.EqualError(t, try(nil, map[string]int64{"rsp_value_o": -9}), "value -9 does not fit the 4 bits of rsp_value_o")
	require.EqualError(t, try(map[string]int64{"seed_i": 1}, nil), `command "a search" has a port that the core has not`)
}
