// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

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
	"github.com/tessera-fpga/tessera/gen/license"
)

// TestBundle checks everything that needs no tools for bundles; package sim/bundle runs these
// tools.
func TestBundle(t *testing.T) {
	licence, err := os.ReadFile("../LICENSE")
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

			require.Equal(t, string(licence), files["LICENSE"], "copy LICENSE to gen/bundle")
			for name, text := range files {
				require.NotContains(t, text, "<no value>", name)
				require.True(t, strings.HasSuffix(text, "\n"), name)
				if ext := path.Ext(name); ext == ".v" || ext == ".vh" || ext == ".f" || ext == ".py" || ext == ".tcl" || ext == ".core" {
					require.Contains(t, text, license.Line+"\n", name)
				}
			}

			var core struct {
				Name, Description, License string
				Filesets                   map[string]struct{ Files []any }
				Targets                    map[string]struct{ Parameters []string }
			}
			require.True(t, strings.HasPrefix(files["tessera.core"], "CAPI=2:\n"))
			require.NoError(t, yaml.Unmarshal([]byte(files["tessera.core"]), &core))
			require.Equal(t, "tessera:tessera:"+name+":"+Version, core.Name)
			require.Contains(t, core.Description, c.About)
			require.Equal(t, license.Name, core.License)
			require.True(t, strings.HasPrefix(files["LICENSE"], license.Line+"\n"))
			for _, target := range []string{"default", "lint", "sim", "sim-verilator", "synth", "synth-ice40", "synth-ecp5", "synth-gowin"} {
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

			require.Empty(t, core.Targets["default"].Parameters, "FuseSoC would give them to the top of another design")

			var steps []step
			require.NoError(t, json.Unmarshal([]byte(files["cocotb/steps.json"]), &steps))
			require.Equal(t, len(steps), strings.Count(files["tb/steps.vh"], "    // "))
			requests := 0
			for _, s := range steps {
				if s.Answer != nil || s.Expect != nil {
					requests++
				}
			}
			require.Greater(t, requests, 3)
			searches, illegal := 0, 0
			for _, s := range steps {
				if s.Inputs["cmd_op_i"] == CmdSearch {
					searches++
				}
				if ok, has := s.Answer["rsp_ok_o"]; has && ok == 0 {
					illegal++
				}
			}
			if strings.Contains(files["README.md"], "\nCommands: ") {
				require.Positive(t, searches)
				require.Positive(t, illegal)
				require.Contains(t, files["MOVES.md"], "\n| 90 | ")
			} else {
				require.NotContains(t, files, "MOVES.md")
			}
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
		"tessera_constants.vh", "tessera_corner_count.v", "tessera_corner_finder.v", "tessera_fit_check.v",
		"tessera_minimax_core.v", "tessera_move_score.v", "tessera_position_scan.v", "tessera_ring_board.v",
		"tessera_search_stack.v", "tessera_tile_rom.v", "tessera_tile_rom.vh", "tessera_tile_walk.v", "tessera_tile_walk.vh",
	}, got)
}

// TestVersion: every file that states the version states this one.
func TestVersion(t *testing.T) {
	for file, line := range map[string]string{
		"../CHANGELOG.md": "\n## " + Version, "../CITATION.cff": "\nversion: " + Version + "\n", "../tessera.core": "rtl:" + Version + "\n",
		"../python/pyproject.toml": "\nversion = \"" + Version + "\"\n",
	} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(text), line, file)
	}
}

// TestBundleNames: every name that the designs around a bundle can see has the prefix: modules, macros,
// include files. Only the testbench, which no other design takes, is called tb.
func TestBundleNames(t *testing.T) {
	for _, name := range config.Names(config.HasCore) {
		files, err := Bundle(name)
		require.NoError(t, err)
		for file, text := range files {
			if ext := path.Ext(file); ext != ".v" && ext != ".vh" || !strings.HasPrefix(file, "rtl/") {
				continue
			}
			require.True(t, strings.HasPrefix(path.Base(file), "tessera_"), file)
			for _, m := range regexp.MustCompile("(?m)^\\s*module\\s+(\\w+)|`(?:define|ifdef|ifndef|undef)\\s+(\\w+)|`include\\s+\"(\\w+)").FindAllStringSubmatch(text, -1) {
				require.Regexp(t, "^(?i:tessera_)", m[1]+m[2]+m[3], file)
			}
		}
	}
}

func TestPrefixLine(t *testing.T) {
	s := &sources{text: map[string]string{"row_ram.v": "", "sdram.v": "", "job_bus.vh": ""}}
	macros := map[string]bool{"JOB_BITS": true, "TESSERA_JOB_BUS": true}
	for line, want := range map[string]string{
		"`include \"job_bus.vh\"":                            "`include \"tessera_job_bus.vh\"",
		"`ifndef TESSERA_JOB_BUS":                            "`ifndef TESSERA_JOB_BUS",
		"`define JOB_BITS 46  // see sdram":                  "`define TESSERA_JOB_BITS 46  // see tessera_sdram",
		"module row_ram #(":                                  "module tessera_row_ram #(",
		"  row_ram u_row_ram (  // row_ram of sdram":         "  tessera_row_ram u_row_ram (  // tessera_row_ram of sdram",
		"  wire [`JOB_BITS-1:0] row_ram = other[`OTHER];":    "  wire [`TESSERA_JOB_BITS-1:0] row_ram = other[`OTHER];",
		"// sdram -- an SDRAM, as in job_bus.vh and row_ram": "// tessera_sdram -- an SDRAM, as in tessera_job_bus.vh and tessera_row_ram",
		"`default_nettype none":                              "`default_nettype none",
	} {
		require.Equal(t, want, s.prefixLine(line, macros))
	}
}

func TestEvaluate(t *testing.T) {
	names := map[string]int{"`BITS": 7, "N": 5, "M": 3}
	for text, want := range map[string]int{"`BITS-1": 6, "$clog2(N*M)-1": 3, "$clog2(16)": 4, "$clog2(1)": 0, "12_000": 12000, "(N+M)*2": 16} {
		got, err := evaluate(text, names)
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"`OTHER", "X", "N/M", "$bits(N)"} {
		_, err := evaluate(text, names)
		require.ErrorContains(t, err, text)
	}
}

func TestTrialRefusesWhatDoesNotFit(t *testing.T) {
	ports := []port{{Name: "visits_i", Width: 3}, {Name: "rsp_value_o", Output: true, Signed: true, Width: 4}}
	try := func(in, out map[string]int64) error {
		_, err := trial{steps: []step{{About: "a search", Inputs: in, Answer: out}}}.verilog(ports)
		return err
	}
	require.NoError(t, try(map[string]int64{"visits_i": 7}, map[string]int64{"rsp_value_o": -8}))
	require.EqualError(t, try(map[string]int64{"visits_i": 8}, nil), "value 8 does not fit the 3 bits of visits_i")
	require.EqualError(t, try(nil, map[string]int64{"rsp_value_o": -9}), "value -9 does not fit the 4 bits of rsp_value_o")
	require.EqualError(t, try(map[string]int64{"seed_i": 1}, nil), `step "a search" has a port that the core has not`)
}
