// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package mutation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// cuts stands for the parts that a proof cuts out: registers and memories. Their inputs become
// outputs of the module and their outputs inputs.
const cuts = `module cut_dff #(parameter WIDTH = 1, CLK_POLARITY = 1)
  (input CLK, input [WIDTH-1:0] D, output [WIDTH-1:0] Q);
  reg [WIDTH-1:0] q;
  generate
    if (CLK_POLARITY) begin always @(posedge CLK) q <= D; end
    else begin always @(negedge CLK) q <= D; end
  endgenerate
  assign Q = q;
endmodule
module cut_mem #(parameter MEMID = "", SIZE = 1, OFFSET = 0, ABITS = 1, WIDTH = 1, INIT = 0,
  RD_PORTS = 1, RD_CLK_ENABLE = 0, RD_CLK_POLARITY = 0, RD_TRANSPARENCY_MASK = 0, RD_COLLISION_X_MASK = 0,
  RD_CE_OVER_SRST = 0, RD_INIT_VALUE = 0, RD_ARST_VALUE = 0, RD_SRST_VALUE = 0, RD_WIDE_CONTINUATION = 0,
  WR_PORTS = 1, WR_CLK_ENABLE = 0, WR_CLK_POLARITY = 0, WR_PRIORITY_MASK = 0, WR_WIDE_CONTINUATION = 0)
  (input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST, input [RD_PORTS*ABITS-1:0] RD_ADDR,
   output [RD_PORTS*WIDTH-1:0] RD_DATA, input [WR_PORTS-1:0] WR_CLK, input [WR_PORTS*WIDTH-1:0] WR_EN,
   input [WR_PORTS*ABITS-1:0] WR_ADDR, input [WR_PORTS*WIDTH-1:0] WR_DATA);
  assign RD_DATA = 0;
endmodule
`

// settling is the number of cycles that Prove lets the module run before the comparison.
const settling = 3

// Prove reports whether a mutant is proven equivalent within the limit, in one of three ways.
//
// First: for any contents of registers and memories and any inputs, the mutant and the sound module
// have the same outputs, the same inputs of the modules inside, and the same next values of
// registers and memories.
//
// Second: the same holds with the modules inside taken apart as well.
//
// Third: the same holds in every state that the sound module can reach after some cycles with any
// inputs, from any state. This is the case where a register only ever holds words of a table, for
// instance.
//
// Each of these proves more than necessary, because not every such state is ever reached: an
// unproven mutant may still be equivalent.
func (d *Design) Prove(ctx context.Context, m *Mutant, limit time.Duration) (proven bool, err error) {
	const flatten = "flatten gold gate\nopt_clean gold gate\n"
	for _, way := range []struct {
		flatten, gold, cross string
		cycles               int
	}{
		{"", "", "", 1},
		{flatten, "", "", 1},
		{flatten, "flatten -noscopeinfo gold/t:*cut_dff*\nrename -hide gold/w:*dff_*.q\n" +
			"expose gold/w:*dff_*.D gold/w:*dff_*.Q gold/w:*dff_*.CLK\n", "-cross ", 1 + settling},
	} {
		proven, err = d.prove(ctx, m, way.flatten, way.gold, way.cross, way.cycles, limit)
		if proven || err != nil {
			break
		}
	}
	return proven, err
}

func (d *Design) prove(ctx context.Context, m *Mutant, flatten, gold, cross string, cycles int, limit time.Duration) (proven bool, err error) {
	command := strings.Join(m.command, " ")
	command = strings.Replace(command, "-module "+m.Derived+" ", "-module gate ", 1)
	dir := filepath.ToSlash(d.dir)
	var s strings.Builder
	fmt.Fprintf(&s, "read_rtlil %s/%s\nhierarchy -top %s\nsetattr -mod -unset top %s\n", dir, soundFile, m.Derived, m.Derived)
	fmt.Fprintf(&s, "copy %s gate\nrename %s gold\n%s\n", m.Derived, m.Derived, command)
	s.WriteString("delete */t:$print */t:$check */t:$scopeinfo\n" + flatten + "select gold gate\n" +
		"memory_collect\nmemory_map -rom-only\ndffunmap\n" +
		"chtype -set cut_dff t:$dff\nchtype -set cut_mem t:$mem_v2\nselect -clear\n")
	fmt.Fprintf(&s, "read_verilog -defer %s/cuts.v\nhierarchy\nproc\n", dir)
	s.WriteString(gold + "expose -evert -dff gold gate\nmiter -equiv " + cross + "-flatten gold gate miter\nhierarchy -top miter\n" +
		"opt_merge\nopt_expr\nopt_merge\nopt_clean\n")
	fmt.Fprintf(&s, "sat -prove trigger 0 -seq %d -prove-skip %d -ignore-div-by-zero miter\n", cycles, cycles-1)
	for name, text := range map[string]string{fmt.Sprintf("prove-%d.ys", m.Value): s.String(), "cuts.v": cuts} {
		if err := os.WriteFile(filepath.Join(d.root, d.dir, name), []byte(text), 0o666); err != nil {
			return false, fmt.Errorf("mutation: %w", err)
		}
	}
	timed, cancel := context.WithTimeoutCause(ctx, limit, errLimit)
	defer cancel()
	out, err := yosys(timed, d.root, "-s", fmt.Sprintf("%s/prove-%d.ys", dir, m.Value))
	if errors.Is(err, errLimit) {
		return false, nil
	}
	if err != nil && bytes.Contains(out, []byte("ERROR: No matching port")) {
		return false, nil // the fault makes a register useless
	}
	if err != nil {
		return false, fmt.Errorf("mutation: proof of %s: %w", m.Fault(), err)
	}
	return bytes.Contains(out, []byte("SAT proof finished - no model found: SUCCESS!")), nil
}
