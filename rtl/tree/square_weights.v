// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// square_weights -- the weights of a square for the hidden units.
//
// Purpose:   Turns the code of a square into its weights in each of the three roles that it may have
//            for a move: the tile covers it, it shares an edge with the tile, or it touches the tile
//            at a vertex. The roles follow each other, so that one write port of a memory can take
//            the three words of a square while the next square's words take another memory's.
// Interface: code_i      the code: evaluation.Code
//            covered_o, edge_o, diagonal_o  the weights, `SQUARE_BITS for each unit, unit 0 lowest,
//                        two's complement, less those of code 0
// Latency:   2 cycles from code_i to covered_o, 3 to edge_o, 4 to diagonal_o; a square every cycle.
// Reset:     none.
// Model:     twin.HiddenWeights; the contents are generated: square_weights.vh
`default_nettype none
`include "expansion.vh"

module square_weights (
    input  wire                                  clk_i,
    input  wire [                `CODE_BITS-1:0] code_i,
    output wire [`SQUARE_BITS*`HIDDEN_UNITS-1:0] covered_o,
    output wire [`SQUARE_BITS*`HIDDEN_UNITS-1:0] edge_o,
    output wire [`SQUARE_BITS*`HIDDEN_UNITS-1:0] diagonal_o
);

  localparam W = `SQUARE_BITS * `HIDDEN_UNITS;

  (* rom_style = "logic", ram_style = "logic" *)  // block RAM is short
  reg [W-1:0] words[0:(3<<`CODE_BITS)-1];
  initial begin
`include "square_weights.vh"
  end

  // Each role has its own copy of the code: the three tables lie far apart.
  reg [`CODE_BITS-1:0] code_q1, code_q2, code_q3;
  reg [W-1:0] covered_q, edge_q, diagonal_q;
  always @(posedge clk_i) begin
    code_q1 <= code_i;
    covered_q <= words[{2'd0, code_q1}];
    code_q2 <= code_q1;
    edge_q <= words[{2'd1, code_q2}];
    code_q3 <= code_q2;
    diagonal_q <= words[{2'd2, code_q3}];
  end
  assign covered_o = covered_q;
  assign edge_o = edge_q;
  assign diagonal_o = diagonal_q;

endmodule

`default_nettype wire
