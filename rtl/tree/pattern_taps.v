// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// pattern_taps -- the entries that a move takes from the banks of squares.
//
// Purpose:   Lays the masks of a pattern on the board, and gives each bank of hidden_sums the entry of
//            the square that the move touches in it. The window's rows and columns first become the
//            seven rows and columns of the banks, in the window's order: a tile touches no more than
//            seven in a row. Then these turn to the banks' order, mirrored if the window is.
//
//              window  -4 -3 -2 -1  0  1  2  3  4  5      row R of the board has the anchor
//              folded   3  4  5  6  0  1  2  3  4  5
//              bank    (R - 4 + window's row) mod 7
//
// Interface: tile_i, beside_i, diagonal_i  the masks of move_features, within seven rows and columns
//            row_i, col_i, flip_rows_i, flip_cols_i  the anchor of the window
//            entries_o  for bank (r, c), number `HIDDEN_BANKS * r + c, four bits: the role, from 1,
//                       and the square's halves, as in twin.HiddenEntry. 0..3 if there is none
// Latency:   3 cycles; a move every cycle.
// Reset:     none.
// Model:     twin.TouchedCells, twin.HiddenEntry
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module pattern_taps (
    input  wire                                       clk_i,
    input  wire [             `MOVE_WINDOW_CELLS-1:0] tile_i,
    input  wire [             `MOVE_WINDOW_CELLS-1:0] beside_i,
    input  wire [             `MOVE_WINDOW_CELLS-1:0] diagonal_i,
    input  wire [                                3:0] row_i,
    input  wire [                                3:0] col_i,
    input  wire                                       flip_rows_i,
    input  wire                                       flip_cols_i,
    output wire [4*`HIDDEN_BANKS*`HIDDEN_BANKS-1:0] entries_o
);

  localparam SIDE = `MOVE_WINDOW_SIDE;
  localparam REACH = `ANCHOR_REACH;
  localparam BANKS = `HIDDEN_BANKS;
  localparam TWICE = SIDE - BANKS;  // rows of the banks that two rows of the window share

  // ---- stage 1: the window is folded -------------------------------------------------

  // The role in a bank: bit 0 of the tile and of diagonals, bit 1 of squares beside it and of
  // diagonals.
  wire [SIDE*SIDE-1:0] low = tile_i | diagonal_i;
  wire [SIDE*SIDE-1:0] high = beside_i | diagonal_i;
  reg [BANKS*BANKS-1:0] low_q1, high_q1;
  // Of two rows of the window, the move touches the latter; so with columns.
  reg [BANKS-1:0] later_rows_q1, later_cols_q1;
  integer r, c;
  always @(posedge clk_i) begin
    low_q1 <= {(BANKS * BANKS) {1'b0}};
    high_q1 <= {(BANKS * BANKS) {1'b0}};
    later_rows_q1 <= {BANKS{1'b0}};
    later_cols_q1 <= {BANKS{1'b0}};
    for (r = 0; r < SIDE; r = r + 1)
      for (c = 0; c < SIDE; c = c + 1) begin
        if (low[SIDE*r+c]) low_q1[BANKS*(r%BANKS)+c%BANKS] <= 1'b1;
        if (high[SIDE*r+c]) high_q1[BANKS*(r%BANKS)+c%BANKS] <= 1'b1;
        if (r >= BANKS & (low[SIDE*r+c] | high[SIDE*r+c])) later_rows_q1[r%BANKS] <= 1'b1;
        if (c >= BANKS & (low[SIDE*r+c] | high[SIDE*r+c])) later_cols_q1[c%BANKS] <= 1'b1;
      end
  end

  // For each row and column of the window: whether it is on the board, and in which half. A table, not
  // arithmetic, since an anchor has few rows and columns.
  function [2*SIDE-1:0] lines(input [3:0] anchor, input flip);
    integer a, n;
    begin
      lines = {(2 * SIDE) {1'b0}};
      for (a = 0; a < `BOARD_SIZE; a = a + 1)
        if (anchor == a[3:0])
          for (n = 0; n < SIDE; n = n + 1) begin
            lines[n] = flip ? a + REACH >= n & a + REACH - n < `BOARD_SIZE : a + n >= REACH & a + n - REACH < `BOARD_SIZE;
            lines[SIDE+n] = flip ? a + REACH - n >= BANKS : a + n - REACH >= BANKS;
          end
    end
  endfunction
  // By how much the lines of the banks turn: the bank of the first one of the window, of the last one
  // if it is mirrored. A table has no carry chains.
  localparam [31:0] FIRST = (BANKS - REACH) % BANKS;
  localparam [31:0] FIRST_MIRRORED = (REACH + 1) % BANKS;
  localparam [2:0] LAST = BANKS - 1;
  function [2:0] turn(input [3:0] anchor, input flip);
    integer a;
    reg [2:0] plain, mirrored;
    begin
      turn = 3'd0;
      plain = FIRST[2:0];
      mirrored = FIRST_MIRRORED[2:0];
      for (a = 0; a < `BOARD_SIZE; a = a + 1) begin
        if (anchor == a[3:0]) turn = flip ? mirrored : plain;
        plain = plain == LAST ? 3'd0 : plain + 3'd1;
        mirrored = mirrored == LAST ? 3'd0 : mirrored + 3'd1;
      end
    end
  endfunction
  reg [2*SIDE-1:0] row_lines_q1, col_lines_q1;
  reg [2:0] row_turn_q1, col_turn_q1, col_turn_q2;
  reg row_flip_q1, col_flip_q1, col_flip_q2;
  always @(posedge clk_i) begin
    row_lines_q1 <= lines(row_i, flip_rows_i);
    col_lines_q1 <= lines(col_i, flip_cols_i);
    row_turn_q1 <= turn(row_i, flip_rows_i);
    col_turn_q1 <= turn(col_i, flip_cols_i);
    row_flip_q1 <= flip_rows_i;
    col_flip_q1 <= flip_cols_i;
    col_turn_q2 <= col_turn_q1;
    col_flip_q2 <= col_flip_q1;
  end

  // ---- stage 2: the rows turn, stage 3: the columns ---------------------------------------

  // Lines of the banks, in the window's order: on the board, and the half.
  function [2*BANKS-1:0] fold(input [2*SIDE-1:0] of, input [BANKS-1:0] later);
    integer n;
    begin
      fold = {of[SIDE+:BANKS], of[BANKS-1:0]};
      for (n = 0; n < TWICE; n = n + 1)
        if (later[n]) begin
          fold[n] = of[BANKS+n];
          fold[BANKS+n] = of[SIDE+BANKS+n];
        end
    end
  endfunction
  wire [2*BANKS-1:0] rows = fold(row_lines_q1, later_rows_q1);
  wire [2*BANKS-1:0] cols = fold(col_lines_q1, later_cols_q1);

  // Seven bits, mirrored and turned.
  function [BANKS-1:0] turned(input [BANKS-1:0] of, input flip, input [2:0] by);
    integer n;
    begin
      for (n = 0; n < BANKS; n = n + 1) turned[n] = flip ? of[BANKS-1-n] : of[n];
      if (by[0]) turned = {turned[BANKS-2:0], turned[BANKS-1]};
      if (by[1]) turned = {turned[BANKS-3:0], turned[BANKS-1:BANKS-2]};
      if (by[2]) turned = {turned[BANKS-5:0], turned[BANKS-1:BANKS-4]};
    end
  endfunction

  reg [BANKS*BANKS-1:0] low_q2, high_q2, low_q3, high_q3;
  reg [BANKS-1:0] rows_half_q2, rows_half_q3, cols_half_q2, cols_half_q3;
  genvar n, m;
  generate
    for (n = 0; n < BANKS; n = n + 1) begin : gen_line
      wire [BANKS-1:0] low_col, high_col;  // a column of the banks, before the rows turn
      for (m = 0; m < BANKS; m = m + 1) begin : gen_bank
        assign low_col[m] = low_q1[BANKS*m+n] & rows[m] & cols[n];
        assign high_col[m] = high_q1[BANKS*m+n] & rows[m] & cols[n];
      end
      wire [BANKS-1:0] low_turned = turned(low_col, row_flip_q1, row_turn_q1);
      wire [BANKS-1:0] high_turned = turned(high_col, row_flip_q1, row_turn_q1);
      for (m = 0; m < BANKS; m = m + 1) begin : gen_turned
        always @(posedge clk_i) begin
          low_q2[BANKS*m+n] <= low_turned[m];
          high_q2[BANKS*m+n] <= high_turned[m];
        end
      end
      always @(posedge clk_i) begin
        low_q3[BANKS*n+:BANKS] <= turned(low_q2[BANKS*n+:BANKS], col_flip_q2, col_turn_q2);
        high_q3[BANKS*n+:BANKS] <= turned(high_q2[BANKS*n+:BANKS], col_flip_q2, col_turn_q2);
      end
    end
  endgenerate
  always @(posedge clk_i) begin
    rows_half_q2 <= turned(rows[BANKS+:BANKS], row_flip_q1, row_turn_q1);
    rows_half_q3 <= rows_half_q2;
    cols_half_q2 <= cols[BANKS+:BANKS];
    cols_half_q3 <= turned(cols_half_q2, col_flip_q2, col_turn_q2);
  end

  genvar k;
  generate
    for (k = 0; k < BANKS * BANKS; k = k + 1) begin : gen_entry
      assign entries_o[4*k+:4] = {high_q3[k], low_q3[k], rows_half_q3[k/BANKS], cols_half_q3[k%BANKS]};
    end
  endgenerate

endmodule

`default_nettype wire
