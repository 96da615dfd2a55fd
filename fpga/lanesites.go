package fpga

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
)

// Left alone, nextpnr spreads the block RAMs of a playout lane over half the
// device, and the way between them is then longer than all logic. Here every lane
// gets neighbouring sites; the lanes follow each other along the rows of block
// RAMs, every second row backwards, so that the next lane is always beside or
// below. Logic and all other block RAMs are left to nextpnr.

// ramRow is a row of block RAM sites, from left to right.
type ramRow struct {
	y       int
	columns []int // of groups of sites
}

// ramGroup are the columns of a group's sites, from its first one.
var ramGroup = []int{0, 2, 4, 6}

var ram85k = []int{4, 13, 22, 31, 40, 49, 58, 69, 78, 87, 96, 105, 114}

// ramRows are the rows of block RAM sites of devices, by nextpnr's option.
var ramRows = map[string][]ramRow{
	"85k": {{22, ram85k}, {46, ram85k}, {70, ram85k}, {82, ram85k}},
}

// ramSites returns the names of a device's block RAM sites, each a neighbour of
// the one before it.
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

// laneMargin is how many sites a lane gets more than it has block RAMs, at most:
// they are left to others, and its logic gets room.
const laneMargin = 3

// laneSites returns the first site of each lane, of which each has that many
// block RAMs, among a number of sites.
func laneSites(lanes, rams, sites int) ([]int, error) {
	if lanes*rams > sites {
		return nil, fmt.Errorf("fpga: %d lanes of %d block RAMs, the device has %d", lanes, rams, sites)
	}
	// In 1/lanes of a site, to spread many lanes evenly.
	pitch := min(sites, lanes*(rams+laneMargin))
	before := (sites - pitch) / 2
	first := make([]int, lanes)
	for i := range first {
		first[i] = before + i*pitch/lanes + (pitch/lanes-rams)/2
	}
	return first, nil
}

// ramCell is the type of a block RAM in a netlist.
const ramCell = `"DP16KD"`

var lanePattern = regexp.MustCompile(`gen_lane\[(\d+)\]`)

// placeLanes gives sites to the block RAMs of all playout lanes in a netlist of
// Yosys, and returns the netlist with them.
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
		lanes := map[int][]string{} // names of block RAMs
		parsed := map[string]object{}
		for _, name := range slices.Sorted(maps.Keys(cells)) {
			found := lanePattern.FindStringSubmatch(name)
			if found == nil {
				continue
			}
			var cell object
			if err := json.Unmarshal(cells[name], &cell); err != nil {
				return fail(err)
			}
			if string(cell["type"]) == ramCell {
				lane, err := strconv.Atoi(found[1])
				if err != nil {
					return fail(err)
				}
				lanes[lane] = append(lanes[lane], name)
				parsed[name] = cell
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
		first, err := laneSites(len(lanes), rams, len(sites))
		if err != nil {
			return nil, err
		}
		for lane, names := range lanes {
			if lane >= len(first) {
				return fail(fmt.Errorf("a lane %d among %d", lane, len(lanes)))
			}
			for i, name := range names {
				cell := parsed[name]
				var attributes object
				if err := json.Unmarshal(cell["attributes"], &attributes); err != nil {
					return fail(err)
				}
				attributes["BEL"] = json.RawMessage(strconv.Quote(sites[first[lane]+i]))
				if cell["attributes"], err = json.Marshal(attributes); err != nil {
					return fail(err)
				}
				if cells[name], err = json.Marshal(cell); err != nil {
					return fail(err)
				}
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
