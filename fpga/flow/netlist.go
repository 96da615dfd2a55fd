// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/gen/config"
)

//go:embed cells/*.v
var cellModels embed.FS

// Netlist is a design as Verilog of a device's cells, to be simulated with models of these cells.
type Netlist struct {
	// Top is the name of the top module.
	Top string
	// Sources are the files: the netlist, and the cells.
	Sources []string
	// Flags are the options of Verilator that the netlist needs.
	Flags []string
}

// netlistFlags allow for the nature of netlists: unused bits, loose ends and feed-throughs. Open
// inputs are 0 in the device.
var netlistFlags = []string{
	"-Wno-lint", "-Wno-style", "-Wno-MULTIDRIVEN", "-Wno-UNOPTFLAT", "--x-assign", "0", "--x-initial", "0",
	"--output-split", "0", // the packaged Verilator cannot compile a split model: its makefile lacks g++'s -include
}

// SynthNetlist synthesizes the module of a configuration for a family, by the commands that precede
// place and route, and writes the netlist to dir.
func SynthNetlist(ctx context.Context, t *Toolchain, family board.Family, c config.Config, dir string) (*Netlist, error) {
	if family == board.Gowin {
		return nil, fmt.Errorf("fpga: a netlist of %s for %s: its cells have no models here", c.Module, family)
	}
	module := c.Module
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	src, err := findSources(t.Root, c.Sources)
	if err != nil {
		return nil, err
	}
	script, err := src.read(dir)
	if err != nil {
		return nil, err
	}
	chparam := ""
	for _, p := range c.ParamsFor(family) {
		chparam += fmt.Sprintf(" -chparam %s %s", p.Name, p.Value.Verilog())
	}
	script += fmt.Sprintf("hierarchy -check -top %s%s\n", module, chparam)
	if chparam != "" {
		script += fmt.Sprintf("rename -top %s\n", module)
	}
	script += synthesis(family, module, c) +
		"delete */t:$scopeinfo\n" +
		fmt.Sprintf("write_verilog -noattr %s.v\n", module)
	if err := os.WriteFile(filepath.Join(dir, "netlist.ys"), []byte(script), 0o666); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	t.say("%s for %s: synthesis", module, family)
	if err := t.run(ctx, dir, filepath.Join(dir, "netlist.log"), "yosys", "netlist.ys"); err != nil {
		return nil, err
	}
	return newNetlist(family, module, filepath.Join(dir, module+".v"))
}

// ReadBack turns a finished iCE40 bitstream of a design into Verilog that shows the behaviour of
// the device after synthesis, placement, routing and packing. The netlist's top has the name and
// the ports of the chip module, so that the chip's tests fit; its rst_i does nothing on a board
// without a reset button, where the chip comes out of reset some 1030 clocks after the start.
//
// icebox_vlog has no model of the PLL; ReadBack therefore needs a design that runs at its
// oscillator.
func ReadBack(ctx context.Context, t *Toolchain, d Design, bitstream, dir string) (*Netlist, error) {
	if d.Board.Family != board.ICE40 {
		return nil, fmt.Errorf("fpga: reading back a bitstream of %s: the flow does that for %s only", d.Board.Family, board.ICE40)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	bits, err := os.ReadFile(bitstream)
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	module := d.Top()
	for name, text := range map[string][]byte{"bits.bin": bits, "bits.pcf": sites(d.Board)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return nil, fmt.Errorf("fpga: %w", err)
		}
	}
	if err := t.run(ctx, dir, filepath.Join(dir, "iceunpack.log"), "iceunpack", "bits.bin", "bits.asc"); err != nil {
		return nil, err
	}
	t.say("%s: reading %s back", d.Name(), filepath.Base(bitstream))
	log := filepath.Join(dir, "icebox_vlog.log")
	if err := t.run(ctx, dir, log, "icebox_vlog", "-s", "-c", "-d", d.Board.Package, "-p", "bits.pcf", "-n", module, "bits.asc"); err != nil {
		return nil, err
	}
	// icebox_vlog writes Verilog to standard output and complaints to standard error.
	text, err := os.ReadFile(log)
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	start := bytes.Index(text, []byte("\nmodule "))
	if start < 0 {
		return nil, fmt.Errorf("fpga: icebox_vlog wrote no module (log: %s)", t.rel(log))
	}
	plain, err := plainPorts(string(text[start+1:]))
	if err != nil {
		return nil, fmt.Errorf("%w (log: %s)", err, t.rel(log))
	}
	file := filepath.Join(dir, module+".v")
	if err := os.WriteFile(file, []byte(plain), 0o666); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	n, err := newNetlist(board.ICE40, module, file)
	if err != nil {
		return nil, err
	}
	wrapper := filepath.Join(dir, d.Config.Module+".v")
	if err := os.WriteFile(wrapper, asChip(d, d.Config.Module), 0o666); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	n.Top, n.Sources = d.Config.Module, append(n.Sources, wrapper)
	return n, nil
}

