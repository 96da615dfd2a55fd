// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// board_margin -- the margin to expect at the end of a game, of a board whose rows come.
//
// Purpose:   Has reach_rows count the terms of the rows, and term_sum weigh them. The next board can come
//            while the terms of this one are weighed.
// Interface: start_i     begin: the first row comes in the next cycle. The 14 rows of the player to move
//                        are followed by two empty ones, and these by the rival's
//            minus_i     the row is the rival's
//            allowed_i, corners_i  the row: its squares allowed, and of them the corners. 0 if none comes
//            abort_i     the latest board gets no margin, up to 21 cycles after start_i
//            placed_i    tiles that both players have placed, from 19 to 55 cycles after start_i
//            first_i     the player to move moved first in the game, 24 cycles after start_i
//            lead_i      his squares less those of the rival, two's complement, 27 cycles after start_i
//            done_o      for one cycle: margin_o is there, and stays until the next done_o
//            margin_o    the margin in the view of the player to move in 1/256 point, two's complement
// Latency:   64 cycles from start_i to done_o; the next start_i can come 44 cycles after start_i, or 2 after
//            abort_i.
// Reset:     at rest.
// Model:     evaluation.Evaluator.StaticMargin
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module board_margin (
    input  wire                              clk_i,
    input  wire                              rst_i,
    input  wire                              start_i,
    input  wire                              minus_i,
    input  wire [           `BOARD_SIZE-1:0] allowed_i,
    input  wire [           `BOARD_SIZE-1:0] corners_i,
    input  wire                              abort_i,
    input  wire                              first_i,
    input  wire [                       5:0] placed_i,
    input  wire [            `TERM_BITS-1:0] lead_i,
    output wire                              done_o,
    output wire [ `EXPECTED_MARGIN_BITS-1:0] margin_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam T = `TERM_BITS;
  localparam [4:0] SUM = 5'd21;  // cycles until the sum begins: each term is there when it is loaded

  reg busy_q, cancel_q;
  reg [4:0] time_q;  // cycles since start_i
  wire sum = busy_q & time_q == SUM;
  always @(posedge clk_i) begin
    time_q <= time_q + 5'd1;
    cancel_q <= sum & abort_i;
    if (sum | abort_i) busy_q <= 1'b0;
    if (start_i) begin
      busy_q <= 1'b1;
      time_q <= 5'd1;
    end
    if (rst_i) busy_q <= 1'b0;
  end

  wire [6*T-1:0] counts;
  wire [4*SIZE-1:0] unused_levels;
  reach_rows u_reach (
      .clk_i    (clk_i),
      .clear_i  (start_i),
      .minus_i  (minus_i),
      .allowed_i(allowed_i),
      .corners_i(corners_i),
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
      .rst_i   (rst_i | cancel_q),
      .start_i (sum),
      .placed_i(placed_i),
      .terms_i (terms),
      .done_o  (done_o),
      .margin_o(margin_o)
  );
  wire unused = ^unused_levels;

endmodule

`default_nettype wire
