// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// corner_walk -- visits the corners of a position.
//
// Purpose:   Goes through the corners of the player to move in reading order and has the rows
//            around each read into move_window: during the list of one corner's moves, the
//            window of the next corner is filled. In a board's row with corners it first looks at
//            the squares above and to the left, which determine the mirroring of the window.
// Interface: start_i      begin: rows_i are the rows that hold corners
//            player_i, first_i  the player to move; first_i: at a first placement the squares
//                         of first_anchors are the corners
//            row_own_i    the levels of the row of two cycles ago, from
//                         move_window
//            row_o, on_board_o, shift_o, before_o, anchor_o  the row to read, and its kind:
//                         see move_window
//            full_o       since a cycle, the window belongs to the corner in corner_row_o,
//                         corner_col_o, flip_rows_o, flip_cols_o. take_i: the corner is done
//            busy_o       there are corners left, including the current one
// Latency:   a corner in 14 cycles, if take_i comes at once. From start_i to the first full_o 20
//            cycles. The first corner of another row takes 3 cycles longer.
// Reset:     at rest.
// Model:     twin.Expansion
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module corner_walk (
    input  wire                             clk_i,
    input  wire                             rst_i,
    input  wire                             start_i,
    input  wire [          `BOARD_SIZE-1:0] rows_i,
    input  wire                             player_i,
    input  wire                             first_i,
    input  wire [`OWN_BITS*`BOARD_SIZE-1:0] row_own_i,
    output wire [                      3:0] row_o,
    output wire                             on_board_o,
    output wire                             shift_o,
    output wire                             before_o,
    output wire                             anchor_o,
    output wire                             full_o,
    input  wire                             take_i,
    output wire [                      3:0] corner_row_o,
    output wire [                      3:0] corner_col_o,
    output wire                             flip_rows_o,
    output wire                             flip_cols_o,
    output wire                             busy_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam SIDE = `MOVE_WINDOW_SIDE;
  localparam REACH = `ANCHOR_REACH;

`include "first_anchors.vh"

  localparam REST = 3'd0;  // nothing to do
  localparam ABOVE = 3'd1;  // read the row above the next one with corners
  localparam SELF = 3'd2;  // read the next row with corners
  localparam GET_ABOVE = 3'd3;  // the row above has come
  localparam GET_SELF = 3'd4;  // the row itself has come
  localparam PICK = 3'd5;  // choose the row's next corner
  localparam READY = 3'd6;  // wait until the window is free
  localparam LOAD = 3'd7;  // read the rows of the window
  reg [2:0] state_q;

  reg [SIZE-1:0] rows_q;  // rows with corners, still to come
  reg [3:0] row_q;  // the corner in work
  reg [SIZE-1:0] above_q, fresh_q, left_q;  // allowed, no corner: above, in it; corners left

  function [3:0] lowest(input [SIZE-1:0] b);
    integer n;
    begin
      lowest = 4'd0;
      for (n = SIZE - 1; n >= 0; n = n - 1) if (b[n]) lowest = n[3:0];
    end
  endfunction
  wire [3:0] next_row = lowest(rows_q);
  wire none = state_q == ABOVE & ~|rows_q;  // there was no row at the start
  wire [3:0] next_col = lowest(left_q);
  wire [SIZE-1:0] next_square = left_q & -left_q;  // the next square of the row, as one bit

  // The levels of the row that has come.
  wire [SIZE-1:0] fresh, own_allowed, own_corner;
  genvar c;
  generate
    for (c = 0; c < SIZE; c = c + 1) begin : gen_level
      assign fresh[c] = row_own_i[2*c+1] ^ row_own_i[2*c];
      assign own_allowed[c] = |row_own_i[2*c+:2];
      assign own_corner[c] = &row_own_i[2*c+:2];
    end
  endgenerate
  wire [SIZE-1:0] corners = first_i ? own_allowed & first_anchors(player_i, row_q) : own_corner;

  // The corner chosen, and the one whose window is filled or full.
  reg [3:0] pick_col_q, corner_row_q, corner_col_q;
  reg pick_rows_q, pick_cols_q, flip_rows_q, flip_cols_q;
  reg claimed_q;  // the window is in use
  reg [3:0] index_q;  // row of the window to be read
  reg last_q, last_q2, last_q3, full_q;
  wire go = state_q == READY & (~claimed_q | take_i);

  // The row to be read.
  wire loading = state_q == LOAD;
  wire [4:0] away = {1'b0, index_q} - REACH;
  wire [4:0] window_row = flip_rows_q ? {1'b0, corner_row_q} - away : {1'b0, corner_row_q} + away;
  wire [4:0] row = loading ? window_row : state_q == ABOVE ? {1'b0, next_row} - 5'd1 : {1'b0, row_q};
  assign row_o = row[3:0];
  assign on_board_o = row < SIZE;
  assign shift_o = loading;
  assign before_o = flip_rows_q ? index_q > REACH : index_q < REACH;
  assign anchor_o = index_q == REACH;
  wire last = loading & index_q == SIDE - 1;

  always @(posedge clk_i) begin
    case (state_q)
      REST: ;
      ABOVE: begin
        row_q <= next_row;
        rows_q <= rows_q & (rows_q - {{(SIZE - 1) {1'b0}}, 1'b1});
        state_q <= none ? REST : SELF;
      end
      SELF: state_q <= GET_ABOVE;
      GET_ABOVE: begin
        above_q <= fresh;
        state_q <= GET_SELF;
      end
      GET_SELF: begin
        fresh_q <= fresh;
        left_q <= corners;
        state_q <= PICK;
      end
      PICK: begin
        pick_col_q <= next_col;
        pick_rows_q <= |(above_q & next_square) & ~first_i;
        pick_cols_q <= |(fresh_q & {1'b0, next_square[SIZE-1:1]}) & ~first_i;
        left_q <= left_q & ~next_square;
        state_q <= READY;
      end
      READY: if (go) state_q <= LOAD;
      default: if (last) state_q <= |left_q ? PICK : |rows_q ? ABOVE : REST;
    endcase

    if (take_i) begin
      claimed_q <= 1'b0;
      full_q <= 1'b0;
    end
    if (go) begin
      claimed_q <= 1'b1;
      corner_row_q <= row_q;
      corner_col_q <= pick_col_q;
      flip_rows_q <= pick_rows_q;
      flip_cols_q <= pick_cols_q;
      index_q <= 4'd0;
    end
    if (loading) index_q <= index_q + 4'd1;
    last_q <= last;
    last_q2 <= last_q;
    last_q3 <= last_q2;
    if (last_q3) full_q <= 1'b1;

    if (start_i) begin
      rows_q <= rows_i;
      state_q <= ABOVE;
    end
    if (rst_i) begin
      state_q <= REST;
      claimed_q <= 1'b0;
      full_q <= 1'b0;
      last_q <= 1'b0;
      last_q2 <= 1'b0;
      last_q3 <= 1'b0;
    end
  end

  assign full_o = full_q;
  assign corner_row_o = corner_row_q;
  assign corner_col_o = corner_col_q;
  assign flip_rows_o = flip_rows_q;
  assign flip_cols_o = flip_cols_q;
  assign busy_o = state_q != REST & ~none | claimed_q;

endmodule

`default_nettype wire
