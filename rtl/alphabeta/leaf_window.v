// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaf_window -- the planes around a corner that decide the values of its moves.
//
// Purpose:   Shifts the rows around a corner into a window, BANKS a cycle, mirrored as in
//            anchor_window. The window reaches a square farther than the patterns, to show the
//            squares that touch them. It also shows the cells that patterns may cover: allowed
//            squares that are no corner before this corner in reading order.
// Interface: on_board_i  for each row that is being read: it is one; else it counts as empty
//            shift_i     they are the window's next ones, from the top. before_i: the row lies before
//                        the corner. anchor_i: it is the corner's
//            allowed_i, corners_i, rival_i  the rows read a cycle ago: the squares allowed and the
//                        corners of the player to move, and the rival's corners
//            col_i, flip_cols_i  the corner's column, and the window is mirrored from left to
//                        right: for the rows of two cycles ago
//            row_own_o   the rows of two cycles ago as levels, for corner_walk: two bits a square,
//                        0 not allowed, 1 allowed, 3 corner
//            cells_o     bit i: the cell playout.WindowCells[i] may be covered
//            fresh_o, corners_o, rival_o  the window, row by row: allowed and no corner, corners,
//                        the rival's corners
// Parameter: BANKS       rows a cycle, 1 or 2
// Latency:   2 cycles from a row's on_board_i to row_own_o, 3 to the window; rows every cycle.
// Reset:     none.
// Model:     alphabeta.Leaves
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module leaf_window #(
    parameter BANKS = 1
) (
    input  wire                             clk_i,
    input  wire [                BANKS-1:0] on_board_i,
    input  wire                             shift_i,
    input  wire [                BANKS-1:0] before_i,
    input  wire [                BANKS-1:0] anchor_i,
    input  wire [    BANKS*`BOARD_SIZE-1:0] allowed_i,
    input  wire [    BANKS*`BOARD_SIZE-1:0] corners_i,
    input  wire [    BANKS*`BOARD_SIZE-1:0] rival_i,
    input  wire [                      3:0] col_i,
    input  wire                             flip_cols_i,
    output wire [BANKS*`OWN_BITS*`BOARD_SIZE-1:0] row_own_o,
    output wire [        `ANCHOR_CELLS-1:0] cells_o,
    output wire [   `MOVE_WINDOW_CELLS-1:0] fresh_o,
    output wire [   `MOVE_WINDOW_CELLS-1:0] corners_o,
    output wire [   `MOVE_WINDOW_CELLS-1:0] rival_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam SIDE = `MOVE_WINDOW_SIDE;
  localparam CELLS = `MOVE_WINDOW_CELLS;
  localparam REACH = `ANCHOR_REACH;

  // Registers directly behind the block RAM, which may be slow to answer.
  localparam ROWS = BANKS * SIZE;
  reg [ROWS-1:0] fresh_q, corners_q, rival_q;
  reg [BANKS-1:0] on_board_q, before_q, anchor_q, before_q2, anchor_q2;
  reg shift_q, shift_q2;
  wire [ROWS-1:0] on_board;
  always @(posedge clk_i) begin
    on_board_q <= on_board_i;
    shift_q <= shift_i;
    before_q <= before_i;
    anchor_q <= anchor_i;
    fresh_q <= allowed_i & ~corners_i & on_board;
    corners_q <= corners_i & on_board;
    rival_q <= rival_i & on_board;
    shift_q2 <= shift_q;
    before_q2 <= before_q;
    anchor_q2 <= anchor_q;
  end

  genvar b, c, k;
  generate
    for (c = 0; c < ROWS; c = c + 1) begin : gen_level
      assign row_own_o[2*c+:2] = {corners_q[c], fresh_q[c] | corners_q[c]};
    end
  endgenerate

  // Columns -REACH-1..REACH+1 around the corner; mirrored, the last one does not count, else the
  // first one.
  localparam WIDE = SIDE + 1;
  localparam MARGIN = REACH + 1;
  localparam NEW = BANKS * SIDE;  // cells that come in a cycle
  wire [NEW-1:0] fresh_cells, corner_cells, rival_cells, beyond;
  generate
    for (b = 0; b < BANKS; b = b + 1) begin : gen_bank
      assign on_board[SIZE*b+:SIZE] = {SIZE{on_board_q[b]}};
      wire [3*SIDE-1:0] row;
      for (k = 0; k < 3; k = k + 1) begin : gen_plane
        wire [SIZE-1:0] plane = k == 0 ? fresh_q[SIZE*b+:SIZE] : k == 1 ? corners_q[SIZE*b+:SIZE] : rival_q[SIZE*b+:SIZE];
        wire [SIZE+2*MARGIN+1:0] shifted = {{(MARGIN + 2) {1'b0}}, plane, {MARGIN{1'b0}}} >> col_i;
        wire unused_shifted = ^shifted[SIZE+2*MARGIN+1:WIDE];
        for (c = 0; c < SIDE; c = c + 1) begin : gen_column
          assign row[SIDE*k+c] = flip_cols_i ? shifted[WIDE-2-c] : shifted[c+1];
        end
      end
      assign fresh_cells[SIDE*b+:SIDE] = row[0+:SIDE];
      assign corner_cells[SIDE*b+:SIDE] = row[SIDE+:SIDE];
      assign rival_cells[SIDE*b+:SIDE] = row[2*SIDE+:SIDE];
      for (c = 0; c < SIDE; c = c + 1) begin : gen_beyond
        assign beyond[SIDE*b+c] = before_q2[b] | (anchor_q2[b] & (flip_cols_i ? c > REACH : c < REACH));
      end
    end
  endgenerate

  reg [CELLS-1:0] window_fresh_q, window_corners_q, window_rival_q, window_free_q;
  always @(posedge clk_i) begin
    if (shift_q2) begin
      window_fresh_q <= {fresh_cells, window_fresh_q[CELLS-1:NEW]};
      window_corners_q <= {corner_cells, window_corners_q[CELLS-1:NEW]};
      window_rival_q <= {rival_cells, window_rival_q[CELLS-1:NEW]};
      window_free_q <= {fresh_cells | (corner_cells & ~beyond), window_free_q[CELLS-1:NEW]};
    end
  end
  assign fresh_o = window_fresh_q;
  assign corners_o = window_corners_q;
  assign rival_o = window_rival_q;
  wire unused_free = ^window_free_q;

`include "anchor_window.vh"
  generate
    for (k = 0; k < `ANCHOR_CELLS; k = k + 1) begin : gen_cell
      localparam ROW = ANCHOR_ROW[4*k+:4];
      localparam COL = ANCHOR_COL[4*k+:4];
      assign cells_o[k] = window_free_q[SIDE*ROW+COL];
    end
  endgenerate

endmodule

`default_nettype wire
