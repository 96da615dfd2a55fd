// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_score -- the value of a move.
//
// Purpose:   The evaluation: corners gained, corners the rival loses, squares
//            placed, by weights, added to the score of the line so far.
// Interface: count_i     the corner count of the mover in the first cycle of
//                        weigh, of the rival in the second
//            weigh_i     3 cycles: 001, 010, 100
//            line_i      score of the line less the corner terms before the
//                        move, in the mover's view
//            size_i      squares of the tile
//            mover_o, rival_o  the corner terms after the move, in the view of
//                        each player
//            score_o     the score of the line
// Latency:   mover_o and rival_o are valid 2 cycles, score_o 3 cycles, after
//            the first of weigh_i; both hold until the next.
// Reset:     none.
// Model:     search.Weights
`default_nettype none
`include "constants.vh"

module move_score #(
    parameter OWN_WEIGHT = `OWN_WEIGHT_DEFAULT,
    parameter RIVAL_WEIGHT = `RIVAL_WEIGHT_DEFAULT,
    parameter SQUARE_WEIGHT = `SQUARE_WEIGHT_DEFAULT
) (
    input  wire                          clk_i,
    input  wire        [            7:0] count_i,
    input  wire        [            2:0] weigh_i,
    input  wire signed [`SCORE_BITS-1:0] line_i,
    input  wire        [            2:0] size_i,
    output wire signed [`SCORE_BITS-1:0] mover_o,
    output wire signed [`SCORE_BITS-1:0] rival_o,
    output wire signed [`SCORE_BITS-1:0] score_o
);

  initial begin
    if (OWN_WEIGHT < 0 || OWN_WEIGHT > `WEIGHT_MAX || RIVAL_WEIGHT < 0 || RIVAL_WEIGHT > `WEIGHT_MAX
        || SQUARE_WEIGHT < 0 || SQUARE_WEIGHT > `WEIGHT_MAX) begin
      $display("move_score: weights must be 0..%0d (instance %m)", `WEIGHT_MAX);
      $finish;
    end
  end

  localparam [2:0] OWN = OWN_WEIGHT[2:0];
  localparam [2:0] RIVAL = RIVAL_WEIGHT[2:0];
  localparam [2:0] SQUARE = SQUARE_WEIGHT[2:0];

  // A product by shifts and sums: for weights, which are constants of a few bits, a multiplier
  // block would be a waste.
  function signed [`SCORE_BITS-1:0] times(input [2:0] weight, input signed [`SCORE_BITS-1:0] n);
    times = (weight[0] ? n : 0) + (weight[1] ? n <<< 1 : 0) + (weight[2] ? n <<< 2 : 0);
  endfunction

  wire signed [`SCORE_BITS-1:0] count = {{(`SCORE_BITS - 8) {1'b0}}, count_i};
  wire signed [`SCORE_BITS-1:0] size = {{(`SCORE_BITS - 3) {1'b0}}, size_i};

  reg signed [`SCORE_BITS-1:0] own_q, mover_q, rival_q, score_q;
  assign mover_o = mover_q;
  assign rival_o = rival_q;
  assign score_o = score_q;

  always @(posedge clk_i) begin
    if (weigh_i[0]) own_q <= count;
    if (weigh_i[1]) begin
      mover_q <= times(OWN, own_q) - times(RIVAL, count);
      rival_q <= times(OWN, count) - times(RIVAL, own_q);
    end
    if (weigh_i[2]) score_q <= line_i + mover_q + times(SQUARE, size);
  end

endmodule

`default_nettype wire
