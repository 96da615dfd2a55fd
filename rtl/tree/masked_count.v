// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// masked_count -- the number of cells that two sets share.
//
// Purpose:   Counts the cells of a window that are in both of two sets: first in each row, then in
//            each half of the rows, then in all. Cells that are never in mask_i cost nothing.
// Interface: mask_i, plane_i  the sets, row by row
//            count_o          the number of cells in both
// Parameter: BITS             width of that number: there must be no more
// Latency:   3 cycles; two sets every cycle.
// Reset:     none; the pipeline holds data only.
// Model:     golden's MoveWindow.Features
`default_nettype none
`include "expansion.vh"

module masked_count #(
    parameter BITS = 4
) (
    input  wire                          clk_i,
    input  wire [`MOVE_WINDOW_CELLS-1:0] mask_i,
    input  wire [`MOVE_WINDOW_CELLS-1:0] plane_i,
    output wire [              BITS-1:0] count_o
);

  localparam SIDE = `MOVE_WINDOW_SIDE;

  reg [4*SIDE-1:0] rows_q;
  genvar r;
  generate
    for (r = 0; r < SIDE; r = r + 1) begin : gen_row
      wire [SIDE-1:0] both = mask_i[SIDE*r+:SIDE] & plane_i[SIDE*r+:SIDE];
      reg [3:0] row;
      integer c;
      always @* begin
        row = 4'd0;
        for (c = 0; c < SIDE; c = c + 1) row = row + {3'd0, both[c]};
      end
      always @(posedge clk_i) rows_q[4*r+:4] <= row;
    end
  endgenerate

  localparam HALF = SIDE / 2;
  reg [2*BITS-1:0] halves_q;
  genvar h;
  generate
    for (h = 0; h < 2; h = h + 1) begin : gen_half
      reg [BITS-1:0] sum;
      reg [7:0] wide;  // BITS of it count
      wire unused_wide = ^wide;
      integer i;
      always @* begin
        wide = 8'd0;
        sum = {BITS{1'b0}};
        for (i = HALF * h; i < HALF * (h + 1); i = i + 1) begin
          wide = {4'd0, rows_q[4*i+:4]};
          sum = sum + wide[BITS-1:0];
        end
      end
      always @(posedge clk_i) halves_q[BITS*h+:BITS] <= sum;
    end
  endgenerate

  reg [BITS-1:0] count_q;
  always @(posedge clk_i) count_q <= halves_q[0+:BITS] + halves_q[BITS+:BITS];
  assign count_o = count_q;

endmodule

`default_nettype wire
