// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// board_margin -- the margin to expect at the end of a game, of a board in a stack.
//
// Purpose:   Reads the rows of the player to move and those of the rival, has reach_rows count their
//            terms, and term_sum weigh them.
// Interface: start_i     begin, at rest, 18 cycles after a reset or later. Until done_o keep the other inputs:
//            player_i    to move; first_i, he moved first in the game
//            all_i       the players who have all their tiles, player 1 lowest
//            placed_i    tiles that both players have placed
//            lead_i      squares of the player to move less those of the rival, two's complement
//            row_o       the row to read. In the next cycle view_o is the player whose row it is, and
//                        allowed_i, corners_i are that row
//            done_o      for one cycle: margin_o is there, and stays
//            margin_o    the margin in the view of the player to move in 1/256 point, two's complement
// Latency:   66 cycles from start_i to done_o.
// Reset:     at rest.
// Model:     evaluation.Evaluator.StaticMargin
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module board_margin (
    input  wire                              clk_i,
    input  wire                              rst_i,
    input  wire                              start_i,
    input  wire                              player_i,
    input  wire                              first_i,
    input  wire [                       1:0] all_i,
    input  wire [                       5:0] placed_i,
    input  wire [            `TERM_BITS-1:0] lead_i,
    output wire [                       3:0] row_o,
    output wire                              view_o,
    input  wire [           `BOARD_SIZE-1:0] allowed_i,
    input  wire [           `BOARD_SIZE-1:0] corners_i,
    output wire                              done_o,
    output wire [ `EXPECTED_MARGIN_BITS-1:0] margin_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam T = `TERM_BITS;
  localparam [5:0] READ = 6'd1;  // cycles from start_i until the first row is read
  localparam [5:0] SUM = 6'd19;  // until the sum begins: each term is there when it is loaded
  localparam [5:0] LAST = READ + 6'd31;  // until the last row is read

  reg busy_q;
  reg [5:0] time_q;  // cycles since start_i
  always @(posedge clk_i) begin
    time_q <= time_q + 6'd1;
    if (time_q == LAST) busy_q <= 1'b0;
    if (start_i) begin
      busy_q <= 1'b1;
      time_q <= READ;
    end
    if (rst_i) busy_q <= 1'b0;
  end

  // Two empty rows follow the 14 rows of each player.
  wire [5:0] index = time_q - READ;
  assign row_o = index[3:0];
  reg rows_q, rival_q;
  reg [3:0] row_q;
  always @(posedge clk_i) begin
    rows_q <= busy_q & ~index[5] & index[3:0] < SIZE;
    rival_q <= index[4];
    row_q <= index[3:0];
  end
  wire view = player_i ^ rival_q;
  assign view_o = view;

  // Before the first placement a player's corner is the start square.
  wire start_row = row_q == (view ? `START2_ROW : `START1_ROW);
  wire [SIZE-1:0] start_squares = view ? 1 << `START2_COL : 1 << `START1_COL;
  wire [SIZE-1:0] corners = ~all_i[view] ? corners_i : start_row ? allowed_i & start_squares : {SIZE{1'b0}};
  reg minus_q;
  reg [SIZE-1:0] allowed_q, corners_q;
  always @(posedge clk_i) begin
    minus_q <= rival_q;
    allowed_q <= rows_q ? allowed_i : {SIZE{1'b0}};
    corners_q <= rows_q ? corners : {SIZE{1'b0}};
  end

  wire [6*T-1:0] counts;
  wire [4*SIZE-1:0] unused_levels;
  reach_rows u_reach (
      .clk_i    (clk_i),
      .clear_i  (start_i),
      .minus_i  (minus_q),
      .allowed_i(allowed_q),
      .corners_i(corners_q),
      .allowed_o(unused_levels[0+:SIZE]),
      .reach4_o (unused_levels[SIZE+:SIZE]),
      .near_o   (unused_levels[2*SIZE+:SIZE]),
      .corners_o(unused_levels[3*SIZE+:SIZE]),
      .counts_o (counts)
  );

  // In the view of the player to move, whoever he is.
  wire [T*`NUM_TERMS-1:0] terms;
  assign terms[T*`TERM_SQUARES+:T] = lead_i;
  assign terms[T*`TERM_CORNERS+:T] = counts[0+:T];
  assign terms[T*`TERM_ALLOWED+:T] = counts[T+:T];
  assign terms[T*`TERM_REACH1+:T] = counts[2*T+:T];
  assign terms[T*`TERM_REACH2+:T] = counts[3*T+:T];
  assign terms[T*`TERM_REACH4+:T] = counts[4*T+:T];
  assign terms[T*`TERM_REACH8+:T] = counts[5*T+:T];
  assign terms[T*`TERM_SIDE_TO_MOVE+:T] = {{(T - 1) {1'b0}}, 1'b1};
  assign terms[T*`TERM_FIRST_PLAYER+:T] = {{(T - 1) {~first_i}}, 1'b1};
  term_sum u_sum (
      .clk_i   (clk_i),
      .rst_i   (rst_i),
      .start_i (busy_q & time_q == SUM),
      .placed_i(placed_i),
      .terms_i (terms),
      .done_o  (done_o),
      .margin_o(margin_o)
  );
  wire unused = ^unused_levels;

endmodule

`default_nettype wire
