// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// static_margin -- the margin to expect at the end of a game.
//
// Purpose:   Sums up the terms of a position, each by its weight, and the result of its playouts:
//            one product a cycle.
// Interface: start_i      begin. The other inputs must be steady until done_o
//            placed_i     tiles that both players have placed
//            terms_i      the terms, `TERM_BITS each, in the order of expansion.vh, in the view
//                         of the player to move, player_i
//            playouts_i   there are playouts, 2 to the LOG2_PLAYOUTS of them
//            sum_i        the sum of their margins for player 1, two's complement
//            done_o       for one cycle: margin_o and spread_o are there, and stay
//            margin_o     the margin for player 1 in 1/256 point, two's complement
//            spread_o     the standard deviation from it
//            rest_o       the terms' part of the margin
//            playouts_o   the part of each point of the playouts' mean, two's complement. With
//                         rest_o it lets a user have the terms weighed before the playouts are
//                         done, with a sum_i of 0. Both stay until the next start_i, and mean
//                         nothing without playouts_i
// Parameter: LOG2_PLAYOUTS  0..6: the mean of the playouts is then a shift. The mean is rounded
//                         towards 0, as in golden's division
// Latency:   16 cycles from start_i to done_o.
// Reset:     at rest.
// Model:     evaluation.Evaluator.Margin, evaluation.Evaluator.Spread
`default_nettype none
`include "expansion.vh"

module static_margin #(
    parameter LOG2_PLAYOUTS = 3
) (
    input  wire                              clk_i,
    input  wire                              rst_i,
    input  wire                              start_i,
    input  wire [                       5:0] placed_i,
    input  wire [`TERM_BITS*`NUM_TERMS-1:0] terms_i,
    input  wire                              player_i,
    input  wire                              playouts_i,
    input  wire [                      13:0] sum_i,
    output wire                              done_o,
    output wire [ `EXPECTED_MARGIN_BITS-1:0] margin_o,
    output wire [         `WEIGHT_BITS-1:0] spread_o,
    output wire [           `REST_BITS-1:0] rest_o,
    output wire [         `WEIGHT_BITS-1:0] playouts_o
);

  localparam T = `TERM_BITS;
  localparam TERMS = `NUM_TERMS;
  localparam OPERAND = 14;  // bits of a weighed number
  localparam PRODUCT = `WEIGHT_BITS + OPERAND;
  localparam SPREAD = TERMS + 1;  // index of the weight behind the terms and the playouts
  localparam [PRODUCT-1:0] LIMIT = `EXPECTED_MARGIN_LIMIT;

  // Stage 0: the weight, and the number that it weighs.
  reg active_q;
  reg [3:0] index_q;
  wire [4:0] word = index_q == SPREAD ? `MARGIN_SPREAD
                  : index_q == TERMS ? `MARGIN_PLAYOUTS
                  : playouts_i ? `MARGIN_REST + {1'b0, index_q} : `MARGIN_STATIC + {1'b0, index_q};
  reg [T-1:0] term;
  integer i;
  always @* begin
    term = {T{1'b0}};
    for (i = 0; i < TERMS; i = i + 1) if (index_q == i[3:0]) term = terms_i[T*i+:T];
  end
  wire [T-1:0] signed_term = player_i ? -term : term;
  wire [`WEIGHT_BITS-1:0] weight_bits;
  margin_weights u_weights (
      .clk_i   (clk_i),
      .placed_i(placed_i),
      .word_i  (word),
      .weight_o(weight_bits)
  );

  // Stages 1 and 2: the weight is fetched. Stage 3: the product. Stage 4: the sum; 5: the margin.
  reg signed [OPERAND-1:0] operand_q1, operand_q2;
  wire signed [`WEIGHT_BITS-1:0] weight = weight_bits;
  reg active_q1, active_q2, active_q3, playouts_q1, playouts_q2, playouts_q3, last_q1, last_q2, last_q3, last_q4, done_q;
  reg signed [PRODUCT-1:0] product_q, sum_q;
  reg [`WEIGHT_BITS-1:0] spread_q, weight_q;
  reg [`EXPECTED_MARGIN_BITS-1:0] margin_q;

  localparam signed [PRODUCT-1:0] ROUND = (1 << LOG2_PLAYOUTS) - 1;
  wire signed [PRODUCT-1:0] towards_0 = product_q[PRODUCT-1] ? product_q + ROUND : product_q;
  wire signed [PRODUCT-1:0] mean = towards_0 >>> LOG2_PLAYOUTS;
  wire signed [PRODUCT-1:0] limit = LIMIT;

  always @(posedge clk_i) begin
    if (active_q) index_q <= index_q + 4'd1;
    if (active_q & index_q == SPREAD) active_q <= 1'b0;

    active_q1 <= active_q & index_q <= TERMS;
    playouts_q1 <= index_q == TERMS;
    last_q1 <= active_q & index_q == SPREAD;
    operand_q1 <= index_q == TERMS ? (playouts_i ? sum_i : {OPERAND{1'b0}}) : {{(OPERAND - T) {signed_term[T-1]}}, signed_term};

    active_q2 <= active_q1;
    playouts_q2 <= playouts_q1;
    last_q2 <= last_q1;
    operand_q2 <= operand_q1;

    active_q3 <= active_q2;
    playouts_q3 <= playouts_q2;
    last_q3 <= last_q2;
    product_q <= weight * operand_q2;
    if (playouts_q2) weight_q <= weight_bits;
    if (last_q2) spread_q <= weight_bits;

    last_q4 <= last_q3;
    if (active_q3) sum_q <= sum_q + (playouts_q3 ? mean : product_q);

    done_q <= last_q4;
    if (last_q4) margin_q <= sum_q > limit ? LIMIT[`EXPECTED_MARGIN_BITS-1:0]
                           : sum_q < -limit ? -LIMIT[`EXPECTED_MARGIN_BITS-1:0]
                           : sum_q[`EXPECTED_MARGIN_BITS-1:0];

    if (start_i) begin
      active_q <= 1'b1;
      index_q <= 4'd0;
      sum_q <= {PRODUCT{1'b0}};
    end
    if (rst_i) begin
      active_q <= 1'b0;
      last_q1 <= 1'b0;
      last_q2 <= 1'b0;
      last_q3 <= 1'b0;
      last_q4 <= 1'b0;
      done_q <= 1'b0;
    end
  end
  assign done_o = done_q;
  assign margin_o = margin_q;
  assign spread_o = spread_q;
  assign rest_o = sum_q[`REST_BITS-1:0];
  assign playouts_o = weight_q;

endmodule

`default_nettype wire
