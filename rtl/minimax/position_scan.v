// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// position_scan -- the position before the window.
//
// Purpose:   Counts the positions that the ring board turns past its window:
//            every cell of every row in reading order, the wall cell at its
//            end included, then, quickly, the wall row.
// Interface: step_i   turn to the next position
//            skip_o   this step turns the ring by SKIP_CELLS, not by one cell
//            row_o, col_o  the position. Row BOARD_SIZE is the wall row
//            last_o   the position is the last square
//            end_o    the position is the last one before the first square
// Latency:   1 cycle from step_i to the position; the rest is combinational.
//            A revolution is REVOLUTION_CYCLES steps:
//
//              0   1 ..  13   14     column 14 is a wall cell
//             15  16 ..  28   29
//             ..
//            195 196 .. 208  209     208: last_o
//            210 211 212             the wall row: two steps of SKIP_CELLS,
//                                    and one of a single cell, like every
//                                    step to a square. 212: end_o
// Reset:     to the first square.
// Model:     search.Minimax, field ring
`default_nettype none
`include "constants.vh"

module position_scan (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       step_i,
    output wire       skip_o,
    output wire [3:0] row_o,
    output wire [3:0] col_o,
    output wire       last_o,
    output wire       end_o
);

  localparam [3:0] SKIP = `SKIP_CELLS;

  reg [3:0] row_q, col_q;
  reg wall_q;  // the wall row
  reg skip_q;  // separate register: it fans out to the whole board
  assign row_o = row_q;
  assign col_o = col_q;
  assign skip_o = skip_q;

  wire row_end = (col_q == `BOARD_SIZE);  // a wall cell
  assign last_o = (row_q == `BOARD_SIZE - 1) & (col_q == `BOARD_SIZE - 1);
  assign end_o = wall_q & row_end;

  always @(posedge clk_i) begin
    if (step_i) begin
      col_q <= row_end ? 4'd0 : skip_q ? col_q + SKIP : col_q + 4'd1;
      if (row_end) begin
        row_q <= wall_q ? 4'd0 : row_q + 4'd1;
        wall_q <= (row_q == `BOARD_SIZE - 1);
        skip_q <= (row_q == `BOARD_SIZE - 1);
      end else if (col_q == SKIP) skip_q <= 1'b0;
    end
    if (rst_i) begin
      row_q <= 4'd0;
      col_q <= 4'd0;
      wall_q <= 1'b0;
      skip_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
