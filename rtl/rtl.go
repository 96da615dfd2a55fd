// Package rtl holds the Verilog of tessera: one module per file, with the
// generated tables (*.vh, see package gen) beside the modules that use them.
package rtl

import "embed"

// FS holds every Verilog file of this folder, *.v and *.vh. It is one pattern, since the
// program that writes the tables must build without them.
//
//go:embed *.v*
var FS embed.FS
