// position_scan -- which position stands before the window.
//
// Purpose:   Counts the positions that the ring board turns past its window:
//            every square in reading order, then, quickly, the wall row.
// Interface: step_i   turn to the next position
//            skip_o   this step turns the ring by two cells, not one
//            row_o, col_o  the position; row BOARD_SIZE is the wall row
//            home_o   the position is the first square
//            wall_o   the position is in the wall row
//            last_o   the position is the last square
// Latency:   1 cycle from step_i to the position; the rest is combinational.
//            A revolution is REVOLUTION_CYCLES steps:
//
//              0  1 ..  13       a step of two past the wall cell ends a row;
//             14 15 ..  27       the wall row of 15 cells takes 7 steps of two
//             ..                 and one of one
//            182 .. .. 195
//            196 197 .. 203      (wall row)
// Reset:     to the first square.
// Model:     golden.Classic, field ring
`default_nettype none
`include "constants.vh"

module position_scan (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       step_i,
    output wire       skip_o,
    output wire [3:0] row_o,
    output wire [3:0] col_o,
    output wire       home_o,
    output wire       wall_o,
    output wire       last_o
);

  reg [3:0] row_q, col_q;
  assign row_o = row_q;
  assign col_o = col_q;

  wire in_wall = (row_q == `BOARD_SIZE);
  wire row_end = (col_q == `BOARD_SIZE - 1);
  wire wall_end = (col_q == `BOARD_SIZE);  // reached in the wall row only

  assign skip_o = in_wall ? ~wall_end : row_end;
  assign home_o = (row_q == 4'd0) & (col_q == 4'd0);
  assign wall_o = in_wall;
  assign last_o = (row_q == `BOARD_SIZE - 1) & row_end;

  always @(posedge clk_i) begin
    if (step_i) begin
      col_q <= (row_end | wall_end) ? 4'd0 : in_wall ? col_q + 4'd2 : col_q + 4'd1;
      if (wall_end) row_q <= 4'd0;
      else if (row_end) row_q <= row_q + 4'd1;
    end
    if (rst_i) begin
      row_q <= 4'd0;
      col_q <= 4'd0;
    end
  end

endmodule

`default_nettype wire
