// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package rtl holds the Verilog of tessera: one module per file, with the
// generated tables (*.vh, see package gen) beside the modules that use them.
//
//	common     serial line, memory, and the constants that all share
//	minimax    the minimax core: a scan of all positions
//	alphabeta  the alpha-beta core, and its leaf unit: a leaf a cycle
//	playout    the playout lane, chains of lanes, and the Monte Carlo core on them
//	tree       the walk of the tree search, and the expansion of its nodes
//	processor  a small processor, and the tree search as its program beside a lane
//	memory     the SDRAM of a board
//	contest    the protocol of the contest's host
//	service    the port between programs and the lanes
//	bus        services on an AXI4-Lite bus, with AXI4 streams
//	chip       whole chips, from pin to pin
package rtl

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
)

// FS holds every Verilog file of the folders, *.v and *.vh.
//
//go:embed */*.v*
var FS embed.FS

// Root returns the root folder of the repository: the nearest folder, from the working
// directory upwards, that has a rtl/rtl.go.
func Root() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("rtl: %w", err)
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "rtl", "rtl.go")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("rtl: %s is not in a clone of tessera (no rtl/rtl.go there or above)", start)
		}
	}
}
