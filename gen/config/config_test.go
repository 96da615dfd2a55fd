// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package config

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/rtl"
)

// TestAll compares the list with the Verilog: modules exist and have the parameters.
func TestAll(t *testing.T) {
	modules := map[string]string{}
	require.NoError(t, fs.WalkDir(rtl.FS, ".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && path.Ext(file) == ".v" {
			text, err := fs.ReadFile(rtl.FS, file)
			modules[strings.TrimSuffix(d.Name(), ".v")] = string(text)
			return err
		}
		return err
	}))
	seen := map[string]bool{}
	for _, c := range All() {
		t.Run(c.Name, func(t *testing.T) {
			assert.False(t, seen[c.Name], "named twice")
			seen[c.Name] = true
			assert.NotEmpty(t, c.About)
			assert.True(t, HasCore(c) || HasChip(c), "good for nothing")
			if HasCore(c) {
				require.Contains(t, modules, c.Core)
				for name := range c.CoreParams {
					assert.Contains(t, modules[c.Core], "parameter "+name, "core")
				}
			}
			if !HasChip(c) {
				assert.Nil(t, c.Simulated)
				return
			}
			assert.NotEmpty(t, c.Sources)
			text, ok := modules[c.Module]
			if !ok { // a chip for the flow's own use lies elsewhere
				require.Equal(t, "loopback", c.Name)
				return
			}
			for _, family := range Families() {
				if !c.Builds(family) {
					assert.Nil(t, c.Family[family])
					continue
				}
				params := map[string]bool{}
				for _, p := range append(c.ParamsFor(family), Param{ClockParam, Int(1)}) {
					assert.False(t, params[p.Name], "%s: %s is set twice", family, p.Name)
					params[p.Name] = true
					assert.Contains(t, text, "parameter "+p.Name, family)
				}
				assert.Positive(t, c.ClockHz[family])
			}
			if s := c.Simulated; s != nil {
				assert.GreaterOrEqual(t, s.ClockHz, 4*s.Baud)
			}
		})
	}
}

func TestFind(t *testing.T) {
	c, err := Find("montecarlo", CanCompete)
	require.NoError(t, err)
	assert.Equal(t, "montecarlo_core", c.Core)
	_, err = Find("lane", HasCore)
	assert.EqualError(t, err, `config: unknown configuration "lane", want one of minimax, minimax-full, montecarlo, alphabeta, alphabeta-margin, tree, processor, service, leaves, service-axi, leaves-axi, lanes`)
	_, err = Find("minimax-full", HasChip)
	assert.EqualError(t, err, `config: unknown configuration "minimax-full", want one of minimax, montecarlo, alphabeta, alphabeta-margin, tree, processor, service, leaves, lane, loopback`)
	assert.Equal(t, []string{"minimax", "montecarlo", "alphabeta", "alphabeta-margin", "tree", "processor", "service", "leaves"}, Names(CanBoard))
	assert.Equal(t, []string{"minimax", "montecarlo", "alphabeta", "alphabeta-margin", "tree", "processor"}, Names(CanCompete))
	assert.Contains(t, Help(Any), "  loopback         sends back every byte")
	assert.Equal(t, `"AB"`, Text("AB").Verilog())
	assert.Equal(t, "-3", Int(-3).Verilog())
}
