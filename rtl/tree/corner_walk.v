// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// corner_walk -- visits the corners of a position.
//
// Purpose:   Goes through the corners of the player to move in reading order and has the rows
//            around each read into move_window: during the list of one corner's moves, the
//            window of the next corner is filled. In a board's row with corners it first looks at
//            the squares above and to the left, which determine the mirroring of the window.
//            With two banks, two rows of the window are read in a cycle.
// Interface: start_i      begin: rows_i are the rows that hold corners
//            player_i, first_i  the player to move; first_i: at a first placement the squares
//                         of first_anchors are the corners
//            cols_i       only corners in these columns are visited
//            row_own_i    the levels of the rows of two cycles ago, from move_window
//            row_o, on_board_o, before_o, anchor_o  the rows to read, and their kinds: see
//                         move_window. The second row is even if the first one is odd
//            shift_o      they are the window's next ones
//            full_o       since a cycle, the window belongs to the corner in corner_row_o,
//                         corner_col_o, flip_rows_o, flip_cols_o. take_i: the corner is done
//            busy_o       there are corners left, including the current one
// Parameter: BANKS       rows read in a cycle, 1 or 2
// Latency:   a corner in 14 cycles, if take_i comes at once. From start_i to the first full_o 20
//            cycles. The first corner of another row takes 2 cycles longer. With two banks these
//            are 9, 14 and 1 cycles.
// Reset:     at rest.
// Model:     twin.Expansion
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module corner_walk #(
    parameter BANKS = 1
) (
    input  wire                             clk_i,
    input  wire                             rst_i,
    input  wire                             start_i,
    input  wire [          `BOARD_SIZE-1:0] rows_i,
    input  wire                             player_i,
    input  wire                             first_i,
    input  wire [          `BOARD_SIZE-1:0] cols_i,
    input  wire [BANKS*`OWN_BITS*`BOARD_SIZE-1:0] row_own_i,
    output wire [              4*BANKS-1:0] row_o,
    output wire [                BANKS-1:0] on_board_o,
    output wire                             shift_o,
    output wire [                BANKS-1:0] before_o,
    output wire [                BANKS-1:0] anchor_o,
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
  localparam SELF = 3'd2;  // read the next row with corners; two banks have read both
  localparam GET_ABOVE = 3'd3;  // the row above has come, with two banks both
  localparam GET_SELF = 3'd4;  // the row itself has come
  localparam PICK = 3'd5;  // choose the row's next corner
  localparam READY = 3'd6;  // wait until the window is free
  localparam LOAD = 3'd7;  // read the rows of the window
  localparam GET = BANKS == 1 ? GET_SELF : GET_ABOVE;  // the row itself comes
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
  // One less. Without a subtraction, which would lie in front of the rows' memory.
  function [4:0] above_lowest(input [SIZE-1:0] b);
    integer n;
    begin
      above_lowest = -5'd1;
      for (n = SIZE - 1; n >= 0; n = n - 1) if (b[n]) above_lowest = n[4:0] - 5'd1;
    end
  endfunction
  wire [3:0] next_row = lowest(rows_q);
  wire [4:0] row_above = above_lowest(rows_q);
  wire none = state_q == ABOVE & ~|rows_q;  // there was no row at the start
  wire [3:0] next_col = lowest(left_q);
  wire [SIZE-1:0] next_square = left_q & -left_q;  // the next square of the row, as one bit

  // The levels of the row that has come: the one above, and the row itself.
  localparam OWN = `OWN_BITS * SIZE;
  wire [OWN-1:0] row_own = row_own_i[OWN*(BANKS-1)+:OWN];
  wire [SIZE-1:0] above, fresh, own_allowed, own_corner;
  genvar c;
  generate
    for (c = 0; c < SIZE; c = c + 1) begin : gen_level
      assign above[c] = row_own_i[2*c+1] ^ row_own_i[2*c];
      assign fresh[c] = row_own[2*c+1] ^ row_own[2*c];
      assign own_allowed[c] = |row_own[2*c+:2];
      assign own_corner[c] = &row_own[2*c+:2];
    end
  endgenerate
  wire [SIZE-1:0] corners = (first_i ? own_allowed & first_anchors(player_i, row_q) : own_corner) & cols_i;
  wire picks = |corners | &cols_i;  // the row has a corner to visit: it has one in some column

  // The corner chosen, and the one whose window is filled or full.
  reg [3:0] pick_col_q, corner_row_q, corner_col_q;
  reg pick_rows_q, pick_cols_q, flip_rows_q, flip_cols_q;
  reg claimed_q;  // the window is in use
  reg [3:0] index_q;  // row of the window to be read
  reg last_q, last_q2, last_q3, full_q;
  wire go = state_q == READY & (~claimed_q | take_i);

  // The rows to be read. Those of a window go up or down from the first one.
  wire loading = state_q == LOAD;
  genvar b;
  generate
    for (b = 0; b < BANKS; b = b + 1) begin : gen_row
      localparam [4:0] B = b;
      wire [3:0] index = index_q + B[3:0];
      wire [4:0] away = {1'b0, index} - REACH;
      wire [4:0] window_row = flip_rows_q ? {1'b0, corner_row_q} - away : {1'b0, corner_row_q} + away;
      wire [4:0] row = loading ? window_row : state_q == ABOVE ? (b == 0 ? row_above : {1'b0, next_row}) : {1'b0, row_q} + B;
      assign row_o[4*b+:4] = row[3:0];
      assign on_board_o[b] = row < SIZE;
      assign before_o[b] = flip_rows_q ? index > REACH : index < REACH;
      assign anchor_o[b] = index == REACH;
    end
  endgenerate
  assign shift_o = loading;
  localparam [3:0] LAST = BANKS == 1 ? SIDE - 1 : SIDE - 2;
  wire last = loading & index_q == LAST;

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
        above_q <= above;
        state_q <= GET_SELF;
      end
      GET_SELF: ;
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

    if (state_q == GET) begin
      fresh_q <= fresh;
      left_q <= corners;
      state_q <= picks ? PICK : |rows_q ? ABOVE : REST;
    end

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
    if (loading) index_q <= index_q + BANKS[3:0];
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
