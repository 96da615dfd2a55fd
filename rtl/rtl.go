// Package rtl holds the Verilog of tessera: one module per file, with the
// generated tables (*.vh, see package gen) beside the modules that use them.
package rtl

import "embed"

// FS holds every Verilog file of this folder.
//
//go:embed *.v *.vh
var FS embed.FS
