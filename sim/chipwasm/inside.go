// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chipwasm

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/rtl"
)

// Inside is what the page shows of a chip beside its signals, in the form of its JSON file. The file follows
// from the repository's other files and is made with the page, not with the program.
type Inside struct {
	Verilog *Verilog `json:"verilog"`
	// Floorplan has the core as place and route has put it on its board. It is nil if the repository keeps
	// no floorplan of the core, because the board's own player is another one.
	Floorplan *flow.Regions `json:"floorplan,omitempty"`
}

// InsideFile is the file of the chip's inside in the folder of the page.
func (c *Chip) InsideFile() string { return "chip-" + c.Name + "-inside.json" }

// MakeInside makes the file.
func (c *Chip) MakeInside() ([]byte, error) {
	var in Inside
	var err error
	if in.Verilog, err = c.Verilog(); err != nil {
		return nil, err
	}
	if c.board.Player == c.configName() {
		if in.Floorplan, err = c.floorplan(); err != nil {
			return nil, err
		}
	}
	return json.Marshal(in)
}

// floorplan reads the committed floorplan of the board's player.
func (c *Chip) floorplan() (*flow.Regions, error) {
	root, err := rtl.Root()
	if err != nil {
		return nil, err
	}
	file, err := os.Open(filepath.Join(root, flow.FloorplanFile(c.board.Name)))
	if err != nil {
		return nil, fmt.Errorf("chipwasm: %w", err)
	}
	defer file.Close()
	return flow.ReadRegions(file, c.board, c.Lanes)
}
