// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// visit_sqrt -- the weight of exploration by visits.
//
// Purpose:   Gives the weight of the exploration times the square root of a node's visits. A table
//            gives the square root of the 7 or 8 highest bits, and a shift the rest.
// Parameter: VISIT_BITS   bits of a number of visits
//            EXPLORATION  the weight, in 1/256
// Interface: visits_i, scale_o  8 bits behind the point
// Latency:   4 cycles from visits_i to scale_o; a new one every cycle. The table is logic, since a block
//            RAM would take a cycle more.
// Reset:     none.
// Model:     tree.Config.Scale; the table is generated: visit_sqrt.vh
`default_nettype none
`include "tree.vh"

module visit_sqrt #(
    parameter VISIT_BITS  = 20,
    parameter EXPLORATION = `TREE_EXPLORATION
) (
    input  wire                              clk_i,
    input  wire [            VISIT_BITS-1:0] visits_i,
    output wire [(VISIT_BITS+1)/2+12-1:0] scale_o
);

  localparam V = VISIT_BITS;
  localparam INDEX = `TREE_SQRT_BITS;
  localparam SQRT = INDEX / 2 + `TREE_SQRT_POINT;  // bits of a word of the table
  localparam SHIFTS = (V - INDEX + 1) / 2;  // the greatest shift of the square root
  localparam FULL = SQRT + SHIFTS;  // bits of a square root
  localparam WEIGHT = 13;
  localparam [WEIGHT-1:0] WEIGHED = EXPLORATION[WEIGHT-1:0];
  localparam SCALE = (V + 1) / 2 + 12;

  (* rom_style = "logic" *)
  reg [SQRT-1:0] words[0:(1<<INDEX)-1];
  initial begin
`include "visit_sqrt.vh"
  end

  // Two bits off for each bit of the root's shift, until the index is left: beyond_i means that
  // more than i of them are needed.
  wire [SHIFTS+1:0] beyond;
  assign beyond[0] = 1'b1;
  assign beyond[SHIFTS+1] = 1'b0;
  genvar g;
  generate
    for (g = 0; g < SHIFTS; g = g + 1) begin : gen_beyond
      assign beyond[g+1] = |visits_i[V-1:INDEX+2*g];
    end
  endgenerate
  wire [V:0] padded = {1'b0, visits_i};
  integer i;
  reg [INDEX-1:0] index;
  reg [3:0] shift;
  always @* begin
    index = {INDEX{1'b0}};
    shift = 4'd0;
    for (i = 0; i <= SHIFTS; i = i + 1) begin
      if (beyond[i] & ~beyond[i+1]) begin
        index = index | padded[2*i+:INDEX];
        shift = shift | i[3:0];
      end
    end
  end

  reg [INDEX-1:0] index_q;
  reg [3:0] shift_q, shift_q2;
  reg [SQRT-1:0] word_q;
  reg [FULL-1:0] sqrt_q;
  reg [FULL+WEIGHT-1:0] scale_q;
  always @(posedge clk_i) begin
    index_q <= index;
    shift_q <= shift;
    word_q <= words[index_q];
    shift_q2 <= shift_q;
    sqrt_q <= {{SHIFTS{1'b0}}, word_q} << shift_q2;
    scale_q <= {{WEIGHT{1'b0}}, sqrt_q} * {{FULL{1'b0}}, WEIGHED};
  end

  // The weight is below 16, so four bits above the square root's bits are enough.
  wire unused_scale = ^{scale_q[`TREE_SQRT_POINT-1:0], scale_q[FULL+WEIGHT-1:`TREE_SQRT_POINT+SCALE]};
  assign scale_o = scale_q[`TREE_SQRT_POINT+:SCALE];

endmodule

`default_nettype wire
