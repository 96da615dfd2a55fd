// Package rtl holds the Verilog of tessera: one module per file, with the
// generated tables (*.vh, see package gen) beside the modules that use them.
//
//	common   serial line, memory, and the constants that all share
//	minimax  the minimax core: a scan of all positions
//	playout  the playout lane, chains of lanes, and the Monte Carlo core on them
//	contest  the protocol of the contest's host
//	service  the port by which programs use the lanes
//	chip     whole chips, from pin to pin
package rtl

import "embed"

// FS holds every Verilog file of the folders, *.v and *.vh.
//
//go:embed */*.v*
var FS embed.FS
