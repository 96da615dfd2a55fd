// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRAMSites(t *testing.T) {
	t.Parallel()
	sites := ramSites("85k")
	assert.Len(t, sites, 208)
	assert.Equal(t, "X4/Y22/EBR0", sites[0])
	assert.Equal(t, "X120/Y22/EBR3", sites[51])
	assert.Equal(t, "X120/Y46/EBR3", sites[52], "the second row is walked back")
	assert.Equal(t, "X4/Y46/EBR0", sites[103])
	seen := map[string]bool{}
	for _, s := range sites {
		assert.False(t, seen[s], s)
		seen[s] = true
	}
}

func TestLaneSites(t *testing.T) {
	t.Parallel()
	for lanes := 1; lanes <= 14; lanes++ {
		first, err := laneSites(lanes, 14, 4, 208)
		require.NoError(t, err)
		require.Len(t, first, lanes)
		end := 4
		for i, at := range first {
			assert.GreaterOrEqual(t, at, end, "lane %d of %d", i, lanes)
			end = at + 14
		}
		assert.LessOrEqual(t, end, 208)
	}
	first, err := laneSites(14, 14, 12, 208)
	require.NoError(t, err, "all sites are taken")
	assert.Equal(t, 208, first[13]+14)
	_, err = laneSites(14, 14, 13, 208)
	assert.ErrorContains(t, err, "14 lanes and the rest have 209 block RAMs, the device 208")
}

// yosysNetlist returns a netlist with a lane's block RAMs and cells of other kinds.
func yosysNetlist(lanes, rams int) []byte {
	type object = map[string]any
	cells := object{
		"u_core.words.0.0":                object{"type": "DP16KD", "attributes": object{}},
		"u_core.gen_lane[0].u_lane.lut":   object{"type": "LUT4", "attributes": object{}},
		"u_core.gen_lane[1].u_lane.u_reg": object{"type": "TRELLIS_FF", "attributes": object{"src": "x.v:1"}},
	}
	for lane := range lanes {
		for ram := range rams {
			cells[fmt.Sprintf("u_core.gen_lane[%d].u_lane.u_%02d.words.0.0", lane, ram)] = object{
				"type": "DP16KD", "attributes": object{"src": "y.v:2"}, "connections": object{"CLKA": []int{7}},
			}
		}
	}
	text, err := json.Marshal(object{
		"creator": "Yosys",
		"modules": object{"DP16KD": object{"cells": object{}}, "top": object{"ports": object{}, "cells": cells}},
	})
	if err != nil {
		panic(err)
	}
	return text
}

func TestPlaceLanes(t *testing.T) {
	t.Parallel()
	const lanes, rams = 12, 14
	before := yosysNetlist(lanes, rams)
	after, err := placeLanes(before, "85k")
	require.NoError(t, err)

	var was, is struct {
		Creator string
		Modules map[string]struct {
			Ports map[string]any
			Cells map[string]struct {
				Type        string
				Attributes  map[string]string
				Connections map[string]any
			}
		}
	}
	require.NoError(t, json.Unmarshal(before, &was))
	require.NoError(t, json.Unmarshal(after, &is))
	sites := ramSites("85k")
	first, err := laneSites(lanes, rams, 1, len(sites))
	require.NoError(t, err)
	placed := 0
	for name, cell := range is.Modules["top"].Cells {
		bel, ok := cell.Attributes["BEL"]
		found := lanePattern.FindStringSubmatch(name)
		require.Equal(t, cell.Type == "DP16KD", ok, name)
		if !ok {
			continue
		}
		want := sites[:1]
		if found != nil {
			lane, err := strconv.Atoi(found[1])
			require.NoError(t, err)
			want = sites[first[lane] : first[lane]+rams]
		}
		assert.Contains(t, want, bel, name)
		placed++
		delete(cell.Attributes, "BEL")
	}
	assert.Equal(t, lanes*rams+1, placed)
	assert.Equal(t, was, is, "nothing else has changed")

	_, err = placeLanes(yosysNetlist(15, 14), "85k")
	assert.ErrorContains(t, err, "15 lanes")
	_, err = placeLanes([]byte("{"), "85k")
	assert.ErrorContains(t, err, "sites of block RAMs")
	unchanged, err := placeLanes(yosysNetlist(0, 0), "85k")
	require.NoError(t, err)
	assert.JSONEq(t, string(yosysNetlist(0, 0)), string(unchanged))
}