var headerPattern = regexp.MustCompile(`^module (\w+) \(([^)]*)\);\n`)

// plainPorts rewrites the header of icebox_vlog's module. icebox_vlog declares ports in the header
// and then once more as wire or reg, which is not valid Verilog. A header in the older style, with
// names first and directions later, makes it valid.
func plainPorts(text string) (string, error) {
	m := headerPattern.FindStringSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("fpga: icebox_vlog's module does not begin with a list of ports")
	}
	var names []string
	var body strings.Builder
	ports := strings.Split(m[2], ",")
	for i := range ports {
		ports[i] = strings.TrimSpace(ports[i])
	}
	slices.Sort(ports) // the order of ports differs from run to run
	for _, p := range ports {
		words := strings.Fields(p) // input, perhaps [7:0], name
		names = append(names, words[len(words)-1]+" ")
		fmt.Fprintf(&body, "%s ;\n", strings.Join(words, " "))
	}
	return fmt.Sprintf("module %s (%s);\n%s", m[1], strings.Join(names, ", "), body.String()) + text[len(m[0]):], nil
}

// BoardModel writes the board's generated top and returns it as a design for simulation: the RTL of
// the chip with pads, PLL and reset around it, behind the ports of the chip. Its rst_i does nothing
// on a board without a reset button. The PLL's model passes the clock unchanged, so that clk_i is
// the chip's clock.
func BoardModel(d Design, dir string) (*Netlist, error) {
	files, err := d.Files()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	const module = "board"
	top, wrapper := filepath.Join(dir, d.Top()+".v"), filepath.Join(dir, module+".v")
	if err := os.WriteFile(top, files[d.Top()+".v"], 0o666); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	if err := os.WriteFile(wrapper, asChip(d, module), 0o666); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	n, err := newNetlist(d.Board.Family, module, top)
	if err != nil {
		return nil, err
	}
	n.Sources = append(append(n.Sources, wrapper), d.Config.Sources...)
	return n, nil
}

// asChip returns a module that looks like the chip and has the board's top inside.
func asChip(d Design, module string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by \"tessera bitstream\". DO NOT EDIT.\n//\n"+
		"// %[1]s -- %[2]s behind the ports of the chip.\n"+
		"`default_nettype none\nmodule %[1]s (\n"+
		"    input  wire       clk_i,\n    input  wire       rst_i,\n    input  wire       uart_rx_i,\n"+
		"    output wire       uart_tx_o,\n    output wire [7:0] led_o\n);\n    %[2]s u_top (\n", module, d.Top())
	var ports []string
	leds := d.Board.ByRole(board.LED)
	led := false
	for _, p := range d.Board.Pins {
		signal := ""
		switch p.Role {
		case board.Clock:
			signal = "clk_i"
		case board.UARTRx:
			signal = "uart_rx_i"
		case board.UARTTx:
			signal = "uart_tx_o"
		case board.LED:
			if led {
				continue
			}
			led, signal = true, "led"
		case board.Reset:
			signal = "rst_i"
			if p.ActiveLow {
				signal = "~rst_i"
			}
		}
		ports = append(ports, fmt.Sprintf("        .%s(%s)", p.Name, signal))
	}
	b.WriteString(strings.Join(ports, ",\n") + "\n    );\n")
	lit := "led"
	if led && leds[0].ActiveLow {
		lit = "~led"
	}
	switch n := len(leds); n {
	case 0:
		lit = "8'd0"
	case board.MaxLEDs:
	default: // the others are inside only
		lit = fmt.Sprintf("{u_top.chip_led[%d:%d], %s}", board.MaxLEDs-1, n, lit)
	}
	fmt.Fprintf(&b, "    wire [%d:0] led;\n    assign led_o = %s;\nendmodule\n`default_nettype wire\n", max(len(leds), 1)-1, lit)
	return b.Bytes()
}

// sites returns constraints with only the sites: icebox_vlog reads no options.
func sites(b *board.Board) []byte {
	var out strings.Builder
	leds := 0
	for _, p := range b.Pins {
		name := p.Name
		if p.Role == board.LED && len(b.ByRole(board.LED)) > 1 {
			name = fmt.Sprintf("%s[%d]", p.Name, leds)
			leds++
		}
		fmt.Fprintf(&out, "set_io %s %s\n", name, p.Site)
	}
	return []byte(out.String())
}

// newNetlist puts the cell models beside a netlist.
func newNetlist(family board.Family, module, file string) (*Netlist, error) {
	models, err := cellModels.ReadFile("cells/" + string(family) + ".v")
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	cells := filepath.Join(filepath.Dir(file), string(family)+"_cells.v")
	if err := os.WriteFile(cells, models, 0o666); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	return &Netlist{Top: module, Sources: []string{file, cells}, Flags: netlistFlags}, nil
}
