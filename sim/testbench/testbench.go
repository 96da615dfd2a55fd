// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package testbench holds Verilog around a module in simulation: the SDRAM's model, and benches that
// hold a module with its memory or its lane.
package testbench

import "embed"

// FS holds every Verilog file of the folder, *.v and *.vh.
//
//go:embed *.v*
var FS embed.FS
