// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
)

// nextpnr alone spreads the block RAMs of a playout lane over half the device, and the wires
// between them are then slower than all logic. This file gives every lane neighbouring sites. The
// lanes follow each other along the rows of block RAMs, every second row backwards, so that the
// next lane is always beside or below. The other block RAMs, which belong to the head of this
// chain, come first. nextpnr places the logic.

// ramRow is a row of block RAM sites, from left to right.
type ramRow struct {
	y       int
	columns []int // columns of groups of sites
}

// ramGroup holds the columns of a group's sites, relative to its first one.
var ramGroup = []int{0, 2, 4, 6}

var ram85k = []int{4, 13, 22, 31, 40, 49, 58, 69, 78, 87, 96, 105, 114}

// ramRows holds the rows of block RAM sites of devices, by nextpnr's option.
var ramRows = map[string][]ramRow{
	"85k": {{22, ram85k}, {46, ram85k}, {70, ram85k}, {82, ram85k}},
}

// ramSites returns the names of a device's block RAM sites, each a neighbour of the one before it.
func ramSites(device string) []string {
	var sites []string
	for i, row := range ramRows[device] {
		var line []string
		for _, column := range row.columns {
			for k, offset := range ramGroup {
				line = append(line, fmt.Sprintf("X%d/Y%d/EBR%d", column+offset, row.y, k))
			}
		}
		if i%2 != 0 {
			slices.Reverse(line)
		}
		sites = append(sites, line...)
	}
	return sites
}

// laneMargin is the number of sites that stay free after the block RAMs of a lane, if there are
// enough, and after the block RAMs before the lanes.
const laneMargin = 2

// laneSites returns the first site of each lane. Each lane has that many block RAMs; a number of
// others come before the lanes.
func laneSites(lanes, rams, others, sites int) ([]int, error) {
	if need := lanes*rams + others; need > sites {
		return nil, fmt.Errorf("fpga: %d lanes and the rest have %d block RAMs, the device %d", lanes, need, sites)
	}
	margin := min(laneMargin, sites-lanes*rams-others)
	pitch := min(rams+laneMargin, (sites-others-margin)/lanes)
	first := make([]int, lanes)
	for i := range first {
		first[i] = others + margin + i*pitch
	}
	return first, nil
}

// ramCell is the type of a block RAM in a netlist.
const ramCell = `"DP16KD"`

var lanePattern = regexp.MustCompile(`gen_lane\[(\d+)\]`)

// placeLanes gives sites to the block RAMs of a design with playout lanes, in a netlist of Yosys,
// and returns the changed netlist.
func placeLanes(netlist []byte, device string) ([]byte, error) {
	fail := func(err error) ([]byte, error) { return nil, fmt.Errorf("fpga: sites of block RAMs: %w", err) }
	type object = map[string]json.RawMessage
	var file, modules object
	if err := json.Unmarshal(netlist, &file); err != nil {
		return fail(err)
	}
	if err := json.Unmarshal(file["modules"], &modules); err != nil {
		return fail(err)
	}
	for moduleName, text := range modules {
		var module, cells object
		if err := json.Unmarshal(text, &module); err != nil {
			return fail(err)
		}
		if err := json.Unmarshal(module["cells"], &cells); err != nil {
			return fail(err)
		}
		lanes := map[int][]string{} // names of block RAMs by lane
		var others []string
		parsed := map[string]object{}
		for _, name := range slices.Sorted(maps.Keys(cells)) {
			var cell object
			if err := json.Unmarshal(cells[name], &cell); err != nil {
				return fail(err)
			}
			if string(cell["type"]) != ramCell {
				continue
			}
			parsed[name] = cell
			if found := lanePattern.FindStringSubmatch(name); found == nil {
				others = append(others, name)
			} else if lane, err := strconv.Atoi(found[1]); err != nil {
				return fail(err)
			} else {
				lanes[lane] = append(lanes[lane], name)
			}
		}
		if len(lanes) == 0 {
			continue
		}
		rams := 0
		for _, names := range lanes {
			rams = max(rams, len(names))
		}
		sites := ramSites(device)
		first, err := laneSites(len(lanes), rams, len(others), len(sites))
		if err != nil {
			return nil, err
		}
		place := func(names []string, sites []string) error {
			for i, name := range names {
				cell := parsed[name]
				var attributes object
				if err := json.Unmarshal(cell["attributes"], &attributes); err != nil {
					return err
				}
				attributes["BEL"] = json.RawMessage(strconv.Quote(sites[i]))
				var err error
				if cell["attributes"], err = json.Marshal(attributes); err != nil {
					return err
				}
				if cells[name], err = json.Marshal(cell); err != nil {
					return err
				}
			}
			return nil
		}
		if err := place(others, sites); err != nil {
			return fail(err)
		}
		for lane, names := range lanes {
			if lane >= len(first) {
				return fail(fmt.Errorf("a lane %d among %d", lane, len(lanes)))
			}
			if err := place(names, sites[first[lane]:]); err != nil {
				return fail(err)
			}
		}
		if module["cells"], err = json.Marshal(cells); err != nil {
			return fail(err)
		}
		if modules[moduleName], err = json.Marshal(module); err != nil {
			return fail(err)
		}
	}
	var err error
	if file["modules"], err = json.Marshal(modules); err != nil {
		return fail(err)
	}
	return json.Marshal(file)
}
