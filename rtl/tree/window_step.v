// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// window_step -- a step of a flood within the window of a move.
//
// Purpose:   Adds to a set of cells all cells of a second set that share an edge with the first.
// Interface: set_i, within_i  the cells, row by row
//            set_o, within_o  the same a step later
// Latency:   1 cycle; two sets every cycle.
// Reset:     none; the pipeline holds data only.
// Model:     golden's MoveWindow.Features
`default_nettype none
`include "expansion.vh"

module window_step (
    input  wire                          clk_i,
    input  wire [`MOVE_WINDOW_CELLS-1:0] set_i,
    input  wire [`MOVE_WINDOW_CELLS-1:0] within_i,
    output wire [`MOVE_WINDOW_CELLS-1:0] set_o,
    output wire [`MOVE_WINDOW_CELLS-1:0] within_o
);

  localparam SIDE = `MOVE_WINDOW_SIDE;
  localparam CELLS = `MOVE_WINDOW_CELLS;

  // Around the window goes a border of empty cells.
  localparam WIDE = SIDE + 2;
  wire [WIDE*WIDE-1:0] set;
  reg [CELLS-1:0] set_q, within_q;
  genvar i;
  generate
    for (i = 0; i < WIDE * WIDE; i = i + 1) begin : gen_border
      localparam ROW = i / WIDE;
      localparam COL = i % WIDE;
      if (ROW == 0 || ROW > SIDE || COL == 0 || COL > SIDE) begin : gen_empty
        assign set[i] = 1'b0;
      end else begin : gen_cell
        assign set[i] = set_i[SIDE*(ROW-1)+COL-1];
      end
    end
    for (i = 0; i < CELLS; i = i + 1) begin : gen_step
      localparam AT = WIDE * (i / SIDE + 1) + i % SIDE + 1;
      always @(posedge clk_i)
        set_q[i] <= set[AT] | (within_i[i] & (set[AT-WIDE] | set[AT+WIDE] | set[AT-1] | set[AT+1]));
    end
  endgenerate
  always @(posedge clk_i) within_q <= within_i;
  assign set_o = set_q;
  assign within_o = within_q;

endmodule

`default_nettype wire
